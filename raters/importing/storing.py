"""A plan becomes rows: all of it, or nothing."""

from django.db import transaction

from raters.audit import record
from raters.importing.drafts import ControlDraft, ItemDraft
from raters.importing.planning import ImportPlan
from raters.importing.problems import ImportRefused
from raters.lifecycle import locked_for_change, require_changeable_items
from raters.models import Arm, Case, Control, ExpectedAnswer, Item, Study, Turn
from rubrics.loading import store_rubric


@transaction.atomic
def store_import(study: Study, plan: ImportPlan, *, by, skip_problems: bool = False) -> int:
    """Store the new items of `plan`; returns how many.

    Raises `ImportRefused` when the plan has problems, unless they are to be skipped, and
    `NotPermitted` once a round has been opened.
    """
    if plan.problems and not skip_problems:
        raise ImportRefused(plan.problems)
    if not plan.new_items:
        return 0
    require_changeable_items(locked_for_change(study))
    arms = {name: study.arms.get_or_create(name=name)[0] for name in plan.new_arms}
    cases = {name: _stored_case(study, plan, name) for name in plan.new_cases}
    for draft in plan.new_items:
        _store_item(study, plan, draft, case=cases[draft.case_source_id], arm=arms.get(draft.arm))
    record(
        study,
        by=by,
        verb="items imported",
        items=len(plan.new_items),
        controls=plan.new_controls,
        training=plan.new_training,
        files=sorted({item.file for item in plan.new_items}),
    )
    return len(plan.new_items)


def _stored_case(study: Study, plan: ImportPlan, source_id: str) -> Case:
    draft = plan.cases[source_id]
    case, _ = study.cases.get_or_create(
        source_id=source_id,
        defaults={
            "condition": draft.condition,
            "domain": draft.domain,
            "context": draft.context,
            "reference": draft.reference,
            "checklist": list(draft.checklist),
        },
    )
    return case


def _store_item(study, plan: ImportPlan, draft: ItemDraft, *, case: Case, arm: Arm | None) -> None:
    spec = plan.own_rubrics.get(draft.source_id)
    item = Item.objects.create(
        study=study,
        case=case,
        arm=arm,
        role=Item.Role(draft.role),
        source_id=draft.source_id,
        content_hash=draft.content_hash,
        rubric=store_rubric(spec) if spec else None,
    )
    Turn.objects.bulk_create(
        Turn(study=study, item=item, number=number, role=turn.role, text=turn.text)
        for number, turn in enumerate(draft.turns, start=1)
    )
    if draft.control:
        _store_control(item, draft.control)


def _store_control(item: Item, draft: ControlDraft) -> None:
    control = Control.objects.create(
        study=item.study,
        item=item,
        flavour="" if draft.is_training else draft.flavour,
        explanation=draft.explanation,
    )
    rubrics = [rubric for rubric in (item.rubric, item.study.rubric) if rubric]
    # The study's own questions come last, so that they win where a key is used in both.
    questions = {q.key: q for rubric in rubrics for q in rubric.questions.all()}
    ExpectedAnswer.objects.bulk_create(
        ExpectedAnswer(
            study=item.study,
            control=control,
            question=questions[key],
            low=int(expected.low),
            high=int(expected.high),
            only=[int(point) for point in expected.only],
        )
        for key, expected in draft.expected.items()
    )
