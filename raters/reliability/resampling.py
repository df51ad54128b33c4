"""How sure is a coefficient, given these reviewers and a sample of items?"""

from collections.abc import Callable, Iterator
from statistics import NormalDist

import numpy as np

# Resamples that are worked on together, fewer where each holds the weights of very many clusters.
CHUNK = 200
WEIGHTS_IN_MEMORY = 4_000_000
# Groups left out in turn where there are more clusters than this: the acceleration is a skewness,
# which that many groups show as well, and a hundred thousand single ones would take hours.
MOST_LEFT_OUT = 1_000
_normal = NormalDist()

# Weights in (B x clusters), coefficients out (B), NaN where a resample has no spread.
Statistic = Callable[[np.ndarray], np.ndarray]


def resampled(statistic: Statistic, n: int, *, seed: int, resamples: int) -> np.ndarray:
    """`statistic` on `resamples` draws of n clusters with replacement, as multinomial weights."""
    rng = np.random.default_rng(seed)
    return np.concatenate([statistic(weights) for weights in _weights(n, resamples, rng)])


def leave_one_out(statistic: Statistic, n: int) -> np.ndarray:
    """`statistic` with each of the n clusters left out in turn, or each of many equal groups."""
    return np.concatenate([statistic(weights) for weights in _all_but_one(n)])


def resampled_kinds(
    statistic: Statistic, times: np.ndarray, *, seed: int, resamples: int
) -> np.ndarray:
    """As `resampled` where clusters are alike: kind i stands for `times[i]` equal clusters.

    The numbers of each kind in a sample of n with replacement are multinomial, so this draws from
    the same distribution; `statistic` takes a weight for each kind.
    """
    rng = np.random.default_rng(seed)
    n = int(times.sum())
    return statistic(rng.multinomial(n, times / n, size=resamples).astype(float))


def leave_one_out_kinds(statistic: Statistic, times: np.ndarray) -> np.ndarray:
    """As `leave_one_out`, each value as often as there are clusters of its kind."""
    return np.repeat(statistic(times - np.eye(len(times))), times)


def by_cluster(values: np.ndarray, clusters: np.ndarray, n_clusters: int) -> np.ndarray:
    """Sums of the items' rows over each cluster, zero for a cluster without any."""
    summed = np.zeros((n_clusters, *values.shape[1:]))
    np.add.at(summed, clusters, values)
    return summed


def bca_limits(
    value: float, *, draws: np.ndarray, jackknife: np.ndarray, level: float = 0.95
) -> tuple[float, float] | None:
    """Bias-corrected and accelerated limits (Efron 1987, doi 10.1080/01621459.1987.10478410).

    None where the draws all fall on one side of the value, or there is nothing to accelerate by.
    Undefined draws must have been dropped; undefined jackknife values are ignored.
    """
    # Draws equal to the value come out a rounding error to either side of it.
    below = (draws < value - 1e-9).mean() if len(draws) else 0.0
    defined = jackknife[np.isfinite(jackknife)]
    influence = defined.mean() - defined if len(defined) else np.zeros(1)
    if not 0 < below < 1 or not influence.any():
        return None
    acceleration = (influence**3).sum() / (6 * (influence**2).sum() ** 1.5)
    bias = _normal.inv_cdf(below)
    tails = ((1 - level) / 2, (1 + level) / 2)
    shares = [_shifted(_normal.inv_cdf(tail), bias, acceleration) for tail in tails]
    low, high = np.quantile(draws, shares)
    return float(low), float(high)


def _shifted(z: float, bias: float, acceleration: float) -> float:
    return _normal.cdf(bias + (bias + z) / (1 - acceleration * (bias + z)))


def _all_but_one(n: int) -> Iterator[np.ndarray]:
    groups, size = min(n, MOST_LEFT_OUT), _chunk(n)
    group = np.arange(n) % groups
    for start in range(0, groups, size):
        left_out = np.arange(start, min(start + size, groups))
        yield (left_out[:, None] != group).astype(float)


def _weights(n: int, resamples: int, rng: np.random.Generator) -> Iterator[np.ndarray]:
    for start in range(0, resamples, _chunk(n)):
        size = min(_chunk(n), resamples - start)
        # bincount on shifted integers: drawing multinomials takes five times as long.
        drawn = rng.integers(n, size=(size, n)) + n * np.arange(size)[:, None]
        yield np.bincount(drawn.ravel(), minlength=size * n).reshape(size, n).astype(float)


def _chunk(n: int) -> int:
    return max(1, min(CHUNK, WEIGHTS_IN_MEMORY // n))
