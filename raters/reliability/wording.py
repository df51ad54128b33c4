"""What may a page say about an estimate, and in which words?

Functions elsewhere compute whatever exists; these rules decide what is shown to people.
"""

from dataclasses import dataclass

from raters.reliability.estimate import Estimate
from rubrics.phrases import Phrase, gettext_noop

FEWEST_ITEMS_FOR_INTERVAL = 10
FEWEST_ITEMS_FOR_WORDS = 30
GOOD_SHARE = 0.8  # exact agreement or hit rate from here on is high
WIDE_INTERVAL = 0.3

# Koo & Li 2016, doi 10.1016/j.jcm.2016.02.012: upper ends of the bands.
BANDS = (
    (0.5, gettext_noop("poor")),
    (0.75, gettext_noop("moderate")),
    (0.9, gettext_noop("good")),
    (1.0, gettext_noop("excellent")),
)


@dataclass(frozen=True)
class ShownInterval:
    """Limits to print, or the reason to print in their place. Both None: nothing to explain."""

    low: float | None
    high: float | None
    reason: Phrase | None

    @property
    def is_shown(self) -> bool:
        return self.low is not None


def shown_interval(estimate: Estimate) -> ShownInterval:
    """Withhold an interval that rests on fewer than ten items, or on fewer than ten cases."""
    units = min(estimate.n_items, estimate.n_cases)
    if not estimate.has_interval:
        return ShownInterval(None, None, estimate.reason or estimate.interval_reason)
    if units < FEWEST_ITEMS_FOR_INTERVAL:
        template = gettext_noop("No interval is shown below %(fewest)d independent items.")
        reason = Phrase(template, {"fewest": FEWEST_ITEMS_FOR_INTERVAL})
        return ShownInterval(None, None, reason)
    return ShownInterval(estimate.low, estimate.high, None)


def band_words(estimate: Estimate) -> Phrase | None:
    """Band words from the interval; None below 30 items or when it spans more than two bands."""
    shown = shown_interval(estimate)
    if not shown.is_shown or estimate.n_items < FEWEST_ITEMS_FOR_WORDS:
        return None
    lowest, highest = _band(shown.low), _band(shown.high)
    if highest - lowest > 1:
        return None
    if lowest == highest:
        return Phrase(BANDS[lowest][1])
    ends = {"low": Phrase(BANDS[lowest][1]), "high": Phrase(BANDS[highest][1])}
    return Phrase(gettext_noop("%(low)s to %(high)s"), ends)


def _band(value: float) -> int:
    return sum(value >= upper for upper, _ in BANDS[:-1])


def is_low(estimate: Estimate, *, target: float) -> bool:
    """The whole shown interval lies under the target."""
    shown = shown_interval(estimate)
    return shown.is_shown and shown.high < target


def is_high(estimate: Estimate, *, target: float) -> bool:
    """The whole shown interval reaches the target."""
    shown = shown_interval(estimate)
    return shown.is_shown and shown.low >= target


def verdict(coefficient: Estimate, *, target: float | None) -> Phrase | None:
    """Does the interval meet the target? None where no target was set."""
    if target is None:
        return None
    if is_high(coefficient, target=target):
        words = gettext_noop("The target of %(target).2f is met: the whole interval reaches it.")
    elif is_low(coefficient, target=target):
        words = gettext_noop("The target of %(target).2f is missed: the interval lies under it.")
    elif shown_interval(coefficient).is_shown:
        words = gettext_noop("Not settled: the interval includes the target of %(target).2f.")
    else:
        words = gettext_noop("Not settled: there is no interval to hold against %(target).2f.")
    return Phrase(words, {"target": target})


def plain_sentence(
    coefficient: Estimate,
    *,
    exact_agreement: float | None,
    hit_rate: float | None,
    target: float | None,
) -> Phrase | None:
    """What the numbers mean together, by rule; None where the rules say nothing.

    `exact_agreement` and `hit_rate` are shares from 0 to 1, None where unknown.
    """
    if target is None:
        return None
    if is_low(coefficient, target=target):
        return _about_a_low_one(exact_agreement, hit_rate)
    if is_high(coefficient, target=target) and coefficient.width > WIDE_INTERVAL:
        return Phrase(gettext_noop("Promising, and not yet known."))
    return None


def _about_a_low_one(exact_agreement: float | None, hit_rate: float | None) -> Phrase | None:
    # Without controls nobody can tell careless raters from a rubric that does not separate.
    if hit_rate is None:
        return None
    if hit_rate < GOOD_SHARE:
        return Phrase(
            gettext_noop("Look at the raters first: clear cases are missed too."),
        )
    if exact_agreement is None:
        return None
    if exact_agreement >= GOOD_SHARE:
        return Phrase(
            gettext_noop(
                "Raters rarely differ, but the items hardly differ either: the coefficient has "
                "little spread to work with. This is not evidence of careless raters."
            )
        )
    return Phrase(
        gettext_noop(
            "Raters recognise clear cases and part ways on these items: the rubric does not "
            "separate them."
        )
    )
