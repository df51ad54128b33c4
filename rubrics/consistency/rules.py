"""What a language brings: the words that count, and the surroundings that excuse them.

Every repetition in a pattern is bounded, so that reading takes time in proportion to the text.
"""

import re
from dataclasses import dataclass
from typing import Literal

Kind = Literal["deficiency", "failure"]


@dataclass(frozen=True)
class Excuse:
    """Surroundings in which a word is no verdict on the answer; all that are given must be there.

    A clause ends at a comma, a bracket or a dash, a segment at "but" or "however", a sentence at a
    full stop. A pattern for what stands before is anchored at its end by `$`.
    """

    clause_before: re.Pattern[str] | None = None
    clause_after: re.Pattern[str] | None = None
    segment_before: re.Pattern[str] | None = None
    segment_after: re.Pattern[str] | None = None
    sentence_after: re.Pattern[str] | None = None

    def conditions(self) -> dict[str, re.Pattern[str]]:
        return {place: pattern for place, pattern in vars(self).items() if pattern}


@dataclass(frozen=True)
class Words:
    """Words that count alike: what they say, where they count, and what excuses them.

    `about`: "undone" words say that something was not done, and do not count where not doing it is
    what the criterion wants; "done" words say that it was done, and count only there.
    """

    kind: Kind
    pattern: re.Pattern[str]
    excuses: tuple[Excuse, ...] = ()
    about: Literal["any", "done", "undone"] = "any"

    def counts(self, *, against_deeds: bool) -> bool:
        return self.about == "any" or (self.about == "done") == against_deeds


def one_of(*alternatives: str) -> str:
    return "(?:" + "|".join(alternatives) + ")"


def any_of(listed: str) -> str:
    """Alternatives with blanks between them (a blank inside one is written \\s)."""
    return one_of(*listed.split())


def whole_words(*alternatives: str) -> re.Pattern[str]:
    return re.compile(r"\b" + one_of(*alternatives) + r"\b")


def anywhere(*alternatives: str) -> re.Pattern[str]:
    return re.compile(one_of(*alternatives))
