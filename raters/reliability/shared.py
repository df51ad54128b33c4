"""Which items carry both of two dimensions?"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from raters.reliability.counted import Counted
from raters.reliability.table import InvalidRatings, RatingTable
from rubrics.phrases import Phrase, gettext_noop


@dataclass(frozen=True)
class Dimension:
    """One question's ratings; `lower_is_better` turns it round, so that higher is better."""

    key: str
    table: RatingTable
    lower_is_better: bool = False

    @property
    def sign(self) -> int:
        return -1 if self.lower_is_better else 1


@dataclass(frozen=True)
class SharedItems:
    """Two dimensions on the items that have both, items in rows, reviewers of either in columns.

    Scores are turned so that higher is better, NaN where missing.
    """

    items: tuple[str, ...]
    reviewers: tuple[str, ...]
    first: np.ndarray
    second: np.ndarray
    cluster: np.ndarray  # n_items integers: the case of each item
    excluded: tuple[Phrase, ...]

    @classmethod
    def of(cls, first: Dimension, second: Dimension) -> "SharedItems":
        """Raises InvalidRatings where the two put an item into different cases."""
        cases = _cases(first, second)
        items = tuple(sorted(cases))
        reviewers = tuple(sorted({*first.table.reviewers, *second.table.reviewers}))
        return cls(
            items=items,
            reviewers=reviewers,
            first=_laid_out(first, items, reviewers),
            second=_laid_out(second, items, reviewers),
            cluster=np.unique([cases[item] for item in items], return_inverse=True)[1],
            excluded=_excluded(first, second, len(items)),
        )

    @property
    def n_clusters(self) -> int:
        return len(set(self.cluster.tolist()))

    @property
    def shares_cases(self) -> bool:
        return self.n_clusters < len(self.items)

    @property
    def counted(self) -> Counted:
        ratings = np.isfinite(self.first).sum() + np.isfinite(self.second).sum()
        return Counted(len(self.items), len(self.reviewers), int(ratings), self.n_clusters)

    @cached_property
    def means(self) -> tuple[np.ndarray, np.ndarray]:
        """Of each item on each dimension."""
        if not self.items:
            return np.zeros(0), np.zeros(0)
        return np.nanmean(self.first, axis=1), np.nanmean(self.second, axis=1)

    @property
    def warnings(self) -> tuple[Phrase, ...]:
        if np.isfinite(self.first).all() and np.isfinite(self.second).all():
            return ()
        return (
            Phrase(
                gettext_noop(
                    "Items were not all rated by the same reviewers: their severity is part of "
                    "the item means."
                )
            ),
        )


def _cases(first: Dimension, second: Dimension) -> dict[str, str]:
    one, other = (
        dict(zip(dimension.table.items, dimension.table.cases, strict=True))
        for dimension in (first, second)
    )
    shared = {item: case for item, case in one.items() if item in other}
    for item, case in shared.items():
        if other[item] != case:
            raise InvalidRatings(f"item {item} is said to belong to two cases")
    return shared


def _laid_out(dimension: Dimension, items: tuple[str, ...], reviewers: tuple[str, ...]):
    table = dimension.table
    row = {item: index for index, item in enumerate(items)}
    column = {reviewer: index for index, reviewer in enumerate(reviewers)}
    kept = [index for index, item in enumerate(table.items) if item in row]
    rows = [row[table.items[index]] for index in kept]
    columns = [column[reviewer] for reviewer in table.reviewers]
    matrix = np.full((len(items), len(reviewers)), np.nan)
    matrix[np.ix_(rows, columns)] = dimension.sign * table.matrix[kept]
    return matrix


def _excluded(first: Dimension, second: Dimension, n_shared: int) -> tuple[Phrase, ...]:
    everything = len({*first.table.items, *second.table.items})
    if everything == n_shared:
        return ()
    template = gettext_noop("items with one of the two dimensions: %(items)d")
    return (Phrase(template, {"items": everything - n_shared}),)
