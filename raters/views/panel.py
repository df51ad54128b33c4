"""The panel's page: reviewers, their links, their progress."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from raters.forms import AddReviewersForm, ReviewerForm
from raters.models import Reviewer, Study
from raters.panel import add_reviewers, invite, revoke_invitations
from raters.permissions import study_admin_required
from raters.reports import reviewer_rows


@require_GET
@study_admin_required
def show(request, study: Study):
    return _page(request, study)


@require_POST
@study_admin_required
def add(request, study: Study):
    form = AddReviewersForm(request.POST)
    if not form.is_valid():
        return _page(request, study, form=form)
    added = add_reviewers(study, form.cleaned_data["count"], by=request.user)
    names = ", ".join(reviewer.pseudonym for reviewer in added)
    messages.success(request, _("Added: %(names)s") % {"names": names})
    return redirect("panel", study.slug)


@require_http_methods(["GET", "POST"])
@study_admin_required
def reviewer(request, study: Study, pseudonym: str):
    """A reviewer's experience, as the report's panel table tells it."""
    found = get_object_or_404(Reviewer, study=study, pseudonym=pseudonym)
    form = ReviewerForm(request.POST or None, instance=found)
    if request.method == "POST" and form.is_valid():
        form.save()
        return redirect("panel", study.slug)
    return render(request, "raters/reviewer_form.html", {"study": study, "form": form})


@require_POST
@study_admin_required
def issue_link(request, study: Study, pseudonym: str):
    """Make a new link and show it this once; only its digest is kept."""
    found = get_object_or_404(Reviewer, study=study, pseudonym=pseudonym, user__isnull=False)
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


def _page(request, study: Study, *, form=None, issued=None):
    context = {
        "study": study,
        "rows": reviewer_rows(study, at=timezone.now()),
        "form": form or AddReviewersForm(),
        "issued": issued,
    }
    return render(request, "raters/panel.html", context)
