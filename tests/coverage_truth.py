"""What would endless data of the same kind say? Exact values for simulated panels.

A score is an item's level plus a reviewer's leaning plus noise, all normal, then rounded and cut to
the scale. Expectations are sums over Gauss-Hermite nodes.
"""

from dataclasses import dataclass

import numpy as np
from scipy.stats import norm


@dataclass(frozen=True)
class Model:
    """Standard deviations; `levels` None leaves scores as they are."""

    mean: float
    item: float
    reviewer: float
    error: float
    levels: tuple[int, ...] | None = None

    def shown(self, latent: np.ndarray) -> np.ndarray:
        if self.levels is None:
            return latent
        return np.clip(np.rint(latent), self.levels[0], self.levels[-1])

    def shares(self, latent: np.ndarray) -> np.ndarray:
        """Probability of each level given item plus reviewer: latent's shape x levels."""
        cuts = np.array(self.levels[:-1]) + 0.5
        below = norm.cdf((cuts - latent[..., None]) / self.error)
        ends = np.zeros((*latent.shape, 1)), np.ones((*latent.shape, 1))
        return np.diff(np.concatenate([ends[0], below, ends[1]], axis=-1), axis=-1)


def nodes(sd: float, n: int = 61) -> tuple[np.ndarray, np.ndarray]:
    points, weights = np.polynomial.hermite_e.hermegauss(n)
    return sd * points, weights / weights.sum()


def icc_2_1(model: Model) -> float:
    """Between-item variance of the shown scores over all their variance."""
    if model.levels is None:
        parts = model.item**2, model.reviewer**2, model.error**2
        return parts[0] / sum(parts)
    (t, of_t), (r, of_r) = nodes(model.item), nodes(model.reviewer)
    shares = model.shares(model.mean + t[:, None] + r[None, :])
    values = np.array(model.levels, dtype=float)
    means = shares @ values
    grand = of_t @ means @ of_r
    total = of_t @ (shares @ values**2) @ of_r - grand**2
    return float((of_t @ (means @ of_r - grand) ** 2) / total)


def shares_of(model: Model, reviewers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """nodes x reviewers x levels, and the nodes' weights."""
    t, of_t = nodes(model.item)
    return model.shares(model.mean + t[:, None] + reviewers[None, :]), of_t


def alpha_ordinal(model: Model, reviewers: np.ndarray) -> float:
    """Krippendorff's alpha of these very reviewers over endless items."""
    shares, of_t = shares_of(model, reviewers)
    k = len(reviewers)
    summed = shares.sum(axis=1)
    pairs = np.einsum("t,tv,tw->vw", of_t, summed, summed)
    pairs -= np.einsum("t,trv,trw->vw", of_t, shares, shares)
    pairs /= k * (k - 1)
    used = (of_t @ summed) / k
    ranks = np.cumsum(used) - used / 2
    apart = (ranks[:, None] - ranks[None, :]) ** 2
    return float(1 - (pairs * apart).sum() / (used @ apart @ used))


def severities(model: Model, reviewers: np.ndarray) -> np.ndarray:
    """Each reviewer's mean score less the mean of the others, over endless items."""
    shares, of_t = shares_of(model, reviewers)
    means = of_t @ (shares @ np.array(model.levels, dtype=float))
    return means - (means.sum() - means) / (len(means) - 1)


def spearman(correlation: float) -> float:
    """Of two normal variables (Pearson 1907)."""
    return float(6 / np.pi * np.arcsin(correlation / 2))
