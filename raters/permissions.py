"""Which role may open a view. Each decorator fetches through the person and names the role.

A view sees `reviewer` or `study` only if the signed-in person has them, so the permission is the
query; anything else is answered as if it did not exist.
"""

from functools import wraps

from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect

from raters.models import Study
from raters.panel import needs_enrolment

PUBLIC, SIGNED_IN, REVIEWER, STUDY_ADMIN, STUDY_CREATOR = (
    "public",
    "signed in",
    "reviewer",
    "study admin",
    "study creator",
)


def _named(view, role):
    view.role = role
    return view


def public_page(view):
    return _named(login_not_required(view), PUBLIC)


def signed_in(view):
    """Sign-in itself is required by middleware."""
    return _named(view, SIGNED_IN)


def reviewer_required(view):
    """`code` in the address becomes this person's `reviewer` in that study."""

    @wraps(view)
    def wrapped(request, code, *args, **kwargs):
        mine = request.user.reviewers.select_related("study__rubric", "study__design")
        reviewer = get_object_or_404(mine, study__public_code=code)
        return view(request, reviewer, *args, **kwargs)

    return _named(wrapped, REVIEWER)


def enrolled_reviewer_required(view):
    """As `reviewer_required`; whoever comes for the first time is welcomed before."""

    def welcoming(request, reviewer, *args, **kwargs):
        if needs_enrolment(reviewer):
            address = reverse("welcome", args=[reviewer.study.public_code])
            return HttpResponseClientRedirect(address) if request.htmx else redirect(address)
        return view(request, reviewer, *args, **kwargs)

    return reviewer_required(wraps(view)(welcoming))


def study_admin_required(view):
    """`slug` in the address becomes the `study`, if this person runs it."""

    @wraps(view)
    def wrapped(request, slug, *args, **kwargs):
        mine = Study.objects.run_by(request.user).select_related("rubric", "design")
        return view(request, get_object_or_404(mine, slug=slug), *args, **kwargs)

    return _named(wrapped, STUDY_ADMIN)


def study_creator_required(view):
    @wraps(view)
    def wrapped(request, *args, **kwargs):
        if not request.user.has_perm("raters.add_study"):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return _named(wrapped, STUDY_CREATOR)
