"""Messages between a reviewer and those who run the study, as each of the two opens them."""

from django.contrib import messages
from django.http import StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods
from django_htmx.http import reswap, retarget

from raters.conversations import conversation_with, conversations_of, told_to_the_panel
from raters.exporting.messages import MESSAGE_COLUMNS, message_records, stamp_of_messages
from raters.exporting.records import csv_lines
from raters.exporting.stamping import file_name
from raters.lifecycle import NotPermitted
from raters.message_forms import AnswerForm, MessageForm, NoteForm, QuestionForm, ToTheStudyForm
from raters.messages import (
    ask,
    asked_about,
    mark_as_read,
    may_be_asked_about,
    messages_for,
    tell,
    tell_panel,
)
from raters.models import Assignment, Reviewer, Round, Study
from raters.permissions import enrolled_reviewer_required, study_admin_required
from raters.queue import place_in_queue
from raters.slips import slips_in
from raters.views.words import NOT_SAVED, SAVED, WORDS_ARE


@require_http_methods(["GET", "POST"])
@enrolled_reviewer_required
def question(request, reviewer: Reviewer, round_name: str, position: int):
    """Her question about one item that she has seen, and what was answered to it."""
    assignment = _seen(reviewer, round_name, position)
    form = QuestionForm(request.POST or None)
    if request.method == "POST" and _is_somebody_elses_page(request, reviewer):
        return _refuse_somebody_elses_page(request)
    is_sent = request.method == "POST" and _send(form, reviewer, about=assignment)
    if is_sent and not request.htmx:
        return redirect("ask", reviewer.study.public_code, round_name, position)
    asked = asked_about(assignment)
    more = {"shown": asked, "said": asked.messages, "item": place_in_queue(assignment)}
    return _answered(request, reviewer, form, is_sent=is_sent, **more)


@require_http_methods(["GET", "POST"])
@enrolled_reviewer_required
def note(request, reviewer: Reviewer):
    """What she writes about no item, and everything that was written to her."""
    form = NoteForm(request.POST or None)
    if request.method == "POST" and _is_somebody_elses_page(request, reviewer):
        return _refuse_somebody_elses_page(request)
    is_sent = request.method == "POST" and _send(form, reviewer, about=None)
    if is_sent and not request.htmx:
        return redirect("write_to_study", reviewer.study.public_code)
    inbox = messages_for(reviewer)
    # In place the earlier ones stand there already.
    said = inbox.latest if request.htmx else inbox.messages
    response = _answered(request, reviewer, form, is_sent=is_sent, shown=inbox, said=said)
    mark_as_read(reviewer, inbox)
    return response


@require_http_methods(["GET", "POST"])
@study_admin_required
def show(request, study: Study):
    """Every conversation, those first that wait; and a message to one reviewer or to all."""
    form = MessageForm(request.POST or None, study=study)
    slips = ()
    if request.method == "POST" and form.is_valid():
        to = form.cleaned_data["to"]
        slips = slips_in(form.cleaned_data["text"], study=study, to=to)
        if _are_confirmed(request, slips) and _write(request, study, form, slips, to=to):
            return redirect("messages", study.slug)
    context = {
        "study": study,
        "form": form,
        "slips": slips,
        "conversations": conversations_of(study),
        "to_panel": told_to_the_panel(study),
        "is_open": study.rounds.open().exists(),
    }
    return render(request, "raters/messages.html", context)


@require_http_methods(["GET", "POST"])
@study_admin_required
def answer(request, study: Study, pseudonym: str):
    reviewer = get_object_or_404(study.reviewers.human(), pseudonym=pseudonym)
    return _answer(request, study, reviewer, None)


@require_http_methods(["GET", "POST"])
@study_admin_required
def answer_about(request, study: Study, pseudonym: str, round_name: str, position: int):
    reviewer = get_object_or_404(study.reviewers.human(), pseudonym=pseudonym)
    return _answer(request, study, reviewer, _seen(reviewer, round_name, position))


@require_GET
@study_admin_required
def messages_csv(request, study: Study):
    at = timezone.now()
    lines = csv_lines(MESSAGE_COLUMNS, message_records(study, at=at))
    response = StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8")
    name = file_name(stamp_of_messages(study, at=at), "messages.csv")
    response["Content-Disposition"] = content_disposition_header(True, name)
    return response


def _seen(reviewer: Reviewer, round_name: str, position: int) -> Assignment:
    rounds = Round.objects.filter(study=reviewer.study).opened().named(round_name)
    mine = may_be_asked_about(reviewer).select_related("item__arm", "item__control")
    return get_object_or_404(mine, round__in=rounds, position=position)


def _is_somebody_elses_page(request, reviewer: Reviewer) -> bool:
    """The page was opened by one reviewer and is sent by another: one browser, two people."""
    return request.POST.get("asked_by", reviewer.pseudonym) != reviewer.pseudonym


def _refuse_somebody_elses_page(request):
    if not request.htmx:
        return render(request, "raters/somebody_elses_page.html", status=409)
    notice = render(request, "raters/_somebody_elses_page.html")
    return reswap(retarget(notice, "#notice"), "innerHTML")


def _send(form: ToTheStudyForm, reviewer: Reviewer, *, about: Assignment | None) -> bool:
    if not form.is_valid():
        return False
    try:
        ask(reviewer, form.cleaned_data["text"], about=about, at=timezone.now())
    except NotPermitted as refusal:
        form.add_error("text", str(refusal))
        return False
    return True


def _answered(request, reviewer: Reviewer, form, *, is_sent: bool, **shown):
    """In place the conversation alone, with the word on what became of her message."""
    context = {"study": reviewer.study, "ask_form": form, "address": request.path} | shown
    if not request.htmx:
        return render(request, "raters/asked.html", context)
    response = render(request, "raters/_conversation.html", context)
    response[WORDS_ARE] = SAVED if is_sent else NOT_SAVED
    return response


def _answer(request, study: Study, reviewer: Reviewer, place: Assignment | None):
    form, slips = AnswerForm(request.POST or None), ()
    if request.method == "POST" and form.is_valid():
        slips = slips_in(form.cleaned_data["text"], study=study, to=reviewer)
        if _are_confirmed(request, slips) and _tell(request, form, slips, to=reviewer, about=place):
            return redirect("messages", study.slug)
    context = {
        "study": study,
        "form": form,
        "slips": slips,
        "conversation": conversation_with(reviewer, place),
        "is_open": study.rounds.open().exists(),
    }
    return render(request, "raters/answer.html", context)


def _are_confirmed(request, slips) -> bool:
    """Each of the telling words was shown, and is sent all the same."""
    return {slip.words for slip in slips} <= set(request.POST.getlist("confirmed"))


def _write(request, study: Study, form: MessageForm, slips, *, to: Reviewer | None) -> bool:
    """`to` is None for the whole panel."""
    if to is not None:
        return _tell(request, form, slips, to=to, about=None)
    tell_panel(study, form.cleaned_data["text"], **_sending(request, slips))
    messages.success(request, _("Sent to the whole panel."))
    return True


def _tell(request, form, slips, *, to: Reviewer, about: Assignment | None) -> bool:
    try:
        tell(to, form.cleaned_data["text"], about=about, **_sending(request, slips))
    except NotPermitted as refusal:
        form.add_error("text", str(refusal))
        return False
    messages.success(request, _("Sent to %(name)s.") % {"name": to})
    return True


def _sending(request, slips) -> dict:
    return {"by": request.user, "at": timezone.now(), "despite": [slip.kind for slip in slips]}
