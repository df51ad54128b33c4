"""Is this quote really in that turn? No Django at any depth.

Offsets count code points, as Python does. A browser counts UTF-16 units, so it sends the quote
and never an offset.
"""

import re
from dataclasses import dataclass

# What a keyboard types, and what a text may hold in its place.
LOOK_ALIKES = {
    "'": "['‘’ʼ]",
    '"': '["“”]',
    "-": "[-‐‑–—−]",
}


@dataclass(frozen=True)
class Place:
    """Where a quote stands: `text[start : start + len(exact)] == exact`."""

    start: int
    exact: str


def find_quote(text: str, quote: str) -> Place | None:
    """The place of `quote` in `text`, or None.

    White space may differ in kind and length, and typed quotation marks and hyphens match their
    typographic forms; every other character must be the same. The first place wins.
    """
    wanted = quote.strip()
    if not wanted:
        return None
    start = text.find(wanted)
    if start >= 0:
        return Place(start, wanted)
    match = re.search(_tolerant_pattern(wanted), text)
    return Place(match.start(), match.group()) if match else None


def _tolerant_pattern(quote: str) -> str:
    words = quote.split()
    return r"\s+".join("".join(_tolerant(char) for char in word) for word in words)


def _tolerant(char: str) -> str:
    for typed, forms in LOOK_ALIKES.items():
        if char == typed or char in forms[1:-1]:
            return forms
    return re.escape(char)
