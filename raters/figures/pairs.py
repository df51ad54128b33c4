"""How well does each two reviewers agree, and on how many items? No Django."""

from collections.abc import Sequence
from dataclasses import dataclass

from raters.figures.fitting import SMALL, width_of
from raters.figures.grid import Cell, Grid, Key, grid_drawing, shade_of
from raters.figures.sentences import counted, together
from raters.figures.values import Column, Drawing, Figure, Label, Table, decimals, nothing_to_draw
from rubrics.phrases import Phrase, gettext_noop

CELL_HEIGHT, NARROWEST_CELL = 40, 56


@dataclass(frozen=True)
class PairAgreement:
    """Two reviewers on the `n` items both rated. `value` None: not estimable."""

    first: str
    second: str
    n: int
    value: float | None


COLUMNS = (
    Column(Phrase(gettext_noop("Reviewer"))),
    Column(Phrase(gettext_noop("Other reviewer"))),
    Column(Phrase(gettext_noop("Shared items")), 0),
    Column(Phrase(gettext_noop("Agreement")), 3),
)


def pairs_figure(pairs: Sequence[PairAgreement], *, measure: Label) -> Figure:
    """Reviewers sorted by name, each pair once, below the diagonal; the lowest first in the table.

    `measure` says what the values are; 1 is full agreement.
    """
    title = Phrase(gettext_noop("Agreement of each two reviewers: %(name)s"), {"name": measure})
    if not pairs:
        return nothing_to_draw("pairs", title, COLUMNS)
    rows = sorted(pairs, key=lambda p: (p.value is None, p.value or 0.0, p.first, p.second))
    cells = tuple((pair.first, pair.second, pair.n, pair.value) for pair in rows)
    template = gettext_noop(
        "Above the number of shared items stands the agreement on them; the stronger the shade, "
        "the higher."
    )
    return Figure(
        kind="pairs",
        title=title,
        alternative=_alternative(rows),
        table=Table(COLUMNS, cells),
        drawing=_drawing(rows),
        notes=(Phrase(template),),
    )


def _drawing(pairs: Sequence[PairAgreement]) -> Drawing:
    names = sorted({name for pair in pairs for name in (pair.first, pair.second)})
    found = {frozenset((pair.first, pair.second)): pair for pair in pairs}
    widest = max(width_of(name, size=SMALL) for name in names) + 6
    cells = [
        [_cell(found.get(frozenset((row, column)))) for column in names[:index]]
        for index, row in enumerate(names[1:], start=1)
    ]
    missing = Key(Cell("", None), Phrase(gettext_noop("no shared item or not estimable")))
    has_missing = any(cell.shade is None for row in cells for cell in row)
    grid = Grid(
        rows=names[1:],
        columns=names[:-1],
        cells=cells,
        cell_width=min(max(widest, NARROWEST_CELL), 90),
        cell_height=CELL_HEIGHT,
        legend=(missing,) if has_missing else (),
    )
    return grid_drawing(grid)


def _cell(pair: PairAgreement | None) -> Cell:
    if pair is None:
        return Cell("", None)
    n = Phrase(gettext_noop("n %(n)d"), {"n": pair.n})
    if pair.value is None:
        return Cell("–", None, under=n)
    is_negative = pair.value < 0
    return Cell(decimals(pair.value, 2), shade_of(pair.value), under=n, is_negative=is_negative)


def _alternative(rows: Sequence[PairAgreement]) -> Phrase:
    known = [pair for pair in rows if pair.value is not None]
    sizes = [pair.n for pair in rows]
    template = gettext_noop("Pairs of reviewers: %(n)d, sharing %(fewest)d to %(most)d items.")
    return together(
        Phrase(template, {"n": len(rows), "fewest": min(sizes), "most": max(sizes)}),
        _range_words(known) if known else None,
        counted(gettext_noop("Not estimable: %(n)d."), len(rows) - len(known)),
    )


def _range_words(known: Sequence[PairAgreement]) -> Phrase:
    lowest, highest = known[0], known[-1]
    values = {
        "low": decimals(lowest.value, 2),
        "lowest": f"{lowest.first}, {lowest.second}",
        "high": decimals(highest.value, 2),
        "highest": f"{highest.first}, {highest.second}",
    }
    template = gettext_noop("From %(low)s (%(lowest)s) to %(high)s (%(highest)s).")
    return Phrase(template, values)
