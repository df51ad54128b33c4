"""How sure is a coefficient, given these reviewers and a sample of items?"""

from collections.abc import Callable, Iterator
from statistics import NormalDist

import numpy as np

CHUNK = 200
_normal = NormalDist()

# Weights in (B x clusters), coefficients out (B), NaN where a resample has no spread.
Statistic = Callable[[np.ndarray], np.ndarray]


def resampled(statistic: Statistic, n: int, *, seed: int, resamples: int) -> np.ndarray:
    """`statistic` on `resamples` draws of n clusters with replacement, as multinomial weights."""
    rng = np.random.default_rng(seed)
    return np.concatenate([statistic(weights) for weights in _weights(n, resamples, rng)])


def leave_one_out(statistic: Statistic, n: int) -> np.ndarray:
    """`statistic` with each of the n clusters left out in turn."""
    return np.concatenate([statistic(weights) for weights in _all_but_one(n)])


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
    for start in range(0, n, CHUNK):
        left_out = np.arange(start, min(start + CHUNK, n))
        weights = np.ones((len(left_out), n))
        weights[np.arange(len(left_out)), left_out] = 0.0
        yield weights


def _weights(n: int, resamples: int, rng: np.random.Generator) -> Iterator[np.ndarray]:
    for start in range(0, resamples, CHUNK):
        size = min(CHUNK, resamples - start)
        # bincount on shifted integers: drawing multinomials takes five times as long.
        drawn = rng.integers(n, size=(size, n)) + n * np.arange(size)[:, None]
        yield np.bincount(drawn.ravel(), minlength=size * n).reshape(size, n).astype(float)
