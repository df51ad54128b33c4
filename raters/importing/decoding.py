"""Bytes to text: what the file says of itself first, then strict UTF-8, then a reported guess."""

import codecs
from collections.abc import Iterable
from dataclasses import dataclass

import charset_normalizer

from raters.importing.binaries import binary_refusal
from raters.importing.problems import ImportRefused, Problem, printable
from rubrics.phrases import Phrase, gettext_noop

# The longer mark first: that of UTF-16 is the beginning of that of UTF-32.
_MARKS = (
    (codecs.BOM_UTF8, "UTF-8", "utf-8"),
    (codecs.BOM_UTF32_LE, "UTF-32", "utf-32-le"),
    (codecs.BOM_UTF32_BE, "UTF-32", "utf-32-be"),
    (codecs.BOM_UTF16_LE, "UTF-16", "utf-16-le"),
    (codecs.BOM_UTF16_BE, "UTF-16", "utf-16-be"),
)

# The encodings that a guess may choose, in the order in which a tie is decided. Those of many
# bytes come first: Western text is hardly ever valid in them, and theirs always is in cp1252's kin.
_GUESSES = {
    "gb18030": "GB18030",
    "big5": "Big5",
    "cp932": "Shift JIS (cp932)",
    "cp949": "EUC-KR (cp949)",
    "cp1252": "Windows-1252",
    "cp1250": "Windows-1250",
    "cp1251": "Windows-1251",
    "cp1253": "Windows-1253",
    "cp1254": "Windows-1254",
    "cp1255": "Windows-1255",
    "cp1256": "Windows-1256",
    "mac_roman": "Mac Roman",
}
_OF_MANY_BYTES = frozenset({"gb18030", "big5", "cp932", "cp949"})
_TELLING_BYTES = 65_536


@dataclass(frozen=True)
class Decoded:
    """`text` has "\\n" for every line end. `note` is what a person should check, if anything.

    `as_written` is the text before that, kept only where a bare carriage return may be what ends
    the rows of a table while "\\n" stands inside its cells (classic Mac files).
    """

    text: str
    encoding: str
    note: Phrase | None = None
    as_written: str | None = None


def decode(data: bytes, *, name: str, encoding: str | None = None) -> Decoded:
    """Raises ImportRefused for a file that is empty, binary or not wholly readable.

    `encoding` overrides every guess. A mark at the start (BOM) never becomes part of the text.
    """
    if not data.strip():
        raise _refused(name, Phrase(gettext_noop("the file is empty.")))
    if refusal := binary_refusal(data):
        raise _refused(name, refusal)
    decoded = _decoded(data, name, encoding)
    written = decoded.text.removeprefix("\ufeff")
    text = with_plain_line_ends(written)
    if not text.strip():
        raise _refused(name, Phrase(gettext_noop("the file is empty.")))
    if "\x00" in text:
        raise _refused(name, _binary())
    mac = "\r" in written and "\r\n" not in written and "\n" in written
    note = decoded.note or _already_lost(text)
    return Decoded(text, decoded.encoding, note, written if mac else None)


def with_plain_line_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _decoded(data: bytes, name: str, encoding: str | None) -> Decoded:
    if encoding:
        return _as_told(data, name, encoding)
    for mark, label, codec in _MARKS:
        if data.startswith(mark):
            return Decoded(_strictly(data[len(mark) :], codec, name, label), label)
    try:
        return Decoded(data.decode("utf-8"), "UTF-8")
    except UnicodeDecodeError:
        return _guessed(data, name)


def _as_told(data: bytes, name: str, encoding: str) -> Decoded:
    try:
        # Refuses codecs such as "zip" as well, which do not make text out of bytes.
        "".encode(encoding)
    except (LookupError, ValueError) as error:
        message = gettext_noop(
            "“%(encoding)s” is not a known encoding. Expected a name such as utf-8, utf-16, "
            "gb18030 or cp1252."
        )
        raise _refused(name, Phrase(message, {"encoding": printable(encoding)})) from error
    return Decoded(_strictly(data, encoding, name, encoding), encoding)


def _strictly(data: bytes, codec: str, name: str, label: str) -> str:
    try:
        return data.decode(codec)
    # Some codecs (idna, punycode) raise a plain UnicodeError.
    except UnicodeError as error:
        message = gettext_noop(
            "the file is not valid %(encoding)s (byte %(position)s). It may have been cut off or "
            "be in another encoding: save it as “CSV UTF-8”, or name its encoding with --encoding."
        )
        position = getattr(error, "start", 0) + 1
        raise _refused(name, Phrase(message, {"encoding": label, "position": position})) from error


def _guessed(data: bytes, name: str) -> Decoded:
    if b"\x00" in data:
        raise _refused(name, _binary())
    for codec in _likely(_telling_lines(data)):
        try:
            text = data.decode(codec)
        except UnicodeDecodeError:
            continue
        note = gettext_noop("%(file)s was read as %(encoding)s; check the preview.")
        label = _GUESSES[codec]
        return Decoded(text, label, Phrase(note, {"file": name, "encoding": label}))
    message = gettext_noop(
        "the file's encoding could not be recognised. Save it as “CSV UTF-8”, or name its encoding "
        "with --encoding, for example --encoding gb18030."
    )
    raise _refused(name, Phrase(message))


def _telling_lines(data: bytes) -> bytes:
    """The lines with other than ASCII bytes: one accent in a megabyte would be missed by samples.

    A line end is never the second byte of a character in the encodings we guess.
    """
    lines = data.replace(b"\r", b"\n").split(b"\n")
    return b"\n".join(line for line in lines if not line.isascii())[:_TELLING_BYTES]


def _likely(data: bytes) -> Iterable[str]:
    """Codecs, most likely first."""
    if not _stand_alone(data):
        return _ranked(data, list(_GUESSES))
    single = [codec for codec in _GUESSES if codec not in _OF_MANY_BYTES]
    # A file with one "°" is too little for any statistics.
    return [*_ranked(data, single), "cp1252", *_ranked(data, list(_GUESSES))]


def _ranked(data: bytes, codecs_in_order: list[str]) -> list[str]:
    """The least garbled text wins, ties go by the order given."""
    chaos: dict[str, float] = {}
    for match in charset_normalizer.from_bytes(data, cp_isolation=codecs_in_order):
        # Encodings that give the same text are told only through their twin.
        for codec in (match.encoding, *match.could_be_from_charset):
            if codec in codecs_in_order and not _half_width(data, codec):
                chaos.setdefault(codec, match.chaos)
    return sorted(chaos, key=lambda codec: (chaos[codec], codecs_in_order.index(codec)))


def _stand_alone(data: bytes) -> bool:
    """Do most bytes above ASCII stand between ASCII ones? So they do in “It’s” and “café”, while
    two-byte characters come in runs; yet “’s” is also a valid character of GB18030."""
    above = [byte > 127 for byte in b" " + data + b" "]
    high = sum(above)
    alone = sum(
        here and not before and not after
        for before, here, after in zip(above, above[1:], above[2:], strict=False)
    )
    return alone > 0.7 * high


def _half_width(data: bytes, codec: str) -> bool:
    """Korean read as Shift JIS gives half-width katakana, which nobody writes a transcript in."""
    if codec != "cp932":
        return False
    text = [char for char in data.decode(codec, "ignore") if not char.isascii()]
    return sum("\uff61" <= char <= "\uff9f" for char in text) > 0.5 * len(text)


def _already_lost(text: str) -> Phrase | None:
    lost = text.count("\ufffd")
    if not lost:
        return None
    note = gettext_noop(
        "Characters that were lost before the file came here (shown as \ufffd): %(count)s."
    )
    return Phrase(note, {"count": lost})


def _binary() -> Phrase:
    return Phrase(
        gettext_noop(
            "this is not a text file (it holds NUL bytes). Expected CSV, JSON or JSON Lines in "
            "UTF-8: save a spreadsheet as “CSV UTF-8”, or, if it is UTF-16 without a mark, name "
            "it with --encoding utf-16-le."
        )
    )


def _refused(name: str, message: Phrase) -> ImportRefused:
    return ImportRefused([Problem(name, None, None, message)])
