"""One entry for each score in a file, as text, whether the file is long or wide."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from raters.reliability.files.naming import Taken
from raters.reliability.files.refusals import refused
from raters.reliability.files.sheets import Sheet
from rubrics.phrases import gettext_noop

NO_VALUE = gettext_noop("the cell is empty. Every row needs one.")
TWICE = gettext_noop(
    "item %(item)s has a second score from %(rater)s; the first one is in row %(first)s. "
    "Keep one of them, or name the column that tells them apart with --by."
)
NOT_ALWAYS_PLANTED = gettext_noop(
    "item %(item)s is planted here and not planted in row %(other)s. An item is one or the other."
)


@dataclass(frozen=True)
class Names:
    """Texts of one column by number: `texts[codes[i]]` is what stands in entry i."""

    texts: tuple[str, ...]
    codes: np.ndarray

    @classmethod
    def of(cls, column: Sequence[str]) -> "Names":
        """Surrounding blanks are not part of a text. Numbers are in order of appearance."""
        code: dict[str, int] = {}
        raw = np.fromiter(
            (code.setdefault(text, len(code)) for text in column), dtype=int, count=len(column)
        )
        place: dict[str, int] = {}
        stripped = [place.setdefault(text.strip(), len(place)) for text in code]
        return cls(tuple(place), np.array(stripped, dtype=int)[raw] if code else raw)

    def __getitem__(self, entry: int) -> str:
        return self.texts[self.codes[entry]]

    def only(self, kept: np.ndarray) -> "Names":
        return Names(self.texts, self.codes[kept])

    def column(self) -> np.ndarray:
        return np.array(self.texts, dtype=object)[self.codes]


@dataclass(frozen=True)
class Entries:
    """`rows` and `columns` say where in the file each score stands."""

    file: str
    item: Names
    rater: Names | None
    score: Names
    case: Names | None
    group: Names | None
    control: Names | None
    rows: np.ndarray
    columns: Names

    def __len__(self) -> int:
        return len(self.rows)

    def only(self, kept: np.ndarray) -> "Entries":
        names = ("item", "rater", "score", "case", "group", "control", "columns")
        parts = {name: getattr(self, name) for name in names}
        chosen = {name: part.only(kept) if part else None for name, part in parts.items()}
        return replace(self, rows=self.rows[kept], **chosen)

    def refused(self, template: str, *, entry: int, column: str | None = None, **values):
        place = {"row": int(self.rows[entry]), "column": column or self.columns[entry]}
        return refused(self.file, template, **place, **values)


def entries_of(sheet: Sheet, taken: Taken) -> Entries:
    """Raises FileRefused where a row has no item, no rater or no group."""
    rows = np.asarray(sheet.rows)
    named = {
        role: Names.of(sheet.columns[column]) if (column := getattr(taken, role)) else None
        for role in ("item", "rater", "case", "by", "controls")
    }
    for role in ("item", "rater", "by"):
        _refuse_blanks(sheet, rows, getattr(taken, role), named[role])
    if taken.raters:
        return _from_wide(sheet, taken, rows, named)
    return Entries(
        file=sheet.name,
        item=named["item"],
        rater=named["rater"],
        score=Names.of(sheet.columns[taken.score]),
        case=named["case"],
        group=named["by"],
        control=named["controls"],
        rows=rows,
        columns=_constant(taken.score, len(rows)),
    )


def _from_wide(sheet: Sheet, taken: Taken, rows: np.ndarray, named: dict) -> Entries:
    """Row by row: every rater's score of the first item, then of the second."""
    k = len(taken.raters)
    scores = [sheet.columns[rater] for rater in taken.raters]
    raters = Names(taken.raters, np.tile(np.arange(k), len(rows)))
    repeated = {
        role: Names(names.texts, np.repeat(names.codes, k)) if names else None
        for role, names in named.items()
    }
    return Entries(
        file=sheet.name,
        item=repeated["item"],
        rater=raters,
        score=Names.of([text for cells in zip(*scores, strict=True) for text in cells]),
        case=repeated["case"],
        group=repeated["by"],
        control=repeated["controls"],
        rows=np.repeat(rows, k),
        columns=raters,
    )


def _constant(text: str, times: int) -> Names:
    return Names((text,), np.zeros(times, dtype=int))


def _refuse_blanks(sheet: Sheet, rows: np.ndarray, column: str | None, names: Names | None):
    if names is None or "" not in names.texts:
        return
    first = np.nonzero(names.codes == names.texts.index(""))[0][0]
    raise refused(sheet.name, NO_VALUE, row=int(rows[first]), column=column)


def refuse_second_scores(entries: Entries) -> None:
    """Of one item by one rater, blank ones included: one of the two rows is a mistake."""
    if entries.rater is None:
        return
    cells = entries.item.codes * len(entries.rater.texts) + entries.rater.codes
    in_order = np.argsort(cells, kind="stable")
    again = np.nonzero(np.diff(cells[in_order]) == 0)[0]
    if not len(again):
        return
    first, second = min(
        ((int(in_order[at]), int(in_order[at + 1])) for at in again), key=lambda pair: pair[1]
    )
    raise entries.refused(
        TWICE,
        entry=second,
        item=entries.item[second],
        rater=entries.rater[second],
        first=int(entries.rows[first]),
    )


def refuse_items_planted_at_times(entries: Entries, planted: np.ndarray, column: str) -> None:
    if not (mixed := _mixed(entries.item.codes, planted)):
        return
    here, there = mixed
    raise entries.refused(
        NOT_ALWAYS_PLANTED,
        entry=here,
        column=column,
        item=entries.item[here],
        other=int(entries.rows[there]),
    )


def _mixed(items: np.ndarray, planted: np.ndarray) -> tuple[int, ...]:
    """An entry that is planted and one that is not, of the first item that has both."""
    mixed = np.intersect1d(items[planted], items[~planted])
    if not len(mixed):
        return ()
    own = items == mixed[0]
    return int(np.nonzero(own & planted)[0][0]), int(np.nonzero(own & ~planted)[0][0])
