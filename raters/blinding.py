"""What may a reviewer see of an item?

The rating templates are handed these frozen values and nothing else: no row, no id, no arm, no
word on whether the item is planted. What was not handed over cannot leak.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from raters.models import Assignment, Item, Study
from raters.speakers import speaker_label
from raters.transcript import exchange_numbers
from rubrics.asked import AskedQuestion
from rubrics.asking import asked, questions_that_apply
from rubrics.composite import DeviationKind
from rubrics.models import Question, Rubric
from rubrics.spec import RubricSpec

# An admin may look at an item before the study has a rubric.
NOTHING_ASKED = RubricSpec(name="", version=1, title="")


# A model writes Markdown; people type what they mean.
MARKED_UP = {"assistant"}


@dataclass(frozen=True)
class BlindedTurn:
    number: int
    exchange: int
    speaker: str
    side: str
    text: str
    is_marked_up: bool = False


@dataclass(frozen=True)
class BlindedNeighbour:
    """One of the outputs that stand on one page, under the letter that this reviewer sees."""

    label: str
    position: int
    turns: tuple[BlindedTurn, ...]
    is_this: bool
    is_rated: bool


@dataclass(frozen=True)
class BlindedItem:
    position: int
    total: int
    beside: tuple[BlindedNeighbour, ...]
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


def questions_of(item: Item, *, rubric: Rubric | None) -> dict[str, Question]:
    """code -> question: the rubric's that apply in the item's condition, then the item's own."""
    condition = item.case.condition
    return dict(
        [
            *questions_that_apply(rubric, condition=condition),
            *questions_that_apply(item.rubric, condition=condition, own=True),
        ]
    )


def asked_in(assignment: Assignment) -> dict[str, Question]:
    """What is asked at this place: by the rubric of its round, which stays when a study's moves."""
    return questions_of(assignment.item, rubric=assignment.round.rubric)


def blind(
    item: Item,
    *,
    rubric: Rubric | None,
    position: int = 0,
    total: int = 0,
    beside: tuple[BlindedNeighbour, ...] = (),
) -> BlindedItem:
    """`position` and `total` are the reviewer's own; 0 where an admin looks at the item."""
    study, case = item.study, item.case
    grading = rubric or item.rubric
    settings = grading.shown if grading else NOTHING_ASKED
    about = rubric.shown.conditions.get(case.condition, {}) if rubric else {}
    return BlindedItem(
        position=position,
        total=total,
        beside=beside,
        condition=about.get("label") or case.condition.replace("_", " "),
        condition_note=about.get("text", ""),
        context=case.context if study.show_context else "",
        reference=case.reference if study.show_reference else "",
        checklist=tuple(case.checklist) if study.show_reference else (),
        turns=_turns(item),
        questions=tuple(_asked(item, rubric, settings)),
        numbered_by_exchange=study.numbered_by == Study.NumberedBy.EXCHANGE,
        consistency=study.consistency,
        deviations=settings.deviations,
        asks_highlights=settings.highlights,
        asks_training_feedback=settings.training_feedback,
    )


def grading_rubric(assignment: Assignment) -> Rubric:
    """The rubric whose scoring rules hold: the round's, else the item's own."""
    return assignment.round.rubric or assignment.item.rubric


def neighbours_of(assignment: Assignment) -> tuple[BlindedNeighbour, ...]:
    """Side by side: every output on this reviewer's page, this one among them, by its letter."""
    if not assignment.label:
        return ()
    mine = assignment.round.assignments.filter(reviewer=assignment.reviewer, page=assignment.page)
    rated = set(mine.rated().values_list("pk", flat=True))
    rows = mine.select_related("item").prefetch_related("item__turns").in_presentation_order()
    return tuple(
        BlindedNeighbour(
            label=row.label,
            position=row.position,
            turns=_turns(row.item),
            is_this=row.pk == assignment.pk,
            is_rated=row.pk in rated,
        )
        for row in rows
    )


def _asked(item: Item, rubric: Rubric | None, settings: RubricSpec) -> Iterator[AskedQuestion]:
    for code, question in questions_of(item, rubric=rubric).items():
        yield asked(
            code,
            question.shown,
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
            is_marked_up=turn.role in MARKED_UP,
        )
        for turn, exchange in zip(turns, exchanges, strict=True)
    )
