"""How reliable is each question, and is its target reached? No Django."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

from raters.figures.sentences import counted, together
from raters.figures.strips import Strip, strip_axis, strip_drawing
from raters.figures.values import Column, Figure, Label, Table, decimals, nothing_to_draw
from rubrics.phrases import Phrase, gettext_noop

LOWEST_DRAWN = -1.0


@dataclass(frozen=True)
class ForestRow:
    """One question. Limits are None where they are withheld, `value` where there is none.

    `reason` says why, and is for the table.
    """

    label: Label
    n_items: int
    value: float | None
    low: float | None
    high: float | None
    reason: Phrase | None = None

    @property
    def said(self) -> Phrase:
        if self.value is None:
            return Phrase(gettext_noop("not estimable, n %(n)d"), {"n": self.n_items})
        values = {"value": decimals(self.value, 2), "n": self.n_items}
        if self.low is None:
            return Phrase(gettext_noop("%(value)s, no interval, n %(n)d"), values)
        values |= {"low": decimals(self.low, 2), "high": decimals(self.high, 2)}
        return Phrase(gettext_noop("%(value)s (%(low)s to %(high)s), n %(n)d"), values)


COLUMNS = (
    Column(Phrase(gettext_noop("Question"))),
    Column(Phrase(gettext_noop("Items")), 0),
    Column(Phrase(gettext_noop("Value")), 3),
    Column(Phrase(gettext_noop("Lower limit")), 3),
    Column(Phrase(gettext_noop("Upper limit")), 3),
    Column(Phrase(gettext_noop("Remark"))),
)


def forest_figure(
    rows: Sequence[ForestRow], *, statistic: Label, target: float | None = None
) -> Figure:
    """Questions in the order given."""
    title = Phrase(gettext_noop("Reliability of each question: %(name)s"), {"name": statistic})
    if not rows:
        return nothing_to_draw("forest", title, COLUMNS)
    strips = [Strip(row.label, row.said, row.value, row.low, row.high) for row in rows]
    drawing = strip_drawing(
        strips, _axis(rows), caption=statistic, line=target, top=_target_words(target)
    )
    cells = ((r.label, r.n_items, r.value, r.low, r.high, r.reason or "") for r in rows)
    notes = (
        Phrase(gettext_noop("A line is a 95% interval, n the number of items.")),
        *_hollow(rows),
    )
    return Figure(
        "forest", title, _alternative(rows, target), Table(COLUMNS, tuple(cells)), drawing, notes
    )


def _axis(rows: Sequence[ForestRow]):
    numbers = [x for row in rows for x in (row.value, row.low) if x is not None]
    lowest = floor(min([0.0, *numbers]) * 5) / 5
    return strip_axis(max(lowest, LOWEST_DRAWN), 1.0)


def _target_words(target: float | None) -> Label:
    if target is None:
        return ""
    return Phrase(gettext_noop("target %(target)s"), {"target": decimals(target, 2)})


def _hollow(rows: Sequence[ForestRow]) -> list[Phrase]:
    if not any(row.value is not None and row.low is None for row in rows):
        return []
    words = gettext_noop("A hollow point has no interval; the table says why.")
    return [Phrase(words)]


def _alternative(rows: Sequence[ForestRow], target: float | None) -> Phrase:
    known = sorted((row for row in rows if row.value is not None), key=lambda row: row.value)
    met = [row for row in known if row.low is not None and row.low >= (target or 0)]
    withheld = sum(row.low is None for row in known)
    return together(
        Phrase(gettext_noop("Estimates with their intervals: %(n)d."), {"n": len(rows)}),
        _range_words(known),
        None if target is None else _met_words(len(met), target),
        counted(gettext_noop("Without an interval: %(n)d."), withheld),
        counted(gettext_noop("Not estimable: %(n)d."), len(rows) - len(known)),
    )


def _range_words(known: list[ForestRow]) -> Phrase | None:
    if not known:
        return None
    lowest, highest = known[0], known[-1]
    values = {
        "low": decimals(lowest.value, 2),
        "lowest": lowest.label,
        "high": decimals(highest.value, 2),
        "highest": highest.label,
    }
    template = gettext_noop("From %(low)s (%(lowest)s) to %(high)s (%(highest)s).")
    return Phrase(template, values)


def _met_words(n: int, target: float) -> Phrase:
    template = gettext_noop("Whole interval at or above the target of %(target)s: %(n)d.")
    return Phrase(template, {"target": decimals(target, 2), "n": n})
