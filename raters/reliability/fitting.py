"""Which variances make these scores most likely?"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from raters.reliability.crossed import Ratios
from rubrics.phrases import Phrase, gettext_noop

# Together, what makes items differ. A unit is one criterion on one item, where there are criteria.
BETWEEN_ITEMS = ("unit", "item", "case")

# exp(18) times the error variance: beyond it the error is zero for every purpose.
LARGEST = 18.0


class Likelihood(Protocol):
    def deviance(self, ratios: Ratios) -> float: ...

    def error_variance(self, ratios: Ratios) -> float: ...


@dataclass(frozen=True)
class Fit:
    """Variances of the parts that were fitted, in order; the last one is "error"."""

    parts: tuple[str, ...]
    variances: tuple[float, ...]

    def __getitem__(self, part: str) -> float:
        return dict(zip(self.parts, self.variances, strict=True)).get(part, 0.0)

    @property
    def at_zero(self) -> tuple[str, ...]:
        return tuple(part for part in self.parts if self[part] == 0)


def fit_design(design: Likelihood, parts: tuple[str, ...], start: float = 0.5) -> Fit:
    """Minimise the profiled deviance over log(1 + variance ratio).

    That scale reaches a variance of exactly zero with a slope that is not zero, so an optimum on
    the boundary is found as such, and it is logarithmic where ratios are large.
    """
    from scipy.optimize import minimize  # slow import

    free = parts[:-1]
    best = minimize(
        lambda x: design.deviance(Ratios(**dict(zip(free, np.expm1(x), strict=True)))),
        np.full(len(free), start),
        method="L-BFGS-B",
        bounds=[(0.0, LARGEST)] * len(free),
        options={"ftol": 1e-13, "gtol": 1e-6},
    )
    ratios = np.where(best.x < 1e-7, 0.0, np.expm1(best.x))
    error = design.error_variance(Ratios(**dict(zip(free, ratios, strict=True))))
    return Fit(parts, (*(float(ratio * error) for ratio in ratios), float(error)))


def icc_of(fit: Fit, form: str) -> float:
    between = sum(fit[part] for part in BETWEEN_ITEMS)
    # One-way fits have no reviewer part, so the formula of the two-way form serves both.
    reviewer = 0.0 if form == "ICC(3,1)" else fit["reviewer"]
    return between / (between + reviewer + fit["error"])


def why_no_interval(fit: Fit) -> Phrase | None:
    if fit["error"] > 1e-7 * sum(fit.variances):
        return None
    return Phrase(
        gettext_noop("Reviewers differ by a constant only: the error is zero, and no model fits.")
    )
