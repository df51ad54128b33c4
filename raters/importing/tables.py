"""CSV and its kin: the delimiter from the header line, every ragged row by its line."""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from raters.importing.json_files import Found
from raters.importing.options import folded
from raters.importing.problems import Problem
from rubrics.phrases import Phrase, gettext_noop

# A visit of ninety kilobytes is one cell; the standard limit is 131,072 characters.
csv.field_size_limit(2**31 - 1)

DELIMITERS = {",": "CSV", ";": "CSV (semicolons)", "\t": "TSV", "|": "CSV (bars)"}
# A separator for tables of one column, and what stands for a line feed while a classic Mac file is
# read. Both are control characters without a use in text.
_NEVER = "\x1f"
_INNER_LINE_END = "\x1e"
# A title such as "Results of the 2026 panel" is not a column's name.
_LONGEST_NAME = 60


@dataclass(frozen=True)
class Table:
    format: str
    found: Found


def read_table(text: str, name: str, *, as_written: str | None = None) -> Table:
    """`as_written` is the text with its own line ends, where these may mean something."""
    if as_written is not None and _rows_end_in_cr(as_written):
        text = as_written.replace("\n", _INNER_LINE_END).replace("\r", "\n")
    first_line, body, hint = _without_hint(text)
    delimiter = hint or _delimiter(body)
    rows, problems = _rows(body, delimiter or _NEVER, first_line, name)
    if not rows:
        return Table("CSV", Found(problems=tuple(problems)))
    header = [cell.strip() for cell in rows[0][1]]
    if complaints := tuple(_header_problems(header, rows, name)):
        return Table("CSV", Found(problems=(*problems, *complaints)))
    records = []
    for row, cells in rows[1:]:
        if complaint := _ragged(header, cells, row, name):
            problems.append(complaint)
        else:
            pairs = zip(header, cells, strict=False)
            records.append((row, {column: cell for column, cell in pairs if column}))
    return Table(DELIMITERS.get(delimiter, "CSV"), Found(tuple(records), tuple(problems)))


def _rows_end_in_cr(text: str) -> bool:
    """A classic Mac file ends its rows with a carriage return, and a line feed is then text."""
    header = _up_to_line_end(text)
    return text[len(header) : len(header) + 1] == "\r"


def _up_to_line_end(text: str) -> str:
    quoted = False
    for index, char in enumerate(text):
        if char == '"':
            quoted = not quoted
        elif char in "\r\n" and not quoted:
            return text[:index]
    return text


def _without_hint(text: str) -> tuple[int, str, str | None]:
    """Excel's first line "sep=;" names the delimiter and is no row of the table."""
    first, _, rest = text.partition("\n")
    hint = first.strip('" ')
    if hint[:4].casefold() == "sep=" and hint[4:5] in DELIMITERS and len(hint) == 5:
        return 2, rest, hint[4]
    return 1, text, None


def _delimiter(text: str) -> str | None:
    """The delimiter that the header line uses most, outside quotes; None for a single column."""
    outside = "".join(_up_to_line_end(text.lstrip("\n")).split('"')[::2])
    best = max(DELIMITERS, key=outside.count)
    return best if best in outside else None


def _rows(
    text: str, delimiter: str, first_line: int, name: str
) -> tuple[list[tuple[int, list[str]]], list[Problem]]:
    """(line on which it starts, cells) of every row that is not blank."""
    rows: list[tuple[int, list[str]]] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    start, inner = first_line, 0
    try:
        for cells in reader:
            inner += sum(cell.count(_INNER_LINE_END) for cell in cells)
            if any(cell.strip() for cell in cells):
                rows.append((start, [cell.replace(_INNER_LINE_END, "\n") for cell in cells]))
            start = first_line + reader.line_num + inner
    except csv.Error as error:
        return rows, [_broken_quotes(name, start, error)]
    return rows, []


def _broken_quotes(name: str, row: int, error: csv.Error) -> Problem:
    message = gettext_noop(
        "the quotes of the row that starts here do not match (%(reason)s), and nothing after it "
        "could be read. A cell with line ends, quotes or delimiters stands in double quotes, and a "
        "quote inside it is doubled."
    )
    return Problem(name, row, None, Phrase(message, {"reason": str(error)}))


def _header_problems(
    header: list[str], rows: list[tuple[int, list[str]]], name: str
) -> Iterator[Problem]:
    row = rows[0][0]
    yield from _twice(header, row, name)
    named = [column for column in header if column]
    if (len(header) > 2 and len(named) == 1) or any(len(each) > _LONGEST_NAME for each in named):
        message = gettext_noop(
            "expected the columns' names in the first line and found “%(found)s”. Delete the title "
            "lines above the names; a transcript needs a column of its own, such as “transcript”."
        )
        yield Problem(name, row, None, Phrase(message, {"found": named[0][:_LONGEST_NAME]}))
        return
    for index, column in enumerate(header):
        if not column and (filled := _first_filled(index, rows[1:])):
            message = gettext_noop(
                "column %(column)s has no name, yet row %(filled)s has text in it. Name the column "
                "in the first line."
            )
            values = {"column": index + 1, "filled": filled}
            yield Problem(name, row, None, Phrase(message, values))


def _twice(header: list[str], row: int, name: str) -> Iterable[Problem]:
    """Names that differ only in case are one name to us, and to whoever reads the results."""
    counts = Counter(folded(column) for column in header if column)
    for column in dict.fromkeys(column for column in header if counts[folded(column)] > 1):
        message = gettext_noop("more than one column has this name; rename or delete the others.")
        yield Problem(name, row, column, Phrase(message))


def _first_filled(index: int, rows: Iterable[tuple[int, list[str]]]) -> int | None:
    return next((row for row, cells in rows if index < len(cells) and cells[index].strip()), None)


def _ragged(header: list[str], cells: list[str], row: int, name: str) -> Problem | None:
    """Blank cells at the end are what spreadsheets leave behind; text there is a shifted row."""
    if len(cells) == len(header) or (
        len(cells) > len(header) and not any(cell.strip() for cell in cells[len(header) :])
    ):
        return None
    message = gettext_noop(
        "expected %(expected)s cells, as in the first line, and found %(found)s. A delimiter is "
        "missing or too many: put a text that contains one in double quotes."
    )
    return Problem(name, row, None, Phrase(message, {"expected": len(header), "found": len(cells)}))
