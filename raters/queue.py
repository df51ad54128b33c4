"""What is next for this reviewer?"""

from dataclasses import dataclass

from raters.design.allocation import fully_crossed
from raters.design.ordering import Draw, QueueItem, ordered
from raters.models import Assignment, Item, Reviewer, Round


@dataclass(frozen=True)
class Progress:
    done: int
    total: int

    @property
    def is_finished(self) -> bool:
        return self.total > 0 and self.done == self.total

    @property
    def percent(self) -> int:
        return 100 * self.done // self.total if self.total else 0


def progress(reviewer: Reviewer, round: Round) -> Progress:
    mine = reviewer.assignments.filter(round=round)
    return Progress(done=mine.rated().count(), total=mine.count())


def next_assignment(reviewer: Reviewer, round: Round, *, after: int = 0) -> Assignment | None:
    """The first unrated item behind position `after`; where none is left, from the start."""
    unrated = reviewer.assignments.filter(round=round).unrated().in_presentation_order()
    return unrated.filter(position__gt=after).first() or unrated.first()


def draw_queues(round: Round, reviewers: list[Reviewer]) -> int:
    """Store the order of each reviewer who has none in this round; returns how many were drawn."""
    waiting = [r for r in reviewers if not r.assignments.filter(round=round).exists()]
    items = {item.source_id: item for item in round.study.items.select_related("case")}
    allocation = fully_crossed(list(items), [r.pseudonym for r in waiting])
    for reviewer in waiting:
        allocated = [items[key] for key in allocation[reviewer.pseudonym]]
        Assignment.objects.bulk_create(_positions(round, reviewer, allocated))
    return len(waiting)


def _positions(round: Round, reviewer: Reviewer, items: list[Item]):
    by_key = {item.source_id: item for item in items}
    entries = [
        QueueItem(item.source_id, item.case.source_id, item.role == Item.Role.CONTROL)
        for item in items
    ]
    draw = Draw(round.study.seed, round.number, reviewer.pseudonym)
    for position, entry in enumerate(ordered(entries, draw=draw), start=1):
        yield Assignment(
            study=round.study,
            round=round,
            reviewer=reviewer,
            item=by_key[entry.key],
            position=position,
        )
