"""On which items do reviewers differ, and who differs from whom? No Django."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean

from raters.figures.axes import known
from raters.figures.fitting import SMALL, width_of
from raters.figures.grid import SHADES, Cell, Grid, Key, grid_drawing, shade_of
from raters.figures.sentences import counted, together
from raters.figures.values import Column, Figure, Label, Table, decimals, nothing_to_draw
from rubrics.phrases import Phrase, gettext_noop

MOST_ITEMS_DRAWN = 60
CELL_HEIGHT, NARROWEST_CELL, WIDEST_CELL = 22, 24, 66


@dataclass(frozen=True)
class ItemRow:
    """One item's scores in the order of the reviewers; None where it was not rated."""

    item: str
    scores: tuple[float | None, ...]

    @property
    def spread(self) -> float | None:
        """Standard deviation among its reviewers; None where it has fewer than two."""
        given = [score for score in self.scores if score is not None]
        if len(given) < 2:
            return None
        mean = fmean(given)
        # Rounded: 0.1 is no binary number, and equal disagreement is to compare as equal.
        return round(sqrt(fmean((score - mean) ** 2 for score in given)), 9)


def disagreement_figure(
    items: Sequence[str],
    reviewers: Sequence[str],
    scores: Sequence[Sequence[float | None]],
    *,
    points: Sequence[float],
    question: Label,
    most_items: int = MOST_ITEMS_DRAWN,
) -> Figure:
    """Most disagreement first, equal items in the order given, items rated once last.

    `scores`: one row for each item, one place for each reviewer, None or NaN for not rated.
    `points` are those of the scale, ascending; of a scale without steps its two ends.
    """
    title = Phrase(gettext_noop("Scores, most disagreement first: %(name)s"), {"name": question})
    columns = _columns(reviewers)
    rows = [
        ItemRow(item, tuple(known(score) for score in given))
        for item, given in zip(items, scores, strict=True)
    ]
    if not rows or not reviewers:
        return nothing_to_draw("disagreement", title, columns)
    rows.sort(key=lambda row: -1.0 if row.spread is None else row.spread, reverse=True)
    cells = tuple((row.item, row.spread, *row.scores) for row in rows)
    return Figure(
        kind="disagreement",
        title=title,
        alternative=_alternative(rows, len(reviewers)),
        table=Table(columns, cells),
        drawing=grid_drawing(_grid(rows[:most_items], reviewers, points)),
        notes=tuple(_notes(len(rows), most_items)),
    )


def _columns(reviewers: Sequence[str]) -> tuple[Column, ...]:
    item = Column(Phrase(gettext_noop("Item")))
    spread = Column(Phrase(gettext_noop("Standard deviation")), 2)
    return (item, spread, *(Column(name, 2) for name in reviewers))


def _grid(rows: Sequence[ItemRow], reviewers: Sequence[str], points: Sequence[float]) -> Grid:
    widest = max(width_of(name, size=SMALL) for name in reviewers) + 6
    return Grid(
        rows=[row.item for row in rows],
        columns=reviewers,
        cells=[[_cell(score, points) for score in row.scores] for row in rows],
        cell_width=min(max(widest, NARROWEST_CELL), WIDEST_CELL),
        cell_height=CELL_HEIGHT,
        legend=_legend(points),
    )


def _cell(score: float | None, points: Sequence[float]) -> Cell:
    if score is None:
        return Cell("", None)
    low, high = points[0], points[-1]
    share = (score - low) / (high - low) if high > low else 0.0
    return Cell(_written(score), shade_of(share))


def _written(score: float) -> str:
    """3 and not 3.0, since most scales have whole points."""
    return decimals(score, 0 if score == int(score) else 1)


def _legend(points: Sequence[float]) -> list[Key]:
    missing = Key(Cell("", None), Phrase(gettext_noop("not rated")))
    if 2 < len(points) <= SHADES:
        return [*(Key(_cell(point, points), "") for point in points), missing]
    ends = {"low": _written(points[0]), "high": _written(points[-1])}
    words = Phrase(gettext_noop("%(low)s to %(high)s"), ends)
    shades = [Cell("", shade) for shade in range(SHADES)]
    return [*(Key(cell, "") for cell in shades[:-1]), Key(shades[-1], words), missing]


def _notes(n: int, most: int) -> list[Phrase]:
    found = []
    if n > most:
        template = gettext_noop("The %(shown)d items with most disagreement of %(n)d.")
        found.append(Phrase(template, {"shown": most, "n": n}))
    template = gettext_noop(
        "Ordered by the standard deviation among an item's reviewers; the stronger the shade, the "
        "higher the score."
    )
    return [*found, Phrase(template)]


def _alternative(rows: Sequence[ItemRow], n_reviewers: int) -> Phrase:
    alike = sum(row.spread == 0 for row in rows)
    once = sum(row.spread is None for row in rows)
    template = gettext_noop("Scores of %(n)d items by %(reviewers)d reviewers.")
    return together(
        Phrase(template, {"n": len(rows), "reviewers": n_reviewers}),
        _most_words(rows[0]),
        Phrase(gettext_noop("Items without any difference: %(n)d."), {"n": alike}),
        counted(gettext_noop("Items with fewer than two scores: %(n)d."), once),
    )


def _most_words(row: ItemRow) -> Phrase | None:
    if not row.spread:
        return None
    template = gettext_noop("Most disagreement: %(item)s, standard deviation %(spread)s.")
    return Phrase(template, {"item": row.item, "spread": decimals(row.spread, 2)})
