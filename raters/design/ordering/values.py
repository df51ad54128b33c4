"""The items of a queue, the rules for it and the places it consists of. No Django at any depth."""

import hashlib
from dataclasses import dataclass


@dataclass(frozen=True)
class QueueItem:
    """`key` is the item's id in its source, unique in the study. `arm` is empty where unknown."""

    key: str
    case: str
    is_control: bool = False
    arm: str = ""


@dataclass(frozen=True)
class Draw:
    """Whose order it is: the same three values give the same order on any machine."""

    seed: int
    round: int
    pseudonym: str

    def rank(self, purpose: str, key: str) -> str:
        """A hexadecimal SHA-256 digest; sorting by it is the shuffle."""
        text = "|".join([str(self.seed), str(self.round), self.pseudonym, purpose, key])
        return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True)
class OrderRules:
    """What is asked of an order beyond spread controls and cases kept apart.

    `longest_run` is how many real items of one arm may follow one another; None asks nothing.
    `repeats` real items are shown a second time, `repeat_gap` or more positions later. With
    `side_by_side` all items of a case share a page, and every number here counts pages.
    """

    longest_run: int | None = None
    repeats: int = 0
    repeat_gap: int = 0
    side_by_side: bool = False

    def __post_init__(self):
        if self.longest_run is not None and self.longest_run < 1:
            raise ValueError("longest_run is below 1")
        if min(self.repeats, self.repeat_gap) < 0:
            raise ValueError("repeats or repeat_gap is below 0")


@dataclass(frozen=True)
class Place:
    """One item as it is shown. `showing` is 1 or 2; `page` counts from 1.

    Places that share a page are shown together, in the order of their labels. A page that holds
    one item of a queue not side by side has no label.
    """

    key: str
    showing: int
    page: int
    label: str = ""
