"""Planted items: what kind of control a row is, or for training, and the scores it should get."""

import re
from decimal import Decimal

from raters.importing.drafts import ControlDraft, Expected, Flavour
from raters.importing.fields import Row, is_blank, unpacked
from raters.importing.options import FieldNames, folded
from rubrics.phrases import gettext_noop

FLAVOURS: tuple[Flavour, ...] = (
    "pos_control",
    "neg_control",
    "instability",
    "mechanism_contra",
    "training",
)
_SPELLINGS = {
    "positive_control": "pos_control",
    "negative_control": "neg_control",
    "known_bad": "neg_control",
    "mechanism_contradiction": "mechanism_contra",
    "practice": "training",
    "tutorial": "training",
}
_NOT_ONE = frozenset({"none", "no", "false", "real", "0"})
_NUMBER = r"[+-]?\d+(?:\.\d+)?"
_RANGE = re.compile(rf"^\s*({_NUMBER})\s*(?:(?:-|–|—|\.\.|to)\s*({_NUMBER})\s*)?$")
_FLAT = "expected_"


def control_of(row: Row) -> ControlDraft | None:
    """None for a real item, and for a control that is not told well enough (which is reported)."""
    found = row.found("control")
    if found is None or says_it_is_real(found[1]):
        _check_real(row)
        return None
    flavour, expected = _flavour(row, *found), _expected(row)
    if flavour is None:
        return None
    if not expected and not row.is_faulty:
        row.complain(found[0], _NO_SCORES)
    scores = {key: given for (_, key), given in expected.items() if given}
    return ControlDraft(flavour, dict(sorted(scores.items())), row.text("explanation"))


def _check_real(row: Row) -> None:
    """A key makes no sense on a real item; an explanation may be a column of anybody's file."""
    if expected := _expected(row):
        (name, _), *_ = expected
        row.complain(name, _SCORES_OF_REAL, known=", ".join(FLAVOURS))
    elif row.found_text("explanation"):
        row.note(_IGNORED_EXPLANATION)


def says_it_is_real(value: object) -> bool:
    return folded(str(value)) in _NOT_ONE


def _flavour(row: Row, name: str, value: object) -> Flavour | None:
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


def _expected(row: Row) -> dict[tuple[str, str], Expected | None]:
    """(name of the field, key of the question) -> scores; None where they could not be read."""
    given: dict[tuple[str, str], Expected | None] = {}
    if found := row.found("expected"):
        name, value = found
        value = unpacked(value)
        if isinstance(value, dict):
            for key, each in value.items():
                given[f"{name}.{key}", key] = _scores(row, f"{name}.{key}", each)
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
        given[name, key] = _scores(row, name, value)
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


def _scores(row: Row, path: str, value: object) -> Expected | None:
    scores = _set_of_points(value) or _range(value)
    if scores is None:
        row.complain(path, _SCORES_EXPECTED, value=str(value))
    elif scores.low > scores.high:
        row.complain(
            path,
            gettext_noop("the range runs from %(low)s down to %(high)s; give the lower end first."),
            low=scores.low,
            high=scores.high,
        )
        return None
    return scores


def _set_of_points(value: object) -> Expected | None:
    """{"any_of": [0, 2]} or "0|2"; None for whatever is not written as a set."""
    value = unpacked(value)
    if isinstance(value, dict) and [folded(str(name)) for name in value] == ["any_of"]:
        (points,) = value.values()
    elif isinstance(value, str) and "|" in value:
        points = value.split("|")
    else:
        return None
    numbers = [_number(each) for each in points] if isinstance(points, list) else []
    return Expected.among(numbers) if numbers and None not in numbers else None


def _range(value: object) -> Expected | None:
    value = unpacked(value)
    if isinstance(value, list) and len(value) == 2:
        low, high = _number(value[0]), _number(value[1])
        return None if low is None or high is None else Expected(low, high)
    if isinstance(value, str) and (match := _RANGE.match(value)):
        low = Decimal(match[1])
        return Expected(low, Decimal(match[2]) if match[2] else low)
    single = _number(value)
    return None if single is None else Expected(single, single)


def _number(value: object) -> Decimal | None:
    if isinstance(value, bool) or not isinstance(value, int | Decimal | str):
        return None
    text = str(value).strip()
    return Decimal(text) if re.fullmatch(_NUMBER, text) else None


_SCORES_OF_REAL = gettext_noop(
    "expected scores are given, but the row does not say that it is a control. Fill in its control "
    "field with one of: %(known)s."
)
_NO_SCORES = gettext_noop(
    "a control or an item for training needs the scores that a careful reviewer gives it, for "
    'example expected: {"accuracy": [0, 1]} or a column expected_accuracy with “0-1”.'
)
_SCORES_EXPECTED = gettext_noop(
    "“%(value)s” is not a score, a range or a set of scores. Expected 2, “0-1”, “0..1”, [0, 1], "
    '“0|2” or {"any_of": [0, 2]}, with a point for decimals.'
)
_IGNORED_EXPLANATION = gettext_noop(
    "%(file)s: real items have no explanation; that of %(count)s rows was ignored. Only items for "
    "training and controls keep one."
)
