"""How often did each reviewer use each point of the scale, the unused ones too? No Django."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from raters.figures.fitting import SMALL, shortened, width_of
from raters.figures.sentences import counted, together
from raters.figures.values import (
    WIDTH,
    Box,
    Column,
    Drawing,
    Figure,
    Label,
    Mark,
    Segment,
    Table,
    Words,
    decimals,
    nothing_to_draw,
)
from rubrics.phrases import Phrase, gettext_noop

MOST_POINTS, MOST_BINS = 21, 11  # a scale of more points is drawn in bins
ROW, TALLEST, TOP, FOOT, EDGE, GAP = 56, 34, 8, 44, 14, 10
NARROWEST, WIDEST_NAME, NARROWEST_NAME = 26, 140, 40


@dataclass(frozen=True)
class PointUse:
    """How often `label` (a reviewer, or all) gave each point, in the order of the points."""

    label: Label
    counts: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.counts)


@dataclass(frozen=True)
class _Bins:
    """Neighbouring points taken together, as few as one in each."""

    names: tuple[str, ...]
    size: int

    def of(self, counts: Sequence[int]) -> list[int]:
        return [sum(counts[at : at + self.size]) for at in range(0, len(counts), self.size)]


def distribution_figure(
    points: Sequence[float], rows: Sequence[PointUse], *, question: Label
) -> Figure:
    """Rows in the order given; the bars of a row are shares of that row."""
    title = Phrase(gettext_noop("How often each point was used: %(name)s"), {"name": question})
    columns = _columns(points)
    if not rows or not points or not any(row.total for row in rows):
        return nothing_to_draw("distribution", title, columns)
    bins = _bins(points)
    cells = tuple((row.label, *row.counts, row.total) for row in rows)
    template = gettext_noop(
        "Bars are shares of a row's ratings, on one scale for all rows; the number of ratings "
        "stands above each."
    )
    return Figure(
        kind="distribution",
        title=title,
        alternative=_alternative(points, rows),
        table=Table(columns, cells),
        drawing=_drawing(bins, rows),
        notes=(Phrase(template), *_binned(bins)),
    )


def _columns(points: Sequence[float]) -> tuple[Column, ...]:
    who = Column(Phrase(gettext_noop("Ratings by")))
    total = Column(Phrase(gettext_noop("Total")), 0)
    return (who, *(Column(_written(point), 0) for point in points), total)


def _written(point: float) -> str:
    return decimals(point, 0 if point == int(point) else 1)


def _bins(points: Sequence[float]) -> _Bins:
    size = 1 if len(points) <= MOST_POINTS else -(-len(points) // MOST_BINS)
    parts = [points[at : at + size] for at in range(0, len(points), size)]
    names = (
        _written(part[0]) if len(part) == 1 else f"{_written(part[0])}–{_written(part[-1])}"
        for part in parts
    )
    return _Bins(tuple(names), size)


def _binned(bins: _Bins) -> list[Phrase]:
    if bins.size == 1:
        return []
    template = gettext_noop("Each bar takes %(n)d points of the scale together.")
    return [Phrase(template, {"n": bins.size})]


@dataclass(frozen=True)
class _Columns:
    """Where the bars of each point stand."""

    names: tuple[str, ...]
    left: float

    @property
    def width(self) -> float:
        widest = max(width_of(name, size=SMALL) for name in self.names) + 4
        return max((WIDTH - self.left - EDGE) / len(self.names), NARROWEST, widest)

    @property
    def right(self) -> float:
        return round(self.left + self.width * len(self.names), 1)

    def middle(self, at: int) -> float:
        return round(self.left + (at + 0.5) * self.width, 1)


def _drawing(bins: _Bins, rows: Sequence[PointUse]) -> Drawing:
    longest = max(width_of(row.label) for row in rows)
    name = min(max(longest, NARROWEST_NAME), WIDEST_NAME)
    columns = _Columns(bins.names, round(EDGE + name + GAP, 1))
    highest = max(count / row.total for row in rows if row.total for count in bins.of(row.counts))
    marks: list[Mark] = []
    for index, row in enumerate(rows, start=1):
        foot = TOP + index * ROW - 6
        marks += _name(row, columns, foot=foot, room=name)
        marks += _bars(bins.of(row.counts), highest, columns=columns, foot=foot)
    bottom = TOP + len(rows) * ROW
    marks += _points(columns, bottom)
    width = round(columns.right + EDGE, 1)
    return Drawing(width, bottom + FOOT, tuple(marks), is_matrix=width > WIDTH + 1)


def _name(row: PointUse, columns: _Columns, *, foot: float, room: float) -> list[Mark]:
    n = Phrase(gettext_noop("n %(n)d"), {"n": row.total})
    return [
        Words(EDGE, foot - 18, shortened(row.label, width=room)),
        Words(EDGE, foot - 3, n, style="small faint"),
        Segment(columns.left, foot, columns.right, foot, "axis"),
    ]


def _points(columns: _Columns, bottom: float) -> list[Mark]:
    caption = Phrase(gettext_noop("points of the scale"))
    centre = round((columns.left + columns.right) / 2, 1)
    return [
        *(
            Words(columns.middle(at), bottom + 10, name, "middle", "small")
            for at, name in enumerate(columns.names)
        ),
        Words(centre, bottom + 30, caption, "middle", "small faint"),
    ]


def _bars(
    counts: Sequence[int], highest: float, *, columns: _Columns, foot: float
) -> Iterator[Mark]:
    """`highest` is the share that gets the tallest bar."""
    total, width = sum(counts), round(columns.width - 6, 1)
    for at, count in enumerate(counts):
        height = round(TALLEST * count / total / highest, 1) if count else 0.0
        top = round(foot - height, 1)
        if count:
            x = round(columns.left + at * columns.width + 3, 1)
            yield Box(x, top, width, height, "share")
        style = "small" if count else "small faint"
        yield Words(columns.middle(at), round(top - 3, 1), str(count), "middle", style)


def _alternative(points: Sequence[float], rows: Sequence[PointUse]) -> Phrase:
    sums = [sum(row.counts[at] for row in rows) for at in range(len(points))]
    most = max(range(len(points)), key=lambda at: sums[at])
    template = gettext_noop("Use of %(points)d scale points in %(rows)d rows.")
    most_used = gettext_noop("Used most: %(point)s, %(percent)d%% of the ratings.")
    share = round(100 * sums[most] / sum(sums))
    return together(
        Phrase(template, {"points": len(points), "rows": len(rows)}),
        Phrase(most_used, {"point": _written(points[most]), "percent": share}),
        counted(gettext_noop("Points that nobody used: %(n)d."), sums.count(0)),
    )
