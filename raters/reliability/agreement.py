"""How often do reviewers give the same score, and how far is that beyond chance?"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from raters.reliability.estimate import Estimate, estimated, not_estimable
from raters.reliability.guards import why_not_estimable
from raters.reliability.table import RatingTable
from rubrics.phrases import Phrase, gettext_noop

NAMES = {
    "exact agreement": gettext_noop("pairs of reviewers with the same score, mean over items"),
    "exact agreement, pooled pairs": gettext_noop(
        "pairs of reviewers with the same score, all pairs pooled"
    ),
    "unanimity": gettext_noop("items on which every reviewer gave the same score"),
    "agreement within one step": gettext_noop(
        "pairs of reviewers at most one scale step apart, mean over items"
    ),
    "kappa quadratic": gettext_noop(
        "quadratic-weighted kappa, mean over pairs of reviewers, matched by item"
    ),
    "AC1": gettext_noop("Gwet's AC1, categories without order"),
    "AC2": gettext_noop("Gwet's AC2, quadratic weights over the full scale"),
    "Fleiss kappa": gettext_noop("Fleiss' kappa, categories without order"),
}


@dataclass(frozen=True)
class PairKappa:
    """Two reviewers on the `n` items both rated. `kappa` is None where chance explains all."""

    first: str
    second: str
    n: int
    kappa: float | None


def exact_agreement(table: RatingTable) -> Estimate:
    return _share(table, "exact agreement", lambda twice: float(_alike(twice).mean()))


def pooled_agreement(table: RatingTable) -> Estimate:
    return _share(table, "exact agreement, pooled pairs", _pooled_pairs)


def unanimity(table: RatingTable) -> Estimate:
    return _share(table, "unanimity", lambda twice: (twice.item_spreads == 0).mean())


def within_one_step(table: RatingTable) -> Estimate:
    if table.levels is None:
        return _refuse(
            table,
            "agreement within one step",
            Phrase(gettext_noop("Not defined: the scale has no steps.")),
        )
    return _share(table, "agreement within one step", _within_one)


def gwet_ac1(table: RatingTable) -> Estimate:
    return _gwet(table, "AC1", None)


def gwet_ac2(table: RatingTable) -> Estimate:
    if table.levels is None:
        why = Phrase(gettext_noop("Not defined: the scale has no fixed ends."))
        return _refuse(table, "AC2", why)
    return _gwet(table, "AC2", quadratic_weights(table.points))


def fleiss_kappa(table: RatingTable) -> Estimate:
    """Fleiss 1971: every item rated by equally many reviewers, two or more."""
    reason = why_not_estimable(table) or _unequal_ratings(table)
    if reason is not None:
        return _refuse(table, "Fleiss kappa", reason)
    observed = float(_alike(table).mean())
    shares = np.unique(table.scores, return_counts=True)[1] / table.n_ratings
    expected = float((shares**2).sum())
    return _value(table, "Fleiss kappa", (observed - expected) / (1 - expected))


def quadratic_kappa(table: RatingTable) -> Estimate:
    """Mean of `pair_kappas` where they exist; pairs without one are said to be left out."""
    reason = why_not_estimable(table) or _anonymous(table)
    if reason is not None:
        return _refuse(table, "kappa quadratic", reason)
    pairs = pair_kappas(table)
    known = [pair.kappa for pair in pairs if pair.kappa is not None]
    left_out = len(pairs) - len(known)
    template = gettext_noop(
        "%(pairs)d of %(all)d pairs of reviewers, without shared items or spread on them"
    )
    excluded = (Phrase(template, {"pairs": left_out, "all": len(pairs)}),) if left_out else ()
    if not known:
        why = Phrase(
            gettext_noop("Not estimable: no two reviewers share items on which scores vary.")
        )
        return _refuse(table, "kappa quadratic", why)
    return _value(table, "kappa quadratic", float(np.mean(known)), excluded=excluded)


def pair_kappas(table: RatingTable) -> tuple[PairKappa, ...]:
    """Cohen's kappa with quadratic weights for every two reviewers, on the items both rated."""
    columns = dict(zip(table.reviewers, table.matrix.T, strict=True))
    return tuple(
        _pair_kappa(first, second, columns[first], columns[second])
        for first, second in combinations(table.reviewers, 2)
    )


def quadratic_weights(points: tuple[float, ...]) -> np.ndarray:
    """1 on the diagonal, 0 between the ends of the scale, by squared distance of the scores."""
    values = np.array(points)
    if len(values) == 1:
        return np.ones((1, 1))
    return 1 - (values[:, None] - values[None, :]) ** 2 / (values[-1] - values[0]) ** 2


def _adjacent(size: int) -> np.ndarray:
    steps = np.arange(size)
    return (abs(steps[:, None] - steps[None, :]) <= 1).astype(float)


def _pair_kappa(first: str, second: str, a: np.ndarray, b: np.ndarray) -> PairKappa:
    # Matched by item: position in a list of ratings says nothing on incomplete designs.
    both = np.isfinite(a) & np.isfinite(b)
    a, b, n = a[both], b[both], int(both.sum())
    if not n or ((a == a[0]).all() and (b == a[0]).all()):
        return PairKappa(first, second, n, None)
    # The mean squared difference of every a from every b, without the n x n table of them.
    chance = a.var() + b.var() + (a.mean() - b.mean()) ** 2
    return PairKappa(first, second, n, 1 - float(((a - b) ** 2).mean() / chance))


def _gwet(table: RatingTable, name: str, weights: np.ndarray | None) -> Estimate:
    """Gwet 2008 / 2014: chance from the mean share of each point over all rated items.

    Without weights only equal scores agree.
    """
    reason = why_not_estimable(table)
    if reason is not None:
        return _refuse(table, name, reason)
    twice = table.items_rated_by_two()
    observed = _alike(twice) if weights is None else _weighted(twice, weights)
    q = len(table.points)
    point = np.searchsorted(table.points, table.scores)
    each = 1 / table.ratings_per_item[table.rows]
    shares = np.bincount(point, weights=each, minlength=q) / table.n_items
    total = q if weights is None else weights.sum()
    chance = float(total * (shares * (1 - shares)).sum() / (q * (q - 1)))
    return _value(table, name, (float(observed.mean()) - chance) / (1 - chance))


def _alike(twice: RatingTable) -> np.ndarray:
    """n_items: the share of its pairs of ratings that are equal."""
    agreeing = equal_pairs(twice)
    return agreeing / (_m(twice) * (_m(twice) - 1))


def equal_pairs(twice: RatingTable) -> np.ndarray:
    """n_items: ordered pairs of equal ratings, counted without a column for every score."""
    used, point = np.unique(twice.scores, return_inverse=True)
    cells, times = np.unique(twice.rows * len(used) + point, return_counts=True)
    pairs = times * (times - 1)
    return np.bincount(cells // max(len(used), 1), weights=pairs, minlength=twice.n_items)


def _weighted(twice: RatingTable, weights: np.ndarray) -> np.ndarray:
    """n_items: the mean weight of its pairs of ratings."""
    counts = twice.counts
    return (counts * (counts @ weights - 1)).sum(axis=1) / (_m(twice) * (_m(twice) - 1))


def _within_one(twice: RatingTable) -> float:
    return float(_weighted(twice, _adjacent(len(twice.points))).mean())


def _pooled_pairs(twice: RatingTable) -> float:
    return float(equal_pairs(twice).sum() / (_m(twice) * (_m(twice) - 1)).sum())


def _m(table: RatingTable) -> np.ndarray:
    return table.ratings_per_item


def _share(table: RatingTable, name: str, of: Callable[[RatingTable], float]) -> Estimate:
    """A share of pairs or items. Unlike a coefficient it needs no spread, only shared items."""
    twice = table.items_rated_by_two()
    if not twice.n_items:
        return _refuse(
            table, name, Phrase(gettext_noop("Not estimable: no item was rated by two reviewers."))
        )
    excluded = ()
    if table.items_rated_once:
        template = gettext_noop("items rated once, which cannot show agreement: %(items)d")
        excluded = (Phrase(template, {"items": table.items_rated_once}),)
    return _value(twice, name, float(of(twice)), excluded=excluded)


def _unequal_ratings(table: RatingTable) -> Phrase | None:
    if len(set(table.ratings_per_item.tolist())) == 1:
        return None
    return Phrase(gettext_noop("Not defined: items were rated by unequal numbers of reviewers."))


def _anonymous(table: RatingTable) -> Phrase | None:
    if table.identified:
        return None
    return Phrase(gettext_noop("Not defined: without reviewer identities there are no pairs."))


def _value(
    table: RatingTable, name: str, value: float, *, excluded: tuple[Phrase, ...] = ()
) -> Estimate:
    return estimated(
        table,
        name=name,
        form=Phrase(NAMES[name]),
        value=value,
        excluded=excluded,
        interval_reason=Phrase(gettext_noop("Descriptive: no interval is computed.")),
    )


def _refuse(table: RatingTable, name: str, reason: Phrase) -> Estimate:
    return not_estimable(table, name=name, form=Phrase(NAMES[name]), reason=reason)
