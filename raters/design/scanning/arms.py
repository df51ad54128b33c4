"""The study's own names of its arms, however their parts are joined. No Django at any depth."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from raters.design.scanning.lookup import Lookup
from raters.design.scanning.plain import plain
from raters.design.scanning.products import NOT_AFTER, NOT_BEFORE, is_a_product

FEWEST_CHARACTERS = 3
_PART = re.compile(r"[^\W\d_]+|\d+")
_INNER_CAPITAL = re.compile(r"[a-z][A-Z]|[A-Z]{2,}[a-z]")
# Said of many things; as an arm's name they tell nothing by themselves.
_ORDINARY_WORDS = (
    "agent ai answer arm assistant baseline bot case clinician condition control doctor expert gp"
    " group human model nurse output patient physician reference response specialist student"
    " system test usual care version"
)
_ORDINARY = frozenset(_ORDINARY_WORDS.split())


@dataclass(frozen=True)
class ArmName:
    name: str
    lookup: Lookup
    is_certain: bool


def arm_names(arms: Sequence[str]) -> Iterator[ArmName]:
    """Each name of three characters or more, once."""
    for name in dict.fromkeys(arm.strip() for arm in arms):
        parts = _PART.findall(plain(name).text)
        if len(name) >= FEWEST_CHARACTERS and parts:
            yield ArmName(name, _lookup(parts), _is_telling(name, parts))


def _lookup(parts: Sequence[str]) -> Lookup:
    """For gpt-4o also of gpt 4o and GPT4o; two numbers stay apart."""
    pieces = [re.escape(parts[0])]
    for before, part in pairwise(parts):
        joint = r"[-_ ./]" if before.isdigit() and part.isdigit() else r"[-_ ./]{0,3}"
        pieces += [joint, re.escape(part)]
    pattern = re.compile(f"{NOT_AFTER}{''.join(pieces)}{NOT_BEFORE}", re.IGNORECASE)
    return Lookup((max(parts, key=len).lower(),), pattern)


def _is_telling(name: str, parts: Sequence[str]) -> bool:
    """A word of a dictionary is not; what has a digit or a capital inside is."""
    if is_a_product(name):
        return True
    words = [part for part in parts if not part.isdigit() and part.casefold() not in _ORDINARY]
    if not any(len(word) > 1 for word in words):
        return False
    return any(part.isdigit() for part in parts) or bool(_INNER_CAPITAL.search(name))
