"""How many planted items for a wanted width of a hit rate? No Django at any depth."""

from dataclasses import dataclass

from raters.design.precision.inputs import (
    LEVELS,
    MOST_ITEMS,
    WANTED_WIDTHS,
    OutOfRange,
    fewest,
    refuse_outside,
    refuse_unless_whole,
)
from raters.reliability.controls import wilson
from rubrics.phrases import Phrase, gettext_noop

WILSON = gettext_noop("Wilson 1927 score interval, doi 10.1080/01621459.1927.10502953")


@dataclass(frozen=True)
class HitRatePlan:
    """One reviewer's hit rate. What follows from `n` is None exactly when there is a `reason`."""

    rate: float
    level: float
    wanted_width: float | None
    n: int | None
    low: float | None
    high: float | None
    source: Phrase
    sentence: Phrase | None
    reason: Phrase | None = None

    @property
    def width(self) -> float | None:
        return None if self.n is None else self.high - self.low


def hit_rate_width(rate: float, *, n: int, level: float = 0.95) -> float:
    """Full width of the Wilson interval of one reviewer who hits `rate` of `n` planted items."""
    low, high = _wilson(rate, n, level)
    return high - low


def hit_rate_at(rate: float, *, n: int, level: float = 0.95) -> HitRatePlan:
    return _hit_rate_plan(rate, n, level, wanted=None)


def hit_rate_n_for(rate: float, *, width: float, level: float = 0.95) -> HitRatePlan:
    """The fewest planted items for which the interval is at most `width` wide."""
    refuse_outside("width", width, *WANTED_WIDTHS)
    n = fewest(MOST_ITEMS, lambda n: hit_rate_width(rate, n=n, level=level) <= width, least=1)
    if n is not None:
        return _hit_rate_plan(rate, n, level, wanted=width)
    template = gettext_noop(
        "A width of %(width)g would take more than %(most)d planted items. Plan for a wider "
        "interval."
    )
    reason = Phrase(template, {"width": width, "most": MOST_ITEMS})
    return HitRatePlan(rate, level, width, None, None, None, Phrase(WILSON), None, reason)


def _hit_rate_plan(rate: float, n: int, level: float, *, wanted: float | None) -> HitRatePlan:
    low, high = _wilson(rate, n, level)
    template = gettext_noop(
        "A reviewer meets %(n)d planted items; for a hit rate of %(rate)g the %(percent)g%% "
        "interval then runs from %(low).3f to %(high).3f and is %(width).3f wide (Wilson)."
    )
    limits = {"low": low, "high": high, "width": high - low}
    sentence = Phrase(template, {"n": n, "rate": rate, "percent": 100 * level, **limits})
    return HitRatePlan(rate, level, wanted, n, low, high, Phrase(WILSON), sentence)


def _wilson(rate: float, n: int, level: float) -> tuple[float, float]:
    refuse_unless_whole("n", n, 1, MOST_ITEMS)
    refuse_outside("level", level, *LEVELS)
    if not 0 <= rate <= 1:
        template = gettext_noop("The expected hit rate must lie from 0 to 1; it is %(value)s.")
        raise OutOfRange("rate", template, value=rate)
    # A rate is planned for, so the hits need not be whole.
    return wilson(rate * n, n, level=level)
