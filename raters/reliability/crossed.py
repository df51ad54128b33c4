"""How likely are these scores under given variances of items, cases and reviewers?

score = mean + case + item within case + reviewer + error, all normal. Items (and the cases they
sit in) are eliminated in closed form, which leaves one small system in the reviewers: after
Bates et al. 2015 (doi 10.18637/jss.v067.i01), section 3, specialised to this design.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from raters.reliability.table import RatingTable


@dataclass(frozen=True)
class Ratios:
    """Variances relative to the error variance.

    `unit` is one criterion on one item: `NestedDesign` alone knows it.
    """

    item: float = 0.0
    case: float = 0.0
    reviewer: float = 0.0
    unit: float = 0.0


class Reduced(NamedTuple):
    log_determinant: float
    information: float  # 1'V⁻¹1
    residual: float


@dataclass(frozen=True)
class CrossedDesign:
    """Who rated what, with the scores. Columns: one per reviewer, the constant, the scores.

    Everything is summed once. Items with equally many ratings share their weights, so sums over
    items are kept per distinct number of ratings (axis D).
    """

    n_ratings: int
    n_reviewers: int
    products: np.ndarray  # cross products of all columns over the ratings
    sizes: np.ndarray  # D distinct numbers of ratings per item
    how_many: np.ndarray  # D numbers of items of that size
    by_size: np.ndarray  # D x columns², cross products of the items' sums
    in_cases: np.ndarray  # D x (n_cases · columns) sums

    @classmethod
    def of(cls, table: RatingTable) -> "CrossedDesign":
        """Scores are centred: the mean absorbs it, rounding is smaller."""
        filled = np.isfinite(table.matrix).astype(float)
        y = np.where(filled, table.matrix - table.scores.mean(), 0.0)
        sums = np.column_stack([filled, filled.sum(axis=1), y.sum(axis=1)])
        sizes, group = np.unique(table.ratings_per_item, return_inverse=True)
        return cls(
            n_ratings=table.n_ratings,
            n_reviewers=table.n_reviewers,
            products=_products(filled, y),
            sizes=sizes.astype(float),
            how_many=np.bincount(group),
            by_size=_products_by_size(sums, group),
            in_cases=_sums_in_cases(sums, group, table.case_index),
        )

    def deviance(self, ratios: Ratios, *, error: float | None = None) -> float:
        """-2 log restricted likelihood, up to a constant.

        The error variance is the best one for the ratios when None.
        """
        reduced = self._reduced(ratios)
        free = self.n_ratings - 1
        error = reduced.residual / free if error is None else error
        fit = free * np.log(error) + reduced.residual / error
        return float(fit + reduced.log_determinant + np.log(reduced.information))

    def error_variance(self, ratios: Ratios) -> float:
        return self._reduced(ratios).residual / (self.n_ratings - 1)

    def _reduced(self, ratios: Ratios) -> Reduced:
        """Eliminate the reviewers from what is left without items and cases."""
        log_determinant, left = self._without_items_and_cases(ratios)
        k = self.n_reviewers
        lower = np.linalg.cholesky(np.eye(k) + ratios.reviewer * left[:k, :k])
        half = np.linalg.solve(lower, left[:k, k:])
        (information, one_y), (_, y_y) = left[k:, k:] - ratios.reviewer * half.T @ half
        log_determinant += 2 * float(np.log(lower.diagonal()).sum())
        residual = max(float(y_y - one_y**2 / information), np.finfo(float).tiny)
        return Reduced(log_determinant, float(information), residual)

    def _without_items_and_cases(self, ratios: Ratios) -> tuple[float, np.ndarray]:
        """log|W| and products weighted by W⁻¹, where W = I + items + cases, by Woodbury twice."""
        inflation = 1 + ratios.item * self.sizes
        log_determinant = float(self.how_many @ np.log(inflation))
        removed = (ratios.item / inflation) @ self.by_size
        left = self.products - removed.reshape(self.products.shape)
        if not ratios.case:
            return log_determinant, left
        sums = ((1 / inflation) @ self.in_cases).reshape(-1, len(left))
        inflation = 1 + ratios.case * sums[:, -2]
        left -= (sums * (ratios.case / inflation)[:, None]).T @ sums
        return log_determinant + float(np.log(inflation).sum()), left


def _products(filled: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Cross products of [reviewers, the constant, the scores], without a row for each rating."""
    constant = np.append(filled.sum(axis=0), filled.sum())
    scores = np.append(y.sum(axis=0), y.sum())
    products = np.diag(np.append(constant, (y**2).sum()))
    products[:-1, -2] = products[-2, :-1] = constant
    products[:-1, -1] = products[-1, :-1] = scores
    return products


def _products_by_size(sums: np.ndarray, group: np.ndarray) -> np.ndarray:
    members = (sums[group == size] for size in range(int(group.max()) + 1))
    return np.stack([(own.T @ own).ravel() for own in members])


def _sums_in_cases(sums: np.ndarray, group: np.ndarray, case_index: np.ndarray) -> np.ndarray:
    shape = (int(group.max()) + 1, int(case_index.max()) + 1, sums.shape[1])
    summed = np.zeros(shape)
    np.add.at(summed, (group, case_index), sums)
    return summed.reshape(len(summed), -1)
