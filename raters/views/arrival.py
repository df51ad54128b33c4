"""How people come in: the front door, and the personal invitation link."""

from dataclasses import dataclass

from django.contrib.auth import login
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_safe

from raters.lifecycle import round_to_rate
from raters.messages import unread_count
from raters.models import Invitation, Reviewer, Study
from raters.own_summary import OwnSummary, summary_of
from raters.permissions import public_page, signed_in
from raters.practising import Practice, practice_in_the_way
from raters.standing import Standing, standing_in


@dataclass(frozen=True)
class StudyOfHers:
    """`standing` is None before the first round; `summary` is there after the last, `practice`
    while it is in the way."""

    title: str
    code: str
    n_unread: int
    has_left: bool
    practice: Practice | None
    standing: Standing | None
    summary: OwnSummary | None


@require_GET
@signed_in
def home(request):
    """The studies this person rates in or runs; straight on where there is just one."""
    rates = list(request.user.reviewers.select_related("study"))
    runs = list(Study.objects.run_by(request.user))
    may_create = request.user.has_perm("raters.add_study")
    if len(rates) == 1 and not runs and not may_create:
        return redirect("start", rates[0].study.public_code)
    hers = [_study_of(reviewer) for reviewer in rates]
    context = {
        "rates": [each for each in hers if each.summary is None],
        "closed": [each for each in hers if each.summary is not None],
        "runs": runs,
        "may_create": may_create,
    }
    return render(request, "raters/home.html", context)


@require_http_methods(["GET", "POST"])
@public_page
def accept_invitation(request, token):
    """Opening the link asks; the button signs in. Mail scanners open links, but press nothing."""
    invitation = Invitation.objects.with_token(token).select_related("user", "study").first()
    now = timezone.now()
    if invitation is None or not invitation.is_valid(at=now) or not invitation.user.is_active:
        return render(request, "raters/invitation_over.html", status=410)
    if request.method == "GET":
        reviewer = invitation.study.reviewers.filter(user=invitation.user).first()
        context = {"invitation": invitation, "study": invitation.study, "reviewer": reviewer}
        return render(request, "raters/invitation.html", context)
    Invitation.objects.filter(pk=invitation.pk).update(last_used_at=now)
    login(request, invitation.user, backend="allauth.account.auth_backends.AuthenticationBackend")
    return redirect("home")


@require_safe
@public_page
def signed_out(request):
    """Where signing out leads: the browser forgets what it kept for this person."""
    return render(request, "raters/signed_out.html", {"person": request.GET.get("of", "")})


@require_safe
@public_page
def healthy(request):
    """For a monitor: the process answers and the database can be asked."""
    Study.objects.exists()
    return HttpResponse("ok\n", content_type="text/plain")


def _study_of(reviewer: Reviewer) -> StudyOfHers:
    study, round = reviewer.study, round_to_rate(reviewer)
    return StudyOfHers(
        title=study.public_title,
        code=study.public_code,
        n_unread=unread_count(reviewer),
        has_left=reviewer.left_at is not None,
        practice=practice_in_the_way(reviewer),
        standing=standing_in(round, reviewer) if round else None,
        summary=summary_of(reviewer, round) if round and not round.is_open else None,
    )
