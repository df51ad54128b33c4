"""A parsed rubric file becomes a checked `RubricSpec`, with every fault found at once.

The JSON Schema checks shapes; what a schema cannot say is checked here. No Django at any depth.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import cache, lru_cache
from math import isfinite
from pathlib import Path

from rubrics.composite import CoverageBand, DeviationKind, GradeBand
from rubrics.faults import Fault, RubricRefused, schema_message
from rubrics.phrases import Phrase, gettext_noop
from rubrics.spec import (
    CompositeSpec,
    CorrelationSpec,
    DescriptorSpec,
    LevelSpec,
    QuestionSpec,
    RubricSpec,
    ScoringSpec,
)
from rubrics.translating import translation_faults
from rubrics.writing import mapping_from_spec

SCHEMA = Path(__file__).with_name("rubric.schema.json")
KINDS = ("dimension", "criterion", "tiers")
# Of points, as the database keeps them.
THOUSANDTH = Decimal("0.001")
# NUL, and halves of characters.
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def spec_from_mapping(document: object) -> RubricSpec:
    """Raises `RubricRefused` with all faults: of content, else of shape, else of meaning."""
    faults = (
        list(content_faults(document, ()))
        or list(_shape_faults(document))
        or list(_meaning_faults(document))
    )
    if faults:
        raise RubricRefused(faults)
    return _rubric(document)


def spec_from_stored(document: dict) -> RubricSpec:
    """As `spec_from_mapping`, but once for each document: its checks take longer than many a page
    that shows the rubric."""
    return _spec_from_text(json.dumps(document))


@lru_cache(maxsize=256)
def _spec_from_text(text: str) -> RubricSpec:
    return spec_from_mapping(json.loads(text))


@cache
def _schema() -> dict:
    return json.loads(SCHEMA.read_text(encoding="utf-8"))


def faults_of(spec: RubricSpec) -> tuple[Fault, ...]:
    """What a file that says the same would be refused for."""
    try:
        spec_from_mapping(mapping_from_spec(spec))
    except RubricRefused as refusal:
        return refusal.faults
    return ()


@cache
def _validator():
    return strict_validator(_schema())


def strict_validator(schema: dict):
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend

    # To a schema 1.0 is a whole number; to `range` and to the hash of a rubric it is not.
    types = Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_whole)
    return extend(Draft202012Validator, type_checker=types)(schema)


def _is_whole(checker, value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _shape_faults(document) -> Iterator[Fault]:
    errors = _validator().iter_errors(document)
    for error in sorted(errors, key=lambda error: str(error.json_path)):
        place = tuple(error.absolute_path)
        if "propertyNames" in error.absolute_schema_path:
            place = (*place, error.instance)
        if error.validator in ("additionalProperties", "unevaluatedProperties"):
            for name in sorted(set(error.instance) - _known_keys(error)):
                yield _fault((*place, name), gettext_noop("there is no such key here"))
            continue
        message = schema_message(
            error.validator,
            limit=error.validator_value,
            instance=error.instance,
            message=error.message,
        )
        yield Fault(place, message)


def _known_keys(error) -> set[str]:
    """Beside a faulty key of a question the schema calls its neighbours unknown as well."""
    known = set(error.schema["properties"])
    if error.validator == "unevaluatedProperties":
        kind = error.instance.get("kind")
        for each in [kind] if kind in KINDS else KINDS:
            known |= set(_schema()["$defs"][each]["properties"])
    return known


def content_faults(value, path) -> Iterator[Fault]:
    """What YAML can write, a schema lets pass, and neither JSON nor a database can hold."""
    if isinstance(value, float | Decimal) and not _is_finite(value):
        yield _fault(path, gettext_noop("must be a finite number"))
    if isinstance(value, str) and UNSTORABLE.search(value):
        yield _fault(path, gettext_noop("holds a character that cannot be stored"))
    if isinstance(value, dict) and not all(_is_usable(key) for key in value):
        yield _fault(path, gettext_noop("every key must be text"))
        return
    children = value.items() if isinstance(value, dict) else ()
    if isinstance(value, list):
        children = enumerate(value)
    for step, each in children:
        yield from content_faults(each, (*path, step))


def _is_finite(value: float | Decimal) -> bool:
    return value.is_finite() if isinstance(value, Decimal) else isfinite(value)


def _is_usable(key) -> bool:
    return isinstance(key, str) and not UNSTORABLE.search(key)


def _meaning_faults(document: dict) -> Iterator[Fault]:
    questions = document.get("questions", [])
    if not questions and not document.get("own_criteria"):
        yield _fault(("questions",), gettext_noop("a rubric asks at least one question"))
    keys = [question["key"] for question in questions]
    for key in repeated(keys):
        yield _fault(("questions",), gettext_noop("the key %(key)s is used twice"), key=key)
    for index, question in enumerate(questions):
        yield from _question_faults(document, question, ("questions", index))
    yield from _weight_faults(document, questions)
    yield from _grade_faults(document.get("composite", {}).get("grades", []))
    for tag in repeated(row["tag"] for row in document.get("deviations", [])):
        yield _fault(("deviations",), gettext_noop("the tag %(tag)s is used twice"), tag=tag)
    yield from _correlation_faults(document.get("correlations", []), set(keys))
    yield from translation_faults(document)


def repeated(values: Iterable) -> list:
    return sorted(value for value, n in Counter(values).items() if n > 1)


def _question_faults(document: dict, question: dict, path) -> Iterator[Fault]:
    known = set(document.get("conditions", {}))
    for name in sorted(set(question.get("conditions", [])) - known):
        message = gettext_noop("the condition %(name)s is not listed")
        yield _fault((*path, "conditions"), message, name=name)
    if question["kind"] == "dimension":
        yield from _dimension_faults(question, path, known_conditions=known)
    if question["kind"] == "criterion" and _decimal(question.get("points", 1)) % THOUSANDTH:
        message = gettext_noop("points have at most three decimals")
        yield _fault((*path, "points"), message)
    if question["kind"] == "tiers":
        points = [level["points"] for level in question["levels"]]
        if points != sorted(set(points), reverse=True):
            message = gettext_noop("the points of the levels must descend from best to worst")
            yield _fault((*path, "levels"), message)


def _dimension_faults(question: dict, path, *, known_conditions) -> Iterator[Fault]:
    low, high = question["scale"]["min"], question["scale"]["max"]
    if low >= high or high - low > 100:
        message = gettext_noop("scale needs a min and a larger max, at most 100 steps apart")
        yield _fault((*path, "scale"), message)
        return
    for index, row in enumerate(question["descriptors"]):
        band = _band(row["at"])
        if not low <= band[0] <= band[1] <= high:
            message = gettext_noop(
                "at must be a point, or [from, to], between %(low)s and %(high)s"
            )
            yield _fault((*path, "descriptors", index, "at"), message, low=low, high=high)
        if row.get("when", "") not in {"", *known_conditions}:
            message = gettext_noop("the condition %(name)s is not listed")
            yield _fault((*path, "descriptors", index, "when"), message, name=row["when"])
    asked_in = set(question.get("conditions", [])) or known_conditions
    yield from _undescribed(question, path, low=low, high=high, asked_in=asked_in)
    yield from _coverage_faults(question.get("coverage", []), path, low=low, high=high)


def _undescribed(question: dict, path, *, low: int, high: int, asked_in) -> Iterator[Fault]:
    """Every point once in the general wording, or once in each condition that has its own.

    Without a general wording each condition in which the question is asked needs its own.
    """
    by_condition: dict[str, list[int]] = {}
    for row in question["descriptors"]:
        first, last = _band(row["at"])
        by_condition.setdefault(row.get("when", ""), []).extend(range(first, last + 1))
    if "" not in by_condition:
        by_condition |= {name: [] for name in asked_in if name not in by_condition}
    for condition, points in sorted(by_condition.items()):
        if sorted(points) != list(range(low, high + 1)):
            message = gettext_noop("each point needs one descriptor (condition: %(condition)s)")
            yield _fault((*path, "descriptors"), message, condition=condition or "any")


def _coverage_faults(rows: list, path, *, low: int, high: int) -> Iterator[Fault]:
    for index, row in enumerate(rows):
        if not low <= min(row["band"]) <= max(row["band"]) <= high:
            message = gettext_noop("a band lies between %(low)s and %(high)s")
            yield _fault((*path, "coverage", index, "band"), message, low=low, high=high)
    if repeated(row["from"] for row in rows):
        yield _fault((*path, "coverage"), gettext_noop("two bands begin at the same share"))


def _grade_faults(grades: list) -> Iterator[Fault]:
    place = ("composite", "grades")
    for name in repeated(row["grade"] for row in grades):
        yield _fault(place, gettext_noop("the grade %(name)s is used twice"), name=name)
    if repeated(row["from"] for row in grades):
        yield _fault(place, gettext_noop("two grades begin at the same score"))


def _weight_faults(document: dict, questions) -> Iterator[Fault]:
    weights = [Decimal(str(q["weight"])) for q in questions if "weight" in q]
    if "composite" in document and sum(weights) != 1:
        message = gettext_noop("the weights of a composite sum to 1; here to %(sum)s")
        yield _fault(("composite",), message, sum=sum(weights))
    if weights and "composite" not in document:
        yield _fault(("questions",), gettext_noop("weights need a composite to be used in"))


def _correlation_faults(rows: list, keys: set[str]) -> Iterator[Fault]:
    for index, row in enumerate(rows):
        place = ("correlations", index, "between")
        for name in sorted(set(row["between"]) - keys):
            message = gettext_noop("there is no question %(name)s")
            yield _fault(place, message, name=name)
        if len(set(row["between"])) == 1:
            yield _fault(place, gettext_noop("a correlation is between two questions"))
    for one, other in repeated(tuple(sorted(row["between"])) for row in rows):
        message = gettext_noop("the pair %(one)s, %(other)s is listed twice")
        yield _fault(("correlations",), message, one=one, other=other)


def _fault(path, template: str, **values) -> Fault:
    return Fault(path, Phrase(template, values))


def _band(at) -> tuple[int, int]:
    return (min(at), max(at)) if isinstance(at, list) else (at, at)


def _decimal(value) -> Decimal | None:
    return None if value is None else Decimal(str(value))


def _rubric(document: dict) -> RubricSpec:
    return RubricSpec(
        name=document["name"],
        version=document.get("version", 1),
        title=document["title"].strip(),
        language=document.get("language", "en"),
        source=document.get("source", ""),
        guidance=document.get("guidance", ""),
        conditions=document.get("conditions", {}),
        own_criteria=document.get("own_criteria", False),
        scoring=_scoring(document.get("scoring", {})),
        conjunctive=document.get("conjunctive", "strict"),
        composite=_composite(document.get("composite")),
        deviations=tuple(_deviation(row) for row in document.get("deviations", [])),
        highlights=document.get("highlights", False),
        training_feedback=document.get("training_feedback", False),
        correlations=tuple(_correlation(row) for row in document.get("correlations", [])),
        questions=tuple(_question(row) for row in document.get("questions", [])),
        translations=document.get("translations", {}),
    )


def _scoring(row: dict) -> ScoringSpec:
    return ScoringSpec(
        rule=row.get("rule", "points"),
        half_points=row.get("half_points", "rounded"),
        pass_mark=_decimal(row.get("pass_mark")),
        partial=row.get("partial"),
    )


def _composite(row: dict | None) -> CompositeSpec | None:
    if row is None:
        return None
    grades = (
        GradeBand(g["grade"], _decimal(g["from"]), g.get("label", ""), g.get("text", ""))
        for g in row.get("grades", [])
    )
    return CompositeSpec(row["label"], tuple(grades))


def _deviation(row: dict) -> DeviationKind:
    severities = tuple(row.get("severities", []))
    return DeviationKind(row["tag"], row["label"], severities, row.get("text", ""))


def _correlation(row: dict) -> CorrelationSpec:
    return CorrelationSpec(tuple(row["between"]), row["expect"], row.get("why", ""))


def _question(row: dict) -> QuestionSpec:
    shared = {
        "key": row["key"],
        "kind": row["kind"],
        "label": row["label"].strip(),
        "text": row.get("text", ""),
        "conditions": tuple(row.get("conditions", [])),
        "evidence": row.get("evidence", "required"),
        "tags": tuple(row.get("tags", [])),
    }
    own = {"dimension": _dimension, "criterion": _criterion, "tiers": _tiers}[row["kind"]]
    return QuestionSpec(**shared, **own(row))


def _dimension(row: dict) -> dict:
    return {
        "scale_min": row["scale"]["min"],
        "scale_max": row["scale"]["max"],
        "better": row.get("better", "higher"),
        "comparative": row.get("comparative", False),
        "weight": _decimal(row.get("weight")),
        "checkpoints": tuple(row.get("checkpoints", [])),
        "coverage": tuple(
            CoverageBand(_decimal(each["from"]), *_band(each["band"]))
            for each in row.get("coverage", [])
        ),
        "descriptors": tuple(_descriptor(each) for each in row["descriptors"]),
    }


def _descriptor(row: dict) -> DescriptorSpec:
    low, high = _band(row["at"])
    examples = tuple(row.get("examples", []))
    return DescriptorSpec(low, high, row["text"].strip(), row.get("when", ""), examples)


def _criterion(row: dict) -> dict:
    return {
        "points": _decimal(row.get("points", 1)),
        "polarity": row.get("polarity", "positive"),
        "safety_critical": row.get("safety_critical", False),
        "emergency": row.get("emergency", False),
        "parts": tuple(row.get("parts", [])),
    }


def _tiers(row: dict) -> dict:
    return {
        "levels": tuple(LevelSpec(each["text"], _decimal(each["points"])) for each in row["levels"])
    }
