"""Lines over two shared axes that begin at zero. No Django."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 640, 300, 52, 40, 12, 70


@dataclass(frozen=True)
class Line:
    """`points` is an SVG polyline; its `label` stands at `x`, `y`, where it ends."""

    label: str
    points: str
    x: float
    y: float


@dataclass(frozen=True)
class Tick:
    place: float
    text: str


@dataclass(frozen=True)
class LineFigure:
    lines: tuple[Line, ...]
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    mark: float | None


def line_figure(
    lines: Sequence[tuple[object, Sequence[tuple[float, float]]]], *, mark: float | None = None
) -> LineFigure:
    """Lines of (label, points) over shared axes that begin at zero; `mark` is a wanted height."""
    xs = [x for _, points in lines for x, _ in points]
    ys = [y for _, points in lines for _, y in points]
    right, top = max(xs), max([*ys, mark or 0])

    def place(x: float, y: float) -> tuple[float, float]:
        across = LEFT + (WIDTH - LEFT - RIGHT) * x / right
        down = HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * y / top
        return round(across, 1), round(down, 1)

    return LineFigure(
        lines=_apart(
            [_line(label, [place(*point) for point in points]) for label, points in lines]
        ),
        x_ticks=tuple(Tick(place(x, 0)[0], f"{x:g}") for x in _round_steps(right)),
        y_ticks=tuple(Tick(place(0, y)[1], f"{y:.1f}") for y in _round_steps(top)),
        mark=place(0, mark)[1] if mark else None,
    )


def _line(label: object, places: list[tuple[float, float]]) -> Line:
    x, y = places[-1]
    return Line(str(label), " ".join(f"{a},{b}" for a, b in places), x + 6, y + 4)


def _apart(lines: list[Line], gap: float = 14) -> tuple[Line, ...]:
    """The same lines, with their labels moved down where they would stand on each other."""
    lowest: list[float] = []
    moved = {}
    for line in sorted(lines, key=lambda line: line.y):
        y = max(line.y, lowest[-1] + gap) if lowest else line.y
        lowest.append(y)
        moved[line.label] = replace(line, y=y)
    return tuple(moved[line.label] for line in lines)


def _round_steps(largest: float) -> list[float]:
    """Four or five round numbers from zero to `largest`."""
    step = next(
        step
        for power in range(-4, 9)
        for step in (1 * 10.0**power, 2 * 10.0**power, 5 * 10.0**power)
        if largest / step <= 5
    )
    return [round(n * step, 6) for n in range(int(largest / step) + 1)]
