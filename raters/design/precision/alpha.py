"""How wide will the interval of Krippendorff's alpha be? By simulation. No Django at any depth."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite, sqrt
from statistics import NormalDist

import numpy as np

from raters.design.precision.inputs import (
    MOST_ITEMS,
    MOST_REVIEWERS,
    OutOfRange,
    TooLarge,
    refuse_outside,
    refuse_unless_whole,
    too_few_items,
)
from raters.reliability.alpha import METRICS, alpha
from raters.reliability.estimate import Estimate
from raters.reliability.table import Rating, RatingTable
from rubrics.phrases import Phrase, gettext_noop

# Ratings over all simulated panels; beyond this one answer takes minutes.
LARGEST_SIMULATION = 2_000_000
ALPHA_SOURCE = gettext_noop(
    "Simulated panels, each with the interval of the report: %(resamples)d resamples of items "
    "(BCa); these reviewers taken as given"
)
WIDTHS = ("width", "narrow", "wide", "median_alpha")
METRIC_WORDS = {
    "nominal": gettext_noop("nominal"),
    "ordinal": gettext_noop("ordinal"),
    "interval": gettext_noop("interval"),
}


@dataclass(frozen=True)
class ExpectedAlpha:
    """The model behind simulated panels.

    Each item has a normally distributed true value, each reviewer a bias and each rating noise;
    their sum falls into one of the scale's points, which are used with the proportions `shares`
    (any positive numbers, lowest point first). `rater_share` is the biases' share of the variance.
    Raises OutOfRange.
    """

    alpha: float
    n_items: int
    n_reviewers: int
    shares: tuple[float, ...]
    metric: str = "ordinal"
    rater_share: float = 0.05

    def __post_init__(self) -> None:
        refuse_outside("alpha", self.alpha, 0.001, 0.999)
        refuse_unless_whole("n_items", self.n_items, 2, MOST_ITEMS)
        refuse_unless_whole("n_reviewers", self.n_reviewers, 2, MOST_REVIEWERS)
        _refuse_shares(self.shares)
        if self.metric not in METRICS:
            template = gettext_noop("“%(metric)s” is none of the metrics: %(known)s.")
            raise OutOfRange("metric", template, metric=self.metric, known=", ".join(METRICS))
        if not 0 <= self.rater_share < 1:
            template = gettext_noop(
                "The reviewers' share of the variance must be 0 or more and below 1; it is "
                "%(value)s."
            )
            raise OutOfRange("rater_share", template, value=self.rater_share)
        self._refuse_unreachable()

    def _refuse_unreachable(self) -> None:
        most = self.alpha_at(1 - self.rater_share)
        if self.alpha > most:
            template = gettext_noop(
                "With %(share)g of the variance between reviewers alpha cannot exceed "
                "%(most).3f; %(alpha)g was asked for."
            )
            values = {"share": self.rater_share, "most": most, "alpha": self.alpha}
            raise OutOfRange("alpha", template, **values)

    @cached_property
    def cuts(self) -> np.ndarray:
        """V - 1 limits between the points, on the standard normal scale."""
        below = np.cumsum(self.shares)[:-1] / sum(self.shares)
        return np.array([NormalDist().inv_cdf(share) for share in below])

    @cached_property
    def distances(self) -> np.ndarray:
        """V x V squared differences of the metric; points are one apart."""
        share = np.array(self.shares) / sum(self.shares)
        if self.metric == "nominal":
            return 1 - np.eye(len(share))
        place = np.arange(len(share)) if self.metric == "interval" else np.cumsum(share) - share / 2
        return (place[:, None] - place[None, :]) ** 2

    def alpha_at(self, between_items: float) -> float:
        """Alpha of endless ratings when items hold this share of the variance."""
        from scipy.special import ndtr

        grid = (np.arange(2_000) + 0.5) / 2_000
        true = np.array([NormalDist().inv_cdf(share) for share in grid])
        noise = sqrt(max(1 - between_items, 1e-9))
        below = ndtr((self.cuts - sqrt(between_items) * true[:, None]) / noise)
        chance = np.diff(below, axis=1, prepend=0.0, append=1.0)
        pairs, used = chance.T @ chance / len(grid), chance.mean(axis=0)
        return float(1 - (pairs * self.distances).sum() / (used @ self.distances @ used))

    @cached_property
    def between_items(self) -> float:
        """The items' share of the variance at which `alpha` is what panels have on average."""
        from scipy.optimize import brentq

        most = 1 - self.rater_share
        return float(brentq(lambda share: self.alpha_at(share) - self.alpha, 0.0, most))

    def panel(self, rng: np.random.Generator) -> RatingTable:
        n, k = self.n_items, self.n_reviewers
        noise = max(1 - self.between_items - self.rater_share, 0.0)
        true = sqrt(self.between_items) * rng.standard_normal((n, 1))
        bias = sqrt(self.rater_share) * rng.standard_normal((1, k))
        scores = np.searchsorted(self.cuts, true + bias + sqrt(noise) * rng.standard_normal((n, k)))
        ratings = (Rating(str(i), None, str(j), int(x)) for (i, j), x in np.ndenumerate(scores))
        return RatingTable.of(ratings, levels=range(len(self.shares)))


@dataclass(frozen=True)
class AlphaWidth:
    """Widths over simulated panels: the median, and the 10th and 90th percentiles.

    All four numbers are None, and `reason` says why, when fewer than half of the panels have an
    interval. `between_items` is the share of the variance by which the model reaches `alpha`.
    """

    expected: ExpectedAlpha
    between_items: float
    panels: int
    seed: int
    resamples: int
    panels_without_interval: int
    width: float | None
    narrow: float | None
    wide: float | None
    median_alpha: float | None
    model: Phrase
    source: Phrase
    sentence: Phrase | None
    warnings: tuple[Phrase, ...] = ()
    reason: Phrase | None = None


def alpha_width_by_simulation(
    expected_alpha: float,
    *,
    n_items: int,
    n_reviewers: int,
    shares: Sequence[float],
    seed: int,
    metric: str = "ordinal",
    rater_share: float = 0.05,
    panels: int = 200,
    resamples: int = 1_000,
) -> AlphaWidth:
    """How wide the report's 95% interval of alpha will be. The same numbers for the same `seed`.

    Raises OutOfRange and TooLarge.
    """
    expected = ExpectedAlpha(
        expected_alpha, n_items, n_reviewers, tuple(shares), metric, rater_share
    )
    _refuse_large(expected, panels=panels, resamples=resamples, seed=seed)
    estimates = [
        alpha(
            # One stream for each panel: the first 50 of 200 panels are those of a run of 50.
            expected.panel(np.random.default_rng([seed, number])),
            metric,
            seed=number,
            resamples=resamples,
        )
        for number in range(panels)
    ]
    return _alpha_width(expected, estimates, seed=seed, resamples=resamples)


def _alpha_width(
    expected: ExpectedAlpha, estimates: list[Estimate], *, seed: int, resamples: int
) -> AlphaWidth:
    having = [one for one in estimates if one.has_interval]
    enough = 2 * len(having) >= len(estimates)
    numbers = _quantiles(having) if enough else dict.fromkeys(WIDTHS)
    panels = len(estimates)
    return AlphaWidth(
        expected=expected,
        between_items=expected.between_items,
        panels=panels,
        seed=seed,
        resamples=resamples,
        panels_without_interval=panels - len(having),
        **numbers,
        model=_alpha_model(expected),
        source=Phrase(ALPHA_SOURCE, {"resamples": resamples}),
        sentence=_alpha_sentence(expected, numbers, panels, seed) if enough else None,
        warnings=too_few_items(expected.n_items),
        reason=None if enough else _why_no_width(panels, panels - len(having)),
    )


def _quantiles(having: list[Estimate]) -> dict[str, float]:
    narrow, width, wide = np.quantile([one.width for one in having], [0.1, 0.5, 0.9]).tolist()
    median = float(np.median([one.value for one in having]))
    return dict(zip(WIDTHS, (width, narrow, wide, median), strict=True))


def _alpha_model(expected: ExpectedAlpha) -> Phrase:
    template = gettext_noop(
        "Each item's true value is normal with %(items).3f of the variance, each reviewer's bias "
        "has %(reviewers)g, noise the rest; the sum falls into %(points)d scale points used in the "
        "proportions %(shares)s."
    )
    percent = [f"{100 * share / sum(expected.shares):.3g}" for share in expected.shares]
    values = {"items": expected.between_items, "reviewers": expected.rater_share}
    return Phrase(template, {**values, "points": len(percent), "shares": " : ".join(percent)})


def _alpha_sentence(
    expected: ExpectedAlpha, numbers: dict[str, float], panels: int, seed: int
) -> Phrase:
    template = gettext_noop(
        "Each of %(reviewers)d reviewers rates %(items)d items; in %(panels)d simulated panels "
        "with an expected alpha (%(metric)s) of %(alpha)g the 95%% interval had a median width of "
        "%(width).3f, and was at most %(wide).3f wide in nine of ten (seed %(seed)d)."
    )
    design = {"items": expected.n_items, "reviewers": expected.n_reviewers, "panels": panels}
    aim = {"metric": Phrase(METRIC_WORDS[expected.metric]), "alpha": expected.alpha, "seed": seed}
    return Phrase(template, {**design, **aim, "width": numbers["width"], "wide": numbers["wide"]})


def _why_no_width(panels: int, without: int) -> Phrase:
    template = gettext_noop(
        "In %(without)d of %(panels)d simulated panels there was no interval, most often because "
        "no two reviewers differed or every score was the same. More items help."
    )
    return Phrase(template, {"without": without, "panels": panels})


def _refuse_shares(shares: tuple[float, ...]) -> None:
    positive = all(isfinite(share) and share > 0 for share in shares)
    if len(shares) < 2 or not positive:
        template = gettext_noop(
            "The scale's points need two proportions or more, all above 0; these were given: "
            "%(shares)s."
        )
        raise OutOfRange("shares", template, shares=", ".join(map(str, shares)) or "-")


def _refuse_large(expected: ExpectedAlpha, *, panels: int, resamples: int, seed: int) -> None:
    refuse_unless_whole("panels", panels, 20, 10_000)
    refuse_unless_whole("resamples", resamples, 100, 10_000)
    refuse_unless_whole("seed", seed, 0, 2**63 - 1)
    ratings = expected.n_items * expected.n_reviewers * panels
    if ratings > LARGEST_SIMULATION:
        template = gettext_noop(
            "%(ratings)d simulated ratings (items x reviewers x panels) are too many; up to "
            "%(most)d are possible. Fewer panels help."
        )
        raise TooLarge("panels", template, ratings=ratings, most=LARGEST_SIMULATION)
