"""Every queue holds what was allotted and nothing else, and is the same on every machine."""

import hashlib
from collections import Counter

import pytest

from raters.allocating import Units, planned_allocation
from raters.design.allocation import anchor_and_rotate
from raters.design.protocol import canonical
from raters.drawing import draw_training_queues, report_of_queue
from raters.lifecycle import start_pilot
from raters.locked_facts import locked_study
from raters.models import Assignment, DrawnQueue, Item, Round
from raters.panel import add_reviewers
from tests.raters.locked_studies import fixed, locked, practice_row, rotating
from tests.studies import default_rows, item_row, lock_in_spite, small_study

pytestmark = pytest.mark.django_db

# Of all orders of the fixed protocol, on any machine and on any database.
ALL_ORDERS = "c444d51189f6203f4ea136a79fe6b05dc70dec1e21b1991ea1eb6d100d537f3c"


def shown(reviewer, *, showing=Assignment.FIRST, kind=Round.Kind.LIVE) -> list[str]:
    mine = reviewer.assignments.filter(showing=showing, round__kind=kind)
    return sorted(mine.values_list("item__source_id", flat=True))


def test_crossed_everybody_gets_every_item_and_every_control(study, dana):
    locked(study, 3, by=dana)
    everything = sorted(row["id"] for row in default_rows())
    assert [shown(reviewer) for reviewer in study.reviewers.all()] == [everything] * 3


def test_rotating_each_reviewer_gets_what_was_allotted_to_her_and_all_controls(dana):
    study = rotating(by=dana)
    allotted = planned_allocation(study).by_reviewer()
    queues = {reviewer.pseudonym: shown(reviewer) for reviewer in study.reviewers.all()}
    assert queues == {name: sorted([*keys, "ctl"]) for name, keys in allotted.items()}


def test_hidden_repeats_are_real_items_of_the_same_queue(dana):
    study = rotating(by=dana, repeats=2, repeat_gap=2)
    for reviewer in study.reviewers.all():
        again = shown(reviewer, showing=Assignment.SECOND)
        assert len(again) == 2
        assert set(again) <= set(shown(reviewer)) - {"ctl"}


def test_nobody_gets_an_item_for_training_in_a_live_round(dana):
    rows = [*default_rows(), practice_row("practice")]
    study = locked(small_study(by=dana, rows=rows), 2, by=dana)
    for reviewer in study.reviewers.all():
        assert "practice" not in shown(reviewer)
        assert shown(reviewer, kind=Round.Kind.TRAINING) == ["practice"]


def test_the_anchors_drawn_at_the_lock_are_marked_and_those_of_the_pure_function(dana):
    study = rotating(by=dana)
    units, members = Units(study), planned_allocation(study).panel
    drawn = anchor_and_rotate(units.pool(), members, per_item=2, anchors=3, seed=study.seed)
    marked = study.items.filter(is_anchor=True).values_list("source_id", flat=True)
    assert sorted(marked) == sorted(drawn.anchors)


def test_anchors_that_were_picked_stay_as_picked(dana):
    rows = [item_row(case, "arm") for case in range(8)]
    study = small_study(by=dana, rows=rows)
    study.items.filter(source_id__in=["case-1/arm", "case-5/arm"]).update(is_anchor=True)
    picked = {"allocation": "anchor_and_rotate", "anchors_drawn": False}
    locked(study, 3, by=dana, **picked)
    marked = study.items.filter(is_anchor=True).values_list("source_id", flat=True)
    assert set(marked) == {"case-1/arm", "case-5/arm"}
    assert all({"case-1/arm", "case-5/arm"} <= set(shown(r)) for r in study.reviewers.all())


def test_side_by_side_a_page_holds_all_outputs_to_a_case_under_letters(study, dana):
    locked(study, 2, by=dana, side_by_side=True, repeats=1, repeat_gap=2)
    for reviewer in study.reviewers.all():
        pages: dict[int, list[Assignment]] = {}
        for row in reviewer.assignments.select_related("item").in_presentation_order():
            pages.setdefault(row.page, []).append(row)
        for rows in pages.values():
            whole = rows[0].item.case.items.count()
            assert [row.label for row in rows] == ["A", "B", "C"][:whole]
            assert [row.position for row in rows] == list(
                range(rows[0].position, rows[0].position + whole)
            )


def test_side_by_side_the_letters_of_an_arm_differ_between_pages(dana):
    rows = [item_row(case, arm) for case in range(10) for arm in ("one", "other")]
    study = locked(small_study(by=dana, rows=rows), 1, by=dana, side_by_side=True)
    [reviewer] = study.reviewers.all()
    letters = reviewer.assignments.filter(item__arm__name="one").values_list("label", flat=True)
    assert set(letters) == {"A", "B"}


def test_without_side_by_side_no_place_has_a_page_or_a_letter(panel):
    assert set(Assignment.objects.values_list("page", "label")) == {(None, "")}


@pytest.mark.parametrize("side_by_side", [False, True])
def test_the_stored_report_of_an_order_is_that_of_the_stored_places(study, dana, side_by_side):
    locked(study, 2, by=dana, side_by_side=side_by_side, repeats=1, repeat_gap=2)
    for queue in DrawnQueue.objects.all():
        fresh = vars(report_of_queue(queue.round, queue.reviewer))
        fresh["controls_by_third"] = list(fresh["controls_by_third"])
        assert queue.report == fresh


def test_the_orders_are_the_same_on_every_machine_and_database(dana):
    study = fixed(by=dana)
    protocol = lock_in_spite(study, by=dana)
    facts = locked_study(study, version=protocol.version, at=protocol.locked_at)
    orders = canonical([facts.allocation, facts.orders, facts.training_orders])
    assert hashlib.sha256(orders).hexdigest() == ALL_ORDERS


def test_the_fixed_protocol_has_ids_that_databases_sort_differently(dana):
    study = fixed(by=dana)
    ids = list(study.items.values_list("source_id", flat=True))
    assert sorted(ids) != sorted(ids, key=str.casefold)
    assert any(not key.isascii() for key in ids)


def test_a_pilot_shows_the_same_few_items_to_everybody(study, dana):
    reviewers = add_reviewers(study, 2, by=dana)
    start_pilot(study, reviewers, n_items=2, by=dana)
    roles = [Counter(r.assignments.values_list("item__role", flat=True)) for r in reviewers]
    pilots = [shown(reviewer, kind=Round.Kind.PILOT) for reviewer in reviewers]
    assert roles[0] == {Item.Role.REAL: 2, Item.Role.CONTROL: 2}
    assert pilots[0] == pilots[1]


def test_who_has_a_queue_keeps_it(panel):
    assert draw_training_queues(panel.round, [panel.alice, panel.bob]) == 0
    assert panel.alice.assignments.count() == panel.study.items.count()
