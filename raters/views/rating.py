"""One item at a time: what a reviewer opens, saves, puts off, reports and submits."""

import re
from functools import wraps
from uuid import UUID

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect, push_url, reswap, retarget

from raters.blinding import blind, neighbours_of
from raters.kept import kept_as
from raters.models import Assignment, Draft, Rating, Reviewer, Round
from raters.permissions import enrolled_reviewer_required
from raters.queue import next_assignment, place_in_queue
from raters.rating import (
    RatedElsewhere,
    RoundIsClosed,
    SavedElsewhere,
    TakenAway,
    activity_told,
    answers_of,
    current_rating,
    defer,
    mark_as_shown,
    report_defect,
    save_draft,
    submit,
    words_of,
)
from raters.rating_form import DefectForm, RatingForm, form_fields, with_one_more_row
from raters.training import feedback_on, gives_feedback

# What a page sends besides words: numbers, codes, nothing.
CHOSEN = re.compile(r"[-\w.:,]*", re.ASCII)
# The header by which a page's script knows what became of the words it sent. An answer without
# it comes from somewhere else, such as a proxy that asks for a password.
WORDS_ARE = "Words-Are"
SAVED, SUBMITTED, NOT_SAVED = "saved", "submitted", "not-saved"


def words_stay(view):
    """Every answer says what became of her words; that an item is not in her queue, too."""

    @wraps(view)
    def wrapped(request, *args, **kwargs):
        try:
            response = view(request, *args, **kwargs)
        except TakenAway:
            response = _taken_away(request)
        if request.method == "POST":
            response.setdefault(WORDS_ARE, NOT_SAVED)
        return response

    return wrapped


@require_http_methods(["GET", "POST"])
@enrolled_reviewer_required
@words_stay
def rate(request, reviewer: Reviewer, round_name: str, position: int):
    """Show the item at this reviewer's position; take her answer to it."""
    if request.method == "POST" and _is_somebody_elses_page(request, reviewer):
        return _refuse_somebody_elses_page(request)
    assignment = _assignment(reviewer, round_name, position)
    if request.method == "GET":
        mark_as_shown(assignment, at=timezone.now())
        return _page(request, assignment, _opened_form(assignment))
    if "add_citation" in request.POST:
        return _page(request, assignment, _with_one_more_row(request, assignment))
    form = RatingForm(request.POST, item=_blinded(assignment))
    if not form.is_valid():
        return _incomplete(request, assignment, form)
    return _submit(request, assignment, form)


@require_POST
@enrolled_reviewer_required
@words_stay
def draft(request, reviewer: Reviewer, round_name: str, position: int):
    """Keep the words as they stand; answer with the state of saving, or go back to the item."""
    if _is_somebody_elses_page(request, reviewer):
        return _refuse_somebody_elses_page(request)
    assignment = _assignment(reviewer, round_name, position)
    try:
        saved = _save(request, assignment)
    except (SavedElsewhere, RoundIsClosed) as refusal:
        return _not_saved(request, assignment, refusal)
    if not request.htmx:
        return redirect(_address(assignment))
    context = {"version": saved.version, "saved_at": saved.saved_at}
    return _words_are(SAVED, render(request, "raters/_save_state.html", context))


@require_POST
@enrolled_reviewer_required
@words_stay
def put_off(request, reviewer: Reviewer, round_name: str, position: int):
    """Keep the words, put the item on her own list, and go on."""
    if _is_somebody_elses_page(request, reviewer):
        return _refuse_somebody_elses_page(request)
    assignment = _assignment(reviewer, round_name, position)
    try:
        _save(request, assignment)
        defer(assignment, at=timezone.now())
    except (SavedElsewhere, RoundIsClosed) as refusal:
        form = _on_top_of(request, refusal, assignment)
        return _page(request, assignment, form, notice=_notice(refusal))
    return _words_are(SAVED, _go_on(request, assignment))


@require_POST
@enrolled_reviewer_required
@words_stay
def defective(request, reviewer: Reviewer, round_name: str, position: int):
    """This item cannot be judged: a recorded end of it, with a reason."""
    if _is_somebody_elses_page(request, reviewer):
        return _refuse_somebody_elses_page(request)
    assignment = _assignment(reviewer, round_name, position)
    form = DefectForm(request.POST)
    rating_form = RatingForm(request.POST, item=_blinded(assignment))
    if not form.is_valid():
        return _page(request, assignment, rating_form, defect_form=form)
    try:
        report_defect(
            assignment,
            defect=form.cleaned_data["defect"],
            reason=form.cleaned_data["defect_reason"],
            base_revision=form.cleaned_data["base_revision"],
            activity=activity_told(request.POST, at=timezone.now()),
            at=timezone.now(),
        )
    except (RatedElsewhere, RoundIsClosed) as refusal:
        rating_form = _on_top_of(request, refusal, assignment)
        return _page(request, assignment, rating_form, defect_form=form, notice=_notice(refusal))
    return _words_are(SUBMITTED, _next(request, assignment))


@require_GET
@enrolled_reviewer_required
@words_stay
def feedback(request, reviewer: Reviewer, round_name: str, position: int):
    """After a training item: her answers beside the expected ones."""
    assignment = _assignment(reviewer, round_name, position)
    if not gives_feedback(assignment):
        raise Http404
    rating = current_rating(assignment)
    if rating is None:
        return redirect(_address(assignment))
    following = next_assignment(reviewer, assignment.round, after=position)
    context = {
        "study": reviewer.study,
        "feedback": feedback_on(rating),
        "defect": rating.get_defect_display() if rating.defect else "",
        "rate_url": _address(assignment),
        "next_url": _address(following) if following else "",
        "start_url": reverse("start", args=[reviewer.study.public_code]),
    }
    return render(request, "raters/feedback.html", context)


def _is_somebody_elses_page(request, reviewer: Reviewer) -> bool:
    """The page was opened by one reviewer and is sent by another: one browser, two people."""
    return request.POST.get("rated_by", reviewer.pseudonym) != reviewer.pseudonym


def _refuse_somebody_elses_page(request):
    if not request.htmx:
        return render(request, "raters/somebody_elses_page.html", status=409)
    notice = render(request, "raters/_somebody_elses_page.html")
    return reswap(retarget(notice, "#notice"), "innerHTML")


def _assignment(reviewer: Reviewer, round_name: str, position: int) -> Assignment:
    mine = reviewer.assignments.select_related(
        "round__rubric", "reviewer", "study", "item__case", "item__rubric", "item__study"
    )
    rounds = Round.objects.filter(study=reviewer.study).opened().named(round_name)
    found = mine.filter(round__in=rounds, position=position).first()
    if found is None:
        raise TakenAway
    return found


def _taken_away(request):
    """404, but no word of a page that was sent is lost."""
    if request.method == "GET":
        raise Http404(_("You have no item at this place."))
    if request.htmx:
        return reswap(retarget(render(request, "raters/_taken_away.html"), "#notice"), "innerHTML")
    sent = (value for values in words_of(request.POST).values() for value in values)
    words = [value for value in sent if not CHOSEN.fullmatch(value)]
    return render(request, "raters/taken_away.html", {"words": words}, status=404)


def _blinded(assignment: Assignment):
    return blind(
        assignment.item,
        rubric=assignment.round.rubric,
        beside=neighbours_of(assignment),
        **place_in_queue(assignment),
    )


def _address(assignment: Assignment, name: str = "rate") -> str:
    place = [assignment.study.public_code, assignment.round.name, assignment.position]
    return reverse(name, args=place)


def _whole_number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def _save(request, assignment: Assignment) -> Draft:
    base = _whole_number(request.POST.get("draft_version", ""))
    return save_draft(assignment, request.POST, base_version=base, at=timezone.now())


def _not_saved(request, assignment: Assignment, refusal: SavedElsewhere | RoundIsClosed):
    if not request.htmx:
        form = RatingForm(request.POST, item=_blinded(assignment))
        return _page(request, assignment, form, notice=_notice(refusal))
    context = {
        "newer": getattr(refusal, "draft", None),
        "version": request.POST.get("draft_version", ""),
        "is_closed": isinstance(refusal, RoundIsClosed),
        "draft_url": _address(assignment, "draft"),
        "rate_url": _address(assignment),
    }
    return render(request, "raters/_not_saved.html", context)


def _opened_form(assignment: Assignment) -> RatingForm:
    """The form as the reviewer left it: her draft, else her last submission, else empty."""
    rating = current_rating(assignment)
    stored = getattr(assignment, "draft", None)
    fields = {}
    if stored is not None and stored.fields:
        fields = dict(stored.fields)
    elif rating and rating.outcome == Rating.Outcome.SCORED:
        fields = form_fields(answers_of(rating))
    base = {
        "base_revision": rating.revision if rating else 0,
        "draft_version": stored.version if stored else 0,
    }
    if not fields:
        return RatingForm(item=_blinded(assignment), initial=base)
    return RatingForm(_as_post(fields, **base), item=_blinded(assignment))


def _as_post(fields: dict[str, list[str]], **more) -> QueryDict:
    data = QueryDict(mutable=True)
    for name, values in fields.items():
        data.setlist(name, values)
    for name, value in more.items():
        data[name] = str(value)
    return data


def _with_one_more_row(request, assignment: Assignment) -> RatingForm:
    """One more row to type evidence (or a deviation) into, for a page without JavaScript."""
    return RatingForm(with_one_more_row(request.POST), item=_blinded(assignment))


def _incomplete(request, assignment: Assignment, form: RatingForm):
    """Say what is missing, and keep the words meanwhile."""
    try:
        saved = _save(request, assignment)
    except (SavedElsewhere, RoundIsClosed) as refusal:
        return _page(request, assignment, form, is_checked=True, notice=_notice(refusal))
    assignment.draft = saved
    form.data = form.data.copy()
    form.data["draft_version"] = str(saved.version)
    return _words_are(SAVED, _page(request, assignment, form, is_checked=True))


def _submit(request, assignment: Assignment, form: RatingForm):
    given = form.cleaned_data
    try:
        submit(
            assignment,
            form.answers(),
            base_revision=given["base_revision"],
            base_version=given["draft_version"] or 0,
            page=request.POST.get("page", ""),
            submission=_submission(request),
            activity=activity_told(request.POST, at=timezone.now()),
            at=timezone.now(),
        )
    except (RatedElsewhere, SavedElsewhere, RoundIsClosed) as refusal:
        form = _on_top_of(request, refusal, assignment)
        return _page(request, assignment, form, notice=_notice(refusal))
    return _words_are(SUBMITTED, _next(request, assignment))


def _submission(request) -> UUID | None:
    """The name that the page's script gave to this submission; a form without it has none."""
    try:
        return UUID(hex=request.POST.get("submission", ""))
    except ValueError:
        return None


def _words_are(became: str, response):
    response[WORDS_ARE] = became
    return response


def _on_top_of(request, refusal: Exception, assignment: Assignment) -> RatingForm:
    """The same words, now on top of what was submitted or saved elsewhere."""
    data = request.POST.copy()
    if isinstance(refusal, RatedElsewhere):
        data["base_revision"] = str(refusal.current.revision)
    stored = Draft.objects.filter(assignment=assignment).first()
    data["draft_version"] = str(stored.version if stored else 0)
    return RatingForm(data, item=_blinded(assignment))


def _notice(refusal: Exception) -> str:
    if isinstance(refusal, RatedElsewhere):
        return _(
            "You submitted this item in another window at %(time)s. Nothing is lost: your words "
            "below are still here. Submit again to replace that answer, or reload to see it."
        ) % {"time": _clock(refusal.current.submitted_at)}
    if isinstance(refusal, SavedElsewhere):
        return _(
            "Another window saved other words for this item at %(time)s. Nothing is lost: yours "
            "are below. Submit again to replace those, or reload to see them."
        ) % {"time": _clock(refusal.draft.saved_at)}
    return _("The round is closed, so nothing more can be submitted. What you submitted stands.")


def _clock(moment) -> str:
    return timezone.localtime(moment).strftime("%H:%M")


def _next(request, assignment: Assignment):
    if "sent_later" in request.POST:
        # Nobody looks at what comes next, so it must not count as shown.
        return HttpResponse(status=204)
    if gives_feedback(assignment):
        address = _address(assignment, "feedback")
        return HttpResponseClientRedirect(address) if request.htmx else redirect(address)
    return _go_on(request, assignment)


def _go_on(request, assignment: Assignment):
    following = next_assignment(assignment.reviewer, assignment.round, after=assignment.position)
    if following is None:
        return _finished(request, assignment)
    if following == assignment:
        # She has put off all that is left, this one too.
        address = reverse("start", args=[assignment.study.public_code])
        return HttpResponseClientRedirect(address) if request.htmx else redirect(address)
    if not request.htmx:
        return redirect(_address(following))
    try:
        following = _assignment(assignment.reviewer, following.round.name, following.position)
        mark_as_shown(following, at=timezone.now())
    except TakenAway:
        # Hers is submitted; only what was to come went to somebody else in this moment.
        address = reverse("start", args=[assignment.study.public_code])
        return HttpResponseClientRedirect(address)
    response = _page(request, following, _opened_form(following))
    return push_url(response, _address(following))


def _finished(request, assignment: Assignment):
    address = reverse("start", args=[assignment.study.public_code])
    if not request.htmx:
        return redirect(address)
    return render(request, "raters/_finished.html", {"address": address})


def _page(request, assignment: Assignment, form: RatingForm, *, is_checked=False, **context):
    rating = current_rating(assignment)
    stored = getattr(assignment, "draft", None)
    context = {
        "item": form.item,
        "form": form,
        "is_checked": is_checked,
        "defect_form": DefectForm(initial=_defect_words(stored)),
        "is_open": assignment.round.is_open,
        "pseudonym": assignment.reviewer.pseudonym,
        "submitted_at": rating.submitted_at if rating else None,
        "defect": rating.get_defect_display() if rating and rating.defect else "",
        "saved_at": stored.saved_at if stored and stored.fields else None,
        "study_title": assignment.study.public_title,
        "is_rehearsal": assignment.study.is_rehearsal,
        "round_kind": assignment.round.kind,
        "place": {"code": assignment.study.public_code, "round": assignment.round.name},
        "start_url": reverse("start", args=[assignment.study.public_code]),
        "guide_url": reverse("guide", args=[assignment.study.public_code]),
        "rate_url": _address(assignment),
        "draft_url": _address(assignment, "draft"),
        "defective_url": _address(assignment, "defective"),
        "put_off_url": "" if rating else _address(assignment, "put_off"),
        "kept_as": kept_as(assignment),
    } | context
    template = "raters/_rating.html" if request.htmx else "raters/rate.html"
    return render(request, template, context)


def _defect_words(stored: Draft | None) -> dict[str, str]:
    """What was typed into the defect form, from the draft."""
    fields = stored.fields if stored else {}
    return {name: fields[name][0] for name in ("defect", "defect_reason") if fields.get(name)}
