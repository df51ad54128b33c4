"""Does the leading estimate hold in each part of the study, and without each reviewer?

Parts are smaller than the whole, so that their estimates scatter more: a difference between two
parts whose intervals overlap is no finding.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from raters.reliability.estimate import Estimate
from raters.reliability.table import Rating, RatingTable
from raters.reliability.wording import ShownInterval, shown_interval

# The estimate that leads, with its seed already given.
Statistic = Callable[[RatingTable], Estimate]
# The group a rating belongs to; None belongs to no group.
Labelling = Callable[[Rating], str | None]


@dataclass(frozen=True)
class Subgroup:
    """`shown` says what a page may print of the interval: none below ten items or cases."""

    label: str
    estimate: Estimate
    shown: ShownInterval


@dataclass(frozen=True)
class Subgroups:
    """`n_unlabelled` ratings belong to no group."""

    rows: tuple[Subgroup, ...]
    n_unlabelled: int


@dataclass(frozen=True)
class WithoutReviewer:
    """`difference` from the estimate with everybody; None where one of the two has no value."""

    reviewer: str
    estimate: Estimate
    shown: ShownInterval
    difference: float | None


def by_item(labels: Mapping[str, str]) -> Labelling:
    """Such as the condition of each item."""
    return lambda rating: labels.get(rating.item)


def by_reviewer(labels: Mapping[str, str]) -> Labelling:
    """Such as the stratum of expertise of each reviewer."""
    return lambda rating: labels.get(rating.reviewer)


def by_rating(labels: Mapping[tuple[str, str], str]) -> Labelling:
    """Of (item, reviewer), such as the half of the session in which it was rated."""
    return lambda rating: labels.get((rating.item, rating.reviewer))


def subgroups(table: RatingTable, label_of: Labelling, *, statistic: Statistic) -> Subgroups:
    """The groups in order of their labels."""
    labels = [label_of(rating) for rating in table.ratings]
    found = sorted({label for label in labels if label is not None})
    parts = (
        (label, part(table, lambda one, label=label: label_of(one) == label)) for label in found
    )
    rows = (_subgroup(label, statistic(own)) for label, own in parts)
    return Subgroups(tuple(rows), labels.count(None))


def leave_one_reviewer_out(
    table: RatingTable, *, statistic: Statistic
) -> tuple[WithoutReviewer, ...]:
    """Each reviewer in turn, in order of name; none where reviewers are not identified."""
    if not table.identified:
        return ()
    everybody = statistic(table)
    return tuple(_without(table, name, everybody, statistic) for name in table.reviewers)


def part(table: RatingTable, belongs: Callable[[Rating], bool]) -> RatingTable:
    """The ratings that belong, checked anew and on the same scale."""
    return RatingTable.of(
        (rating for rating in table.ratings if belongs(rating)),
        levels=table.levels,
        identified=table.identified,
    )


def difference(estimate: Estimate, leading: Estimate) -> float | None:
    if not (estimate.is_estimable and leading.is_estimable):
        return None
    return estimate.value - leading.value


def _subgroup(label: str, estimate: Estimate) -> Subgroup:
    return Subgroup(label, estimate, shown_interval(estimate))


def _without(
    table: RatingTable, name: str, everybody: Estimate, statistic: Statistic
) -> WithoutReviewer:
    found = statistic(part(table, lambda rating: rating.reviewer != name))
    return WithoutReviewer(name, found, shown_interval(found), difference(found, everybody))
