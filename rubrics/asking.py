"""Which questions does a rubric ask in this condition? Rows become `AskedQuestion`s."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from rubrics.asked import AskedQuestion, Choice, Meaning
from rubrics.models import Question, Rubric
from rubrics.scales import DECISION_DESCRIPTORS, NEGATIVE_DECISION_DESCRIPTORS, Decision
from rubrics.spec import QuestionSpec, RubricSpec
from rubrics.tightening import CriterionRules

OWN = "own-"


def code_of(question: Question) -> str:
    """The name of a question inside one page and one file: a key is unique only in its rubric."""
    return (OWN if question.rubric.for_one_item else "") + question.key


def questions_that_apply(
    rubric: Rubric | None, *, condition: str, own: bool = False
) -> Iterator[tuple[str, Question]]:
    """(code, question) for each question of `rubric` that is asked in `condition`, in order."""
    if rubric is None:
        return
    for question in rubric.questions.all():
        if question.applies_in(condition):
            # The rows of a prefetched rubric are all of one rubric, whose document is read once.
            question.rubric = rubric
            yield (OWN if own else "") + question.key, question


def asked(
    code: str,
    spec: QuestionSpec,
    *,
    condition: str,
    settings: RubricSpec,
    steps: Sequence[str] = (),
) -> AskedQuestion:
    """`settings` is the rubric whose scoring rules hold; `steps` is the case's checklist."""
    question = AskedQuestion(
        code=code,
        kind=spec.kind,
        label=spec.label,
        text=spec.text,
        choices=(),
        lower_is_better=spec.better == "lower",
        comparative=spec.comparative,
        evidence_required=spec.evidence == "required",
        checkpoints=spec.checkpoints,
        coverage=spec.coverage,
        steps=tuple(steps) if spec.coverage else (),
        rules=criterion_rules(spec, settings) if spec.kind == "criterion" else None,
        parts=spec.parts,
    )
    kinds = {"dimension": _points, "criterion": _decisions, "tiers": _levels}
    return replace(question, choices=tuple(kinds[spec.kind](spec, question, condition)))


def criterion_rules(spec: QuestionSpec, settings: RubricSpec) -> CriterionRules:
    return CriterionRules(
        points=spec.points,
        polarity=spec.polarity,
        safety_critical=spec.safety_critical,
        emergency=spec.emergency,
        binary=not settings.scoring.offers_partial,
        conjunctive=settings.conjunctive,
        n_parts=len(spec.parts),
    )


def _points(spec: QuestionSpec, question: AskedQuestion, condition: str) -> Iterator[Choice]:
    own = [row for row in spec.descriptors if row.condition == condition]
    rows = own or [row for row in spec.descriptors if not row.condition]
    meanings = [Meaning(row.low, row.high, row.text, row.examples) for row in rows]
    for value in range(spec.scale_min, spec.scale_max + 1):
        yield Choice(value, str(value), next((m for m in meanings if m.covers(value)), None))


def _decisions(spec: QuestionSpec, question: AskedQuestion, condition: str) -> Iterator[Choice]:
    texts = NEGATIVE_DECISION_DESCRIPTORS if spec.points < 0 else DECISION_DESCRIPTORS
    for level in Decision:
        if level == Decision.PARTIALLY_MET and (question.rules.binary or spec.safety_critical):
            continue
        yield Choice(level, _(level.label), Meaning(level, level, _(texts[level])))


def _levels(spec: QuestionSpec, question: AskedQuestion, condition: str) -> Iterator[Choice]:
    """Best level first. The value is the number of levels reached: this one and all below it."""
    highest = len(spec.levels)
    for index, level in enumerate(spec.levels):
        value = highest - index
        yield Choice(value, str(index + 1), Meaning(value, value, level.text))
    nothing = _("None of these is reached.")
    yield Choice(0, _("none"), Meaning(0, 0, nothing))
