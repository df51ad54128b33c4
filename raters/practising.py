"""How does a reviewer come through her practice, attempt by attempt?"""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import F, Max

from raters.audit import record
from raters.design.protocol import PracticeSpec
from raters.models import Assignment, Draft, PracticeDecision, PracticeOutcome, Reviewer, Round
from raters.models.practice import asked_for
from raters.planned import order_and_practice
from raters.training import hits_of


@dataclass(frozen=True)
class Practice:
    """Where she stands. `outcomes` are of the attempts that ended; `has_ended` is of this one.

    `n_granted` attempts were added to those that the protocol allows.
    """

    round: Round
    rules: PracticeSpec
    outcomes: tuple[PracticeOutcome, ...]
    is_answered: bool
    has_ended: bool
    n_granted: int
    is_let_in: bool

    @property
    def last(self) -> PracticeOutcome | None:
        return self.outcomes[-1] if self.outcomes else None

    @property
    def attempt(self) -> int:
        """The one that she is in, or that ended last."""
        return max(1, len(self.outcomes) + (not self.has_ended))

    @property
    def percent_asked_for(self) -> str:
        return f"{float(100 * (self.rules.pass_mark or 0)):g}"

    @property
    def is_passed(self) -> bool:
        if any(outcome.passed for outcome in self.outcomes):
            return True
        # Answered before outcomes were recorded.
        return self.rules.pass_mark is None and self.is_answered

    @property
    def is_over(self) -> bool:
        return self.is_passed or self.is_let_in

    @property
    def has_failed(self) -> bool:
        return self.has_ended and not self.is_over

    @property
    def n_left(self) -> int | None:
        """Attempts that she may still begin; None: any number."""
        if self.rules.attempts is None:
            return None
        return max(0, self.rules.attempts + self.n_granted - len(self.outcomes))

    @property
    def may_be_repeated(self) -> bool:
        return self.has_failed and self.n_left != 0

    @property
    def waits(self) -> bool:
        """For those who run the study: no attempt is left."""
        return self.has_failed and self.n_left == 0

    @property
    def is_tried_again(self) -> bool:
        """An attempt did not pass, and another is under way: what comes of it is not known yet."""
        return bool(self.outcomes) and not self.has_ended and not self.is_over


def practice_of(reviewer: Reviewer) -> Practice | None:
    """The one that is open for her."""
    rounds = Round.objects.open().filter(kind=Round.Kind.TRAINING, assignments__reviewer=reviewer)
    round = rounds.select_related("study").order_by("-number").first()
    return practice_in(round, reviewer) if round else None


def practice_in(round: Round, reviewer: Reviewer) -> Practice:
    _order, rules = order_and_practice(round)
    mine = reviewer.assignments.filter(round=round)
    outcomes = tuple(reviewer.practice_outcomes.filter(round=round).order_by("attempt"))
    again_since = mine.aggregate(last=Max("again_since"))["last"]
    decided = reviewer.practice_decisions.filter(round=round)
    decisions = list(decided.values_list("kind", flat=True))
    return Practice(
        round=round,
        rules=rules,
        outcomes=outcomes,
        is_answered=not mine.unrated().exists(),
        has_ended=bool(outcomes) and (again_since is None or outcomes[-1].ended_at >= again_since),
        n_granted=decisions.count(PracticeDecision.Kind.ONE_MORE_ATTEMPT),
        is_let_in=PracticeDecision.Kind.LET_IN in decisions,
    )


def attempt_of(assignment: Assignment) -> str:
    """What a page of practice carries, so that it is known in which attempt it was opened; empty
    where there are no attempts. Within an attempt it stays the same."""
    if assignment.round.kind != Round.Kind.TRAINING:
        return ""
    since = assignment.again_since
    return f"{since.timestamp():.6f}" if since else "0"


def practice_in_the_way(reviewer: Reviewer) -> Practice | None:
    """What she has to come through first. Whoever has begun to rate in the round is never called
    back."""
    practice = practice_of(reviewer)
    if practice is None or practice.is_over:
        return None
    rated_now = reviewer.assignments.filter(round__in=Round.objects.open().live())
    return None if rated_now.started().exists() else practice


def has_come_through(reviewer: Reviewer) -> bool:
    """Passed, or let in, in whatever round that was: she is not asked to practise again."""
    rounds = Round.objects.filter(kind=Round.Kind.TRAINING, assignments__reviewer=reviewer)
    return any(practice_in(round, reviewer).is_over for round in rounds.distinct())


def end_attempt(assignment: Assignment, *, at: datetime) -> PracticeOutcome | None:
    """After an answer to practice: if none is missing any more, what came of it, recorded once.

    Within an attempt the first answer to an item counts: the key is shown after it.
    """
    round, reviewer = assignment.round, assignment.reviewer
    if round.kind != Round.Kind.TRAINING:
        return None
    return _end(round, reviewer, at=at)


def settled_practice_of(reviewer: Reviewer, *, at: datetime) -> Practice | None:
    """As `practice_of`. An attempt that has every answer and no outcome, as in a database that was
    brought back, is ended now: she could neither go on nor begin again."""
    practice = practice_of(reviewer)
    if practice is None or practice.has_ended or not practice.is_answered:
        return practice
    with transaction.atomic():
        _end(practice.round, reviewer, at=at)
    return practice_of(reviewer)


def _end(round: Round, reviewer: Reviewer, *, at: datetime) -> PracticeOutcome | None:
    # The last two answers may come at the same moment.
    hold_reviewer(reviewer)
    practice = practice_in(round, reviewer)
    if practice.has_ended or not practice.is_answered:
        return None
    outcome = _outcome(practice, reviewer, at=at)
    if not outcome.passed:
        told = {"reviewer": reviewer.pseudonym, "attempt": outcome.attempt}
        record(reviewer.study, by=reviewer.user, verb="practice not passed", **told)
    return outcome


def hold_reviewer(reviewer: Reviewer) -> None:
    """Until the end of the transaction; whoever holds assignments of hers took them before."""
    rows = Reviewer.objects.select_for_update(no_key=True).filter(pk=reviewer.pk)
    list(rows.order_by("pk").values_list("pk", flat=True))


def _outcome(practice: Practice, reviewer: Reviewer, *, at: datetime) -> PracticeOutcome:
    mark = practice.rules.pass_mark
    rows = reviewer.assignments.filter(round=practice.round).select_related(
        "round__rubric", "item__case", "item__rubric", "item__control"
    )
    counted = [hits_of(_first_answer(row)) for row in rows.in_presentation_order()]
    n_hits, n_answers = map(sum, zip(*counted, strict=True))
    return PracticeOutcome.objects.create(
        study=reviewer.study,
        round=practice.round,
        reviewer=reviewer,
        attempt=len(practice.outcomes) + 1,
        n_hits=n_hits,
        n_answers=n_answers,
        pass_mark=mark,
        passed=mark is None or n_hits >= asked_for(mark, n_answers),
        ended_at=at,
    )


def _first_answer(assignment: Assignment):
    return assignment.ratings.of_this_attempt().order_by("revision").first()


@transaction.atomic
def practise_again(reviewer: Reviewer, *, at: datetime) -> bool:
    """Her practice items count as unanswered from now on; what she gave stays on record.

    False where there is nothing to repeat, or it has been begun anew already.
    """
    practice = practice_of(reviewer)
    if practice is None:
        return False
    mine = reviewer.assignments.filter(round=practice.round)
    list(mine.select_for_update(no_key=True).order_by("pk").values_list("pk", flat=True))
    hold_reviewer(reviewer)
    if not practice_in(practice.round, reviewer).may_be_repeated:
        return False
    emptied = Draft.objects.filter(assignment__in=mine)
    emptied.update(
        fields={},
        page="",
        version=F("version") + 1,
        active_seconds={},
        first_input_at=None,
        saved_at=at,
    )
    mine.update(again_since=at, deferred_at=None)
    return True
