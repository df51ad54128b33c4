"""What was written between reviewers and those who run the study while a round was open?"""

from datetime import datetime

from django.db.models import Count, Q

from raters.models import Message, Round
from raters.reports.values import Correspondence
from rubrics.phrases import Phrase, gettext_noop

SAID = gettext_noop(
    "Questions that reviewers asked about items while the round was open: %(asked)d. Messages to "
    "the whole panel meanwhile: %(told)d."
)


def correspondence_of(round: Round, *, at: datetime) -> Correspondence:
    """In a round that is open: up to `at`. Answers to one reviewer are in neither number."""
    meanwhile = Message.objects.filter(
        study=round.study, sent_at__gte=round.opened_at, sent_at__lte=round.closed_at or at
    )
    counts = meanwhile.order_by().aggregate(
        asked=Count("pk", filter=Q(by_study=False, assignment__round=round)),
        told=Count("pk", filter=Q(reviewer=None)),
    )
    return Correspondence(counts["asked"], counts["told"], Phrase(SAID, counts))
