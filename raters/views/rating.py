"""What a reviewer opens: her start page, the guide, and one item at a time."""

from django.http import Http404, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import push_url

from raters.blinding import blind
from raters.forms import DefectForm, RatingForm, form_fields
from raters.lifecycle import current_round
from raters.models import Assignment, Rating, Reviewer
from raters.permissions import reviewer_required
from raters.queue import next_assignment, progress
from raters.rating import (
    RatedElsewhere,
    RoundIsClosed,
    answers_of,
    current_rating,
    mark_as_shown,
    report_defect,
    save_draft,
    submit,
)
from rubrics.guide import guide_to


@require_GET
@reviewer_required
def start(request, reviewer: Reviewer):
    """Where a reviewer begins, comes back to, and ends."""
    round = current_round(reviewer.study)
    if round is None:
        return render(request, "raters/start.html", {"study": reviewer.study})
    mine = reviewer.assignments.filter(round=round).in_presentation_order()
    rated = set(mine.rated().values_list("position", flat=True))
    context = {
        "study": reviewer.study,
        "pseudonym": reviewer.pseudonym,
        "round": round,
        "progress": progress(reviewer, round),
        "next": next_assignment(reviewer, round),
        "positions": [(p, p in rated) for p in mine.values_list("position", flat=True)],
    }
    return render(request, "raters/start.html", context)


@require_GET
@reviewer_required
def guide(request, reviewer: Reviewer):
    study = reviewer.study
    return render(request, "raters/guide.html", {"study": study, "guide": guide_to(study.rubric)})


@require_http_methods(["GET", "POST"])
@reviewer_required
def rate(request, reviewer: Reviewer, round_number: int, position: int):
    """Show the item at this reviewer's position; take her answer to it."""
    assignment = _assignment(reviewer, round_number, position)
    if request.method == "GET":
        mark_as_shown(assignment, at=timezone.now())
        return _page(request, assignment, _opened_form(assignment))
    form = RatingForm(request.POST, item=_blinded(assignment))
    if "add_citation" in request.POST:
        return _page(request, assignment, _with_one_more_citation(request, assignment))
    if not form.is_valid():
        return _page(request, assignment, form, is_checked=True)
    return _submit(request, assignment, form)


@require_POST
@reviewer_required
def draft(request, reviewer: Reviewer, round_number: int, position: int):
    """Keep the words as they stand; answer with the state of saving, or go back to the item."""
    assignment = _assignment(reviewer, round_number, position)
    version = request.POST.get("draft_version", "")
    try:
        saved = save_draft(
            assignment,
            request.POST,
            base_version=int(version) if version.isdecimal() else 0,
            at=timezone.now(),
        )
    except RoundIsClosed:
        saved = None
    if request.htmx:
        return render(request, "raters/_save_state.html", {"saved": saved})
    return redirect(_address(assignment))


@require_POST
@reviewer_required
def defective(request, reviewer: Reviewer, round_number: int, position: int):
    """This item cannot be judged: a recorded end of it, with a reason."""
    assignment = _assignment(reviewer, round_number, position)
    form = DefectForm(request.POST)
    if not form.is_valid():
        return _page(request, assignment, _opened_form(assignment), defect_form=form)
    try:
        report_defect(
            assignment,
            defect=form.cleaned_data["defect"],
            reason=form.cleaned_data["reason"],
            base_revision=form.cleaned_data["base_revision"],
            at=timezone.now(),
        )
    except (RatedElsewhere, RoundIsClosed) as refusal:
        return _page(request, assignment, _opened_form(assignment), notice=_notice(refusal))
    return _next(request, assignment)


def _assignment(reviewer: Reviewer, round_number: int, position: int) -> Assignment:
    mine = reviewer.assignments.select_related(
        "round", "study__rubric", "item__case", "item__rubric", "item__study__rubric"
    )
    found = mine.filter(round__number=round_number, position=position).first()
    if found is None:
        raise Http404(_("You have no item at this place."))
    return found


def _blinded(assignment: Assignment):
    peers = Assignment.objects.filter(round=assignment.round, reviewer=assignment.reviewer)
    return blind(assignment.item, position=assignment.position, total=peers.count())


def _address(assignment: Assignment, name: str = "rate") -> str:
    place = [assignment.study.public_code, assignment.round.number, assignment.position]
    return reverse(name, args=place)


def _opened_form(assignment: Assignment) -> RatingForm:
    """The form as the reviewer left it: her draft, else her last submission, else empty."""
    rating = current_rating(assignment)
    stored = getattr(assignment, "draft", None)
    fields = {}
    if stored is not None:
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


def _with_one_more_citation(request, assignment: Assignment) -> RatingForm:
    data = request.POST.copy()
    name = f"{data['add_citation']}-evidence-TOTAL_FORMS"
    rows = data.get(name, "")
    if rows.isdecimal():
        data[name] = str(min(int(rows) + 1, 40))
    return RatingForm(data, item=_blinded(assignment))


def _submit(request, assignment: Assignment, form: RatingForm):
    base = form.cleaned_data["base_revision"]
    try:
        submit(assignment, form.answers(), base_revision=base, at=timezone.now())
    except RatedElsewhere as refusal:
        data = request.POST.copy()
        data["base_revision"] = str(refusal.current.revision)
        form = RatingForm(data, item=form.item)
        return _page(request, assignment, form, notice=_notice(refusal))
    except RoundIsClosed as refusal:
        return _page(request, assignment, form, notice=_notice(refusal))
    return _next(request, assignment)


def _notice(refusal: Exception) -> str:
    if isinstance(refusal, RatedElsewhere):
        return _(
            "You submitted this item in another window at %(time)s. Nothing is lost: your words "
            "below are still here. Submit again to replace that answer, or reload to see it."
        ) % {"time": timezone.localtime(refusal.current.submitted_at).strftime("%H:%M")}
    return _("The round is closed, so nothing more can be submitted. What you submitted stands.")


def _next(request, assignment: Assignment):
    following = next_assignment(assignment.reviewer, assignment.round, after=assignment.position)
    if following is None:
        address = reverse("start", args=[assignment.study.public_code])
        return (
            render(request, "raters/_finished.html", {"address": address})
            if (request.htmx)
            else redirect(address)
        )
    if not request.htmx:
        return redirect(_address(following))
    following = _assignment(assignment.reviewer, following.round.number, following.position)
    mark_as_shown(following, at=timezone.now())
    response = _page(request, following, _opened_form(following))
    return push_url(response, _address(following))


def _page(request, assignment: Assignment, form: RatingForm, *, is_checked=False, **context):
    rating = current_rating(assignment)
    base = {"base_revision": rating.revision if rating else 0}
    context = {
        "item": form.item,
        "form": form,
        "is_checked": is_checked,
        "defect_form": DefectForm(initial=base),
        "is_open": assignment.round.is_open,
        "submitted_at": rating.submitted_at if rating else None,
        "defect": rating.get_defect_display() if rating and rating.defect else "",
        "saved_at": getattr(assignment, "draft", None) and assignment.draft.saved_at,
        "study_title": assignment.study.public_title,
        "is_rehearsal": assignment.study.is_rehearsal,
        "start_url": reverse("start", args=[assignment.study.public_code]),
        "guide_url": reverse("guide", args=[assignment.study.public_code]),
        "rate_url": _address(assignment),
        "draft_url": _address(assignment, "draft"),
        "defective_url": _address(assignment, "defective"),
    } | context
    template = "raters/_rating.html" if request.htmx else "raters/rate.html"
    return render(request, template, context)
