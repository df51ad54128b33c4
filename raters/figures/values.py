"""What a figure consists of: words, a table of its numbers, and marks at places. No Django.

Places are in the units of the SVG's viewBox. `style` is a CSS class: how it looks is the style
sheet's business, on a page (static/site.css) as in a file (`standalone`).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rubrics.phrases import Phrase, gettext_noop

Label = str | Phrase
Value = str | Phrase | float | int | None

WIDTH = 400  # of every plot; a matrix is as wide as its cells
MOST_ROWS_ON_A_PAGE = 100


@dataclass(frozen=True)
class Words:
    """`anchor` is where `x` is: at the start, the middle or the end of the words."""

    x: float
    y: float
    text: Label
    anchor: str = "start"
    style: str = ""


@dataclass(frozen=True)
class Segment:
    x1: float
    y1: float
    x2: float
    y2: float
    style: str


@dataclass(frozen=True)
class Box:
    x: float
    y: float
    width: float
    height: float
    style: str


@dataclass(frozen=True)
class Dot:
    x: float
    y: float
    radius: float
    style: str = ""


@dataclass(frozen=True)
class Curve:
    points: tuple[tuple[float, float], ...]
    style: str

    @property
    def path(self) -> str:
        return " ".join(f"{x},{y}" for x, y in self.points)


@dataclass(frozen=True)
class Shape(Curve):
    """A closed and filled curve."""


Mark = Words | Segment | Box | Dot | Curve


@dataclass(frozen=True)
class Drawing:
    """`is_matrix`: kept at its own size and scrolled, never shrunk until its cells are unreadable.

    Marks are painted by kind, words last, so that nothing covers them.
    """

    width: float
    height: float
    marks: tuple[Mark, ...]
    is_matrix: bool = False

    @property
    def boxes(self) -> list[Mark]:
        return self._of(Box)

    @property
    def segments(self) -> list[Mark]:
        return self._of(Segment)

    @property
    def curves(self) -> list[Mark]:
        return self._of(Curve)

    @property
    def shapes(self) -> list[Mark]:
        return self._of(Shape)

    @property
    def dots(self) -> list[Mark]:
        return self._of(Dot)

    @property
    def words(self) -> list[Mark]:
        return self._of(Words)

    def _of(self, kind: type) -> list[Mark]:
        return [mark for mark in self.marks if type(mark) is kind]


@dataclass(frozen=True)
class Column:
    """`digits`: decimals shown of its numbers; None for a column of words."""

    head: Label
    digits: int | None = None

    @property
    def is_number(self) -> bool:
        return self.digits is not None


@dataclass(frozen=True)
class ShownCell:
    text: Label
    is_number: bool


@dataclass(frozen=True)
class Table:
    """The numbers in full, for a file; `shown` is rounded and cut short, for a page."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]

    @property
    def shown(self) -> Iterator[tuple[ShownCell, ...]]:
        for row in self.rows[:MOST_ROWS_ON_A_PAGE]:
            pairs = zip(row, self.columns, strict=True)
            yield tuple(ShownCell(_shown(v, c.digits), c.is_number) for v, c in pairs)

    @property
    def is_cut_short(self) -> bool:
        return len(self.rows) > MOST_ROWS_ON_A_PAGE


@dataclass(frozen=True)
class Figure:
    """`alternative` says in a sentence what the drawing shows; `notes` how it is to be read."""

    kind: str
    title: Phrase
    alternative: Phrase
    table: Table
    drawing: Drawing
    notes: tuple[Phrase, ...] = ()


def nothing_to_draw(kind: str, title: Phrase, columns: tuple[Column, ...]) -> Figure:
    why = Phrase(gettext_noop("There is nothing to draw yet."))
    drawing = Drawing(WIDTH, 60, (Words(WIDTH / 2, 34, why, "middle", "faint"),))
    return Figure(kind, title, why, Table(columns, ()), drawing)


def decimals(value: float, digits: int) -> str:
    """With a true minus sign, and never a negative zero."""
    text = f"{value:.{digits}f}"
    return text.lstrip("-") if not text.strip("-0.") else text.replace("-", "−")


def _shown(value: Value, digits: int | None) -> Label:
    if value is None:
        return "–"
    if isinstance(value, float) and digits is not None:
        return decimals(value, digits)
    return value if isinstance(value, Phrase) else str(value)
