"""How is one item shown, with her words in it?"""

from django.http import QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from raters.blinding import blind, neighbours_of
from raters.kept import item_mark, kept_as, kept_by
from raters.message_forms import QuestionForm
from raters.messages import asked_about
from raters.models import Assignment, Draft, Rating
from raters.order_of_rating import is_strict
from raters.practising import attempt_of
from raters.queue import place_in_queue
from raters.rating import (
    BegunAgain,
    OvertakenHere,
    RatedElsewhere,
    RoundIsClosed,
    SavedElsewhere,
    answers_of,
    current_answer,
    current_rating,
)
from raters.rating_form import DefectForm, RatingForm, form_fields, with_one_more_row
from raters.views.places import address_of


def item_page(request, assignment: Assignment, form: RatingForm, *, is_checked=False, **context):
    rating, strict = current_answer(assignment), is_strict(assignment.round)
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
        "opened_on": item_mark(assignment),
        "rate_url": address_of(assignment),
        "draft_url": address_of(assignment, "draft"),
        "defective_url": address_of(assignment, "defective"),
        "is_strict": strict,
        "put_off_url": "" if rating or strict else address_of(assignment, "put_off"),
        "ahead_url": address_of(assignment, "ahead"),
        "shown_url": address_of(assignment, "shown"),
        "kept_as": kept_as(assignment),
        "kept_by": kept_by(assignment.reviewer.user_id),
        "conversation": asked_about(assignment),
        "ask_form": QuestionForm(),
    } | context
    template = "raters/_rating.html" if request.htmx else "raters/rate.html"
    return render(request, template, context)


def _defect_words(stored: Draft | None) -> dict[str, str]:
    """What was typed into the defect form, from the draft."""
    fields = stored.fields if stored else {}
    return {name: fields[name][0] for name in ("defect", "defect_reason") if fields.get(name)}


def blinded(assignment: Assignment):
    return blind(
        assignment.item,
        rubric=assignment.round.rubric,
        beside=neighbours_of(assignment),
        **place_in_queue(assignment),
    )


def opened_form(assignment: Assignment) -> RatingForm:
    """The form as the reviewer left it: her draft, else her last submission, else empty."""
    given = current_answer(assignment)
    # Practice that is repeated opens empty, on top of what is on record.
    rating = current_rating(assignment) if assignment.again_since else given
    stored = getattr(assignment, "draft", None)
    fields = {}
    if stored is not None and stored.fields:
        fields = dict(stored.fields)
    elif given and given.outcome == Rating.Outcome.SCORED:
        fields = form_fields(answers_of(given))
    base = {
        "base_revision": rating.revision if rating else 0,
        "draft_version": stored.version if stored else 0,
        "attempt": attempt_of(assignment),
    }
    if not fields:
        return RatingForm(item=blinded(assignment), initial=base)
    return RatingForm(_as_post(fields, **base), item=blinded(assignment))


def _as_post(fields: dict[str, list[str]], **more) -> QueryDict:
    data = QueryDict(mutable=True)
    for name, values in fields.items():
        data.setlist(name, values)
    for name, value in more.items():
        data[name] = str(value)
    return data


def with_one_more_row_to_fill(request, assignment: Assignment) -> RatingForm:
    """One more row to type evidence (or a deviation) into, for a page without JavaScript."""
    return RatingForm(with_one_more_row(request.POST), item=blinded(assignment))


def on_top_of(request, refusal: Exception, assignment: Assignment) -> RatingForm:
    """The same words, now on top of what was submitted or saved elsewhere."""
    data = request.POST.copy()
    if isinstance(refusal, RatedElsewhere):
        data["base_revision"] = str(refusal.current.revision)
    stored = Draft.objects.filter(assignment=assignment).first()
    data["draft_version"] = str(stored.version if stored else 0)
    data["attempt"] = attempt_of(assignment)
    return RatingForm(data, item=blinded(assignment))


def notice_of(refusal: Exception) -> str:
    if isinstance(refusal, RatedElsewhere):
        return _(
            "You submitted this item in another window at %(time)s. Nothing is lost: your words "
            "below are still here. Submit again to replace that answer, or reload to see it."
        ) % {"time": _clock(refusal.current.submitted_at)}
    if isinstance(refusal, OvertakenHere):
        return _(
            "Newer words from the same page were saved for this item at %(time)s, so what is below "
            "was not taken. Nothing is lost: submit again to replace the newer words, or reload "
            "to see them."
        ) % {"time": _clock(refusal.draft.saved_at)}
    if isinstance(refusal, SavedElsewhere):
        return _(
            "Another window saved other words for this item at %(time)s. Nothing is lost: yours "
            "are below. Submit again to replace those, or reload to see them."
        ) % {"time": _clock(refusal.draft.saved_at)}
    if isinstance(refusal, BegunAgain):
        return _(
            "You have begun to practise again since you opened this page, so these words were not "
            "taken. Nothing is lost: they are below. Submit again to answer with them, or reload "
            "for the empty item."
        )
    return _("The round is closed, so nothing more can be submitted. What you submitted stands.")


def _clock(moment) -> str:
    return timezone.localtime(moment).strftime("%H:%M")


def not_saved(request, assignment: Assignment, refusal: Exception):
    if not request.htmx:
        form = on_top_of(request, refusal, assignment)
        return item_page(request, assignment, form, notice=notice_of(refusal))
    stored = Draft.objects.filter(assignment=assignment).first()
    context = {
        "newer": getattr(refusal, "draft", stored),
        "version": request.POST.get("draft_version", ""),
        "attempt": request.POST.get("attempt", ""),
        "newer_attempt": attempt_of(assignment),
        "is_begun_again": isinstance(refusal, BegunAgain),
        "is_closed": isinstance(refusal, RoundIsClosed),
        "draft_url": address_of(assignment, "draft"),
        "rate_url": address_of(assignment),
    }
    return render(request, "raters/_not_saved.html", context)
