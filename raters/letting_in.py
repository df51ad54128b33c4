"""What is decided about a reviewer who did not pass her practice?"""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from raters.audit import record
from raters.lifecycle import NotPermitted
from raters.models import PracticeDecision, PracticeOutcome, Reviewer, Study
from raters.practising import Practice, hold_reviewer, practice_of

Kind = PracticeDecision.Kind


def kinds_open_to(practice: Practice | None) -> list[Kind]:
    """An attempt is added when none is left; she can be let in after any that she did not pass."""
    if practice is None or not practice.may_be_waived:
        return []
    return [Kind.ONE_MORE_ATTEMPT, Kind.LET_IN] if practice.waits else [Kind.LET_IN]


@transaction.atomic
def decide(reviewer: Reviewer, kind: str, *, reason: str, by, at: datetime) -> PracticeDecision:
    """Raises `NotPermitted`, also where somebody else has decided meanwhile."""
    reason = reason.strip()
    if not reason:
        raise NotPermitted(_("A decision about practice needs a reason; the log will list it."))
    hold_reviewer(reviewer)
    if kind not in kinds_open_to(practice_of(reviewer)):
        raise NotPermitted(
            _("This is not to be decided now: her practice has moved on. Open the page again.")
        )
    told = {"reviewer": reviewer.pseudonym, "kind": str(kind), "reason": reason}
    record(reviewer.study, by=by, verb="practice decided", **told)
    return PracticeDecision.objects.create(
        study=reviewer.study, reviewer=reviewer, kind=kind, reason=reason, by=by, at=at
    )


def waiting_in(study: Study) -> list[str]:
    """Pseudonyms of those who cannot go on until somebody decides."""
    failed = PracticeOutcome.objects.filter(study=study, passed=False)
    reviewers = study.reviewers.on_the_panel().filter(pk__in=failed.values("reviewer"))
    found = ((each.pseudonym, practice_of(each)) for each in reviewers.order_by("pseudonym"))
    return [name for name, practice in found if practice and practice.waits]
