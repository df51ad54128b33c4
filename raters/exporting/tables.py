"""The report's tables, for a workbook in full and for paper as a page shows them."""

from collections.abc import Iterable, Iterator

from raters.exporting.estimates import EstimateLine, estimate_lines
from raters.exporting.grras import GrrasItem
from raters.exporting.prose import Paragraph
from raters.figures import Column, Table
from raters.reliability.controls import Hits
from raters.reliability.wording import shown_interval
from raters.reports.values import StudyReport
from rubrics.phrases import Phrase, gettext_noop

HEADS = {
    "question": gettext_noop("question"),
    "words": gettext_noop("question in words"),
    "part": gettext_noop("part of the report"),
    "group": gettext_noop("ratings"),
    "statistic": gettext_noop("statistic"),
    "value": gettext_noop("value"),
    "low": gettext_noop("95% low"),
    "high": gettext_noop("95% high"),
    "form": gettext_noop("form"),
    "method": gettext_noop("method"),
    "items": gettext_noop("items"),
    "cases": gettext_noop("cases"),
    "reviewers": gettext_noop("reviewers"),
    "ratings": gettext_noop("number of ratings"),
    "reason": gettext_noop("reason, where a value or an interval is missing"),
    "notes": gettext_noop("notes"),
    "reviewer": gettext_noop("reviewer"),
    "third": gettext_noop("third of the queue"),
    "flavour": gettext_noop("flavour"),
    "hits": gettext_noop("hits"),
    "shown": gettext_noop("shown"),
    "rate": gettext_noop("hit rate"),
    "control": gettext_noop("control"),
    "answer": gettext_noop("answer"),
    "expected": gettext_noop("expected"),
    "kind": gettext_noop("kind"),
    "stratum": gettext_noop("level of expertise"),
    "years": gettext_noop("years of experience"),
    "prior_ai": gettext_noop("has evaluated AI before"),
    "subspecialty": gettext_noop("subspecialty"),
    "assigned": gettext_noop("items assigned"),
    "done": gettext_noop("rated"),
    "defective": gettext_noop("reported as defective"),
    "left": gettext_noop("left the panel"),
    "practice_mark": gettext_noop("share asked for at practice"),
    "attempts": gettext_noop("attempts at practice"),
    "passed_at": gettext_noop("practice passed at attempt"),
    "let_in": gettext_noop("rated without having passed practice"),
    "first": gettext_noop("first question"),
    "second": gettext_noop("second question"),
    "pattern": gettext_noop("as expected?"),
    "item": gettext_noop("item"),
    "what": gettext_noop("what"),
    "why": gettext_noop("reason"),
    "number": gettext_noop("number"),
    "asks": gettext_noop("what is asked"),
    "standing": gettext_noop("answered?"),
    "section": gettext_noop("section of the report"),
    "known": gettext_noop("what the report tells"),
    "to_write": gettext_noop("what is left to write"),
    "about": gettext_noop("paragraph"),
    "language": gettext_noop("language"),
    "text": gettext_noop("text"),
}
PANEL = gettext_noop("panel")
PRACTICE = ("practice_mark", "attempts", "passed_at", "let_in")
ALL = gettext_noop("all")
WHOLE, THREE = 0, 3


def columns(*names: str, **digits: int) -> tuple[Column, ...]:
    """Columns of words by name; those with `digits` are of numbers."""
    return tuple(Column(Phrase(HEADS[name]), digits.get(name)) for name in names)


ESTIMATE_COLUMNS = columns(
    *("question", "words", "part", "group", "statistic", "value", "low", "high", "form", "method"),
    *("items", "cases", "reviewers", "ratings", "reason", "notes"),
    **dict.fromkeys(("value", "low", "high"), THREE),
    **dict.fromkeys(("items", "cases", "reviewers", "ratings"), WHOLE),
)


def estimates(report: StudyReport) -> Table:
    return Table(ESTIMATE_COLUMNS, tuple(_estimate(line) for line in estimate_lines(report)))


def _estimate(line: EstimateLine) -> tuple:
    found, shown = line.estimate, line.shown
    counts = (found.n_items, found.n_cases, found.n_reviewers, found.n_ratings)
    said = (line.question, line.label, line.part, line.group, line.name)
    numbers = (found.value, shown.low, shown.high)
    notes = joined((*found.excluded, *found.warnings))
    return (*said, *numbers, found.form, found.method, *counts, shown.reason, notes)


def joined(phrases: Iterable[Phrase]) -> Phrase | None:
    """Sentences one after the other, as one that can be translated."""
    parts = tuple(phrases)
    names = [f"part{n}" for n in range(len(parts))]
    template = " ".join(f"%({name})s" for name in names)
    return Phrase(template, dict(zip(names, parts, strict=True))) if parts else None


def controls(report: StudyReport) -> Table:
    """A row for each reviewer and for the panel, overall and by flavour; then by third."""
    found = report.controls.report
    rows = [
        *(row for name, hits in found.by_reviewer for row in _hits(name, None, hits)),
        *_hits(Phrase(PANEL), None, found.panel),
        *(row for third, hits in found.by_third for row in _hits(Phrase(PANEL), third, hits)),
    ]
    digits = dict.fromkeys(("rate", "low", "high"), THREE)
    digits |= dict.fromkeys(("third", "hits", "shown"), WHOLE)
    names = ("reviewer", "third", "flavour", "hits", "shown", "rate", "low", "high")
    return Table(columns(*names, **digits), tuple(rows))


def _hits(who, third: int | None, hits: Hits) -> Iterator[tuple]:
    for flavour, rate in ((Phrase(ALL), hits.overall), *hits.by_flavour):
        yield who, third, flavour, rate.hits, rate.n, rate.value, rate.low, rate.high


def misses(report: StudyReport) -> Table:
    rows = (
        (one.reviewer, one.control, one.flavour, each.question, each.answer, _range(each))
        for one in report.controls.report.misses
        for each in one.outside
    )
    names = ("reviewer", "control", "flavour", "question", "answer", "expected")
    return Table(columns(*names, answer=WHOLE), tuple(rows))


def _range(answer) -> str:
    if answer.only:
        return " | ".join(f"{point:g}" for point in sorted(answer.only))
    ends = ("" if end is None else f"{end:g}" for end in (answer.low, answer.high))
    return "–".join(ends)


def panel(report: StudyReport) -> Table:
    rows = (
        (
            *(row.pseudonym, row.kind, row.stratum, row.years, _yes_or_no(row.prior_ai)),
            *(row.subspecialty, row.n_items, row.n_done, row.n_defective, _yes_or_no(row.left)),
            *_practice_of(row.pseudonym, report),
        )
        for row in report.panel.rows
    )
    names = ("reviewer", "kind", "stratum", "years", "prior_ai", "subspecialty")
    names = (*names, "assigned", "done", "defective", "left")
    names = (*names, *(PRACTICE if report.panel.practice else ()))
    whole = {"years", "assigned", "done", "defective", "attempts", "passed_at"}
    digits = dict.fromkeys(whole.intersection(names), WHOLE) | {"practice_mark": THREE}
    return Table(columns(*names, **digits), tuple(rows))


def _practice_of(pseudonym: str, report: StudyReport) -> tuple:
    """How she came through practice, where a share was asked for; an LLM judge has none."""
    if report.panel.practice is None:
        return ()
    rows = {row.pseudonym: row for row in report.panel.practice.rows}
    row = rows.get(pseudonym)
    if row is None or not row.had_practice:
        return (None,) * len(PRACTICE)
    return (row.pass_mark, row.n_attempts, row.passed_at, _yes_or_no(row.let_in))


def _yes_or_no(value: bool | None) -> Phrase | None:
    words = {True: gettext_noop("yes"), False: gettext_noop("no")}
    return None if value is None else Phrase(words[value])


def correlations(report: StudyReport, *, with_reviewers: bool = True) -> Table:
    """Every two questions, then each reviewer's own correlation of deviations (halo)."""
    rows = []
    for one in report.correlations.rows if report.correlations else ():
        named = one.between
        pattern = (one.expect, one.sentence)
        rows.append((*named, "", *_value(one.estimate), one.estimate.n_items, *pattern))
        for own in one.halo if with_reviewers else one.halo[-1:]:
            who = own.reviewer or Phrase(gettext_noop("mean over reviewers"))
            rows.append((*named, who, *_value(own.estimate), own.estimate.n_items, None, None))
    names = ("first", "second", "reviewer", "value", "low", "high", "reason", "items")
    digits = dict.fromkeys(("value", "low", "high"), THREE) | {"items": WHOLE}
    return Table(columns(*names, "expected", "pattern", **digits), tuple(rows))


def _value(estimate) -> tuple:
    shown = shown_interval(estimate)
    return estimate.value, shown.low, shown.high, shown.reason


def defects(report: StudyReport) -> Table:
    rows = ((line.reviewer, line.item, line.what, line.reason) for line in report.defects)
    return Table(columns("reviewer", "item", "what", "why"), tuple(rows))


def grras_table(items: Iterable[GrrasItem]) -> Table:
    rows = (
        (
            item.number,
            item.part_in_words,
            item.asks,
            item.standing_in_words,
            item.section,
            joined(item.known),
            item.to_write,
        )
        for item in items
    )
    names = ("number", "part", "asks", "standing", "section", "known", "to_write")
    return Table(columns(*names, number=WHOLE), tuple(rows))


def prose(paragraphs: Iterable[Paragraph]) -> Table:
    rows = ((one.about, one.language, one.text) for one in paragraphs)
    return Table(columns("about", "language", "text"), tuple(rows))
