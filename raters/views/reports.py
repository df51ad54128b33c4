"""The reliability report as a page, and its figures as files; for those who run the study."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from raters.exporting.bundles import bundle_of
from raters.exporting.plain import plain
from raters.exporting.stamping import stamp_of
from raters.figures import Figure, standalone
from raters.lifecycle import current_round
from raters.models import Round, Study
from raters.permissions import study_admin_required
from raters.reports import StudyReport, figure_named, opened_report
from raters.views.files import csv_file, live_round, named, refusal


@require_GET
@study_admin_required
def show(request, study: Study):
    if current_round(study) is None:
        return render(request, "raters/report.html", {"study": study, "report": None})
    round = live_round(request, study)
    report = _opened(request, round, what="page")
    bundle = bundle_of(round, report, at=timezone.now())
    numbers = list(study.rounds.live().opened().values_list("number", flat=True))
    context = {
        "study": study,
        "report": report,
        "bundle": bundle,
        "rounds": numbers if len(numbers) > 1 else [],
        "of_the_round": f"?round={round.name}" if round.number != max(numbers) else "",
    }
    return render(request, "raters/report.html", context)


@require_GET
@study_admin_required
def figure_svg(request, study: Study, key: str, kind: str):
    """A figure as a file that brings its own looks."""
    round, ending = live_round(request, study), f"{key}-{kind}.svg"
    figure, refused = _figure(request, round, key, kind, what=ending)
    if refused:
        return refused
    drawing = render_to_string("raters/figures/drawing.html", {"figure": figure})
    told = stamp_of(round, at=timezone.now()).in_one_line
    response = HttpResponse(
        standalone(drawing, about=told), content_type="image/svg+xml; charset=utf-8"
    )
    return named(response, round, ending)


@require_GET
@study_admin_required
def figure_csv(request, study: Study, key: str, kind: str):
    """The figure's numbers in full."""
    round, ending = live_round(request, study), f"{key}-{kind}.csv"
    figure, refused = _figure(request, round, key, kind, what=ending)
    if refused:
        return refused
    heads = [str(plain(column.head)) for column in figure.table.columns]
    stamp = {"file": stamp_of(round, at=timezone.now()).in_one_line}
    rows = (dict(zip(heads, map(plain, row), strict=True)) | stamp for row in figure.table.rows)
    return csv_file(round, ending, [*heads, *stamp], rows)


@require_GET
@study_admin_required
def log(request, study: Study):
    events = study.audit_events.select_related("actor")
    return render(request, "raters/log.html", {"study": study, "events": events})


def _opened(request, round: Round, *, what: str) -> StudyReport:
    return opened_report(round, by=request.user, at=timezone.now(), what=what)


def _figure(
    request, round: Round, key: str, kind: str, *, what: str
) -> tuple[Figure | None, HttpResponse | None]:
    """The figure or the refusal. That of the controls is there while the others are withheld."""
    report = _opened(request, round, what=what)
    figure = figure_named(report, key=key, kind=kind)
    refused = None if figure else refusal(report)
    if figure is None and refused is None:
        raise Http404(_("There is no such figure in this report."))
    return figure, refused
