"""Who scores higher and who lower than the others on the same items? No Django."""

from collections.abc import Sequence
from dataclasses import dataclass

from raters.figures.axes import Axis, axis_around
from raters.figures.sentences import counted, together
from raters.figures.strips import Strip, strip_axis, strip_drawing
from raters.figures.values import Column, Figure, Label, Table, decimals, nothing_to_draw
from rubrics.phrases import Phrase, gettext_noop


@dataclass(frozen=True)
class Severity:
    """Mean deviation from the others on the same items, in scale points; above zero is higher."""

    reviewer: str
    n_items: int
    value: float | None
    low: float | None
    high: float | None

    @property
    def said(self) -> Phrase:
        if self.value is None:
            return Phrase(gettext_noop("not estimable, n %(n)d"), {"n": self.n_items})
        values = {"value": _signed(self.value), "n": self.n_items}
        if self.low is None:
            return Phrase(gettext_noop("%(value)s, no interval, n %(n)d"), values)
        values |= {"low": _signed(self.low), "high": _signed(self.high)}
        return Phrase(gettext_noop("%(value)s (%(low)s to %(high)s), n %(n)d"), values)


COLUMNS = (
    Column(Phrase(gettext_noop("Reviewer"))),
    Column(Phrase(gettext_noop("Items")), 0),
    Column(Phrase(gettext_noop("Deviation in scale points")), 3),
    Column(Phrase(gettext_noop("Lower limit")), 3),
    Column(Phrase(gettext_noop("Upper limit")), 3),
)


def severity_figure(reviewers: Sequence[Severity], *, question: Label) -> Figure:
    """The reviewer with the highest scores first; those without a value last."""
    title = Phrase(gettext_noop("Severity of each reviewer: %(name)s"), {"name": question})
    if not reviewers:
        return nothing_to_draw("severity", title, COLUMNS)
    rows = sorted(reviewers, key=lambda row: (row.value is None, -(row.value or 0), row.reviewer))
    strips = [Strip(row.reviewer, row.said, row.value, row.low, row.high) for row in rows]
    caption = Phrase(gettext_noop("scale points above (+) or below (−) the others"))
    drawing = strip_drawing(
        strips, _axis(rows), caption=caption, line=0.0, top=Phrase(gettext_noop("as the others"))
    )
    cells = tuple((r.reviewer, r.n_items, r.value, r.low, r.high) for r in rows)
    notes = (
        Phrase(
            gettext_noop(
                "Each point is a reviewer's mean deviation from the others on the same items, the "
                "line its 95% interval, n the number of items; a hollow point has no interval."
            )
        ),
    )
    return Figure("severity", title, _alternative(rows), Table(COLUMNS, cells), drawing, notes)


def _axis(rows: Sequence[Severity]) -> Axis:
    """As far to the left of zero as to the right."""
    numbers = [x for r in rows for x in (r.value, r.low, r.high) if x is not None]
    furthest = max([abs(number) for number in numbers], default=0) or 0.5
    reach = axis_around([0.0, furthest], start=0, end=1, most=3).high
    return strip_axis(-reach, reach)


def _signed(value: float) -> str:
    text = decimals(value, 2)
    return f"+{text}" if value > 0 and text.strip("0.") else text


def _alternative(rows: Sequence[Severity]) -> Phrase:
    known = [row for row in rows if row.value is not None]
    apart = sum(row.low is not None and (row.low > 0 or row.high < 0) for row in known)
    return together(
        Phrase(gettext_noop("Reviewers with their deviation: %(n)d."), {"n": len(rows)}),
        _range_words(known) if known else None,
        Phrase(gettext_noop("Interval clear of zero: %(n)d."), {"n": apart}),
        counted(gettext_noop("Not estimable: %(n)d."), len(rows) - len(known)),
    )


def _range_words(known: Sequence[Severity]) -> Phrase:
    highest, lowest = known[0], known[-1]
    values = {
        "high": _signed(highest.value),
        "highest": highest.reviewer,
        "low": _signed(lowest.value),
        "lowest": lowest.reviewer,
    }
    template = gettext_noop("From %(high)s (%(highest)s) to %(low)s (%(lowest)s) scale points.")
    return Phrase(template, values)
