"""Every estimate of one table by its name, for a command line, a page or a notebook.

summary(table, seed=1).estimates["ICC(2,1)"].value
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from raters.reliability.agreement import (
    exact_agreement,
    fleiss_kappa,
    gwet_ac1,
    gwet_ac2,
    pooled_agreement,
    quadratic_kappa,
    unanimity,
    within_one_step,
)
from raters.reliability.alpha import METRICS, alpha
from raters.reliability.estimate import Estimate, not_estimable
from raters.reliability.guards import why_not_estimable, why_not_shared
from raters.reliability.icc import FORMS, all_forms, form_in_words, icc
from raters.reliability.measurement import standard_errors
from raters.reliability.mixed import icc_reml, needs_mixed_interval, with_interval_of
from raters.reliability.report import (
    Provenance,
    connection_warnings,
    provenance,
)
from raters.reliability.table import RatingTable
from raters.reliability.wording import band_words, plain_sentence, shown_interval, verdict
from rubrics.phrases import Phrase, gettext_noop

REML, ONE_WAY_REML = "ICC(2,1) REML", "ICC(1,1) REML"

# Of labels without an order only these have a meaning: they ask no more than whether two are equal.
COUNTING = {
    "alpha nominal": None,
    "AC1": gwet_ac1,
    "Fleiss kappa": fleiss_kappa,
    "exact agreement": exact_agreement,
    "exact agreement pooled pairs": pooled_agreement,
    "unanimous": unanimity,
}
NAMES = (
    *FORMS,
    REML,
    *(f"alpha {metric}" for metric in METRICS),
    "AC1",
    "AC2",
    "weighted kappa",
    "Fleiss kappa",
    "exact agreement",
    "exact agreement pooled pairs",
    "unanimous",
    "within one",
    "SEM agreement",
    "SEM consistency",
)

NO_ORDER = gettext_noop("Not defined: the scores are labels without an order.")
SOME_WITHHELD = gettext_noop(
    "Intervals that rest on fewer than ten independent items and are not shown on pages: %(names)s."
)
ITEMS_AS_INDEPENDENT = gettext_noop(
    "%(items)d items come from %(cases)d cases. The F intervals of the ICC forms other than "
    "ICC(2,1) take the items as independent and are too short; the mixed model and alpha do not."
)


@dataclass(frozen=True)
class Summary:
    """`estimates` are in the order of `NAMES`; `leading` names the one that a report leads with.

    With anonymous raters there is "ICC(1,1) REML" as well. `verdict` and `sentence` need a target.
    """

    estimates: Mapping[str, Estimate]
    leading: str
    band: Phrase | None
    verdict: Phrase | None
    sentence: Phrase | None
    warnings: tuple[Phrase, ...]
    provenance: Provenance


def summary(
    table: RatingTable,
    *,
    seed: int,
    resamples: int = 2_000,
    level: str = "ordinal",
    is_ordered: bool = True,
    target: float | None = None,
    hit_rate: float | None = None,
) -> Summary:
    """Deterministic given `seed`.

    `is_ordered` is False where the scores only number labels; what would count with them is then
    not estimable. `resamples` are alpha's.
    `hit_rate` is that on planted items, for the plain sentence only.
    """
    known = _counted(table, seed=seed, resamples=resamples)
    if is_ordered:
        known |= _computed(table, seed=seed, resamples=resamples)
    estimates = {name: known.get(name) or _without_order(table, name) for name in NAMES}
    if ONE_WAY_REML in known:
        estimates[ONE_WAY_REML] = known[ONE_WAY_REML]
    estimates = {name: _with_size_warning(one) for name, one in estimates.items()}
    leading = _leading(table, level if is_ordered else "nominal")
    exact = estimates["exact agreement"].value
    return Summary(
        estimates=estimates,
        leading=leading,
        band=band_words(estimates[leading]),
        verdict=verdict(estimates[leading], target=target),
        sentence=plain_sentence(
            estimates[leading], exact_agreement=exact, hit_rate=hit_rate, target=target
        ),
        warnings=(*connection_warnings(table), *_warnings(table, estimates)),
        provenance=provenance(seed=seed, resamples=resamples),
    )


def leading_estimate(
    table: RatingTable,
    *,
    seed: int,
    resamples: int = 2_000,
    level: str = "ordinal",
    is_ordered: bool = True,
) -> Estimate:
    """The estimate that `summary` leads with, equal to it, and nothing else computed."""
    name = _leading(table, level if is_ordered else "nominal")
    if name == "alpha nominal":
        return _with_size_warning(alpha(table, "nominal", seed=seed, resamples=resamples))
    if name.endswith(" REML"):
        return _with_size_warning(_mixed_form(table, name.removesuffix(" REML")))
    found = icc(table, name)
    if name == "ICC(2,1)" and needs_mixed_interval(table):
        found = with_interval_of(found, _mixed_form(table, name))
    return _with_size_warning(found)


def _counted(table: RatingTable, *, seed: int, resamples: int) -> dict[str, Estimate]:
    """What needs no order: `COUNTING`."""
    found = {name: of(table) for name, of in COUNTING.items() if of}
    return found | {"alpha nominal": alpha(table, "nominal", seed=seed, resamples=resamples)}


def _computed(table: RatingTable, *, seed: int, resamples: int) -> dict[str, Estimate]:
    """What takes scores as numbers, or at least as ordered."""
    found = {one.name: one for one in all_forms(table)} | _mixed(table)
    if table.is_complete and needs_mixed_interval(table):
        found["ICC(2,1)"] = with_interval_of(found["ICC(2,1)"], found[REML])
    for metric in ("ordinal", "interval"):
        found[f"alpha {metric}"] = alpha(table, metric, seed=seed, resamples=resamples)
    found |= {one.name: one for one in standard_errors(table)}
    return found | {
        "AC2": gwet_ac2(table),
        "weighted kappa": quadratic_kappa(table),
        "within one": within_one_step(table),
    }


def _mixed(table: RatingTable) -> dict[str, Estimate]:
    forms = ("ICC(2,1)",) if table.identified else ("ICC(2,1)", "ICC(1,1)")
    return {f"{form} REML": _mixed_form(table, form) for form in forms}


def _mixed_form(table: RatingTable, form: str) -> Estimate:
    # Items rated once cannot tell raters from error, however much they differ.
    shared = why_not_shared(table.items_rated_by_two())
    if shared is not None and why_not_estimable(table) is None:
        words = form_in_words(form)
        return not_estimable(table, name=f"{form} REML", form=words, reason=shared)
    return icc_reml(table, form)


def _without_order(table: RatingTable, name: str) -> Estimate:
    words = form_in_words(name) if name in FORMS else Phrase(name)
    return not_estimable(table, name=name, form=words, reason=Phrase(NO_ORDER))


def _leading(table: RatingTable, level: str) -> str:
    if level == "nominal":
        return "alpha nominal"
    form = "ICC(2,1)" if table.identified else "ICC(1,1)"
    return form if table.is_complete else f"{form} REML"


def _is_withheld(estimate: Estimate) -> bool:
    return estimate.has_interval and not shown_interval(estimate).is_shown


def _with_size_warning(estimate: Estimate) -> Estimate:
    if not _is_withheld(estimate):
        return estimate
    return replace(estimate, warnings=(*estimate.warnings, shown_interval(estimate).reason))


def _warnings(table: RatingTable, estimates: Mapping[str, Estimate]) -> list[Phrase]:
    warnings = []
    if withheld := [name for name, one in estimates.items() if _is_withheld(one)]:
        warnings.append(Phrase(SOME_WITHHELD, {"names": ", ".join(withheld)}))
    if table.shares_cases:
        counts = {"items": table.n_items, "cases": table.n_cases}
        warnings.append(Phrase(ITEMS_AS_INDEPENDENT, counts))
    return warnings
