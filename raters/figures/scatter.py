"""Points between two axes; those that fall together become one larger dot. No Django."""

from collections import Counter
from collections.abc import Sequence
from math import sqrt

from raters.figures.axes import Axis
from raters.figures.values import WIDTH, Dot, Label, Mark, Segment, Shape, Words

LEFT, RIGHT, TOP, BOTTOM, HEIGHT = 46, 384, 30, 248, 292
SMALLEST, LARGEST = 2.6, 8.0
# Of so many points those closer than a step become one dot: a figure of a million ratings stays
# small. Fewer are drawn exactly where they are.
MANY, STEP, EXACT = 500, 4.0, 0.1


def frame(x: Axis, y: Axis, *, across: Label, upwards: Label) -> list[Mark]:
    marks: list[Mark] = [Words(8, 16, upwards, style="small faint")]
    for place, text in y.ticks():
        marks.append(Segment(LEFT, place, RIGHT, place, "grid"))
        marks.append(Words(LEFT - 6, place + 4, text, "end", "small"))
    marks.append(Segment(LEFT, BOTTOM, RIGHT, BOTTOM, "axis"))
    marks += [Words(place, BOTTOM + 16, text, "middle", "small") for place, text in x.ticks()]
    return [*marks, Words(WIDTH / 2, HEIGHT - 8, across, "middle", "small faint")]


def dots(points: Sequence[tuple[float, float]], x: Axis, y: Axis) -> list[Mark]:
    """Area grows with the number of points at a place; arrows at the edge for those beyond."""
    step = STEP if len(points) > MANY else EXACT
    places = Counter((x.place(a), y.place(b), y.holds(b)) for a, b in points)
    merged = Counter()
    for (across, down, is_inside), n in places.items():
        height = _on_raster(down, TOP, step) if is_inside else down
        merged[_on_raster(across, LEFT, step), height, is_inside] += n
    most = max(merged.values(), default=1)
    return [
        Dot(across, down, _radius(n, most), "dot") if is_inside else _arrow(across, down)
        for (across, down, is_inside), n in sorted(merged.items())
    ]


def _on_raster(place: float, start: float, step: float) -> float:
    return round(start + round((place - start) / step) * step, 1)


def _radius(n: int, most: int) -> float:
    largest = min(LARGEST, SMALLEST * sqrt(most))
    return round(max(SMALLEST, largest * sqrt(n / most)), 1)


def _arrow(x: float, y: float) -> Shape:
    """Points out of the drawing, above or below."""
    inward = 8 if y < (TOP + BOTTOM) / 2 else -8
    return Shape(((x, y), (round(x - 4, 1), y + inward), (round(x + 4, 1), y + inward)), "beyond")
