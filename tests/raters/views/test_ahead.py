"""The next item, fetched ahead of time: it shows nothing to the server and tells nothing to her."""

import re
from datetime import timedelta

import pytest
from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone

from raters.frozen_guard import remove_guards
from raters.lifecycle import close_round
from raters.models import Draft, Rating, Round
from raters.rating import defer, save_draft
from tests.forms import HTMX, address, filled_form
from tests.raters.locked_studies import practice_row
from tests.raters.views.test_blinding import TELLTALES, everything, masked, planted, twins
from tests.studies import Panel, assignment_at, default_rows, item_row, rate, small_study

pytestmark = pytest.mark.django_db
__all__ = ["planted", "twins"]


@pytest.fixture
def assignment(alice):
    return assignment_at(alice, 1)


def ahead(client, assignment):
    return client.get(address(assignment, name="ahead"), headers=HTMX)


def submitted(client, assignment, *, mark: str, name: str = "rate", **more):
    form = filled_form(assignment) | {"ahead": mark} | more
    return client.post(address(assignment, name=name), form, headers=HTMX)


def save_elsewhere(assignment, words: str) -> None:
    fields = QueryDict(mutable=True)
    fields["justification"] = words
    save_draft(assignment, fields, base_version=0, at=timezone.now())


def test_it_is_the_fragment_that_a_submit_would_be_answered_with(as_alice, assignment):
    fetched = ahead(as_alice, assignment)
    answer = as_alice.post(address(assignment), filled_form(assignment), headers=HTMX)
    token = re.compile(r'csrfmiddlewaretoken" value="[^"]*"')
    assert token.sub("", fetched.content.decode()) == token.sub("", answer.content.decode())
    assert fetched.headers["HX-Push-Url"] == answer.headers["HX-Push-Url"]


def test_fetching_it_does_not_count_as_shown(as_alice, alice, assignment):
    assert "Item 2 of 8" in ahead(as_alice, assignment).content.decode()
    assert not alice.assignments.filter(first_shown_at__isnull=False).exists()


def test_no_copy_of_it_may_be_stored_on_the_way(as_alice, assignment):
    assert "no-store" in ahead(as_alice, assignment).headers["Cache-Control"]


def test_a_page_that_holds_it_gets_its_mark_alone_and_it_counts_as_shown(
    as_alice, alice, assignment
):
    mark = ahead(as_alice, assignment).headers["Ahead-Is"]
    answer = submitted(as_alice, assignment, mark=mark)
    assert (answer.content, answer.headers["Ahead-Is"]) == (b"", mark)
    assert answer.headers["HX-Push-Url"] == address(assignment, position=2)
    assert answer.headers["Words-Are"] == "submitted"
    assert assignment_at(alice, 2).first_shown_at is not None


def test_a_page_that_was_changed_meanwhile_is_sent_whole(as_alice, alice, assignment):
    mark = ahead(as_alice, assignment).headers["Ahead-Is"]
    save_elsewhere(assignment_at(alice, 2), "From the phone.")
    answer = submitted(as_alice, assignment, mark=mark)
    assert "From the phone." in answer.content.decode()
    assert "Ahead-Is" not in answer.headers


def test_where_another_item_comes_next_meanwhile_that_one_is_sent(as_alice, alice, assignment):
    mark = ahead(as_alice, assignment).headers["Ahead-Is"]
    rate(assignment_at(alice, 2))
    answer = submitted(as_alice, assignment, mark=mark)
    assert "Item 3 of 8" in answer.content.decode()


@pytest.mark.parametrize("mark", ["", "0" * 64, "\x00"])
def test_a_mark_that_is_not_its_own_is_answered_with_the_whole_page(as_alice, assignment, mark):
    assert "Item 2 of 8" in submitted(as_alice, assignment, mark=mark).content.decode()


def test_putting_off_and_reporting_lead_to_it_too(as_alice, alice):
    first, second = (assignment_at(alice, position) for position in (1, 2))
    mark = ahead(as_alice, first).headers["Ahead-Is"]
    assert submitted(as_alice, first, mark=mark, name="put_off").content == b""
    mark = ahead(as_alice, second).headers["Ahead-Is"]
    defect = {"defect": "language", "defect_reason": "In Finnish."}
    assert submitted(as_alice, second, mark=mark, name="defective", **defect).content == b""


def test_the_item_on_the_page_is_never_the_next_one(as_alice, alice):
    first, *others = alice.assignments.in_presentation_order()
    for each in others:
        defer(each, at=timezone.now())
    assert "Item 2 of 8" in ahead(as_alice, first).content.decode()


def test_side_by_side_it_says_that_this_one_is_done(client, dana, twins):
    rows = [item_row(case, arm) for case in range(2) for arm in ("one", "two")]
    study = small_study(by=dana, rows=rows, slug="beside", title="Beside")
    study.design.side_by_side = True
    study.design.save()
    panel = Panel.opened(study, by=dana)
    client.force_login(panel.alice.user)
    first = assignment_at(panel.alice, 1)
    mark = ahead(client, first).headers["Ahead-Is"]
    assert submitted(client, first, mark=mark).content == b""


# --- Where there is nothing ahead


def test_after_the_last_item_there_is_nothing(as_alice, alice):
    *others, last = alice.assignments.in_presentation_order()
    for each in others:
        rate(each)
    assert ahead(as_alice, last).status_code == 204


@pytest.fixture
def practised(client, dana) -> Panel:
    """Two items of practice come before the live round."""
    practice = [practice_row(name, expected={"accuracy": [1, 2]}) for name in ("p-1", "p-2")]
    panel = Panel.opened(small_study(by=dana, rows=[*default_rows(), *practice]), by=dana)
    client.force_login(panel.alice.user)
    return panel


def live(panel, *, position: int):
    return panel.alice.assignments.get(round__kind=Round.Kind.LIVE, position=position)


def test_in_practice_the_feedback_comes_next_and_no_item(client, practised):
    first = practised.alice.assignments.get(round__kind=Round.Kind.TRAINING, position=1)
    assert ahead(client, first).status_code == 204


def test_no_live_item_is_fetched_or_called_shown_before_practice_is_done(client, practised):
    assert ahead(client, live(practised, position=1)).status_code == 204
    first = live(practised, position=1)
    client.post(address(first, name="shown"), {"shown_ago": "5"}, headers=HTMX)
    first.refresh_from_db()
    assert first.first_shown_at is None


def test_in_strict_order_nothing_is_seen_ahead(client, dana):
    study = small_study(by=dana)
    study.design.strict_order = True
    study.design.save()
    panel = Panel.opened(study, by=dana)
    client.force_login(panel.alice.user)
    assert ahead(client, assignment_at(panel.alice, 1)).status_code == 204


def test_in_strict_order_nothing_is_seen_ahead_of_what_is_submitted_either(client, dana):
    study = small_study(by=dana)
    study.design.strict_order = True
    study.design.save()
    panel = Panel.opened(study, by=dana)
    client.force_login(panel.alice.user)
    rate(assignment_at(panel.alice, 1))
    assert ahead(client, assignment_at(panel.alice, 1)).status_code == 204


def test_in_a_closed_round_there_is_nothing(as_alice, assignment, dana):
    close_round(assignment.study, by=dana)
    assert ahead(as_alice, assignment).status_code == 204


def test_it_is_no_page_to_be_opened(as_alice, assignment):
    assert as_alice.get(address(assignment, name="ahead")).content == b""


def test_a_place_that_she_does_not_have_is_not_found(as_alice, assignment):
    place = [assignment.study.public_code, "1", 99]
    for name in ("ahead", "shown"):
        method = as_alice.get if name == "ahead" else as_alice.post
        assert method(reverse(name, args=place)).status_code == 404


def test_somebody_outside_the_study_finds_nothing(client, charlie, assignment):
    client.force_login(charlie)
    assert ahead(client, assignment).status_code == 404
    assert client.post(address(assignment, name="shown")).status_code == 404


# --- What it tells


def test_no_byte_of_all_that_is_fetched_ahead_tells_the_arm_or_a_control(client, planted):
    client.force_login(planted.alice.user)
    queue = planted.alice.assignments.in_presentation_order()
    received = "\n".join(everything(ahead(client, each)) for each in queue)
    assert "Answer 1 given" in received
    assert [word for word in TELLTALES if word in received] == []


def test_a_colleagues_words_are_in_no_byte(client, planted):
    for assignment in planted.bob.assignments.all():
        rate(assignment, justification="SECRET-OPINION")
        save_elsewhere_again(assignment, "SECRET-OPINION")
    client.force_login(planted.alice.user)
    queue = planted.alice.assignments.in_presentation_order()
    received = "\n".join(everything(ahead(client, each)) for each in queue)
    assert "SECRET-OPINION" not in received


def save_elsewhere_again(assignment, words: str) -> None:
    Draft.objects.update_or_create(
        assignment=assignment,
        defaults={
            "study": assignment.study,
            "fields": {"justification": [words]},
            "saved_at": timezone.now(),
        },
    )


def test_a_control_and_an_item_of_one_text_are_fetched_as_the_same_bytes(client, twins):
    client.force_login(twins.alice.user)
    control = twins.alice.assignments.get(item__role="control")
    item = twins.alice.assignments.filter(item__role="real", position__gt=1).first()
    if control.position == 1:
        pytest.fail("the seed puts the control first: nothing leads to it")
    fetched = [_before(client, each) for each in (control, item)]
    assert fetched[0] == fetched[1]


def _before(client, assignment) -> str:
    received = everything(
        ahead(client, assignment_at(assignment.reviewer, assignment.position - 1))
    )
    received = re.sub(r"Ahead-Is: \w+", "Ahead-Is", received)
    return masked(received, assignment.position)


# --- What was shown without a network


def opened_two_days_ago(round) -> None:
    remove_guards()
    Round.objects.filter(pk=round.pk).update(opened_at=timezone.now() - timedelta(days=2))


def test_an_item_shown_from_memory_is_told_afterwards(as_alice, alice):
    second = assignment_at(alice, 2)
    opened_two_days_ago(second.round)
    answer = as_alice.post(address(second, name="shown"), {"shown_ago": "600"}, headers=HTMX)
    second.refresh_from_db()
    ago = timezone.now() - second.first_shown_at
    assert answer.headers["Words-Are"] == "saved"
    assert timedelta(seconds=600) <= ago < timedelta(seconds=660)


@pytest.mark.parametrize("name", ["draft", "rate", "put_off", "defective"])
def test_her_words_tell_it_too(as_alice, alice, name):
    second = assignment_at(alice, 2)
    opened_two_days_ago(second.round)
    defect = {"defect": "language", "defect_reason": "In Finnish."}
    form = filled_form(second) | defect | {"shown_ago": "600", "sent_later": "1"}
    as_alice.post(address(second, name=name), form, headers=HTMX)
    second.refresh_from_db()
    assert second.first_shown_at <= timezone.now() - timedelta(seconds=600)
    assert all(rating.shown_at == second.first_shown_at for rating in Rating.objects.all())


def test_no_item_was_shown_before_its_round_was_opened(as_alice, alice):
    second = assignment_at(alice, 2)
    as_alice.post(address(second, name="shown"), {"shown_ago": "9999999"}, headers=HTMX)
    second.refresh_from_db()
    assert second.first_shown_at == second.round.opened_at


def test_what_the_server_has_shown_itself_is_not_told_otherwise(as_alice, assignment):
    as_alice.get(address(assignment))
    assignment.refresh_from_db()
    as_alice.post(address(assignment, name="shown"), {"shown_ago": "0"}, headers=HTMX)
    first = assignment.first_shown_at
    assignment.refresh_from_db()
    assert assignment.first_shown_at == first


@pytest.mark.parametrize("told", ["", "-5", "soon"])
def test_what_is_no_number_shows_nothing(as_alice, assignment, told):
    as_alice.post(address(assignment, name="shown"), {"shown_ago": told}, headers=HTMX)
    assignment.refresh_from_db()
    assert assignment.first_shown_at is None


def test_somebody_elses_page_shows_nothing(as_alice, panel, assignment):
    form = {"shown_ago": "5", "rated_by": panel.bob.pseudonym}
    answer = as_alice.post(address(assignment, name="shown"), form, headers=HTMX)
    assignment.refresh_from_db()
    assert answer.headers["Words-Are"] == "not-saved"
    assert assignment.first_shown_at is None
