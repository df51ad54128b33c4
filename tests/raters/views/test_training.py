"""Practice comes first and tells what was expected; nothing else ever does."""

import json

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from raters.lifecycle import close_round
from raters.models import Assignment
from raters.reports import study_report
from raters.training import feedback_on
from tests.forms import HTMX, address, filled_form
from tests.raters.locked_studies import practice_row
from tests.studies import Panel, default_rows, rate, small_study

pytestmark = pytest.mark.django_db

PRACTICE = [practice_row(name, expected={"accuracy": [1, 2]}) for name in ("p-1", "p-2")]


@pytest.fixture
def trained(dana) -> Panel:
    """An open round with two items of practice before it."""
    return Panel.opened(small_study(by=dana, rows=[*default_rows(), *PRACTICE]), by=dana)


@pytest.fixture
def as_alice(client, trained):
    client.force_login(trained.alice.user)
    return client


def practice_of(panel: Panel) -> list[Assignment]:
    mine = panel.alice.assignments.filter(round__kind="training")
    return list(mine.in_presentation_order())


def come_through_practice(panel: Panel) -> None:
    for assignment in practice_of(panel):
        rate(assignment)


def start_page(client, panel: Panel) -> str:
    return client.get(reverse("start", args=[panel.study.public_code])).content.decode()


def test_the_start_page_leads_to_practice_until_it_is_done(as_alice, trained):
    first, second = practice_of(trained)
    assert address(first) in start_page(as_alice, trained)
    rate(first)
    assert address(second) in start_page(as_alice, trained)
    rate(second)
    assert f"/{trained.study.public_code}/1/1/" in start_page(as_alice, trained)


def test_after_a_practice_item_comes_its_feedback(as_alice, trained):
    first, _ = practice_of(trained)
    answer = as_alice.post(address(first), filled_form(first))
    assert answer.url == address(first, name="feedback")
    again = as_alice.post(address(first), filled_form(first), headers=HTMX)
    assert again.headers["HX-Redirect"] == address(first, name="feedback")


def test_feedback_tells_her_answer_what_was_expected_and_why(as_alice, trained):
    first, second = practice_of(trained)
    rate(first, value=0)
    page = as_alice.get(address(first, name="feedback")).content.decode()
    assert "0 of 1 as expected" in page
    assert f"Why {first.item.source_id}." in page
    assert "differs" in page
    assert address(second) in page


def test_feedback_names_every_answer_that_would_have_been_right(trained):
    first, _ = practice_of(trained)
    [line] = feedback_on(rate(first, value=2)).lines
    labels = [first.item.control.expected.get().question.answer_label(p) for p in (1, 2)]
    assert line.expected == " or ".join(map(str, labels))
    assert line.is_hit


def test_feedback_shows_the_descriptors_of_her_answer_and_of_the_right_ones(trained):
    first, _ = practice_of(trained)
    [line] = feedback_on(rate(first, value=0)).lines
    question = first.item.control.expected.get().question
    texts = {row.low: row.text for row in question.descriptors_in(first.item.case.condition)}
    assert line.answer_means == texts[0]
    assert line.expected_means == (("1", texts[1]), ("2", texts[2]))


def test_the_feedback_page_prints_the_descriptors(as_alice, trained):
    first, _ = practice_of(trained)
    [line] = feedback_on(rate(first, value=0)).lines
    page = as_alice.get(address(first, name="feedback")).content.decode()
    for text in (line.answer_means, *(text for _points, text in line.expected_means)):
        assert escape(text) in page


def test_there_is_no_feedback_before_she_has_answered(as_alice, trained):
    first, _ = practice_of(trained)
    answer = as_alice.get(address(first, name="feedback"))
    assert answer.url == address(first)


@pytest.mark.parametrize("is_rated", [False, True])
def test_a_live_item_has_no_feedback_rated_or_not(as_alice, trained, is_rated):
    come_through_practice(trained)
    control = trained.alice.assignments.filter(round=trained.round, item__role="control").first()
    if is_rated:
        rate(control)
    assert as_alice.get(address(control, name="feedback")).status_code == 404


def test_feedback_on_a_live_item_cannot_even_be_computed(trained):
    come_through_practice(trained)
    control = trained.alice.assignments.filter(round=trained.round, item__role="control").first()
    with pytest.raises(ValueError, match="for practice"):
        feedback_on(rate(control))


def test_feedback_is_nobody_elses(client, trained):
    first, _ = practice_of(trained)
    rate(first)
    client.force_login(trained.bob.user)
    answer = client.get(address(first, name="feedback"))
    assert answer.status_code == 302
    assert "Why" not in answer.content.decode()


def test_a_practice_item_reported_as_defective_says_so(as_alice, trained):
    first, _ = practice_of(trained)
    told = {"defect": "other", "defect_reason": "It is cut off.", "base_revision": 0}
    answer = as_alice.post(address(first, name="defective"), told, follow=True)
    assert "You reported this item as defective" in answer.content.decode()


def test_practice_is_in_no_report_and_no_export_of_the_round(as_dana, trained, dana):
    for assignment in Assignment.objects.filter(round__kind="training"):
        rate(assignment, justification="WORDS-OF-PRACTICE")
    rate(trained.alice.assignments.get(round=trained.round, position=1))
    close_round(trained.study, by=dana)
    pages = ["report", "report_json", "ratings_csv", "scores_csv", "sessions_yaml"]
    slug = trained.study.slug
    for name in pages:
        response = as_dana.get(reverse(name, args=[slug]))
        body = response.getvalue().decode()
        assert (response.status_code, "p-1" in body, "WORDS-OF-PRACTICE" in body) == (
            200,
            False,
            False,
        ), name


def test_a_report_counts_no_rating_of_practice(trained):
    trained.round.refresh_from_db()
    before = study_report(trained.round, at=timezone.now())
    for assignment in Assignment.objects.filter(round__kind="training"):
        rate(assignment)
    after = study_report(trained.round, at=before.generated_at)
    assert json.dumps(repr(after)) == json.dumps(repr(before))


def test_practice_is_over_when_the_round_is_closed(as_alice, trained, dana):
    close_round(trained.study, by=dana)
    page = start_page(as_alice, trained)
    assert "First some practice" not in page
