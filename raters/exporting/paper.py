"""The report as a document for print: the sections of its page, one after the other."""

from collections.abc import Iterable, Iterator

from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from raters.exporting import tables
from raters.exporting.behaviour_table import behaviour_on_paper
from raters.exporting.bundles import Bundle
from raters.exporting.documents import Block, Document, Drawn, Grid, Heading, Paragraph
from raters.exporting.estimates import EstimateLine, estimate_lines
from raters.exporting.grras import CITATION, GrrasItem
from raters.exporting.plain import plain
from raters.exporting.prose import Paragraph as Prose
from raters.exporting.stamping import Stamp
from raters.exporting.typesetting import chinese_fonts, holds_chinese
from raters.figures import Column, Figure, Table, standalone
from raters.reports.values import Label, ReportedQuestion, StudyReport
from rubrics.phrases import Phrase

# What a page shows without opening anything; the workbook has all.
ON_PAPER = ("exact agreement", "within one", "alpha ordinal", "weighted kappa", "AC2", "AC1")


def document(bundle: Bundle) -> Document:
    report, stamp = bundle.report, bundle.stamp
    sections = (
        *_standing(report),
        *_summary(report),
        *_prose(bundle.prose),
        *(block for question in report.questions for block in _question(question, report)),
        *_controls(report),
        *_behaviour(report),
        *_correlations(report),
        *_panel(report),
        *_left_out(report),
        *_grras(bundle.grras),
        *_computed(report),
    )
    found = Document(
        title=report.study,
        language=(get_language() or "en").split("-")[0],
        mark=stamp.mark,
        foot=_foot(stamp),
        lines=tuple(_lines(report, stamp)),
        blocks=sections,
    )
    return _with_a_word_on_fonts(found)


def said(label: Label | None) -> str:
    return "" if label is None else str(plain(label))


def _foot(stamp: Stamp) -> str:
    day = stamp.at.date().isoformat()
    sealed = _("protocol %(hash)s") % {"hash": stamp.protocol[:16]} if stamp.protocol else ""
    return " · ".join(part for part in (stamp.mark, stamp.slug, day, sealed) if part)


def _lines(report: StudyReport, stamp: Stamp) -> Iterator[str]:
    at = stamp.at.strftime("%Y-%m-%d %H:%M %Z")
    yield _("Reliability report of round %(n)s, made %(at)s") % {"n": stamp.round, "at": at}
    if report.rubric:
        yield _("Rubric: %(name)s") % {"name": report.rubric}
    if report.protocol:
        values = {"n": report.protocol.version, "hash": stamp.protocol}
        yield _("Protocol version %(n)s, SHA-256 %(hash)s") % values
    else:
        yield _("This study was never locked.")
    yield _("Made with %(software)s") % {"software": stamp.software_in_words}


def _standing(report: StudyReport) -> Iterator[Block]:
    if report.is_rehearsal:
        yield Paragraph(_("Rehearsal: none of these numbers is evidence."))
    if report.why_withheld is not None:
        yield Paragraph(said(report.why_withheld))
    elif not report.is_closed:
        yield Paragraph(_("The round is open: these numbers are interim."))


def _summary(report: StudyReport) -> Iterator[Block]:
    yield Heading(_("Summary"))
    leading = [line for line in estimate_lines(report) if str(line.part) == "leading"]
    if leading:
        yield _estimates(leading, with_question=True)
    if report.forest:
        yield drawn(report.forest)


def _prose(prose: Iterable[Prose]) -> Iterator[Block]:
    yield Heading(_("Paragraphs for a paper"))
    heads = {"methods": _("Methods"), "results": _("Results")}
    for one in prose:
        if one.language == "en" or chinese_fonts():
            yield Heading(f"{heads[one.about]} ({one.language})", 2)
            yield Paragraph(one.text, language=one.language[:2])


def _question(question: ReportedQuestion, report: StudyReport) -> Iterator[Block]:
    data = question.data
    yield Heading(said(question.label))
    counts = {"i": data.n_items, "c": data.n_cases, "r": data.n_reviewers, "n": data.n_ratings}
    yield Paragraph(
        _("%(i)d items from %(c)d cases, %(r)d reviewers, %(n)d ratings.") % counts, is_note=True
    )
    if question.finding is not None:
        verdict, sentence = question.finding.verdict, question.finding.sentence
        yield from (Paragraph(said(each)) for each in (verdict, sentence) if each)
        yield _estimates(_of_question(question, report))
    for phrase in (*data.left_out, *question.warnings):
        yield Paragraph(said(phrase), is_note=True)
    yield from (drawn(figure) for figure in question.figures)


def _of_question(question: ReportedQuestion, report: StudyReport) -> list[EstimateLine]:
    own = [line for line in estimate_lines(report) if line.question == question.key]
    first = ("leading", "same statistic, other ratings")
    beside = [one for one in own if one.name in ON_PAPER and str(one.part) == "exploratory"]
    return [*(line for line in own if str(line.part) in first), *beside]


def _estimates(lines: Iterable[EstimateLine], *, with_question: bool = False) -> Grid:
    head = (_("Statistic"), _("Ratings"), _("Value"), _("95% interval"), _("Form and method"))
    rows = []
    for line in lines:
        cells = (line.name, said(line.group or line.part), _value(line), _interval(line))
        form = "; ".join(said(one) for one in (line.estimate.form, line.estimate.method) if one)
        named = (said(line.label),) if with_question else ()
        rows.append((*named, *cells, form))
    named = (_("Question"),) if with_question else ()
    return Grid("", (*named, *head), tuple(rows), numbers=(len(named) + 2,))


def _value(line: EstimateLine) -> str:
    value = line.estimate.value
    return _("not estimable") if value is None else f"{value:.3f}".replace("-", "−")


def _interval(line: EstimateLine) -> str:
    if not line.shown.is_shown:
        return said(line.shown.reason)
    ends = {"low": line.shown.low, "high": line.shown.high}
    return (_("%(low).3f to %(high).3f") % ends).replace("-", "−")


def _controls(report: StudyReport) -> Iterator[Block]:
    yield Heading(_("Planted controls: a check of competence, not of reliability"))
    if not report.controls.report.by_reviewer:
        yield Paragraph(_("No planted control has been rated."))
        return
    yield grid(tables.controls(report), _("Hits per reviewer, flavour and third of the queue"))
    yield from (drawn(figure) for figure in report.controls.figures)
    if report.controls.report.misses:
        yield grid(tables.misses(report), _("Misses"))


def _behaviour(report: StudyReport) -> Iterator[Block]:
    if report.behaviour is None:
        return
    yield Heading(_("How the reviewers went about it"))
    yield from (Paragraph(said(note), is_note=True) for note in report.behaviour.notes)
    for one in report.behaviour.questions:
        yield from (drawn(figure) for figure in one.figures)
    yield from (drawn(figure) for figure in report.behaviour.figures)
    measured = behaviour_on_paper(report)
    yield grid(measured, _("Severity, effects of order, repeats and speed; the workbook has more"))


def _correlations(report: StudyReport) -> Iterator[Block]:
    if report.correlations is None:
        return
    yield Heading(_("How the questions go together"))
    yield from (Paragraph(said(note), is_note=True) for note in report.correlations.notes)
    if report.correlations.figure:
        yield drawn(report.correlations.figure)
    if report.correlations.rows:
        between = tables.correlations(report, with_reviewers=False)
        yield grid(between, _("Every two questions"))


def _panel(report: StudyReport) -> Iterator[Block]:
    yield Heading(_("The panel"))
    yield from (Paragraph(said(phrase)) for phrase in report.panel.summary)
    if report.correspondence:
        yield Paragraph(said(report.correspondence.sentence))
    yield grid(tables.panel(report), "")


def _left_out(report: StudyReport) -> Iterator[Block]:
    yield Heading(_("What was left out"))
    yield from (Paragraph(said(phrase)) for phrase in report.left_out)
    if not report.left_out:
        yield Paragraph(_("Nothing."))
    if report.defects:
        yield grid(tables.defects(report), _("Items reported as defective"))


def _grras(items: Iterable[GrrasItem]) -> Iterator[Block]:
    yield Heading(_("What a reliability study should tell (GRRAS)"))
    yield Paragraph(CITATION, is_note=True)
    head = ("", _("What is asked"), _("What the report tells"), _("What is left to write"))
    rows = tuple(
        (str(item.number), said(item.asks), said(tables.joined(item.known)), said(item.to_write))
        for item in items
    )
    yield Grid("", head, rows, numbers=(0,))


def _computed(report: StudyReport) -> Iterator[Block]:
    yield Heading(_("How it was computed"))
    found = report.provenance
    versions = ", ".join(f"{name} {version}" for name, version in found.software)
    values = {"software": versions, "seed": found.seed, "n": found.resamples}
    yield Paragraph(_("%(software)s; seed %(seed)s, %(n)s resamples.") % values)
    yield from (Paragraph(said(phrase)) for phrase in (*report.grading, *report.notes))


def grid(table: Table, caption: str) -> Grid:
    """As a page shows a table: rounded, and its first rows where it is long."""
    if table.is_cut_short:
        values = {"caption": caption, "n": len(table.rows)}
        caption = _("%(caption)s: the first rows of %(n)d, the workbook has all") % values
    rows = tuple(tuple(_cell(cell.text) for cell in row) for row in table.shown)
    numbers = tuple(n for n, column in enumerate(table.columns) if column.is_number)
    return Grid(caption, tuple(_head(column) for column in table.columns), rows, numbers)


def _head(column: Column) -> str:
    return said(column.head)


def _cell(text: str | Phrase) -> str:
    return said(text)


def drawn(figure: Figure) -> Drawn:
    page = render_to_string("raters/figures/drawing.html", {"figure": figure})
    return Drawn(said(figure.title), said(figure.alternative), standalone(page))


def _with_a_word_on_fonts(found: Document) -> Document:
    """On a machine without a Chinese font the document itself says what is missing."""
    if chinese_fonts():
        return found
    missing = _(
        "The Chinese paragraphs are not printed: this server has no font with Chinese characters. "
        "The report as an HTML file has them."
    )
    boxes = _("Chinese characters in the study's texts appear as empty boxes.")
    said_of_fonts = f"{missing} {boxes}" if holds_chinese(found.texts) else missing
    blocks = (Paragraph(said_of_fonts, is_note=True), *found.blocks)
    return Document(**{**vars(found), "blocks": blocks})
