"""How does a text read in plain letters, and where does each of them stand in the original?

A name hides as well behind full-width letters, a hyphen that does not break or a character without
width as behind another spelling. No Django at any depth.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from unicodedata import category, normalize

# A letter with its marks is read as one; between digits, a dash is a range and a space groups.
_PIECE = re.compile(
    r"(?P<as_it_is>(?<=\d)[–—―−〜\u00a0\u2000-\u200a\u202f\u205f\u3000](?=\d))"
    r"|[^\u0300-\u036f][\u0300-\u036f]*|[\u0300-\u036f]+",
    re.DOTALL,
)
_MARK = re.compile(r"[\u0300-\u036f]")
_WITHOUT_WIDTH = re.compile(r"[\u034f\ufe00-\ufe0f]")


@dataclass(frozen=True)
class Plain:
    """`starts` and `ends`: from where to where each character of `text` stands in the original."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def span_of(self, start: int, end: int) -> tuple[int, int]:
        """In the original, what is matched from `start` to `end` here."""
        return self.starts[start], self.ends[end - 1]


def plain(text: str) -> Plain:
    if all(_is_plain(character) for character in set(text)):
        return Plain(text, range(len(text)), range(1, len(text) + 1))
    letters, starts, ends = [], [], []
    for found in _PIECE.finditer(text):
        for letter in found[0] if found["as_it_is"] else _read(found[0]):
            letters.append(letter)
            starts.append(found.start())
            ends.append(found.end())
    return Plain("".join(letters), starts, ends)


def _is_plain(character: str) -> bool:
    return _read(character) == character and not _MARK.fullmatch(character)


@lru_cache(maxsize=16384)
def _read(piece: str) -> str:
    """Letters and digits as NFKC has them, any dash and any space as one; without what has no
    width. Other signs stay: a superscript is no digit, and a full-width comma ends a clause."""
    kind = category(piece[0])
    if kind == "Cf" or _WITHOUT_WIDTH.fullmatch(piece):
        return ""
    if kind == "Pd" or piece == "−":
        return "-"
    if kind == "Zs":
        return " "
    if kind[0] == "L" or kind == "Nd":
        return _WITHOUT_WIDTH.sub("", normalize("NFKC", piece))
    return piece
