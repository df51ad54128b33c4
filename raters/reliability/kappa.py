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

    def statistic(weights: np.ndarray) -> np.ndarray:
        return mean_kappa(table, weights[:, table.case_index])

    return with_resampled_limits(found, statistic, table.n_cases, seed=seed, resamples=resamples)


def mean_kappa(table: RatingTable, weights: np.ndarray) -> np.ndarray:
    """For each row of item weights (B x n_items); NaN where no pair has spread on shared items."""
    pairs = combinations(table.matrix.T, 2)
    kappas = np.array([_pair_kappa(a, b, weights) for a, b in pairs])
    known = np.isfinite(kappas)
    sums = np.where(known, kappas, 0.0).sum(axis=0)
    return np.where(known.any(axis=0), sums / np.maximum(known.sum(axis=0), 1), np.nan)


def _pair_kappa(a: np.ndarray, b: np.ndarray, weights: np.ndarray) -> np.ndarray:
    both = np.isfinite(a) & np.isfinite(b)
    if not both.any():
        return np.full(len(weights), np.nan)
    a, b, own = a[both] - a[both].mean(), b[both] - a[both].mean(), weights[:, both]
    n = np.maximum(own.sum(axis=1), 1)
    # The mean squared difference of every a from every b, from their moments.
    chance = own @ (a**2 + b**2) / n - 2 * (own @ a) * (own @ b) / n**2
    observed = own @ (a - b) ** 2 / n
    varies = chance > 1e-9
    return np.where(varies, 1 - observed / np.where(varies, chance, 1.0), np.nan)
