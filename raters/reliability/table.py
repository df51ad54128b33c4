"""Which ratings may count as evidence of reliability, and how are they laid out?

The only place where ratings become a matrix: items in rows, reviewers in columns, both sorted.
A transposed matrix gives a plausible wrong alpha without an error, so nobody else builds one.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import compress, pairwise
from math import isfinite, nan
from typing import NamedTuple

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


@dataclass(frozen=True, eq=False)
class RatingTable:
    """The real human ratings of one question. Make one with `of` or `from_columns`.

    `items` and `reviewers` are those with a score, sorted; `cases` holds the case of each item.
    Rating number i says: item `rows[i]` got `scores[i]` from reviewer `columns[i]`.
    `levels` are all points of the scale in ascending order, used or not; None for free numbers.
    `identified` is False when columns are positions and not people ("first rater of the item").
    `silent_reviewers` were asked but have no score here, so they have no column.
    """

    items: tuple[str, ...]
    reviewers: tuple[str, ...]
    cases: tuple[str, ...]
    rows: np.ndarray
    columns: np.ndarray
    scores: np.ndarray
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
        _refuse_what_is_not_evidence(given)
        for rating in given:
            if rating.score is not None:
                _refuse_what_is_no_number(rating.item, rating.score)
        return cls.from_columns(
            item=[rating.item for rating in given],
            rater=[rating.reviewer for rating in given],
            score=[nan if rating.score is None else rating.score for rating in given],
            case=[rating.case for rating in given],
            levels=levels,
            identified=identified,
        )

    @classmethod
    def from_columns(
        cls,
        *,
        item: Iterable[object],
        rater: Iterable[object],
        score: Iterable[float],
        case: Iterable[object] | None = None,
        levels: Iterable[float] | None,
        identified: bool = True,
    ) -> "RatingTable":
        """One entry a rating in every column; NaN is a missing score, as pandas writes it.

        The caller vouches that every row is a real item scored by a person. An item whose `case`
        is None is its own case. Raises InvalidRatings.
        """
        scale = None if levels is None else tuple(float(level) for level in levels)
        _refuse_broken_scale(scale)
        told = _Told.of(item, rater, score, case)
        _refuse_duplicates(told)
        _refuse_scores_off_the_scale(told, scale)
        return cls._laid_out(told, _case_of_items(told), scale, identified)

    @classmethod
    def _laid_out(
        cls, told: "_Told", cases: list[str], levels: tuple[float, ...] | None, identified: bool
    ) -> "RatingTable":
        """The scored ratings in order of item and reviewer, without names nobody scored."""
        scored = np.nonzero(np.isfinite(told.scores))[0]
        in_order = scored[np.lexsort((told.reviewer[scored], told.item[scored]))]
        kept_items, rows = np.unique(told.item[in_order], return_inverse=True)
        heard, columns = np.unique(told.reviewer[in_order], return_inverse=True)
        silent = sorted(set(range(len(told.reviewers))) - set(heard.tolist()))
        return cls(
            items=tuple(told.items[index] for index in kept_items),
            reviewers=tuple(told.reviewers[index] for index in heard),
            cases=tuple(cases[index] for index in kept_items),
            rows=rows,
            columns=columns,
            scores=told.scores[in_order],
            levels=levels,
            identified=identified,
            silent_reviewers=tuple(told.reviewers[index] for index in silent),
        )

    @cached_property
    def ratings(self) -> tuple[Rating, ...]:
        """The scored ratings one by one, in order of item and reviewer."""
        own_case = {
            item: _named_case(case) for item, case in zip(self.items, self.cases, strict=True)
        }
        return tuple(
            Rating(self.items[row], own_case[self.items[row]], self.reviewers[column], score)
            for row, column, score in zip(
                self.rows.tolist(), self.columns.tolist(), self.scores.tolist(), strict=True
            )
        )

    @cached_property
    def case_index(self) -> np.ndarray:
        """n_items integers: which case (0 .. n_cases - 1) each row belongs to."""
        return np.unique(np.array(self.cases, dtype=str), return_inverse=True)[1]

    @cached_property
    def matrix(self) -> np.ndarray:
        """n_items x n_reviewers floats, read-only; NaN where an item was not rated."""
        matrix = np.full((self.n_items, self.n_reviewers), np.nan)
        matrix[self.rows, self.columns] = self.scores
        matrix.flags.writeable = False
        return matrix

    @cached_property
    def ratings_per_item(self) -> np.ndarray:
        return np.bincount(self.rows, minlength=self.n_items)

    @property
    def n_items(self) -> int:
        return len(self.items)

    @property
    def n_reviewers(self) -> int:
        return len(self.reviewers)

    @property
    def n_ratings(self) -> int:
        return len(self.scores)

    @cached_property
    def n_cases(self) -> int:
        return len(set(self.cases))

    @property
    def shares_cases(self) -> bool:
        return self.n_cases < self.n_items

    @property
    def share_filled(self) -> float:
        """Share of the items x reviewers cells that hold a score; 0 for an empty table."""
        return self.n_ratings / self.matrix.size if self.n_ratings else 0.0

    @property
    def items_rated_once(self) -> int:
        return int((self.ratings_per_item == 1).sum())

    @property
    def items_rated_twice_or_more(self) -> int:
        return int((self.ratings_per_item >= 2).sum())

    @property
    def is_complete(self) -> bool:
        return self.n_ratings > 0 and self.n_ratings == self.matrix.size

    @property
    def has_spread(self) -> bool:
        # max against min on the raw scores: a variance of equal decimals need not be exactly zero.
        return self.n_ratings > 0 and bool(self.scores.max() > self.scores.min())

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
        return tuple(np.unique(self.scores).tolist())

    @cached_property
    def counts(self) -> np.ndarray:
        """n_items x len(points) integers: how many reviewers gave each point to each item."""
        counts = np.zeros((self.n_items, len(self.points)), dtype=int)
        np.add.at(counts, (self.rows, np.searchsorted(self.points, self.scores)), 1)
        return counts

    @property
    def distribution(self) -> tuple[tuple[float, int], ...]:
        """(point, number of ratings) over all points of the scale, unused ones included."""
        used, times = np.unique(self.scores, return_counts=True)
        counted = dict(zip(used.tolist(), times.tolist(), strict=True))
        return tuple((point, counted.get(point, 0)) for point in self.points)

    def complete_items(self) -> "RatingTable":
        """The items every reviewer rated. May be empty."""
        return self._only_rows(self.ratings_per_item == self.n_reviewers)

    def items_rated_by_two(self) -> "RatingTable":
        """The items two reviewers or more rated, which alone can show agreement."""
        return self._only_rows(self.ratings_per_item >= 2)

    def only_items(self, items: Iterable[str]) -> "RatingTable":
        wanted = set(items)
        kept = np.array([item in wanted for item in self.items], dtype=bool)
        return self._only_rows(kept)

    def _only_rows(self, kept: np.ndarray) -> "RatingTable":
        """`kept` is true for each item that stays; reviewers of none of these lose their column."""
        if kept.all():
            return self
        stay = kept[self.rows] if len(kept) else np.zeros(0, dtype=bool)
        heard, columns = np.unique(self.columns[stay], return_inverse=True)
        return replace(
            self,
            items=tuple(compress(self.items, kept)),
            reviewers=tuple(self.reviewers[column] for column in heard),
            cases=tuple(compress(self.cases, kept)),
            rows=(np.cumsum(kept) - 1)[self.rows[stay]],
            columns=columns,
            scores=self.scores[stay],
        )

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


class _Told(NamedTuple):
    """Ratings as they were handed over: names once, and for each rating where its names stand."""

    items: list[str]
    reviewers: list[str]
    item: np.ndarray
    reviewer: np.ndarray
    scores: np.ndarray
    cases: list[str | None] | None

    @classmethod
    def of(cls, item, rater, score, case) -> "_Told":
        items, rows = _coded(item)
        reviewers, columns = _coded(rater)
        scores = np.array(score if isinstance(score, np.ndarray) else list(score), dtype=float)
        # A NaN is unlike itself; pandas writes it where there is no case.
        cases = None if case is None else [None if one != one else one for one in case]
        lengths = {len(rows), len(columns), len(scores), len(rows if cases is None else cases)}
        if len(lengths) > 1:
            raise InvalidRatings("the columns are not equally long")
        return cls(items, reviewers, rows, columns, scores, cases)


def _coded(names: Iterable[object]) -> tuple[list[str], np.ndarray]:
    """The distinct names, sorted, and for each entry its place among them."""
    texts = [str(name) for name in names]
    distinct = sorted(set(texts))
    place = {name: index for index, name in enumerate(distinct)}
    return distinct, np.fromiter((place[text] for text in texts), dtype=int, count=len(texts))


def _case_of_items(told: _Told) -> list[str]:
    """The case of every item; refuses an item in two of them."""
    if told.cases is None:
        return [_case(item, None) for item in told.items]
    case_of: dict[int, object] = {}
    for row, case in zip(told.item.tolist(), told.cases, strict=True):
        if case_of.setdefault(row, case) != case:
            raise InvalidRatings(f"item {told.items[row]} is said to belong to two cases")
    return [_case(item, case_of[row]) for row, item in enumerate(told.items)]


def _case(item: str, case: object | None) -> str:
    # The prefix keeps an item without a case apart from a case that happens to share its name.
    return f"item {item}" if case is None else f"case {case}"


def _named_case(case: str) -> str | None:
    return None if case.startswith("item ") else case.removeprefix("case ")


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


def _refuse_duplicates(told: _Told) -> None:
    cells = told.item * max(len(told.reviewers), 1) + told.reviewer
    _, first = np.unique(cells, return_index=True)
    if len(first) < len(cells):
        again = np.setdiff1d(np.arange(len(cells)), first)[0]
        item, reviewer = told.items[told.item[again]], told.reviewers[told.reviewer[again]]
        raise InvalidRatings(f"item {item} has two scores from {reviewer}")


def _refuse_scores_off_the_scale(told: _Told, levels: tuple[float, ...] | None) -> None:
    for index in np.nonzero(np.isinf(told.scores))[0][:1]:
        _refuse_what_is_no_number(told.items[told.item[index]], told.scores[index])
    if levels is None:
        return
    off = np.isfinite(told.scores) & ~np.isin(told.scores, levels)
    for index in np.nonzero(off)[0][:1]:
        item = told.items[told.item[index]]
        raise InvalidRatings(f"item {item}: {told.scores[index]:g} is not on the scale")


def _refuse_what_is_no_number(item: str, score: float) -> None:
    if not isfinite(score):
        raise InvalidRatings(f"item {item}: {score} is not a score")
