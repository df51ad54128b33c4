"""Tables as a workbook. Numbers stay numbers, and no text is ever run as a formula."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import BinaryIO

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter

from raters.exporting.records import harmless

# What the file format allows.
MOST_ROWS = 1_048_575
LONGEST_TEXT = 32_767
CUT = " […cut: a cell holds no more; the CSV file has all]"

NARROWEST, WIDEST = 9, 60


@dataclass(frozen=True)
class Sheet:
    """`widths` of the columns in characters; those not given are as wide as their heads.

    More rows than a sheet holds go on in a further one.
    """

    title: str
    head: Sequence[str]
    rows: Iterable[Sequence[object]]
    widths: Sequence[int] = ()


def write_workbook(sheets: Iterable[Sheet], file: BinaryIO, *, title: str, mark: str = "") -> None:
    """`mark` stands before the name of every sheet and at the head of every printed page."""
    book = Workbook(write_only=True)
    book.properties.title = " ".join(part for part in (mark, clean(title)) if part)
    book.properties.creator = "evalsite"
    for sheet in sheets:
        _write(book, sheet, mark)
    book.save(file)


def _write(book: Workbook, sheet: Sheet, mark: str) -> None:
    rows = iter(sheet.rows)
    number = 1
    while True:
        title = sheet.title if number == 1 else f"{sheet.title} {number}"
        _one_sheet(book, sheet, title, islice(rows, MOST_ROWS), mark)
        further = next(rows, None)
        if further is None:
            return
        rows, number = chain([further], rows), number + 1


def _one_sheet(book: Workbook, sheet: Sheet, title: str, rows: Iterator, mark: str) -> None:
    page = book.create_sheet(f"{mark} {title}".strip()[:31])
    page.freeze_panes = "A2"
    page.oddHeader.center.text = mark or None
    for n, width in enumerate(_widths(sheet), start=1):
        page.column_dimensions[get_column_letter(n)].width = width
    page.append([_head(page, name) for name in sheet.head])
    for row in rows:
        page.append([clean(value) for value in row])


def _widths(sheet: Sheet) -> Iterator[int]:
    for n, name in enumerate(sheet.head):
        wanted = sheet.widths[n] if n < len(sheet.widths) else len(name) + 2
        yield max(NARROWEST, min(wanted, WIDEST))


def _head(page, name: str) -> WriteOnlyCell:
    cell = WriteOnlyCell(page, clean(name))
    cell.font = Font(bold=True)
    cell.alignment = Alignment(wrap_text=True, vertical="top")
    return cell


def clean(value: object) -> object:
    """A value that a cell can hold: numbers and booleans as they are, all else as harmless text."""
    if value is None or value == "":
        return None
    if isinstance(value, bool | int | float):
        return value
    text = harmless(ILLEGAL_CHARACTERS_RE.sub("", str(value)))
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - len(CUT)] + CUT
