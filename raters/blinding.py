"""What may a reviewer see of an item?

The rating templates are handed these frozen values and nothing else: no row, no id, no arm, no
word on whether the item is planted. What was not handed over cannot leak.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from raters.models import Item, Study
from raters.speakers import speaker_label
from raters.transcript import exchange_numbers
from rubrics.asked import AskedQuestion
from rubrics.asking import asked, questions_that_apply
from rubrics.composite import DeviationKind
from rubrics.models import Question, Rubric
from rubrics.spec import RubricSpec


@dataclass(frozen=True)
class BlindedTurn:
    number: int
    exchange: int
    speaker: str
    side: str
    text: str


@dataclass(frozen=True)
class BlindedItem:
    position: int
    total: int
    condition: str
    condition_note: str
    context: str
    reference: str
    checklist: tuple[str, ...]
    turns: tuple[BlindedTurn, ...]
    questions: tuple[AskedQuestion, ...]
    numbered_by_exchange: bool
    consistency: str
    deviations: tuple[DeviationKind, ...]
    asks_highlights: bool
    asks_training_feedback: bool

    def turn(self, number: int) -> BlindedTurn | None:
        return next((turn for turn in self.turns if turn.number == number), None)


def questions_of(item: Item) -> dict[str, Question]:
    """code -> question: the study's that apply in the item's condition, then the item's own."""
    condition = item.case.condition
    return dict(
        [
            *questions_that_apply(item.study.rubric, condition=condition),
            *questions_that_apply(item.rubric, condition=condition, own=True),
        ]
    )


def blind(item: Item, *, position: int = 0, total: int = 0) -> BlindedItem:
    """`position` and `total` are the reviewer's own; 0 where an admin looks at the item."""
    study, case, settings = item.study, item.case, grading_rubric(item).spec
    return BlindedItem(
        position=position,
        total=total,
        condition=_condition_label(study, case.condition),
        condition_note=_condition_note(study, case.condition),
        context=case.context if study.show_context else "",
        reference=case.reference if study.show_reference else "",
        checklist=tuple(case.checklist) if study.show_reference else (),
        turns=_turns(item),
        questions=tuple(_asked(item, settings)),
        numbered_by_exchange=study.numbered_by == Study.NumberedBy.EXCHANGE,
        consistency=study.consistency,
        deviations=settings.deviations,
        asks_highlights=settings.highlights,
        asks_training_feedback=settings.training_feedback,
    )


def grading_rubric(item: Item) -> Rubric:
    """The rubric whose scoring rules hold: the study's, else the item's own."""
    return item.study.rubric or item.rubric


def _asked(item: Item, settings: RubricSpec) -> Iterator[AskedQuestion]:
    for code, question in questions_of(item).items():
        yield asked(
            code,
            question.spec,
            condition=item.case.condition,
            settings=settings,
            steps=item.case.checklist,
        )


def _turns(item: Item) -> tuple[BlindedTurn, ...]:
    turns = list(item.turns.all())
    exchanges = exchange_numbers([turn.role for turn in turns])
    return tuple(
        BlindedTurn(
            number=turn.number,
            exchange=exchange,
            speaker=_(speaker_label(turn.role)),
            side="opens" if turn.role == turns[0].role else "replies",
            text=turn.text,
        )
        for turn, exchange in zip(turns, exchanges, strict=True)
    )


def _condition_label(study: Study, condition: str) -> str:
    if study.rubric is None:
        return condition.replace("_", " ")
    return study.rubric.condition_label(condition)


def _condition_note(study: Study, condition: str) -> str:
    return study.rubric.conditions.get(condition, {}).get("text", "") if study.rubric else ""
