"""One item at a time: what a reviewer opens, saves, puts off, reports and submits."""

from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import push_url

from raters.models import Assignment, Draft, Reviewer
from raters.order_of_rating import require_turn
from raters.permissions import enrolled_reviewer_required
from raters.practising import attempt_of, practice_in
from raters.queue import next_assignment
from raters.rating import (
    BegunAgain,
    OvertakenHere,
    RatedElsewhere,
    RoundIsClosed,
    SavedElsewhere,
    activity_told,
    current_answer,
    defer,
    hear_when_shown,
    mark_as_shown,
    report_defect,
    save_draft,
    submit,
)
from raters.rating_form import DefectForm, RatingForm
from raters.training import feedback_on, gives_feedback, hits_of
from raters.views.following import AHEAD_IS, as_after, go_on, item_ahead, mark_of, what_follows
from raters.views.places import address_of, assignment_of, sent_from
from raters.views.rating_page import (
    blinded,
    item_page,
    not_saved,
    notice_of,
    on_top_of,
    opened_form,
    with_one_more_row_to_fill,
)
from raters.views.words import (
    SAVED,
    SUBMITTED,
    is_somebody_elses_page,
    refuse_somebody_elses_page,
    words_are,
    words_stay,
)


@require_http_methods(["GET", "POST"])
@enrolled_reviewer_required
@words_stay
def rate(request, reviewer: Reviewer, round_name: str, position: int):
    """Show the item at this reviewer's position; take her answer to it."""
    if request.method == "POST" and is_somebody_elses_page(request, reviewer):
        return refuse_somebody_elses_page(request)
    if request.method == "GET":
        return _opened(request, assignment_of(reviewer, round_name, position))
    assignment = _sent(request, reviewer, round_name, position)
    if "add_citation" in request.POST:
        require_turn(assignment)
        return item_page(request, assignment, with_one_more_row_to_fill(request, assignment))
    form = RatingForm(request.POST, item=blinded(assignment))
    if not form.is_valid():
        return _incomplete(request, assignment, form, is_checked=True)
    return _submit(request, assignment, form)


@require_GET
@enrolled_reviewer_required
@words_stay
def ahead(request, reviewer: Reviewer, round_name: str, position: int):
    """The item that follows this one, for the page's memory. It does not count as shown."""
    assignment = assignment_of(reviewer, round_name, position)
    following = item_ahead(assignment) if request.htmx else None
    if following is None:
        return HttpResponse(status=204)
    page = item_page(request, following, as_after(assignment, opened_form(following)))
    page[AHEAD_IS] = mark_of(page)
    return push_url(page, address_of(following))


@require_POST
@enrolled_reviewer_required
@words_stay
def shown(request, reviewer: Reviewer, round_name: str, position: int):
    """The item was shown from a page's memory, while there was no network."""
    if is_somebody_elses_page(request, reviewer):
        return refuse_somebody_elses_page(request)
    _sent(request, reviewer, round_name, position)
    return words_are(SAVED, HttpResponse(status=204))


@require_POST
@enrolled_reviewer_required
@words_stay
def draft(request, reviewer: Reviewer, round_name: str, position: int):
    """Keep the words as they stand; answer with the state of saving, or go back to the item."""
    if is_somebody_elses_page(request, reviewer):
        return refuse_somebody_elses_page(request)
    assignment = _sent(request, reviewer, round_name, position)
    try:
        saved = _save(request, assignment)
    except OvertakenHere as refusal:
        # It asks for nothing any more: the same page has said something newer.
        saved = refusal.draft
    except (SavedElsewhere, RoundIsClosed, BegunAgain) as refusal:
        return not_saved(request, assignment, refusal)
    if not request.htmx:
        return redirect(address_of(assignment))
    context = {"version": saved.version, "saved_at": saved.saved_at}
    context |= {"attempt": attempt_of(assignment)}
    return words_are(SAVED, render(request, "raters/_save_state.html", context))


@require_POST
@enrolled_reviewer_required
@words_stay
def put_off(request, reviewer: Reviewer, round_name: str, position: int):
    """Keep the words, put the item on her own list, and go on."""
    if is_somebody_elses_page(request, reviewer):
        return refuse_somebody_elses_page(request)
    assignment = _sent(request, reviewer, round_name, position)
    try:
        _save(request, assignment)
        defer(assignment, attempt=request.POST.get("attempt", ""), at=timezone.now())
    except (SavedElsewhere, RoundIsClosed, BegunAgain) as refusal:
        form = on_top_of(request, refusal, assignment)
        return item_page(request, assignment, form, notice=notice_of(refusal))
    if "sent_later" in request.POST:
        return words_are(SAVED, HttpResponse(status=204))
    return words_are(SAVED, go_on(request, assignment))


@require_POST
@enrolled_reviewer_required
@words_stay
def defective(request, reviewer: Reviewer, round_name: str, position: int):
    """This item cannot be judged: a recorded end of it, with a reason."""
    if is_somebody_elses_page(request, reviewer):
        return refuse_somebody_elses_page(request)
    assignment = _sent(request, reviewer, round_name, position)
    form = DefectForm(request.POST)
    rating_form = RatingForm(request.POST, item=blinded(assignment))
    if not form.is_valid():
        return _incomplete(request, assignment, rating_form, defect_form=form)
    try:
        report_defect(
            assignment,
            defect=form.cleaned_data["defect"],
            reason=form.cleaned_data["defect_reason"],
            base_revision=form.cleaned_data["base_revision"],
            attempt=request.POST.get("attempt", ""),
            submission=_submission(request),
            activity=activity_told(request.POST, at=timezone.now()),
            words=request.POST,
            base_version=_whole_number(request.POST.get("draft_version", "")),
            at=timezone.now(),
        )
    except (RatedElsewhere, SavedElsewhere, RoundIsClosed, BegunAgain) as refusal:
        rating_form = on_top_of(request, refusal, assignment)
        return item_page(
            request, assignment, rating_form, defect_form=form, notice=notice_of(refusal)
        )
    return words_are(SUBMITTED, what_follows(request, assignment))


@require_GET
@enrolled_reviewer_required
@words_stay
def feedback(request, reviewer: Reviewer, round_name: str, position: int):
    """After a training item: her answers beside the expected ones."""
    assignment = assignment_of(reviewer, round_name, position)
    if not gives_feedback(assignment):
        raise Http404
    rating = current_answer(assignment)
    if rating is None:
        return redirect(address_of(assignment))
    following = next_assignment(reviewer, assignment.round, after=position)
    context = {
        "study": reviewer.study,
        "feedback": feedback_on(rating),
        "n_expected": hits_of(rating)[1],
        "practice": practice_in(assignment.round, reviewer),
        "defect": rating.get_defect_display() if rating.defect else "",
        "rate_url": address_of(assignment),
        "next_url": address_of(following) if following else "",
        "start_url": reverse("start", args=[reviewer.study.public_code]),
    }
    return render(request, "raters/feedback.html", context)


def _opened(request, assignment: Assignment):
    require_turn(assignment)
    mark_as_shown(assignment, at=timezone.now())
    return item_page(request, assignment, opened_form(assignment))


def _sent(request, reviewer: Reviewer, round_name: str, position: int) -> Assignment:
    opened_on = request.POST.get("opened_on", "")
    assignment = sent_from(reviewer, round_name, position, opened_on=opened_on)
    hear_when_shown(assignment, request.POST, at=timezone.now())
    return assignment


def _whole_number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def _save(request, assignment: Assignment) -> Draft:
    base = _whole_number(request.POST.get("draft_version", ""))
    return save_draft(assignment, request.POST, base_version=base, at=timezone.now())


def _incomplete(request, assignment: Assignment, form: RatingForm, **context):
    """Say what is missing, and keep the words meanwhile."""
    try:
        saved = _save(request, assignment)
    except (SavedElsewhere, RoundIsClosed, BegunAgain) as refusal:
        form = on_top_of(request, refusal, assignment)
        return item_page(request, assignment, form, notice=notice_of(refusal), **context)
    if "sent_later" in request.POST:
        return words_are(SAVED, HttpResponse(status=204))
    assignment.draft = saved
    form.data = form.data.copy()
    form.data["draft_version"] = str(saved.version)
    return words_are(SAVED, item_page(request, assignment, form, **context))


def _submit(request, assignment: Assignment, form: RatingForm):
    given = form.cleaned_data
    try:
        submit(
            assignment,
            form.answers(),
            base_revision=given["base_revision"],
            base_version=given["draft_version"] or 0,
            page=request.POST.get("page", ""),
            mark=request.POST.get("mark", ""),
            attempt=request.POST.get("attempt", ""),
            submission=_submission(request),
            activity=activity_told(request.POST, at=timezone.now()),
            at=timezone.now(),
        )
    except (RatedElsewhere, SavedElsewhere, RoundIsClosed, BegunAgain) as refusal:
        form = on_top_of(request, refusal, assignment)
        return item_page(request, assignment, form, notice=notice_of(refusal))
    return words_are(SUBMITTED, what_follows(request, assignment))


def _submission(request) -> UUID | None:
    """The name that the page's script gave to this submission; a form without it has none."""
    try:
        return UUID(hex=request.POST.get("submission", ""))
    except ValueError:
        return None
