"""How much is there to read?"""

import re
from dataclasses import dataclass

# Characters that are read one by one: Chinese, Japanese kana, and the rarer Chinese planes.
_CHARACTER = re.compile(
    r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]"
)
_WORD = re.compile(r"[^\W_]+(?:['’.,-][^\W_]+)*")


@dataclass(frozen=True)
class Length:
    """Words, and Chinese characters, which stand without spaces between words."""

    words: int
    characters: int = 0


@dataclass(frozen=True)
class ReadingLimits:
    """Faster than this nobody reads for sense.

    Adults read English non-fiction silently at 238 words a minute, most of them at 175 to 300
    (Brysbaert 2019, doi 10.1016/j.jml.2019.104047): 600 is twice the upper end. The limit for
    Chinese characters is a convention of the same order, not taken from that review.
    """

    words_per_minute: float = 600.0
    characters_per_minute: float = 900.0

    def least_seconds(self, length: Length) -> float:
        minutes = length.words / self.words_per_minute
        minutes += length.characters / self.characters_per_minute
        return 60 * minutes


def length_of(text: str) -> Length:
    """A text in two languages is counted in both ways, each part in its own."""
    characters = len(_CHARACTER.findall(text))
    return Length(words=len(_WORD.findall(_CHARACTER.sub(" ", text))), characters=characters)
