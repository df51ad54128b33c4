"""Rows of an XLSX workbook, as they stand on its first sheet that holds anything."""

import io
import zipfile
from collections.abc import Iterable

from raters.reliability.files.refusals import refused
from rubrics.phrases import Phrase, gettext_noop

# A workbook is a ZIP archive: a small one may unpack to more than a machine holds.
LARGEST_UNPACKED = 500 * 1024 * 1024

BROKEN = gettext_noop("the workbook cannot be read (%(reason)s). Save it again, or save it as CSV.")
TOO_LARGE = gettext_noop("the workbook is too large when unpacked. Save the sheet as CSV.")
EMPTY = gettext_noop("no sheet of the workbook holds a table.")
OTHERS = gettext_noop("Sheet “%(sheet)s” was read; not read: %(others)s.")

Row = tuple[int, list[object]]


def is_workbook(data: bytes) -> bool:
    return data.startswith(b"PK\x03\x04") and b"xl/workbook" in data


def workbook_rows(data: bytes, name: str) -> tuple[list[Row], tuple[Phrase, ...]]:
    """(row number, cells) of every row that is not blank. Raises FileRefused."""
    _refuse_what_unpacks_to_too_much(data, name)
    try:
        sheets = _sheets(data)
    # openpyxl raises whatever its parts raise: KeyError, ValueError, ParseError, BadZipFile.
    except Exception as error:
        raise refused(name, BROKEN, reason=type(error).__name__) from None
    filled = [(title, rows) for title, rows in sheets if rows]
    if not filled:
        raise refused(name, EMPTY)
    title, rows = filled[0]
    others = ", ".join(other for other, _ in filled[1:])
    return rows, (Phrase(OTHERS, {"sheet": title, "others": others}),) if others else ()


def _sheets(data: bytes) -> list[tuple[str, list[Row]]]:
    import openpyxl  # only where a workbook comes

    book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    try:
        return [(sheet.title, list(_rows(sheet))) for sheet in book.worksheets]
    finally:
        book.close()


def _rows(sheet) -> Iterable[Row]:
    # Some programs write wrong dimensions, and openpyxl would believe them.
    sheet.reset_dimensions()
    for number, cells in enumerate(sheet.iter_rows(values_only=True), 1):
        if any(cell is not None and str(cell).strip() for cell in cells):
            yield number, list(cells)


def _refuse_what_unpacks_to_too_much(data: bytes, name: str) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            size = sum(part.file_size for part in archive.infolist())
    except zipfile.BadZipFile as error:
        raise refused(name, BROKEN, reason=str(error)) from None
    if size > LARGEST_UNPACKED:
        raise refused(name, TOO_LARGE)
