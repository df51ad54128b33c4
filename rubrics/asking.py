"""Which questions does a rubric ask in this condition? Rows become `AskedQuestion`s."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from rubrics.asked import AskedQuestion, Choice, Meaning
from rubrics.models import Question, Rubric
from rubrics.scales import DECISION_DESCRIPTORS, Decision

OWN = "own-"


def questions_that_apply(
    rubric: Rubric | None, *, condition: str, own: bool = False
) -> Iterator[tuple[str, Question]]:
    """(code, question) for each question of `rubric` that is asked in `condition`, in order."""
    if rubric is None:
        return
    for question in rubric.questions.all():
        if question.applies_in(condition):
            yield (OWN if own else "") + question.key, question


def asked(code: str, question: Question, *, condition: str) -> AskedQuestion:
    return AskedQuestion(
        code=code,
        kind=question.kind,
        label=question.label,
        text=question.text,
        choices=tuple(_choices(question, condition=condition)),
        lower_is_better=question.better == Question.Better.LOWER,
        comparative=question.comparative,
        evidence_required=question.evidence == Question.Evidence.REQUIRED,
        safety_critical=question.safety_critical,
        is_avoidance=question.polarity == Question.Polarity.AVOIDANCE,
    )


def _choices(question: Question, *, condition: str) -> Iterator[Choice]:
    meanings = _meanings(question, condition=condition)
    for value in question.scale.points:
        meaning = next((meaning for meaning in meanings if meaning.covers(value)), None)
        yield Choice(value, _(question.answer_label(value)), meaning)


def _meanings(question: Question, *, condition: str) -> list[Meaning]:
    if question.kind == Question.Kind.CRITERION:
        return [Meaning(level, level, _(DECISION_DESCRIPTORS[level])) for level in Decision]
    return [
        Meaning(row.low, row.high, row.text, tuple(row.examples))
        for row in question.descriptors_in(condition)
    ]
