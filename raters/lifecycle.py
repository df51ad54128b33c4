"""A round is planned, then open, then closed; what each state permits.

state     import items   draw queues   rate and revise   report
planned   yes            no            no                empty
open      no             late comers   yes               so far
closed    no             no            no                final
"""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from raters.audit import record
from raters.models import Reviewer, Round, Study
from raters.queue import draw_queues


class NotPermitted(Exception):
    """The study's state does not allow this; the message says why and what to do."""


def current_round(study: Study) -> Round | None:
    """The newest round that was opened, closed or not."""
    return study.rounds.filter(opened_at__isnull=False).order_by("-number").first()


def may_change_items(study: Study) -> bool:
    return not study.rounds.filter(opened_at__isnull=False).exists()


def require_changeable_items(study: Study) -> None:
    if not may_change_items(study):
        raise NotPermitted(
            _("Items cannot be added: a round has been opened, and its queues are drawn.")
        )


def missing_for_opening(study: Study) -> list[str]:
    """What must be there before a round can be opened, in words; empty when it can."""
    reviewers = study.reviewers.filter(kind=Reviewer.Kind.HUMAN)
    missing = []
    if not study.items.real().exists():
        missing.append(_("Import the items to be rated."))
    if study.items.filter(rubric=None).exists() and study.rubric is None:
        missing.append(_("Choose a rubric: some items have no criteria of their own."))
    if not reviewers.exists():
        missing.append(_("Add at least one reviewer."))
    return missing


@transaction.atomic
def open_round(study: Study, *, by) -> Round:
    """Open the next round and draw every reviewer's queue."""
    study = Study.objects.select_for_update().get(pk=study.pk)
    latest = current_round(study)
    if latest and latest.is_open:
        raise NotPermitted(_("Round %(number)s is open already.") % {"number": latest.number})
    if missing := missing_for_opening(study):
        raise NotPermitted(" ".join(missing))
    number = latest.number + 1 if latest else 1
    round = Round.objects.create(study=study, number=number, opened_at=timezone.now())
    drawn = draw_queues(round, list(study.reviewers.filter(kind=Reviewer.Kind.HUMAN)))
    record(study, by=by, verb="round opened", round=number, queues=drawn)
    return round


@transaction.atomic
def close_round(round: Round, *, by) -> None:
    # A submit holds its assignment's lock: waiting for all of them lets those under way finish.
    list(round.assignments.select_for_update().values_list("pk", flat=True))
    closed = Round.objects.open().filter(pk=round.pk).update(closed_at=timezone.now())
    if not closed:
        raise NotPermitted(_("This round is not open."))
    record(round.study, by=by, verb="round closed", round=round.number)
