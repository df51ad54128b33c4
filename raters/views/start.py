"""Where a reviewer arrives in a study: the welcome, the guide, and her start page."""

from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods

from raters.enrolment_form import EnrolmentForm
from raters.kept import kept_by
from raters.lifecycle import round_to_rate
from raters.models import Reviewer
from raters.panel import enrol, needs_enrolment
from raters.permissions import enrolled_reviewer_required, reviewer_required
from raters.queue import next_assignment, progress
from rubrics.guide import guide_to


@require_http_methods(["GET", "POST"])
@reviewer_required
def welcome(request, reviewer: Reviewer):
    """The first sign-in: what she consents to, and what the study asks of her experience."""
    if not needs_enrolment(reviewer):
        return redirect("start", reviewer.study.public_code)
    form = EnrolmentForm(request.POST or None, instance=reviewer)
    if request.method == "POST" and form.is_valid():
        enrol(form.save(commit=False), consent=form.consent, at=timezone.now())
        return redirect("start", reviewer.study.public_code)
    return render(request, "raters/welcome.html", {"study": reviewer.study, "form": form})


@require_GET
@enrolled_reviewer_required
def start(request, reviewer: Reviewer):
    """Where a reviewer begins, comes back to, and ends."""
    round = round_to_rate(reviewer)
    if round is None:
        return render(request, "raters/start.html", {"study": reviewer.study})
    mine = reviewer.assignments.filter(round=round).in_presentation_order()
    rated = set(mine.rated().values_list("position", flat=True))
    # Counted, as on the pages: an amendment may have taken places away.
    queue = list(mine.values_list("position", "deferred_at"))
    numbers = {position: n for n, (position, _at) in enumerate(queue, start=1)}
    put_off = [position for position, at in queue if at and position not in rated]
    following = next_assignment(reviewer, round)
    context = {
        "study": reviewer.study,
        "pseudonym": reviewer.pseudonym,
        "round": round,
        "progress": progress(reviewer, round),
        "next": following,
        "next_number": numbers[following.position] if following else 0,
        "places": [(n, p, p in rated) for p, n in numbers.items()],
        "put_off": [(numbers[position], position) for position in put_off],
        "kept_by": kept_by(request.user.pk),
    }
    return render(request, "raters/start.html", context)


@require_GET
@reviewer_required
def guide(request, reviewer: Reviewer):
    study = reviewer.study
    shown = guide_to(study.rubric.shown) if study.rubric else None
    return render(request, "raters/guide.html", {"study": study, "guide": shown})
