"""How does a planted item come about, change, and go?

It keeps the case of the item it was made from, and has no arm.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet, prefetch_related_objects
from django.utils.translation import gettext as _

from raters.audit import record
from raters.blinding import questions_of
from raters.importing.controls import control_of
from raters.importing.drafts import ControlDraft, Expected
from raters.importing.fields import Row, Tally
from raters.importing.keys import ScaleBounds, complain_of_key
from raters.importing.options import ImportOptions
from raters.importing.problems import Complaints, Problem
from raters.importing.recognising import Record
from raters.lifecycle import locked_for_change, require
from raters.models import Assignment, Control, ExpectedAnswer, Item, KeptText, Study
from raters.models.practice import asked_for
from raters.rewriting import content_hash_of, rewrite, write_turns
from raters.states import Action
from rubrics.models import Question

TRAINING = "training"


class PlantingRefused(Exception):
    """This item cannot be planted, changed or removed so; the message says why and what to do."""


@dataclass(frozen=True)
class Planting:
    """`texts` are the words of all turns in order; `key` names questions by their codes."""

    texts: tuple[str, ...]
    key: ControlDraft
    in_its_place: bool = False


@dataclass(frozen=True)
class PlantedItem:
    """A line of the table: what counts as a hit, what is asked without, why it must stay."""

    item: Item
    expected: tuple[str, ...]
    unexpected: tuple[str, ...]
    why_it_stays: str


@dataclass(frozen=True)
class ShareOfPractice:
    """What a pass mark comes to in answers, with the practice items that are planted now."""

    pass_mark: str
    n_answers: int
    n_asked_for: int


def read_key(
    flavour: str, points: Mapping[str, str], *, explanation: str, questions: Mapping[str, Question]
) -> tuple[ControlDraft | None, list[Problem]]:
    """As an import reads them: `points` in its notation by the codes of questions, "" for none.

    The field of a problem is expected.CODE. There is no key where anything is wrong with it.
    """
    given = {code: text for code, text in points.items() if text.strip()}
    complaints = Complaints("", None)
    fields = {"control": flavour, "expected": given, "explanation": explanation}
    key = control_of(Row("", Record(0, fields), ImportOptions(), complaints, Tally()))
    if key is not None:
        scales = {code: question.scale for code, question in questions.items()}
        bounds = {code: ScaleBounds(scale.low, scale.high) for code, scale in scales.items()}
        complain_of_key(key, bounds, complaints)
    return (None if complaints.problems else key), complaints.problems


@transaction.atomic
def plant(original: Item, planting: Planting, *, by) -> Item:
    """A changed copy of `original`, or `original` itself taken out of the rated items.

    Raises `NotPermitted` and `PlantingRefused`.
    """
    study = locked_for_change(original.study)
    require(study, Action.CHANGE_DESIGN)
    _require_expectations(planting.key)
    if planting.in_its_place:
        _require_unmet(original)
    before = list(original.turns.values_list("role", "text"))
    texts = [text.replace("\r\n", "\n").strip() for text in planting.texts]
    turns = [(role, text) for (role, _before), text in zip(before, texts, strict=True)]
    _require_new_words(original, turns, in_its_place=planting.in_its_place)
    make = _in_place_of if planting.in_its_place else _beside
    item = make(original, turns, role=_role(planting.key))
    _write_key(item, planting.key)
    if planting.in_its_place:
        Control.objects.filter(item=item).update(original_texts=[text for _role, text in before])
    told = {"made_from": original.source_id, "flavour": planting.key.flavour}
    record(study, by=by, verb="item planted", item=item.source_id, **told)
    return item


@transaction.atomic
def change_key(item: Item, key: ControlDraft, *, by) -> None:
    """Another flavour, other answers that count as a hit, another explanation."""
    study = locked_for_change(item.study)
    require(study, Action.CHANGE_DESIGN)
    _require_expectations(key)
    if _role(key) != item.role:
        _require_unmet(item)
        item.role = _role(key)
        item.save(update_fields=["role"])
    _write_key(item, key)
    record(study, by=by, verb="key changed", item=item.source_id, flavour=key.flavour)


@transaction.atomic
def remove(item: Item, *, by) -> None:
    """A planted item that nobody has been given.

    One that was made in the place of a real item is that item again, with its own words; of
    another nothing stays, nor of its case where nothing is left in it.
    """
    study = locked_for_change(item.study)
    require(study, Action.CHANGE_DESIGN)
    found = planted(study).get(pk=item.pk)
    if why := _why_it_stays(found):
        raise PlantingRefused(why)
    if found.control.original_texts:
        _back_among_the_real(found)
    else:
        _delete_with_its_case(found)
    record(study, by=by, verb="planted item removed", item=item.source_id)


def _back_among_the_real(item: Item) -> None:
    texts = item.control.original_texts
    item.control.delete()
    item.role = Item.Role.REAL
    item.save(update_fields=["role"])
    rewrite(item, dict(enumerate(texts, start=1)))


def _delete_with_its_case(item: Item) -> None:
    case = item.case
    item.delete()
    if not case.items.exists():
        case.delete()


def planted(study: Study) -> QuerySet[Item]:
    """Controls and training items, with what a table of them needs."""
    rows = study.items.exclude(role=Item.Role.REAL).select_related(
        "case", "study", "rubric", "control"
    )
    return rows.prefetch_related("control__expected__question", "rubric__questions").annotate(
        is_met=Exists(Assignment.objects.filter(item=OuterRef("pk"))),
        is_kept=Exists(KeptText.objects.filter(item=OuterRef("pk"))),
    )


def planted_items(study: Study) -> list[PlantedItem]:
    if study.rubric:
        prefetch_related_objects([study.rubric], "questions")
    return [_line(item, study) for item in planted(study).order_by("role", "source_id")]


def share_of_practice(study: Study, rows: Sequence[PlantedItem]) -> ShareOfPractice | None:
    """Of the rows of `planted_items`; None where no mark is stated or nothing is expected."""
    mark = study.design.practice_pass_mark
    items = [row.item for row in rows if row.item.role == Item.Role.TRAINING]
    n_answers = sum(_n_expected(item, study) for item in items)
    if mark is None or not n_answers:
        return None
    return ShareOfPractice(f"{mark.normalize():f}", n_answers, asked_for(mark, n_answers))


def _n_expected(item: Item, study: Study) -> int:
    """Of the questions that are asked of it: as practice counts."""
    asked = {question.pk for question in questions_of(item, rubric=study.rubric).values()}
    return sum(row.question_id in asked for row in item.control.expected.all())


def points_by_code(item: Item) -> dict[str, str]:
    """What counts as a hit, in the notation of an import, by the codes of the questions asked."""
    expected = {row.question_id: row.points for row in item.control.expected.all()}
    asked = questions_of(item, rubric=item.study.rubric)
    return {code: expected[q.pk] for code, q in asked.items() if q.pk in expected}


def _line(item: Item, study: Study) -> PlantedItem:
    expected = {row.question_id: row for row in item.control.expected.all()}
    asked = questions_of(item, rubric=study.rubric)
    return PlantedItem(
        item,
        tuple(f"{row.question.label}: {row.points}" for row in expected.values()),
        tuple(question.label for question in asked.values() if question.pk not in expected),
        _why_it_stays(item),
    )


def _why_it_stays(item: Item) -> str:
    if item.is_met:
        return _("Reviewers have been given it, so it stays on record.")
    if item.is_kept:
        return _("Words of it were kept with a reason, so it stays on record.")
    return ""


def _role(key: ControlDraft) -> str:
    return Item.Role.TRAINING if key.is_training else Item.Role.CONTROL


def _require_expectations(key: ControlDraft) -> None:
    if not key.expected:
        raise PlantingRefused(_("Say of at least one question which answer counts as a hit."))


def _require_unmet(item: Item) -> None:
    if item.assignments.exists():
        raise PlantingRefused(
            _("Reviewers have been given this item already: it stays what it was to them.")
        )


def _require_new_words(
    original: Item, turns: Sequence[tuple[str, str]], *, in_its_place: bool
) -> None:
    content_hash = content_hash_of(turns)
    if in_its_place and content_hash == original.content_hash:
        return
    if original.case.items.filter(content_hash=content_hash).exists():
        raise PlantingRefused(
            _(
                "The reviewer would meet the same transcript twice: change its words, or take the "
                "original out of the rated items."
            )
        )


def _in_place_of(original: Item, turns: Sequence[tuple[str, str]], *, role: str) -> Item:
    if original.role != Item.Role.REAL:
        raise PlantingRefused(_("It is a planted item already: change its key instead."))
    original.role, original.is_anchor = role, False
    original.save(update_fields=["role", "is_anchor"])
    rewrite(original, {number: text for number, (_role, text) in enumerate(turns, start=1)})
    return original


def _beside(original: Item, turns: Sequence[tuple[str, str]], *, role: str) -> Item:
    item = Item.objects.create(
        study=original.study,
        case=original.case,
        role=role,
        source_id=_free_id(original),
        content_hash=content_hash_of(turns),
        rubric=original.rubric,
    )
    write_turns(item, turns)
    return item


def _free_id(original: Item) -> str:
    start = f"{original.case.source_id}/planted-"
    taken = original.study.items.filter(source_id__startswith=start)
    taken = set(taken.values_list("source_id", flat=True))
    return next(name for number in count(1) if (name := f"{start}{number}") not in taken)


def _write_key(item: Item, key: ControlDraft) -> None:
    flavour = "" if key.is_training else key.flavour
    told = {"study": item.study, "flavour": flavour, "explanation": key.explanation}
    control, _made = Control.objects.update_or_create(item=item, defaults=told)
    control.expected.all().delete()
    asked = questions_of(item, rubric=item.study.rubric)
    ExpectedAnswer.objects.bulk_create(_answers(control, key.expected, asked))


def _answers(
    control: Control, expected: Mapping[str, Expected], asked: Mapping[str, Question]
) -> Iterator[ExpectedAnswer]:
    for code, scores in expected.items():
        yield ExpectedAnswer(
            study=control.study,
            control=control,
            question=asked[code],
            low=int(scores.low),
            high=int(scores.high),
            only=[int(point) for point in scores.only],
        )
