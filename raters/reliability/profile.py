"""Which shares of variance between items does the likelihood leave possible?

Limits where the restricted likelihood, at its best for a given share, falls 1.92 below its maximum.
They need no draws, and they reach zero where a variance may be zero.
"""

from typing import Protocol

import numpy as np

from raters.reliability.crossed import Ratios
from raters.reliability.mixed import BETWEEN_ITEMS, LARGEST, Fit

# The 95 percent point of chi-squared with one degree of freedom.
CUTOFF = 3.841458820694124
HIGHEST_SHARE = 1 - 1e-6


class Likelihood(Protocol):
    def deviance(self, ratios: Ratios) -> np.ndarray: ...


def profile_limits(
    design: Likelihood, fit: Fit, *, counts_reviewers: bool = True
) -> tuple[float, float]:
    """95% limits of the share between items; `fit` is where `design` is most likely.

    `counts_reviewers`: the variance between reviewers belongs to the whole (absolute agreement).
    """
    profile = _Profile(design, fit, counts_reviewers=counts_reviewers)
    low = 0.0 if profile.excess(0.0) <= 0 else _root(profile.excess, 0.0, profile.share)
    rejects_one = profile.excess(HIGHEST_SHARE) > 0
    high = _root(profile.excess, profile.share, HIGHEST_SHARE) if rejects_one else 1.0
    return low, high


def _root(excess, below: float, above: float) -> float:
    from scipy.optimize import brentq  # slow import

    return float(brentq(excess, below, above, xtol=5e-4))


class _Profile:
    """The best deviance at each share.

    A search begins at the fit or where the search before it ended, whichever is the better place.
    """

    def __init__(self, design: Likelihood, fit: Fit, *, counts_reviewers: bool):
        self.design = design
        self.counts_reviewers = counts_reviewers
        self.between = tuple(part for part in fit.parts if part in BETWEEN_ITEMS)
        self.has_reviewers = "reviewer" in fit.parts
        ratios = {part: fit[part] / fit["error"] for part in fit.parts[:-1]}
        self.least = float(design.deviance(Ratios(**ratios))[0])
        reviewer = ratios.get("reviewer", 0.0)
        total = sum(ratios[part] for part in self.between)
        whole = total + 1 + (reviewer if counts_reviewers else 0.0)
        self.share = min(total / whole, HIGHEST_SHARE)
        cuts = _cuts([ratios[part] for part in self.between])
        start = [*cuts, np.log1p(reviewer)] if self.has_reviewers else cuts
        self.starts = [np.array(start)] * 2

    def excess(self, share: float) -> float:
        """How far the best deviance at this share lies above the cut; below zero is possible."""
        if share == self.share:
            return -CUTOFF
        return self._best(share) - self.least - CUTOFF

    def _best(self, share: float) -> float:
        from scipy.optimize import minimize  # slow import

        start = min(self.starts, key=lambda x: self._deviance(x, share))
        if not len(start):
            return self._deviance(start, share)
        cuts = len(self.between) - 1
        found = minimize(
            self._deviance,
            start,
            args=(share,),
            method="L-BFGS-B",
            bounds=[(0.0, 1.0)] * cuts + [(0.0, LARGEST)] * self.has_reviewers,
            options={"ftol": 1e-7},
        )
        self.starts[1] = found.x
        return float(found.fun)

    def _deviance(self, x: np.ndarray, share: float) -> float:
        reviewer = float(np.expm1(x[-1])) if self.has_reviewers else 0.0
        rest = 1 + (reviewer if self.counts_reviewers else 0.0)
        total = share / (1 - share) * rest
        parts = total * _split(x[: len(self.between) - 1])
        ratios = Ratios(**dict(zip(self.between, parts, strict=True)), reviewer=reviewer)
        return float(self.design.deviance(ratios)[0])


def _split(cuts: np.ndarray) -> np.ndarray:
    """Shares that sum to one: each cut takes its part of what the cuts before it left."""
    left = np.concatenate([[1.0], np.cumprod(1 - cuts)])
    return left * np.append(cuts, 1.0)


def _cuts(parts: list[float]) -> list[float]:
    """The cuts that `_split` turns into these parts' shares; halves where all are zero."""
    left = [sum(parts[start:]) for start in range(len(parts))]
    return [part / rest if rest else 0.5 for part, rest in zip(parts, left, strict=True)][:-1]
