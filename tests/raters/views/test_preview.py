import re

import pytest
from django.urls import reverse

from raters.models import Assignment, AuditEvent, Design, Draft, Rating
from raters.previewing import preview_of
from tests import studies
from tests.forms import address

pytestmark = pytest.mark.django_db


def at(position: int | None = None) -> str:
    return reverse("as_reviewer", args=["small"] + ([position] if position else []))


def filled(study, position: int, **more) -> dict:
    """A complete answer to the item at this place of the preview."""
    fields = {"base_revision": 0, "justification": "Because of turn 2."}
    for asked in preview_of(study).shown_at(position).questions:
        prefix = f"{asked.code}-evidence"
        fields |= {f"{asked.code}-score": 0, f"{prefix}-0-turn": 2, f"{prefix}-0-quote": ""}
        fields |= {f"{prefix}-0-stance": "supports", f"{prefix}-TOTAL_FORMS": 1}
        fields |= {f"{prefix}-INITIAL_FORMS": 0}
    return fields | more


def part_of_the_reviewer(page: str) -> str:
    """What stands in the reviewer's part, without what only the round has."""
    part = page[page.index('<div id="rating"') : page.index("</main>")]
    questions = re.search(r'<fieldset class="question.*?</fieldset>', part, re.DOTALL).group()
    transcript = part[
        part.index('<section id="transcript"') : part.index('<section id="questions"')
    ]
    return transcript + questions


def test_the_preview_begins_with_the_first_item_of_an_order_of_its_own(as_dana, study):
    page = as_dana.get(at()).content.decode()
    assert "Preview: nothing is stored." in page
    assert "Item 1 of 8" in page
    assert at(2) in page


def test_the_reviewers_part_is_what_a_reviewer_gets(client, dana, panel):
    client.force_login(panel.alice.user)
    assignment = studies.assignment_at(panel.alice, 3)
    hers = client.get(address(assignment)).content.decode()
    places = preview_of(panel.study).places
    position = [place.key for place in places].index(assignment.item.source_id) + 1
    client.force_login(dana)
    previewed = client.get(at(position)).content.decode()
    assert part_of_the_reviewer(previewed) == part_of_the_reviewer(hers)


def test_the_band_stands_outside_the_reviewers_part(as_dana, study):
    page = as_dana.get(at()).content.decode()
    assert page.index("Preview: nothing is stored.") < page.index('<div id="rating"')
    assert "Preview" not in page[page.index('<div id="rating"') :]


def test_nothing_of_the_preview_is_sent_as_a_draft(as_dana, study):
    page = as_dana.get(at()).content.decode()
    assert "hx-post" not in page
    assert "save-state" not in page
    assert "Save the draft" not in page


def test_an_incomplete_answer_is_told_what_is_missing(as_dana, study):
    page = as_dana.post(at(1), {"base_revision": 0}).content.decode()
    assert "this is missing:" in page
    assert "Write a sentence or two on why you answered so." in page


def test_a_complete_answer_is_said_to_be_complete(as_dana, study):
    page = as_dana.post(at(1), filled(study, 1)).content.decode()
    assert "Your answer is complete; nothing was stored." in page
    assert "this is missing:" not in page


def test_whatever_is_sent_nothing_is_stored(as_dana, study):
    before = AuditEvent.objects.count()
    as_dana.post(at(1), filled(study, 1))
    as_dana.post(at(1), {"base_revision": 0})
    stored = [model.objects.count() for model in (Assignment, Rating, Draft, AuditEvent)]
    assert stored == [0, 0, 0, before]


def test_one_more_citation_can_be_asked_for_without_javascript(as_dana, study):
    given = filled(study, 1, add_citation="accuracy")
    page = as_dana.post(at(1), given).content.decode()
    assert 'name="accuracy-evidence-TOTAL_FORMS" value="2"' in page
    assert "this is missing:" not in page


@pytest.mark.parametrize("position", [0, 9, 4000])
def test_there_is_no_item_beyond_the_last(as_dana, study, position):
    address = f"{reverse('as_reviewer', args=['small'])}{position}/"
    assert as_dana.get(address).status_code == 404


def test_side_by_side_the_outputs_stand_under_letters_and_link_within_the_preview(as_dana, study):
    Design.objects.filter(study=study).update(side_by_side=True)
    places = preview_of(type(study).objects.get(pk=study.pk)).places
    position = next(n for n, place in enumerate(places, start=1) if place.label == "B")
    page = as_dana.get(at(position)).content.decode()
    assert "Output B, which you rate" in page
    assert f'<a href="{at(position - 1)}">Output A</a>' in page


def test_the_guide_opens_for_the_person_who_sets_up(as_dana, study):
    page = as_dana.get(reverse("guide_as_reviewer", args=["small"])).content.decode()
    assert "Abbreviation handling" in page
    assert f'href="{at()}"' in page


def test_without_items_the_preview_says_what_is_missing_and_shows_the_questions(as_dana, dana):
    studies.small_study(by=dana, rows=[])
    page = as_dana.get(at()).content.decode()
    assert "Import the items to be rated." in page
    assert 'id="question-accuracy"' in page


def test_items_that_nothing_is_asked_of_are_missing_a_rubric(as_dana, study):
    study.rubric = None
    study.save()
    page = as_dana.get(at()).content.decode()
    assert "Choose a rubric: some items have no criteria of their own." in page


def test_training_items_are_no_part_of_the_preview(study, dana):
    row = studies.control_row("practice", control="training")
    studies.import_rows(study, [row], by=dana)
    assert "practice" not in [place.key for place in preview_of(study).places]


@pytest.mark.parametrize("n_cases", [3, 12])
def test_the_preview_costs_the_same_queries_however_long_the_queue(
    as_dana, dana, django_assert_max_num_queries, n_cases
):
    rows = [studies.item_row(case, arm) for case in range(n_cases) for arm in ("one", "two")]
    studies.small_study(by=dana, rows=rows)
    with django_assert_max_num_queries(14):
        as_dana.get(at(2))
