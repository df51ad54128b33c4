"""In what order does one reviewer meet her items? No Django at any depth.

The order follows from (seed, round, pseudonym) and the items' own ids, and from nothing else: no
clock, no generator state, no primary key. Every choice is a comparison of SHA-256 digests, so any
language reproduces it. docs/ordering.md tells the rule for an auditor.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class QueueItem:
    """`key` is the item's id in its source, unique in the study."""

    key: str
    case: str
    is_control: bool = False


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


def ordered(items: Iterable[QueueItem], *, draw: Draw) -> list[QueueItem]:
    """All of `items` in this reviewer's order.

    Controls are spread, one to each stratum of the queue, never first and not adjacent while
    there is room; items of one case are not neighbours while any other choice is left.
    """
    shuffled = sorted(items, key=lambda item: draw.rank("item", item.key))
    controls = [item for item in shuffled if item.is_control]
    real = [item for item in shuffled if not item.is_control]
    slots = control_slots(len(shuffled), len(controls), draw=draw)
    return _fill(len(shuffled), dict(zip(slots, controls, strict=True)), real)


def control_slots(length: int, n_controls: int, *, draw: Draw) -> list[int]:
    """Indices of the controls in a queue of `length`: one in each of `n_controls` strata.

    The strata divide the queue after its first place, which is never a control's while there is
    a real item. The place inside a stratum is drawn.
    """
    if n_controls == length:
        return list(range(length))
    slots: list[int] = []
    for stratum in range(n_controls):
        first = 1 + stratum * (length - 1) // n_controls
        beyond = 1 + (stratum + 1) * (length - 1) // n_controls
        apart = [index for index in range(first, beyond) if not slots or index > slots[-1] + 1]
        choices = apart or range(first, beyond)
        slots.append(min(choices, key=lambda index: draw.rank("control slot", str(index))))
    return slots


def _fill(length: int, planted: dict[int, QueueItem], real: Sequence[QueueItem]) -> list[QueueItem]:
    waiting = list(real)
    queue: list[QueueItem] = []
    for index in range(length):
        item = planted.get(index)
        if item is None:
            following = planted.get(index + 1)
            item = _next_real(waiting, after=queue[-1:], before=following)
            waiting.remove(item)
        queue.append(item)
    return queue


def _next_real(
    waiting: Sequence[QueueItem], *, after: Sequence[QueueItem], before: QueueItem | None
) -> QueueItem:
    """The first waiting item whose case is not its neighbour's.

    A case that holds more than half of what waits goes first: left for later, its items could
    only stand side by side.
    """
    neighbours = {item.case for item in after}
    crowded, count = Counter(item.case for item in waiting).most_common(1)[0]
    if count * 2 > len(waiting) and crowded not in neighbours:
        return next(item for item in waiting if item.case == crowded)
    wanted = [item for item in waiting if item.case not in neighbours]
    if before is not None:
        wanted = [item for item in wanted if item.case != before.case] or wanted
    return (wanted or list(waiting))[0]
