"""Planted items: what kind of control a row is, and the scores it should get."""

import re
from decimal import Decimal

from raters.importing.drafts import ControlDraft, Flavour
from raters.importing.fields import Row, is_blank, unpacked
from raters.importing.options import FieldNames, folded
from rubrics.phrases import gettext_noop

FLAVOURS: tuple[Flavour, ...] = ("pos_control", "neg_control", "instability", "mechanism_contra")
_SPELLINGS = {
    "positive_control": "pos_control",
    "negative_control": "neg_control",
    "known_bad": "neg_control",
    "mechanism_contradiction": "mechanism_contra",
}
_NOT_ONE = frozenset({"none", "no", "false", "real", "0"})
_NUMBER = r"[+-]?\d+(?:\.\d+)?"
_RANGE = re.compile(rf"^\s*({_NUMBER})\s*(?:(?:-|–|—|\.\.|to)\s*({_NUMBER})\s*)?$")
_FLAT = "expected_"

Range = tuple[Decimal, Decimal]


def control_of(row: Row) -> ControlDraft | None:
    """None for a real item, and for a control that is not told well enough (which is reported)."""
    found, flavour = row.found("control"), _flavour(row)
    expected = _expected(row)
    if found is None or flavour is None:
        if expected and (found is None or says_it_is_real(found[1])):
            row.complain(
                next(iter(expected))[0],
                gettext_noop(
                    "expected scores are given, but the row does not say that it is a control. "
                    "Fill in its control field with one of: %(known)s."
                ),
                known=", ".join(FLAVOURS),
            )
        return None
    if not expected and not row.is_faulty:
        row.complain(
            found[0],
            gettext_noop(
                "a control needs the scores that a careful reviewer gives it, for example "
                'expected: {"accuracy": [0, 1]} or a column expected_accuracy with “0-1”.'
            ),
        )
    ranges = {key: given for (_, key), given in expected.items() if given}
    return ControlDraft(flavour, dict(sorted(ranges.items())))


def says_it_is_real(value: object) -> bool:
    return folded(str(value)) in _NOT_ONE


def _flavour(row: Row) -> Flavour | None:
    found = row.found("control")
    if found is None or says_it_is_real(found[1]):
        return None
    name, value = found
    said = folded(str(value))
    flavour = _SPELLINGS.get(said, said)
    if flavour in FLAVOURS:
        return flavour
    row.complain(
        name,
        gettext_noop("“%(value)s” is not a kind of control. Expected one of: %(known)s."),
        value=str(value),
        known=", ".join(FLAVOURS),
    )
    return None


def _expected(row: Row) -> dict[tuple[str, str], Range | None]:
    """(name of the field, key of the question) -> range; None where it could not be read."""
    given: dict[tuple[str, str], Range | None] = {}
    if found := row.found("expected"):
        name, value = found
        value = unpacked(value)
        if isinstance(value, dict):
            for key, each in value.items():
                given[f"{name}.{key}", key] = _range(row, f"{name}.{key}", each)
        else:
            given[name, ""] = None
            row.complain(
                name,
                gettext_noop(
                    "expected the scores question by question, such as "
                    '{"accuracy": [0, 1], "hallucination": 2}.'
                ),
            )
    for name, key, value in _flat_columns(row):
        given[name, key] = _range(row, name, value)
    return given


def _flat_columns(row: Row) -> list[tuple[str, str, object]]:
    """Columns such as expected_accuracy, unless the name means something else here."""
    taken = _other_names(row.names)
    columns = []
    for name, value in row.record.fields.items():
        plain = folded(str(name))
        if plain.startswith(_FLAT) and plain not in taken and not is_blank(value):
            columns.append((str(name), plain.removeprefix(_FLAT), value))
    return columns


def _other_names(names: FieldNames) -> set[str]:
    return {folded(name) for meaning in names.meanings() for name in names.names(meaning)}


def _range(row: Row, path: str, value: object) -> Range | None:
    ends = _ends(value)
    if ends is None:
        row.complain(
            path,
            gettext_noop(
                "“%(value)s” is not a score or a range of scores. Expected 2, “0-1”, “0..1” or "
                "[0, 1], with a point for decimals."
            ),
            value=str(value),
        )
    elif ends[0] > ends[1]:
        row.complain(
            path,
            gettext_noop("the range runs from %(low)s down to %(high)s; give the lower end first."),
            low=ends[0],
            high=ends[1],
        )
        return None
    return ends


def _ends(value: object) -> Range | None:
    value = unpacked(value)
    if isinstance(value, list) and len(value) == 2:
        low, high = _number(value[0]), _number(value[1])
        return None if low is None or high is None else (low, high)
    if isinstance(value, str) and (match := _RANGE.match(value)):
        low = Decimal(match[1])
        return low, Decimal(match[2]) if match[2] else low
    single = _number(value)
    return None if single is None else (single, single)


def _number(value: object) -> Decimal | None:
    if isinstance(value, bool) or not isinstance(value, int | Decimal | str):
        return None
    text = str(value).strip()
    return Decimal(text) if re.fullmatch(_NUMBER, text) else None
