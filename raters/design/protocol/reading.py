"""A parsed protocol file becomes a checked `ProtocolSpec`, with every fault found at once.

No Django at any depth.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields
from decimal import Decimal
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from raters.design.protocol.faults import ProtocolFault, ProtocolRefused, fault, within
from raters.design.protocol.meaning import meaning_faults
from raters.design.protocol.spec import (
    AllocationSpec,
    ArmSpec,
    EvaluationQuestion,
    FileOptions,
    ItemFiles,
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
from rubrics.faults import RubricRefused, schema_message
from rubrics.phrases import Phrase, gettext_noop
from rubrics.reading import content_faults, spec_from_mapping, strict_validator

SCHEMA = Path(__file__).with_name("protocol.schema.json")
RUBRIC = ("rubric", "document")
_IN_OWN_WORDS = {
    (("protocol",), "enum"): gettext_noop("must be 1, the version of this layout"),
    (("study", "name"), "pattern"): gettext_noop(
        "is a short name of letters, digits, - and _, such as abbreviations-2026"
    ),
}


def protocol_from_mapping(document: object) -> ProtocolSpec:
    """Raises `ProtocolRefused` with all faults: of content, else of shape, else of meaning."""
    faults = (
        list(within((), content_faults(document, ())))
        or list(_key_faults(document, ()))
        or list(_shape_faults(document))
        or list(_meaning_faults(document))
    )
    if faults:
        raise ProtocolRefused(faults)
    return _protocol(document)


@cache
def _validator():
    return strict_validator(json.loads(SCHEMA.read_text(encoding="utf-8")))


def _key_faults(value, path) -> Iterator[ProtocolFault]:
    """Beyond U+FFFF, RFC 8785 sorts keys differently than most languages do."""
    children = enumerate(value) if isinstance(value, list) else ()
    if isinstance(value, Mapping):
        children = value.items()
        if any(character > "\uffff" for key in value for character in key):
            yield fault(path, gettext_noop("a key holds an emoji or a rare character; rename it"))
    for step, each in children:
        yield from _key_faults(each, (*path, step))


def _shape_faults(document) -> Iterator[ProtocolFault]:
    errors = _validator().iter_errors(document)
    for error in sorted(errors, key=lambda error: str(error.json_path)):
        place = tuple(error.absolute_path)
        if error.validator == "additionalProperties":
            known = error.schema["properties"]
            for name in sorted(set(error.instance) - set(known)):
                yield ProtocolFault((*place, name), _unknown(name, known=sorted(known)))
        else:
            yield ProtocolFault(place, _expected(error))


def _unknown(name: str, *, known: list[str]) -> Phrase:
    near = get_close_matches(name, known, n=1, cutoff=0.5)
    if near:
        message = gettext_noop("there is no such key here; did you mean %(near)s?")
        return Phrase(message, {"near": near[0]})
    message = gettext_noop("there is no such key here; the keys are %(known)s")
    return Phrase(message, {"known": ", ".join(known)})


def _expected(error) -> Phrase:
    place = tuple(error.absolute_path)
    if (place, error.validator) in _IN_OWN_WORDS:
        return Phrase(_IN_OWN_WORDS[place, error.validator])
    message = schema_message(
        error.validator,
        limit=error.validator_value,
        instance=error.instance,
        message=error.message,
    )
    if error.instance is None and place:
        template = gettext_noop("%(message)s; leave the key out where nothing is decided")
        return Phrase(template, {"message": message})
    if error.validator == "type" and error.validator_value == "string":
        return Phrase(gettext_noop("%(message)s; put it in quotes"), {"message": message})
    return message


def _meaning_faults(document: dict) -> Iterator[ProtocolFault]:
    yield from meaning_faults(document)
    if "document" in document.get("rubric", {}):
        try:
            spec_from_mapping(document["rubric"]["document"])
        except RubricRefused as refusal:
            yield from within(RUBRIC, refusal.faults)


def _protocol(document: dict) -> ProtocolSpec:
    def section(kind, name):
        return _values(kind, document.get(name, {}))

    return ProtocolSpec(
        study=section(StudySpec, "study"),
        question=section(EvaluationQuestion, "question"),
        reference=section(ReferenceSpec, "reference"),
        arms=tuple(_values(ArmSpec, row) for row in document.get("arms", [])),
        rubric=_rubric(document["rubric"]) if "rubric" in document else None,
        items=_items(document.get("items", {})),
        panel=_panel(document.get("panel", {})),
        allocation=section(AllocationSpec, "allocation"),
        order=section(OrderSpec, "order"),
        practice=section(PracticeSpec, "practice"),
        reliability=section(ReliabilitySpec, "reliability"),
        judge=section(JudgeSpec, "judge"),
    )


def _values(kind, row: Mapping):
    """The keys of a section of the file are the fields of its dataclass."""
    decimals = {field.name for field in fields(kind) if "Decimal" in str(field.type)}
    return kind(**{name: _value(each, name in decimals) for name, each in row.items()})


def _value(value, is_decimal: bool):
    if is_decimal:
        return Decimal(str(value))
    if isinstance(value, list):
        return tuple(_value(each, False) for each in value)
    # A block of text in YAML ends with a line break that nobody meant.
    return value.strip() if isinstance(value, str) else value


def _rubric(row: Mapping) -> RubricChoice:
    document = spec_from_mapping(row["document"]) if "document" in row else None
    named = {name: each for name, each in row.items() if name != "document"}
    return _values(RubricChoice, named | {"document": document})


def _items(row: Mapping) -> ItemsSpec:
    files = tuple(_files(each) for each in row.get("files", []))
    return ItemsSpec(files, tuple(_exact(each) for each in row.get("rows", [])))


def _files(row: Mapping) -> ItemFiles:
    options = _values(FileOptions, row.get("options", {}))
    return ItemFiles(tuple(row["outputs"]), row.get("cases", ""), options)


def _exact(value):
    """What is rated stays as it stands, to the last blank; but no number is a float."""
    if isinstance(value, float):
        return Decimal(str(value))
    if isinstance(value, list):
        return [_exact(each) for each in value]
    if isinstance(value, Mapping):
        return {name: _exact(each) for name, each in value.items()}
    return value


def _panel(row: Mapping) -> PanelSpec:
    reviewers = tuple(_values(ReviewerSpec, each) for each in row.get("reviewers", []))
    return _values(PanelSpec, {**row, "reviewers": reviewers})
