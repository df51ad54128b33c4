"""The start page: how far she is, how long it may still take, where her items are, and the end."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from raters.activity import Activity
from raters.amending import take_off_the_panel
from raters.lifecycle import close_round, open_round
from raters.messages import ask, tell_panel
from raters.models import Assignment, Message, Reviewer
from raters.rating import submit
from raters.standing import standing_in
from tests.forms import address, filled_form
from tests.raters.locked_studies import rotating
from tests.studies import (
    Panel,
    assignment_at,
    complete_answers,
    control_row,
    item_row,
    rate,
    small_study,
)

pytestmark = pytest.mark.django_db


def start_page(client, reviewer: Reviewer) -> str:
    client.force_login(reviewer.user)
    return client.get(reverse("start", args=[reviewer.study.public_code])).content.decode()


def states(page: str) -> list[str]:
    """Of her items in order, as a screen reader tells them."""
    return re.findall(r'class="place [^"]*"[^>]*>\d+<span class="visually-hidden"> ([^<]*)', page)


def work_on(assignment: Assignment, *, minutes: int, **more) -> None:
    """Rate it after so many active minutes, all of which went by."""
    now = timezone.now()
    assignment.first_shown_at = now - timedelta(hours=2)
    assignment.save()
    counted = Activity({"page": 60 * minutes})
    answers = complete_answers(assignment)
    submit(assignment, answers, base_revision=0, at=now, activity=counted, **more)


def test_before_her_first_item_the_way_leads_through_the_guide(client, alice):
    page = start_page(client, alice)
    code = alice.study.public_code
    assert f'<a class="button primary" href="{reverse("guide", args=[code])}">' in page
    assert "Start rating" not in page


def test_once_she_has_seen_an_item_the_way_leads_to_the_next_one(client, alice):
    client.force_login(alice.user)
    first = assignment_at(alice, 1)
    client.get(address(first))
    assert f'<a class="button primary" href="{address(first)}">Start rating' in start_page(
        client, alice
    )
    rate(first)
    assert "Continue with item 2" in start_page(client, alice)


def test_each_item_says_in_words_how_it_stands(client, alice):
    client.force_login(alice.user)
    done, put_off, begun, _ = alice.assignments.in_presentation_order()[:4]
    rate(done)
    client.post(address(put_off, name="put_off"), filled_form(put_off))
    client.post(address(begun, name="draft"), filled_form(begun))
    page = start_page(client, alice)
    assert states(page)[:4] == ["done", "put off", "begun, not submitted", "not yet"]


def test_the_legend_counts_each_state_that_there_is(client, alice):
    rate(assignment_at(alice, 1))
    page = start_page(client, alice)
    legend = re.findall(r"</span> ([^<]*) \((\d+)\)</li>", page)
    assert legend == [("done", "1"), ("not yet", "7")]


def test_an_item_that_was_opened_but_holds_no_word_is_not_begun(client, alice):
    client.force_login(alice.user)
    client.get(address(assignment_at(alice, 1)))
    assert states(start_page(client, alice))[0] == "not yet"


def test_what_is_put_off_is_one_click_away_until_the_round_is_closed(client, alice, dana):
    client.force_login(alice.user)
    item = assignment_at(alice, 3)
    client.post(address(item, name="put_off"), filled_form(item))
    listed = f'<ol class="positions">\n          <li><a href="{address(item)}">3</a></li>'
    assert listed in start_page(client, alice)
    close_round(alice.study, by=dana)
    assert "Put off for later" not in start_page(client, alice)


def test_an_item_whose_words_were_all_taken_back_is_not_begun(client, alice):
    client.force_login(alice.user)
    first = assignment_at(alice, 1)
    for version, words in enumerate(["Too", ""]):
        told = {"justification": words, "draft_version": str(version)}
        client.post(address(first, name="draft"), told)
        wanted = "begun, not submitted" if words else "not yet"
        assert states(start_page(client, alice))[0] == wanted


def test_an_item_that_an_amendment_gives_her_meanwhile_is_offered_by_the_next_page(
    client, dana, monkeypatch
):
    study = rotating(by=dana)
    open_round(study, by=dana)
    taker, leaver = study.reviewers.order_by("pseudonym")[:2]
    for each in taker.assignments.filter(round__kind="live"):
        rate(each)

    def read_before(round, reviewer):
        standing = standing_in(round, reviewer)
        take_off_the_panel(leaver, reason="Left.", by=dana)
        return standing

    with monkeypatch.context() as patched:
        patched.setattr("raters.views.start.standing_in", read_before)
        assert 'class="go-on"' not in start_page(client, taker)
    assert 'class="go-on"' in start_page(client, taker)


def test_the_time_left_is_said_from_her_own_pace(client, alice):
    for position in (1, 2, 3):
        work_on(assignment_at(alice, position), minutes=10)
    assert "Left: about 50 minutes at your own pace." in start_page(client, alice)


def test_of_two_items_no_time_is_foretold(client, alice):
    for position in (1, 2):
        work_on(assignment_at(alice, position), minutes=10)
    assert "at your own pace" not in start_page(client, alice)


def test_the_time_left_is_not_taken_from_a_colleague(client, alice, bob):
    for assignment in bob.assignments.all():
        work_on(assignment, minutes=10)
    assert "at your own pace" not in start_page(client, alice)


def test_a_revision_says_nothing_of_her_pace(client, alice):
    for position in (1, 2, 3):
        work_on(assignment_at(alice, position), minutes=10)
        again = assignment_at(alice, position)
        revised = complete_answers(again, justification="On second thoughts.")
        short = Activity({"later": 20})
        submit(again, revised, base_revision=1, at=timezone.now(), activity=short)
    assert "Left: about 50 minutes" in start_page(client, alice)


def test_on_the_page_of_an_item_no_time_is_foretold(client, alice):
    for position in (1, 2, 3):
        work_on(assignment_at(alice, position), minutes=10)
    client.force_login(alice.user)
    assert "at your own pace" not in client.get(address(assignment_at(alice, 4))).content.decode()


# In strict order.


@pytest.fixture
def in_strict_order(study, dana) -> Panel:
    study.design.strict_order = True
    study.design.save()
    return Panel.opened(study, by=dana)


def test_in_strict_order_the_only_way_to_an_item_is_to_the_next(client, in_strict_order):
    alice = in_strict_order.alice
    client.force_login(alice.user)
    client.get(address(assignment_at(alice, 1)))
    rate(assignment_at(alice, 1))
    page = start_page(client, alice)
    ways = set(re.findall(r'href="(/rate/[^"]*/\d+/)"', page))
    assert ways == {address(assignment_at(alice, 2))}
    assert len(states(page)) == 8


def test_in_strict_order_nobody_is_told_that_she_can_revise(client, in_strict_order):
    for assignment in in_strict_order.alice.assignments.in_presentation_order():
        rate(assignment)
    page = start_page(client, in_strict_order.alice)
    assert "You have finished. 8 of 8 saved." in page
    assert "revise any of them" not in page


# The end.


def test_at_the_end_she_reads_what_she_did_for_her_records(client, alice):
    for assignment in alice.assignments.all():
        work_on(assignment, minutes=15)
    page = start_page(client, alice)
    for words in ("For your records", "8 of 8", "about 2 hours", "8 as supporting"):
        assert words in page


def test_after_the_last_submit_she_reads_the_same_record_at_once(client, alice):
    *others, last = alice.assignments.in_presentation_order()
    for each in others:
        rate(each)
    client.force_login(alice.user)
    page = client.post(address(last), filled_form(last), headers={"HX-Request": "true"})
    assert "You have finished. 8 of 8 saved." in page.content.decode()
    assert "For your records" in page.content.decode()


def test_before_the_end_there_is_no_record(client, alice):
    rate(assignment_at(alice, 1))
    assert "For your records" not in start_page(client, alice)


def test_a_round_that_was_closed_early_leaves_a_record_of_what_she_did(client, alice, dana):
    rate(assignment_at(alice, 1))
    close_round(alice.study, by=dana)
    page = start_page(client, alice)
    assert "The round is closed." in page
    assert "1 of 8" in page


def record_of(client, last_row: dict, *, slug: str, by) -> list[str]:
    """What she reads about a finished queue of five items, of which this row is the last."""
    rows = [item_row(case, arm) for case in range(2) for arm in ("one", "two")]
    panel = Panel.opened(small_study(by=by, rows=[*rows, last_row], slug=slug), by=by)
    for assignment in panel.alice.assignments.all():
        work_on(assignment, minutes=12)
    page = start_page(client, panel.alice)
    assert [word for word in ("plant", "control", "neg_") if word in page.lower()] == []
    facts = page[page.index('<dl class="facts">') : page.index("</dl>")]
    return re.findall(r"<dd>([^<]*)</dd>", facts)


def test_the_record_is_the_same_whether_an_item_is_planted_or_not(client, dana):
    planted = record_of(client, control_row("some-id"), slug="with", by=dana)
    real = record_of(client, item_row(2, "one"), slug="without", by=dana)
    assert planted == real
    assert "5 of 5" in planted


def test_an_item_shown_twice_is_two_items_in_her_record(client, study, dana):
    study.design.repeats, study.design.repeat_gap = 2, 1
    study.design.save()
    panel = Panel.opened(study, by=dana)
    for assignment in panel.alice.assignments.all():
        rate(assignment)
    page = start_page(client, panel.alice)
    assert "You have finished. 10 of 10 saved." in page
    assert "10 as supporting" in page


# Messages.


def test_a_message_is_new_on_the_start_page_once(client, alice, dana):
    tell_panel(alice.study, "Brackets count.", by=dana, at=timezone.now())
    assert "1 new" in start_page(client, alice)
    again = start_page(client, alice)
    assert "Brackets count." in again
    assert "1 new" not in again


def test_a_colleagues_question_is_in_no_byte_of_her_page(client, alice, bob):
    ask(bob, "BOBS-QUESTION", about=assignment_at(bob, 1), at=timezone.now())
    assert Message.objects.filter(text="BOBS-QUESTION").exists()
    assert "BOBS-QUESTION" not in start_page(client, alice)


# Its cost.


@pytest.mark.parametrize("n_cases", [2, 20])
def test_the_page_costs_the_same_queries_however_many_items(
    client, dana, n_cases, django_assert_max_num_queries
):
    alice = _with_a_queue(n_cases, by=dana)
    client.force_login(alice.user)
    with django_assert_max_num_queries(15):
        page = client.get(reverse("start", args=[alice.study.public_code])).content.decode()
    assert len(states(page)) == 2 * n_cases


@pytest.mark.parametrize("n_cases", [2, 20])
def test_the_end_costs_the_same_queries_however_many_items(
    client, dana, n_cases, django_assert_max_num_queries
):
    alice = _with_a_queue(n_cases, by=dana)
    for assignment in alice.assignments.all():
        rate(assignment)
    client.force_login(alice.user)
    with django_assert_max_num_queries(23):
        page = client.get(reverse("start", args=[alice.study.public_code])).content.decode()
    assert "For your records" in page


def _with_a_queue(n_cases: int, *, by) -> Reviewer:
    rows = [item_row(case, arm) for case in range(n_cases) for arm in ("one", "two")]
    study = small_study(by=by, rows=rows)
    return Panel.opened(study, by=by).alice
