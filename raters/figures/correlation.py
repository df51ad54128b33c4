"""Do the questions go together as was expected before? No Django."""

from collections.abc import Iterator, Mapping, Sequence

from raters.figures.axes import known
from raters.figures.grid import Cell, Grid, Key, grid_drawing, shade_of
from raters.figures.sentences import counted, together
from raters.figures.values import Column, Figure, Label, Table, decimals, nothing_to_draw
from rubrics.phrases import Phrase, gettext_noop

CELL_WIDTH, CELL_HEIGHT = 76, 44

# As a rubric states them (rubrics/rubric.schema.json).
EXPECTED = {
    "high": gettext_noop("high"),
    "moderate": gettext_noop("moderate"),
    "low": gettext_noop("low"),
    "negative": gettext_noop("negative"),
}

COLUMNS = (
    Column(Phrase(gettext_noop("Question"))),
    Column(Phrase(gettext_noop("Other question"))),
    Column(Phrase(gettext_noop("Correlation")), 3),
    Column(Phrase(gettext_noop("Expected"))),
)


def correlation_figure(
    questions: Sequence[tuple[str, Label]],
    correlations: Mapping[tuple[str, str], float | None],
    *,
    expected: Mapping[tuple[str, str], str],
    measure: Label,
) -> Figure:
    """`questions` are (key, label), drawn in that order and numbered.

    Both mappings are by two keys, in either order; values of `expected` are keys of `EXPECTED`.
    """
    title = Phrase(gettext_noop("Correlations of the questions: %(name)s"), {"name": measure})
    if len(questions) < 2:
        return nothing_to_draw("correlation", title, COLUMNS)
    pairs = _Pairs(correlations, expected)
    rows = tuple(_rows(questions, pairs))
    return Figure(
        kind="correlation",
        title=title,
        alternative=_alternative(rows),
        table=Table(COLUMNS, rows),
        drawing=grid_drawing(_grid(questions, pairs)),
        notes=tuple(_notes(bool(expected))),
    )


class _Pairs:
    """What is known of two questions, in whichever order they are named."""

    def __init__(self, correlations: Mapping, expected: Mapping):
        self._values = {frozenset(pair): known(value) for pair, value in correlations.items()}
        self._expected = {frozenset(pair): word for pair, word in expected.items()}

    def value(self, one: str, other: str) -> float | None:
        return self._values.get(frozenset((one, other)))

    def expected(self, one: str, other: str) -> Phrase | None:
        word = self._expected.get(frozenset((one, other)))
        return None if word is None else Phrase(EXPECTED[word])


def _rows(questions: Sequence[tuple[str, Label]], pairs: _Pairs) -> Iterator[tuple]:
    for index, (key, label) in enumerate(questions):
        for other, other_label in questions[:index]:
            expected = pairs.expected(key, other)
            yield other_label, label, pairs.value(other, key), expected or ""


def _grid(questions: Sequence[tuple[str, Label]], pairs: _Pairs) -> Grid:
    numbered = gettext_noop("%(label)s  %(number)d")
    return Grid(
        rows=[
            f"{label}  {number}"
            if isinstance(label, str)
            else Phrase(numbered, {"label": label, "number": number})
            for number, (_key, label) in enumerate(questions, start=1)
        ],
        columns=[str(number) for number in range(1, len(questions))],
        cells=[
            [_cell(pairs.value(key, other), pairs.expected(key, other)) for other, _ in before]
            for (key, _), before in ((q, questions[:i]) for i, q in enumerate(questions))
        ],
        cell_width=CELL_WIDTH,
        cell_height=CELL_HEIGHT,
        legend=_legend(),
    )


def _cell(value: float | None, expected: Phrase | None) -> Cell:
    is_marked = expected is not None
    under = Phrase(gettext_noop("(%(expected)s)"), {"expected": expected}) if is_marked else ""
    if value is None:
        return Cell("–", None, under=under)
    is_negative = value < 0
    return Cell(decimals(value, 2), shade_of(abs(value)), under, is_marked, is_negative)


def _legend() -> list[Key]:
    return [
        Key(Cell("", 1, is_marked=True), Phrase(gettext_noop("expectation in brackets"))),
        Key(Cell("", 1, is_negative=True), Phrase(gettext_noop("negative"))),
        Key(Cell("", None), Phrase(gettext_noop("not estimable"))),
    ]


def _notes(has_expected: bool) -> Iterator[Phrase]:
    yield Phrase(gettext_noop("A stronger shade is a stronger correlation, up or down."))
    if has_expected:
        words = gettext_noop("In brackets stands what the rubric expected before any rating.")
        yield Phrase(words)
    else:
        yield Phrase(gettext_noop("The rubric states no expected correlation."))


def _alternative(rows: Sequence[tuple]) -> Phrase:
    found = sorted((row for row in rows if row[2] is not None), key=lambda row: row[2])
    expected = sum(bool(row[3]) for row in rows)
    return together(
        Phrase(gettext_noop("Pairs of questions: %(n)d."), {"n": len(rows)}),
        _extreme(gettext_noop("Lowest: %(value)s (%(one)s, %(other)s)."), found[:1]),
        _extreme(gettext_noop("Highest: %(value)s (%(one)s, %(other)s)."), found[-1:]),
        counted(gettext_noop("Not estimable: %(n)d."), len(rows) - len(found)),
        Phrase(gettext_noop("Pairs with an expectation: %(n)d."), {"n": expected}),
    )


def _extreme(template: str, found: Sequence[tuple]) -> Phrase | None:
    if not found:
        return None
    one, other, value, _expected = found[0]
    return Phrase(template, {"value": decimals(value, 2), "one": one, "other": other})
