"""What the person who runs a study opens: the study itself, its items, its imports, its rounds."""

from django.contrib import messages
from django.db.models import Count, Q
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from raters.blinding import blind
from raters.forms import ImportForm, StudyForm
from raters.importing.pending import carry_out, discard, keep_upload, plan_of
from raters.importing.problems import ImportRefused
from raters.letting_in import in_practice
from raters.lifecycle import (
    NotPermitted,
    close_round,
    current_round,
    may_change_items,
    open_round,
)
from raters.models import PendingImport, Rating, Study
from raters.panel import change_study, create_study
from raters.permissions import study_admin_required, study_creator_required
from raters.rating_form import RatingForm
from raters.reports import coverage
from raters.scoring import score_rating


@require_http_methods(["GET", "POST"])
@study_creator_required
def create(request):
    form = StudyForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        study = create_study(by=request.user, **form.cleaned_data)
        return redirect(study)
    return render(request, "raters/study_form.html", {"form": form})


@require_GET
@study_admin_required
def show(request, study: Study):
    """The study at a glance: what is there, what is missing, what comes next."""
    round = current_round(study)
    context = {
        "study": study,
        "round": round,
        "counts": study.items.aggregate(
            real=Count("pk", filter=Q(role="real")), controls=Count("pk", filter=Q(role="control"))
        ),
        "arms": study.arms.annotate(n_items=Count("items", filter=Q(items__role="real"))).order_by(
            "name"
        ),
        "n_cases": study.cases.count(),
        "conditions": study.cases.values("condition").annotate(n=Count("pk")).order_by("condition"),
        "n_reviewers": study.reviewers.on_the_panel().count(),
        "may_change_items": may_change_items(study),
        "coverage": coverage(round) if round else [],
        "in_practice": in_practice(study),
        "events": study.audit_events.select_related("actor")[:8],
    }
    return render(request, "raters/study.html", context)


@require_http_methods(["GET", "POST"])
@study_admin_required
def settings(request, study: Study):
    slug = study.slug
    form = StudyForm(request.POST or None, instance=study)
    if request.method == "POST" and form.is_valid():
        try:
            change_study(form.save(commit=False), by=request.user, changed=form.changed_data)
        except NotPermitted as refusal:
            messages.error(request, str(refusal))
            return redirect("study_settings", slug)
        messages.success(request, _("The settings are saved."))
        return redirect(study)
    return render(request, "raters/study_form.html", {"form": form, "study": study})


@require_GET
@study_admin_required
def items(request, study: Study):
    rows = study.items.select_related("case", "arm", "control").annotate(
        n_turns=Count("turns", distinct=True)
    )
    return render(request, "raters/items.html", {"study": study, "items": rows})


@require_GET
@study_admin_required
def item(request, study: Study, pk: int):
    """One item as its reviewers see it, and beside it everything they answered."""
    found = get_object_or_404(
        study.items.select_related("case", "arm", "rubric", "control", "study__rubric"), pk=pk
    )
    blinded = blind(found, rubric=study.rubric)
    ratings = (
        Rating.objects.current()
        .filter(assignment__item=found)
        .select_related(
            "assignment__reviewer",
            "assignment__round",
            "assignment__item__rubric",
            "assignment__item__study__rubric",
        )
        .prefetch_related("scores__question__rubric", "scores__evidence__turn", "deviations__turn")
    )
    context = {
        "study": study,
        "row": found,
        "item": blinded,
        "form": RatingForm(item=blinded),
        "ratings": [(rating, score_rating(rating)) for rating in ratings],
    }
    return render(request, "raters/item.html", context)


@require_http_methods(["GET", "POST"])
@study_admin_required
def upload(request, study: Study):
    """Take the files and how to read them; the next page shows what they would add."""
    form = ImportForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        pending = keep_upload(study, form.upload(), by=request.user)
        return redirect("import_preview", study.slug, pending.pk)
    context = {"study": study, "form": form, "may_change_items": may_change_items(study)}
    return render(request, "raters/import.html", context)


@require_http_methods(["GET", "POST"])
@study_admin_required
def preview(request, study: Study, pk: int):
    """What the kept files would add, and everything that stands in the way; then do it."""
    pending = PendingImport.objects.filter(study=study, pk=pk).first()
    if pending is None:
        messages.info(request, _("This import was carried out or discarded already."))
        return redirect(study)
    if request.method == "POST":
        return _carry_out(request, study, pending)
    plan = plan_of(pending)
    examples = plan.new_items[:3]
    context = {"study": study, "pending": pending, "plan": plan, "examples": examples}
    return render(request, "raters/import_preview.html", context)


def _carry_out(request, study: Study, pending: PendingImport):
    if "discard" in request.POST:
        discard(pending)
        messages.info(request, _("Nothing was imported."))
        return redirect("import", study.slug)
    try:
        checked = "signs_checked" in request.POST
        added = carry_out(pending, by=request.user, signs_checked=checked)
    except (ImportRefused, NotPermitted) as refusal:
        messages.error(request, str(refusal))
        return redirect("import_preview", study.slug, pending.pk)
    text = ngettext("%(count)s item was imported.", "%(count)s items were imported.", added)
    messages.success(request, text % {"count": added})
    return redirect(study)


@require_GET
@study_admin_required
def confirm_closing(request, study: Study):
    """What closing seals, before it does: it cannot be taken back."""
    round = current_round(study)
    if round is None or not round.is_open:
        messages.info(request, _("No round is open."))
        return redirect(study)
    rows = coverage(round)
    unrated = sum(progress.total - progress.done for _name, progress in rows)
    context = {"study": study, "round": round, "coverage": rows, "unrated": unrated}
    context |= {"in_practice": in_practice(study)}
    return render(request, "raters/close_round.html", context)


@require_POST
@study_admin_required
def change_round(request, study: Study):
    """Open the locked round, or close the open one: the button says which."""
    action = request.POST.get("action")
    round = current_round(study)
    try:
        if action == "open":
            opened = open_round(study, by=request.user)
            messages.success(request, _("Round %(n)s is open.") % {"n": opened.number})
        elif action == "close" and round:
            close_round(study, by=request.user)
            messages.success(request, _("Round %(n)s is closed.") % {"n": round.number})
        else:
            raise Http404
    except NotPermitted as refusal:
        messages.error(request, str(refusal))
    return redirect(study)
