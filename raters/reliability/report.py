"""How reliable are the answers to one question, said in full?

`question_report` is the whole page in one frozen object. It computes what exists; `wording`
decides what a page shows of it.
"""

from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from typing import Literal

from raters.reliability.agreement import (
    PairKappa,
    exact_agreement,
    fleiss_kappa,
    gwet_ac1,
    gwet_ac2,
    pair_kappas,
    pooled_agreement,
    quadratic_kappa,
    unanimity,
    within_one_step,
)
from raters.reliability.alpha import METRICS, alpha
from raters.reliability.estimate import Estimate
from raters.reliability.guards import why_not_estimable
from raters.reliability.icc import FORMS, all_forms
from raters.reliability.mixed import (
    icc_reml,
    needs_mixed_interval,
    reml_components,
    with_interval_of,
)
from raters.reliability.table import RatingTable
from raters.reliability.variance import VarianceComponents, anova_components
from raters.reliability.wording import (
    ShownInterval,
    band_words,
    plain_sentence,
    shown_interval,
    verdict,
)
from rubrics.phrases import Phrase, gettext_noop

__all__ = [
    "Provenance",
    "QuestionReport",
    "ShownInterval",
    "band_words",
    "plain_sentence",
    "question_report",
    "shown_interval",
    "verdict",
]

SOFTWARE = ("numpy", "scipy", "pingouin", "krippendorff")

Basis = Literal["all ratings", "complete items"]


@dataclass(frozen=True)
class Provenance:
    """All that is needed to compute the same numbers again."""

    software: tuple[tuple[str, str], ...]
    seed: int
    resamples: int


@dataclass(frozen=True)
class QuestionReport:
    """Everything computed for one question.

    `leading` is the coefficient the protocol named; `beside` are the others on the other basis.
    `forms` are the six ICC forms on complete items. `distribution` pairs every scale point with
    its number of ratings. `components` is None where nothing varies or nothing is shared.
    """

    n_items: int
    n_reviewers: int
    n_ratings: int
    n_cases: int
    share_filled: float
    items_rated_once: int
    items_rated_twice_or_more: int
    is_complete: bool
    distribution: tuple[tuple[float, int], ...]
    leading: Estimate
    beside: tuple[Estimate, ...]
    forms: tuple[Estimate, ...]
    alphas: tuple[Estimate, ...]
    agreement: tuple[Estimate, ...]
    chance_corrected: tuple[Estimate, ...]
    pairs: tuple[PairKappa, ...]
    components: VarianceComponents | None
    target: float | None
    verdict: Phrase | None
    sentence: Phrase | None
    warnings: tuple[Phrase, ...]
    provenance: Provenance


def question_report(
    table: RatingTable,
    *,
    target: float | None = None,
    hit_rate: float | None = None,
    lead: Basis | None = None,
    seed: int,
    resamples: int = 2_000,
) -> QuestionReport:
    """Deterministic given `seed`.

    `hit_rate` is the panel's on planted controls (0 to 1), for the plain sentence only. `lead`
    is the basis the protocol named; None leads with complete items where the table is complete.
    """
    forms = all_forms(table)
    leading, *beside = _coefficients(table, forms, lead=lead)
    exact = exact_agreement(table)
    return QuestionReport(
        n_items=table.n_items,
        n_reviewers=table.n_reviewers,
        n_ratings=table.n_ratings,
        n_cases=table.n_cases,
        share_filled=table.share_filled,
        items_rated_once=table.items_rated_once,
        items_rated_twice_or_more=table.items_rated_twice_or_more,
        is_complete=table.is_complete,
        distribution=table.distribution,
        leading=leading,
        beside=tuple(beside),
        forms=forms,
        alphas=tuple(alpha(table, m, seed=seed, resamples=resamples) for m in METRICS),
        agreement=(exact, within_one_step(table), pooled_agreement(table), unanimity(table)),
        chance_corrected=tuple(
            of(table) for of in (quadratic_kappa, gwet_ac1, gwet_ac2, fleiss_kappa)
        ),
        pairs=pair_kappas(table) if table.identified else (),
        components=components(table),
        target=target,
        verdict=verdict(leading, target=target),
        sentence=plain_sentence(
            leading, exact_agreement=exact.value, hit_rate=hit_rate, target=target
        ),
        warnings=connection_warnings(table),
        provenance=provenance(seed=seed, resamples=resamples),
    )


def components(table: RatingTable) -> VarianceComponents | None:
    """From the analysis of variance on complete tables without shared cases, else by REML."""
    if why_not_estimable(table) is not None:
        return None
    if table.is_complete and not table.shares_cases:
        return anova_components(table.matrix, identified=table.identified)
    return reml_components(table)


def provenance(*, seed: int, resamples: int) -> Provenance:
    return Provenance(_software(), seed, resamples)


@cache
def _software() -> tuple[tuple[str, str], ...]:
    return tuple((name, version(name)) for name in SOFTWARE)


def connection_warnings(table: RatingTable) -> tuple[Phrase, ...]:
    """What in the pattern of who rated what weakens every number."""
    warnings = []
    groups = table.linked_groups
    if table.identified and len(groups) > 1:
        template = gettext_noop(
            "The panel falls into %(groups)d groups that share no item: they cannot be compared."
        )
        warnings.append(Phrase(template, {"groups": len(groups)}))
    people = (
        (table.silent_reviewers, gettext_noop("No score from: %(reviewers)s.")),
        (table.reviewers_with_one_item, gettext_noop("Only one item rated by: %(reviewers)s.")),
        (
            table.reviewers_without_variance,
            gettext_noop("The same score on every item from: %(reviewers)s."),
        ),
    )
    for names, template in people:
        if names and table.identified:
            warnings.append(Phrase(template, {"reviewers": ", ".join(names)}))
    return tuple(warnings)


def _coefficients(
    table: RatingTable, forms: tuple[Estimate, ...], *, lead: Basis | None
) -> tuple[Estimate, ...]:
    """The leading coefficient first, then the same coefficient on the other basis."""
    form = "ICC(2,1)" if table.identified else "ICC(1,1)"
    on_complete_items = forms[list(FORMS).index(form)]
    on_all_ratings = icc_reml(table, form)
    if table.is_complete and needs_mixed_interval(table):
        on_complete_items = with_interval_of(on_complete_items, on_all_ratings)
    if lead is None:
        lead = "complete items" if table.is_complete else "all ratings"
    pair = (on_complete_items, on_all_ratings)
    return pair if lead == "complete items" else pair[::-1]
