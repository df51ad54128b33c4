"""A `RubricSpec` as the mapping its file holds; what is left at its default is left out.

`spec_from_mapping(mapping_from_spec(spec)) == spec`. No Django at any depth.
"""

import hashlib
import json
from collections.abc import Mapping
from decimal import Decimal

from rubrics.spec import DescriptorSpec, QuestionSpec, RubricSpec, ScoringSpec


def content_hash(spec: RubricSpec) -> str:
    """SHA-256 over everything a reviewer could read: two equal instruments have one hash.

    Defaults are left out of it, so that a new setting does not change the hash of old rubrics.
    """
    canonical = json.dumps(mapping_from_spec(spec), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()


def mapping_from_spec(spec: RubricSpec) -> dict:
    plain = RubricSpec(name="", version=0, title="")
    document = {"name": spec.name, "version": spec.version, "title": spec.title}
    for name in ("language", "source", "guidance", "conditions", "own_criteria", "conjunctive"):
        document |= _unless_default(spec, plain, name)
    if spec.scoring != ScoringSpec():
        document["scoring"] = _scoring(spec.scoring)
    if spec.composite is not None:
        document["composite"] = _composite(spec)
    if spec.deviations:
        document["deviations"] = [_without_empty(vars(row)) for row in spec.deviations]
    for name in ("highlights", "training_feedback"):
        document |= _unless_default(spec, plain, name)
    if spec.correlations:
        document["correlations"] = [_without_empty(vars(row)) for row in spec.correlations]
    document["questions"] = [_question(question) for question in spec.questions]
    return document | _unless_default(spec, plain, "translations")


def _scoring(spec: ScoringSpec) -> dict:
    given = {"pass_mark": _number(spec.pass_mark), "partial": spec.partial}
    return {"rule": spec.rule, "half_points": spec.half_points} | {
        name: value for name, value in given.items() if value is not None
    }


def _composite(spec: RubricSpec) -> dict:
    grades = [
        _without_empty({"grade": g.grade, "label": g.label, "text": g.text})
        | {"from": _number(g.floor)}
        for g in spec.composite.grades
    ]
    return _without_empty({"label": spec.composite.label, "grades": grades})


def _question(spec: QuestionSpec) -> dict:
    plain = QuestionSpec(key="", kind="", label="")
    row = {"key": spec.key, "kind": spec.kind, "label": spec.label}
    for name in ("text", "conditions", "tags", "evidence"):
        row |= _unless_default(spec, plain, name)
    return row | {"dimension": _dimension, "criterion": _criterion, "tiers": _tiers}[spec.kind](
        spec
    )


def _dimension(spec: QuestionSpec) -> dict:
    plain = QuestionSpec(key="", kind="", label="")
    row = {"scale": {"min": spec.scale_min, "max": spec.scale_max}}
    for name in ("better", "comparative", "weight", "checkpoints"):
        row |= _unless_default(spec, plain, name)
    if spec.coverage:
        row["coverage"] = [
            {"from": _number(each.floor), "band": [each.low, each.high]} for each in spec.coverage
        ]
    row["descriptors"] = [_descriptor(each) for each in spec.descriptors]
    return row


def _descriptor(spec: DescriptorSpec) -> dict:
    at = spec.low if spec.low == spec.high else [spec.low, spec.high]
    given = {"when": spec.condition, "text": spec.text, "examples": list(spec.examples)}
    return {"at": at} | _without_empty(given)


def _criterion(spec: QuestionSpec) -> dict:
    plain = QuestionSpec(key="", kind="", label="")
    row = {"points": _number(spec.points)}
    for name in ("polarity", "safety_critical", "emergency", "parts"):
        row |= _unless_default(spec, plain, name)
    return row


def _tiers(spec: QuestionSpec) -> dict:
    return {
        "levels": [{"text": level.text, "points": _number(level.points)} for level in spec.levels]
    }


def _unless_default(spec, plain, name: str) -> dict:
    value = getattr(spec, name)
    return {} if value == getattr(plain, name) else {name: _plain(value)}


def _without_empty(row: dict) -> dict:
    return {name: _plain(value) for name, value in row.items() if value not in ("", (), [])}


def _plain(value):
    if isinstance(value, Decimal):
        return _number(value)
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if isinstance(value, Mapping):
        return {name: _plain(each) for name, each in value.items()}
    return value


def _number(value: Decimal | None) -> int | float | None:
    if value is None:
        return None
    return int(value) if value == value.to_integral_value() else float(value)
