"""What happens when a part of the design is changed?"""

from collections.abc import Iterable

from django.db import models, transaction
from django.utils.translation import gettext as _

from raters.audit import record
from raters.lifecycle import NotPermitted, locked_for_change, require
from raters.models import Arm, Design, ExpectedAnswer, Study
from raters.states import Action
from rubrics.models import Question, Rubric


@transaction.atomic
def change_design(design: Design, *, by, changed: list[str]) -> None:
    require(locked_for_change(design.study), Action.CHANGE_DESIGN)
    store_changes(design, changed)
    record(design.study, by=by, verb="design changed", fields=changed)


def store_changes(row: models.Model, changed: Iterable[str]) -> None:
    """Of what a form changed the fields of the row; somebody may have changed others meanwhile."""
    names = {field.name for field in row._meta.concrete_fields}
    row.save(update_fields=names & set(changed))


@transaction.atomic
def change_arms(study: Study, arms: list[Arm], *, by, removed: Iterable[Arm] = ()) -> None:
    require(locked_for_change(study), Action.CHANGE_DESIGN)
    for arm in removed:
        _remove_arm(study, arm, by=by)
    for arm in arms:
        arm.study = study
        arm.save()
    if arms:
        record(study, by=by, verb="arms changed", arms=[arm.name for arm in arms])


def _remove_arm(study: Study, arm: Arm, *, by) -> None:
    """Deleting an arm would delete its items: one that has items stays."""
    if arm.items.exists():
        raise NotPermitted(_("“%(arm)s” has items, so it cannot be removed.") % {"arm": arm})
    record(study, by=by, verb="arm removed", arm=arm.name)
    arm.delete()


@transaction.atomic
def change_rubric(study: Study, rubric: Rubric | None, *, by) -> list[str]:
    """The keys of planted items move to the new rubric's questions of the same name and scale.

    Returns the keys that could not move: those expectations are gone, and the review says so.
    """
    study = locked_for_change(study)
    require(study, Action.CHANGE_RUBRIC)
    lost = _move_keys(study, rubric)
    study.rubric = rubric
    study.save(update_fields=["rubric"])
    record(study, by=by, verb="rubric changed", rubric=str(rubric or "-"), keys_lost=lost)
    return lost


def _move_keys(study: Study, rubric: Rubric | None) -> list[str]:
    questions = {q.key: q for q in rubric.questions.all()} if rubric else {}
    lost = []
    shared = ExpectedAnswer.objects.filter(study=study, question__rubric__for_one_item=False)
    for row in shared.select_related("question", "control__item"):
        question = questions.get(row.question.key)
        if question is not None and _fits(row, question):
            row.question = question
            row.save(update_fields=["question"])
        else:
            lost.append(f"{row.control.item.source_id}: {row.question.key}")
            row.delete()
    return lost


def _fits(row: ExpectedAnswer, question: Question) -> bool:
    scale = question.scale
    return scale.low <= row.low and row.high <= scale.high


@transaction.atomic
def change_anchors(study: Study, picked: list[str], *, by) -> None:
    """The real items with these ids are the anchors; where the app draws them, none is yet."""
    require(locked_for_change(study), Action.CHANGE_DESIGN)
    wanted = [] if study.design.anchors_drawn else picked
    study.items.filter(is_anchor=True).exclude(source_id__in=wanted).update(is_anchor=False)
    added = study.items.real().filter(source_id__in=wanted, is_anchor=False).update(is_anchor=True)
    if added:
        record(study, by=by, verb="anchors picked", items=picked)
