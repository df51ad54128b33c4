"""The reliability report and the files behind it; for those who run the study."""

from django.http import Http404, HttpResponse, JsonResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from raters.exporting.plain import plain
from raters.exporting.records import COLUMNS, csv_lines, rating_records
from raters.exporting.scores import SCORE_COLUMNS, score_records
from raters.exporting.sessions import session_reports
from raters.lifecycle import current_round
from raters.models import Round, Study
from raters.permissions import study_admin_required
from raters.reports import study_report


@require_GET
@study_admin_required
def show(request, study: Study):
    round = current_round(study)
    report = study_report(round, at=timezone.now()) if round else None
    return render(request, "raters/report.html", {"study": study, "report": report})


@require_GET
@study_admin_required
def as_json(request, study: Study):
    report = study_report(_live_round(study), at=timezone.now())
    response = JsonResponse(plain(report), json_dumps_params={"ensure_ascii": False, "indent": 1})
    return _named(response, study, "report.json")


@require_GET
@study_admin_required
def ratings_csv(request, study: Study):
    return _csv(study, "ratings.csv", COLUMNS, rating_records(_round(request, study)))


@require_GET
@study_admin_required
def scores_csv(request, study: Study):
    return _csv(study, "scores.csv", SCORE_COLUMNS, score_records(_round(request, study)))


@require_GET
@study_admin_required
def sessions_yaml(request, study: Study):
    text = session_reports(_round(request, study))
    response = HttpResponse(text, content_type="application/yaml; charset=utf-8")
    return _named(response, study, "sessions.yaml")


@require_GET
@study_admin_required
def log(request, study: Study):
    events = study.audit_events.select_related("actor")
    return render(request, "raters/log.html", {"study": study, "events": events})


def _csv(study: Study, ending: str, columns, rows):
    lines = csv_lines(columns, rows)
    response = StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8")
    return _named(response, study, ending)


def _round(request, study: Study) -> Round:
    """The round that is asked for by its name, such as pilot-1, else the newest live one."""
    if name := request.GET.get("round"):
        return get_object_or_404(study.rounds.opened().named(name))
    return _live_round(study)


def _live_round(study: Study) -> Round:
    round = current_round(study)
    if round is None:
        raise Http404(_("No round has been opened, so there is nothing to report."))
    return round


def _named(response, study: Study, ending: str):
    mark = "REHEARSAL-" if study.is_rehearsal else ""
    day = timezone.localdate().isoformat()
    name = f"{mark}{study.slug}-{day}-{ending}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
