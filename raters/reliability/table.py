"""Which ratings may count as evidence of reliability, and how are they laid out?

The only place where ratings become a matrix: items in rows, reviewers in columns, both sorted.
A transposed matrix gives a plausible wrong alpha without an error, so nobody else builds one.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from math import isfinite

import numpy as np


class NotReliabilityEvidence(ValueError):
    """A planted item, a practice item, a second showing or a machine: never in a coefficient."""


class InvalidRatings(ValueError):
    """The ratings contradict themselves or the scale; the message names the first offender."""


class Role(StrEnum):
    REAL = "real"
    CONTROL = "control"
    TRAINING = "training"
    REPEAT = "repeat"


class RaterKind(StrEnum):
    HUMAN = "human"
    LLM_JUDGE = "llm_judge"


@dataclass(frozen=True)
class Rating:
    """One score. `score` is None where the question did not apply or was not answered.

    `case` is the vignette the item was made from; None when the item is its own case.
    """

    item: str
    case: str | None
    reviewer: str
    score: float | None
    role: str = Role.REAL
    rater_kind: str = RaterKind.HUMAN


@dataclass(frozen=True)
class LinkedGroup:
    """Reviewers and items that can be compared, directly or through a chain of shared items."""

    reviewers: tuple[str, ...]
    items: tuple[str, ...]


@dataclass(frozen=True)
class RatingTable:
    """The real human ratings of one question. Make one with `RatingTable.of`.

    `levels` are all points of the scale in ascending order, used or not; None for free numbers.
    `identified` is False when columns are positions and not people ("first rater of the item").
    `silent_reviewers` were asked but have no score here, so they have no column.
    """

    ratings: tuple[Rating, ...]
    levels: tuple[float, ...] | None
    identified: bool = True
    silent_reviewers: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        ratings: Iterable[Rating],
        *,
        levels: Iterable[float] | None,
        identified: bool = True,
    ) -> "RatingTable":
        """Check and sort. Raises NotReliabilityEvidence or InvalidRatings; returns no half-table.

        Ratings whose score is None are missing and leave no trace but `silent_reviewers`.
        """
        given = tuple(ratings)
        scale = None if levels is None else tuple(float(level) for level in levels)
        _refuse_what_is_not_evidence(given)
        _refuse_broken_scale(scale)
        _refuse_duplicates(given)
        _refuse_scores_off_the_scale(given, scale)
        _refuse_items_in_two_cases(given)
        scored = tuple(rating for rating in given if rating.score is not None)
        heard = {rating.reviewer for rating in scored}
        silent = sorted({rating.reviewer for rating in given} - heard)
        in_order = sorted(scored, key=lambda rating: (rating.item, rating.reviewer))
        return cls(tuple(in_order), scale, identified, tuple(silent))

    @cached_property
    def items(self) -> tuple[str, ...]:
        return tuple(sorted({rating.item for rating in self.ratings}))

    @cached_property
    def reviewers(self) -> tuple[str, ...]:
        return tuple(sorted({rating.reviewer for rating in self.ratings}))

    @cached_property
    def cases(self) -> tuple[str, ...]:
        """The case of each item, in the order of `items`."""
        case_of = {rating.item: _case(rating) for rating in self.ratings}
        return tuple(case_of[item] for item in self.items)

    @cached_property
    def case_index(self) -> np.ndarray:
        """n_items integers: which case (0 .. n_cases - 1) each row belongs to."""
        return np.unique(np.array(self.cases, dtype=str), return_inverse=True)[1]

    @cached_property
    def matrix(self) -> np.ndarray:
        """n_items x n_reviewers floats, read-only; NaN where an item was not rated."""
        row = {item: index for index, item in enumerate(self.items)}
        column = {reviewer: index for index, reviewer in enumerate(self.reviewers)}
        matrix = np.full((len(row), len(column)), np.nan)
        for rating in self.ratings:
            matrix[row[rating.item], column[rating.reviewer]] = rating.score
        matrix.flags.writeable = False
        return matrix

    @cached_property
    def ratings_per_item(self) -> np.ndarray:
        return np.isfinite(self.matrix).sum(axis=1)

    @property
    def n_items(self) -> int:
        return len(self.items)

    @property
    def n_reviewers(self) -> int:
        return len(self.reviewers)

    @property
    def n_ratings(self) -> int:
        return len(self.ratings)

    @property
    def n_cases(self) -> int:
        return len(set(self.cases))

    @property
    def shares_cases(self) -> bool:
        return self.n_cases < self.n_items

    @property
    def share_filled(self) -> float:
        """Share of the items x reviewers cells that hold a score; 0 for an empty table."""
        return self.n_ratings / self.matrix.size if self.ratings else 0.0

    @property
    def items_rated_once(self) -> int:
        return int((self.ratings_per_item == 1).sum())

    @property
    def items_rated_twice_or_more(self) -> int:
        return int((self.ratings_per_item >= 2).sum())

    @property
    def is_complete(self) -> bool:
        return bool(self.ratings) and self.n_ratings == self.matrix.size

    @property
    def has_spread(self) -> bool:
        # max against min on the raw scores: a variance of equal decimals need not be exactly zero.
        return bool(self.ratings) and bool(np.nanmax(self.matrix) > np.nanmin(self.matrix))

    @property
    def item_spreads(self) -> np.ndarray:
        """Highest minus lowest score of each item, for items rated twice or more."""
        rated = self.matrix[self.ratings_per_item >= 2]
        return np.nanmax(rated, axis=1) - np.nanmin(rated, axis=1) if len(rated) else np.array([])

    @property
    def is_unanimous(self) -> bool:
        """No two reviewers differ on any item, and there is an item where they could."""
        return self.items_rated_twice_or_more > 0 and not self.item_spreads.any()

    @cached_property
    def points(self) -> tuple[float, ...]:
        """The scale's points, or the distinct scores where no scale was given."""
        if self.levels is not None:
            return self.levels
        return tuple(sorted({float(rating.score) for rating in self.ratings}))

    @cached_property
    def counts(self) -> np.ndarray:
        """n_items x len(points) integers: how many reviewers gave each point to each item."""
        counts = np.zeros((self.n_items, len(self.points)), dtype=int)
        rows, columns = np.nonzero(np.isfinite(self.matrix))
        np.add.at(counts, (rows, np.searchsorted(self.points, self.matrix[rows, columns])), 1)
        return counts

    @property
    def distribution(self) -> tuple[tuple[float, int], ...]:
        """(point, number of ratings) over all points of the scale, unused ones included."""
        used, times = np.unique(self.matrix[np.isfinite(self.matrix)], return_counts=True)
        counted = dict(zip(used.tolist(), times.tolist(), strict=True))
        return tuple((point, counted.get(point, 0)) for point in self.points)

    def complete_items(self) -> "RatingTable":
        """The items every reviewer rated. May be empty."""
        full = self.ratings_per_item == self.n_reviewers
        return self.only_items(item for item, kept in zip(self.items, full, strict=True) if kept)

    def only_items(self, items: Iterable[str]) -> "RatingTable":
        kept = set(items)
        ratings = tuple(rating for rating in self.ratings if rating.item in kept)
        return RatingTable(ratings, self.levels, self.identified, self.silent_reviewers)

    @cached_property
    def linked_groups(self) -> tuple[LinkedGroup, ...]:
        """Connected parts of the reviewer-item graph; one part means all can be compared."""
        unseen, groups = set(range(self.n_reviewers)), []
        while unseen:
            columns, rows = self._reachable_from(min(unseen))
            unseen -= columns
            reviewers = tuple(self.reviewers[column] for column in sorted(columns))
            groups.append(LinkedGroup(reviewers, tuple(self.items[row] for row in sorted(rows))))
        return tuple(groups)

    def _reachable_from(self, column: int) -> tuple[set[int], set[int]]:
        filled = np.isfinite(self.matrix)
        columns, rows, frontier = {column}, set(), {column}
        while frontier:
            rows |= {int(row) for row in np.nonzero(filled[:, sorted(frontier)].any(axis=1))[0]}
            met = {int(found) for found in np.nonzero(filled[sorted(rows)].any(axis=0))[0]}
            frontier = met - columns
            columns |= frontier
        return columns, rows

    @property
    def reviewers_with_one_item(self) -> tuple[str, ...]:
        single = np.isfinite(self.matrix).sum(axis=0) == 1
        return tuple(name for name, one in zip(self.reviewers, single, strict=True) if one)

    @property
    def reviewers_without_variance(self) -> tuple[str, ...]:
        """Two items or more, and the same score on all of them."""
        return tuple(
            name
            for name, column in zip(self.reviewers, self.matrix.T, strict=True)
            if np.isfinite(column).sum() > 1 and np.nanmax(column) == np.nanmin(column)
        )


def _case(rating: Rating) -> str:
    # The prefix keeps an item without a case apart from a case that happens to share its name.
    return f"item {rating.item}" if rating.case is None else f"case {rating.case}"


def _refuse_what_is_not_evidence(ratings: tuple[Rating, ...]) -> None:
    for rating in ratings:
        try:
            role, kind = Role(rating.role), RaterKind(rating.rater_kind)
        except ValueError as unknown:
            raise InvalidRatings(f"item {rating.item}: {unknown}") from None
        if role is not Role.REAL:
            raise NotReliabilityEvidence(f"item {rating.item} is a {role} item")
        if kind is not RaterKind.HUMAN:
            raise NotReliabilityEvidence(f"item {rating.item} was scored by a machine judge")


def _refuse_broken_scale(levels: tuple[float, ...] | None) -> None:
    if levels is None:
        return
    rising = all(low < high for low, high in pairwise(levels))
    if not (levels and rising and all(isfinite(level) for level in levels)):
        raise InvalidRatings(f"scale levels must be finite and ascending, got {levels}")


def _refuse_duplicates(ratings: tuple[Rating, ...]) -> None:
    seen = set()
    for rating in ratings:
        cell = (rating.item, rating.reviewer)
        if cell in seen:
            raise InvalidRatings(f"item {rating.item} has two scores from {rating.reviewer}")
        seen.add(cell)


def _refuse_scores_off_the_scale(
    ratings: tuple[Rating, ...], levels: tuple[float, ...] | None
) -> None:
    allowed = None if levels is None else set(levels)
    for rating in ratings:
        if rating.score is None:
            continue
        if not isfinite(rating.score):
            raise InvalidRatings(f"item {rating.item}: {rating.score} is not a score")
        if allowed is not None and float(rating.score) not in allowed:
            raise InvalidRatings(f"item {rating.item}: {rating.score} is not on the scale")


def _refuse_items_in_two_cases(ratings: tuple[Rating, ...]) -> None:
    case_of: dict[str, str | None] = {}
    for rating in ratings:
        if case_of.setdefault(rating.item, rating.case) != rating.case:
            raise InvalidRatings(f"item {rating.item} is said to belong to two cases")
