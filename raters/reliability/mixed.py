"""Which share of the variance lies between the items, when not everyone rated everything?

Crossed random effects by restricted maximum likelihood on all real ratings. Likelihood estimation
with Monte-Carlo intervals is what ten Hove, Jorgensen & van der Ark 2025 prefer for planned
incomplete designs (doi 10.1080/00273171.2025.2507745).
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from raters.reliability.crossed import CrossedDesign, Ratios
from raters.reliability.estimate import Estimate, estimated, not_estimable
from raters.reliability.guards import no_disagreement, why_not_estimable
from raters.reliability.icc import (
    ONE_WAY,
    UnknownForm,
    form_in_words,
    why_form_does_not_fit,
    why_interval_is_unusable,
)
from raters.reliability.refit import refit_ratios
from raters.reliability.table import RatingTable
from raters.reliability.variance import VarianceComponents
from rubrics.phrases import Phrase, gettext_noop

FORMS = ("ICC(1,1)", "ICC(2,1)", "ICC(3,1)")
REML_BASIS = gettext_noop("crossed random effects (REML) on all %(ratings)d ratings")
MONTE_CARLO = gettext_noop(
    "crossed random effects by REML on all real ratings; Monte-Carlo interval, %(draws)d draws"
)
BOOTSTRAP = gettext_noop(
    "crossed random effects by REML on all real ratings; parametric bootstrap interval, "
    "%(resamples)d resamples"
)

# Log standard deviations known no better than this have a likelihood far from normal: draws would
# multiply a variance by fifty, or keep the items' variance off zero though zero fits as well.
WIDEST_LOG_SD = 1.0
WIDEST_LOG_SD_BETWEEN_ITEMS = 0.5

# Together, what makes items differ. A unit is one criterion on one item, where there are criteria.
BETWEEN_ITEMS = ("unit", "item", "case")

# Resamples that are refitted together share the work of a grid, and should fit into the cache.
# Large tables hold fewer of them in memory: 20 MB of scores, and a few copies.
LARGEST_BATCH = 500
CELLS_IN_MEMORY = 2_500_000

# exp(18) times the error variance: beyond it the error is zero for every purpose.
LARGEST = 18.0


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


def icc_reml(
    table: RatingTable,
    form: str = "ICC(2,1)",
    *,
    seed: int,
    draws: int = 20_000,
    resamples: int = 1_000,
) -> Estimate:
    """ICC(1,1), ICC(2,1) or ICC(3,1) on all ratings, with a 95% interval. Raises UnknownForm.

    The same table and seed give the same numbers.
    """
    if form not in FORMS:
        raise UnknownForm(form)
    name, words = f"{form} REML", form_in_words(form)
    reason = why_not_estimable(table) or why_form_does_not_fit(table, form)
    if reason is not None:
        return not_estimable(table, name=name, form=words, reason=reason)
    if table.is_unanimous:
        why = no_disagreement(table)
        return estimated(table, name=name, form=words, value=1.0, interval_reason=why)
    return _estimate(table, form, seed, draws=draws, resamples=resamples)


def _estimate(table: RatingTable, form: str, seed: int, *, draws: int, resamples: int) -> Estimate:
    """The fit, its interval and what weakens it; `table` has passed the guards."""
    design = CrossedDesign.of(table)
    fit = fit_design(design, _parts(table, form))
    limits, method = _interval(table, design, fit, form, seed, draws=draws, resamples=resamples)
    found = estimated(
        table,
        name=f"{form} REML",
        form=form_in_words(form),
        value=icc_of(fit, form),
        method=method,
        warnings=_warnings(table, fit),
    )
    withheld = why_no_interval(fit) or why_interval_is_unusable(found.value, *limits)
    return found.without_interval(withheld) if withheld else found.with_interval(*limits)


def reml_components(table: RatingTable) -> VarianceComponents | None:
    """Variance components on all ratings; None where the guards find nothing to estimate."""
    if why_not_estimable(table) is not None:
        return None
    parts = _parts(table, "ICC(2,1)" if table.identified else "ICC(1,1)")
    fit = fit_design(CrossedDesign.of(table), parts)
    return VarianceComponents(
        item=fit["item"],
        reviewer=fit["reviewer"] if "reviewer" in parts else None,
        error=fit["error"],
        case=fit["case"] if "case" in parts else None,
        basis=Phrase(REML_BASIS, {"ratings": table.n_ratings}),
        at_zero=fit.at_zero,
    )


def _parts(table: RatingTable, form: str) -> tuple[str, ...]:
    case = ("case",) if table.shares_cases and table.n_cases > 1 else ()
    reviewer = () if form in ONE_WAY else ("reviewer",)
    return ("item", *case, *reviewer, "error")


def fit_design(design: CrossedDesign, parts: tuple[str, ...], start: float = 0.5) -> Fit:
    """Minimise the profiled deviance over log(1 + variance ratio).

    That scale reaches a variance of exactly zero with a slope that is not zero, so an optimum on
    the boundary is found as such, and it is logarithmic where ratios are large.
    """
    from scipy.optimize import minimize  # slow import

    free = parts[:-1]
    bounds = [(0.0, LARGEST)] * len(free)

    def deviance(x: np.ndarray) -> float:
        return design.deviance(Ratios(**dict(zip(free, np.expm1(x), strict=True))))[0]

    best = minimize(
        deviance,
        np.full(len(free), start),
        method="L-BFGS-B",
        bounds=bounds,
        options={"ftol": 1e-13, "gtol": 1e-6},
    )
    ratios = np.where(best.x < 1e-7, 0.0, np.expm1(best.x))
    error = design.error_variance(Ratios(**dict(zip(free, ratios, strict=True))))[0]
    return Fit(parts, (*(float(ratio * error) for ratio in ratios), float(error)))


def icc_of(fit: Fit, form: str) -> float:
    between = sum(fit[part] for part in BETWEEN_ITEMS)
    # One-way fits have no reviewer part, so the formula of the two-way form serves both.
    reviewer = 0.0 if form == "ICC(3,1)" else fit["reviewer"]
    return between / (between + reviewer + fit["error"])


def _interval(table, design, fit: Fit, form: str, seed: int, *, draws: int, resamples: int):
    """Limits and, in words, how they were found."""
    rng = np.random.default_rng(seed)
    covariance = None if fit.at_zero else _log_sd_covariance(design, fit)
    if covariance is not None:
        values = _monte_carlo(fit, form, covariance, rng, draws=draws)
        return _central95(values), Phrase(MONTE_CARLO, {"draws": draws})
    values = _parametric_bootstrap(table, fit, form, rng, resamples=resamples)
    return _central95(values), Phrase(BOOTSTRAP, {"resamples": resamples})


def _central95(values: np.ndarray) -> tuple[float, float]:
    low, high = np.quantile(values, (0.025, 0.975))
    return float(low), float(high)


def _log_sd_covariance(design: CrossedDesign, fit: Fit) -> np.ndarray | None:
    """Asymptotic covariance of the log standard deviations; None where it cannot be trusted."""
    hessian = _hessian(lambda x: _deviance_of_log_sds(design, fit.parts, x), _log_sds(fit))
    try:
        np.linalg.cholesky(hessian)
    except np.linalg.LinAlgError:
        return None
    # The deviance is -2 log likelihood, so half its curvature is the information.
    covariance = np.linalg.inv(hessian / 2)
    return covariance if _is_well_known(fit, covariance) else None


def _is_well_known(fit: Fit, covariance: np.ndarray) -> bool:
    between = np.array([fit[part] if part in BETWEEN_ITEMS else 0.0 for part in fit.parts])
    weights = between / between.sum()
    between_items = np.sqrt(weights @ covariance @ weights)
    widest = np.sqrt(np.diag(covariance)).max()
    return widest <= WIDEST_LOG_SD and between_items <= WIDEST_LOG_SD_BETWEEN_ITEMS


def _log_sds(fit: Fit) -> np.ndarray:
    return np.log(fit.variances) / 2


def _deviance_of_log_sds(design: CrossedDesign, parts: tuple[str, ...], x: np.ndarray) -> float:
    variances = np.exp(2 * x)
    ratios = dict(zip(parts[:-1], variances[:-1] / variances[-1], strict=True))
    return design.deviance(Ratios(**ratios), error=float(variances[-1]))[0]


def _hessian(function, at: np.ndarray, step: float = 1e-3) -> np.ndarray:
    """Second derivatives by central differences."""
    steps = np.eye(len(at)) * step
    hessian = np.empty((len(at), len(at)))
    for i, a in enumerate(steps):
        for j, b in enumerate(steps):
            corners = function(at + a + b) - function(at + a - b)
            corners += function(at - a - b) - function(at - a + b)
            hessian[i, j] = corners / (4 * step**2)
    return (hessian + hessian.T) / 2


def _monte_carlo(fit: Fit, form: str, covariance, rng, *, draws: int) -> np.ndarray:
    root = np.linalg.cholesky(covariance)
    log_sds = _log_sds(fit) + rng.standard_normal((draws, len(root))) @ root.T
    drawn = Fit(fit.parts, tuple(np.exp(2 * log_sds).T))
    return icc_of(drawn, form)


def _parametric_bootstrap(table, fit: Fit, form: str, rng, *, resamples: int) -> np.ndarray:
    """Refit tables drawn from the fitted model, with the real pattern of who rated what."""
    tops = _largest_ratios(table, fit)
    refits = [
        refit_ratios(CrossedDesign.of(table, scores), tops=tops)
        for scores in _simulated_scores(table, fit, rng, resamples=resamples)
    ]
    ratios = (np.concatenate([refit[part] for refit in refits]) for part in tops)
    # The error variance cancels from a share, so the ratios stand in for the variances.
    return icc_of(Fit(fit.parts, (*ratios, np.ones(resamples))), form)


def _largest_ratios(table: RatingTable, fit: Fit) -> dict[str, float]:
    """Generous upper ends for refits: many times the estimate plus its error near zero."""
    levels = {"item": table.n_items, "case": table.n_cases, "reviewer": table.n_reviewers}
    return {
        part: 12 * (fit[part] / fit["error"] + np.sqrt(2 * levels[part]) / table.n_ratings)
        for part in fit.parts[:-1]
    }


def _simulated_scores(
    table: RatingTable, fit: Fit, rng: np.random.Generator, *, resamples: int
) -> Iterator[np.ndarray]:
    """Batches of tables, each B x items x reviewers; `resamples` tables in all."""
    largest = max(1, min(LARGEST_BATCH, CELLS_IN_MEMORY // table.matrix.size))
    for start in range(0, resamples, largest):
        yield _simulated_batch(table, fit, rng, size=min(largest, resamples - start))


def _simulated_batch(
    table: RatingTable, fit: Fit, rng: np.random.Generator, *, size: int
) -> np.ndarray:
    n, k = table.matrix.shape
    # One row of draws makes one table, so that the size of a batch changes no table.
    draws = rng.standard_normal((size, n + table.n_cases + k + n * k))
    parts = np.split(draws, np.cumsum((n, table.n_cases, k)), axis=1)
    sds = (np.sqrt(fit[part]) for part in ("item", "case", "reviewer", "error"))
    items, cases, reviewers, errors = (sd * part for sd, part in zip(sds, parts, strict=True))
    items += cases[:, table.case_index]
    return items[:, :, None] + reviewers[:, None, :] + errors.reshape(size, n, k)


def why_no_interval(fit: Fit) -> Phrase | None:
    if fit["error"] > 1e-7 * sum(fit.variances):
        return None
    return Phrase(
        gettext_noop("Reviewers differ by a constant only: the error is zero, and no model fits.")
    )


def _warnings(table: RatingTable, fit: Fit) -> tuple[Phrase, ...]:
    zero = {
        "item": gettext_noop("The variance between items is estimated at zero."),
        "case": gettext_noop("The variance between cases is estimated at zero."),
        "reviewer": gettext_noop("The variance between reviewers is estimated at zero."),
    }
    warnings = [Phrase(zero[part]) for part in fit.at_zero if part in zero]
    if table.shares_cases:
        shared = gettext_noop("%(items)d items come from %(cases)d cases.")
        warnings.append(Phrase(shared, {"items": table.n_items, "cases": table.n_cases}))
    return tuple(warnings)
