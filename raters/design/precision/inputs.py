"""What a plan may be asked for, and what is refused in words. No Django at any depth."""

from bisect import bisect_left
from collections.abc import Callable
from numbers import Integral
from statistics import NormalDist

from raters.reliability.wording import FEWEST_ITEMS_FOR_INTERVAL
from rubrics.phrases import Phrase, gettext_noop

MOST_ITEMS = 1_000_000
MOST_REVIEWERS = 1_000
# Both ends excluded.
WANTED_WIDTHS = (0.0001, 1)
LEVELS = (0.5, 0.9999)


class InvalidPlan(ValueError):
    """`field` names the parameter; `phrase` is the message, to be translated when shown."""

    def __init__(self, field: str, template: str, **values: object) -> None:
        self.field, self.phrase = field, Phrase(template, values)
        super().__init__(str(self.phrase))


class OutOfRange(InvalidPlan):
    """A number no plan can be made with."""


class TooLarge(InvalidPlan):
    """The simulation would take too long."""


def z_of(level: float) -> float:
    return NormalDist().inv_cdf((1 + level) / 2)


def fewest(most: int, enough: Callable[[int], bool], *, least: int = 2) -> int | None:
    """The smallest whole number that is enough, where every larger one is enough too."""
    numbers = range(least, most + 1)
    place = bisect_left(numbers, True, key=enough)
    return numbers[place] if place < len(numbers) else None


NAMES = {
    "rho": gettext_noop("The expected ICC"),
    "alpha": gettext_noop("The expected alpha"),
    "width": gettext_noop("The wanted width"),
    "level": gettext_noop("The level of the interval"),
    "n": gettext_noop("The number of planted items"),
    "n_items": gettext_noop("The number of items"),
    "most_items": gettext_noop("The largest number of items"),
    "points": gettext_noop("The number of points on a curve"),
    "n_ratings": gettext_noop("The number of ratings"),
    "n_reviewers": gettext_noop("The number of reviewers"),
    "most_reviewers": gettext_noop("The largest number of reviewers"),
    "panels": gettext_noop("The number of panels"),
    "resamples": gettext_noop("The number of resamples"),
    "seed": gettext_noop("The seed"),
}


def refuse_outside(field: str, value: float, low: float, high: float) -> None:
    # Written so that NaN, which compares false with everything, is refused too.
    if not low < value < high:
        template = gettext_noop("%(name)s must lie between %(low)g and %(high)g; it is %(value)s.")
        name = Phrase(NAMES[field])
        raise OutOfRange(field, template, name=name, low=low, high=high, value=value)


def refuse_unless_whole(field: str, value: int, least: int, most: int) -> None:
    if not (isinstance(value, Integral) and least <= value <= most):
        template = gettext_noop(
            "%(name)s must be a whole number from %(least)d to %(most)d; it is %(value)s."
        )
        name = Phrase(NAMES[field])
        raise OutOfRange(field, template, name=name, least=least, most=most, value=value)


def too_few_items(n_items: int | None) -> tuple[Phrase, ...]:
    if n_items is None or n_items >= FEWEST_ITEMS_FOR_INTERVAL:
        return ()
    template = gettext_noop("The report shows no interval below %(fewest)d independent items.")
    return (Phrase(template, {"fewest": FEWEST_ITEMS_FOR_INTERVAL}),)
