"""JSON and JSON Lines: records, and every place where a file is not what JSON allows."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from raters.importing.problems import Problem, printable
from rubrics.phrases import Phrase, gettext_noop

# The names under which a JSON object holds its records. "samples" is inspect-ai's.
LIST_NAMES = (
    "samples",
    "items",
    "records",
    "data",
    "rows",
    "cases",
    "examples",
    "scenarios",
    "prompts",
    "outputs",
    "results",
    "transcripts",
)
# An object with one of these is a record itself, whatever lists it holds.
RECORD_NAMES = frozenset(
    {"messages", "conversation", "conversations", "turns", "prompt", "input", "completion"}
    | {"transcript", "dialogue", "answer", "response", "question", "criteria", "rubrics"}
    | {"rubric_criteria"}
)


@dataclass(frozen=True)
class Found:
    """What a parser found: (row, fields) pairs and the problems of the rest."""

    records: tuple[tuple[int, dict], ...] = ()
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True)
class _NotANumber:
    written: str


class _Object(dict):
    """A JSON object that remembers the keys it was given twice."""

    twice: tuple[str, ...] = ()


@dataclass
class _Fault:
    path: str
    message: Phrase


@dataclass
class _Parsed:
    value: object = None
    faults: list[_Fault] = field(default_factory=list)


def json_document(text: str, name: str) -> Found:
    """A list of objects, or an object that holds one list of objects or is one record."""
    parsed = _parse(text)
    if parsed.value is None:
        return Found(problems=tuple(_problems(parsed, name, None)))
    where, rows = _rows(parsed.value)
    if rows is None:
        return Found(problems=(_which_list(parsed.value, name),))
    outside = [fault for fault in parsed.faults if _row_in(fault.path, where) is None]
    problems = list(_problems(_Parsed(True, outside), name, None))
    records = []
    for row, value in enumerate(rows, 1):
        faults = [_within(f, where) for f in parsed.faults if _row_in(f.path, where) == row]
        problems += _problems(_Parsed(value, faults), name, row)
        if not faults and isinstance(value, dict):
            records.append((row, value))
    return Found(tuple(records), tuple(problems))


def json_lines(text: str, name: str) -> Found:
    records, problems = [], []
    for row, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        parsed = _parse(line)
        problems += _problems(parsed, name, row)
        if isinstance(parsed.value, dict) and not parsed.faults:
            records.append((row, parsed.value))
    return Found(tuple(records), tuple(problems))


def looks_like_lines(text: str) -> bool:
    """Is each line an object of its own? A broken line among them does not change that."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if len(lines) == 1:
        return False
    whole = sum(line.startswith("{") and line.endswith("}") for line in lines)
    return lines[0].startswith("{") and whole * 2 >= len(lines)


def _parse(text: str) -> _Parsed:
    try:
        value = json.loads(
            text,
            parse_float=Decimal,
            parse_constant=_NotANumber,
            object_pairs_hook=_object,
        )
        return _Parsed(value, list(_faults(value, "")))
    except json.JSONDecodeError as error:
        return _Parsed(None, [_broken(error)])
    except RecursionError:
        message = gettext_noop("the JSON is nested too deeply to be a record of a conversation.")
        return _Parsed(None, [_Fault("", Phrase(message))])
    # A number of thousands of digits (ValueError) or with an absurd exponent (ArithmeticError).
    except (ValueError, ArithmeticError):
        message = gettext_noop("a number in it is too long to be read; write it as text.")
        return _Parsed(None, [_Fault("", Phrase(message))])


def _object(pairs: list[tuple[str, object]]) -> _Object:
    value = _Object(pairs)
    if len(value) < len(pairs):
        seen: set[str] = set()
        value.twice = tuple(key for key, _ in pairs if key in seen or seen.add(key))
    return value


def _broken(error: json.JSONDecodeError) -> _Fault:
    message = gettext_noop(
        "this is not complete JSON (line %(line)s, column %(column)s: %(reason)s). Expected one "
        "object per line (JSON Lines), a list of objects, or an object that holds such a list."
    )
    values = {"line": error.lineno, "column": error.colno, "reason": error.msg}
    return _Fault("", Phrase(message, values))


def _faults(value: object, path: str) -> Iterable[_Fault]:
    """Every NaN and every key given twice, with the path that leads there."""
    if isinstance(value, _NotANumber):
        message = gettext_noop(
            "“%(written)s” is not a number that JSON allows. Write null, or leave the field out."
        )
        yield _Fault(path, Phrase(message, {"written": value.written}))
    elif isinstance(value, _Object):
        for key in value.twice:
            message = gettext_noop("this key stands twice in one object; keep one of them.")
            yield _Fault(_joined(path, key), Phrase(message))
        for key, inner in value.items():
            yield from _faults(inner, _joined(path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _faults(inner, f"{path}[{index}]")


def _joined(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _rows(value: object) -> tuple[str, list | None]:
    """The list of records and the path to it; (path, None) when it is not clear which it is."""
    if isinstance(value, list):
        return "", value
    if not isinstance(value, dict):
        return "", None
    lists = _lists_of_objects(value)
    named = [key for key in LIST_NAMES if key in lists]
    is_record = bool(RECORD_NAMES & {key.casefold() for key in value})
    if named and not is_record:
        return named[0], lists[named[0]]
    if is_record or not lists:
        return "-", [value]
    if len(lists) == 1:
        return next(iter(lists.items()))
    return "", None


def _lists_of_objects(value: Mapping[str, object]) -> dict[str, list]:
    return {
        key: inner
        for key, inner in value.items()
        if isinstance(inner, list) and inner and all(isinstance(each, dict) for each in inner)
    }


def _row_in(path: str, where: str) -> int | None:
    """The row (from 1) of the record that a path leads into: "samples[4].x" in "samples" is 5."""
    if where == "-":
        return 1
    match = re.match(rf"{re.escape(where)}\[(\d+)\]", path)
    return int(match[1]) + 1 if match else None


def _within(fault: _Fault, where: str) -> _Fault:
    """The fault with the path that starts at its record: "samples[4].x" is "x" there."""
    if where == "-":
        return fault
    return _Fault(fault.path[len(where) :].partition("]")[2].removeprefix("."), fault.message)


def _problems(parsed: _Parsed, name: str, row: int | None) -> Iterable[Problem]:
    for fault in parsed.faults:
        yield Problem(name, row, printable(fault.path) or None, fault.message)
    if not parsed.faults and parsed.value is not True and not isinstance(parsed.value, dict):
        message = gettext_noop("expected an object with named fields, {...}, for each row.")
        yield Problem(name, row, None, Phrase(message))


def _which_list(value: object, name: str) -> Problem:
    if not isinstance(value, dict):
        message = gettext_noop(
            "expected a list of objects or one object that holds such a list, found a single value."
        )
        return Problem(name, None, None, Phrase(message))
    message = gettext_noop(
        "the file holds several lists (%(lists)s) and it is not clear which one has the records. "
        "Keep one of them, or name it “items”."
    )
    names = printable(", ".join(_lists_of_objects(value)))
    return Problem(name, None, None, Phrase(message, {"lists": names}))
