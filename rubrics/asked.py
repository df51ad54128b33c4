"""One question as it is put to a reviewer: frozen values, no row and no key of the database.

No Django at any depth.
"""

from dataclasses import dataclass
from itertools import groupby


@dataclass(frozen=True)
class Meaning:
    """What one point, or a band of points, stands for."""

    low: int
    high: int
    text: str
    examples: tuple[str, ...] = ()

    def covers(self, value: int) -> bool:
        return self.low <= value <= self.high


@dataclass(frozen=True)
class Choice:
    value: int
    label: str
    meaning: Meaning | None


@dataclass(frozen=True)
class AskedQuestion:
    """`code` names the question inside one page: the key of a shared question, or `own-<key>`."""

    code: str
    kind: str
    label: str
    text: str
    choices: tuple[Choice, ...]
    lower_is_better: bool = False
    comparative: bool = False
    evidence_required: bool = True
    safety_critical: bool = False
    is_avoidance: bool = False

    @property
    def rows(self) -> tuple[tuple[Meaning | None, tuple[Choice, ...]], ...]:
        """Each descriptor once, with the points it describes, in the order of the scale."""
        groups = groupby(self.choices, key=lambda choice: choice.meaning)
        return tuple((meaning, tuple(choices)) for meaning, choices in groups)
