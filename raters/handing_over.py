"""What moves between the queues of a round when somebody leaves or comes late?

What a reviewer has seen, written or rated stays hers, a page of outputs as a whole; nobody's
places change their numbers.
"""

from collections.abc import Iterable, Iterator

from raters.allocating import Units, stored_allocation
from raters.design.allocation import Change, PanelMember, with_reviewer, without_reviewer
from raters.drawing import append_to_queue, draw_live_queues, draw_practice_before, report_anew
from raters.models import Assignment, Design, Item, Reviewer, Round


def changes_without(round: Round, leaver: Reviewer) -> list[Change]:
    """Her unstarted items and who takes each over; none where all rate all. Raises Infeasible."""
    if _is_crossed(round):
        return []
    before = stored_allocation(round)
    after = without_reviewer(before, leaver.pseudonym, started=started_in(round))
    return [change for change in after.changes if change.given_to]


def changes_with(round: Round, late: PanelMember) -> list[Change]:
    """What the late reviewer gets, and what is passed on to level the loads. Raises Infeasible."""
    if _is_crossed(round):
        return [Change(key, None, late.pseudonym) for key in Units(round.study).items]
    after = with_reviewer(stored_allocation(round), late, started=started_in(round))
    return list(after.changes)


def started_in(round: Round) -> set[tuple[str, str]]:
    """(pseudonym, key of the unit) of all that somebody has seen or rated."""
    units = Units(round.study)
    rows = round.assignments.started().filter(item__role=Item.Role.REAL)
    return {
        (row.reviewer.pseudonym, units.key_of(row.item))
        for row in rows.select_related("reviewer", "item__case")
    }


def drop_unstarted(round: Round, leaver: Reviewer) -> None:
    _drop(round, leaver, keys=None)
    report_anew(round, leaver)


def hand_over(round: Round, changes: Iterable[Change]) -> None:
    """Taken from whom the changes say; what is taken over stands behind what she has."""
    changes, units = list(changes), Units(round.study)
    reviewers = {r.pseudonym: r for r in round.study.reviewers.human()}
    for name in sorted({change.taken_from for change in changes if change.taken_from}):
        keys = {change.item for change in changes if change.taken_from == name}
        _drop(round, reviewers[name], keys=keys)
        report_anew(round, reviewers[name])
    for name in sorted({change.given_to for change in changes if change.given_to}):
        keys = [change.item for change in changes if change.given_to == name]
        items = [item for key in keys for item in units.items[key]]
        append_to_queue(round, reviewers[name], items)
        report_anew(round, reviewers[name])


def draw_for(late: Reviewer, round: Round, changes: Iterable[Change]) -> None:
    """A whole queue of her own, with controls and repeats, and the practice before it."""
    mine = [change.item for change in changes if change.given_to == late.pseudonym]
    draw_live_queues(round, {late.pseudonym: mine}, units=Units(round.study))
    draw_practice_before(round, [late])


def loads_of(round: Round) -> Iterator[tuple[str, int]]:
    """(pseudonym, places) of who is on the panel; side by side, a page is one place."""
    places: dict[str, set[int]] = {}
    mine = round.assignments.filter(reviewer__left_at=None).select_related("reviewer")
    for row in mine.order_by("reviewer__pseudonym", "position"):
        places.setdefault(row.reviewer.pseudonym, set()).add(_place(row))
    for name, taken in places.items():
        yield name, len(taken)


def _drop(round: Round, reviewer: Reviewer, *, keys: set[str] | None) -> None:
    """What she has not started of the units with these keys, or of all."""
    units = Units(round.study)
    queue = round.assignments.filter(reviewer=reviewer)
    rows = list(queue.select_related("item__case"))
    started = set(queue.started().values_list("pk", flat=True))
    seen_places = {_place(row) for row in rows if row.pk in started}
    seen_units = {units.key_of(row.item) for row in rows if row.pk in started}
    dropped = [
        row.pk
        for row in rows
        if (keys is None or units.key_of(row.item) in keys)
        and _place(row) not in seen_places
        # Of what she met in its second showing alone, the first stays too.
        and not (row.showing == Assignment.FIRST and units.key_of(row.item) in seen_units)
    ]
    round.assignments.filter(pk__in=dropped).delete()


def _place(row: Assignment) -> int:
    return row.page or row.position


def _is_crossed(round: Round) -> bool:
    return round.study.design.allocation == Design.Allocation.CROSSED
