"""Estimates with their intervals, one strip below the other. No Django.

The name and the numbers stand above each strip and not beside it: so the drawing is narrow enough
for a phone, and no line runs through words.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from raters.figures.axes import Axis
from raters.figures.fitting import SIZE, SMALL, shortened, width_of
from raters.figures.values import WIDTH, Box, Dot, Drawing, Label, Mark, Segment, Shape, Words

EDGE = 14
STRIP, LINE, GAP, HEADING, FOOT = 16, 18, 8, 24, 44
# A translation may be longer than the sentence it is made from.
ROOM_TO_TRANSLATE = 1.3


@dataclass(frozen=True)
class Strip:
    """`said` are the numbers in words. `heading` opens a group above this strip."""

    label: Label
    said: Label
    value: float | None
    low: float | None
    high: float | None
    heading: Label | None = None

    @property
    def takes_two_lines(self) -> bool:
        room = width_of(self.label) * (1 if isinstance(self.label, str) else ROOM_TO_TRANSLATE)
        return room + width_of(self.said, size=SMALL) + 16 > WIDTH - 2 * EDGE


def strip_axis(low: float, high: float) -> Axis:
    return Axis(low, high, EDGE, WIDTH - EDGE)


def strip_drawing(
    strips: Sequence[Strip], axis: Axis, *, caption: Label, line: float | None = None, top: Label
) -> Drawing:
    """`line` is a value marked in every strip and named by `top` above the first one."""
    marks: list[Mark] = []
    y = 6.0
    if line is not None and top:
        y += LINE
        marks += [_above(axis, line, top, y)]
    for strip in strips:
        y += GAP
        if strip.heading is not None:
            y += HEADING
            marks.append(Words(EDGE, y - 6, strip.heading, style="strong"))
        marks += _names(strip, y)
        y += LINE * (2 if strip.takes_two_lines else 1)
        marks += _strip(strip, axis, y=y, line=line)
        y += STRIP
    marks += _foot(axis, y, caption)
    return Drawing(WIDTH, y + FOOT, tuple(marks))


def _above(axis: Axis, line: float, name: Label, y: float) -> Words:
    x, half = axis.place(line), width_of(name, size=SMALL) / 2
    if x + half > WIDTH - EDGE:
        return Words(WIDTH - EDGE, y, name, "end", "small")
    return Words(max(x, EDGE + half), y, name, "middle", "small")


def _names(strip: Strip, y: float) -> list[Mark]:
    room = WIDTH - 2 * EDGE
    said = Words(WIDTH - EDGE, y + SIZE, strip.said, "end", "small")
    if strip.takes_two_lines:
        said = Words(EDGE, y + LINE + SMALL, strip.said, "start", "small")
    return [Words(EDGE, y + SIZE, shortened(strip.label, width=room)), said]


def _strip(strip: Strip, axis: Axis, *, y: float, line: float | None) -> list[Mark]:
    middle, bottom = y + STRIP / 2, y + STRIP
    marks: list[Mark] = [Box(EDGE, y, WIDTH - 2 * EDGE, STRIP, "band")]
    marks += [Segment(x, y, x, bottom, "grid") for x, _ in axis.ticks()]
    if line is not None:
        marks.append(Segment(axis.place(line), y, axis.place(line), bottom, "target"))
    if strip.value is None:
        return marks
    if strip.low is not None:
        marks += _interval(axis.place(strip.low), axis.place(strip.high), middle)
    return [*marks, _point(strip, axis, middle)]


def _interval(low: float, high: float, y: float) -> list[Mark]:
    ends = [Segment(x, y - 4, x, y + 4, "interval") for x in (low, high)]
    return [Segment(low, y, high, y, "interval"), *ends]


def _point(strip: Strip, axis: Axis, y: float) -> Mark:
    """Full with an interval, hollow without, an arrow at the edge where it lies beyond."""
    x = axis.place(strip.value)
    if axis.holds(strip.value):
        return Dot(x, y, 4.5, "estimate" if strip.low is not None else "estimate hollow")
    inward = 8 if strip.value < axis.low else -8
    return Shape(((x, y), (x + inward, y - 5), (x + inward, y + 5)), "beyond")


def _foot(axis: Axis, y: float, caption: Label) -> list[Mark]:
    ticks = [Words(x, y + 15, text, "middle", "small") for x, text in axis.ticks()]
    return [*ticks, Words(WIDTH / 2, y + 35, caption, "middle", "small faint")]
