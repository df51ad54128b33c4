"""Are planted controls still recognised towards the end of the queue? No Django."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from raters.figures.sentences import counted, together
from raters.figures.strips import Strip, strip_axis, strip_drawing
from raters.figures.values import Column, Figure, Label, Table, nothing_to_draw
from rubrics.phrases import Phrase, gettext_noop

THIRDS = (
    gettext_noop("first third"),
    gettext_noop("second third"),
    gettext_noop("last third"),
)


@dataclass(frozen=True)
class ThirdHits:
    """Hits on one flavour in one third of the queue (1 to 3).

    Limits are one reviewer's; None for a panel, whose reviewers all meet the same few controls.
    """

    flavour: Label
    third: int
    hits: int
    n: int
    low: float | None = None
    high: float | None = None

    @property
    def rate(self) -> float | None:
        return self.hits / self.n if self.n else None

    @property
    def name(self) -> Phrase:
        return Phrase(THIRDS[self.third - 1])

    @property
    def said(self) -> Phrase:
        if not self.n:
            return Phrase(gettext_noop("none shown"))
        values = {"hits": self.hits, "n": self.n, "percent": _percent(self.rate)}
        if self.low is None:
            return Phrase(gettext_noop("%(hits)d of %(n)d, %(percent)s%%"), values)
        values |= {"low": _percent(self.low), "high": _percent(self.high)}
        template = gettext_noop("%(hits)d of %(n)d, %(percent)s%% (%(low)s to %(high)s)")
        return Phrase(template, values)


COLUMNS = (
    Column(Phrase(gettext_noop("Flavour"))),
    Column(Phrase(gettext_noop("Third of the queue"))),
    Column(Phrase(gettext_noop("Hits")), 0),
    Column(Phrase(gettext_noop("Shown")), 0),
    Column(Phrase(gettext_noop("Rate")), 3),
    Column(Phrase(gettext_noop("Lower limit")), 3),
    Column(Phrase(gettext_noop("Upper limit")), 3),
)


def hits_figure(rows: Sequence[ThirdHits], *, whose: Label) -> Figure:
    """Flavours in the order in which each first comes, thirds ascending within a flavour."""
    template = gettext_noop("Planted controls by third of the queue: %(name)s")
    title = Phrase(template, {"name": whose})
    if not rows:
        return nothing_to_draw("hits", title, COLUMNS)
    met: list[Label] = []
    for row in rows:
        if row.flavour not in met:
            met.append(row.flavour)
    in_order = sorted(rows, key=lambda row: (met.index(row.flavour), row.third))
    caption = Phrase(gettext_noop("share of controls that were hit, in percent"))
    drawing = strip_drawing(
        list(_strips(in_order)), strip_axis(0, 100), caption=caption, line=None, top=""
    )
    cells = tuple((r.flavour, r.name, r.hits, r.n, r.rate, r.low, r.high) for r in in_order)
    table = Table(COLUMNS, cells)
    return Figure("hits", title, _alternative(in_order, len(met)), table, drawing, _notes(rows))


def _strips(rows: Sequence[ThirdHits]) -> Iterator[Strip]:
    for flavour, thirds in groupby(rows, key=lambda row: row.flavour):
        for index, row in enumerate(thirds):
            heading = None if index else flavour
            numbers = [None if x is None else 100 * x for x in (row.rate, row.low, row.high)]
            yield Strip(row.name, row.said, *numbers, heading=heading)


def _percent(share: float) -> str:
    return f"{100 * share:.0f}"


def _notes(rows: Sequence[ThirdHits]) -> tuple[Phrase, ...]:
    if any(row.low is not None for row in rows):
        return (Phrase(gettext_noop("A line is a 95% interval of the rate (Wilson).")),)
    template = gettext_noop("Hollow points are counts described as they are, without an interval.")
    return (Phrase(template),)


def _alternative(rows: Sequence[ThirdHits], n_flavours: int) -> Phrase:
    template = gettext_noop("Share of planted controls that were hit, flavours: %(n)d.")
    return together(
        Phrase(template, {"n": n_flavours}),
        *[
            Phrase(
                gettext_noop("%(third)s: %(hits)d of %(n)d."),
                {"third": Phrase(words), **_sums([row for row in rows if row.third == third])},
            )
            for third, words in enumerate(THIRDS, start=1)
        ],
        counted(
            gettext_noop("Thirds in which none was shown: %(n)d."), sum(not row.n for row in rows)
        ),
    )


def _sums(rows: Sequence[ThirdHits]) -> dict[str, int]:
    return {"hits": sum(row.hits for row in rows), "n": sum(row.n for row in rows)}
