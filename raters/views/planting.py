"""The step “Controls”: the planted items, how one is made, and hidden repeats."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from raters.designing import change_design
from raters.lifecycle import NotPermitted
from raters.models import Study
from raters.permissions import study_admin_required
from raters.planting import (
    PlantingRefused,
    change_key,
    plant,
    planted,
    planted_items,
    share_of_practice,
)
from raters.planting import remove as remove_planted
from raters.planting_forms import ChangeKeyForm, PlantForm
from raters.setup_forms import ControlsForm
from raters.views.setup import saved, step_page

ITEMS_FOUND_AT_MOST = 50


@require_http_methods(["GET", "POST"])
@study_admin_required
def controls(request, study: Study):
    """What is planted, and the form of hidden repeats and of practice."""
    form = ControlsForm(request.POST or None, instance=study.design)
    if request.method == "POST" and form.is_valid():
        return saved(
            request,
            study,
            "controls",
            lambda: change_design(
                form.save(commit=False), by=request.user, changed=form.changed_data
            ),
        )
    rows = planted_items(study)
    share = share_of_practice(study, rows)
    return step_page(request, study, "controls", form=form, rows=rows, share=share)


@require_GET
@study_admin_required
def choose(request, study: Study):
    """The item to start from, looked for by a part of its id."""
    sought = request.GET.get("q", "").strip()
    items = study.items.select_related("case", "arm").order_by("source_id")
    if sought:
        items = items.filter(source_id__icontains=sought)
    found = list(items[: ITEMS_FOUND_AT_MOST + 1])
    return step_page(
        request,
        study,
        "controls",
        template="choose_item",
        q=sought,
        found=found[:ITEMS_FOUND_AT_MOST],
        is_cut=len(found) > ITEMS_FOUND_AT_MOST,
    )


@require_http_methods(["GET", "POST"])
@study_admin_required
def plant_from(request, study: Study, pk: int):
    """The words of an item, to be changed, and what a careful reviewer answers to them."""
    original = get_object_or_404(_items(study), pk=pk)
    form = PlantForm(request.POST or None, item=original)
    if request.method == "POST" and form.is_valid():
        carried_out = _carried_out(
            request, form, lambda: plant(original, form.planting(), by=request.user)
        )
        if carried_out:
            return redirect("setup_controls", study.slug)
    return step_page(request, study, "controls", template="control", form=form, original=original)


@require_http_methods(["GET", "POST"])
@study_admin_required
def control(request, study: Study, pk: int):
    """The key of a planted item: its flavour, its expected answers, its explanation."""
    item = get_object_or_404(planted(study), pk=pk)
    form = ChangeKeyForm(request.POST or None, item=item)
    if request.method == "POST" and form.is_valid():
        carried_out = _carried_out(
            request, form, lambda: change_key(item, form.key, by=request.user)
        )
        if carried_out:
            return redirect("setup_controls", study.slug)
    return step_page(request, study, "controls", template="control", form=form, item=item)


@require_POST
@study_admin_required
def remove(request, study: Study, pk: int):
    item = get_object_or_404(planted(study), pk=pk)
    try:
        remove_planted(item, by=request.user)
    except (PlantingRefused, NotPermitted) as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("Removed: %(id)s") % {"id": item.source_id})
    return redirect("setup_controls", study.slug)


def _carried_out(request, form, change) -> bool:
    """What cannot be so is said in the form, which keeps what was typed."""
    try:
        change()
    except PlantingRefused as refusal:
        form.add_error(None, str(refusal))
        return False
    except NotPermitted as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("Saved."))
    return True


def _items(study: Study):
    return study.items.select_related("case", "arm", "rubric", "study__rubric")
