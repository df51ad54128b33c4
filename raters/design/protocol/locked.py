"""A study as it is locked: everything that was decided before the first rating.

No Django at any depth.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from raters.design.protocol.spec import ProtocolSpec

Showing = tuple[str, int, str]


@dataclass(frozen=True)
class LockedItem:
    """`key` is the item's id in its source. `arm` and `flavour` are "" where there is none.

    `expected` is (question, lowest, highest) for each question that the control answers.
    """

    key: str
    case: str
    arm: str
    role: Literal["real", "control", "training"]
    content_hash: str
    rubric_hash: str = ""
    condition: str = ""
    context_hash: str = ""
    expected: tuple[tuple[str, int | Decimal, int | Decimal], ...] = ()
    flavour: str = ""


@dataclass(frozen=True)
class LockedStudy:
    """`orders` are (item's key, showing, label) in order of presentation, by pseudonym."""

    spec: ProtocolSpec
    rubric_hash: str
    items: tuple[LockedItem, ...]
    allocation: Mapping[str, tuple[str, ...]]
    orders: Mapping[str, tuple[Showing, ...]]
    training_orders: Mapping[str, tuple[Showing, ...]]
    version: int
    amendments: tuple[tuple[int, str, str], ...]
    software: Mapping[str, str]
    locked_at: str
    findings_kept: tuple[str, ...] = ()

    @property
    def arm_names(self) -> tuple[str, ...]:
        """Of the arms that are listed, then of those that only items name."""
        listed = [arm.name for arm in self.spec.arms]
        return tuple(dict.fromkeys([*listed, *sorted({i.arm for i in self.items} - {""})]))

    @property
    def source_ids(self) -> tuple[str, ...]:
        return tuple(sorted({each for item in self.items for each in (item.key, item.case)}))
