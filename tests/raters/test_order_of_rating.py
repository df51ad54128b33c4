"""Practice first, and in strict order one item after the other."""

from uuid import uuid4

import pytest
from django.http import QueryDict
from django.utils import timezone

from raters.lifecycle import start_pilot
from raters.models import Rating
from raters.order_of_rating import NotHerTurn, current_of, is_strict, may_open, require_turn
from raters.panel import add_reviewers
from raters.rating import defer, mark_as_shown, report_defect, save_draft, submit
from tests.raters.locked_studies import practice_row
from tests.raters.practice import (
    EXPECTED,
    OTHER,
    first_live,
    practice_items,
    practise,
    practising,
    with_design,
)
from tests.studies import (
    Panel,
    assignment_at,
    complete_answers,
    default_rows,
    rate,
    small_study,
)

pytestmark = pytest.mark.django_db


def strict_panel(dana) -> Panel:
    study = with_design(small_study(by=dana), strict_order=True)
    return Panel.opened(study, by=dana)


def saved(assignment):
    words = QueryDict("justification=Half+a+thought")
    return save_draft(assignment, words, base_version=0, at=timezone.now())


def put_off(assignment):
    return defer(assignment, at=timezone.now())


def defective(assignment):
    told = {"defect": "other", "reason": "It is cut off.", "base_revision": 0}
    return report_defect(assignment, **told, at=timezone.now())


WAYS = [require_turn, saved, put_off, defective, rate]


@pytest.mark.parametrize("way", WAYS)
def test_before_practice_nothing_is_opened_or_taken(dana, way):
    panel = practising(by=dana)
    with pytest.raises(NotHerTurn, match="Practice comes first"):
        way(first_live(panel.alice))


@pytest.mark.parametrize("way", WAYS)
def test_nor_is_it_when_practice_was_not_passed(dana, way):
    panel = practising(by=dana)
    practise(panel.alice, OTHER, OTHER)
    with pytest.raises(NotHerTurn):
        way(first_live(panel.alice))


@pytest.mark.parametrize("way", WAYS)
def test_after_practice_everything_is_open(dana, way):
    panel = practising(by=dana)
    practise(panel.alice, EXPECTED, EXPECTED)
    way(first_live(panel.alice))


def test_without_a_pass_mark_practice_comes_first_too(dana):
    panel = practising(by=dana, mark=None)
    assert not may_open(first_live(panel.alice))
    practise(panel.alice, OTHER, OTHER)
    assert may_open(first_live(panel.alice))


def test_practice_itself_is_always_open(dana):
    alice = practising(by=dana, attempts=1).alice
    practise(alice, OTHER, OTHER)
    assert all(may_open(each) for each in practice_items(alice))


def test_whoever_has_begun_to_rate_is_never_locked_out(dana):
    panel = practising(by=dana)
    mark_as_shown(first_live(panel.alice), at=timezone.now())
    assert may_open(first_live(panel.alice))
    assert may_open(panel.alice.assignments.get(round=panel.round, position=2))


def test_a_pilot_is_open_without_practice_and_in_any_order(dana):
    rows = [*default_rows(), practice_row("p-1")]
    study = with_design(small_study(by=dana, rows=rows), strict_order=True)
    [alice] = add_reviewers(study, 1, by=dana)
    round = start_pilot(study, [alice], n_items=3, by=dana)
    assert may_open(alice.assignments.get(round=round, position=2))


def test_in_strict_order_only_the_next_item_is_open(dana):
    alice = strict_panel(dana).alice
    assert [each.position for each in alice.assignments.all() if may_open(each)] == [1]
    rate(assignment_at(alice, 1))
    assert [each.position for each in alice.assignments.all() if may_open(each)] == [2]


def test_what_is_submitted_is_not_changed_in_strict_order(dana):
    alice = strict_panel(dana).alice
    rate(assignment_at(alice, 1))
    with pytest.raises(NotHerTurn, match="submitted once"):
        rate(assignment_at(alice, 1), value=1)


def test_a_draft_of_what_is_submitted_is_refused_in_strict_order(dana):
    alice = strict_panel(dana).alice
    rate(assignment_at(alice, 1))
    with pytest.raises(NotHerTurn):
        saved(assignment_at(alice, 1))


@pytest.mark.parametrize("way", [saved, defective, rate])
def test_a_later_item_is_not_reached_in_strict_order(dana, way):
    alice = strict_panel(dana).alice
    with pytest.raises(NotHerTurn, match="this one is next") as refusal:
        way(assignment_at(alice, 3))
    assert refusal.value.leads_to == assignment_at(alice, 1)


def test_nothing_is_put_off_in_strict_order(dana):
    alice = strict_panel(dana).alice
    with pytest.raises(NotHerTurn, match="none can be put off"):
        put_off(assignment_at(alice, 1))
    assert not alice.assignments.deferred().exists()


def test_a_submission_that_is_sent_again_is_taken_once_in_strict_order(dana):
    alice = strict_panel(dana).alice
    first = assignment_at(alice, 1)
    answers, sent = complete_answers(first), {"base_revision": 0, "submission": uuid4()}
    one = submit(first, answers, **sent, at=timezone.now())
    other = submit(first, answers, **sent, at=timezone.now())
    assert one == other
    assert Rating.objects.count() == 1


def test_the_same_answers_without_a_name_are_the_same_rating_in_strict_order(dana):
    first = assignment_at(strict_panel(dana).alice, 1)
    assert rate(first) == rate(first)


def test_a_defective_item_makes_way_for_the_next_in_strict_order(dana):
    alice = strict_panel(dana).alice
    defective(assignment_at(alice, 1))
    assert current_of(alice, first_live(alice).round) == assignment_at(alice, 2)


def test_at_the_end_nothing_is_open_in_strict_order(dana):
    alice = strict_panel(dana).alice
    for assignment in alice.assignments.in_presentation_order():
        rate(assignment)
    assert not any(may_open(each) for each in alice.assignments.all())


def test_strict_order_is_what_was_sealed_and_not_what_the_design_says_now(dana):
    panel = strict_panel(dana)
    assert is_strict(panel.round)
    panel.round.study.design.strict_order = False
    assert is_strict(panel.round)


def test_practice_is_in_no_strict_order(dana):
    panel = practising(by=dana, strict_order=True)
    assert all(may_open(each) for each in practice_items(panel.alice))


def test_without_the_option_every_item_is_open(dana):
    panel = Panel.opened(small_study(by=dana), by=dana)
    assert all(may_open(each) for each in panel.alice.assignments.all())
