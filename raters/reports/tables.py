"""How do answers become tables? The one door from a study's rows to a coefficient.

`RatingTable` refuses whatever is no evidence; here every rating tells it what it is.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from raters.models import Assignment
from raters.reliability import CriteriaTable, CriterionRating, RatingTable
from raters.reliability import Rating as TableRating
from raters.reliability.table import Role
from raters.reports.rows import Place, Revision
from rubrics.models import Question

# What a place says on a question; None where nothing was, or had to be, answered.
Reading = Callable[[Place], float | None]


@dataclass(frozen=True)
class ThreeTables:
    """As entered in the last revision, as first submitted, and as decided in the end."""

    entered: RatingTable
    first: RatingTable
    final: RatingTable


def rating_of(place: Place, score: float | None) -> TableRating:
    """A second showing is marked as a repeat, so that no table takes it."""
    is_repeat = place.showing != Assignment.FIRST
    return TableRating(
        item=place.item.name,
        case=place.item.case,
        reviewer=place.reviewer,
        score=score,
        role=Role.REPEAT if is_repeat else place.item.role,
        rater_kind=place.kind,
    )


def three_tables(
    places: Iterable[Place],
    *,
    levels: Iterable[float] | None,
    score: Callable[[Mapping[int, int]], float | None],
) -> ThreeTables:
    """`score` makes one number of the answers of one revision."""
    given, scale = tuple(places), None if levels is None else tuple(levels)

    def table(read: Reading) -> RatingTable:
        return RatingTable.of((rating_of(one, read(one)) for one in given), levels=scale)

    return ThreeTables(
        entered=table(lambda one: _read(one.scored, "entered", score)),
        first=table(lambda one: _read(one.first_scored, "entered", score)),
        final=table(lambda one: _read(one.scored, "final", score)),
    )


def places_asked(places: Iterable[Place], question: Question) -> tuple[Place, ...]:
    """Where a question of the round's rubric applies."""
    return tuple(one for one in places if question.applies_in(one.item.condition))


def criteria_table(
    places: Iterable[Place], names: Mapping[int, str], *, levels: Iterable[float]
) -> CriteriaTable:
    """As entered. `names` tells which criterion each question is, the same in every item."""
    ratings = (
        CriterionRating(
            item=one.item.name,
            case=one.item.case,
            criterion=names[question],
            reviewer=one.reviewer,
            score=value,
            role=rating_of(one, None).role,
            rater_kind=one.kind,
        )
        for one in places
        if one.scored
        for question, value in one.scored.entered.items()
        if question in names
    )
    return CriteriaTable.of(ratings, levels=levels)


def _read(revision: Revision | None, which: str, score) -> float | None:
    return None if revision is None else score(getattr(revision, which))
