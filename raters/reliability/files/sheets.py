"""Bytes to columns of text, whatever kind of table they are: CSV, TSV, XLSX, JSON or JSON Lines."""

import io
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from raters.importing.decoding import Decoded, decode
from raters.importing.problems import ImportRefused
from raters.importing.recognising import read_records
from raters.importing.tables import DELIMITERS
from raters.reliability.files.refusals import first_of, refused
from raters.reliability.files.workbooks import is_workbook, workbook_rows
from rubrics.phrases import Phrase, gettext_noop

NO_ROWS = gettext_noop("there are no rows below the columns' names.")
NO_NAMES = gettext_noop("the first row must hold the names of the columns.")
TWICE = gettext_noop("more than one column is named “%(twice)s”. Rename or delete the others.")


@dataclass(frozen=True)
class Sheet:
    """`columns` hold one text a row; `rows` are the lines (or positions) a person finds them at."""

    name: str
    columns: dict[str, Sequence[str]]
    rows: Sequence[int]
    notes: tuple[Phrase, ...] = ()


def read_sheet(data: bytes, *, name: str, encoding: str | None = None) -> Sheet:
    """Raises FileRefused."""
    if is_workbook(data):
        return _from_workbook(data, name)
    try:
        decoded = decode(data, name=name, encoding=encoding)
    except ImportRefused as refusal:
        raise first_of(refusal) from None
    notes = (decoded.note,) if decoded.note else ()
    columns, rows = _columns(decoded, name)
    return Sheet(name, _named(columns, name), rows, notes)


def _columns(decoded: Decoded, name: str) -> tuple[list[tuple[str, Sequence[str]]], Sequence[int]]:
    """By a quick way where the file is plain, else by the importer's, which explains faults."""
    quick = None
    if decoded.text.lstrip()[:1] in "{[":
        quick = _quick_json_lines(decoded.text)
    elif decoded.as_written is None:
        quick = _quick_table(decoded.text)
    return quick or _by_the_importer(decoded, name)


def _quick_table(text: str):
    """None where lines and rows are not the same thing, or anything else needs explaining."""
    import pandas as pd  # slow import

    body, first_line, delimiter = _without_hint(text.rstrip("\n"))
    delimiter = delimiter or _delimiter(body)
    if delimiter is None or body.startswith("\n"):
        return None
    reading = {"header": None, "dtype": object, "keep_default_na": False, "engine": "c"}
    try:
        frame = pd.read_csv(io.StringIO(body), sep=delimiter, low_memory=False, **reading)
    except (pd.errors.ParserError, ValueError):
        return None
    lines = body.split("\n")
    if len(frame) != len(lines) or len(lines) < 2 or _may_be_short(frame, lines, delimiter):
        return None
    header = [str(cell).strip() for cell in frame.iloc[0]]
    columns = [frame[index].tolist()[1:] for index in range(len(header))]
    return list(zip(header, columns, strict=True)), range(first_line + 1, first_line + len(lines))


def _may_be_short(frame, lines: list[str], delimiter: str) -> bool:
    """pandas fills short rows up, so that they look as if their last cells were empty."""
    ends_empty = [lines[row] for row in (frame.iloc[:, -1] == "").to_numpy().nonzero()[0]]
    wanted = frame.shape[1] - 1
    return any(line.count(delimiter) < wanted or '"' in line for line in ends_empty)


def _without_hint(text: str) -> tuple[str, int, str | None]:
    """Excel's first line "sep=;" names the delimiter and is no row of the table."""
    first, _, rest = text.partition("\n")
    hint = first.strip('" ').casefold()
    if len(hint) == 5 and hint.startswith("sep=") and hint[4] in DELIMITERS:
        return rest, 2, hint[4]
    return text, 1, None


def _delimiter(text: str) -> str | None:
    """The one that the first line uses most, outside quotes."""
    outside = "".join(text.partition("\n")[0].split('"')[::2])
    best = max(DELIMITERS, key=outside.count)
    return best if best in outside else None


def _quick_json_lines(text: str):
    lines = text.rstrip("\n").split("\n")
    if len(lines) < 2:
        return None
    try:
        records = json.loads(
            f"[{','.join(lines)}]", object_pairs_hook=_object, parse_constant=_no_number
        )
    except (ValueError, RecursionError):
        return None
    plain = len(records) == len(lines) and all(isinstance(record, dict) for record in records)
    return (_of_records(records), range(1, len(lines) + 1)) if plain else None


def _object(pairs: list[tuple[str, object]]) -> dict:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError
    return found


def _no_number(written: str):
    raise ValueError(written)


def _by_the_importer(decoded: Decoded, name: str):
    try:
        found = read_records(decoded, name=name)
    except ImportRefused as refusal:
        raise first_of(refusal) from None
    if found.problems:
        raise first_of(found.problems)
    records = [record.fields for record in found.records]
    return _of_records(records), [record.row for record in found.records]


def _of_records(records: Sequence[dict]) -> list[tuple[str, list[str]]]:
    names = dict.fromkeys(str(key) for record in records for key in record)
    return [(name, [_text(record.get(name)) for record in records]) for name in names]


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, float) and value.is_integer():
        return f"{value:.0f}"
    return json.dumps(value, default=str) if isinstance(value, list | dict) else str(value)


def _from_workbook(data: bytes, name: str) -> Sheet:
    (first, *body), notes = workbook_rows(data, name)
    header = [_text(cell).strip() for cell in first[1]]
    if sum(map(bool, header)) < 2:
        raise refused(name, NO_NAMES, row=first[0])
    width = len(header)
    filled = [(row, [_text(cell) for cell in cells[:width]]) for row, cells in body]
    for _, cells in filled:
        cells += [""] * (width - len(cells))
    texts = [list(column) for column in zip(*(cells for _, cells in filled), strict=True)]
    columns = list(zip(header, texts or [[]] * width, strict=True))
    return Sheet(name, _named(columns, name), [row for row, _ in filled], notes)


def _named(columns: Iterable[tuple[str, Sequence[str]]], name: str) -> dict[str, Sequence[str]]:
    """A column without a name is called by its number; an empty one is what a spreadsheet left."""
    named = [
        (column or f"column {number}", texts)
        for number, (column, texts) in enumerate(columns, 1)
        if column or any(text.strip() for text in texts)
    ]
    if not named or not len(named[0][1]):
        raise refused(name, NO_ROWS)
    for column, times in Counter(column for column, _ in named).items():
        if times > 1:
            raise refused(name, TWICE, twice=column)
    return dict(named)
