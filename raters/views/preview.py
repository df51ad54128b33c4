"""The rating page as a reviewer would get it, for the person who sets the study up."""

from django.http import Http404
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from raters.lifecycle import missing_for_rating
from raters.models import Study
from raters.permissions import study_admin_required
from raters.previewing import PSEUDONYM, Preview, preview_of
from raters.rating_form import DefectForm, RatingForm, with_one_more_row
from rubrics.guide import guide_to
from rubrics.views import preview_of as questions_of


@require_http_methods(["GET", "POST"])
@study_admin_required
def show(request, study: Study, position: int = 1):
    """The item at this place. What is sent is checked as in the round, and stored nowhere."""
    preview = preview_of(study)
    if not preview.places:
        return _nothing_to_show(request, study)
    if not 1 <= position <= len(preview.places):
        raise Http404(_("There is no item at this place."))
    item = preview.shown_at(position)
    if request.method == "GET":
        return _page(request, preview, RatingForm(item=item, initial={"base_revision": 0}))
    if "add_citation" in request.POST:
        return _page(request, preview, RatingForm(with_one_more_row(request.POST), item=item))
    form = RatingForm(request.POST, item=item)
    return _page(request, preview, form, is_complete=form.is_valid(), is_checked=True)


@require_GET
@study_admin_required
def guide(request, study: Study):
    """The guide that reviewers can open beside each item."""
    shown = guide_to(study.rubric.shown) if study.rubric else None
    context = {"study": study, "guide": shown, "is_preview": True}
    return render(request, "raters/guide.html", context)


def _page(request, preview: Preview, form: RatingForm, **context):
    study, position = preview.study, form.item.position
    here = reverse("as_reviewer", args=[study.slug, position])
    context = {
        "study": study,
        "is_preview": True,
        "row": preview.item_at(position),
        "earlier": position - 1,
        "later": position + 1 if position < len(preview.places) else 0,
        "item": form.item,
        "form": form,
        "defect_form": DefectForm(),
        "is_open": True,
        "pseudonym": PSEUDONYM,
        "study_title": study.public_title,
        "is_rehearsal": study.is_rehearsal,
        "round_kind": "live",
        "start_url": reverse("setup", args=[study.slug]),
        "guide_url": reverse("guide_as_reviewer", args=[study.slug]),
        "rate_url": here,
    } | context
    return render(request, "raters/preview.html", context)


def _nothing_to_show(request, study: Study):
    """No item yet: what is missing, and the questions where there is a rubric."""
    context = {
        "study": study,
        "missing": missing_for_rating(study),
        "previews": questions_of(study.rubric.shown) if study.rubric else [],
    }
    return render(request, "raters/preview_empty.html", context)
