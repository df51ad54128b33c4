"""The life of a protocol after its set-up: pilots, downloads, amendments."""

import json
from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from raters.amending import add_round, add_to_the_panel, reopen_design, take_off_the_panel
from raters.audit import record
from raters.design.protocol import canonical, protocol_to_yaml
from raters.filing import protocol_of
from raters.lifecycle import NotPermitted, end_pilot, start_pilot
from raters.models import Protocol, Reviewer, Round, Study
from raters.permissions import study_admin_required
from raters.queue import progress_of_all
from raters.setup_forms import LateReviewerForm, PilotForm, ReasonForm
from raters.states import Action, permits

# By the name of the button: what it does, and the page to go on with.
CHANGES_OF_THE_DESIGN = {"reopen": (reopen_design, "setup"), "round": (add_round, "study")}


@require_GET
@study_admin_required
def public(request, study: Study):
    """The document that may be published, byte for byte what was hashed."""
    protocol = _latest(study)
    return _download(canonical(protocol.document), study, protocol, "protocol.json")


@require_GET
@study_admin_required
def key(request, study: Study):
    """What proves the commitments later; whoever has it is unblinded."""
    protocol = _latest(study)
    record(study, by=request.user, verb="key downloaded", version=protocol.version)
    body = json.dumps(protocol.secret, ensure_ascii=False, indent=1).encode()
    return _download(body, study, protocol, "SECRET-key.json")


@require_GET
@study_admin_required
def file(request, study: Study):
    """Everything that was set up, items and key included, as one file that load_study reads."""
    record(study, by=request.user, verb="protocol file downloaded")
    response = HttpResponse(
        protocol_to_yaml(protocol_of(study)), content_type="application/yaml; charset=utf-8"
    )
    response["Content-Disposition"] = f'attachment; filename="SECRET-{study.slug}.yaml"'
    return response


@require_http_methods(["GET", "POST"])
@study_admin_required
def pilot(request, study: Study):
    """Try the rubric out on a few items; these ratings never enter reliability."""
    if request.method == "POST" and "end" in request.POST:
        _is_done(request, lambda: end_pilot(study, by=request.user))
        return redirect("pilot", study.slug)
    form = PilotForm(request.POST or None, study=study)
    if request.method == "POST" and form.is_valid() and _is_started(request, study, form):
        return redirect("pilot", study.slug)
    study.refresh_from_db()
    rounds = study.rounds.filter(kind=Round.Kind.PILOT).select_related("rubric").order_by("number")
    context = {
        "study": study,
        "form": form,
        "rounds": [(round, progress_of_all(round)) for round in rounds],
        "may_start": permits(study.state, Action.START_PILOT),
        "may_end": permits(study.state, Action.END_PILOT),
    }
    return render(request, "raters/pilot.html", context)


@require_http_methods(["GET", "POST"])
@study_admin_required
def amend(request, study: Study):
    """Every change that a locked study still permits, each with its reason."""
    form = ReasonForm(request.POST or None, auto_id="design-%s")
    if request.method == "GET":
        return _amendments(request, study, design_form=form)
    change, page = CHANGES_OF_THE_DESIGN.get(request.POST.get("action"), (None, None))
    if change is None:
        raise Http404
    if form.is_valid() and _is_done(
        request, lambda: change(study, reason=form.cleaned_data["reason"], by=request.user)
    ):
        return redirect(page, study.slug)
    return _amendments(request, study, design_form=form)


@require_POST
@study_admin_required
def reviewer_left(request, study: Study, pseudonym: str):
    reviewer = get_object_or_404(study.reviewers.human(), pseudonym=pseudonym)
    form = _form_of_leaver(reviewer, request.POST)
    if form.is_valid() and _is_done(
        request,
        lambda: take_off_the_panel(reviewer, reason=form.cleaned_data["reason"], by=request.user),
    ):
        return redirect("panel", study.slug)
    return _amendments(request, study, leaver=reviewer, leaver_form=form)


@require_POST
@study_admin_required
def reviewer_added(request, study: Study):
    form = LateReviewerForm(request.POST, study=study, auto_id="late-%s")
    if form.is_valid() and _is_done(
        request, lambda: add_to_the_panel(study, **form.cleaned_data, by=request.user)
    ):
        return redirect("panel", study.slug)
    return _amendments(request, study, late_form=form)


def _is_started(request, study: Study, form: PilotForm) -> bool:
    given = form.cleaned_data
    return _is_done(
        request,
        lambda: start_pilot(
            study, list(given["reviewers"]), n_items=given["n_items"], by=request.user
        ),
    )


def _form_of_leaver(reviewer: Reviewer, data=None) -> ReasonForm:
    return ReasonForm(data, auto_id=f"left-{reviewer.pseudonym}-%s")


def _amendments(
    request, study: Study, *, design_form=None, late_form=None, leaver=None, leaver_form=None
):
    """The page, with the form that was refused as it was filled in."""
    study.refresh_from_db()
    leavers = [
        (each, leaver_form if each == leaver else _form_of_leaver(each))
        for each in study.reviewers.on_the_panel()
    ]
    context = {
        "study": study,
        "design_form": design_form or ReasonForm(auto_id="design-%s"),
        "late_form": late_form or LateReviewerForm(study=study, auto_id="late-%s"),
        "leavers": leavers,
        "amendments": study.amendments.select_related("by"),
        "may_reopen": permits(study.state, Action.AMEND_DESIGN),
        "may_amend_panel": permits(study.state, Action.AMEND_PANEL),
        "may_add_round": permits(study.state, Action.ADD_ROUND),
        "may_change": permits(study.state, Action.CHANGE_DESIGN),
    }
    return render(request, "raters/amend.html", context)


def _is_done(request, change: Callable[[], object]) -> bool:
    """Carried out, or refused in words."""
    try:
        change()
    except NotPermitted as refusal:
        messages.error(request, str(refusal))
        return False
    messages.success(request, _("Done, and noted in the log."))
    return True


def _latest(study: Study) -> Protocol:
    protocol = Protocol.objects.latest_of(study)
    if protocol is None:
        raise Http404(_("The protocol has not been locked yet."))
    return protocol


def _download(body: bytes, study: Study, protocol: Protocol, ending: str) -> HttpResponse:
    response = HttpResponse(body, content_type="application/json; charset=utf-8")
    mark = "REHEARSAL-" if study.is_rehearsal else ""
    name = f"{mark}{study.slug}-v{protocol.version}-{ending}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
