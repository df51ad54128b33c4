"""One question as it is put to a reviewer: frozen values, no row and no key of the database.

No Django at any depth.
"""

from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby

from rubrics.composite import CoverageBand
from rubrics.tightening import CriterionRules


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
    """`code` names the question inside one page: the key of a shared question, or `own-<key>`.

    `rules` are there for a criterion alone; `steps` where the case brings a checklist whose
    coverage suggests a band of this dimension.
    """

    code: str
    kind: str
    label: str
    text: str
    choices: tuple[Choice, ...]
    lower_is_better: bool = False
    comparative: bool = False
    evidence_required: bool = True
    checkpoints: tuple[str, ...] = ()
    coverage: tuple[CoverageBand, ...] = ()
    steps: tuple[str, ...] = ()
    rules: CriterionRules | None = None
    parts: tuple[str, ...] = ()

    @property
    def rows(self) -> tuple[tuple[Meaning | None, tuple[Choice, ...]], ...]:
        """Each descriptor once, with the points it describes, in the order of the scale."""
        groups = groupby(self.choices, key=lambda choice: choice.meaning)
        return tuple((meaning, tuple(choices)) for meaning, choices in groups)

    @property
    def is_criterion(self) -> bool:
        return self.kind == "criterion"

    @property
    def points(self) -> Decimal | None:
        return self.rules.points if self.rules else None
