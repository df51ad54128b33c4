"""Which share of the variance lies between the items, when not everyone rated everything?

Crossed random effects by restricted maximum likelihood on all real ratings. Likelihood estimation
is what ten Hove, Jorgensen & van der Ark 2025 prefer for planned incomplete designs
(doi 10.1080/00273171.2025.2507745). In place of their Monte-Carlo intervals these are limits by
profile likelihood, which draw nothing, reach zero and covered better: docs/coverage.md.
"""

from dataclasses import replace

from raters.reliability.crossed import CrossedDesign
from raters.reliability.estimate import Estimate, estimated, not_estimable
from raters.reliability.fitting import Fit, fit_design, icc_of, why_no_interval
from raters.reliability.guards import no_disagreement, why_not_estimable
from raters.reliability.icc import (
    ONE_WAY,
    UnknownForm,
    form_in_words,
    why_form_does_not_fit,
    why_interval_is_unusable,
)
from raters.reliability.profile import profile_limits
from raters.reliability.table import RatingTable
from raters.reliability.variance import VarianceComponents
from rubrics.phrases import Phrase, gettext_noop

FORMS = ("ICC(1,1)", "ICC(2,1)", "ICC(3,1)")
REML_BASIS = gettext_noop("crossed random effects (REML) on all %(ratings)d ratings")
METHOD = gettext_noop(
    "crossed random effects by REML on all real ratings; profile likelihood interval"
)
MIXED_INTERVAL = gettext_noop("value by analysis of variance; interval from %(method)s")

# Simulated coverage of the Satterthwaite interval fell to .76-.92 in this corner.
HUNDREDS_OF_ITEMS = 100
FEW_REVIEWERS = 5


def icc_reml(table: RatingTable, form: str = "ICC(2,1)") -> Estimate:
    """ICC(1,1), ICC(2,1) or ICC(3,1) on all ratings, with a 95% interval. Raises UnknownForm.

    Nothing is drawn, so there is no seed.
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
    return _estimate(table, form)


def _estimate(table: RatingTable, form: str) -> Estimate:
    """The fit, its interval and what weakens it; `table` has passed the guards."""
    design = CrossedDesign.of(table)
    fit = fit_design(design, _parts(table, form))
    found = estimated(
        table,
        name=f"{form} REML",
        form=form_in_words(form),
        value=icc_of(fit, form),
        method=Phrase(METHOD),
        warnings=_warnings(table, fit),
    )
    withheld = why_no_interval(fit)
    if withheld is not None:
        return found.without_interval(withheld)
    limits = profile_limits(design, fit, counts_reviewers=form != "ICC(3,1)")
    withheld = why_interval_is_unusable(found.value, *limits)
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


def needs_mixed_interval(table: RatingTable) -> bool:
    """Where the analysis of variance gives limits that are too close together."""
    many = table.n_items >= HUNDREDS_OF_ITEMS and table.n_reviewers <= FEW_REVIEWERS
    return table.shares_cases or (many and table.identified)


def with_interval_of(anova: Estimate, mixed: Estimate) -> Estimate:
    """The value of one and the limits of the other, and a method that says so."""
    if not (anova.is_estimable and mixed.has_interval):
        return anova
    found = replace(anova, method=Phrase(MIXED_INTERVAL, {"method": mixed.method}))
    unusable = why_interval_is_unusable(anova.value, mixed.low, mixed.high)
    if unusable is not None:
        return found.without_interval(unusable)
    return found.with_interval(mixed.low, mixed.high)


def _parts(table: RatingTable, form: str) -> tuple[str, ...]:
    case = ("case",) if table.shares_cases and table.n_cases > 1 else ()
    reviewer = () if form in ONE_WAY else ("reviewer",)
    return ("item", *case, *reviewer, "error")


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
