"""The step “Cases and items”: what is there, and what the transcripts give away."""

from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods

from raters.arm_cases import cases_by_arm
from raters.lifecycle import NotPermitted
from raters.masking import chosen, count_by_kind, keep, kept_texts, mask, open_finds, same_words
from raters.models import Study
from raters.permissions import study_admin_required
from raters.views.setup import step_page

HITS_ON_A_PAGE = 50
KEPT_ON_A_PAGE = 100


@require_GET
@study_admin_required
def items(request, study: Study):
    return step_page(
        request,
        study,
        "items",
        cases=cases_by_arm(study),
        n_training=study.items.training().count(),
        n_controls=study.items.controls().count(),
        kinds=count_by_kind(open_finds(study)),
        n_kept=kept_texts(study).count(),
    )


@require_http_methods(["GET", "POST"])
@study_admin_required
def hits(request, study: Study):
    """Every open place with the words around it; each is masked, or kept with a reason."""
    if request.method == "POST":
        return _decided(request, study)
    finds = open_finds(study)
    page = Paginator(finds, HITS_ON_A_PAGE).get_page(request.GET.get("page"))
    alike = same_words(finds)
    rows = [(found, alike[found.says] - 1) for found in page]
    kept = kept_texts(study)
    newest = list(kept.select_related("item", "by").order_by("-pk")[:KEPT_ON_A_PAGE])
    context = {"page": page, "rows": rows, "kept": newest, "n_kept": kept.count()}
    return step_page(request, study, "items", template="scan", **context)


def _decided(request, study: Study):
    """The find named by `hit`, and with `everywhere` all that say the same words."""
    everywhere = bool(request.POST.get("everywhere"))
    finds = chosen(open_finds(study), request.POST.get("hit", ""), everywhere=everywhere)
    if finds:
        _carry_out(request, study, finds)
    else:
        messages.info(request, _("These words were masked, kept or changed meanwhile."))
    page = urlencode({"page": request.POST.get("page") or 1})
    return redirect(f"{reverse('setup_scan', args=[study.slug])}?{page}")


def _carry_out(request, study: Study, finds) -> None:
    try:
        if request.POST.get("action") == "mask":
            n = mask(study, finds, by=request.user)
            said = ngettext("Masked in %(n)s place.", "Masked in %(n)s places.", n)
        else:
            n = keep(study, finds, reason=request.POST.get("reason", ""), by=request.user)
            said = ngettext("Kept in %(n)s place.", "Kept in %(n)s places.", n)
    except NotPermitted as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, said % {"n": n})
