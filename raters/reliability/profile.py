"""Which shares of variance between items does the likelihood leave possible?

Limits where the restricted likelihood, at its best for a given share, falls 1.92 below its maximum.
They need no draws, and they reach zero where a variance may be zero.
"""

from functools import cache

import numpy as np

from raters.reliability.crossed import Ratios
from raters.reliability.fitting import BETWEEN_ITEMS, LARGEST, Fit, Likelihood

# The 97.5 percent point of the normal; squared, the 95 percent point of chi-squared.
CUTOFF = 1.959963984540054
HIGHEST_SHARE = 1 - 1e-6


def profile_limits(
    design: Likelihood, fit: Fit, *, counts_reviewers: bool = True
) -> tuple[float, float]:
    """95% limits of the share between items; `fit` is where `design` is most likely.

    `counts_reviewers`: the variance between reviewers belongs to the whole (absolute agreement).
    """
    profile = _Profile(design, fit, counts_reviewers=counts_reviewers)
    excess = cache(profile.excess)
    low = 0.0 if excess(0.0) <= 0 else _root(excess, 0.0, profile.share)
    high = _root(excess, profile.share, HIGHEST_SHARE) if excess(HIGHEST_SHARE) > 0 else 1.0
    return low, high


def _root(excess, below: float, above: float) -> float:
    from scipy.optimize import brentq  # slow import

    return float(brentq(excess, below, above, xtol=1e-4))


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
        self.least = design.deviance(Ratios(**ratios))
        reviewer = ratios.get("reviewer", 0.0)
        total = sum(ratios[part] for part in self.between)
        whole = total + 1 + (reviewer if counts_reviewers else 0.0)
        self.share = min(total / whole, HIGHEST_SHARE)
        cuts = _cuts([ratios[part] for part in self.between])
        start = [*cuts, np.log1p(reviewer)] if self.has_reviewers else cuts
        self.starts = [np.array(start)] * 2

    def excess(self, share: float) -> float:
        """The root of how far the best deviance at this share lies above the least, less the cut.

        The root is nearly straight in the share, so that few shares need to be tried.
        """
        if share == self.share:
            return -CUTOFF
        return np.sqrt(max(self._best(share), 0.0)) - CUTOFF

    def _best(self, share: float) -> float:
        """The least rise at this share."""
        from scipy.optimize import minimize  # slow import

        start = min(self.starts, key=lambda x: self._rise(x, share))
        if not len(start):
            return self._rise(start, share)
        cuts = len(self.between) - 1
        found = minimize(
            self._rise,
            start,
            args=(share,),
            method="L-BFGS-B",
            bounds=[(0.0, 1.0)] * cuts + [(0.0, LARGEST)] * self.has_reviewers,
            options={"ftol": 1e-5},
        )
        self.starts[1] = found.x
        return float(found.fun)

    def _rise(self, x: np.ndarray, share: float) -> float:
        """Of the deviance above the least, which keeps its digits where ratings are many."""
        reviewer = float(np.expm1(x[-1])) if self.has_reviewers else 0.0
        rest = 1 + (reviewer if self.counts_reviewers else 0.0)
        total = share / (1 - share) * rest
        parts = total * _split(x[: len(self.between) - 1])
        ratios = Ratios(**dict(zip(self.between, parts, strict=True)), reviewer=reviewer)
        return self.design.deviance(ratios) - self.least


def _split(cuts: np.ndarray) -> np.ndarray:
    """Shares that sum to one: each cut takes its part of what the cuts before it left."""
    left = np.concatenate([[1.0], np.cumprod(1 - cuts)])
    return left * np.append(cuts, 1.0)


def _cuts(parts: list[float]) -> list[float]:
    """The cuts that `_split` turns into these parts' shares; halves where all are zero."""
    left = [sum(parts[start:]) for start in range(len(parts))]
    return [part / rest if rest else 0.5 for part, rest in zip(parts, left, strict=True)][:-1]
