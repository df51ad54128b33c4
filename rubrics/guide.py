"""The whole rubric as a reviewer may read it: every question, in every condition."""

from dataclasses import dataclass

from rubrics.asked import AskedQuestion
from rubrics.asking import asked, questions_that_apply
from rubrics.models import Rubric


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


def guide_to(rubric: Rubric | None) -> Guide | None:
    if rubric is None:
        return None
    conditions = rubric.conditions or {"": {}}
    return Guide(
        title=rubric.title,
        guidance=rubric.guidance,
        conditions=tuple(
            ConditionGuide(
                label=rubric.condition_label(name),
                text=about.get("text", ""),
                questions=tuple(
                    asked(code, question, condition=name)
                    for code, question in questions_that_apply(rubric, condition=name)
                ),
            )
            for name, about in conditions.items()
        ),
    )
