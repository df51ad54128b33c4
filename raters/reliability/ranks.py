"""How closely do two orders go together?

Spearman's correlation: Pearson's on midranks.
"""

from math import atanh, sqrt, tanh

import numpy as np

FEWEST_PAIRS = 4
_Z = 1.959963984540054


def spearman(x: np.ndarray, y: np.ndarray) -> float | None:
    """None with fewer than four pairs, or where x or y does not vary."""
    if len(x) < FEWEST_PAIRS or x.min() == x.max() or y.min() == y.max():
        return None
    found = float(weighted_spearman(x, y, np.ones((1, len(x))))[0])
    return min(max(found, -1.0), 1.0)


def weighted_spearman(x: np.ndarray, y: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """One correlation for each row of weights (B x n); NaN where x or y does not vary in it."""
    a, b = _centred_midranks(x, weights), _centred_midranks(y, weights)
    spread = (weights * a**2).sum(axis=1) * (weights * b**2).sum(axis=1)
    together = (weights * a * b).sum(axis=1)
    varies = spread > 1e-9
    return np.where(varies, together / np.sqrt(np.where(varies, spread, 1.0)), np.nan)


def fisher_limits(r: float, n: int) -> tuple[float, float] | None:
    """Fisher's z with the error of Bonett & Wright 2000 (doi 10.1007/BF02294183) for Spearman.

    None with fewer than four pairs, and at 1 and -1, where z is infinite.
    """
    if n < FEWEST_PAIRS or abs(r) > 1 - 1e-12:
        return None
    half = _Z * sqrt((1 + r**2 / 2) / (n - 3))
    return tanh(atanh(r) - half), tanh(atanh(r) + half)


def _centred_midranks(values: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """B x n: the rank of each value among all, counted by weight, less the mean rank."""
    _, code, times = np.unique(values, return_inverse=True, return_counts=True)
    in_order = np.argsort(code, kind="stable")
    # Sorted, equal values lie side by side: a table of values by items could be huge.
    reached = np.cumsum(weights[:, in_order], axis=1)[:, np.cumsum(times) - 1]
    totals = np.diff(reached, axis=1, prepend=0.0)
    ranks = reached - totals / 2 - weights.sum(axis=1, keepdims=True) / 2
    return ranks[:, code]
