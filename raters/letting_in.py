"""What is decided about a reviewer who did not pass her practice?"""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from raters.audit import record
from raters.lifecycle import NotPermitted
from raters.models import Assignment, PracticeDecision, Reviewer, Round, Study
from raters.practising import Practice, hold_reviewer, practice_in_the_way, practice_of

Kind = PracticeDecision.Kind


def kinds_open_to(practice: Practice | None) -> list[Kind]:
    """An attempt is added when none is left; she can be let in after any that she did not pass,
    while no other is under way."""
    if practice is None or not practice.has_failed:
        return []
    return [Kind.ONE_MORE_ATTEMPT, Kind.LET_IN] if practice.waits else [Kind.LET_IN]


@transaction.atomic
def decide(reviewer: Reviewer, kind: str, *, reason: str, by, at: datetime) -> PracticeDecision:
    """Raises `NotPermitted`, also where somebody else has decided meanwhile."""
    reason = reason.strip()
    if not reason:
        raise NotPermitted(_("A decision about practice needs a reason; the log will list it."))
    hold_reviewer(reviewer)
    practice = practice_of(reviewer)
    if practice is not None and practice.is_tried_again:
        raise NotPermitted(_("She has begun another attempt. Decide when that attempt has ended."))
    if kind not in kinds_open_to(practice):
        raise NotPermitted(
            _("This is not to be decided now: her practice has moved on. Open the page again.")
        )
    told = {"reviewer": reviewer.pseudonym, "kind": str(kind), "reason": reason}
    record(reviewer.study, by=by, verb="practice decided", **told)
    return PracticeDecision.objects.create(
        study=reviewer.study,
        round=practice.round,
        reviewer=reviewer,
        kind=kind,
        reason=reason,
        by=by,
        at=at,
    )


@dataclass(frozen=True)
class InPractice:
    """Pseudonyms of those whom no item is open to yet: at it, or until somebody decides."""

    at_it: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()


def in_practice(study: Study) -> InPractice:
    practices = study.rounds.open().filter(kind=Round.Kind.TRAINING)
    mine = Assignment.objects.filter(round__in=practices).values("reviewer")
    reviewers = study.reviewers.on_the_panel().filter(pk__in=mine).order_by("pseudonym")
    found = [(each.pseudonym, practice_in_the_way(each)) for each in reviewers]
    return InPractice(
        at_it=tuple(name for name, practice in found if practice and not practice.waits),
        waiting=tuple(name for name, practice in found if practice and practice.waits),
    )
