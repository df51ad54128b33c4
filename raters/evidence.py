"""Is this quote really in that turn? No Django at any depth.

Offsets count code points, as Python does. A browser counts UTF-16 units, so it sends the quote
and never an offset.
"""

from dataclasses import dataclass

# What a text may hold, and what a keyboard types in its place.
TYPED = {
    **dict.fromkeys("‘’ʼ", "'"),
    **dict.fromkeys("“”", '"'),
    **dict.fromkeys("‐‑–—−", "-"),
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
    evened, places = _evened(text)
    at = evened.find(_evened(wanted)[0])
    if at < 0:
        return None
    first, last = places[at], places[at + len(_evened(wanted)[0]) - 1]
    return Place(first, text[first : last + 1])


def _evened(text: str) -> tuple[str, list[int]]:
    """`text` as it would be typed on one line, and for each character its place in `text`."""
    characters: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text):
        plain = " " if char.isspace() else TYPED.get(char, char)
        if plain == " " and characters and characters[-1] == " ":
            continue
        characters.append(plain)
        places.append(place)
    return "".join(characters), places
