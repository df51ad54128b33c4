"""Which item goes to which block, so that each reviewer meets all strata?

No Django at any depth.
"""

from collections.abc import Sequence

import numpy as np

from raters.design.allocation.values import PoolItem

# Enough for every design that was tried to come to rest; a bound for those that were not.
STRATA_SWEEPS = 6


def levels_of(items: Sequence[PoolItem]) -> tuple[list[tuple[str, str]], np.ndarray]:
    """The (factor, level) pairs in use, and a row of 0 and 1 over them for each item."""
    names = sorted({pair for item in items for pair in item.strata.items()})
    column = {pair: index for index, pair in enumerate(names)}
    levels = np.zeros((len(items), len(names)), dtype=np.int64)
    for row, item in enumerate(items):
        levels[row, [column[pair] for pair in item.strata.items()]] = 1
    return names, levels


def seated_by_strata(blocks: np.ndarray, levels: np.ndarray) -> np.ndarray:
    """Rows of `blocks` in the order of the items.

    Items of the same strata take consecutive blocks, which loads have kept level; then items
    change blocks while that lowers the sum of squared counts of reviewer and level.
    """
    if not levels.size:
        return blocks
    members = np.empty((len(blocks), int(blocks[0].sum())), dtype=np.int64)
    members[np.lexsort(levels.T)] = np.nonzero(blocks)[1].reshape(members.shape)
    seating = _Seating(members, levels, blocks.shape[1])
    for _sweep in range(STRATA_SWEEPS):
        improved = [seating.improve(row) for row in seating.crowded()]
        if not any(improved):
            break
    seats = np.zeros_like(blocks)
    np.put_along_axis(seats, seating.members, 1, axis=1)
    return seats


class _Seating:
    """`members` of each item's block, and how often each reviewer meets each level."""

    def __init__(self, members: np.ndarray, levels: np.ndarray, size: int):
        self.members, self.levels = members, levels
        self.counts = np.zeros((size, levels.shape[1]), dtype=np.int64)
        for column in members.T:
            np.add.at(self.counts, column, levels)
        self._weigh()

    def crowded(self) -> list[int]:
        """Items with a reviewer who meets one of their levels twice more than somebody else."""
        full = self.counts >= self.counts.min(axis=0) + 2
        return np.flatnonzero((full[self.members].any(axis=1) * self.levels).any(axis=1)).tolist()

    def improve(self, row: int) -> bool:
        """Change blocks with the item that lowers the sum of squares most, if one does."""
        change = self._changes(row)
        other = int(change.argmin())
        if change[other] >= 0:
            return False
        step = self.levels[other] - self.levels[row]
        self.counts[self.members[row]] += step
        self.counts[self.members[other]] -= step
        self.members[[row, other]] = self.members[[other, row]]
        self._weigh()
        return True

    def _changes(self, row: int) -> np.ndarray:
        """(mine - theirs) x counts x (their levels - my levels), twice, plus both lengths."""
        mine, level = self.members[row], self.levels[row]
        cross = self.levels @ self.counts[mine].sum(axis=0) - self.weights[row] - self.weights
        cross += (self.counts @ level)[self.members].sum(axis=1)
        seated = np.zeros(len(self.counts), dtype=np.int64)
        seated[mine] = 1
        apart = 2 * (len(mine) - seated[self.members].sum(axis=1))
        return 2 * cross + apart * np.abs(self.levels - level).sum(axis=1)

    def _weigh(self) -> None:
        met = sum(self.counts[column] for column in self.members.T)
        self.weights = (met * self.levels).sum(axis=1)


def readers_by_item(seats: np.ndarray, items, members) -> dict[str, tuple[str, ...]]:
    return {
        item.key: tuple(members[column].pseudonym for column in np.flatnonzero(row))
        for item, row in zip(items, seats, strict=True)
    }
