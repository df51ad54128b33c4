"""Where a reviewer arrives in a study: the welcome, the guide, and her start page."""

from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods

from raters.enrolment_form import EnrolmentForm
from raters.kept import kept_by
from raters.lifecycle import round_to_rate
from raters.message_forms import NoteForm
from raters.messages import mark_as_read, messages_for
from raters.models import Reviewer, Round
from raters.own_summary import summary_of
from raters.panel import enrol, needs_enrolment
from raters.permissions import enrolled_reviewer_required, reviewer_required
from raters.practising import settled_practice_of
from raters.queue import next_assignment
from raters.standing import Place, Standing, has_begun, standing_in
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
        return redirect("guide", reviewer.study.public_code)
    return render(request, "raters/welcome.html", {"study": reviewer.study, "form": form})


@require_GET
@enrolled_reviewer_required
def start(request, reviewer: Reviewer):
    """Where a reviewer begins, comes back to, and ends."""
    inbox = messages_for(reviewer)
    context = {
        "study": reviewer.study,
        "pseudonym": reviewer.pseudonym,
        "has_left": reviewer.left_at is not None,
        "kept_by": kept_by(request.user.pk),
        "has_begun": has_begun(reviewer),
        "inbox": inbox,
        "ask_form": NoteForm(),
        "practice": settled_practice_of(reviewer, at=timezone.now()),
    }
    if round := round_to_rate(reviewer):
        context |= _in_the_round(reviewer, round)
    page = render(request, "raters/start.html", context)
    mark_as_read(reviewer, inbox)
    return page


@require_GET
@reviewer_required
def guide(request, reviewer: Reviewer):
    """Whoever has seen no item yet goes on from here to her first one."""
    round = round_to_rate(reviewer)
    rubric = round.rubric if round else reviewer.study.rubric
    context = {
        "study": reviewer.study,
        "guide": guide_to(rubric.shown) if rubric else None,
        "begin_url": "" if has_begun(reviewer) else _address_of_next(reviewer, round),
    }
    return render(request, "raters/guide.html", context)


def _in_the_round(reviewer: Reviewer, round: Round) -> dict:
    standing = standing_in(round, reviewer)
    following = next_assignment(reviewer, round) if round.is_open else None
    return {
        "round": round,
        "standing": standing,
        "next": following and _place_of(following.position, standing),
        "summary": summary_of(reviewer, round) if standing.is_over or reviewer.left_at else None,
    }


def _place_of(position: int, standing: Standing) -> Place | None:
    """None where an amendment gave it to her after her places were read for this page."""
    return next((place for place in standing.places if place.position == position), None)


def _address_of_next(reviewer: Reviewer, round: Round | None) -> str:
    following = next_assignment(reviewer, round) if round and round.is_open else None
    if following is None:
        return ""
    place = [reviewer.study.public_code, round.name, following.position]
    return reverse("rate", args=place)
