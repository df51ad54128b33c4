"""What did a reviewer do in a round? Told to herself, for her records.

It counts her own answers alone. An item shown twice is two items, as she met them, and nothing is
counted by which a planted item could be told from another.
"""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max, Min, Q, Sum

from raters.models import Evidence, Message, Rating, Reviewer, Round
from raters.pace import about
from rubrics.phrases import Phrase


@dataclass(frozen=True)
class OwnSummary:
    """`active` is None where nobody counted. `n_practice` and `n_pilot` are in no other number;
    `n_waiting` are conversations with the study in which she has the last word.
    """

    study_title: str
    pseudonym: str
    kind: str
    is_open: bool
    n_done: int
    n_items: int
    first_at: datetime | None
    last_at: datetime | None
    active: Phrase | None
    n_supporting: int
    n_contradicting: int
    n_defective: int
    n_revised: int
    n_practice: int
    n_pilot: int
    n_waiting: int


def summary_of(reviewer: Reviewer, round: Round) -> OwnSummary:
    mine = reviewer.assignments.filter(round=round)
    ratings = Rating.objects.filter(assignment__in=mine)
    times = ratings.aggregate(first=Min("submitted_at"), last=Max("submitted_at"))
    seconds = _active_seconds(ratings)
    cited = _turns_cited(ratings)
    kept_apart = _done_in_other_kinds(reviewer, round)
    return OwnSummary(
        study_title=reviewer.study.public_title,
        pseudonym=reviewer.pseudonym,
        kind=round.kind,
        is_open=round.is_open,
        n_done=mine.rated().count(),
        n_items=mine.count(),
        first_at=times["first"],
        last_at=times["last"],
        active=None if seconds is None else about(seconds),
        n_supporting=cited[Evidence.Stance.SUPPORTS],
        n_contradicting=cited[Evidence.Stance.CONTRADICTS],
        n_defective=ratings.current().defective().count(),
        n_revised=ratings.filter(revision=2).count(),
        n_practice=kept_apart[Round.Kind.TRAINING],
        n_pilot=kept_apart[Round.Kind.PILOT],
        n_waiting=_questions_waiting(reviewer),
    )


def _active_seconds(ratings) -> int | None:
    # A draft outlives the report of a defect, and its seconds are told again with what follows.
    told_once = ratings.filter(Q(outcome=Rating.Outcome.SCORED) | Q(pk__in=ratings.current()))
    return told_once.aggregate(total=Sum("active_seconds"))["total"]


def _turns_cited(ratings) -> Counter:
    """stance -> turns of items; a turn cited for several questions is one, a range its first."""
    evidence = Evidence.objects.filter(score__rating__in=ratings.current())
    turns = evidence.order_by().values_list("stance", "score__rating", "turn").distinct()
    return Counter(stance for stance, _rating, _turn in turns)


def _done_in_other_kinds(reviewer: Reviewer, round: Round) -> Counter:
    others = reviewer.assignments.exclude(round__kind=round.kind).rated()
    return Counter(others.values_list("round__kind", flat=True))


def _questions_waiting(reviewer: Reviewer) -> int:
    rows = Message.objects.filter(reviewer=reviewer).values_list("assignment", "by_study")
    return sum(not by_study for by_study in dict(rows).values())
