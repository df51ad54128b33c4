"""A place in a transcript that gives something away, and the text without it.

No Django at any depth.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from rubrics.phrases import Phrase

# Kinds in order of preference: of two hits on the same words the first one stays.
NAMES = ("self_identification", "arm_name", "product_name")
PERSONAL = ("record_number", "date_of_birth", "email", "phone")
GROUPS = (NAMES, PERSONAL)
KINDS = (*NAMES, *PERSONAL)

NAME_REMOVED = "[name removed]"
REMOVED = "[removed]"


@dataclass(frozen=True)
class TurnText:
    item: str
    turn: int
    role: str
    text: str


@dataclass(frozen=True)
class Hit:
    """`start` and `end` count code points; `words` is exactly what stands there.

    Not certain: the words are a person's name or an ordinary word as often as what was looked for.
    """

    item: str
    turn: int
    start: int
    end: int
    kind: str
    words: str
    reason: Phrase
    is_certain: bool = True

    @property
    def length(self) -> int:
        return self.end - self.start


def longest_of_each_group(hits: Iterable[Hit]) -> list[Hit]:
    """Of overlapping hits of one group the longest, in order of the text."""
    hits = list(hits)
    kept = [hit for group in GROUPS for hit in _longest([h for h in hits if h.kind in group])]
    return sorted(kept, key=lambda hit: (hit.start, hit.end, KINDS.index(hit.kind)))


def masked(text: str, hits: Iterable[Hit]) -> str:
    """`text` with the words of `hits`, which are all of this text, replaced by what they were.

    Hits that overlap are replaced together, once.
    """
    pieces, done = [], 0
    for start, end, mark in _joined(hits):
        pieces += [text[done:start], mark]
        done = end
    return "".join([*pieces, text[done:]])


def _longest(hits: Sequence[Hit]) -> list[Hit]:
    """In order of the text. What falls to a longer hit leaves its certainty to it."""
    kept: list[Hit] = []
    by_length = sorted(hits, key=lambda hit: (-hit.length, KINDS.index(hit.kind), hit.start))
    for hit in by_length:
        place = bisect_left(kept, hit.start, key=lambda other: other.start)
        # Those that were kept do not overlap: only the two neighbours can.
        met = [index for index in (place - 1, place) if _overlaps(hit, kept, index)]
        if not met:
            kept.insert(place, hit)
        elif hit.is_certain:
            kept[met[0]] = replace(kept[met[0]], is_certain=True)
    return kept


def _overlaps(hit: Hit, kept: Sequence[Hit], index: int) -> bool:
    if not 0 <= index < len(kept):
        return False
    return hit.start < kept[index].end and kept[index].start < hit.end


def _joined(hits: Iterable[Hit]) -> Iterator[tuple[int, int, str]]:
    """Spans without overlap; personal data within a span decides how it is marked."""
    span: tuple[int, int, str] | None = None
    for hit in sorted(hits, key=lambda hit: hit.start):
        mark = NAME_REMOVED if hit.kind in NAMES else REMOVED
        if span and hit.start < span[1]:
            both = mark if mark == span[2] else REMOVED
            span = (span[0], max(span[1], hit.end), both)
            continue
        if span:
            yield span
        span = (hit.start, hit.end, mark)
    if span:
        yield span
