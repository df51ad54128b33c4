"""How far do reviewers agree beyond chance, whoever rated which item?

Krippendorff's alpha with an interval that resamples items (or the cases they share), recomputing
observed and expected disagreement each time (Zapf et al. 2016, doi 10.1186/s12874-016-0200-9).
Holding the expected part fixed, or resampling pairs, gives intervals that are too short.
"""

from typing import NamedTuple

import numpy as np

from raters.reliability.disagreement import Disagreement
from raters.reliability.estimate import Estimate, estimated, not_estimable
from raters.reliability.guards import no_disagreement, why_not_estimable, why_not_shared
from raters.reliability.resampling import (
    Statistic,
    bca_limits,
    leave_one_out,
    leave_one_out_kinds,
    resampled,
    resampled_kinds,
)
from raters.reliability.table import RatingTable
from rubrics.phrases import Phrase, gettext_noop


class UnknownMetric(KeyError):
    """Alpha is computed for nominal, ordinal and interval data here."""


METRICS = {
    "nominal": gettext_noop("Krippendorff's alpha, categories without order"),
    "ordinal": gettext_noop("Krippendorff's alpha, ordered categories"),
    "interval": gettext_noop("Krippendorff's alpha, distances between scores"),
}
BCA = gettext_noop("%(resamples)d resamples of %(units)s (BCa); these reviewers taken as given")
UNIT_WORDS = {True: gettext_noop("cases"), False: gettext_noop("items")}

# krippendorff.alpha holds items x points x points numbers; ours hold items x points.
LARGEST_FOR_PACKAGE = 5_000_000
LARGEST_TABLE = 20_000_000

# From so many items on, those with the same scores are resampled by their number.
MANY_ITEMS = 2_000
MOST_POINTS = 20
MOST_KINDS = 2_000

FEW_ITEMS = 40
# "Most scores in one category", where interval alpha's limits covered .75 to .89 in simulation.
DOMINANT_SHARE = 0.7


class _Pairable(NamedTuple):
    """Items rated twice or more, which alone carry information on agreement.

    All clusters are resampled, those without a pairable item too: how many pairable items a
    sample holds is part of the chance.
    """

    table: RatingTable
    clusters: np.ndarray  # n_items integers: the unit that is resampled together with the item
    n_clusters: int


def alpha(
    table: RatingTable, metric: str = "ordinal", *, seed: int, resamples: int = 2_000
) -> Estimate:
    """Alpha with a 95% BCa interval. Raises UnknownMetric. Deterministic given `seed`."""
    if metric not in METRICS:
        raise UnknownMetric(metric)
    name, words = f"alpha {metric}", Phrase(METRICS[metric])
    pairable, excluded = _pairable(table)
    reason = (
        why_not_estimable(table)
        or why_not_shared(pairable.table)
        or _why_too_many(pairable.table, metric)
    )
    if reason is not None:
        return not_estimable(
            pairable.table, name=name, form=words, reason=reason, excluded=excluded
        )
    found = estimated(
        pairable.table,
        name=name,
        form=words,
        value=alpha_value(pairable.table, metric),
        method=_method(table, resamples),
        excluded=excluded,
        warnings=_warnings(pairable.table),
    )
    return _with_interval(found, pairable, metric, seed=seed, resamples=resamples)


def alpha_value(table: RatingTable, metric: str) -> float:
    """The coefficient alone, by the krippendorff package where the table is small enough."""
    if table.n_items * len(table.points) ** 2 > LARGEST_FOR_PACKAGE:
        return float(Disagreement.of(table, metric).alpha(np.ones((1, table.n_items)))[0])
    import krippendorff

    return float(
        krippendorff.alpha(
            value_counts=table.counts,
            value_domain=np.array(table.points),
            level_of_measurement=metric,
        )
    )


def _pairable(table: RatingTable) -> tuple[_Pairable, tuple[Phrase, ...]]:
    twice = table.ratings_per_item >= 2
    excluded = ()
    if table.items_rated_once:
        template = gettext_noop("items rated once, which cannot show agreement: %(items)d")
        excluded = (Phrase(template, {"items": table.items_rated_once}),)
    pairable = _Pairable(table.items_rated_by_two(), table.case_index[twice], table.n_cases)
    return pairable, excluded


def _why_too_many(pairable: RatingTable, metric: str) -> Phrase | None:
    if metric != "interval" and pairable.n_items * len(pairable.points) > LARGEST_TABLE:
        return Phrase(
            gettext_noop("Not estimable: too many different scores to be treated as categories.")
        )
    return None


def _method(table: RatingTable, resamples: int) -> Phrase:
    units = Phrase(UNIT_WORDS[table.shares_cases])
    return Phrase(BCA, {"resamples": resamples, "units": units})


def _with_interval(
    found: Estimate, pairable: _Pairable, metric: str, *, seed: int, resamples: int
) -> Estimate:
    if pairable.table.is_unanimous:
        return found.without_interval(no_disagreement(pairable.table))
    if pairable.n_clusters < 2:
        return found.without_interval(Phrase(gettext_noop("All items come from one case.")))
    draws, jackknife = _draws(pairable, metric, seed=seed, resamples=resamples)
    limits = bca_limits(found.value, draws=draws[np.isfinite(draws)], jackknife=jackknife)
    if limits is None:
        return found.without_interval(
            Phrase(gettext_noop("The resampled values all lie on one side of the estimate."))
        )
    low, high = limits
    # One is the ceiling; rounding may lift a limit above it.
    return found.with_interval(low, min(high, 1.0))


def _draws(
    pairable: _Pairable, metric: str, *, seed: int, resamples: int
) -> tuple[np.ndarray, np.ndarray]:
    """Alpha of every resample, and with each cluster left out."""
    disagreement = Disagreement.of(pairable.table, metric)
    if (kinds := _kinds(pairable)) is not None:
        return _draws_of_kinds(disagreement, kinds, seed=seed, resamples=resamples)

    statistic = _of_clusters(disagreement, pairable)
    draws = resampled(statistic, pairable.n_clusters, seed=seed, resamples=resamples)
    return draws, leave_one_out(statistic, pairable.n_clusters)


def _of_clusters(disagreement: Disagreement, pairable: _Pairable) -> Statistic:
    clusters, n_clusters = pairable.clusters, pairable.n_clusters
    if len(clusters) == n_clusters == len(set(clusters.tolist())):
        return disagreement.only(np.argsort(clusters)).alpha
    if disagreement.adds_up:
        return disagreement.added_up(clusters, n_clusters).alpha
    return lambda weights: disagreement.alpha(weights[:, clusters])


class _Kinds(NamedTuple):
    """Items whose scores are alike: one of each kind, and how many there are.

    The last number is that of the items rated once, of which there is no `one`.
    """

    one: np.ndarray
    times: np.ndarray


def _kinds(pairable: _Pairable) -> _Kinds | None:
    """None where items are few, differ too much to be worth it, or share cases."""
    table = pairable.table
    if table.n_items < MANY_ITEMS or table.shares_cases or len(table.points) > MOST_POINTS:
        return None
    _, one, times = np.unique(table.counts, axis=0, return_index=True, return_counts=True)
    if len(one) > MOST_KINDS:
        return None
    return _Kinds(one, np.append(times, pairable.n_clusters - table.n_items))


def _draws_of_kinds(
    disagreement: Disagreement, kinds: _Kinds, *, seed: int, resamples: int
) -> tuple[np.ndarray, np.ndarray]:
    ones = disagreement.only(kinds.one)

    def statistic(weights: np.ndarray) -> np.ndarray:
        return ones.alpha(weights[:, :-1])

    draws = resampled_kinds(statistic, kinds.times, seed=seed, resamples=resamples)
    return draws, leave_one_out_kinds(statistic, kinds.times)


def _warnings(pairable: RatingTable) -> tuple[Phrase, ...]:
    warnings = []
    if pairable.n_items < FEW_ITEMS:
        template = gettext_noop("With fewer than %(few)d items the interval is approximate.")
        warnings.append(Phrase(template, {"few": FEW_ITEMS}))
    largest = np.unique(pairable.scores, return_counts=True)[1].max() / pairable.n_ratings
    if largest > DOMINANT_SHARE:
        template = gettext_noop(
            "One category holds %(percent)d percent of the scores: the interval is too short."
        )
        warnings.append(Phrase(template, {"percent": round(100 * largest)}))
    return tuple(warnings)
