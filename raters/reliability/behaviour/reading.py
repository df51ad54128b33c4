"""Which items were answered faster than they can be read?"""

from collections.abc import Iterable
from dataclasses import dataclass

from raters.reliability.behaviour.length import ReadingLimits
from raters.reliability.behaviour.shown import Presented, by_reviewer
from raters.reliability.controls import HitRate, wilson
from rubrics.phrases import Phrase, gettext_noop

DEFAULT_LIMITS = ReadingLimits()


@dataclass(frozen=True)
class FastItem:
    """`least_seconds` is what the text takes at the limit."""

    item: str
    position: int
    seconds: float
    least_seconds: float


@dataclass(frozen=True)
class FastRow:
    """One reviewer: `rate` is fast items of those whose time and length are known.

    `n_unknown` are left out for want of one of the two. `reason` is set when none is known.
    """

    reviewer: str
    fast: tuple[FastItem, ...]
    rate: HitRate
    n_unknown: int
    reason: Phrase | None


def very_fast(
    presented: Iterable[Presented], limits: ReadingLimits = DEFAULT_LIMITS
) -> tuple[FastRow, ...]:
    """Per reviewer, with a Wilson interval. Raises InvalidBehaviour."""
    return tuple(_row(reviewer, shown, limits) for reviewer, shown in by_reviewer(presented))


def _row(reviewer: str, shown: tuple[Presented, ...], limits: ReadingLimits) -> FastRow:
    known = [one for one in shown if one.seconds is not None and one.length is not None]
    timed = [
        FastItem(one.item, one.position, one.seconds, limits.least_seconds(one.length))
        for one in known
    ]
    fast = tuple(one for one in timed if one.seconds < one.least_seconds)
    reason = None
    if not known:
        reason = Phrase(gettext_noop("Not known: no item has both its time and its length."))
    interval = wilson(len(fast), len(known)) or (None, None)
    rate = HitRate(len(fast), len(known), *interval)
    return FastRow(reviewer, fast, rate, len(shown) - len(known), reason)
