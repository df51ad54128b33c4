"""Which share of the variance lies between items, the criteria's difficulty apart?

Crossed and nested random effects by restricted maximum likelihood, with a fixed effect for each
criterion. Fixed, because the criteria of a rubric are no sample: nothing is assumed about how their
difficulties are distributed, and five of them would not tell the variance of a sixth.
"""

from raters.reliability.criteria.table import CriteriaTable
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
from raters.reliability.mixed import FORMS
from raters.reliability.nested import NestedDesign
from raters.reliability.profile import profile_limits
from rubrics.phrases import Phrase, gettext_noop

WORDS = gettext_noop("%(form)s; the criteria's difficulty removed")
METHOD = gettext_noop(
    "mixed model by REML with criteria as fixed effects, items and units as random effects; "
    "profile likelihood interval"
)
ONCE_ONLY = gettext_noop(
    "Not estimable: no criterion occurs in two items, so that its difficulty cannot be told from "
    "the spread between items."
)
TOO_MANY = gettext_noop(
    "Not estimable: %(criteria)d criteria are too many to give each an effect of its own here."
)
NO_SPREAD = gettext_noop("Not estimable: within each criterion every score is the same.")

# Units x squared columns of the likelihood: beyond it one interval would take minutes.
LARGEST_MODEL = 300_000_000


def criteria_icc(table: CriteriaTable, form: str = "ICC(2,1)") -> Estimate:
    """Of the variance of a single score around its criterion's mean, the share between items.

    Both how items differ on all criteria and how they differ on one count as between items.
    ICC(1,1), ICC(2,1) or ICC(3,1), on all ratings; raises UnknownForm. Nothing is drawn, so there
    is no seed.
    """
    if form not in FORMS:
        raise UnknownForm(form)
    used, excluded = table.recurring()
    said = {
        "name": f"{form} criteria",
        "form": Phrase(WORDS, {"form": form_in_words(form)}),
        "excluded": excluded,
    }
    reason = (
        why_not_by_criterion(table, used)
        or why_form_does_not_fit(table.units, form)
        or _too_many(used)
    )
    if reason is not None:
        return not_estimable(used.counted, reason=reason, **said)
    if used.units.is_unanimous:
        why = no_disagreement(used.units)
        return estimated(used.counted, value=1.0, interval_reason=why, **said)
    return _estimate(used, form, said)


def why_not_by_criterion(table: CriteriaTable, used: CriteriaTable) -> Phrase | None:
    """What rules out any coefficient; `used` are the units of `table` that could enter it."""
    if not used.units.ratings:
        return why_not_estimable(table.units) or Phrase(ONCE_ONLY)
    reason = why_not_estimable(used.units)
    if reason is not None:
        return reason
    return None if used.varies_within_criteria else Phrase(NO_SPREAD)


def _too_many(used: CriteriaTable) -> Phrase | None:
    columns = len(used.criteria) + used.units.n_reviewers
    if len(used.keys) * columns**2 <= LARGEST_MODEL:
        return None
    return Phrase(TOO_MANY, {"criteria": len(used.criteria)})


def _estimate(used: CriteriaTable, form: str, said: dict) -> Estimate:
    design = NestedDesign.of(
        used.units,
        criterion=used.criterion_index,
        item=used.item_index,
        case=used.cluster_index,
    )
    fit = fit_design(design, _parts(used, form))
    value = icc_of(fit, form)
    found = estimated(
        used.counted, value=value, method=Phrase(METHOD), warnings=_warnings(used, fit), **said
    )
    withheld = why_no_interval(fit)
    if withheld is not None:
        return found.without_interval(withheld)
    limits = profile_limits(design, fit, counts_reviewers=form != "ICC(3,1)")
    withheld = why_interval_is_unusable(value, *limits)
    return found.without_interval(withheld) if withheld else found.with_interval(*limits)


def _parts(used: CriteriaTable, form: str) -> tuple[str, ...]:
    counted = used.counted
    # With a single unit in each item the two cannot be told apart.
    unit = ("unit",) if len(used.keys) > counted.n_items else ()
    case = ("case",) if used.shares_cases and counted.n_cases > 1 else ()
    reviewer = () if form in ONE_WAY else ("reviewer",)
    return (*unit, "item", *case, *reviewer, "error")


def _warnings(used: CriteriaTable, fit: Fit) -> tuple[Phrase, ...]:
    zero = {
        "unit": gettext_noop("The variance between items on single criteria is zero."),
        "item": gettext_noop("The variance between items, over all criteria, is zero."),
        "case": gettext_noop("The variance between cases is estimated at zero."),
        "reviewer": gettext_noop("The variance between reviewers is estimated at zero."),
    }
    warnings = [Phrase(zero[part]) for part in fit.at_zero if part in zero]
    if used.shares_cases:
        counted = used.counted
        shared = gettext_noop("%(items)d items come from %(cases)d cases.")
        warnings.append(Phrase(shared, {"items": counted.n_items, "cases": counted.n_cases}))
    return tuple(warnings)
