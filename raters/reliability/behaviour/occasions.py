"""Which share of the variance in two scores of the same item lies between the items?

One-way analysis of variance within reviewers: each reviewer's items are compared with that
reviewer's own mean.
"""

from dataclasses import dataclass

import numpy as np

from rubrics.phrases import Phrase, gettext_noop


@dataclass(frozen=True)
class Occasions:
    """N pairs: their means, their differences, and whose and of which item they are."""

    means: np.ndarray
    differences: np.ndarray
    reviewer: np.ndarray  # N integers
    item: np.ndarray  # N integers

    @classmethod
    def of(cls, pairs) -> "Occasions":
        """`pairs` have `reviewer`, `item` and two scores, `first` and `second`."""
        first = np.array([one.first for one in pairs], dtype=float)
        second = np.array([one.second for one in pairs], dtype=float)
        reviewer, item = (
            np.unique(np.array(names, dtype=str), return_inverse=True)[1]
            for names in ([one.reviewer for one in pairs], [one.item for one in pairs])
        )
        return cls((first + second) / 2, second - first, reviewer, item)

    @property
    def n_items(self) -> int:
        return int(self.item.max()) + 1

    @property
    def is_unanimous(self) -> bool:
        return not self.differences.any()

    @property
    def degrees_of_freedom(self) -> tuple[int, int]:
        """Between the items of a reviewer, and within items."""
        n = len(self.means)
        return n - int(self.reviewer.max()) - 1, n

    def why_not_estimable(self) -> Phrase | None:
        if self.degrees_of_freedom[0] < 1:
            return Phrase(gettext_noop("Not estimable: no reviewer has two repeats."))
        if sum(self._squares(np.ones((1, self.n_items)))[:2]).item() <= 1e-12:
            return Phrase(gettext_noop("Not estimable: each reviewer gave one score throughout."))
        return None

    def icc(self) -> float:
        return float(self.weighted_icc(np.ones((1, self.n_items)))[0])

    def weighted_icc(self, weights: np.ndarray) -> np.ndarray:
        """For each row of item weights (B x n_items); NaN where nothing varies."""
        between, within, free, n = self._squares(weights)
        defined = (free > 0) & (between + within > 1e-12)
        a = np.where(defined, between / np.maximum(free, 1), 1.0)
        b = np.where(defined, within / np.maximum(n, 1), 1.0)
        return np.where(defined, (a - b) / (a + b), np.nan)

    def f_limits(self) -> tuple[float, float] | None:
        """Exact where no item was repeated by two reviewers; None where a mean square is zero."""
        from scipy.special import fdtri  # slow import

        between, within, _, _ = (float(one[0]) for one in self._squares(np.ones((1, self.n_items))))
        if not between or not within:
            return None
        upper, lower = self.degrees_of_freedom
        ratio = (between / upper) / (within / lower)
        low = ratio / fdtri(upper, lower, 0.975)
        high = ratio * fdtri(lower, upper, 0.975)
        return (low - 1) / (low + 1), (high - 1) / (high + 1)

    def _squares(self, weights: np.ndarray) -> tuple[np.ndarray, ...]:
        """Sums of squares between and within, and their degrees of freedom, for B weightings."""
        own = weights[:, self.item]
        who = np.eye(int(self.reviewer.max()) + 1)[self.reviewer]
        n, sums, squares = own @ who, (own * self.means) @ who, (own * self.means**2) @ who
        between = 2 * (squares - sums**2 / np.maximum(n, 1)).sum(axis=1)
        within = (own * self.differences**2).sum(axis=1) / 2
        free = np.maximum(n - 1, 0).sum(axis=1)
        return np.maximum(between, 0.0), within, free, n.sum(axis=1)
