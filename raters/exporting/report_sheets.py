"""The report and its rating records as the sheets of one workbook."""

from collections.abc import Iterable, Iterator
from itertools import islice

from django.utils.translation import gettext as _

from raters.exporting import tables
from raters.exporting.behaviour_table import behaviour
from raters.exporting.bundles import Bundle
from raters.exporting.grras import CITATION
from raters.exporting.plain import plain
from raters.exporting.records import COLUMNS
from raters.exporting.stamping import Stamp
from raters.exporting.workbooks import Sheet
from raters.figures import Table
from raters.reports.values import StudyReport
from rubrics.phrases import Phrase

MOST_RECORDS = 25_000
WIDE = {"rationale", "justification", "evidence", "deviations", "defect_reason", "highlights"}


def report_sheets(bundle: Bundle, *, records: Iterable[dict]) -> Iterator[Sheet]:
    report = bundle.report
    about = tuple(_about(report, bundle.stamp))
    yield Sheet(_("about"), (_("what"), _("value")), about, (28, 60))
    yield _sheet(_("estimates"), tables.estimates(report))
    yield _sheet(_("controls"), tables.controls(report))
    yield _sheet(_("misses"), tables.misses(report))
    yield _sheet(_("panel"), tables.panel(report))
    yield _sheet(_("behaviour"), behaviour(report))
    yield _sheet(_("correlations"), tables.correlations(report))
    yield _sheet(_("defects"), tables.defects(report))
    yield _sheet(_("GRRAS"), tables.grras_table(bundle.grras))
    yield _sheet(_("text"), tables.prose(bundle.prose))
    widths = [40 if name in WIDE else max(10, len(name) + 2) for name in COLUMNS]
    yield Sheet(_("ratings"), COLUMNS, _first(records), widths)


def _first(records: Iterable[dict]) -> Iterator[list]:
    """A larger workbook takes minutes to write, and a spreadsheet as long to open."""
    rows = ([record.get(name) for name in COLUMNS] for record in records)
    yield from islice(rows, MOST_RECORDS)
    if next(rows, None) is not None:
        values = {"n": MOST_RECORDS}
        yield [_("The first %(n)d records. ratings.csv and ratings.jsonl have all.") % values]


def _about(report: StudyReport, stamp: Stamp) -> Iterator[tuple[str, object]]:
    if stamp.mark:
        yield stamp.mark, _("This study may hold simulated ratings. No number is evidence.")
    yield _("study"), stamp.study
    yield _("short name"), stamp.slug
    yield _("round"), stamp.round
    yield _("made"), stamp.at.isoformat(timespec="seconds")
    yield _("round closed"), _("yes") if report.is_closed else _("no: the numbers are interim")
    yield _("rubric"), report.rubric
    yield _("protocol (SHA-256)"), stamp.protocol or _("never locked")
    if report.protocol:
        yield _("protocol version"), report.protocol.version
        yield _("pre-specified"), report.protocol.statistic
        yield _("target"), report.protocol.target
    yield _("software"), stamp.software_in_words
    yield _("seed"), report.provenance.seed
    yield _("resamples"), report.provenance.resamples
    yield _("simulated ratings"), report.simulated_ratings
    if report.correspondence:
        yield _("messages"), plain(report.correspondence.sentence)
    yield from ((_("left out"), plain(phrase)) for phrase in report.left_out)
    yield from ((_("note"), plain(phrase)) for phrase in (*report.grading, *report.notes))
    yield _("GRRAS"), CITATION


def _sheet(title: str, table: Table) -> Sheet:
    head = [plain(column.head) for column in table.columns]
    rows = [[_cell(value) for value in row] for row in table.rows]
    widths = [
        max([len(name) + 2, *(len(str(row[n])) + 2 for row in rows[:200] if row[n] is not None)])
        for n, name in enumerate(head)
    ]
    return Sheet(title, head, rows, widths)


def _cell(value: object) -> object:
    return plain(value) if isinstance(value, Phrase) else value
