"""How likely are these scores when each criterion has a difficulty of its own?

score = criterion + case + item + unit + reviewer + error, where a unit is one criterion on one
item. The criteria are fixed effects, all else is normal. Units lie in items and items in cases, so
each level is eliminated in closed form from the sums of the level below: Woodbury, as in `crossed`.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from raters.reliability.crossed import Ratios
from raters.reliability.table import RatingTable

# From the finest: the order in which they are eliminated.
LEVELS = ("unit", "item", "case")


class Eliminated(NamedTuple):
    log_determinant: float
    information: float  # log|X'V⁻¹X| of the criteria
    residual: float


@dataclass(frozen=True)
class NestedDesign:
    """Who rated which unit, with its scores. Columns: reviewers, criteria, the scores.

    `parents` says, for each level but the coarsest, to which group of the next level a group
    belongs.
    """

    n_ratings: int
    n_reviewers: int
    n_criteria: int
    products: np.ndarray  # cross products of all columns over the ratings
    sums: np.ndarray  # n_units x columns
    sizes: np.ndarray  # n_units numbers of ratings
    parents: tuple[np.ndarray, ...]

    @classmethod
    def of(
        cls, units: RatingTable, *, criterion: np.ndarray, item: np.ndarray, case: np.ndarray
    ) -> "NestedDesign":
        """`units` has a row for each unit; the arrays give its criterion, item and case: 0, 1, ...

        Scores are centred within their criterion: its effect absorbs that, rounding is smaller.
        """
        filled = np.isfinite(units.matrix)
        sizes = filled.sum(axis=1).astype(float)
        dummies = np.eye(int(criterion.max()) + 1)[criterion]
        y = np.where(filled, units.matrix - _means(units.matrix, criterion)[criterion, None], 0.0)
        k, p = units.n_reviewers, dummies.shape[1]
        sums = np.column_stack([filled, dummies * sizes[:, None], y.sum(axis=1)])
        case_of_item = np.zeros(int(item.max()) + 1, dtype=int)
        case_of_item[item] = case
        return cls(
            n_ratings=int(sizes.sum()),
            n_reviewers=k,
            n_criteria=p,
            products=_products(filled, dummies, y),
            sums=sums,
            sizes=sizes,
            parents=(item, case_of_item),
        )

    @property
    def degrees_of_freedom(self) -> int:
        return self.n_ratings - self.n_criteria

    def deviance(self, ratios: Ratios, *, error: float | None = None) -> float:
        """-2 log restricted likelihood up to a constant.

        The error variance is the best one for the ratios when None.
        """
        found, free = self._eliminated(ratios), self.degrees_of_freedom
        error = found.residual / free if error is None else error
        fit = free * np.log(error) + found.residual / error
        return float(fit + found.log_determinant + found.information)

    def error_variance(self, ratios: Ratios) -> float:
        return self._eliminated(ratios).residual / self.degrees_of_freedom

    def _eliminated(self, ratios: Ratios) -> Eliminated:
        log_determinant, left = self._without_nested(ratios)
        k = self.n_reviewers
        reviewers = np.eye(k) + ratios.reviewer * left[:k, :k]
        log_determinant += np.linalg.slogdet(reviewers)[1]
        left = left[k:, k:] - ratios.reviewer * left[k:, :k] @ np.linalg.solve(
            reviewers, left[:k, k:]
        )
        information, effects = left[:-1, :-1], np.linalg.solve(left[:-1, :-1], left[:-1, -1])
        residual = max(left[-1, -1] - left[-1, :-1] @ effects, np.finfo(float).tiny)
        return Eliminated(log_determinant, np.linalg.slogdet(information)[1], residual)

    def _without_nested(self, ratios: Ratios) -> tuple[float, np.ndarray]:
        """log|W| and products weighted by W⁻¹, where W = I + units + items + cases."""
        log_determinant, left = 0.0, self.products
        sums, sizes = self.sums, self.sizes
        for level, parents in zip(LEVELS, (*self.parents, None), strict=True):
            ratio = getattr(ratios, level)
            inflation = 1 + ratio * sizes
            log_determinant += float(np.log(inflation).sum())
            left = left - (sums * (ratio / inflation)[:, None]).T @ sums
            if parents is not None:
                sums = _summed(sums / inflation[:, None], parents)
                sizes = _summed(sizes / inflation, parents)
        return log_determinant, left


def _means(matrix: np.ndarray, criterion: np.ndarray) -> np.ndarray:
    filled = np.isfinite(matrix)
    totals = _summed(np.where(filled, matrix, 0.0).sum(axis=1), criterion)
    return totals / _summed(filled.sum(axis=1), criterion)


def _products(filled: np.ndarray, dummies: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Cross products of [reviewer, criterion, score] over the ratings, without a row for each."""
    x = filled.astype(float)
    reviewers_criteria = x.T @ dummies
    by_reviewer, by_criterion = y.sum(axis=0), dummies.T @ y.sum(axis=1)
    return np.block(
        [
            [np.diag(x.sum(axis=0)), reviewers_criteria, by_reviewer[:, None]],
            [reviewers_criteria.T, np.diag(dummies.T @ x.sum(axis=1)), by_criterion[:, None]],
            [by_reviewer[None], by_criterion[None], np.array([[(y**2).sum()]])],
        ]
    )


def _summed(values: np.ndarray, groups: np.ndarray) -> np.ndarray:
    summed = np.zeros((int(groups.max()) + 1, *values.shape[1:]))
    np.add.at(summed, groups, values)
    return summed
