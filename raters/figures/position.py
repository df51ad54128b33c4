"""Does an answer, or the time it takes, change along the queue? No Django."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from statistics import fmean, median, quantiles

from raters.figures.axes import Axis, axis_around
from raters.figures.scatter import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, dots, frame
from raters.figures.sentences import counted, together
from raters.figures.values import (
    WIDTH,
    Column,
    Curve,
    Drawing,
    Figure,
    Label,
    Table,
    decimals,
    nothing_to_draw,
)
from rubrics.phrases import Phrase, gettext_noop

NARROWEST_WINDOW, SHARE_OF_QUEUE, MOST_STEPS = 5, 0.2, 60
# Where the largest value is so many times the 98th percentile, the axis ends at the latter.
FAR_OUT = 2.0

Point = tuple[int, float]


def position_figure(
    points: Sequence[Point],
    *,
    quantity: Label,
    ends: tuple[float, float] | None = None,
    digits: int = 0,
) -> Figure:
    """`points` are (position in the queue from 1, value).

    `quantity` names the values with their unit. `ends` are the ends of a scale, and the line is a
    running mean; None fits the axis to the values, from zero, leaves single very large ones at
    its edge, and the line is a running median.
    """
    title = Phrase(gettext_noop("%(name)s along the queue"), {"name": quantity})
    columns = (Column(Phrase(gettext_noop("Position")), 0), Column(quantity, digits))
    if not points:
        return nothing_to_draw("position", title, columns)
    in_order = sorted(points)
    x = _x_axis(in_order)
    y = Axis(*_with_room(ends), BOTTOM, TOP) if ends else _fitted(in_order)
    window = window_of(in_order)
    line = running(fmean if ends else median, in_order, window=window)
    return Figure(
        kind="position",
        title=title,
        alternative=_alternative(in_order, line, digits=max(digits, 1)),
        table=Table(columns, tuple(in_order)),
        drawing=_drawing(in_order, line, x=x, y=y, quantity=quantity),
        notes=(
            _line_words(window, is_mean=ends is not None),
            *_beyond_words(sum(not y.holds(value) for _, value in in_order)),
        ),
    )


def running(
    centre: Callable, in_order: Sequence[Point], *, window: int
) -> list[tuple[float, float]]:
    """(position, centre of all values at most half a window away), at 61 positions or fewer."""
    places = [position for position, _ in in_order]
    met = sorted(set(places))
    every = -(-len(met) // MOST_STEPS)
    half = window // 2
    return [
        (at, centre(v for _, v in _between(in_order, places, low=at - half, high=at + half)))
        for at in sorted({*met[::every], met[-1]})
    ]


def window_of(in_order: Sequence[Point]) -> int:
    """An odd number of positions, a fifth of the queue and no fewer than five."""
    length = in_order[-1][0] - in_order[0][0] + 1
    return max(NARROWEST_WINDOW, int(length * SHARE_OF_QUEUE) // 2 * 2 + 1)


def _between(in_order: Sequence[Point], places: list[int], *, low: int, high: int):
    return in_order[bisect_left(places, low) : bisect_right(places, high)]


def _x_axis(in_order: Sequence[Point]) -> Axis:
    last = in_order[-1][0]
    return Axis(0, max(last, 5) * 1.02, LEFT, RIGHT)


def _with_room(ends: tuple[float, float]) -> tuple[float, float]:
    """A little beyond the ends of the scale, so that dots there are whole."""
    low, high = ends
    room = (high - low) * 0.06 or 0.5
    return low - room, high + room


def _fitted(in_order: Sequence[Point]) -> Axis:
    values = [value for _, value in in_order]
    top = max(values)
    if len(values) > 10 and min(values) >= 0:
        usual = quantiles(values, n=50)[-1]
        top = usual if 0 < usual * FAR_OUT < top else top
    return axis_around([0.0, top, min(values)], start=BOTTOM, end=TOP)


def _drawing(in_order, line, *, x: Axis, y: Axis, quantity: Label) -> Drawing:
    across = Phrase(gettext_noop("position in the queue"))
    path = tuple((x.place(a), y.place(b)) for a, b in line)
    marks = [*frame(x, y, across=across, upwards=quantity), *dots(in_order, x, y)]
    return Drawing(WIDTH, HEIGHT, (*marks, Curve(path, "trend-edge"), Curve(path, "trend")))


def _line_words(window: int, *, is_mean: bool) -> Phrase:
    mean = gettext_noop(
        "The line is the running mean over %(window)d positions; larger dots stand for more "
        "ratings."
    )
    middle = gettext_noop(
        "The line is the running median over %(window)d positions; larger dots stand for more "
        "ratings."
    )
    return Phrase(mean if is_mean else middle, {"window": window})


def _beyond_words(n: int) -> list[Phrase]:
    found = counted(gettext_noop("Arrows are values beyond the axis: %(n)d."), n)
    return [found] if found else []


def _alternative(in_order, line, *, digits: int) -> Phrase:
    values = {
        "n": len(in_order),
        "last": in_order[-1][0],
        "start": decimals(line[0][1], digits),
        "end": decimals(line[-1][1], digits),
    }
    return together(
        Phrase(gettext_noop("Ratings by position, %(n)d up to position %(last)d."), values),
        Phrase(gettext_noop("The line starts at %(start)s and ends at %(end)s."), values),
    )
