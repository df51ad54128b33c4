"""Finds the words of a rationale that are the reviewer's own verdict on the answer."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from rubrics.consistency import chinese, english
from rubrics.consistency.rules import Excuse, Kind, Words, one_of

# How far around a word its surroundings are read, in characters.
REACH = 160

LANGUAGES = (english.WORDS, chinese.WORDS)

APOSTROPHES = str.maketrans("‘’ʼ＇`´", "''''''")
QUOTED = re.compile(
    r"“[^“”]{0,2000}”|「[^「」]{0,2000}」|『[^『』]{0,2000}』|«[^«»]{0,2000}»"
    r'|"[^"\n]{0,2000}"'
    r"|(?<![\w'])'(?=\w)[^'\n]{1,300}(?:'\w[^'\n]{0,300}){0,3}'(?!\w)"
)
# Stands for a quoted character: no letter, no blank and no punctuation that the patterns know.
UNSAID = "\ufffc"

SENTENCE_ENDS = re.compile(
    r"[!?;\n。！？；]|(?<!incl)(?<!e\.g)(?<!i\.e)(?<!vs)(?<!approx)\.(?=\s|$|\))"
)
SEGMENT_ENDS = re.compile(
    r"\b" + one_of(*english.CONTRASTS) + r"\b|" + one_of(*chinese.CONTRASTS),
)
CLAUSE_ENDS = re.compile(
    r"[,()\[\]:，（）：]|\s[-–]{1,2}\s|[—…]|\b" + one_of(*english.AFTERTHOUGHTS) + r"\b"
)


@dataclass(frozen=True)
class Cue:
    """Words that speak against the decision, at code points `start` to `end` of the rationale."""

    start: int
    end: int
    text: str
    kind: Kind


def cues(rationale: str, *, against_deeds: bool) -> tuple[Cue, ...]:
    """All cues in order of place; none overlaps another."""
    text = Text(own_words(rationale))
    found = [
        Cue(start, end, rationale[start:end], words.kind)
        for language in LANGUAGES
        for words in language
        if words.counts(against_deeds=against_deeds)
        for start, end in text.verdicts(words)
    ]
    return tuple(sorted(_without_overlaps(found), key=lambda cue: cue.start))


def own_words(rationale: str) -> str:
    """The same length, so that offsets hold: lower case, plain apostrophes, quotations blanked."""
    plain = "".join(map(_lower, rationale)).translate(APOSTROPHES)
    return QUOTED.sub(lambda quote: UNSAID * len(quote[0]), plain)


def _lower(character: str) -> str:
    # A few capitals become two characters, which would shift every offset behind them.
    lower = character.lower()
    return lower if len(lower) == 1 else character


def _without_overlaps(found: list[Cue]) -> Iterator[Cue]:
    """Where two overlap, a failure stays before a deficiency, then the longer one."""
    taken: list[tuple[int, int]] = []
    for cue in sorted(found, key=lambda c: (c.kind != "failure", c.start - c.end, c.start)):
        place = bisect_left(taken, (cue.start, cue.end))
        free_before = place == 0 or taken[place - 1][1] <= cue.start
        free_after = place == len(taken) or taken[place][0] >= cue.end
        if free_before and free_after:
            taken.insert(place, (cue.start, cue.end))
            yield cue


@dataclass(frozen=True)
class Text:
    """A rationale in the reviewer's own words, with the places where its parts end."""

    own: str

    def verdicts(self, words: Words) -> Iterator[tuple[int, int]]:
        for match in words.pattern.finditer(self.own):
            if not any(self.excuses(excuse, *match.span()) for excuse in words.excuses):
                yield match.span()

    def excuses(self, excuse: Excuse, start: int, end: int) -> bool:
        return all(
            pattern.search(self.surroundings(place, start, end))
            for place, pattern in excuse.conditions().items()
        )

    def surroundings(self, place: str, start: int, end: int) -> str:
        part, _, side = place.partition("_")
        ends = self.ends[part]
        if side == "before":
            index = bisect_right(ends, start) - 1
            return self.own[max(ends[index], start - REACH) : start]
        index = bisect_left(ends, end)
        return self.own[end : min(ends[index], end + REACH)]

    @cached_property
    def ends(self) -> dict[str, list[int]]:
        """For clause, segment and sentence: where parts end, from 0 to the end of the text."""
        found: list[int] = [0, len(self.own)]
        by_part = {}
        for part, pattern in (
            ("sentence", SENTENCE_ENDS),
            ("segment", SEGMENT_ENDS),
            ("clause", CLAUSE_ENDS),
        ):
            found = sorted({*found, *(m.end() for m in pattern.finditer(self.own))})
            by_part[part] = found
        return by_part
