"""What was put before whom, when, and what came of it?"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, isfinite

from raters.reliability.behaviour.length import Length


class InvalidBehaviour(ValueError):
    """A record that contradicts itself; the message names the first one."""


@dataclass(frozen=True)
class Presented:
    """One real item as one reviewer met it for the first time.

    `position` counts from 1 to `queue_length`. `score` is None where the question did not apply,
    `seconds` (active time) and `length` are None where they are not known.
    """

    reviewer: str
    item: str
    case: str | None
    position: int
    queue_length: int
    seconds: float | None
    length: Length | None
    score: float | None

    @property
    def third(self) -> int:
        return ceil(3 * self.position / self.queue_length)

    @property
    def cluster(self) -> tuple[str, str]:
        """The case, or the item itself where it is its own."""
        return ("item", self.item) if self.case is None else ("case", self.case)


def by_reviewer(presented: Iterable[Presented]) -> tuple[tuple[str, tuple[Presented, ...]], ...]:
    """Reviewers by name, each with what was shown in the order shown. Raises InvalidBehaviour."""
    given = tuple(presented)
    _refuse_contradictions(given)
    met = defaultdict(list)
    for one in sorted(given, key=lambda one: (one.reviewer, one.position)):
        met[one.reviewer].append(one)
    return tuple((reviewer, tuple(shown)) for reviewer, shown in met.items())


def _refuse_contradictions(given: tuple[Presented, ...]) -> None:
    items, places = set(), set()
    for one in given:
        what = f"item {one.item} of {one.reviewer}"
        if not 1 <= one.position <= one.queue_length:
            raise InvalidBehaviour(f"{what}: position {one.position} is outside the queue")
        if one.seconds is not None and not (isfinite(one.seconds) and one.seconds >= 0):
            raise InvalidBehaviour(f"{what}: {one.seconds} seconds is not a time")
        if one.score is not None and not isfinite(one.score):
            raise InvalidBehaviour(f"{what}: {one.score} is not a score")
        if (one.reviewer, one.item) in items:
            raise InvalidBehaviour(f"{what} is listed twice")
        if (one.reviewer, one.position) in places:
            raise InvalidBehaviour(f"{what}: position {one.position} is taken by another item")
        items.add((one.reviewer, one.item))
        places.add((one.reviewer, one.position))
