"""Which format is this? Told by what the text looks like, whatever the file's name ends in."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from raters.importing.decoding import Decoded
from raters.importing.json_files import Found, json_document, json_lines, looks_like_lines
from raters.importing.options import folded
from raters.importing.problems import ImportRefused, Problem
from raters.importing.tables import read_table
from rubrics.phrases import Phrase, gettext_noop


@dataclass(frozen=True)
class Record:
    """`row` is where a person finds it: see `Problem`. Values are as the file has them: text in
    tables; text, int, Decimal, bool, None, lists and dicts in JSON."""

    row: int
    fields: Mapping[str, object]

    @cached_property
    def by_folded_name(self) -> dict[str, object]:
        return {folded(str(name)): value for name, value in self.fields.items()}


@dataclass(frozen=True)
class Records:
    """`problems` are those of rows that could not be read; the others are in `records`."""

    file: str
    format: str
    records: tuple[Record, ...]
    problems: tuple[Problem, ...] = ()


def read_records(decoded: Decoded, *, name: str) -> Records:
    """Raises ImportRefused with every problem of a file from which no record could be read."""
    found_format, found = _recognised(decoded, name)
    if not found.records:
        raise ImportRefused(found.problems or [_no_rows(name)])
    records = tuple(Record(row, fields) for row, fields in found.records)
    return Records(name, found_format, records, found.problems)


def _recognised(decoded: Decoded, name: str) -> tuple[str, Found]:
    text = decoded.text
    start = text.lstrip()[:200].casefold()
    if start.startswith(("<!doctype", "<html", "<?xml")):
        raise ImportRefused([_web_page(name)])
    if start.startswith("{") and (looks_like_lines(text) or _is_one_line(text, name)):
        return "JSON Lines", json_lines(text, name)
    if start.startswith("{") or _starts_a_json_list(start):
        return "JSON", json_document(text, name)
    table = read_table(text, name, as_written=decoded.as_written)
    return table.format, table.found


def _is_one_line(text: str, name: str) -> bool:
    """A single object on a single line is one record of JSON Lines if the name says so."""
    return "\n" not in text.strip() and name.casefold().endswith((".jsonl", ".ndjson"))


def _starts_a_json_list(start: str) -> bool:
    """“[doctor] ...” begins a transcript, “[{” and “[]” a list."""
    return start.startswith("[") and start[1:].lstrip()[:1] in ("{", "[", "]", '"', "")


def _web_page(name: str) -> Problem:
    message = gettext_noop(
        "this is a web page or XML, not a table. Download the file itself (“raw”), as CSV, JSON or "
        "JSON Lines."
    )
    return Problem(name, None, None, Phrase(message))


def _no_rows(name: str) -> Problem:
    message = gettext_noop(
        "the file has no rows. Expected at least one, below the columns' names if it is a table."
    )
    return Problem(name, None, None, Phrase(message))
