"""How far do reviewers agree beyond chance, the criteria's difficulty apart?

Observed and expected disagreement are computed within each criterion and then added up: chance
never pairs a score on an easy criterion with one on a hard criterion.
"""

from dataclasses import dataclass

import numpy as np

from raters.reliability.alpha import METRICS, UnknownMetric
from raters.reliability.criteria.icc import why_not_by_criterion
from raters.reliability.criteria.table import CriteriaTable
from raters.reliability.disagreement import Disagreement
from raters.reliability.estimate import Estimate, estimated, not_estimable
from raters.reliability.guards import no_disagreement
from raters.reliability.resampled import resampling_method, with_resampled_limits
from rubrics.phrases import Phrase, gettext_noop

WORDS = gettext_noop("%(alpha)s; disagreement within each criterion, pooled")


class CriterionDisagreement(Disagreement):
    """Disagreement within one criterion, for any weighting of its items."""

    def parts(self, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Observed and expected disagreement, each for B weightings."""
        by_metric = {"nominal": self._nominal, "ordinal": self._ordinal, "interval": self._interval}
        observed, expected = by_metric[self.metric](weights)
        if self.metric != "ordinal":
            return observed, expected
        # Ranks run to the number of ratings: as shares of it, criteria are on one scale.
        n = np.maximum(weights @ self.m, 1.0)
        return observed / n**2, expected / n**2


@dataclass(frozen=True)
class PooledDisagreement:
    """For each criterion its disagreement, and the cluster of each of its items."""

    criteria: tuple[tuple[CriterionDisagreement, np.ndarray], ...]

    @classmethod
    def of(cls, table: CriteriaTable, metric: str, clusters: np.ndarray) -> "PooledDisagreement":
        """`table` has two ratings or more of each unit; `clusters` has an integer for each."""
        parts = []
        for index in range(len(table.criteria)):
            rows = table.criterion_index == index
            units = table.only(rows).units
            parts.append((CriterionDisagreement.of(units, metric), clusters[rows]))
        return cls(tuple(parts))

    def alpha(self, weights: np.ndarray) -> np.ndarray:
        """Alpha of each row of cluster weights (B x n_clusters); NaN where nothing varies."""
        observed, expected = np.zeros(len(weights)), np.zeros(len(weights))
        for disagreement, clusters in self.criteria:
            part = disagreement.parts(weights[:, clusters])
            observed, expected = observed + part[0], expected + part[1]
        spread = expected > 1e-9
        return np.where(spread, 1 - observed / np.where(spread, expected, 1.0), np.nan)


def criteria_alpha(
    table: CriteriaTable, metric: str = "ordinal", *, seed: int, resamples: int = 2_000
) -> Estimate:
    """Alpha within criteria with a 95% BCa interval over items, or over the cases they share.

    Raises UnknownMetric. Deterministic given `seed`.
    """
    if metric not in METRICS:
        raise UnknownMetric(metric)
    used, excluded = _pairable(table)
    said = {
        "name": f"alpha {metric} criteria",
        "form": Phrase(WORDS, {"alpha": Phrase(METRICS[metric])}),
        "excluded": excluded,
    }
    reason = why_not_by_criterion(table, used)
    if reason is not None:
        return not_estimable(used.counted, reason=reason, **said)
    pooled = PooledDisagreement.of(used, metric, _clusters_of(used, table))
    n_clusters, unanimous = len(set(table.clusters)), used.units.is_unanimous
    found = estimated(
        used.counted,
        # Rounding would leave one in the sixteenth decimal.
        value=1.0 if unanimous else float(pooled.alpha(np.ones((1, n_clusters)))[0]),
        method=resampling_method(resamples, of_cases=table.shares_cases),
        **said,
    )
    if unanimous:
        return found.without_interval(no_disagreement(used.units))
    return with_resampled_limits(found, pooled.alpha, n_clusters, seed=seed, resamples=resamples)


def _clusters_of(used: CriteriaTable, table: CriteriaTable) -> np.ndarray:
    """Where each unit of `used` belongs among all clusters, those without such a unit included.

    How many usable units a resample holds is part of the chance.
    """
    index = dict(zip(table.clusters, table.cluster_index.tolist(), strict=True))
    return np.array([index[cluster] for cluster in used.clusters])


def _pairable(table: CriteriaTable) -> tuple[CriteriaTable, tuple[Phrase, ...]]:
    """Units rated twice or more, of criteria with two such units or more."""
    twice = table.units.ratings_per_item >= 2
    once = int((~twice).sum())
    template = gettext_noop("criteria of items rated once, which cannot show agreement: %(units)d")
    rated_once = (Phrase(template, {"units": once}),) if once else ()
    used, alone = table.only(twice).recurring()
    return used, (*rated_once, *alone)
