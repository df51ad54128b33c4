"""What all downloads share: their names, their round, and the refusal before a round is closed."""

from collections.abc import Iterable, Sequence

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _

from raters.exporting.records import csv_lines
from raters.exporting.stamping import file_name, stamp_of
from raters.lifecycle import current_round
from raters.models import Round, Study
from raters.reports import StudyReport


def live_round(request, study: Study) -> Round:
    """The live round that is asked for by its number, else the newest that was opened."""
    if name := request.GET.get("round"):
        return get_object_or_404(study.rounds.live().opened().named(name))
    round = current_round(study)
    if round is None:
        raise Http404(_("No round has been opened, so there is nothing to report."))
    return round


def asked_round(request, study: Study) -> Round:
    """The round that is asked for by its name, such as pilot-1, else the newest live one."""
    if name := request.GET.get("round"):
        return get_object_or_404(study.rounds.opened().named(name))
    return live_round(request, study)


def refusal(report: StudyReport) -> HttpResponse | None:
    """Why this file cannot be had yet, in the page's own words."""
    if report.why_withheld is None:
        return None
    text = report.why_withheld.through(_)
    return HttpResponse(text, status=409, content_type="text/plain; charset=utf-8")


def csv_file(round: Round, ending: str, columns: Sequence[str], rows: Iterable[dict]):
    lines = csv_lines(columns, rows)
    response = StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8")
    return named(response, round, ending)


def named(response, round: Round, ending: str):
    """The response as a file that is saved and not shown."""
    name = file_name(stamp_of(round, at=timezone.now()), ending)
    response["Content-Disposition"] = content_disposition_header(True, name)
    return response
