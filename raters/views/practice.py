"""Practice with a pass mark: a reviewer begins another attempt, an admin decides."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from raters.letting_in import decide, kinds_open_to
from raters.lifecycle import NotPermitted
from raters.models import Reviewer, Study
from raters.permissions import enrolled_reviewer_required, study_admin_required
from raters.practising import practice_of, practise_again
from raters.setup_forms import PracticeDecisionForm
from raters.views.panel import reviewer_page


@require_POST
@enrolled_reviewer_required
def again(request, reviewer: Reviewer):
    """All practice items anew. Where there is nothing to repeat, her start page says how it is."""
    practise_again(reviewer, at=timezone.now())
    return redirect("start", reviewer.study.public_code)


@require_POST
@study_admin_required
def decide_on(request, study: Study, pseudonym: str):
    """One more attempt, or in without having passed; with a reason."""
    found = get_object_or_404(Reviewer, study=study, pseudonym=pseudonym)
    form = PracticeDecisionForm(request.POST, kinds=kinds_open_to(practice_of(found)))
    if form.is_valid():
        try:
            decide(found, by=request.user, at=timezone.now(), **form.cleaned_data)
        except NotPermitted as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("Decided. It is in the log."))
            return redirect(reverse("reviewer", args=[study.slug, pseudonym]) + "#practice")
    return reviewer_page(request, found, decision_form=form)
