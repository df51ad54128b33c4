"""The whole rubric as a reviewer may read it: every question, in every condition."""

from dataclasses import dataclass

from rubrics.asked import AskedQuestion
from rubrics.asking import asked
from rubrics.spec import RubricSpec


@dataclass(frozen=True)
class ConditionGuide:
    label: str
    text: str
    questions: tuple[AskedQuestion, ...]


@dataclass(frozen=True)
class Guide:
    title: str
    guidance: str
    conditions: tuple[ConditionGuide, ...]


def guide_to(spec: RubricSpec) -> Guide:
    conditions = spec.conditions or {"": {}}
    return Guide(
        title=spec.title,
        guidance=spec.guidance,
        conditions=tuple(_condition(spec, name, about) for name, about in conditions.items()),
    )


def questions_in(spec: RubricSpec, condition: str) -> tuple[AskedQuestion, ...]:
    return tuple(
        asked(question.key, question, condition=condition, settings=spec)
        for question in spec.questions
        if not question.conditions or condition in question.conditions
    )


def _condition(spec: RubricSpec, name: str, about) -> ConditionGuide:
    label = about.get("label") or name.replace("_", " ")
    return ConditionGuide(label, about.get("text", ""), questions_in(spec, name))
