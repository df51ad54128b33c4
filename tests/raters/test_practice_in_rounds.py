"""Practice comes with every round, for those who have not come through any yet."""

from decimal import Decimal

import pytest
from django.utils import timezone

from raters.amending import add_round, add_to_the_panel, reopen_design
from raters.design.protocol import prove
from raters.letting_in import decide, in_practice
from raters.lifecycle import close_round, open_round, round_to_rate
from raters.models import Study
from raters.order_of_rating import may_open
from raters.practising import practice_of
from raters.rating import mark_as_shown
from raters.reports import study_report
from tests.raters.locked_studies import practice_row
from tests.raters.practice import EXPECTED, OTHER, answer_practice, practising, with_design
from tests.studies import Panel, import_rows, lock_in_spite, small_study

pytestmark = pytest.mark.django_db


def practise_in(number: int, reviewer, *values: int) -> None:
    places = reviewer.assignments.filter(round__kind="training", round__number=number)
    for assignment, value in zip(places.order_by("position"), values, strict=True):
        answer_practice(assignment, value)


def next_round(panel, *, by):
    close_round(panel.study, by=by)
    return add_round(panel.study, reason="Agreement over time.", by=by)


def redesigned(panel, *, by, **design):
    close_round(panel.study, by=by)
    study = Study.objects.get(pk=panel.study.pk)
    reopen_design(study, reason="A stricter mark.", by=by)
    lock_in_spite(with_design(Study.objects.get(pk=study.pk), **design), by=by)
    return open_round(Study.objects.get(pk=study.pk), by=by)


def first_in(round, reviewer):
    return reviewer.assignments.get(round=round, position=1)


def practises_in(round, reviewer) -> bool:
    places = reviewer.assignments.filter(round__kind="training", round__number=round.number)
    return places.exists()


def said(round) -> str:
    return " ".join(map(str, study_report(round, at=timezone.now()).panel.summary))


def test_whoever_did_not_pass_practises_before_the_next_round_too(dana):
    panel = practising(by=dana, attempts=1)
    practise_in(1, panel.alice, OTHER, OTHER)
    second = next_round(panel, by=dana)
    assert practises_in(second, panel.alice)
    assert not may_open(first_in(second, panel.alice))
    assert round_to_rate(panel.alice).name == "training-2"


def test_in_the_next_round_she_has_attempts_anew(dana):
    panel = practising(by=dana, attempts=1)
    practise_in(1, panel.alice, OTHER, OTHER)
    next_round(panel, by=dana)
    assert practice_of(panel.alice).n_left == 1
    practise_in(2, panel.alice, EXPECTED, EXPECTED)
    assert round_to_rate(panel.alice).name == "2"


def test_an_attempt_that_was_added_in_one_round_is_none_of_the_next(dana):
    panel = practising(by=dana, attempts=1)
    practise_in(1, panel.alice, OTHER, OTHER)
    decide(panel.alice, "one_more_attempt", reason="She was ill.", by=dana, at=timezone.now())
    next_round(panel, by=dana)
    practise_in(2, panel.alice, OTHER, OTHER)
    assert practice_of(panel.alice).waits
    assert in_practice(panel.study).waiting == ("R01",)


def test_a_decision_tells_the_practice_that_it_was_about(dana):
    panel = practising(by=dana, attempts=1)
    practise_in(1, panel.alice, OTHER, OTHER)
    decision = decide(panel.alice, "let_in", reason="Debatable.", by=dana, at=timezone.now())
    assert decision.round.name == "training-1"


def test_whoever_passed_is_not_asked_again(dana):
    panel = practising(by=dana)
    practise_in(1, panel.alice, EXPECTED, EXPECTED)
    second = next_round(panel, by=dana)
    assert not practises_in(second, panel.alice)
    assert may_open(first_in(second, panel.alice))


def test_nor_is_whoever_was_let_in(dana):
    panel = practising(by=dana, attempts=1)
    practise_in(1, panel.alice, OTHER, OTHER)
    decide(panel.alice, "let_in", reason="Debatable.", by=dana, at=timezone.now())
    second = next_round(panel, by=dana)
    assert not practises_in(second, panel.alice)
    assert may_open(first_in(second, panel.alice))


def test_whoever_began_to_rate_an_earlier_round_practises_before_the_next(dana):
    panel = practising(by=dana)
    mark_as_shown(first_in(panel.round, panel.alice), at=timezone.now())
    assert may_open(first_in(panel.round, panel.alice))
    second = next_round(panel, by=dana)
    assert not may_open(first_in(second, panel.alice))


def test_a_late_reviewer_practises_in_whatever_round_she_joins(dana):
    panel = practising(by=dana)
    for reviewer in (panel.alice, panel.bob):
        practise_in(1, reviewer, EXPECTED, EXPECTED)
    second = next_round(panel, by=dana)
    late = add_to_the_panel(panel.study, stratum="", reason="Illness.", by=dana)
    assert practises_in(second, late)
    assert not may_open(first_in(second, late))


def test_a_late_reviewer_practises_where_an_earlier_release_drew_the_round(dana, monkeypatch):
    panel = practising(by=dana)
    with monkeypatch.context() as patched:
        patched.setattr("raters.locking.draw_practice_before", lambda round, reviewers: None)
        second = next_round(panel, by=dana)
    late = add_to_the_panel(panel.study, stratum="", reason="Illness.", by=dana)
    assert practice_of(late).round.is_open
    assert practises_in(second, late)


def test_a_redesign_asks_its_own_mark_of_those_who_have_not_passed(dana):
    panel = practising(by=dana, mark="0.5")
    practise_in(1, panel.alice, EXPECTED, OTHER)
    practise_in(1, panel.bob, OTHER, OTHER)
    second = redesigned(panel, by=dana, practice_pass_mark=Decimal("0.9"))
    assert not practises_in(second, panel.alice)
    practise_in(2, panel.bob, EXPECTED, OTHER)
    assert practice_of(panel.bob).has_failed


def test_practice_that_a_redesign_adds_comes_before_its_round(dana):
    panel = Panel.opened(small_study(by=dana), by=dana)
    close_round(panel.study, by=dana)
    reopen_design(Study.objects.get(pk=panel.study.pk), reason="Practice.", by=dana)
    import_rows(panel.study, [practice_row("p-1")], by=dana)
    lock_in_spite(Study.objects.get(pk=panel.study.pk), by=dana)
    second = open_round(Study.objects.get(pk=panel.study.pk), by=dana)
    assert practises_in(second, panel.alice)
    assert not may_open(first_in(second, panel.alice))


def test_what_each_round_practises_is_sealed_with_its_protocol(dana):
    panel = practising(by=dana)
    practise_in(1, panel.alice, EXPECTED, EXPECTED)
    next_round(panel, by=dana)
    protocol = panel.study.protocols.order_by("version").last()
    queues = protocol.secret["queues"]
    assert {each["reviewer"]: len(each["training_order"]) for each in queues} == {
        "R01": 0,
        "R02": 2,
    }
    assert not list(prove(protocol.document, protocol.secret))


def test_the_report_tells_the_mark_that_applied_to_each(dana):
    panel = practising(by=dana, mark="0.5")
    practise_in(1, panel.alice, EXPECTED, OTHER)
    second = redesigned(panel, by=dana, practice_pass_mark=Decimal("0.9"))
    practise_in(2, panel.bob, EXPECTED, EXPECTED)
    told = said(second)
    assert "had to be passed by R01 with 0.5 of the expected answers" in told
    assert "had to be passed by R02 with 0.9 of the expected answers" in told
    assert "Passed practice at attempt 1: 2." in told


def test_a_later_mark_is_not_told_of_those_who_passed_before_it(dana):
    panel = practising(by=dana, mark="0.5")
    for reviewer in (panel.alice, panel.bob):
        practise_in(1, reviewer, EXPECTED, OTHER)
    second = redesigned(panel, by=dana, practice_pass_mark=Decimal("0.9"))
    told = said(second)
    assert "had to be passed with 0.5 of the expected answers" in told
    assert "0.9" not in told


def test_attempts_are_counted_over_the_rounds(dana):
    panel = practising(by=dana)
    practise_in(1, panel.alice, OTHER, OTHER)
    second = next_round(panel, by=dana)
    practise_in(2, panel.alice, EXPECTED, EXPECTED)
    assert "Passed practice at attempt 2: 1." in said(second)


def test_the_report_of_an_earlier_round_tells_nothing_of_later_practice(dana):
    panel = practising(by=dana)
    practise_in(1, panel.alice, OTHER, OTHER)
    next_round(panel, by=dana)
    practise_in(2, panel.alice, EXPECTED, EXPECTED)
    panel.round.refresh_from_db()
    assert "Have not passed practice: R01, R02." in said(panel.round)


def test_whoever_practised_without_a_mark_is_told_apart(dana):
    panel = practising(by=dana, mark=None)
    practise_in(1, panel.alice, OTHER, OTHER)
    second = redesigned(panel, by=dana, practice_pass_mark=Decimal("0.9"))
    practise_in(2, panel.bob, EXPECTED, EXPECTED)
    told = said(second)
    assert "Practised without a share being asked for: R01." in told
    assert "Passed practice at attempt 1: 1." in told


def test_the_report_names_who_had_no_practice(dana, monkeypatch):
    panel = practising(by=dana)
    monkeypatch.setattr("raters.handing_over.draw_practice_before", lambda round, reviewers: None)
    add_to_the_panel(panel.study, stratum="", reason="Illness.", by=dana)
    assert "Had no practice: R03." in said(panel.round)
