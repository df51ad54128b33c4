"""What was set up, as the values of a protocol file. The way back: protocol_files.py."""

from collections.abc import Iterator, Mapping

from raters.design.protocol import (
    AllocationSpec,
    ArmSpec,
    EvaluationQuestion,
    ItemsSpec,
    JudgeSpec,
    OrderSpec,
    PanelSpec,
    PracticeSpec,
    ProtocolSpec,
    ReferenceSpec,
    ReliabilitySpec,
    ReviewerSpec,
    RubricChoice,
    StudySpec,
)
from raters.models import Item, Study

# Key of the file -> field of the row, where they differ.
STUDY = {
    "name": "slug",
    "title": "title",
    "public_title": "public_title",
    "note": "instructions",
    "seed": "seed",
    "show_context": "show_context",
    "show_reference": "show_reference",
    "numbered_by": "numbered_by",
    "consistency": "consistency",
    "rehearsal": "is_rehearsal",
}
DESIGN = {
    "question": {
        "asks": "question",
        "claim": "claim",
        "not_claimed": "not_claimed",
        "unit": "unit",
    },
    "reference": {"role": "reference_role", "who": "reference"},
    "panel": {
        "plan": "panel_plan",
        "strata": "strata",
        "asks_metadata": "asks_metadata",
        "consent": "consent",
    },
    "allocation": {
        "kind": "allocation",
        "cap": "cap",
        "per_item": "per_item",
        "anchor_reason": "anchor_reason",
    },
    "order": {
        "longest_run": "longest_run",
        "repeats": "repeats",
        "repeat_gap": "repeat_gap",
        "side_by_side": "side_by_side",
        "strict": "strict_order",
    },
    "practice": {"pass_mark": "practice_pass_mark", "attempts": "practice_attempts"},
    "reliability": {
        "statistic": "statistic",
        "target": "target",
        "reason": "target_reason",
        "width": "width",
        "expected_icc": "expected_icc",
        "rater_share": "rater_share",
        "leading_set": "leading_set",
        "hit_rate": "hit_rate",
        "interim_looks": "interim_looks",
    },
    "judge": {
        "strategy": "judge",
        "note": "judge_note",
        "adjudication": "adjudication_rule",
        "adjudicator": "adjudicator",
    },
}


def protocol_of(study: Study, *, with_items: bool = True) -> ProtocolSpec:
    """Everything that was set up, as the values of a protocol file."""
    design = study.design
    return ProtocolSpec(
        study=StudySpec(**_told(study, STUDY)),
        question=EvaluationQuestion(**_told(design, DESIGN["question"])),
        reference=ReferenceSpec(
            **_told(design, DESIGN["reference"]),
            from_arm=design.reference_from_arm.name if design.reference_from_arm else "",
        ),
        arms=tuple(
            ArmSpec(arm.name, arm.kind, arm.receives, arm.output_format)
            for arm in _sorted(study.arms.all(), by="name")
        ),
        rubric=RubricChoice(document=study.rubric.spec) if study.rubric else None,
        items=ItemsSpec(rows=tuple(_rows(study)) if with_items else ()),
        panel=_panel(study),
        allocation=AllocationSpec(**_told(design, DESIGN["allocation"]), anchors=_anchors(study)),
        order=OrderSpec(**_told(design, DESIGN["order"])),
        practice=PracticeSpec(**_told(design, DESIGN["practice"])),
        reliability=ReliabilitySpec(**_told(design, DESIGN["reliability"])),
        judge=JudgeSpec(**_told(design, DESIGN["judge"])),
    )


def _told(row, names: Mapping[str, str]) -> dict:
    return {key: _frozen(getattr(row, field)) for key, field in names.items()}


def _frozen(value):
    return tuple(value) if isinstance(value, list) else value


def _panel(study: Study) -> PanelSpec:
    reviewers = _sorted(study.reviewers.filter(left_at=None), by="pseudonym")
    return PanelSpec(
        **_told(study.design, DESIGN["panel"]),
        reviewers=tuple(ReviewerSpec(r.pseudonym, r.stratum, r.kind) for r in reviewers),
    )


def _anchors(study: Study) -> int | tuple[str, ...]:
    if study.design.anchors_drawn:
        return study.design.n_anchors
    picked = study.items.filter(is_anchor=True)
    return tuple(sorted(picked.values_list("source_id", flat=True)))


def _rows(study: Study) -> Iterator[dict]:
    items = study.items.select_related("case", "arm", "rubric", "control").prefetch_related(
        "turns", "control__expected__question"
    )
    for item in _sorted(items, by="source_id"):
        yield {name: value for name, value in _row(item).items() if value not in ("", [], {})}


def _sorted(rows, *, by: str) -> list:
    """Not by the database: how it sorts text depends on where it runs, and the file must not."""
    return sorted(rows, key=lambda row: getattr(row, by))


def _row(item: Item) -> dict:
    case = item.case
    return {
        "id": item.source_id,
        "case": case.source_id,
        "arm": item.arm.name if item.arm else "",
        "condition": case.condition,
        "domain": case.domain,
        "context": case.context,
        "reference": case.reference,
        "checklist": list(case.checklist),
        "messages": [{"role": turn.role, "content": turn.text} for turn in item.turns.all()],
        "criteria": [_criterion(question) for question in _own_questions(item)],
    } | _planted(item)


def _own_questions(item: Item):
    return item.rubric.spec.questions if item.rubric else ()


def _criterion(question) -> dict:
    told = {
        "key": question.key,
        "text": question.text or question.label,
        "points": question.points,
        "tags": list(question.tags),
        "safety_critical": question.safety_critical,
        "polarity": question.polarity,
        "emergency": question.emergency,
        "parts": list(question.parts),
    }
    return {name: value for name, value in told.items() if value not in ("", [], False)}


def _planted(item: Item) -> dict:
    if item.role == Item.Role.REAL:
        return {}
    control = item.control
    return {
        "control": control.flavour or Item.Role.TRAINING.value,
        "explanation": control.explanation,
        "expected": dict(sorted((row.question.key, row.points) for row in control.expected.all())),
    }
