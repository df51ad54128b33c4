"""What is this file, when it is not text? Said with the way to turn it into text."""

from rubrics.phrases import Phrase, gettext_noop

SAVE_AS_CSV = gettext_noop(
    "this is %(kind)s, not a text file. Open it in the program it comes from, save it as "
    "“CSV UTF-8 (comma separated)” and import that file."
)
UNPACK = gettext_noop(
    "this is %(kind)s, not a text file. Unpack it and import the CSV, JSON or JSON Lines files "
    "that are in it."
)
CONVERT = gettext_noop(
    "this is %(kind)s, not a text file. Convert it to CSV (UTF-8) or JSON Lines first."
)

EXCEL = gettext_noop("an Excel workbook (XLSX)")
WORD = gettext_noop("a Word document (DOCX)")
OPEN_DOCUMENT = gettext_noop("an OpenDocument file (ODS or ODT)")
INSPECT_EVAL = gettext_noop("an inspect-ai log in the “.eval” format")
ZIP = gettext_noop("a ZIP archive")

_ZIP_CONTENTS = (
    (b"xl/workbook", EXCEL, SAVE_AS_CSV),
    (b"word/document", WORD, SAVE_AS_CSV),
    (b"opendocument", OPEN_DOCUMENT, SAVE_AS_CSV),
)
_STARTS = (
    (b"%PDF-", gettext_noop("a PDF document"), SAVE_AS_CSV),
    (b"\xd0\xcf\x11\xe0", gettext_noop("an old Office file (XLS or DOC)"), SAVE_AS_CSV),
    (b"{\\rtf", gettext_noop("an RTF document"), SAVE_AS_CSV),
    (b"\x1f\x8b", gettext_noop("a gzip archive"), UNPACK),
    (b"7z\xbc\xaf\x27\x1c", gettext_noop("a 7-Zip archive"), UNPACK),
    (b"Rar!", gettext_noop("a RAR archive"), UNPACK),
    (b"PAR1", gettext_noop("a Parquet file"), CONVERT),
    (b"ARROW1", gettext_noop("an Arrow file"), CONVERT),
    (b"SQLite format 3\x00", gettext_noop("an SQLite database"), CONVERT),
    (b"\x89PNG", gettext_noop("a picture (PNG)"), CONVERT),
    (b"\xff\xd8\xff", gettext_noop("a picture (JPEG)"), CONVERT),
)


def binary_refusal(data: bytes) -> Phrase | None:
    """None when the first bytes are those of no binary format that people pick by mistake."""
    if data.startswith(b"PK\x03\x04"):
        return _zip_refusal(data)
    for start, kind, advice in _STARTS:
        if data.startswith(start):
            return Phrase(advice, {"kind": Phrase(kind)})
    return None


def _zip_refusal(data: bytes) -> Phrase:
    for mark, kind, advice in _ZIP_CONTENTS:
        if mark in data:
            return Phrase(advice, {"kind": Phrase(kind)})
    if b"header.json" in data and b"samples/" in data:
        advice = gettext_noop(
            "this is %(kind)s. Turn it into JSON with “inspect log convert --to json” and import "
            "that file."
        )
        return Phrase(advice, {"kind": Phrase(INSPECT_EVAL)})
    return Phrase(UNPACK, {"kind": Phrase(ZIP)})
