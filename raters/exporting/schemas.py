"""JSON Schemas of the files, read off the types that the files are made from.

`report.schema.json` and `records.schema.json` are what `write_schemas` wrote last; a test tells
when they are no longer true.
"""

import json
from collections.abc import Mapping
from dataclasses import is_dataclass
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from types import NoneType, UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

from raters.exporting.grras import GrrasItem
from raters.exporting.plain import ADDED, told_names
from raters.exporting.prose import Paragraph
from raters.exporting.records import COLUMNS
from raters.reports.values import StudyReport
from rubrics.phrases import Phrase

DRAFT = "https://json-schema.org/draft/2020-12/schema"
REPORT_FORMAT, RECORDS_FORMAT = "urn:evalsite:report:2", "urn:evalsite:rating-records:1"
FOLDER = Path(__file__).parent
REPORT_FILE, RECORDS_FILE = FOLDER / "report.schema.json", FOLDER / "records.schema.json"

SIMPLE = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    Decimal: {"type": "number"},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
    Phrase: {"type": "string"},
    datetime: {"type": "string", "format": "date-time"},
}
TEXT, NUMBER, FLAG = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}
WHOLE_OR_NONE, FLAG_OR_NONE = {"type": ["integer", "null"]}, {"type": ["boolean", "null"]}
TEXT_OR_NONE, LIST_OR_NONE = {"type": ["string", "null"]}, {"type": ["array", "null"]}


def report_schema() -> dict:
    defs: dict[str, dict] = {}
    _schema(StudyReport, defs)
    report = defs.pop("StudyReport")
    versions = {"type": "array", "items": {"type": "array", "prefixItems": [TEXT, TEXT]}}
    grras = {"type": "array", "items": _schema(GrrasItem, defs), "minItems": 15, "maxItems": 15}
    added = {
        "$schema": {"const": REPORT_FORMAT},
        "mark": {"enum": ["", "REHEARSAL"]},
        "software": versions,
        "grras": grras,
        "prose": {"type": "array", "items": _schema(Paragraph, defs)},
    }
    return {
        "$schema": DRAFT,
        "$id": REPORT_FORMAT,
        "title": "Reliability report of a study",
        **_object(added | report["properties"]),
        "$defs": defs,
    }


def records_schema() -> dict:
    """Of one line of ratings.jsonl."""
    special = {
        **dict.fromkeys(("position", "showing", "revision"), NUMBER),
        **dict.fromkeys(("score", "suggested", "final", "rubric_version"), WHOLE_OR_NONE),
        "active_seconds": WHOLE_OR_NONE,
        **dict.fromkeys(("is_rehearsal", "simulated"), FLAG),
        **dict.fromkeys(("could_harm", "looked_for_contradiction"), FLAG_OR_NONE),
        "rests_on_absence": FLAG_OR_NONE,
        "page": {"type": ["integer", "string"]},
        "role": {"enum": ["real", "control", "training"]},
        "outcome": {"enum": ["scored", "defective"]},
        **dict.fromkeys(("part_states", "steps_done", "deviations", "evidence"), LIST_OR_NONE),
        **dict.fromkeys(
            ("rubric", "question", "question_kind", "answer", "kept_because", "rationale"),
            TEXT_OR_NONE,
        ),
    }
    return {
        "$schema": DRAFT,
        "$id": RECORDS_FORMAT,
        "title": "One rating record: a reviewer's answer to one question on one item",
        **_object({name: special.get(name, TEXT) for name in COLUMNS}),
    }


def write_schemas() -> None:
    for path, schema in ((REPORT_FILE, report_schema()), (RECORDS_FILE, records_schema())):
        path.write_text(as_file(schema), encoding="utf-8")


def as_file(schema: dict) -> str:
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


def _object(properties: Mapping[str, dict]) -> dict:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def _schema(hint: object, defs: dict[str, dict]) -> dict:
    """The schema of what `plain` makes of a value of this type; dataclasses go to `defs`."""
    if hint in SIMPLE:
        return SIMPLE[hint]
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return {"anyOf": _distinct([_schema(each, defs) for each in inner])}
    if origin is Literal:
        return {"enum": list(inner)}
    if origin is tuple and inner[-1] is not Ellipsis:
        return _row([_schema(each, defs) for each in inner])
    if origin in (tuple, list, frozenset):
        return {"type": "array", "items": _schema(inner[0], defs)}
    if is_dataclass(hint):
        return _reference(hint, defs)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return {"enum": [each.value for each in hint]}
    raise TypeError(f"no schema is known for {hint}")


def _distinct(schemas: list[dict]) -> list[dict]:
    return [each for n, each in enumerate(schemas) if each not in schemas[:n]]


def _row(schemas: list[dict]) -> dict:
    n = len(schemas)
    return {"type": "array", "prefixItems": schemas, "minItems": n, "maxItems": n}


def _reference(kind: type, defs: dict[str, dict]) -> dict:
    name = kind.__name__
    # Two dataclasses of one name would describe each other's values.
    if name not in defs:
        defs[name] = {"title": f"{kind.__module__}.{name}"}
        hints = get_type_hints(kind) | ADDED.get(kind, {})
        told = {each: _schema(hints[each], defs) for each in told_names(kind)}
        defs[name] |= _object(told)
    elif defs[name]["title"] != f"{kind.__module__}.{name}":
        raise TypeError(f"two types are called {name}")
    return {"$ref": f"#/$defs/{name}"}
