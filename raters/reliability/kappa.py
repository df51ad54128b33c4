"""How sure is the mean weighted kappa over pairs of reviewers?

Items, or the cases they share, are resampled and every pair's kappa is computed again.
"""

from dataclasses import replace
from itertools import combinations

import numpy as np

from raters.reliability.agreement import quadratic_kappa
from raters.reliability.estimate import Estimate
from raters.reliability.guards import no_disagreement
from raters.reliability.resampled import resampling_method, with_resampled_limits
from raters.reliability.resampling import by_cluster
from raters.reliability.table import RatingTable


def weighted_kappa(table: RatingTable, *, seed: int, resamples: int = 2_000) -> Estimate:
    """`quadratic_kappa` with a 95% interval. Deterministic given `seed`."""
    found = quadratic_kappa(table)
    if not found.is_estimable:
        return found
    method = resampling_method(resamples, of_cases=table.shares_cases)
    found = replace(found, method=method)
    if table.is_unanimous:
        return found.without_interval(no_disagreement(table))

    sums = by_cluster(_pair_sums(table), table.case_index, table.n_cases)

    def statistic(weights: np.ndarray) -> np.ndarray:
        return _mean_kappa(weights @ sums)

    return with_resampled_limits(found, statistic, table.n_cases, seed=seed, resamples=resamples)


def mean_kappa(table: RatingTable, weights: np.ndarray) -> np.ndarray:
    """For each row of item weights (B x n_items); NaN where no pair has spread on shared items."""
    return _mean_kappa(weights @ _pair_sums(table))


def _pair_sums(table: RatingTable) -> np.ndarray:
    """n_items x (5 x pairs): what each item adds to the sums of each pair of reviewers."""
    pairs = combinations(table.matrix.T, 2)
    return np.column_stack([column for a, b in pairs for column in _columns(a, b)])


def _columns(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, ...]:
    both = np.isfinite(a) & np.isfinite(b)
    centre = a[both].mean() if both.any() else 0.0
    a, b = np.where(both, a - centre, 0.0), np.where(both, b - centre, 0.0)
    return both.astype(float), a, b, a**2 + b**2, (a - b) ** 2


def _mean_kappa(sums: np.ndarray) -> np.ndarray:
    n, a, b, squares, differences = (sums[:, column::5] for column in range(5))
    n = np.maximum(n, 1)
    # The mean squared difference of every a from every b, from their moments.
    chance = squares / n - 2 * a * b / n**2
    known = chance > 1e-9
    kappas = np.where(known, 1 - differences / n / np.where(known, chance, 1.0), 0.0)
    found = known.sum(axis=1)
    return np.where(found, kappas.sum(axis=1) / np.maximum(found, 1), np.nan)
