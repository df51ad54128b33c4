"""How well do the raters of an uploaded file agree? Answered at once; nothing is stored."""

from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from raters.permissions import signed_in
from raters.reliability.files import summarised
from raters.reliability_file_form import ReliabilityFileForm

SEED = 1


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def reliability_file(request):
    form = ReliabilityFileForm(request.POST or None, request.FILES or None)
    context = {"form": form}
    if request.method == "POST" and form.is_valid():
        context["found"] = summarised(form.found, seed=SEED, target=form.cleaned_data["target"])
    return render(request, "raters/reliability_file.html", context)
