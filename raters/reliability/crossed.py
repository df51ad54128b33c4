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


class Products(NamedTuple):
    """Cross products of x = [one column per reviewer, the constant] and of B score vectors y."""

    xx: np.ndarray  # (k + 1) x (k + 1)
    xy: np.ndarray  # (k + 1) x B
    yy: np.ndarray  # B, each score vector with itself only


class Reduced(NamedTuple):
    log_determinant: float
    information: float  # 1'V⁻¹1
    residual: np.ndarray  # B residual sums of squares


@dataclass(frozen=True)
class CrossedDesign:
    """Who rated what, with one or more score vectors on that pattern.

    Everything is summed once. Items with equally many ratings share their weights, so sums over
    items are kept per distinct number of ratings (axis D).
    """

    n_ratings: int
    products: Products
    sizes: np.ndarray  # D distinct numbers of ratings per item
    how_many: np.ndarray  # D numbers of items of that size
    by_size: Products  # each with a leading axis D, of item sums
    x_in_cases: np.ndarray  # D x n_cases x (k + 1)
    y_in_cases: np.ndarray  # D x n_cases x B

    @classmethod
    def of(cls, table: RatingTable, scores: np.ndarray | None = None) -> "CrossedDesign":
        """`scores` are B items x reviewers matrices, read where the table has a rating.

        None means the table's own. Scores are centred: the mean absorbs it, rounding is smaller.
        """
        filled = np.isfinite(table.matrix)
        x = filled.astype(float)
        y = _centred(table.matrix[None] if scores is None else scores, filled)
        x_items = np.column_stack([x, x.sum(axis=1)])
        xx = np.diag(np.append(x.sum(axis=0), x.sum()))
        xx[-1, :-1] = xx[:-1, -1] = x.sum(axis=0)
        y_reviewers = y.sum(axis=1).T
        xy = np.vstack([y_reviewers, y_reviewers.sum(axis=0)])
        grouped = _grouped_by_size(x_items, y.sum(axis=2).T, table.case_index)
        return cls(int(x.sum()), Products(xx, xy, (y**2).sum(axis=(1, 2))), *grouped)

    def deviance(self, ratios: Ratios, *, error: float | None = None) -> np.ndarray:
        """-2 log restricted likelihood of each score vector, up to a constant.

        The error variance is the best one for the ratios when None.
        """
        reduced = self._reduced(ratios)
        free = self.n_ratings - 1
        error = reduced.residual / free if error is None else error
        fit = free * np.log(error) + reduced.residual / error
        return fit + reduced.log_determinant + np.log(reduced.information)

    def error_variance(self, ratios: Ratios) -> np.ndarray:
        return self._reduced(ratios).residual / (self.n_ratings - 1)

    def _reduced(self, ratios: Ratios) -> Reduced:
        """Eliminate the reviewers from what is left without items and cases."""
        log_determinant, left = self._without_items_and_cases(ratios)
        k = len(left.xx) - 1
        lower = np.linalg.cholesky(np.eye(k) + ratios.reviewer * left.xx[:k, :k])
        half = np.linalg.solve(lower, np.column_stack([left.xx[:k, k], left.xy[:k]]))
        one, y = half[:, 0], half[:, 1:]
        one_one = left.xx[k, k] - ratios.reviewer * one @ one
        one_y = left.xy[k] - ratios.reviewer * one @ y
        residual = left.yy - ratios.reviewer * (y**2).sum(axis=0) - one_y**2 / one_one
        log_determinant += 2 * float(np.log(np.diag(lower)).sum())
        return Reduced(log_determinant, one_one, np.maximum(residual, np.finfo(float).tiny))

    def without_items(self, item: float) -> tuple[float, np.ndarray, Products]:
        """log|I + items|, each size's shrinkage (D), products weighted by (I + items)⁻¹."""
        shrink = 1 / (1 + item * self.sizes)
        weight = item * shrink
        left = [
            whole - np.tensordot(weight, part, axes=1)
            for whole, part in zip(self.products, self.by_size, strict=True)
        ]
        return -float(self.how_many @ np.log(shrink)), shrink, Products(*left)

    def _without_items_and_cases(self, ratios: Ratios) -> tuple[float, Products]:
        """log|W| and products weighted by W⁻¹, where W = I + items + cases, by Woodbury twice."""
        log_determinant, shrink, left = self.without_items(ratios.item)
        if not ratios.case:
            return log_determinant, left
        x = np.tensordot(shrink, self.x_in_cases, axes=1)
        y = np.tensordot(shrink, self.y_in_cases, axes=1)
        inflation = 1 + ratios.case * x[:, -1]
        weighted = x * (ratios.case / inflation)[:, None]
        y_weighted = y * (ratios.case / inflation)[:, None]
        cases = (weighted.T @ x, weighted.T @ y, (y_weighted * y).sum(axis=0))
        left = Products(*(whole - part for whole, part in zip(left, cases, strict=True)))
        return log_determinant + float(np.log(inflation).sum()), left


def _centred(scores: np.ndarray, filled: np.ndarray) -> np.ndarray:
    means = scores[:, filled].mean(axis=1)
    return np.where(filled, scores - means[:, None, None], 0.0)


def _grouped_by_size(x: np.ndarray, y: np.ndarray, case_index: np.ndarray) -> tuple:
    """Sums over the items of each size; `x` and `y` hold one row of sums per item."""
    sizes, group = np.unique(x[:, -1], return_inverse=True)
    members = [group == g for g in range(len(sizes))]
    products = Products(
        np.stack([x[rows].T @ x[rows] for rows in members]),
        np.stack([x[rows].T @ y[rows] for rows in members]),
        np.stack([(y[rows] ** 2).sum(axis=0) for rows in members]),
    )
    in_cases = []
    for sums in (x, y):
        summed = np.zeros((len(sizes), int(case_index.max()) + 1, sums.shape[1]))
        np.add.at(summed, (group, case_index), sums)
        in_cases.append(summed)
    return sizes, np.bincount(group), products, *in_cases
