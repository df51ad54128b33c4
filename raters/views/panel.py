"""The panel's page: reviewers, their links, their progress. And the panel's step of the set-up."""

from django.contrib import messages
from django.forms import modelformset_factory
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from raters.designing import change_design
from raters.forms import ReviewerForm
from raters.letting_in import in_practice, kinds_open_to
from raters.lifecycle import NotPermitted, may_change_items
from raters.models import Reviewer, Study
from raters.panel import (
    add_reviewers,
    change_strata,
    invite,
    remove_reviewer,
    revoke_invitations,
)
from raters.permissions import study_admin_required
from raters.practising import practice_of
from raters.reports import reviewer_rows, round_of_the_panel
from raters.setup_forms import AddToPanelForm, PanelForm, PracticeDecisionForm, StratumForm
from raters.views.setup import saved, step_page


@require_GET
@study_admin_required
def show(request, study: Study):
    return _page(request, study)


@require_POST
@study_admin_required
def add(request, study: Study):
    form = AddToPanelForm(request.POST, levels=study.design.strata)
    if not form.is_valid():
        return _page(request, study, form=form)
    _add(request, study, **form.cleaned_data)
    return redirect("panel", study.slug)


@require_http_methods(["GET", "POST"])
@study_admin_required
def step(request, study: Study):
    """How the panel is recruited, and the level of everybody on it; both are saved together."""
    form = PanelForm(request.POST or None, instance=study.design)
    formset = _strata(request.POST or None, study)
    if request.method == "POST" and form.is_valid() and formset.is_valid():
        return saved(request, study, "panel", lambda: _save_panel(request, study, form, formset))
    return _step(request, study, form=form, formset=formset)


@require_POST
@study_admin_required
def add_at_set_up(request, study: Study):
    form = AddToPanelForm(request.POST, levels=study.design.strata)
    if not form.is_valid():
        return _step(request, study, add_form=form)
    _add(request, study, **form.cleaned_data)
    return redirect("setup_panel", study.slug)


@require_POST
@study_admin_required
def add_judge(request, study: Study):
    _add(request, study, count=1, kind=Reviewer.Kind.LLM_JUDGE)
    return redirect("setup_panel", study.slug)


@require_POST
@study_admin_required
def remove(request, study: Study, pseudonym: str):
    found = get_object_or_404(study.reviewers.filter(left_at=None), pseudonym=pseudonym)
    try:
        remove_reviewer(found, by=request.user)
    except NotPermitted as refusal:
        messages.error(request, str(refusal))
    else:
        text = _("%(name)s is no longer on the panel.") % {"name": pseudonym}
        messages.success(request, text)
    return redirect("setup_panel", study.slug)


@require_http_methods(["GET", "POST"])
@study_admin_required
def reviewer(request, study: Study, pseudonym: str):
    """A reviewer's experience, as the report's panel table tells it, and how practice went."""
    found = get_object_or_404(Reviewer, study=study, pseudonym=pseudonym)
    form = ReviewerForm(request.POST or None, instance=found)
    if request.method == "POST" and form.is_valid():
        form.save()
        return redirect("panel", study.slug)
    return reviewer_page(request, found, form=form)


def reviewer_page(request, reviewer: Reviewer, *, form=None, decision_form=None):
    practice = practice_of(reviewer)
    kinds = kinds_open_to(practice)
    context = {
        "study": reviewer.study,
        "form": form or ReviewerForm(instance=reviewer),
        "practice": practice,
        "outcomes": reviewer.practice_outcomes.select_related("round"),
        "decisions": reviewer.practice_decisions.select_related("by", "round"),
        "decision_form": decision_form or (PracticeDecisionForm(kinds=kinds) if kinds else None),
    }
    return render(request, "raters/reviewer_form.html", context)


@require_POST
@study_admin_required
def issue_link(request, study: Study, pseudonym: str):
    """Make a new link and show it this once; only its digest is kept."""
    found = get_object_or_404(study.reviewers.on_the_panel(), pseudonym=pseudonym)
    invitation, token = invite(study, found.user, by=request.user)
    link = request.build_absolute_uri(reverse("invitation", args=[token]))
    issued = {"pseudonym": found.pseudonym, "link": link, "until": invitation.expires_at}
    return _page(request, study, issued=issued)


@require_POST
@study_admin_required
def revoke_link(request, study: Study, pseudonym: str):
    found = get_object_or_404(Reviewer, study=study, pseudonym=pseudonym, user__isnull=False)
    revoke_invitations(study, found.user, by=request.user)
    messages.success(
        request,
        _("The links of %(name)s no longer work, and open sessions were ended.")
        % {"name": pseudonym},
    )
    return redirect("panel", study.slug)


def _add(request, study: Study, *, count: int, **more) -> None:
    try:
        added = add_reviewers(study, count, by=request.user, **more)
    except NotPermitted as refusal:
        messages.error(request, str(refusal))
        return
    names = ", ".join(reviewer.pseudonym for reviewer in added)
    messages.success(request, _("Added: %(names)s") % {"names": names})


def _save_panel(request, study: Study, form: PanelForm, formset) -> None:
    change_design(form.save(commit=False), by=request.user, changed=form.changed_data)
    change_strata(study, formset.save(commit=False), by=request.user)


def _strata(data, study: Study):
    formset_class = modelformset_factory(Reviewer, form=StratumForm, extra=0, edit_only=True)
    rows = study.reviewers.filter(left_at=None)
    levels = {"strata": study.design.strata}
    return formset_class(data, queryset=rows, prefix="strata", form_kwargs=levels)


def _step(request, study: Study, *, form=None, formset=None, add_form=None):
    context = {
        "form": form or PanelForm(instance=study.design),
        "formset": formset or _strata(None, study),
        "add_form": add_form or AddToPanelForm(levels=study.design.strata),
    }
    return step_page(request, study, "panel", **context)


def _page(request, study: Study, *, form=None, issued=None):
    context = {
        "study": study,
        "rows": reviewer_rows(study, at=timezone.now()),
        "counted": round_of_the_panel(study),
        "form": form or AddToPanelForm(levels=study.design.strata),
        "issued": issued,
        "in_practice": in_practice(study),
        "may_change": may_change_items(study),
    }
    return render(request, "raters/panel.html", context)
