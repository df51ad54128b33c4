"""Is this quote really in that turn, and at which place? No Django at any depth.

Offsets count code points, as Python does. A browser counts UTF-16 units, so it sends the quote and
never an offset: where the words stand more than once, it says the how manieth place is meant.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

# What a text may hold, and what a keyboard types in its place.
TYPED = {
    **dict.fromkeys("‘’ʼ", "'"),
    **dict.fromkeys("“”", '"'),
    **dict.fromkeys("‐‑–—−", "-"),
}
# static/places.js leaves out the same characters, so that both count the same places.
MARKUP = frozenset("*_`#|~<>[]()!\\-+=:")
BLANK_AS_WELL = "\ufeff"
# Numbers and bullets of lists are drawn by the browser; fences and rules of tables not at all.
UNSHOWN = re.compile(
    r"^[ \t]*(?:`{3,}|~{3,})[^\n]*$"
    r"|^[ \t>]*(?:[-*+]|\d{1,9}[.)])(?=[ \t])",
    re.MULTILINE,
)
AROUND = 32


@dataclass(frozen=True)
class Place:
    """Where a quote stands: `text[start : start + len(exact)] == exact`."""

    start: int
    exact: str


@dataclass(frozen=True)
class Reading:
    """A text in which some differences are left out, and the place of each character left."""

    characters: str
    places: list[int] | range

    def matches(self, words: str) -> Iterator[int]:
        at = self.characters.find(words) if words else -1
        while at >= 0:
            yield at
            at = self.characters.find(words, at + 1)


def find_quote(
    text: str, quote: str, *, nth: int = 0, at: int | None = None, is_marked_up: bool = False
) -> Place | None:
    """The place of `quote` in `text`, or None.

    White space may differ in kind and length, and typed quotation marks and hyphens match their
    typographic forms; of a text that is shown with its markup rendered, the markup may be missing.
    Every other character must be the same.

    `at` is the code point where the words were found before. Without it `nth` says which place is
    meant, from 0, counted as if there were neither white space nor markup.
    """
    wanted = quote.strip()
    if not wanted:
        return None
    if at is not None and text.startswith(wanted, at):
        return Place(at, wanted)
    meant = _meant(text, wanted, nth)
    readings = (_as_it_stands, _evened, _bare) if is_marked_up else (_as_it_stands, _evened)
    tried = (_nearest(text, read(text), read(wanted).characters, meant=meant) for read in readings)
    return next(filter(None, tried), None)


def text_quote_selector(text: str, place: Place) -> dict[str, str]:
    """The place as a selector of the W3C Web Annotation Data Model."""
    end = place.start + len(place.exact)
    return {
        "type": "TextQuoteSelector",
        "exact": place.exact,
        "prefix": text[max(0, place.start - AROUND) : place.start],
        "suffix": text[end : end + AROUND],
    }


def _nearest(text: str, reading: Reading, words: str, *, meant: int) -> Place | None:
    places = reading.places
    at = min(reading.matches(words), key=lambda each: abs(places[each] - meant), default=None)
    if at is None:
        return None
    first, last = places[at], places[at + len(words) - 1]
    return Place(first, text[first : last + 1])


def _meant(text: str, wanted: str, nth: int) -> int:
    """The code point of the `nth` place, or of the last where there are fewer."""
    bare, words = _bare(text), _bare(wanted)
    matches = list(bare.matches(words.characters)) if nth else []
    if not matches:
        return 0
    return bare.places[matches[min(nth, len(matches) - 1)]] - words.places[0]


def _as_it_stands(text: str) -> Reading:
    return Reading(text, range(len(text)))


def _evened(text: str) -> Reading:
    """`text` as it would be typed on one line."""
    characters: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text):
        plain = " " if char.isspace() else TYPED.get(char, char)
        if plain == " " and characters and characters[-1] == " ":
            continue
        characters.append(plain)
        places.append(place)
    return Reading("".join(characters), places)


def _bare(text: str) -> Reading:
    """`text` without white space and markup: the same whether its markup is rendered or not."""
    unshown = {place for found in UNSHOWN.finditer(text) for place in range(*found.span())}
    kept = [
        (TYPED.get(char, char), place)
        for place, char in enumerate(text)
        if place not in unshown and not _is_left_out(TYPED.get(char, char))
    ]
    return Reading("".join(char for char, _ in kept), [place for _, place in kept])


def _is_left_out(char: str) -> bool:
    return char in MARKUP or char.isspace() or char == BLANK_AS_WELL
