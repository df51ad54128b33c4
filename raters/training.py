"""What does a reviewer read after a training item? The one place where a key is shown to her."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from raters.models import Assignment, ExpectedAnswer, Rating, Round, Score


@dataclass(frozen=True)
class FeedbackLine:
    question: str
    answer: str
    expected: str
    is_hit: bool


@dataclass(frozen=True)
class Feedback:
    lines: tuple[FeedbackLine, ...]
    explanation: str

    @property
    def n_hits(self) -> int:
        return sum(line.is_hit for line in self.lines)


def gives_feedback(assignment: Assignment) -> bool:
    """In practice alone: anywhere else it would give the key away."""
    return assignment.round.kind == Round.Kind.TRAINING


def feedback_on(rating: Rating) -> Feedback:
    """Her last answers beside the expected ones, in the order of the questions."""
    if not gives_feedback(rating.assignment):
        raise ValueError("feedback is for practice")
    control = rating.assignment.item.control
    expected = {row.question_id: row for row in control.expected.all()}
    scores = rating.scores.filter(question__in=expected).select_related("question__rubric")
    in_order = scores.order_by("question__rubric__for_one_item", "question__position")
    lines = tuple(_line(score, expected[score.question_id]) for score in in_order)
    return Feedback(lines, control.explanation)


def _line(score: Score, expected: ExpectedAnswer) -> FeedbackLine:
    question = score.question
    hits = [question.answer_label(p) for p in question.scale.points if expected.accepts(p)]
    return FeedbackLine(
        question=question.label,
        answer=score.answer,
        expected=_(" or ").join(str(hit) for hit in hits),
        is_hit=expected.accepts(score.value),
    )
