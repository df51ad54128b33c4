"""The whole rubric as a reviewer may read it: every question, in every condition."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from rubrics.asked import AskedQuestion
from rubrics.asking import asked
from rubrics.composite import DeviationKind
from rubrics.scales import DECISION_DESCRIPTORS, Decision
from rubrics.spec import RubricSpec


@dataclass(frozen=True)
class ConditionGuide:
    label: str
    text: str
    questions: tuple[AskedQuestion, ...]


@dataclass(frozen=True)
class Guide:
    """`decisions` are (label, text), best first; empty where no criterion is asked."""

    title: str
    guidance: str
    conditions: tuple[ConditionGuide, ...]
    decisions: tuple[tuple[str, str], ...] = ()
    every_part_counts: bool = True
    deviations: tuple[DeviationKind, ...] = ()

    @property
    def offers_partial(self) -> bool:
        return len(self.decisions) == len(Decision)

    @property
    def has_tiers(self) -> bool:
        return any(question.kind == "tiers" for question in self._questions)

    @property
    def has_penalties(self) -> bool:
        return any(question.is_criterion and question.points < 0 for question in self._questions)

    @property
    def compares(self) -> bool:
        return any(question.comparative for question in self._questions)

    @property
    def _questions(self) -> tuple[AskedQuestion, ...]:
        return tuple(each for condition in self.conditions for each in condition.questions)


def guide_to(spec: RubricSpec) -> Guide:
    conditions = spec.conditions or {"": {}}
    return Guide(
        title=spec.title,
        guidance=spec.guidance,
        conditions=tuple(_condition(spec, name, about) for name, about in conditions.items()),
        decisions=_decisions(spec) if _asks_criteria(spec) else (),
        every_part_counts=spec.conjunctive == "strict",
        deviations=spec.deviations,
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


def _asks_criteria(spec: RubricSpec) -> bool:
    return spec.own_criteria or any(question.kind == "criterion" for question in spec.questions)


def _decisions(spec: RubricSpec) -> tuple[tuple[str, str], ...]:
    levels = [Decision.MET, Decision.PARTIALLY_MET, Decision.NOT_MET]
    if not spec.scoring.offers_partial:
        levels.remove(Decision.PARTIALLY_MET)
    return tuple((_(level.label), _(DECISION_DESCRIPTORS[level])) for level in levels)
