"""What a reviewer and an admin see of practice with a pass mark."""

import json
import re
from decimal import Decimal
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from raters.amending import take_off_the_panel
from raters.append_only_guard import remove_guards
from raters.models import Draft, PracticeDecision, Rating, Reviewer
from raters.practising import practice_of, practise_again
from raters.rating import mark_as_shown
from tests.forms import HTMX, address, filled_form
from tests.raters.locked_studies import practice_row
from tests.raters.practice import (
    EXPECTED,
    OTHER,
    answer_practice,
    first_live,
    practice_items,
    practise,
    practising,
    with_design,
)
from tests.studies import default_rows, small_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def panel(dana):
    return practising(by=dana, attempts=2)


def start(client, panel) -> str:
    place = reverse("start", args=[panel.study.public_code])
    return " ".join(client.get(place).content.decode().split())


def again(client, panel):
    return client.post(reverse("practise_again", args=[panel.study.public_code]), follow=True)


def decide(client, panel, **told):
    place = reverse("decide_on_practice", args=[panel.study.slug, "R01"])
    return client.post(place, told, follow=True)


def test_the_start_page_says_before_practice_what_is_asked(as_alice, panel):
    assert "60% of your answers are to be as expected" in start(as_alice, panel)


def test_the_start_page_says_what_was_reached_and_what_is_asked(as_alice, panel):
    practise(panel.alice, EXPECTED, OTHER)
    page = start(as_alice, panel)
    assert "1 of 2 as expected; 2 are asked for." in page
    assert "You can practise 1 more time." in page


def test_another_attempt_is_begun_by_a_button(as_alice, panel):
    practise(panel.alice, OTHER, OTHER)
    assert reverse("practise_again", args=[panel.study.public_code]) in start(as_alice, panel)
    page = again(as_alice, panel).content.decode()
    assert "This is attempt 2." in page
    assert address(practice_items(panel.alice)[0]) in page


def test_another_attempt_is_not_begun_by_looking(as_alice, panel):
    practise(panel.alice, OTHER, OTHER)
    place = reverse("practise_again", args=[panel.study.public_code])
    assert as_alice.get(place).status_code == 405
    assert practice_of(panel.alice).has_ended


def test_a_repeated_item_opens_empty_and_takes_the_same_answers(as_alice, panel):
    practise(panel.alice, OTHER, OTHER)
    practise_again(panel.alice, at=timezone.now())
    first = practice_items(panel.alice)[0]
    page = as_alice.get(address(first)).content.decode()
    assert "Because of turn 2." not in page
    assert "You submitted this item" not in page
    assert 'name="base_revision" value="1"' in page
    form = filled_form(first, value=OTHER, base_revision=1)
    assert as_alice.post(address(first), form).url == address(first, name="feedback")
    assert first.ratings.count() == 2


def test_a_repeated_item_has_no_feedback_before_it_is_answered_again(as_alice, panel):
    practise(panel.alice, OTHER, OTHER)
    practise_again(panel.alice, at=timezone.now())
    first = practice_items(panel.alice)[0]
    assert as_alice.get(address(first, name="feedback")).url == address(first)


def test_without_attempts_left_she_is_told_that_somebody_will_write(as_alice, panel):
    practise(panel.alice, OTHER, OTHER)
    again(as_alice, panel)
    practise(panel.alice, OTHER, OTHER)
    page = start(as_alice, panel)
    assert "The study has been told; somebody will write to you." in page
    assert "Practise again" not in page


def test_the_feedback_on_the_last_item_says_how_the_attempt_ended(as_alice, panel):
    practise(panel.alice, EXPECTED, OTHER)
    page = as_alice.get(address(practice_items(panel.alice)[1], name="feedback")).content.decode()
    assert "1 of 2 as expected; 2 are asked for. Your start page says how it goes on." in page


def test_the_feedback_on_the_last_item_says_that_she_has_passed(as_alice, panel):
    practise(panel.alice, EXPECTED, EXPECTED)
    page = as_alice.get(address(practice_items(panel.alice)[1], name="feedback")).content.decode()
    assert "You have passed the practice: 2 of 2 as expected." in page


def test_feedback_on_a_defective_item_says_that_it_has_no_hit(as_alice, panel):
    first = practice_items(panel.alice)[0]
    told = {"defect": "other", "defect_reason": "It is cut off.", "base_revision": 0}
    page = as_alice.post(address(first, name="defective"), told, follow=True).content.decode()
    assert "none of its answers as expected" in page


def test_without_a_pass_mark_nothing_is_said_of_passing(client, dana):
    panel = practising(by=dana, mark=None)
    client.force_login(panel.alice.user)
    assert "to be as expected" not in start(client, panel)


def test_an_item_typed_into_the_address_leads_to_the_start_page_which_says_why(as_alice, panel):
    item = first_live(panel.alice)
    answer = as_alice.get(address(item))
    assert answer.url == reverse("start", args=[panel.study.public_code])
    assert "Practice comes first" in start(as_alice, panel)
    item.refresh_from_db()
    assert item.first_shown_at is None


def test_no_byte_of_an_item_is_told_before_practice(as_alice, panel):
    item = first_live(panel.alice)
    words = item.item.turns.last().text
    form = filled_form(item)
    answers = [
        as_alice.get(address(item), follow=True),
        as_alice.get(address(item, name="ahead"), headers=HTMX),
        *(
            as_alice.post(address(item, name=name), form | more, headers=headers)
            for name in ("rate", "draft", "put_off", "defective", "shown")
            for more in ({}, {"add_citation": "1"}, {"shown_ago": "5"}, {"justification": ""})
            for headers in ({}, HTMX)
        ),
    ]
    assert [a for a in answers if words in a.content.decode()] == []


@pytest.mark.parametrize("name", ["rate", "draft", "put_off", "defective"])
def test_what_is_sent_to_an_item_before_practice_is_refused_and_given_back(as_alice, panel, name):
    item = first_live(panel.alice)
    told = {"justification": "A thought worth keeping.", "shown_ago": "5"}
    told |= {"defect": "other", "defect_reason": "A thought worth keeping."}
    answer = as_alice.post(address(item, name=name), filled_form(item) | told)
    page = answer.content.decode()
    assert (answer.status_code, answer.headers["Words-Are"]) == (409, "not-saved")
    assert "Practice comes first" in page
    assert "A thought worth keeping." in page
    assert not Rating.objects.exists()
    assert not Draft.objects.exists()


@pytest.mark.parametrize("name", ["rate", "draft", "put_off", "defective"])
def test_a_page_that_is_open_keeps_its_words_and_says_why(as_alice, panel, name):
    item = first_live(panel.alice)
    form = filled_form(item) | {"defect": "other", "defect_reason": "It is cut off."}
    answer = as_alice.post(address(item, name=name), form, headers=HTMX)
    assert answer.headers["HX-Retarget"] == "#notice"
    assert answer.headers["Words-Are"] == "not-saved"
    assert "Practice comes first" in answer.content.decode()


def test_a_page_cannot_say_that_an_item_was_shown_before_practice(as_alice, panel):
    item = first_live(panel.alice)
    as_alice.post(address(item, name="shown"), {"shown_ago": "5"}, headers=HTMX)
    item.refresh_from_db()
    assert item.first_shown_at is None


def test_after_practice_the_item_opens(as_alice, panel):
    practise(panel.alice, EXPECTED, EXPECTED)
    assert as_alice.get(address(first_live(panel.alice))).status_code == 200


def test_whoever_has_begun_to_rate_is_not_sent_back(as_alice, panel):
    item = first_live(panel.alice)
    mark_as_shown(item, at=timezone.now())
    assert as_alice.get(address(item)).status_code == 200
    assert address(item) in start(as_alice, panel)


def test_an_admin_sees_every_attempt(as_dana, panel):
    practise(panel.alice, OTHER, OTHER)
    practise_again(panel.alice, at=timezone.now())
    practise(panel.alice, EXPECTED, OTHER)
    page = as_dana.get(reverse("reviewer", args=[panel.study.slug, "R01"])).content.decode()
    assert [f"{n} of 2" in page for n in (0, 1)] == [True, True]
    assert page.count("not passed") == 2


def test_the_panel_names_who_waits_for_a_decision(as_dana, dana):
    panel = practising(by=dana, attempts=1)
    page = reverse("panel", args=[panel.study.slug])
    assert "waits for a decision" not in as_dana.get(page).content.decode()
    practise(panel.alice, OTHER, OTHER)
    assert "waits for a decision" in as_dana.get(page).content.decode()


def test_an_admin_lets_somebody_in_with_a_reason(as_dana, dana):
    panel = practising(by=dana, attempts=1)
    practise(panel.alice, OTHER, OTHER)
    page = decide(as_dana, panel, kind="let_in", reason="The key is debatable.").content.decode()
    assert "The key is debatable." in page
    assert practice_of(panel.alice).is_over


def test_a_decision_without_a_reason_is_asked_for_one(as_dana, dana):
    panel = practising(by=dana, attempts=1)
    practise(panel.alice, OTHER, OTHER)
    page = decide(as_dana, panel, kind="let_in", reason="").content.decode()
    assert "This field is required." in page
    assert not PracticeDecision.objects.exists()


def test_a_decision_that_came_too_late_keeps_the_reason_that_was_typed(as_dana, dana):
    panel = practising(by=dana, attempts=1)
    practise(panel.alice, OTHER, OTHER)
    decide(as_dana, panel, kind="one_more_attempt", reason="She was ill.")
    page = decide(as_dana, panel, kind="one_more_attempt", reason="Ill, I hear.").content.decode()
    assert PracticeDecision.objects.count() == 1
    assert "Ill, I hear." in page


def test_while_attempts_are_left_none_is_added(as_dana, panel):
    practise(panel.alice, OTHER, OTHER)
    page = as_dana.get(reverse("reviewer", args=[panel.study.slug, "R01"])).content.decode()
    assert 'value="let_in"' in page
    assert 'value="one_more_attempt"' not in page


def test_a_decision_is_nobody_elses(client, panel, charlie):
    practise(panel.alice, OTHER, OTHER)
    for user in (panel.alice.user, charlie):
        client.force_login(user)
        assert decide(client, panel, kind="let_in", reason="Me.").status_code == 404


def test_a_reviewer_is_told_no_reason_and_nothing_of_others(client, dana):
    panel = practising(by=dana, attempts=1)
    practise(panel.alice, OTHER, OTHER)
    practise(panel.bob, EXPECTED, OTHER)
    client.force_login(dana)
    decide(client, panel, kind="one_more_attempt", reason="SECRET-REASON")
    client.force_login(panel.alice.user)
    page = start(client, panel)
    assert "0 of 2 as expected" in page
    assert [word for word in ("SECRET-REASON", "R02", "1 of 2 as expected") if word in page] == []


def test_the_mark_and_the_attempts_are_stated_where_controls_are_planted(as_dana, dana):
    study = small_study(by=dana)
    told = {"repeats": 0, "repeat_gap": 10, "practice_pass_mark": "0.8", "practice_attempts": 3}
    as_dana.post(reverse("setup_controls", args=[study.slug]), told)
    study.design.refresh_from_db()
    assert (str(study.design.practice_pass_mark), study.design.practice_attempts) == ("0.800", 3)


@pytest.mark.parametrize(
    ("mark", "attempts", "said"),
    [
        ("80", "", "no more than"),
        ("0", "", "more than 0 and at most 1"),
        ("1.001", "", "more than 0 and at most 1"),
        ("0.8", "0", "At least one."),
        ("", "3", "goes with a share"),
    ],
)
def test_what_cannot_be_asked_is_said_in_words(as_dana, dana, mark, attempts, said):
    study = small_study(by=dana)
    told = {"repeats": 0, "repeat_gap": 10}
    told |= {"practice_pass_mark": mark, "practice_attempts": attempts}
    page = as_dana.post(reverse("setup_controls", args=[study.slug]), told).content.decode()
    assert said in page
    study.design.refresh_from_db()
    assert study.design.practice_pass_mark is None


def test_answering_practice_costs_the_reviewer_nothing_of_her_queue(as_alice, panel):
    answer_practice(practice_items(panel.alice)[0], OTHER)
    assert "1 of 2 done." in start(as_alice, panel)


def home(client, alice, dana) -> str:
    """Of Alice, who rates in two studies: with one alone her home is its start page."""
    other = small_study(by=dana, slug="other", rows=[])
    Reviewer.objects.create(study=other, user=alice.user, pseudonym="R09", kind="human")
    return " ".join(client.get(reverse("home")).content.decode().split())


def test_home_says_that_practice_can_be_repeated_and_not_that_all_is_finished(
    as_alice, panel, dana
):
    practise(panel.alice, OTHER, OTHER)
    page = home(as_alice, panel.alice, dana)
    assert "You have finished" not in page
    assert ">Practise again</a>" in page


def test_home_says_that_the_study_has_been_told(client, dana):
    panel = practising(by=dana, attempts=1)
    client.force_login(panel.alice.user)
    practise(panel.alice, OTHER, OTHER)
    page = home(client, panel.alice, dana)
    assert "You have finished" not in page
    assert "The study has been told; somebody will write to you." in page


def test_home_says_who_has_left(as_alice, panel, dana):
    take_off_the_panel(panel.alice, reason="Illness.", by=dana)
    as_alice.force_login(panel.alice.user)
    page = home(as_alice, panel.alice, dana)
    assert "You have left the panel of this study." in page
    assert "Practice comes first." not in page


def test_the_start_page_of_who_has_left_says_that_alone(as_alice, panel, dana):
    answer_practice(practice_items(panel.alice)[0], OTHER)
    take_off_the_panel(panel.alice, reason="Illness.", by=dana)
    as_alice.force_login(panel.alice.user)
    page = start(as_alice, panel)
    assert "You have left the panel of this study." in page
    for words in ("practice: after each item", "not been opened", "are to be as expected", "done."):
        assert words not in page


def test_an_outcome_that_is_missing_is_found_at_the_start_page(as_alice, panel):
    practise(panel.alice, EXPECTED, EXPECTED)
    remove_guards()
    panel.alice.practice_outcomes.all()._raw_delete("default")
    assert address(first_live(panel.alice)) in start(as_alice, panel)


@pytest.fixture
def old_page(as_alice, panel) -> dict:
    """What a page of her first attempt sends, when a second has begun in another window."""
    practise(panel.alice, OTHER, OTHER)
    first = practice_items(panel.alice)[0]
    page = as_alice.get(address(first)).content.decode()
    [attempt] = re.findall(r'name="attempt" value="([^"]*)"', page)
    practise_again(panel.alice, at=timezone.now())
    words = {"justification": "A thought worth keeping.", "attempt": attempt, "page": "old"}
    words |= {"defect": "other", "defect_reason": "A thought worth keeping."}
    return filled_form(first, value=EXPECTED, base_revision=1) | words


SENDINGS = ["rate", "draft", "put_off", "defective"]


@pytest.mark.parametrize("name", SENDINGS)
def test_a_page_of_an_earlier_attempt_is_refused_in_words_and_keeps_hers(
    as_alice, panel, old_page, name
):
    first = practice_items(panel.alice)[0]
    answer = as_alice.post(address(first, name=name), old_page)
    assert answer.headers["Words-Are"] == "not-saved"
    page = answer.content.decode()
    assert "begun to practise again" in page
    assert "A thought worth keeping." in page
    assert (first.ratings.count(), Draft.objects.exclude(fields={}).exists()) == (1, False)


@pytest.mark.parametrize("name", SENDINGS)
def test_what_was_kept_of_an_earlier_attempt_and_is_sent_later_is_refused(
    as_alice, panel, old_page, name
):
    first = practice_items(panel.alice)[0]
    sent = old_page | {"sent_later": "1", "submission": uuid4().hex}
    answer = as_alice.post(address(first, name=name), sent, headers=HTMX)
    assert answer.headers["Words-Are"] == "not-saved"
    assert panel.alice.assignments.filter(pk=first.pk).unrated().exists()


def test_after_the_refusal_the_same_words_can_be_submitted_for_this_attempt(
    as_alice, panel, old_page
):
    first = practice_items(panel.alice)[0]
    page = as_alice.post(address(first), old_page).content.decode()
    [attempt] = re.findall(r'name="attempt" value="([^"]*)"', page)
    [version] = re.findall(r'name="draft_version" value="([^"]*)"', page)
    told = {"attempt": attempt, "draft_version": version}
    assert as_alice.post(address(first), old_page | told).url == address(first, name="feedback")
    assert first.ratings.count() == 2


def test_saving_says_what_there_is_to_choose_and_keeps_hers_on_demand(as_alice, panel, old_page):
    first = practice_items(panel.alice)[0]
    refused = as_alice.post(address(first, name="draft"), old_page, headers=HTMX).content.decode()
    assert "Not saved: you have begun to practise again" in refused
    told = json.loads(re.search(r"hx-vals='([^']*)'", refused)[1])
    answer = as_alice.post(address(first, name="draft"), old_page | told, headers=HTMX)
    assert answer.headers["Words-Are"] == "saved"
    assert f'name="attempt" value="{told["attempt"]}"' in answer.content.decode()


def test_words_that_are_incomplete_can_be_sent_again_after_the_refusal(as_alice, panel, old_page):
    first = practice_items(panel.alice)[0]
    old_page["justification"] = ""
    page = as_alice.post(address(first), old_page).content.decode()
    [attempt] = re.findall(r'name="attempt" value="([^"]*)"', page)
    assert as_alice.post(address(first), old_page | {"attempt": attempt}).headers["Words-Are"] == (
        "saved"
    )


def test_a_live_page_carries_no_attempt(as_alice, panel):
    practise(panel.alice, EXPECTED, EXPECTED)
    assert 'name="attempt"' not in as_alice.get(address(first_live(panel.alice))).content.decode()


def test_an_admin_reads_why_nothing_is_to_be_decided_during_an_attempt(as_dana, panel):
    practise(panel.alice, OTHER, OTHER)
    practise_again(panel.alice, at=timezone.now())
    page = as_dana.get(reverse("reviewer", args=[panel.study.slug, "R01"])).content.decode()
    assert "She has begun another attempt." in page
    assert 'value="let_in"' not in page


@pytest.mark.parametrize("name", ["study", "confirm_closing"])
def test_who_is_in_practice_and_who_waits_is_named_before_closing(as_dana, dana, name):
    panel = practising(by=dana, attempts=1)
    practise(panel.alice, OTHER, OTHER)
    page = " ".join(as_dana.get(reverse(name, args=[panel.study.slug])).content.decode().split())
    assert "no item of the round is open to them: R02" in page
    assert '#practice">R01</a>' in page


@pytest.mark.parametrize("name", ["study", "confirm_closing"])
def test_nobody_is_named_when_all_have_come_through(as_dana, dana, name):
    panel = practising(by=dana)
    for reviewer in (panel.alice, panel.bob):
        practise(reviewer, EXPECTED, EXPECTED)
    page = as_dana.get(reverse(name, args=[panel.study.slug])).content.decode()
    assert "in practice" not in page


@pytest.mark.parametrize(("mark", "asked"), [("0.667", 3), ("0.666", 2), ("1", 3)])
def test_where_the_mark_is_stated_it_says_how_many_answers_that_is(as_dana, dana, mark, asked):
    rows = [practice_row(f"p-{n}", expected={"accuracy": [2, 2]}) for n in range(3)]
    study = small_study(by=dana, rows=[*default_rows(), *rows])
    with_design(study, practice_pass_mark=Decimal(mark))
    page = as_dana.get(reverse("setup_controls", args=[study.slug])).content.decode()
    assert f"{mark} of 3 expected answers comes to {asked}." in page


def test_without_practice_items_it_says_no_number(as_dana, dana):
    study = with_design(small_study(by=dana), practice_pass_mark=Decimal("0.8"))
    page = as_dana.get(reverse("setup_controls", args=[study.slug])).content.decode()
    assert "comes to" not in page


def test_a_decision_during_an_attempt_is_refused_in_words_and_keeps_the_reason(as_dana, panel):
    practise(panel.alice, OTHER, OTHER)
    practise_again(panel.alice, at=timezone.now())
    page = decide(as_dana, panel, kind="let_in", reason="The key is debatable.").content.decode()
    assert "She has begun another attempt." in page
    assert "The key is debatable." in page
    assert not PracticeDecision.objects.exists()
