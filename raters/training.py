"""What does a reviewer read after a training item? The one place where a key is shown to her."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from raters.blinding import asked_in, grading_rubric
from raters.models import Assignment, ExpectedAnswer, Rating, Round, Score
from rubrics.asking import asked, code_of
from rubrics.models import Question


@dataclass(frozen=True)
class FeedbackLine:
    """`answer_means` is the descriptor of her answer in the item's condition; `expected_means` has
    (points, descriptor) for each descriptor of a right answer. Points may have none."""

    question: str
    answer: str
    expected: str
    is_hit: bool
    answer_means: str = ""
    expected_means: tuple[tuple[str, str], ...] = ()


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


def hits_of(rating: Rating) -> tuple[int, int]:
    """How many of the expected answers she gave, and of how many. An item that she reported as
    defective has no answer of hers, so it has no hit."""
    asked_here = {question.pk for question in asked_in(rating.assignment).values()}
    expected = rating.assignment.item.control.expected.filter(question__in=asked_here)
    given = dict(rating.scores.values_list("question", "value"))
    hits = [row.question_id in given and row.accepts(given[row.question_id]) for row in expected]
    return sum(hits), len(hits)


def feedback_on(rating: Rating) -> Feedback:
    """These answers of hers beside the expected ones, in the order of the questions."""
    if not gives_feedback(rating.assignment):
        raise ValueError("feedback is for practice")
    control = rating.assignment.item.control
    expected = {row.question_id: row for row in control.expected.all()}
    scores = rating.scores.filter(question__in=expected).select_related("question__rubric")
    in_order = scores.order_by("question__rubric__for_one_item", "question__position")
    lines = tuple(
        _line(score, expected[score.question_id], _meanings(score, rating.assignment))
        for score in in_order
    )
    return Feedback(lines, control.explanation)


def _meanings(score: Score, assignment: Assignment) -> dict[int, str]:
    """point -> its descriptor, as she read it at the item."""
    question = asked(
        code_of(score.question),
        score.question.shown,
        condition=assignment.item.case.condition,
        settings=grading_rubric(assignment).spec,
    )
    return {choice.value: choice.meaning.text for choice in question.choices if choice.meaning}


def _line(score: Score, expected: ExpectedAnswer, meanings: dict[int, str]) -> FeedbackLine:
    question = score.question
    hits = [point for point in question.scale.points if expected.accepts(point)]
    return FeedbackLine(
        question=question.shown.label,
        answer=score.answer,
        expected=_either(question, hits),
        is_hit=expected.accepts(score.value),
        answer_means=meanings.get(score.value, ""),
        expected_means=tuple(
            (_either(question, [point for point in hits if meanings.get(point) == text]), text)
            for text in dict.fromkeys(meanings[point] for point in hits if point in meanings)
        ),
    )


def _either(question: Question, points: list[int]) -> str:
    return _(" or ").join(str(question.answer_label(point)) for point in points)
