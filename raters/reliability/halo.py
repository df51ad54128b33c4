"""Does a reviewer who scores an item higher on one dimension do so on the other as well?

What all reviewers see in an item is taken out first, so that only their own differences are left.
A correlation here is a halo, or a view of the item that the others do not share.
"""

from dataclasses import dataclass

import numpy as np

from raters.reliability.counted import Counted
from raters.reliability.estimate import Estimate, estimated, not_estimable
from raters.reliability.ranks import spearman, weighted_spearman
from raters.reliability.resampled import resampling_method, with_resampled_limits
from raters.reliability.shared import SharedItems
from rubrics.phrases import Phrase, gettext_noop

OWN = gettext_noop("Spearman's correlation of one reviewer's deviations from the item means")
MEAN = gettext_noop(
    "Spearman's correlation of each reviewer's deviations from the item means, mean over reviewers"
)


@dataclass(frozen=True)
class HaloRow:
    """One reviewer, or the mean over reviewers where `reviewer` is None."""

    reviewer: str | None
    estimate: Estimate


@dataclass(frozen=True)
class _Own:
    """One reviewer's deviations on the items that have both, and the clusters of these items."""

    first: np.ndarray
    second: np.ndarray
    cluster: np.ndarray

    @property
    def correlation(self) -> float | None:
        return spearman(self.first, self.second)

    @property
    def counted(self) -> Counted:
        n = len(self.first)
        return Counted(n, 1, 2 * n, len(set(self.cluster.tolist())))

    def resampled(self, weights: np.ndarray) -> np.ndarray:
        return weighted_spearman(self.first, self.second, weights[:, self.cluster])


def halo(shared: SharedItems, *, seed: int, resamples: int) -> tuple[HaloRow, ...]:
    """Every reviewer in order of name, then their mean."""
    first, second = _from_item_means(shared.first), _from_item_means(shared.second)
    own = []
    for column in range(len(shared.reviewers)):
        both = np.isfinite(first[:, column]) & np.isfinite(second[:, column])
        own.append(_Own(first[both, column], second[both, column], shared.cluster[both]))
    drawn = {"seed": seed, "resamples": resamples}
    rows = (
        HaloRow(reviewer, _of_one(one, shared, **drawn))
        for reviewer, one in zip(shared.reviewers, own, strict=True)
    )
    return (*rows, HaloRow(None, _mean(own, shared, **drawn)))


def _from_item_means(matrix: np.ndarray) -> np.ndarray:
    """NaN where nobody else rated the item: a single score is its own mean."""
    filled = np.isfinite(matrix)
    n = filled.sum(axis=1, keepdims=True)
    means = np.where(filled, matrix, 0.0).sum(axis=1, keepdims=True) / np.maximum(n, 1)
    # Thirds and sevenths: equal deviations are to be equal ranks.
    return np.where(filled & (n > 1), np.round(matrix - means, 9), np.nan)


def _of_one(own: _Own, shared: SharedItems, *, seed: int, resamples: int) -> Estimate:
    said = {"name": "halo", "form": Phrase(OWN)}
    value = own.correlation
    if value is None:
        why = gettext_noop("Not estimable: fewer than four items, or no deviation that varies.")
        return not_estimable(own.counted, reason=Phrase(why), **said)
    method = resampling_method(resamples, of_cases=shared.shares_cases)
    found = estimated(own.counted, value=value, method=method, **said)
    return with_resampled_limits(
        found, own.resampled, shared.n_clusters, seed=seed, resamples=resamples
    )


def _mean(own: list[_Own], shared: SharedItems, *, seed: int, resamples: int) -> Estimate:
    known = [one for one in own if one.correlation is not None]
    said = {"name": "halo, mean over reviewers", "form": Phrase(MEAN)}
    if not known:
        why = gettext_noop("Not estimable: no reviewer has a correlation.")
        return not_estimable(shared.counted, reason=Phrase(why), **said)
    left_out = len(own) - len(known)
    template = gettext_noop("reviewers without a correlation: %(n)d")
    excluded = (Phrase(template, {"n": left_out}),) if left_out else ()
    method = resampling_method(resamples, of_cases=shared.shares_cases)
    value = float(np.mean([one.correlation for one in known]))
    found = estimated(shared.counted, value=value, method=method, excluded=excluded, **said)

    def statistic(weights: np.ndarray) -> np.ndarray:
        return np.mean([one.resampled(weights) for one in known], axis=0)

    return with_resampled_limits(
        found, statistic, shared.n_clusters, seed=seed, resamples=resamples
    )
