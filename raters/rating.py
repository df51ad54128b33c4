"""What happens on save and on submit?

Each entry point is one transaction that first takes the assignment's lock, so two submits at once
become one after the other and never a mixture.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.http import QueryDict

from raters.answers import Answer, Answers, Citation
from raters.blinding import questions_of
from raters.models import Assignment, Draft, Evidence, Rating, Round, Score
from rubrics.models import Question

# Fields of the page that are not the reviewer's words.
NOT_WORDS = ("csrfmiddlewaretoken", "draft_version", "base_revision", "add_citation", "save")


class RoundIsClosed(Exception):
    """Nothing can be submitted any more; what was submitted stands."""


class RatedElsewhere(Exception):
    """Another tab or device submitted other answers since this page was opened."""

    def __init__(self, current: Rating):
        self.current = current
        super().__init__(f"revision {current.revision} was submitted at {current.submitted_at}")


@dataclass(frozen=True)
class Saved:
    """`is_newer_elsewhere`: nothing was stored, since a later draft stands from another page."""

    version: int
    at: datetime
    is_newer_elsewhere: bool = False


def current_rating(assignment: Assignment) -> Rating | None:
    return assignment.ratings.order_by("revision").last()


def mark_as_shown(assignment: Assignment, *, at: datetime) -> None:
    Assignment.objects.filter(pk=assignment.pk, first_shown_at=None).update(first_shown_at=at)


@transaction.atomic
def save_draft(assignment: Assignment, fields: QueryDict, *, base_version: int, at) -> Saved:
    """Keep the form's words as they stand. `base_version` is the draft this page began from."""
    _lock_open(assignment)
    draft = Draft.objects.filter(assignment=assignment).first()
    words = _words(fields)
    if draft is None:
        draft = Draft(study=assignment.study, assignment=assignment, version=0)
    elif draft.fields == words:
        return Saved(draft.version, draft.saved_at)
    elif draft.version != base_version:
        return Saved(draft.version, draft.saved_at, is_newer_elsewhere=True)
    draft.fields, draft.version, draft.saved_at = words, draft.version + 1, at
    draft.save()
    return Saved(draft.version, at)


def _words(fields: QueryDict) -> dict[str, list[str]]:
    # PostgreSQL stores no NUL character; nobody typed one.
    return {
        name: [value.replace("\x00", "") for value in values]
        for name, values in fields.lists()
        if name not in NOT_WORDS
    }


@transaction.atomic
def submit(
    assignment: Assignment,
    answers: Answers,
    *,
    base_revision: int,
    at: datetime,
    simulated: bool = False,
) -> Rating:
    """Store a complete answer as the next revision and drop the draft.

    The same answers again are the same rating: a repeated click or a re-sent request adds
    nothing. Raises `RatedElsewhere` when this page began from an older revision, `RoundIsClosed`.
    """
    _lock_open(assignment)
    current = current_rating(assignment)
    if current and _says_the_same(current, answers):
        return current
    rating = _next_revision(
        assignment,
        current,
        base_revision=base_revision,
        at=at,
        justification=answers.justification,
        what_would_change_it=answers.what_would_change_it,
        simulated=simulated,
    )
    _store_scores(rating, answers)
    return rating


@transaction.atomic
def report_defect(
    assignment: Assignment, *, defect: str, reason: str, base_revision: int, at: datetime
) -> Rating:
    """End the item as defective, with the reason. Idempotent, like `submit`."""
    _lock_open(assignment)
    current = current_rating(assignment)
    if current and (current.defect, current.defect_reason) == (defect, reason):
        return current
    return _next_revision(
        assignment,
        current,
        base_revision=base_revision,
        at=at,
        outcome=Rating.Outcome.DEFECTIVE,
        defect=defect,
        defect_reason=reason,
    )


def _says_the_same(rating: Rating, answers: Answers) -> bool:
    scored = rating.outcome == Rating.Outcome.SCORED
    return scored and answers_of(rating).in_any_order == answers.in_any_order


def answers_of(rating: Rating) -> Answers:
    """The stored rows as the values they were made from."""
    codes = {question.pk: code for code, question in questions_of(rating.assignment.item).items()}
    scores = rating.scores.select_related("question").prefetch_related("evidence__turn")
    return Answers(
        answers=tuple(
            Answer(codes[score.question_id], score.value, tuple(_citations(score)))
            for score in scores
        ),
        justification=rating.justification,
        what_would_change_it=rating.what_would_change_it,
    )


def _citations(score: Score):
    for row in score.evidence.all():
        yield Citation(row.turn.number, row.quote, row.start, row.stance)


def _lock_open(assignment: Assignment) -> None:
    Assignment.objects.select_for_update().get(pk=assignment.pk)
    if not Round.objects.open().filter(pk=assignment.round_id).exists():
        raise RoundIsClosed


def _next_revision(
    assignment: Assignment, current: Rating | None, *, base_revision: int, **fields
) -> Rating:
    revision = current.revision if current else 0
    if revision != base_revision:
        raise RatedElsewhere(current)
    at = fields.pop("at")
    Draft.objects.filter(assignment=assignment).delete()
    return Rating.objects.create(
        study=assignment.study,
        assignment=assignment,
        revision=revision + 1,
        shown_at=assignment.first_shown_at,
        submitted_at=at,
        **fields,
    )


def _store_scores(rating: Rating, answers: Answers) -> None:
    questions = questions_of(rating.assignment.item)
    turns = {turn.number: turn for turn in rating.assignment.item.turns.all()}
    for answer in answers.answers:
        score = _store_score(rating, questions[answer.code], answer)
        Evidence.objects.bulk_create(
            Evidence(
                study=rating.study,
                score=score,
                turn=turns[citation.turn],
                quote=citation.quote,
                start=citation.start,
                stance=citation.stance,
            )
            for citation in answer.citations
        )


def _store_score(rating: Rating, question: Question, answer: Answer) -> Score:
    return Score.objects.create(
        study=rating.study, rating=rating, question=question, value=answer.value
    )
