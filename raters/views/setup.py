"""The set-up of a study: a checklist, and a page for each of its steps."""

from django.contrib import messages
from django.db.models import Count
from django.forms import modelformset_factory
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from raters.allocating import workload_of
from raters.checklist import GATES, STEPS, fixes_of, ranked, steps_of
from raters.coverage import coverage_of, coverage_rows, why_infeasible
from raters.design.review import as_text
from raters.designing import change_anchors, change_arms, change_design, change_rubric
from raters.expecting import expected_of
from raters.exporting.records import csv_lines
from raters.lifecycle import NotPermitted, may_change_items, why_not
from raters.locking import lock, missing_for_locking
from raters.models import Arm, Protocol, SignOff, Study
from raters.permissions import study_admin_required
from raters.reviewing import review_of
from raters.setup_forms import (
    AllocationForm,
    ArmForm,
    ArmFormSet,
    JudgeForm,
    LockForm,
    QuestionForm,
    ReasonForm,
    ReferenceForm,
    ReliabilityForm,
    RubricForm,
)
from raters.signing import digest_of, latest_sign_off, sign
from raters.states import Action, permits
from rubrics.warnings import warnings

MOST_NAMED = 10
# What the page that plans the precision hands over.
FROM_THE_PLAN = ("expected_icc", "rater_share", "width")


@require_GET
@study_admin_required
def show(request, study: Study):
    """All steps at a glance: done, or what each needs."""
    review = review_of(study)
    steps = steps_of(study, review)
    context = {
        "study": study,
        "steps": steps,
        "review": review,
        "n_done": sum(step.is_done for step in steps),
        "first_open": next((step for step in steps if not step.is_done), None),
    }
    return render(request, "raters/setup/index.html", context)


@require_http_methods(["GET", "POST"])
@study_admin_required
def question(request, study: Study):
    return _design_step(request, study, "question", QuestionForm)


@require_http_methods(["GET", "POST"])
@study_admin_required
def arms(request, study: Study):
    """The arms in one form set, the reference beside them; both are saved together."""
    formset_class = modelformset_factory(
        Arm,
        form=ArmForm,
        formset=ArmFormSet,
        extra=1 if may_change_items(study) else 0,
        can_delete=True,
        can_delete_extra=False,
    )
    counts = {"n_items": Count("items"), "n_cases": Count("items__case", distinct=True)}
    rows = study.arms.annotate(**counts).order_by("name")
    formset = formset_class(request.POST or None, queryset=rows, prefix="arms")
    form = ReferenceForm(request.POST or None, instance=study.design)
    if request.method == "POST" and formset.is_valid() and form.is_valid():
        return saved(request, study, "arms", lambda: _save_arms(request, study, formset, form))
    return step_page(request, study, "arms", form=form, formset=formset)


def _save_arms(request, study: Study, formset, form: ReferenceForm) -> None:
    changed = formset.save(commit=False)
    design = form.save(commit=False)
    if design.reference_from_arm in formset.deleted_objects:
        design.reference_from_arm = None
    change_arms(study, changed, removed=formset.deleted_objects, by=request.user)
    change_design(design, by=request.user, changed=form.changed_data)


@require_http_methods(["GET", "POST"])
@study_admin_required
def rubric(request, study: Study):
    chosen = study.rubric
    form = RubricForm(request.POST or None, instance=study)
    if request.method == "POST" and form.is_valid():
        return saved(request, study, "rubric", lambda: _save_rubric(request, study, form))
    may_change = permits(study.state, Action.CHANGE_RUBRIC)
    context = {"form": form, "chosen": chosen, "may_change": may_change}
    if chosen is not None:
        context |= {"spec": chosen.spec, "warnings": warnings(chosen.spec)}
    return step_page(request, study, "rubric", **context)


def _save_rubric(request, study: Study, form: RubricForm) -> None:
    lost = change_rubric(study, form.cleaned_data["rubric"], by=request.user)
    if lost:
        named = ", ".join(lost[:MOST_NAMED]) + (" …" if len(lost) > MOST_NAMED else "")
        text = _(
            "This rubric does not ask the same, so %(n)s expected answers of planted items are "
            "gone: %(keys)s. Write them anew at the step “Controls”."
        )
        messages.warning(request, text % {"n": len(lost), "keys": named})


@require_http_methods(["GET", "POST"])
@study_admin_required
def reliability(request, study: Study):
    """What is planned, beside the interval that it leads to."""
    handed_over = request.GET if request.method == "GET" else {}
    from_plan = {name: handed_over[name] for name in FROM_THE_PLAN if name in handed_over}
    context = {"expected": expected_of(study), "is_from_plan": bool(from_plan)}
    return _design_step(
        request, study, "reliability", ReliabilityForm, initial=from_plan, **context
    )


@require_http_methods(["GET", "POST"])
@study_admin_required
def judge(request, study: Study):
    return _design_step(request, study, "judge", JudgeForm)


@require_http_methods(["GET", "POST"])
@study_admin_required
def allocation(request, study: Study):
    form = AllocationForm(request.POST or None, instance=study.design)
    if request.method == "POST" and form.is_valid():
        picked = form.cleaned_data["picked"]
        return saved(
            request,
            study,
            "allocation",
            lambda: (
                change_design(form.save(commit=False), by=request.user, changed=form.changed_data),
                change_anchors(study, picked, by=request.user),
            ),
        )
    why = why_infeasible(study)
    context = {
        "why_not": why,
        "coverage": None if why else coverage_of(study),
        "workload": workload_of(study),
    }
    return step_page(request, study, "allocation", form=form, **context)


@require_GET
@study_admin_required
def coverage_csv(request, study: Study):
    """The coverage matrix as a table: one row for each reviewer and what she rates."""
    if why_infeasible(study) or coverage_of(study) is None:
        raise Http404(_("There is no allocation yet."))
    lines = csv_lines(("reviewer", "item", "set"), coverage_rows(study))
    response = StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{study.slug}-coverage.csv"'
    return response


@require_GET
@study_admin_required
def review(request, study: Study):
    """The seed's standard output, each risk and fix with the step where it is mended."""
    found = review_of(study)
    # The last three sections are the risks, the fixes and the decision: here they have links.
    context = {"sections": found.sections[:-3], "ranked": ranked(found), "fixes": fixes_of(found)}
    return step_page(request, study, "review", review=found, **context)


@require_GET
@study_admin_required
def review_text(request, study: Study):
    text = as_text(review_of(study), translate=_)
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{study.slug}-review.txt"'
    return response


@require_http_methods(["GET", "POST"])
@study_admin_required
def lock_protocol(request, study: Study):
    form = LockForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            lock(study, by=request.user, despite=form.cleaned_data["despite"])
        except NotPermitted as refusal:
            # Shown again with the reason that was typed.
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("The protocol is locked."))
            return redirect("setup_lock", study.slug)
    context = {
        "form": form,
        "missing": missing_for_locking(study),
        "protocol": Protocol.objects.latest_of(study),
        "amendments": study.amendments.select_related("by"),
        "reason_form": ReasonForm(),
        "may_lock": permits(study.state, Action.LOCK),
        "may_open": permits(study.state, Action.OPEN),
        "may_reopen": permits(study.state, Action.AMEND_DESIGN),
    }
    return step_page(request, study, "lock", **context)


@require_POST
@study_admin_required
def confirm(request, study: Study, gate: str):
    """A gate of the seed, signed off with a name and a time."""
    step = next((key for key, each in GATES.items() if each == gate), None)
    if step is None:
        raise Http404
    seen = request.POST.get("digest", "")
    try:
        sign(study, SignOff.Gate(gate), by=request.user, seen=seen)
    except NotPermitted as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("Confirmed."))
    return redirect(f"setup_{step}", study.slug)


def _design_step(request, study: Study, key: str, form_class, *, initial=None, **context):
    """A step whose whole page is one form on the design."""
    form = form_class(request.POST or None, instance=study.design, initial=initial)
    if request.method == "POST" and form.is_valid():
        return saved(
            request,
            study,
            key,
            lambda: change_design(
                form.save(commit=False), by=request.user, changed=form.changed_data
            ),
        )
    return step_page(request, study, key, form=form, **context)


def saved(request, study: Study, key: str, change):
    """Carry the change out; then the step again, which says what it still needs, or the next."""
    try:
        change()
    except NotPermitted as refusal:
        messages.error(request, str(refusal))
        return redirect(f"setup_{key}", study.slug)
    messages.success(request, _("Saved."))
    keys = list(STEPS)
    following = keys[keys.index(key) + 1 :][:1] if "next" in request.POST else []
    return redirect(f"setup_{(following or [key])[0]}", study.slug)


def step_page(request, study: Study, key: str, *, template: str = "", review=None, **context):
    """The frame of a step: all steps, what the review says here, the gate's sign-off.

    `template` is named where it is not the step's own, `review` where it is there already.
    """
    review = review or review_of(study)
    steps = steps_of(study, review)
    index = list(STEPS).index(key)
    gate = GATES.get(key)
    sign_off = latest_sign_off(study, gate) if gate else None
    digest = digest_of(study, gate) if gate else ""
    context = {
        "study": study,
        "steps": steps,
        "step": steps[index],
        "following": steps[index + 1] if index + 1 < len(steps) else None,
        "review": review,
        "findings": [finding for finding in ranked(review) if finding.step == key],
        "may_change": may_change_items(study),
        "refusal": why_not(study, Action.CHANGE_DESIGN),
        "gate": gate,
        "sign_off": sign_off,
        "sign_off_holds": sign_off is not None and sign_off.digest == digest,
        "digest": digest,
    } | context
    return render(request, f"raters/setup/{template or key}.html", context)
