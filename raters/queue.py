"""What is next for this reviewer?"""

from dataclasses import dataclass

from django.db.models import BooleanField, Count, ExpressionWrapper, Q

from raters.models import Assignment, Reviewer, Round


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


def progress_by_reviewer(round: Round, *, only: Reviewer | None = None) -> dict[str, Progress]:
    """Pseudonym -> how far: the one count, whoever looks. Places that were taken away are none."""
    places = round.assignments.order_by("reviewer__pseudonym")
    if only is not None:
        places = places.filter(reviewer=only)
    done = Count("pk", filter=Q(pk__in=places.rated().order_by().values("pk")))
    rows = places.values("reviewer__pseudonym").annotate(done=done, total=Count("pk"))
    return {row["reviewer__pseudonym"]: Progress(row["done"], row["total"]) for row in rows}


def progress(reviewer: Reviewer, round: Round) -> Progress:
    found = progress_by_reviewer(round, only=reviewer)
    return found.get(reviewer.pseudonym, Progress(0, 0))


def progress_of_all(round: Round) -> Progress:
    found = progress_by_reviewer(round).values()
    return Progress(done=sum(one.done for one in found), total=sum(one.total for one in found))


def place_in_queue(assignment: Assignment) -> dict[str, int]:
    """Which of how many: positions keep their numbers when an amendment takes some away."""
    mine = Assignment.objects.filter(round=assignment.round, reviewer=assignment.reviewer)
    until_here = Count("pk", filter=Q(position__lte=assignment.position))
    return mine.aggregate(position=until_here, total=Count("pk"))


def next_assignment(
    reviewer: Reviewer, round: Round, *, after: int = 0, besides: Assignment | None = None
) -> Assignment | None:
    """The first unrated item behind position `after`; where none is left, from the start.

    What she has put off comes when nothing else is left. `besides` is as good as rated.
    """
    unrated = reviewer.assignments.filter(round=round).unrated()
    if besides is not None:
        unrated = unrated.exclude(pk=besides.pk)
    is_put_off, is_passed = _holds(deferred_at__isnull=False), _holds(position__lte=after)
    return unrated.order_by(is_put_off, is_passed, "position").first()


def _holds(**condition) -> ExpressionWrapper:
    return ExpressionWrapper(Q(**condition), output_field=BooleanField())
