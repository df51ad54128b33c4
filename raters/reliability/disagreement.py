"""How much do ratings disagree, within items and over all, for any weighting of the items?

Krippendorff's alpha is one less the first as a share of the second. Each item leaves a few sums
behind, so that thousands of resamples are one product of matrices.
"""

from dataclasses import dataclass

import numpy as np

from raters.reliability.agreement import equal_pairs
from raters.reliability.resampling import by_cluster
from raters.reliability.table import RatingTable

# With so few points, pairs of points are fewer than what ranks of each item would cost.
FEW_POINTS = 12
# With so many points a table of items x points is almost empty, and only what is in it is kept.
MANY_POINTS = 200


@dataclass(frozen=True)
class Disagreement:
    """Sums of each item; None where the metric has no use for them. V is the number of points.

    Interval data keep three numbers an item, so that free decimals cost no more than whole points.
    """

    metric: str
    m: np.ndarray  # n_items numbers of ratings
    within: np.ndarray | None = None  # n_items disagreements within the item
    counts: np.ndarray | None = None  # n_items x V, as a sparse array where V is large
    pairs: np.ndarray | None = None  # n_items x V(V - 1)/2 pairs of unlike points, where V is small
    moments: np.ndarray | None = None  # n_items x 2, sums of scores and of their squares

    @classmethod
    def of(cls, table: RatingTable, metric: str) -> "Disagreement":
        """`table` has two ratings or more on each item."""
        m = table.ratings_per_item.astype(float)
        if metric == "interval":
            moments = _moments(table)
            return cls(metric, m, within=_squared(m, *moments), moments=np.column_stack(moments))
        counts = _counts(table)
        if metric == "nominal":
            return cls(metric, m, within=m - equal_pairs(table) / (m - 1), counts=counts)
        few = len(table.points) <= FEW_POINTS
        return cls(metric, m, counts=counts, pairs=_pairs(counts, m) if few else None)

    def only(self, items: np.ndarray) -> "Disagreement":
        return self._with(lambda part: part[items])

    @property
    def adds_up(self) -> bool:
        """Items may be added up over the cases they share. Ranks within an item may not."""
        in_full = self.counts is None or isinstance(self.counts, np.ndarray)
        return in_full and (self.metric != "ordinal" or self.pairs is not None)

    def added_up(self, clusters: np.ndarray, n_clusters: int) -> "Disagreement":
        """A row for each cluster. Only where it `adds_up`."""
        return self._with(lambda part: by_cluster(part, clusters, n_clusters))

    def alpha(self, weights: np.ndarray) -> np.ndarray:
        """Alpha of each row of item weights (B x n_items); NaN where nothing varies."""
        by_metric = {"nominal": self._nominal, "ordinal": self._ordinal, "interval": self._interval}
        observed, expected = by_metric[self.metric](weights)
        # Sums that are zero by design come out as rounding dust on some weights.
        spread = expected > 1e-9
        return np.where(spread, 1 - observed / np.where(spread, expected, 1.0), np.nan)

    def _nominal(self, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        totals = weights @ self.counts
        n = totals.sum(axis=1)
        expected = (n**2 - (totals**2).sum(axis=1)) / np.maximum(n - 1, 1)
        return weights @ self.within, expected

    def _ordinal(self, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Interval disagreement on midranks, which change with every resample."""
        totals = weights @ self.counts
        n = totals.sum(axis=1)
        ranks = np.cumsum(totals, axis=1) - totals / 2 - n[:, None] / 2
        expected = _expected(n, (totals * ranks).sum(axis=1), (totals * ranks**2).sum(axis=1))
        if self.pairs is None:
            within = _squared(self.m, ranks @ self.counts.T, ranks**2 @ self.counts.T)
            return (weights * within).sum(axis=1), expected
        one, other = np.triu_indices(ranks.shape[1], 1)
        apart = (ranks[:, one] - ranks[:, other]) ** 2
        return ((weights @ self.pairs) * apart).sum(axis=1), expected

    def _interval(self, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        sums, squares = (weights @ self.moments).T
        return weights @ self.within, _expected(weights @ self.m, sums, squares)

    def _with(self, change) -> "Disagreement":
        names = ("m", "within", "counts", "pairs", "moments")
        parts = {name: getattr(self, name) for name in names}
        changed = {name: None if part is None else change(part) for name, part in parts.items()}
        return Disagreement(self.metric, **changed)


def _moments(table: RatingTable) -> tuple[np.ndarray, np.ndarray]:
    centred = table.scores - table.scores.mean()
    return tuple(
        np.bincount(table.rows, weights=part, minlength=table.n_items)
        for part in (centred, centred**2)
    )


def _counts(table: RatingTable):
    if len(table.points) <= MANY_POINTS:
        return table.counts.astype(float)
    from scipy.sparse import csr_array  # slow import

    point = np.searchsorted(table.points, table.scores)
    shape = (table.n_items, len(table.points))
    return csr_array((np.ones(table.n_ratings), (table.rows, point)), shape=shape)


def _pairs(counts: np.ndarray, m: np.ndarray) -> np.ndarray:
    one, other = np.triu_indices(counts.shape[1], 1)
    return 2 * counts[:, one] * counts[:, other] / (m - 1)[:, None]


def _squared(m: np.ndarray, sums: np.ndarray, squares: np.ndarray) -> np.ndarray:
    """Squared differences over all pairs of an item's m scores, per (m - 1)."""
    return 2 * (m * squares - sums**2) / (m - 1)


def _expected(n: np.ndarray, sums: np.ndarray, squares: np.ndarray) -> np.ndarray:
    """Squared differences over all pairs of the n scores, per (n - 1)."""
    return 2 * (n * squares - sums**2) / np.maximum(n - 1, 1)
