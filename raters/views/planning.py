"""Before a study: how many items and reviewers give an interval that is worth having?"""

from django.shortcuts import render
from django.views.decorators.http import require_GET

from raters.figures import line_figure
from raters.forms import PrecisionForm
from raters.permissions import signed_in


@require_GET
@signed_in
def precision(request):
    form = PrecisionForm(request.GET or {name: f.initial for name, f in fields()})
    context = {"form": form}
    if form.is_valid():
        lines = [(curve.expected.n_reviewers, curve.points) for curve in form.curves]
        context |= {
            "plan": form.plan,
            "curves": form.curves,
            "figure": line_figure(lines, mark=form.cleaned_data["width"]),
            "rows": table_rows(form.curves),
        }
    return render(request, "raters/plan_precision.html", context)


def fields():
    return PrecisionForm.base_fields.items()


def table_rows(curves, every: int = 6):
    """(items, one width for each curve), thinned for reading."""
    numbers = [n for n, _ in curves[0].points]
    widths = [[width for _, width in curve.points] for curve in curves]
    rows = list(zip(numbers, zip(*widths, strict=True), strict=True))
    return [*rows[:-1:every], rows[-1]]
