"""How the reviewers went about it, as one long table: a row for each thing that was measured."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from raters.exporting.tables import THREE, WHOLE, columns
from raters.figures import Table
from raters.reliability.behaviour import Consistency, FastRow, OrderRow, RangeUse, Third
from raters.reliability.estimate import Estimate
from raters.reliability.wording import shown_interval
from raters.reports.values import Label, QuestionBehaviour, StudyReport
from rubrics.phrases import Phrase, gettext_noop

PANEL = gettext_noop("panel")
SEVERITY = gettext_noop("severity: deviation from the others, in scale points")
RUN = gettext_noop("longest run of equal scores")
CHANCE = gettext_noop("share of random orders with a run as long")
ENTROPY = gettext_noop("use of the scale (normalised entropy)")
LEVEL = gettext_noop("share of scores at %(level)g")
ORDER = {
    "score": gettext_noop("score against position"),
    "deviation": gettext_noop("deviation from the others against position"),
    "seconds": gettext_noop("seconds spent against position"),
    "hits": gettext_noop("control hits against position"),
}
DRIFT = {
    "mean_score": gettext_noop("mean score in third %(third)d"),
    "mean_deviation": gettext_noop("mean deviation from the others in third %(third)d"),
    "median_seconds": gettext_noop("median seconds in third %(third)d"),
}
REPEATS = {
    "icc": gettext_noop("hidden repeats: ICC"),
    "exact": gettext_noop("hidden repeats: same score again"),
    "within_one": gettext_noop("hidden repeats: at most one step apart"),
}
SHIFT = gettext_noop("hidden repeats: second less first, in points")
FAST = gettext_noop("share of items rated faster than they can be read")


@dataclass(frozen=True)
class Measured:
    reviewer: Label
    measure: Phrase
    value: float | int | None
    low: float | None = None
    high: float | None = None
    n: int | None = None
    reason: Phrase | None = None


def behaviour(report: StudyReport) -> Table:
    return _table(report, lambda one: (*_severity(one), *_further(one), *_order_and_repeats(one)))


def behaviour_on_paper(report: StudyReport) -> Table:
    """Without what is descriptive only."""
    return _table(report, lambda one: (*_severity(one), *_of_the_panel(one)))


def _table(report: StudyReport, of: Callable[[QuestionBehaviour], Iterable[Measured]]) -> Table:
    rows = []
    for one in report.behaviour.questions if report.behaviour else ():
        rows += [(one.key, *_row(each)) for each in of(one)]
    for fast in report.behaviour.fast if report.behaviour else ():
        rows.append(("", *_row(_fast(fast))))
    names = ("question", "reviewer", "what", "value", "low", "high", "shown", "reason")
    digits = dict.fromkeys(("value", "low", "high"), THREE) | {"shown": WHOLE}
    return Table(columns(*names, **digits), tuple(rows))


def _row(one: Measured) -> tuple:
    return one.reviewer, one.measure, one.value, one.low, one.high, one.n, one.reason


def _severity(one: QuestionBehaviour) -> Iterator[Measured]:
    for row in one.severity:
        yield _estimate(row.reviewer, SEVERITY, row.estimate)


def _further(one: QuestionBehaviour) -> Iterator[Measured]:
    for use in one.range_use:
        yield from _range(use)
    for third in one.drift:
        yield from _drift(third)


def _order_and_repeats(one: QuestionBehaviour) -> Iterator[Measured]:
    for row in one.order.by_reviewer:
        yield from _order(row)
    if one.consistency is not None:
        for row in one.consistency.by_reviewer:
            yield from _repeats(row)
    yield from _of_the_panel(one)


def _of_the_panel(one: QuestionBehaviour) -> Iterator[Measured]:
    yield from _order(one.order.panel)
    if one.consistency is not None:
        yield from _repeats(one.consistency.pooled)


def _estimate(reviewer: str | None, measure: str, estimate: Estimate) -> Measured:
    shown = shown_interval(estimate)
    said = (_who(reviewer), Phrase(measure), estimate.value, shown.low, shown.high)
    return Measured(*said, estimate.n_items, shown.reason)


def _who(reviewer: str | None) -> Label:
    return Phrase(PANEL) if reviewer is None else reviewer


def _range(use: RangeUse) -> Iterator[Measured]:
    yield Measured(use.reviewer, Phrase(RUN), use.longest_run, n=use.n)
    yield Measured(use.reviewer, Phrase(CHANCE), use.chance_of_run, n=use.n)
    reason = use.entropy_reason
    yield Measured(use.reviewer, Phrase(ENTROPY), use.entropy, n=use.n, reason=reason)
    for level in use.levels:
        measure = Phrase(LEVEL, {"level": level.level})
        yield Measured(use.reviewer, measure, level.share, n=level.n)


def _order(row: OrderRow) -> Iterator[Measured]:
    for name, words in ORDER.items():
        yield _estimate(row.reviewer, words, getattr(row, name))


def _drift(third: Third) -> Iterator[Measured]:
    for name, words in DRIFT.items():
        measure = Phrase(words, {"third": third.third})
        yield Measured(_who(third.reviewer), measure, getattr(third, name), n=third.n)


def _repeats(row: Consistency) -> Iterator[Measured]:
    for name, words in REPEATS.items():
        yield _estimate(row.reviewer, words, getattr(row, name))
    yield Measured(_who(row.reviewer), Phrase(SHIFT), row.shift, n=row.n_pairs)


def _fast(row: FastRow) -> Measured:
    rate = row.rate
    said = (row.reviewer, Phrase(FAST), rate.value, rate.low, rate.high)
    return Measured(*said, rate.n, row.reason)
