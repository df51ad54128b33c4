"""Cells in rows and columns, of a stronger shade for more, with their values inside. No Django."""

from collections.abc import Sequence
from dataclasses import dataclass

from raters.figures.fitting import SMALL, shortened, width_of
from raters.figures.values import Box, Drawing, Label, Mark, Shape, Words

SHADES = 7  # of the style sheet: shade-0 is the faintest
FIRST_DEEP = 5  # from here on words inside have the colour of the ground
LEFTMOST, MARGIN, HEADS = 12, 8, 22
WIDEST_NAME, NARROWEST_NAME, NARROWEST = 190, 40, 300
LEGEND = 34


@dataclass(frozen=True)
class Cell:
    """`under` is a second, smaller line. `shade` None: nothing was measured here.

    `is_marked` puts a corner into it, `is_negative` a dashed edge.
    """

    text: Label
    shade: int | None
    under: Label = ""
    is_marked: bool = False
    is_negative: bool = False


@dataclass(frozen=True)
class Key:
    """A sample in the legend and what it stands for."""

    cell: Cell
    words: Label


@dataclass(frozen=True)
class Grid:
    """`cells` are rows of cells; None leaves a place bare, as above the diagonal."""

    rows: Sequence[Label]
    columns: Sequence[Label]
    cells: Sequence[Sequence[Cell | None]]
    cell_width: float
    cell_height: float
    legend: Sequence[Key] = ()

    @property
    def left(self) -> float:
        longest = max((width_of(label) for label in self.rows), default=0)
        return LEFTMOST + min(max(longest, NARROWEST_NAME), WIDEST_NAME) + MARGIN

    @property
    def width(self) -> float:
        across = self.left + self.cell_width * len(self.columns) + LEFTMOST
        return round(max(across, NARROWEST, _legend_width(self.legend)), 1)

    @property
    def top(self) -> float:
        """Where the first row of cells begins."""
        return HEADS + (LEGEND if self.legend else 0)

    @property
    def height(self) -> float:
        return self.top + self.cell_height * len(self.rows) + LEFTMOST


def shade_of(share: float) -> int:
    """`share` from 0 (faintest) to 1 (strongest); what lies outside gets the end's shade."""
    return round(min(max(share, 0.0), 1.0) * (SHADES - 1))


def grid_drawing(grid: Grid) -> Drawing:
    marks = [*_heads(grid), *_names(grid), *_legend(grid)]
    for row, cells in enumerate(grid.cells):
        for column, cell in enumerate(cells):
            if cell is not None:
                x = round(grid.left + column * grid.cell_width, 1)
                y = grid.top + row * grid.cell_height
                marks += _cell(cell, x, y, grid.cell_width - 2, grid.cell_height - 2)
    return Drawing(grid.width, grid.height, tuple(marks), is_matrix=True)


def _heads(grid: Grid) -> list[Mark]:
    middle = grid.left + grid.cell_width / 2 - 1
    return [
        Words(
            round(middle + column * grid.cell_width, 1),
            grid.top - 7,
            shortened(label, width=grid.cell_width - 1, size=SMALL),
            "middle",
            "small",
        )
        for column, label in enumerate(grid.columns)
    ]


def _names(grid: Grid) -> list[Mark]:
    room = grid.left - LEFTMOST - MARGIN
    return [
        Words(
            round(grid.left - MARGIN, 1),
            grid.top + (row + 0.5) * grid.cell_height + 3,
            shortened(label, width=room),
            "end",
        )
        for row, label in enumerate(grid.rows)
    ]


def _cell(cell: Cell, x: float, y: float, width: float, height: float) -> list[Mark]:
    if cell.shade is None:
        return [Box(x, y, width, height, "missing"), *_inside(cell, x, y, width, height)]
    marks: list[Mark] = [Box(x, y, width, height, f"cell shade-{cell.shade}")]
    if cell.is_negative:
        marks.append(Box(x + 1.5, y + 1.5, width - 3, height - 3, f"negative{_deep(cell)}"))
    if cell.is_marked:
        marks.append(Shape(((x, y), (round(x + 10, 1), y), (x, y + 10)), f"corner{_deep(cell)}"))
    return [*marks, *_inside(cell, x, y, width, height)]


def _inside(cell: Cell, x: float, y: float, width: float, height: float) -> list[Mark]:
    """The value, and what stands under it, where there is room."""
    middle, centre = round(x + width / 2, 1), y + height / 2
    if not cell.text or width_of(cell.text, size=SMALL) > width:
        return []
    if not cell.under:
        return [Words(middle, centre + 4, cell.text, "middle", f"small{_deep(cell)}")]
    return [
        Words(middle, centre - 2, cell.text, "middle", f"value{_deep(cell)}"),
        Words(middle, centre + 12, cell.under, "middle", f"small{_deep(cell)}"),
    ]


def _deep(cell: Cell) -> str:
    return " on-deep" if cell.shade is not None and cell.shade >= FIRST_DEEP else ""


def _legend_width(keys: Sequence[Key]) -> float:
    return 2 * LEFTMOST + sum(_key_width(key) for key in keys)


def _key_width(key: Key) -> float:
    # A translation may be longer than the words it is made from.
    return 20 + (width_of(key.words, size=SMALL) * 1.2 + 12 if key.words else 0)


def _legend(grid: Grid) -> list[Mark]:
    marks: list[Mark] = []
    x, y = float(LEFTMOST), 12
    for key in grid.legend:
        marks += _cell(key.cell, round(x, 1), y, 16, 14)
        marks.append(Words(round(x + 22, 1), y + 11, key.words, style="small"))
        x += _key_width(key)
    return marks
