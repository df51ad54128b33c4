"""Which estimate did the protocol name?

The keys are those a protocol stores. The report shows this one first, against its target.
"""

from dataclasses import replace

from raters.reliability.alpha import alpha
from raters.reliability.estimate import Estimate, not_estimable
from raters.reliability.icc import form_in_words, icc, why_interval_is_unusable
from raters.reliability.kappa import weighted_kappa
from raters.reliability.mixed import icc_reml, needs_mixed_interval, with_interval_of
from raters.reliability.report import Basis
from raters.reliability.table import RatingTable
from rubrics.phrases import Phrase, gettext_noop


class UnknownStatistic(KeyError):
    """No protocol can have named this."""


SINGLE = {"icc_1_1": "ICC(1,1)", "icc_2_1": "ICC(2,1)", "icc_3_1": "ICC(3,1)"}
ALPHAS = {
    "alpha_nominal": "nominal",
    "alpha_ordinal": "ordinal",
    "alpha_interval": "interval",
}
STATISTICS = (*SINGLE, "icc_2_k", *ALPHAS, "kappa_weighted")

MEAN_OF_K = gettext_noop("%(form)s; k = %(k).2f, the harmonic mean of the ratings of an item")
STEPPED_UP = gettext_noop("%(method)s; stepped up to k raters (Spearman-Brown)")
NOT_MEANINGFUL = gettext_noop(
    "Not meaningful: the items differ less than the error alone would make."
)


def prespecified(
    table: RatingTable,
    statistic: str,
    *,
    lead: Basis | None = None,
    seed: int,
    resamples: int = 2_000,
) -> Estimate:
    """One estimate with its interval. Raises UnknownStatistic. Deterministic given `seed`.

    `lead` is the basis of an ICC; None means complete items where the table is complete. Alpha and
    kappa use all ratings on either.
    """
    if statistic not in STATISTICS:
        raise UnknownStatistic(statistic)
    if statistic in ALPHAS:
        return alpha(table, ALPHAS[statistic], seed=seed, resamples=resamples)
    if statistic == "kappa_weighted":
        return weighted_kappa(table, seed=seed, resamples=resamples)
    if lead is None:
        lead = "complete items" if table.is_complete else "all ratings"
    if statistic in SINGLE:
        return _single(table, SINGLE[statistic], lead=lead)
    return _mean_of_k(table, lead=lead)


def _single(table: RatingTable, form: str, *, lead: Basis) -> Estimate:
    if lead == "all ratings":
        return icc_reml(table, form)
    found = icc(table, form)
    if table.is_complete and needs_mixed_interval(table):
        return with_interval_of(found, icc_reml(table, form))
    return found


def _mean_of_k(table: RatingTable, *, lead: Basis) -> Estimate:
    """ICC(2,k): as it stands on complete items, else from the ICC(2,1) of the same basis."""
    if lead == "complete items" and not (table.is_complete and needs_mixed_interval(table)):
        return icc(table, "ICC(2,k)")
    single = _single(table, "ICC(2,1)", lead=lead)
    suffix = " REML" if lead == "all ratings" else ""
    name, form = f"ICC(2,k){suffix}", form_in_words("ICC(2,k)")
    if not single.is_estimable:
        return replace(single, name=name, form=form)
    if single.value < 0:
        return not_estimable(table, name=name, form=form, reason=Phrase(NOT_MEANINGFUL))
    k = ratings_of_an_item(table)
    return _stepped_up(single, k, name=name, form=Phrase(MEAN_OF_K, {"form": form, "k": k}))


def ratings_of_an_item(table: RatingTable) -> float:
    """Harmonic mean over items: the k whose error variance is the mean error of items' means."""
    return float(table.n_items / (1 / table.ratings_per_item).sum())


def _stepped_up(single: Estimate, k: float, *, name: str, form: Phrase) -> Estimate:
    def up(value: float) -> float:
        return k * value / (1 + (k - 1) * value)

    method = single.method and Phrase(STEPPED_UP, {"method": single.method})
    found = replace(
        single, name=name, form=form, value=up(single.value), low=None, high=None, method=method
    )
    if not single.has_interval:
        return found
    # Below -1 / (k - 1) stepping up has a pole.
    low = up(single.low) if single.low > -1 / k else -2.0
    withheld = why_interval_is_unusable(found.value, low, up(single.high))
    if withheld is not None:
        return found.without_interval(withheld)
    return found.with_interval(low, up(single.high))
