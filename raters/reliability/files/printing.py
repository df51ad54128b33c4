"""The summary of a file as lines of text for a terminal."""

from collections.abc import Callable, Iterator

from raters.reliability.estimate import Estimate
from raters.reliability.files.planted import Planted
from raters.reliability.files.ratings import RatingsFile
from raters.reliability.files.summarising import FileSummary, GroupSummary
from raters.reliability.wording import shown_interval
from rubrics.phrases import Phrase, gettext_noop

Translate = Callable[[str], str]

COUNTS = gettext_noop(
    "%(items)d items, %(raters)d raters, %(ratings)d ratings (%(percent).0f%% of the cells); "
    "%(once)d items rated once; %(missing)d scores missing."
)
COLUMNS = gettext_noop("Columns: item %(item)s, rater %(rater)s, score %(score)s.")
WIDE_COLUMNS = gettext_noop("Columns: item %(item)s, raters %(raters)s.")
LEVEL = gettext_noop("Level: %(level)s.")
PLANTED = gettext_noop(
    "Left out as planted (column %(column)s): %(ratings)d ratings on %(items)d items."
)
HITS = gettext_noop("On planted items %(hits)d of %(n)d scores were as expected (%(percent).0f%%).")
HITS_OF = gettext_noop("  %(rater)s: %(hits)d of %(n)d, 95%% interval %(low).2f to %(high).2f")
HEAD = (
    gettext_noop("statistic"),
    gettext_noop("value"),
    gettext_noop("95% interval"),
    gettext_noop("items"),
    gettext_noop("raters"),
    gettext_noop("note"),
)
NOT_ESTIMABLE = gettext_noop("none")
SEED = gettext_noop("Seed %(seed)d, %(resamples)d resamples; %(software)s.")


def lines(found: FileSummary, translate: Translate = str) -> Iterator[str]:
    """A table for each group, with what was read before it and what to mind after it."""
    for one in found.groups:
        if one.group.value is not None:
            yield f"=== {found.file.columns.by}: {one.group.value} ==="
        yield from (phrase.through(translate) for phrase in _before(found.file, one))
        yield ""
        yield from _table(one, translate)
        yield ""
        yield from (phrase.through(translate) for phrase in _after(one))
        yield ""


def _before(file: RatingsFile, one: GroupSummary) -> Iterator[Phrase]:
    table, taken = one.group.table, file.columns
    counts = {"items": table.n_items, "raters": table.n_reviewers, "ratings": table.n_ratings}
    counts |= {"percent": 100 * table.share_filled, "once": table.items_rated_once}
    yield Phrase(COUNTS, counts | {"missing": one.group.n_missing})
    if taken.raters:
        yield Phrase(WIDE_COLUMNS, {"item": taken.item, "raters": ", ".join(taken.raters)})
    else:
        names = {"item": taken.item, "rater": taken.rater or "-", "score": taken.score}
        yield Phrase(COLUMNS, names)
    yield Phrase(LEVEL, {"level": Phrase(one.group.scale.level)})
    if one.group.planted:
        yield from _planted(one.group.planted)


def _planted(planted: Planted) -> Iterator[Phrase]:
    counts = {"ratings": planted.n_ratings, "items": planted.n_items}
    yield Phrase(PLANTED, counts | {"column": planted.column})
    if planted.reason:
        yield planted.reason
        return
    total = planted.overall
    yield Phrase(HITS, {"hits": total.hits, "n": total.n, "percent": 100 * total.rate})
    for rater, hits in planted.by_rater:
        limits = {"low": hits.low, "high": hits.high}
        yield Phrase(HITS_OF, {"rater": rater, "hits": hits.hits, "n": hits.n} | limits)


def _table(one: GroupSummary, translate: Translate) -> Iterator[str]:
    rows = [tuple(translate(word) for word in HEAD)]
    rows += [_row(name, each, translate) for name, each in one.summary.estimates.items()]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *cells, note in rows:
        texts = (cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=False))
        yield "  ".join((name.ljust(widths[0]), *texts, note)).rstrip()


def _row(name: str, estimate: Estimate, translate: Translate) -> tuple[str, ...]:
    shown = shown_interval(estimate)
    value = _number(estimate.value) if estimate.is_estimable else translate(NOT_ESTIMABLE)
    limits = f"{_number(shown.low)} to {_number(shown.high)}" if shown.is_shown else "-"
    note = shown.reason or estimate.method
    counts = (str(estimate.n_items), str(estimate.n_reviewers))
    return (name, value, limits, *counts, note.through(translate) if note else "")


def _number(value: float) -> str:
    # A zero that came out as -1e-17 is no negative number.
    return f"{round(value, 3) + 0.0:.3f}"


def _after(one: GroupSummary) -> Iterator[Phrase]:
    for phrase in (one.summary.verdict, one.summary.sentence, *one.warnings):
        if phrase:
            yield phrase
    made = one.summary.provenance
    software = ", ".join(f"{name} {version}" for name, version in made.software)
    values = {"seed": made.seed, "resamples": made.resamples, "software": software}
    yield Phrase(SEED, values)
