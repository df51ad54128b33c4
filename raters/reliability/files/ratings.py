"""From a file to one table of real ratings for each group, and what was left out of it."""

from dataclasses import dataclass

import numpy as np

from raters.reliability.files.entries import (
    Entries,
    entries_of,
    refuse_items_planted_at_times,
    refuse_second_scores,
)
from raters.reliability.files.naming import Taken, columns_taken
from raters.reliability.files.options import FileOptions
from raters.reliability.files.planted import Marked, Planted, marked, planted_numbers
from raters.reliability.files.refusals import FileRefused, refused
from raters.reliability.files.scales import LEVELS, Scale, is_missing, read_scores
from raters.reliability.files.sheets import read_sheet
from raters.reliability.table import InvalidRatings, RatingTable
from rubrics.phrases import Phrase, gettext_noop

TWO_CASES = gettext_noop(
    "item %(item)s belongs to case “%(case)s” here and to “%(other)s” in row %(first)s."
)
UNKNOWN_LEVEL = gettext_noop("--level must be nominal, ordinal or interval, not “%(level)s”.")


@dataclass(frozen=True)
class RatingsGroup:
    """`value` is what the column of --by holds; None without one. `n_missing` counts real cells."""

    value: str | None
    table: RatingTable
    scale: Scale
    planted: Planted | None
    n_cells: int
    n_missing: int


@dataclass(frozen=True)
class RatingsFile:
    """`groups` are in order of appearance; exactly one, without a value, where there is no --by."""

    name: str
    columns: Taken
    n_rows: int
    groups: tuple[RatingsGroup, ...]
    notes: tuple[Phrase, ...]


def read_ratings(data: bytes, *, name: str, options: FileOptions) -> RatingsFile:
    """Raises FileRefused; returns no half-file."""
    if options.level not in (None, *LEVELS):
        raise refused(name, UNKNOWN_LEVEL, level=options.level)
    sheet = read_sheet(data, name=name, encoding=options.encoding)
    taken = columns_taken(sheet, options)
    entries = entries_of(sheet, taken)
    mark = marked(entries, taken.controls)
    groups = (_group(part, kept, mark, taken, options) for part, kept in _parts(entries))
    return RatingsFile(name, taken, len(sheet.rows), tuple(groups), sheet.notes)


def _parts(entries: Entries):
    """Each group's value with a mask of its entries, in order of appearance."""
    if entries.group is None:
        return [(entries, slice(None))]
    masks = (entries.group.codes == code for code in range(len(entries.group.texts)))
    return ((entries.only(mask), mask) for mask in masks)


def _group(entries: Entries, kept, mark: Marked, taken: Taken, options: FileOptions):
    own = Marked(mark.mask[kept], mark.holds_scores)
    refuse_second_scores(entries)
    refuse_items_planted_at_times(entries, own.mask, taken.controls)
    scale, scores = read_scores(entries, options)
    real = ~own.mask
    planted = None
    if taken.controls:
        planted = planted_numbers(entries, scores, scale, own, column=taken.controls)
    return RatingsGroup(
        value=entries.group[0] if entries.group else None,
        table=_table(entries.only(real), scores[real], scale, options),
        scale=scale,
        planted=planted,
        n_cells=len(entries),
        n_missing=int(np.isnan(scores[real]).sum()),
    )


def _table(entries: Entries, scores: np.ndarray, scale: Scale, options: FileOptions):
    if options.anonymous_raters:
        scored = np.isfinite(scores)
        entries, scores = entries.only(scored), scores[scored]
    try:
        return RatingTable.from_columns(
            item=entries.item.column(),
            rater=_raters(entries, anonymous=options.anonymous_raters),
            score=scores,
            case=_cases(entries, options),
            levels=scale.levels,
            identified=not options.anonymous_raters,
        )
    except InvalidRatings as invalid:
        raise FileRefused(Phrase(str(invalid))) from None


def _raters(entries: Entries, *, anonymous: bool) -> np.ndarray:
    """Names; or, of anonymous raters, the place of each score among those of its item."""
    if not anonymous:
        return entries.rater.column()
    in_order = np.argsort(entries.item.codes, kind="stable")
    _, first, counts = np.unique(
        entries.item.codes[in_order], return_index=True, return_counts=True
    )
    place = np.empty(len(entries), dtype=int)
    place[in_order] = np.arange(len(entries)) - np.repeat(first, counts) + 1
    return place


def _cases(entries: Entries, options: FileOptions) -> np.ndarray | None:
    if entries.case is None:
        return None
    _refuse_two_cases(entries, options.case)
    names = [None if is_missing(text, None) else text for text in entries.case.texts]
    return np.array([*names, None], dtype=object)[entries.case.codes]


def _refuse_two_cases(entries: Entries, column: str) -> None:
    items, first = np.unique(entries.item.codes, return_index=True)
    of_item = np.zeros(len(entries.item.texts), dtype=int)
    of_item[items] = first
    firsts = of_item[entries.item.codes]
    differing = np.nonzero(entries.case.codes != entries.case.codes[firsts])[0]
    for entry in differing[:1]:
        raise entries.refused(
            TWO_CASES,
            entry=int(entry),
            column=column,
            item=entries.item[entry],
            case=entries.case[entry],
            other=entries.case[firsts[entry]],
            first=int(entries.rows[firsts[entry]]),
        )
