"""A `ProtocolSpec` as the mapping its file holds; what is left at its default is left out.

`protocol_from_mapping(mapping_from_protocol(spec)) == spec`. No Django at any depth.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields
from decimal import Decimal

from raters.design.protocol.spec import (
    ItemFiles,
    ItemsSpec,
    OrderSpec,
    PracticeSpec,
    ProtocolSpec,
    RubricChoice,
)
from rubrics.writing import mapping_from_spec

LAYOUT = 1


def mapping_from_protocol(spec: ProtocolSpec) -> dict:
    """Numbers are whole or `Decimal`, never float."""
    sections = {
        "study": _stated(spec.study),
        "question": _stated(spec.question),
        "reference": _stated(spec.reference),
        "arms": [_stated(arm) for arm in spec.arms],
        "rubric": _rubric(spec.rubric),
        "items": _items(spec.items),
        "panel": _stated(spec.panel),
        "allocation": _stated(spec.allocation),
        "order": _order(spec.order),
        "practice": _practice(spec.practice),
        "reliability": _stated(spec.reliability),
        "judge": _stated(spec.judge),
    }
    return {"protocol": LAYOUT} | {name: each for name, each in sections.items() if each}


def rows_as_json_lines(rows: Iterable[Mapping]) -> str:
    """The rows of a protocol as the file that an import reads."""
    lines = (json.dumps(row, ensure_ascii=False, default=_shortest) for row in rows)
    return "".join(f"{line}\n" for line in lines)


def _shortest(value: Decimal) -> float:
    return float(value)


def _stated(value) -> dict:
    """The fields that are not at their default."""
    stated = {}
    for field in fields(value):
        each = getattr(value, field.name)
        if field.default is MISSING or each != field.default:
            stated[field.name] = _plain(each)
    return stated


def _plain(value):
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if isinstance(value, Mapping):
        return {name: _plain(each) for name, each in value.items()}
    return _stated(value) if hasattr(value, "__dataclass_fields__") else value


def _rubric(choice: RubricChoice | None) -> dict:
    if choice is None or choice.document is None:
        return _stated(choice) if choice else {}
    return {"document": _without_floats(mapping_from_spec(choice.document))}


def _without_floats(value):
    if isinstance(value, float):
        return Decimal(str(value))
    if isinstance(value, list):
        return [_without_floats(each) for each in value]
    if isinstance(value, Mapping):
        return {name: _without_floats(each) for name, each in value.items()}
    return value


def _items(items: ItemsSpec) -> dict:
    files = [_files(each) for each in items.files]
    rows = [_plain(row) for row in items.rows]
    return {name: each for name, each in {"files": files, "rows": rows}.items() if each}


def _files(files: ItemFiles) -> dict:
    options = {name: each for name, each in _stated(files.options).items() if each != {}}
    stated = {"outputs": list(files.outputs), "cases": files.cases, "options": options}
    return {name: each for name, each in stated.items() if each}


def _order(order: OrderSpec) -> dict:
    # Without repeats a gap says nothing, and reading refuses it.
    return {
        name: each for name, each in _stated(order).items() if name != "repeat_gap" or order.repeats
    }


def _practice(practice: PracticeSpec) -> dict:
    # Without a mark a number of attempts says nothing, and reading refuses it.
    if practice.pass_mark is None:
        return {}
    # As it was written, whatever decimals the database keeps.
    return _stated(practice) | {"pass_mark": practice.pass_mark.normalize()}
