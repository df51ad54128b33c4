"""How much do items, reviewers and what is left each contribute to the scores?

Analysis of variance on complete matrices; the mixed model fills in the same answer elsewhere.
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from rubrics.phrases import Phrase, gettext_noop

ANOVA_BASIS = gettext_noop("analysis of variance on %(items)d items rated by every reviewer")


@dataclass(frozen=True)
class MeanSquares:
    """Two-way table of n items x k reviewers: between items, between reviewers, error, within."""

    n: int
    k: int
    items: float
    reviewers: float
    error: float
    within: float


@dataclass(frozen=True)
class VarianceComponents:
    """Variances in squared scale points; `case` and `reviewer` are None where not separable.

    `at_zero` names the components whose estimate is zero (or was negative and is shown as zero).
    Without reviewer identities, `error` holds reviewers and error together.
    """

    item: float
    reviewer: float | None
    error: float
    case: float | None
    basis: Phrase
    at_zero: tuple[str, ...] = ()

    @property
    def between_items(self) -> float:
        return self.item + (self.case or 0.0)

    @property
    def total(self) -> float:
        return self.between_items + (self.reviewer or 0.0) + self.error

    @property
    def shares(self) -> dict[str, float]:
        """Share of the total for each separable component; empty when nothing varies."""
        parts = {
            "case": self.case,
            "item": self.item,
            "reviewer": self.reviewer,
            "error": self.error,
        }
        if self.total == 0:
            return {}
        return {name: part / self.total for name, part in parts.items() if part is not None}

    @property
    def sem_agreement(self) -> float:
        """Standard error of measurement, absolute agreement, in scale points."""
        return sqrt((self.reviewer or 0.0) + self.error)

    @property
    def sem_consistency(self) -> float | None:
        """The same with reviewers' offsets removed; None where these cannot be separated."""
        return None if self.reviewer is None else sqrt(self.error)

    @property
    def smallest_detectable_difference(self) -> float:
        """1.96 * sqrt(2) * SEM_agreement: two single ratings differ by more only 1 time in 20."""
        return 1.96 * sqrt(2) * self.sem_agreement


def mean_squares(matrix: np.ndarray) -> MeanSquares:
    """`matrix` is n items x k reviewers without gaps, n and k at least 2."""
    n, k = matrix.shape
    centred = matrix - matrix.mean()
    rows, columns = centred.mean(axis=1), centred.mean(axis=0)
    residual = centred - rows[:, None] - columns[None, :]
    within = centred - rows[:, None]
    return MeanSquares(
        n=n,
        k=k,
        items=_sum_of_squares(rows, matrix) * k / (n - 1),
        reviewers=_sum_of_squares(columns, matrix) * n / (k - 1),
        error=_sum_of_squares(residual, matrix) / ((n - 1) * (k - 1)),
        within=_sum_of_squares(within, matrix) / (n * (k - 1)),
    )


def anova_components(matrix: np.ndarray, *, identified: bool = True) -> VarianceComponents:
    """Method-of-moments components; a negative one is shown as zero and named in `at_zero`."""
    squares = mean_squares(matrix)
    error = squares.error if identified else squares.within
    item = (squares.items - error) / squares.k
    reviewer = (squares.reviewers - squares.error) / squares.n if identified else None
    parts = {"item": item, "reviewer": reviewer, "error": error}
    return VarianceComponents(
        item=max(item, 0.0),
        reviewer=None if reviewer is None else max(reviewer, 0.0),
        error=error,
        case=None,
        basis=Phrase(ANOVA_BASIS, {"items": squares.n}),
        at_zero=tuple(name for name, part in parts.items() if part is not None and part <= 0),
    )


def _sum_of_squares(deviations: np.ndarray, matrix: np.ndarray) -> float:
    # Rounding leaves 1e-30 where the sum is zero, and F ratios on it look like certainty.
    dust = matrix.size * (16 * np.finfo(float).eps * np.abs(matrix).max()) ** 2
    total = float((deviations**2).sum())
    return 0.0 if total <= dust else total
