"""By how much do two reviewers differ on a wide scale, and does it depend on the level? No Django.

Bland & Altman 1986, doi 10.1016/S0140-6736(86)90837-8: differences against means, with the mean
difference and the limits within which about 95% of differences lie.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from raters.figures.axes import Axis, axis_around
from raters.figures.scatter import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, dots, frame
from raters.figures.sentences import together
from raters.figures.values import (
    WIDTH,
    Column,
    Drawing,
    Figure,
    Mark,
    Segment,
    Table,
    Words,
    decimals,
    nothing_to_draw,
)
from rubrics.phrases import Phrase, gettext_noop

FEWEST_FOR_LIMITS = 3


@dataclass(frozen=True)
class ScorePair:
    """The scores two reviewers gave to one item."""

    item: str
    first: float
    second: float

    @property
    def mean(self) -> float:
        return (self.first + self.second) / 2

    @property
    def difference(self) -> float:
        return self.first - self.second


@dataclass(frozen=True)
class Limits:
    """Mean difference and limits of agreement."""

    mean: float
    low: float
    high: float


def bland_altman_figure(pairs: Sequence[ScorePair], *, first: str, second: str) -> Figure:
    """Dots in no order; the table by size of the difference, largest first."""
    title = Phrase(
        gettext_noop("Differences between %(first)s and %(second)s (Bland-Altman)"),
        {"first": first, "second": second},
    )
    columns = _columns(first, second)
    if not pairs:
        return nothing_to_draw("bland-altman", title, columns)
    rows = sorted(pairs, key=lambda pair: (-abs(pair.difference), pair.item))
    limits = limits_of_agreement(pairs)
    return Figure(
        kind="bland-altman",
        title=title,
        alternative=_alternative(rows, limits),
        table=Table(columns, tuple((p.item, p.first, p.second, p.difference) for p in rows)),
        drawing=_drawing(pairs, limits, difference=f"{first} − {second}"),
        notes=tuple(_notes(limits)),
    )


def limits_of_agreement(pairs: Sequence[ScorePair]) -> Limits | None:
    """None below three items."""
    if len(pairs) < FEWEST_FOR_LIMITS:
        return None
    differences = [pair.difference for pair in pairs]
    mean, reach = fmean(differences), 1.96 * stdev(differences)
    return Limits(mean, mean - reach, mean + reach)


def _columns(first: str, second: str) -> tuple[Column, ...]:
    item, difference = gettext_noop("Item"), gettext_noop("Difference")
    return Column(Phrase(item)), Column(first, 1), Column(second, 1), Column(Phrase(difference), 1)


def _drawing(pairs: Sequence[ScorePair], limits: Limits | None, *, difference: str) -> Drawing:
    x = axis_around([pair.mean for pair in pairs], start=LEFT, end=RIGHT)
    heights = [0.0, *(pair.difference for pair in pairs)]
    if limits:
        heights += [limits.low, limits.high]
    y = axis_around(heights, start=BOTTOM, end=TOP)
    across = Phrase(gettext_noop("mean of the two scores"))
    upwards = Phrase(gettext_noop("difference %(names)s"), {"names": difference})
    points = [(pair.mean, pair.difference) for pair in pairs]
    marks = [*frame(x, y, across=across, upwards=upwards), *dots(points, x, y)]
    zero = Segment(LEFT, y.place(0), RIGHT, y.place(0), "axis")
    return Drawing(WIDTH, HEIGHT, (*marks, zero, *(_lines(limits, y) if limits else ())))


def _lines(limits: Limits, y: Axis) -> list[Mark]:
    marks: list[Mark] = []
    taken: list[float] = []
    for value, style in ((limits.high, "limit"), (limits.mean, "mean"), (limits.low, "limit")):
        place = y.place(value)
        marks.append(Segment(LEFT, place, RIGHT, place, style))
        if all(abs(place - other) > 13 for other in taken):
            text = decimals(value, 1)
            marks.append(Words(RIGHT - 2, place - 4, text, "end", "small strong halo"))
            taken.append(place)
    return marks


def _notes(limits: Limits | None) -> list[Phrase]:
    if limits is None:
        return [Phrase(gettext_noop("No limits of agreement are drawn below three items."))]
    words = gettext_noop(
        "The thick line is the mean difference; about 95% of differences lie between the dashed "
        "limits of agreement."
    )
    return [Phrase(words)]


def _alternative(rows: Sequence[ScorePair], limits: Limits | None) -> Phrase:
    largest = rows[0]
    values = {"n": len(rows), "item": largest.item, "gap": decimals(largest.difference, 1)}
    return together(
        Phrase(gettext_noop("Items rated by both: %(n)d."), values),
        _limit_words(limits) if limits else None,
        Phrase(gettext_noop("Largest difference: %(gap)s (%(item)s)."), values),
    )


def _limit_words(limits: Limits) -> Phrase:
    names = ("mean", "low", "high")
    values = {name: decimals(getattr(limits, name), 1) for name in names}
    template = gettext_noop("Mean difference %(mean)s, limits of agreement %(low)s to %(high)s.")
    return Phrase(template, values)
