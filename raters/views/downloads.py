"""The files of a study's report; for those who run the study.

Rating records are theirs at any time. Whatever tells reliability is refused while it is withheld.
"""

import logging
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from itertools import chain
from tempfile import TemporaryFile

from django.http import FileResponse, HttpResponse, JsonResponse, StreamingHttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from raters.exporting.bundles import Bundle, bundle_of
from raters.exporting.json_lines import json_lines
from raters.exporting.json_report import report_values
from raters.exporting.offline_page import offline_page
from raters.exporting.paper import document
from raters.exporting.records import COLUMNS, rating_records
from raters.exporting.report_sheets import report_sheets
from raters.exporting.schemas import RECORDS_FILE, REPORT_FILE
from raters.exporting.scores import SCORE_COLUMNS, score_records
from raters.exporting.sessions import session_reports
from raters.exporting.stamping import stamp_of, stamped
from raters.exporting.typesetting import NotTypeset, typeset
from raters.exporting.workbooks import write_workbook
from raters.models import Round, Study
from raters.permissions import signed_in, study_admin_required
from raters.reports import opened_report
from raters.views.files import asked_round, csv_file, live_round, named, refusal

WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

log = logging.getLogger(__name__)


def of_the_report(ending: str):
    """The view gets the newest live round and its bundle; a report that is withheld refuses."""

    def decorated(view: Callable[[Round, Bundle], HttpResponse]):
        @wraps(view)
        def wrapped(request, study: Study):
            round, at = live_round(request, study), timezone.now()
            report = opened_report(round, by=request.user, at=at, what=ending)
            if refused := refusal(report):
                return refused
            return named(view(round, bundle_of(round, report, at=at)), round, ending)

        return require_GET(study_admin_required(wrapped))

    return decorated


@of_the_report("report.json")
def report_json(round: Round, bundle: Bundle):
    shown = {"ensure_ascii": False, "indent": 1}
    return JsonResponse(report_values(bundle), json_dumps_params=shown)


@of_the_report("report.html")
def report_html(round: Round, bundle: Bundle):
    return HttpResponse(offline_page(bundle), content_type="text/html; charset=utf-8")


@of_the_report("report.pdf")
def report_pdf(round: Round, bundle: Bundle):
    try:
        pdf = typeset(document(bundle), at=bundle.stamp.at)
    except NotTypeset:
        log.exception("no PDF of round %s", round.pk)
        why = _("The PDF could not be made in time. The HTML file prints the same report.")
        return HttpResponse(why, status=503, content_type="text/plain; charset=utf-8")
    return HttpResponse(pdf, content_type="application/pdf")


@of_the_report("report.xlsx")
def report_xlsx(round: Round, bundle: Bundle):
    file = TemporaryFile()  # noqa: SIM115 (the response closes it)
    records = stamped(rating_records(round), bundle.stamp)
    sheets = report_sheets(bundle, records=records)
    write_workbook(sheets, file, title=bundle.stamp.study, mark=bundle.stamp.mark)
    file.seek(0)
    return FileResponse(file, content_type=WORKBOOK)


@require_GET
@study_admin_required
def ratings_csv(request, study: Study):
    round = asked_round(request, study)
    return csv_file(round, "ratings.csv", COLUMNS, _stamped(round, rating_records(round)))


@require_GET
@study_admin_required
def ratings_jsonl(request, study: Study):
    round = asked_round(request, study)
    lines = json_lines(COLUMNS, _stamped(round, rating_records(round)))
    response = StreamingHttpResponse(lines, content_type="application/jsonl; charset=utf-8")
    return named(response, round, "ratings.jsonl")


@require_GET
@study_admin_required
def scores_csv(request, study: Study):
    round = asked_round(request, study)
    rows = _stamped(round, score_records(round))
    return csv_file(round, "scores.csv", SCORE_COLUMNS, rows)


@require_GET
@study_admin_required
def sessions_yaml(request, study: Study):
    round = asked_round(request, study)
    first = f"# exported {timezone.now().isoformat(timespec='seconds')}\n"
    text = chain([first], session_reports(round))
    response = StreamingHttpResponse(text, content_type="application/yaml; charset=utf-8")
    return named(response, round, "sessions.yaml")


@require_GET
@signed_in
def report_schema(request):
    return FileResponse(REPORT_FILE.open("rb"), content_type="application/schema+json")


@require_GET
@signed_in
def records_schema(request):
    return FileResponse(RECORDS_FILE.open("rb"), content_type="application/schema+json")


def _stamped(round: Round, rows: Iterable[dict]) -> Iterator[dict]:
    return stamped(rows, stamp_of(round, at=timezone.now()))
