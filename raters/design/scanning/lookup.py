"""A pattern, and the words without which it need not be tried. No Django at any depth."""

import re
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Searched:
    """A text and its small letters, which are only asked whether a word is there at all."""

    text: str
    lowered: str

    def has_any(self, words: tuple[str, ...]) -> bool:
        # A plain loop: this is asked a hundred times of every turn.
        for word in words:  # noqa: SIM110
            if word in self.lowered:
                return True
        return False


@dataclass(frozen=True)
class Lookup:
    """Every match of `pattern` contains one of `words`, which are in small letters.

    Looking for the words first makes the search of a long text several times faster.
    """

    words: tuple[str, ...]
    pattern: re.Pattern[str]

    def matches(self, searched: Searched) -> Iterator[re.Match[str]]:
        if searched.has_any(self.words):
            yield from self.pattern.finditer(searched.text)


def searched(text: str) -> Searched:
    return Searched(text, text.lower())
