"""How many items and reviewers for a wanted width of ICC(2,1)? No Django at any depth.

Every design is crossed: each reviewer rates each item. Widths are upper minus lower limit.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np

from raters.design.precision.inputs import (
    LEVELS,
    MOST_ITEMS,
    MOST_REVIEWERS,
    WANTED_WIDTHS,
    OutOfRange,
    fewest,
    refuse_outside,
    refuse_unless_whole,
    too_few_items,
    z_of,
)
from raters.reliability.wording import FEWEST_ITEMS_FOR_INTERVAL
from rubrics.phrases import Phrase, gettext_noop

FEW_REVIEWERS = 3
HIGH_RHO = 0.7
BONETT_ADDS_FROM = 0.7

DELTA_METHOD = gettext_noop(
    "Delta method on the mean squares of the two-way random-effects model, ICC(2,1), absolute "
    "agreement, single rater"
)
BONETT = gettext_noop("Bonett 2002, doi 10.1002/sim.1108")


@dataclass(frozen=True)
class ExpectedIcc:
    """What is expected of the panel. Variances are shares of the total, which is 1.

    `rho` lies between items (the ICC), `rater_share` between reviewers' means, the rest is noise.
    Raises OutOfRange.
    """

    rho: float
    n_reviewers: int
    rater_share: float
    level: float = 0.95

    def __post_init__(self) -> None:
        refuse_outside("rho", self.rho, 0.001, 0.999)
        refuse_unless_whole("n_reviewers", self.n_reviewers, 2, MOST_REVIEWERS)
        refuse_outside("level", self.level, *LEVELS)
        # Decimals such as .7 + .2 + .1 need not add up to 1 exactly.
        if not 0 <= self.rater_share <= 1 - self.rho + 1e-9:
            template = gettext_noop(
                "The reviewers' share of the variance must lie between 0 and 1 minus the expected "
                "ICC, here %(most).3g; it is %(value)s."
            )
            most = 1 - self.rho
            raise OutOfRange("rater_share", template, most=most, value=self.rater_share)

    @property
    def floor(self) -> float:
        """The width that no number of items gets below: the reviewers are a sample too."""
        return 2 * z_of(self.level) * self.rho * self.rater_share * sqrt(2 / (self.n_reviewers - 1))

    def width(self, n_items: int) -> float:
        refuse_unless_whole("n_items", n_items, 2, MOST_ITEMS)
        return 2 * z_of(self.level) * sqrt(self._variance(n_items))

    def _variance(self, n: int) -> float:
        """Each derivative of the ICC, squared, times the variance of its mean square."""
        rho, k = self.rho, self.n_reviewers
        noise = max(1 - rho - self.rater_share, 0.0)
        items, reviewers = noise + k * rho, noise + n * self.rater_share
        by_items = ((1 - rho) * items / k) ** 2 / (n - 1)
        by_reviewers = (rho * reviewers / n) ** 2 / (k - 1)
        by_noise = ((1 / k + rho * (1 - 1 / k - 1 / n)) * noise) ** 2 / ((n - 1) * (k - 1))
        return 2 * (by_items + by_reviewers + by_noise)


@dataclass(frozen=True)
class IccPlan:
    """`n_items`, `width` and `sentence` are None exactly when there is a `reason`.

    `wanted_width` is None when the items were given. `width` is what `n_items` are expected to
    reach; `reviewers_needed` is the fewest who can reach the wanted width, None where not asked.
    """

    expected: ExpectedIcc
    wanted_width: float | None
    n_items: int | None
    width: float | None
    floor: float
    source: Phrase
    sentence: Phrase | None
    warnings: tuple[Phrase, ...] = ()
    reason: Phrase | None = None
    reviewers_needed: int | None = None


@dataclass(frozen=True)
class IccCurve:
    """`points` are (number of items, width), in order of items."""

    expected: ExpectedIcc
    floor: float
    points: tuple[tuple[int, float], ...]


@dataclass(frozen=True)
class BestSplit:
    """How to spend a fixed number of ratings. `rule_of_thumb` is 1 + 1 / rho."""

    expected: ExpectedIcc
    n_ratings: int
    rule_of_thumb: float
    ratings_per_item: int
    n_items: int
    width: float
    source: Phrase
    sentence: Phrase


def icc_width(
    rho: float, *, n_items: int, n_reviewers: int, rater_share: float, level: float = 0.95
) -> float:
    """Expected full width of the interval. Raises OutOfRange, as do all functions here."""
    return ExpectedIcc(rho, n_reviewers, rater_share, level).width(n_items)


def icc_floor(rho: float, *, n_reviewers: int, rater_share: float, level: float = 0.95) -> float:
    return ExpectedIcc(rho, n_reviewers, rater_share, level).floor


def icc_at(
    rho: float, *, n_items: int, n_reviewers: int, rater_share: float, level: float = 0.95
) -> IccPlan:
    """The plan whose items and reviewers are given: how wide will the interval be?"""
    expected = ExpectedIcc(rho, n_reviewers, rater_share, level)
    return _icc_plan(expected, n_items, wanted=None)


def icc_items_for(
    rho: float, *, width: float, n_reviewers: int, rater_share: float, level: float = 0.95
) -> IccPlan:
    """The fewest items whose interval is expected to be at most `width` wide."""
    expected = ExpectedIcc(rho, n_reviewers, rater_share, level)
    refuse_outside("width", width, *WANTED_WIDTHS)
    n_items = fewest(MOST_ITEMS, lambda n: expected.width(n) <= width)
    if n_items is None:
        return _unreachable(expected, width)
    return _icc_plan(expected, n_items, wanted=width)


def icc_curves(
    rho: float,
    *,
    rater_share: float,
    reviewers: Sequence[int] = (2, 3, 5, 8),
    most_items: int = 200,
    points: int = 39,
    level: float = 0.95,
) -> tuple[IccCurve, ...]:
    """One curve for each number of reviewers, from 10 items to `most_items`, evenly spaced."""
    fewest = FEWEST_ITEMS_FOR_INTERVAL
    refuse_unless_whole("most_items", most_items, fewest + 1, MOST_ITEMS)
    refuse_unless_whole("points", points, 2, 1_000)
    items = sorted({round(n) for n in np.linspace(fewest, most_items, points)})
    panels = [ExpectedIcc(rho, k, rater_share, level) for k in reviewers]
    return tuple(
        IccCurve(one, one.floor, tuple((n, one.width(n)) for n in items)) for one in panels
    )


def bonett_items(rho: float, *, width: float, n_reviewers: int, level: float = 0.95) -> int:
    """Bonett 2002, for reviewers who do not differ in their means: a check on `icc_items_for`."""
    expected = ExpectedIcc(rho, n_reviewers, 0, level)
    refuse_outside("width", width, *WANTED_WIDTHS)
    k = expected.n_reviewers
    spread = (1 - rho) * (1 + (k - 1) * rho)
    items = 8 * z_of(level) ** 2 * spread**2 / (k * (k - 1) * width**2) + 1
    # His correction for two raters and a high coefficient.
    return ceil(items + 5 * rho if k == 2 and rho >= BONETT_ADDS_FROM else items)


def best_ratings_per_item(
    rho: float,
    *,
    n_ratings: int,
    rater_share: float = 0.0,
    most_reviewers: int = 40,
    level: float = 0.95,
) -> BestSplit:
    """The split of `n_ratings` into reviewers and ten items or more with the narrowest interval."""
    fewest = FEWEST_ITEMS_FOR_INTERVAL
    refuse_unless_whole("most_reviewers", most_reviewers, 2, MOST_REVIEWERS)
    refuse_unless_whole("n_ratings", n_ratings, 2 * fewest, MOST_ITEMS)
    choices = [
        ExpectedIcc(rho, k, rater_share, level)
        for k in range(2, min(most_reviewers, n_ratings // fewest) + 1)
    ]
    best = min(choices, key=lambda one: one.width(n_ratings // one.n_reviewers))
    return _split(best, n_ratings)


def _curve(expected: ExpectedIcc, items: Sequence[int]) -> IccCurve:
    points = tuple((n, expected.width(n)) for n in items)
    return IccCurve(expected, expected.floor, points)


def _split(best: ExpectedIcc, n_ratings: int) -> BestSplit:
    n_items = n_ratings // best.n_reviewers
    template = gettext_noop(
        "With %(ratings)d ratings to give and an expected ICC(2,1) of %(rho)g, the interval is "
        "narrowest with %(reviewers)d ratings on each of %(items)d items: %(width).3f wide."
    )
    width = best.width(n_items)
    values = {"ratings": n_ratings, "rho": best.rho, "reviewers": best.n_reviewers}
    return BestSplit(
        expected=best,
        n_ratings=n_ratings,
        rule_of_thumb=1 + 1 / best.rho,
        ratings_per_item=best.n_reviewers,
        n_items=n_items,
        width=width,
        source=Phrase(DELTA_METHOD),
        sentence=Phrase(template, {**values, "items": n_items, "width": width}),
    )


def _icc_plan(expected: ExpectedIcc, n_items: int, *, wanted: float | None) -> IccPlan:
    width = expected.width(n_items)
    return IccPlan(
        expected=expected,
        wanted_width=wanted,
        n_items=n_items,
        width=width,
        floor=expected.floor,
        source=Phrase(DELTA_METHOD),
        sentence=_icc_sentence(expected, n_items, wanted, width),
        warnings=_icc_warnings(expected, n_items),
    )


def _icc_sentence(
    expected: ExpectedIcc, n_items: int, wanted: float | None, width: float
) -> Phrase:
    if wanted is None:
        template = gettext_noop(
            "Each of %(reviewers)d reviewers rates %(items)d items; for an ICC(2,1) of %(rho)g "
            "with %(share)g of the variance between reviewers, the %(percent)g%% interval is "
            "expected to be %(width).3f wide (delta method)."
        )
    else:
        template = gettext_noop(
            "Each of %(reviewers)d reviewers rates %(items)d items, so that for an ICC(2,1) of "
            "%(rho)g with %(share)g of the variance between reviewers the %(percent)g%% interval "
            "is expected to be at most %(width)g wide (delta method)."
        )
    numbers = {"items": n_items, "reviewers": expected.n_reviewers, "rho": expected.rho}
    share = {"share": expected.rater_share, "percent": 100 * expected.level}
    return Phrase(template, {**numbers, **share, "width": wanted or width})


def _icc_warnings(expected: ExpectedIcc, n_items: int | None) -> tuple[Phrase, ...]:
    warnings = []
    if expected.n_reviewers <= FEW_REVIEWERS and expected.rho >= HIGH_RHO:
        template = gettext_noop(
            "With %(reviewers)d reviewers and a coefficient this high the interval's width varies "
            "widely from study to study: plan with a margin, or with more reviewers."
        )
        warnings.append(Phrase(template, {"reviewers": expected.n_reviewers}))
    return (*warnings, *too_few_items(n_items))


def _unreachable(expected: ExpectedIcc, width: float) -> IccPlan:
    needed = _reviewers_needed(expected, width)
    return IccPlan(
        expected=expected,
        wanted_width=width,
        n_items=None,
        width=None,
        floor=expected.floor,
        source=Phrase(DELTA_METHOD),
        sentence=None,
        warnings=_icc_warnings(expected, None),
        reason=_why_unreachable(expected, width, needed),
        reviewers_needed=needed,
    )


def _reviewers_needed(expected: ExpectedIcc, width: float) -> int | None:
    def reaches(k: int) -> bool:
        panel = ExpectedIcc(expected.rho, k, expected.rater_share, expected.level)
        return panel.width(MOST_ITEMS) <= width

    return fewest(MOST_REVIEWERS, reaches)


def _why_unreachable(expected: ExpectedIcc, width: float, needed: int | None) -> Phrase:
    if expected.floor >= width:
        template = gettext_noop(
            "With %(reviewers)d reviewers no number of items gets the interval below %(floor).3f, "
            "and %(width)g is wanted. %(help)s"
        )
    else:
        template = gettext_noop(
            "With %(reviewers)d reviewers a width of %(width)g would take more than %(most)d "
            "items; none gets below %(floor).3f. %(help)s"
        )
    numbers = {"reviewers": expected.n_reviewers, "floor": expected.floor, "width": width}
    return Phrase(template, {**numbers, "most": MOST_ITEMS, "help": _what_helps(needed)})


def _what_helps(needed: int | None) -> Phrase:
    if needed is None:
        return Phrase(gettext_noop("Plan for a wider interval."))
    template = gettext_noop(
        "More reviewers help: it takes %(needed)d at least, and beyond them each one more saves "
        "items."
    )
    return Phrase(template, {"needed": needed})
