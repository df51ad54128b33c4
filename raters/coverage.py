"""Who rates what, in which order, and how even is it? For the page of allocation and order."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from raters.allocating import Units, planned_allocation, stored_allocation
from raters.design.allocation import Allocation, AllocationReport, allocation_report
from raters.design.capacity import Infeasible
from raters.design.ordering import (
    Draw,
    OrderReport,
    broken_constraints,
    drawn_places,
    order_report,
)
from raters.drawing import queue_items, rules_of
from raters.figures import MatrixFigure, matrix_figure
from raters.models import DrawnQueue, Round, Study
from raters.states import Action, permits

# Above so many places the orders are drawn at the lock, and not for a look at the page.
MOST_PLACES_TO_TRY = 20_000


@dataclass(frozen=True)
class QueueLine:
    """One reviewer's queue: how long, and what the rules of order came to."""

    pseudonym: str
    report: OrderReport
    broken: tuple[str, ...]


@dataclass(frozen=True)
class Coverage:
    report: AllocationReport
    matrix: MatrixFigure
    queues: tuple[QueueLine, ...]
    is_drawn: bool


def coverage_of(study: Study) -> Coverage | None:
    """As it was drawn, or as it would be. None without items or reviewers; raises Infeasible."""
    round, units = _drawn_round(study), Units(study)
    if not _is_something_to_share_out(study, units):
        return None
    allocation = _allocation(study, round, units)
    queues = _stored_queues(round) if round else _tried_queues(study, units, allocation)
    report = allocation_report(allocation)
    return Coverage(report, _matrix(report), tuple(queues), is_drawn=round is not None)


def coverage_rows(study: Study) -> Iterator[dict]:
    """One row for each reviewer and unit: the matrix as a table. Raises Infeasible."""
    units = Units(study)
    if not _is_something_to_share_out(study, units):
        return
    report = allocation_report(_allocation(study, _drawn_round(study), units))
    anchors = set(report.anchors)
    for name, row in zip(report.reviewers, report.coverage, strict=True):
        for key, is_hers in zip(report.items, row, strict=True):
            if is_hers:
                kind = "anchor" if key in anchors else "rotated"
                yield {"reviewer": name, "item": key, "set": kind}


def _drawn_round(study: Study) -> Round | None:
    """The round whose queues are stored; None while the design may still change."""
    if permits(study.state, Action.CHANGE_DESIGN):
        return None
    return study.rounds.live().order_by("number").last()


def _is_something_to_share_out(study: Study, units: Units) -> bool:
    return bool(units.items) and study.reviewers.on_the_panel().exists()


def _allocation(study: Study, round: Round | None, units: Units) -> Allocation:
    return stored_allocation(round) if round else planned_allocation(study, units)


def _matrix(report: AllocationReport) -> MatrixFigure:
    anchors = set(report.anchors)
    kinds = ["anchor" if key in anchors else "rotated" for key in report.items]
    rows = list(zip(report.reviewers, report.coverage, strict=True))
    return matrix_figure(rows, kinds=kinds)


def _stored_queues(round: Round) -> Iterator[QueueLine]:
    rows = DrawnQueue.objects.filter(round=round).select_related("reviewer")
    for row in rows.order_by("reviewer__pseudonym"):
        stored = row.report | {"controls_by_third": tuple(row.report["controls_by_third"])}
        yield _line(row.reviewer.pseudonym, OrderReport(**stored))


def _tried_queues(study: Study, units: Units, allocation: Allocation) -> Iterator[QueueLine]:
    planted = list(study.items.controls().select_related("case", "arm"))
    allotted = allocation.by_reviewer()
    if sum(map(len, allotted.values())) > MOST_PLACES_TO_TRY:
        return
    for name in sorted(allotted):
        items = [item for key in allotted[name] for item in units.items[key]] + planted
        entries, rules = queue_items(items), rules_of(study)
        draw = Draw(study.seed, 1, name)
        places = drawn_places(entries, draw=draw, rules=rules)
        yield _line(name, order_report(places, entries, rules=rules))


def _line(pseudonym: str, report: OrderReport) -> QueueLine:
    broken = tuple(phrase.through(_) for phrase in broken_constraints(report))
    return QueueLine(pseudonym, report, broken)


def why_infeasible(study: Study) -> tuple[str, ...]:
    """The reason, then each change that alone would let the design be carried out; or nothing."""
    try:
        planned_allocation(study)
    except Infeasible as refusal:
        obstacle = refusal.obstacle
        return tuple(each.through(_) for each in (obstacle.reason, *obstacle.remedies))
    return ()
