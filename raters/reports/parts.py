"""Does the leading value hold in each part, without each reviewer, and treated otherwise?"""

from collections.abc import Callable, Iterable, Mapping

from raters.reliability import (
    RatingTable,
    by_item,
    by_rating,
    by_reviewer,
    leave_one_reviewer_out,
    sensitivity,
    subgroups,
)
from raters.reliability.estimate import Estimate
from raters.reliability.sensitivity import SensitivityRow
from raters.reliability.subgroups import WithoutReviewer
from raters.reports.comparing import compared, is_too_small
from raters.reports.course import Course, RatedSet, exploratory, part_of
from raters.reports.rows import Place
from raters.reports.tables import ThreeTables
from raters.reports.values import SubgroupTable
from rubrics.phrases import Phrase, gettext_noop

Statistic = Callable[[RatingTable], Estimate]

# Dozens of estimates, each on a table that is made anew: beyond this nobody waits for them.
MOST_RATINGS = 100_000
NOT_IN_PARTS = gettext_noop(
    "Subgroups, leaving reviewers out and sensitivity are not computed above %(most)d ratings."
)

FIRST_HALF = gettext_noop("first half of the queue")
SECOND_HALF = gettext_noop("second half of the queue")

BY = {
    "condition": gettext_noop("By condition of the item"),
    "stratum": gettext_noop("By reviewers' level of expertise"),
    "half": gettext_noop("By half of each reviewer's queue"),
}


def subgroup_tables(
    table: RatingTable, places: Iterable[Place], course: Course, condition_of: Mapping[str, str]
) -> tuple[SubgroupTable, ...]:
    """Those by which the ratings fall into groups. Of halves no item is complete: all ratings."""
    if is_too_large(table):
        return ()
    lead, *_ = course.sets_of(table)
    given, own = tuple(places), part_of(table, lead, course)
    statistic = _of_a_part(course, lead)
    labelled = {
        "condition": (by_item(condition_of), statistic),
        "stratum": (
            by_reviewer({one.reviewer: one.stratum for one in given if one.stratum}),
            statistic,
        ),
        "half": (by_rating(halves(given)), _of_a_part(course, RatedSet.ALL)),
    }
    found = []
    for key, (label_of, of) in labelled.items():
        if len({label_of(one) for one in own.ratings} - {None}) > 1:
            groups = subgroups(own, label_of, statistic=of)
            found.append(SubgroupTable(key, Phrase(BY[key]), groups))
    return tuple(found)


def _of_a_part(course: Course, which: RatedSet) -> Statistic:
    full, quick = exploratory(course, which), exploratory(course, which, compared)
    return lambda table: (quick if is_too_small(table) else full)(table)


def without_each(table: RatingTable, course: Course) -> tuple[WithoutReviewer, ...]:
    lead, *_ = course.sets_of(table)
    # Of two reviewers none can be left out.
    if table.n_reviewers < 3 or is_too_large(table):
        return ()
    own = part_of(table, lead, course)
    return leave_one_reviewer_out(own, statistic=exploratory(course, lead, compared))


def otherwise(
    tables: ThreeTables, course: Course, *, flagged: Iterable[str]
) -> tuple[SensitivityRow, ...]:
    if is_too_large(tables.entered):
        return ()
    lead, *_ = course.sets_of(tables.entered)
    entered, first, final = (
        part_of(table, lead, course) for table in (tables.entered, tables.first, tables.final)
    )
    return sensitivity(
        entered,
        statistic=remembering(exploratory(course, lead, compared)),
        first=first,
        final=final,
        flagged=flagged,
    )


def is_too_large(table: RatingTable) -> bool:
    return table.n_ratings > MOST_RATINGS


def why_not_in_parts(table: RatingTable) -> tuple[Phrase, ...]:
    return (Phrase(NOT_IN_PARTS, {"most": MOST_RATINGS}),) if is_too_large(table) else ()


def halves(places: Iterable[Place]) -> dict[tuple[str, str], str]:
    """(item, reviewer) -> the half of this reviewer's queue in which the item stood."""
    return {(one.item.name, one.reviewer): _half(one.position, one.queue_length) for one in places}


def remembering(statistic: Statistic) -> Statistic:
    """The same ratings again, such as first submissions that nobody changed, cost nothing."""
    known: dict[tuple, Estimate] = {}

    def looked_up(table: RatingTable) -> Estimate:
        key = (
            table.items,
            table.reviewers,
            table.rows.tobytes(),
            table.columns.tobytes(),
            table.scores.tobytes(),
        )
        if key not in known:
            known[key] = statistic(table)
        return known[key]

    return looked_up


def _half(position: int, length: int) -> str:
    return FIRST_HALF if 2 * position <= length + 1 else SECOND_HALF
