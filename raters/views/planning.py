"""Before a study: how many items and reviewers give an interval that is worth having?"""

from urllib.parse import urlencode

from django.shortcuts import render
from django.views.decorators.http import require_GET

from raters.figures import line_figure
from raters.forms import PrecisionForm
from raters.models import Study
from raters.permissions import signed_in


@require_GET
@signed_in
def precision(request):
    form = PrecisionForm({name: request.GET.get(name, f.initial) for name, f in fields()})
    context = {"form": form, "for_study": _study_asked_for(request)}
    if form.is_valid():
        lines = [(curve.expected.n_reviewers, curve.points) for curve in form.curves]
        context |= {
            "plan": form.plan,
            "curves": form.curves,
            "figure": line_figure(lines, mark=form.cleaned_data["width"]),
            "rows": table_rows(form.curves),
            "handed_over": _handed_over(form.cleaned_data),
        }
    return render(request, "raters/plan_precision.html", context)


def _study_asked_for(request) -> Study | None:
    """The study whose set-up this page was opened from, if this person runs it."""
    return Study.objects.run_by(request.user).filter(slug=request.GET.get("study", "")).first()


def _handed_over(given: dict) -> str:
    """The numbers under the names that the reliability step of a set-up gives them."""
    names = {"expected_icc": "rho", "rater_share": "rater_share", "width": "width"}
    return urlencode({name: given[field] for name, field in names.items()})


def fields():
    return PrecisionForm.base_fields.items()


def table_rows(curves, every: int = 6):
    """(items, one width for each curve), thinned for reading."""
    numbers = [n for n, _ in curves[0].points]
    widths = [[width for _, width in curve.points] for curve in curves]
    rows = list(zip(numbers, zip(*widths, strict=True), strict=True))
    return [*rows[:-1:every], rows[-1]]
