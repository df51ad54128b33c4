"""Practice ends attempt by attempt; with a pass mark it is passed, repeated or decided upon."""

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.http import QueryDict
from django.utils import timezone

from raters.append_only_guard import guarded_tables, remove_guards
from raters.letting_in import decide, in_practice
from raters.lifecycle import NotPermitted, close_round, round_to_rate
from raters.models import Draft, PracticeDecision, PracticeOutcome
from raters.practising import attempt_of, practice_of, practise_again, settled_practice_of
from raters.rating import (
    BegunAgain,
    current_answer,
    defer,
    report_defect,
    save_draft,
    submit,
)
from tests.raters.practice import (
    EXPECTED,
    OTHER,
    answer_practice,
    practice_items,
    practise,
    practising,
)
from tests.studies import complete_answers, rate

pytestmark = pytest.mark.django_db

Kind = PracticeDecision.Kind


def again(reviewer) -> bool:
    return practise_again(reviewer, at=timezone.now())


def results(reviewer) -> list[tuple]:
    rows = reviewer.practice_outcomes.order_by("attempt")
    return list(rows.values_list("attempt", "n_hits", "n_answers", "passed"))


def test_an_attempt_ends_with_the_last_answer_that_was_missing(dana):
    alice = practising(by=dana).alice
    first, second = practice_items(alice)
    answer_practice(first, EXPECTED)
    assert results(alice) == []
    answer_practice(second, OTHER)
    assert results(alice) == [(1, 1, 2, False)]


def test_what_came_of_an_attempt_is_recorded_once(dana):
    alice = practising(by=dana).alice
    practise(alice, OTHER, OTHER)
    answer_practice(practice_items(alice)[0], EXPECTED)
    assert results(alice) == [(1, 0, 2, False)]


def test_the_first_answer_of_an_attempt_counts_since_the_key_is_shown_after_it(dana):
    alice = practising(by=dana).alice
    first, second = practice_items(alice)
    answer_practice(first, OTHER)
    answer_practice(first, EXPECTED)
    answer_practice(second, OTHER)
    assert results(alice) == [(1, 0, 2, False)]


@pytest.mark.parametrize(("mark", "passes"), [("0.5", True), ("0.501", False), ("1", False)])
def test_a_share_that_is_just_reached_is_a_pass(dana, mark, passes):
    alice = practising(by=dana, mark=mark).alice
    practise(alice, EXPECTED, OTHER)
    assert alice.practice_outcomes.get().passed == passes


@pytest.mark.parametrize(("mark", "asked"), [("0.5", 1), ("0.501", 2), ("1", 2)])
def test_a_share_is_told_as_a_whole_number_of_answers(dana, mark, asked):
    alice = practising(by=dana, mark=mark).alice
    practise(alice, OTHER, OTHER)
    assert alice.practice_outcomes.get().n_asked_for == asked


def test_without_a_pass_mark_every_attempt_passes(dana):
    panel = practising(by=dana, mark=None)
    practise(panel.alice, OTHER, OTHER)
    assert results(panel.alice) == [(1, 0, 2, True)]
    assert round_to_rate(panel.alice) == panel.round


def test_an_item_reported_as_defective_has_no_hit(dana):
    alice = practising(by=dana).alice
    first, second = practice_items(alice)
    told = {"defect": "other", "reason": "It is cut off.", "base_revision": 0}
    report_defect(first, **told, at=timezone.now())
    answer_practice(second, EXPECTED)
    assert results(alice) == [(1, 1, 2, False)]


def test_whoever_passes_goes_on_to_the_items(dana):
    panel = practising(by=dana)
    practise(panel.alice, EXPECTED, EXPECTED)
    assert round_to_rate(panel.alice) == panel.round


def test_whoever_does_not_pass_stays_with_practice(dana):
    panel = practising(by=dana)
    practise(panel.alice, EXPECTED, OTHER)
    assert round_to_rate(panel.alice).kind == "training"


def test_another_attempt_begins_with_every_item_unanswered(dana):
    alice = practising(by=dana).alice
    practise(alice, OTHER, OTHER)
    assert again(alice)
    mine = alice.assignments.filter(round__kind="training")
    assert (mine.rated().count(), mine.unrated().count()) == (0, 2)


def test_what_was_answered_before_stays_on_record(dana):
    alice = practising(by=dana).alice
    practise(alice, OTHER, OTHER)
    again(alice)
    practise(alice, EXPECTED, EXPECTED)
    revisions = [list(a.ratings.values_list("revision", flat=True)) for a in practice_items(alice)]
    assert revisions == [[1, 2], [1, 2]]
    assert results(alice) == [(1, 0, 2, False), (2, 2, 2, True)]


def test_the_same_answers_again_are_an_answer_of_the_new_attempt(dana):
    alice = practising(by=dana).alice
    practise(alice, OTHER, OTHER)
    again(alice)
    practise(alice, OTHER, OTHER)
    assert results(alice) == [(1, 0, 2, False), (2, 0, 2, False)]


def test_the_same_defect_again_is_an_answer_of_the_new_attempt(dana):
    alice = practising(by=dana, n_practice=1).alice
    [item] = practice_items(alice)
    told = {"defect": "other", "reason": "It is cut off."}
    report_defect(item, **told, base_revision=0, at=timezone.now())
    again(alice)
    report_defect(item, **told, base_revision=1, at=timezone.now())
    assert results(alice) == [(1, 0, 1, False), (2, 0, 1, False)]


def test_within_an_attempt_the_same_answers_twice_are_one_answer(dana):
    alice = practising(by=dana).alice
    first, _second = practice_items(alice)
    answer_practice(first, OTHER)
    rate(first, value=OTHER)
    assert first.ratings.count() == 1


def test_a_submission_that_arrived_before_another_attempt_began_is_not_taken_twice(dana):
    alice = practising(by=dana).alice
    first, second = practice_items(alice)
    sent = {"base_revision": 0, "submission": uuid4()}
    answers = complete_answers(first, value=OTHER)
    submit(first, answers, **sent, at=timezone.now())
    answer_practice(second, OTHER)
    again(alice)
    first.refresh_from_db()
    submit(first, answers, **sent, at=timezone.now())
    assert (first.ratings.count(), current_answer(first)) == (1, None)


def test_words_that_were_left_in_a_form_do_not_stand_in_the_new_attempt(dana):
    alice = practising(by=dana).alice
    practise(alice, OTHER, OTHER)
    first = practice_items(alice)[0]
    Draft.objects.filter(assignment=first).delete()
    words = {"study": alice.study, "assignment": first, "saved_at": timezone.now()}
    Draft.objects.create(**words, fields={"justification": ["Half a thought"]})
    again(alice)
    assert Draft.objects.get(assignment=first).fields == {}


def test_beginning_again_twice_is_beginning_once(dana):
    alice = practising(by=dana).alice
    practise(alice, OTHER, OTHER)
    assert (again(alice), again(alice)) == (True, False)


def test_what_is_passed_cannot_be_repeated(dana):
    alice = practising(by=dana).alice
    practise(alice, EXPECTED, EXPECTED)
    assert not again(alice)


def test_an_attempt_under_way_cannot_be_thrown_away(dana):
    alice = practising(by=dana).alice
    answer_practice(practice_items(alice)[0], OTHER)
    assert not again(alice)


def test_without_attempts_left_practice_cannot_be_repeated(dana):
    alice = practising(by=dana, attempts=1).alice
    practise(alice, OTHER, OTHER)
    assert practice_of(alice).waits
    assert not again(alice)


def test_attempts_are_counted_down(dana):
    alice = practising(by=dana, attempts=2).alice
    practise(alice, OTHER, OTHER)
    assert practice_of(alice).n_left == 1
    again(alice)
    practise(alice, OTHER, OTHER)
    assert practice_of(alice).n_left == 0


def test_one_more_attempt_is_one_more(dana):
    alice = practising(by=dana, attempts=1).alice
    practise(alice, OTHER, OTHER)
    decide(alice, Kind.ONE_MORE_ATTEMPT, reason="She was ill.", by=dana, at=timezone.now())
    assert again(alice)
    practise(alice, OTHER, OTHER)
    assert practice_of(alice).waits


def test_whoever_is_let_in_rates_without_having_passed(dana):
    panel = practising(by=dana, attempts=1)
    practise(panel.alice, OTHER, OTHER)
    decide(panel.alice, Kind.LET_IN, reason="The key is debatable.", by=dana, at=timezone.now())
    assert round_to_rate(panel.alice) == panel.round


def test_a_decision_is_logged_with_its_reason(dana):
    panel = practising(by=dana, attempts=1)
    practise(panel.alice, OTHER, OTHER)
    decide(panel.alice, Kind.LET_IN, reason=" The key is debatable. ", by=dana, at=timezone.now())
    event = panel.study.audit_events.get(verb="practice decided")
    assert event.details["reason"] == "The key is debatable."
    assert event.actor == dana


def test_that_somebody_did_not_pass_is_logged(dana):
    panel = practising(by=dana)
    practise(panel.alice, OTHER, OTHER)
    event = panel.study.audit_events.get(verb="practice not passed")
    assert event.details == {"reviewer": "R01", "attempt": 1}


@pytest.mark.parametrize("reason", ["", "  \n"])
def test_a_decision_without_a_reason_is_refused(dana, reason):
    alice = practising(by=dana, attempts=1).alice
    practise(alice, OTHER, OTHER)
    with pytest.raises(NotPermitted, match="needs a reason"):
        decide(alice, Kind.LET_IN, reason=reason, by=dana, at=timezone.now())


def test_a_second_decision_at_the_same_time_is_refused(dana):
    alice = practising(by=dana, attempts=1).alice
    practise(alice, OTHER, OTHER)
    told = {"reason": "She was ill.", "by": dana, "at": timezone.now()}
    decide(alice, Kind.ONE_MORE_ATTEMPT, **told)
    with pytest.raises(NotPermitted, match="moved on"):
        decide(alice, Kind.ONE_MORE_ATTEMPT, **told)


def test_nobody_is_let_in_before_she_has_tried(dana):
    alice = practising(by=dana).alice
    with pytest.raises(NotPermitted):
        decide(alice, Kind.LET_IN, reason="A friend.", by=dana, at=timezone.now())


def test_those_who_wait_are_told_to_the_study(dana):
    panel = practising(by=dana, attempts=1)
    practise(panel.alice, OTHER, OTHER)
    practise(panel.bob, EXPECTED, EXPECTED)
    assert in_practice(panel.study).waiting == ("R01",)


def test_each_has_attempts_of_her_own(dana):
    panel = practising(by=dana)
    practise(panel.alice, OTHER, OTHER)
    again(panel.alice)
    assert not practice_of(panel.bob).outcomes
    assert panel.bob.assignments.filter(again_since__isnull=False).count() == 0


def test_practice_that_was_answered_before_outcomes_were_recorded_is_over(dana):
    alice = practising(by=dana, mark=None).alice
    practise(alice, OTHER, OTHER)
    assert replace(practice_of(alice), outcomes=(), has_ended=False).is_over


def test_the_mark_is_the_one_that_was_sealed(dana):
    panel = practising(by=dana, mark="0.5")
    assert str(practice_of(panel.alice).rules.pass_mark) == "0.5"
    assert panel.study.protocols.get().document["practice"] == {"pass_mark": "0.5"}


def test_practice_ends_with_the_round(dana):
    panel = practising(by=dana)
    close_round(panel.study, by=dana)
    assert practice_of(panel.alice) is None
    assert round_to_rate(panel.alice) == panel.round


def test_an_answer_from_before_is_none_of_the_attempt(dana):
    alice = practising(by=dana).alice
    first = practice_items(alice)[0]
    rating = answer_practice(first, OTHER)
    first.again_since = rating.submitted_at + timedelta(seconds=1)
    first.save()
    assert current_answer(first) is None
    assert alice.assignments.filter(pk=first.pk).unrated().exists()


def test_an_answer_from_before_still_makes_the_item_hers(dana):
    alice = practising(by=dana).alice
    practise(alice, OTHER, OTHER)
    again(alice)
    assert alice.assignments.filter(round__kind="training").started().count() == 2


def test_the_database_keeps_outcomes_and_decisions_as_they_are():
    tables = {PracticeOutcome._meta.db_table, PracticeDecision._meta.db_table}
    assert tables <= set(guarded_tables())


def test_a_share_of_a_third_asks_for_what_the_page_says(dana):
    alice = practising(by=dana, mark="0.667", n_practice=3).alice
    practise(alice, EXPECTED, EXPECTED, OTHER)
    outcome = alice.practice_outcomes.get()
    assert (outcome.n_asked_for, outcome.passed) == (3, False)


def test_while_another_attempt_is_under_way_nobody_is_let_in(dana):
    alice = practising(by=dana).alice
    practise(alice, OTHER, OTHER)
    again(alice)
    with pytest.raises(NotPermitted, match="begun another attempt"):
        decide(alice, Kind.LET_IN, reason="Debatable.", by=dana, at=timezone.now())
    practise(alice, OTHER, OTHER)
    decide(alice, Kind.LET_IN, reason="Debatable.", by=dana, at=timezone.now())


def forget_outcomes(reviewer) -> None:
    remove_guards()
    reviewer.practice_outcomes.all()._raw_delete("default")


def test_an_outcome_that_is_missing_is_recorded_when_it_is_found(dana):
    alice = practising(by=dana).alice
    practise(alice, EXPECTED, EXPECTED)
    forget_outcomes(alice)
    settled_practice_of(alice, at=timezone.now())
    assert results(alice) == [(1, 2, 2, True)]


def test_nothing_is_recorded_of_an_attempt_that_is_under_way(dana):
    alice = practising(by=dana).alice
    answer_practice(practice_items(alice)[0], EXPECTED)
    settled_practice_of(alice, at=timezone.now())
    assert results(alice) == []


def begun_again(dana):
    """Alice's first practice item, and the mark of a page that she opened in her first attempt."""
    alice = practising(by=dana).alice
    practise(alice, OTHER, OTHER)
    first = practice_items(alice)[0]
    page = attempt_of(first)
    again(alice)
    return first, page


def submitted(assignment, **told):
    answers = complete_answers(assignment, value=EXPECTED)
    return submit(assignment, answers, base_revision=1, at=timezone.now(), **told)


def saved(assignment, attempt=""):
    words = QueryDict(f"justification=Half+a+thought&attempt={attempt}")
    return save_draft(assignment, words, base_version=0, at=timezone.now())


def reported(assignment, **told):
    told |= {"defect": "other", "reason": "It is cut off.", "base_revision": 1}
    return report_defect(assignment, **told, at=timezone.now())


def put_off(assignment, **told):
    return defer(assignment, **told, at=timezone.now())


WAYS = [submitted, saved, reported, put_off]


@pytest.mark.parametrize("way", WAYS)
def test_a_page_of_an_earlier_attempt_answers_for_no_other(dana, way):
    first, page = begun_again(dana)
    with pytest.raises(BegunAgain):
        way(first, attempt=page)
    first.refresh_from_db()
    assert (first.ratings.count(), first.deferred_at) == (1, None)


@pytest.mark.parametrize("way", WAYS)
def test_a_page_of_this_attempt_is_taken(dana, way):
    first, _page = begun_again(dana)
    first.refresh_from_db()
    way(first, attempt=attempt_of(first))


def test_a_page_that_tells_of_no_attempt_is_taken(dana):
    first, _page = begun_again(dana)
    first.refresh_from_db()
    assert submitted(first).revision == 2


def test_a_live_round_knows_no_attempts(dana):
    panel = practising(by=dana)
    practise(panel.alice, EXPECTED, EXPECTED)
    item = panel.alice.assignments.get(round=panel.round, position=1)
    assert attempt_of(item) == ""
    answers = complete_answers(item)
    submit(item, answers, base_revision=0, attempt="0", at=timezone.now())
