"""Which reviewers sit together, before any item is known? No Django at any depth."""

from collections.abc import Iterator, Sequence
from itertools import cycle, islice

import numpy as np

from raters.design.allocation.values import PanelMember


def even_blocks(n: int, panel: Sequence[PanelMember], *, per_item: int) -> np.ndarray:
    """`n` rows of 0 and 1 over the panel, `per_item` ones in each, column sums within one."""
    reluctance = reluctance_of(panel, n)
    if per_item == 2 and not reluctance.any():
        return _pairs_in_turn(n, len(panel))
    blocks = _lightest_first(n, reluctance, per_item)
    return _with_even_pairs(blocks, reluctance) if n and 1 < per_item < len(panel) else blocks


def reluctance_of(panel: Sequence[PanelMember], n: int) -> np.ndarray:
    """How little two reviewers should meet: more than all items, if they share a stratum.

    A panel of one stratum has no preference.
    """
    strata = [member.stratum for member in panel]
    if len(set(strata)) < 2:
        return np.zeros((len(panel), len(panel)), dtype=np.int64)
    alike = np.equal.outer(np.array(strata), np.array(strata)) & ~np.eye(len(panel), dtype=bool)
    return alike * (4 * (n + 1))


def _pairs_in_turn(n: int, size: int) -> np.ndarray:
    blocks = np.zeros((n, size), dtype=np.int64)
    pairs = _matchings(size) if size % 2 == 0 else _zigzag_cycles(size)
    for row, pair in enumerate(islice(cycle(list(pairs)), n)):
        blocks[row, list(pair)] = 1
    return blocks


def _matchings(size: int) -> Iterator[tuple[int, int]]:
    """All pairs of an even panel, round by round, as in a tournament (circle method)."""
    seats = size - 1
    for turn in range(seats):
        yield turn, seats
        for step in range(1, size // 2):
            yield (turn + step) % seats, (turn - step) % seats


def _zigzag_cycles(size: int) -> Iterator[tuple[int, int]]:
    """All pairs of an odd panel as cycles through everyone (Walecki's construction).

    Every second edge of a cycle comes first, so that at any point loads are within one.
    """
    ring = size - 1
    zigzag = [(step + 1) // 2 if step % 2 else -(step // 2) for step in range(ring)]
    for turn in range(ring // 2):
        around = [*((turn + seat) % ring for seat in zigzag), ring]
        edges = [(around[i], around[(i + 1) % size]) for i in range(size)]
        yield from edges[::2]
        yield from edges[1::2]


def _lightest_first(n: int, reluctance: np.ndarray, per_item: int) -> np.ndarray:
    """Each seat goes to the lightest load, then to whom the block has met least."""
    size = len(reluctance)
    meetings, loads = reluctance.copy(), np.zeros(size, dtype=np.int64)
    blocks = np.zeros((n, size), dtype=np.int64)
    # Above any sum of meetings, so that a lighter load always goes first.
    load_weight = (per_item + 1) * (int(meetings.max(initial=0)) + n + 1)
    for row in range(n):
        cost, members = loads * load_weight, []
        for _seat in range(per_item):
            members.append(int(cost.argmin()))
            cost = cost + meetings[members[-1]]
            cost[members] = FAR
        blocks[row, members] = 1
        loads[members] += 1
        meetings[np.ix_(members, members)] += 1
        meetings[members, members] = 0
    return blocks


# An upper bound on the work of evening out, in seats looked at: a count, never a clock, since
# the same seed must give the same allocation on a slow machine.
SEATS_LOOKED_AT = 150_000_000
EXCHANGES_TRIED = 20_000
FRUITLESS_SWEEPS = 30
# Above any cost: what may not be chosen.
FAR = 2**60


def _with_even_pairs(blocks: np.ndarray, reluctance: np.ndarray) -> np.ndarray:
    """Two reviewers change places while that lowers the sum of squared meetings.

    Where nothing lowers it, changes that keep it are made: they may open a way. The sum never
    grows, so what is reached last is the best.
    """
    state = _Meetings(blocks, reluctance)
    state.budget = min(EXCHANGES_TRIED, SEATS_LOOKED_AT // max(1, int(blocks.sum())))
    fruitless = 0
    while state.budget > 0 and fruitless < FRUITLESS_SWEEPS and (pairs := state.too_often()):
        lowered = [_parted(state, pair, sideways=fruitless > 0) for pair in pairs]
        fruitless = 0 if any(lowered) else fruitless + 1
    return state.blocks


def _parted(state: "_Meetings", pair: tuple[int, int], *, sideways: bool) -> bool:
    """Part the pair in one block; did the sum of squares fall?"""
    for row, out in state.seats_of(*pair):
        if state.budget <= 0:
            return False
        state.budget -= 1
        change = state.exchange(row, out, at_most=0 if sideways else -1)
        if change is not None:
            return change < 0
    return False


class _Meetings:
    """Blocks, how often each pair meets in them, and the sums over a block of both.

    Columns are contiguous, and no product goes to BLAS: its threads wait for busy cores.
    """

    def __init__(self, blocks: np.ndarray, reluctance: np.ndarray):
        self.blocks = np.asfortranarray(blocks)
        self.meetings = reluctance + blocks.T @ blocks
        np.fill_diagonal(self.meetings, 0)
        self.sums = np.asfortranarray(blocks @ self.meetings)
        self.loads = blocks.sum(axis=0)
        self.per_item = int(blocks[:1].sum())
        self.budget = 0
        self.rows, self.others = np.nonzero(blocks)
        self.places = self.others * len(blocks) + self.rows

    def too_often(self) -> list[tuple[int, int]]:
        """Pairs that meet at least twice more than the pair that meets least, worst first."""
        upper = np.triu_indices(len(self.meetings), 1)
        counts = self.meetings[upper]
        met = counts >= counts.min() + 2
        order = np.argsort(-counts[met], kind="stable")
        return [(int(upper[0][met][k]), int(upper[1][met][k])) for k in order]

    def seats_of(self, one: int, other: int) -> Iterator[tuple[int, int]]:
        """The seats of both in the blocks they share, while they still meet too often."""
        for row in np.flatnonzero(self.blocks[:, one] * self.blocks[:, other]):
            yield int(row), one
            yield int(row), other

    def exchange(self, row: int, out: int, *, at_most: int) -> int | None:
        """Give `out`'s seat in `row` to whoever lowers the sum of squares most.

        Returns the change of the sum; None, and no exchange, where it would be above `at_most`.
        """
        rest = self._beside(row, out)
        gained = self.meetings[rest].sum(axis=0) - self.meetings[out, rest].sum()
        shift = self._best_shift(row, out, gained)
        swap = self._best_swap(row, out, gained, rest)
        change, other_row, other = min(shift, swap)
        if change > at_most:
            return None
        self._seat(row, out, other)
        if other_row >= 0:
            self._seat(other_row, other, out)
        return change

    def _beside(self, row: int, member: int) -> np.ndarray:
        members = np.flatnonzero(self.blocks[row])
        return members[members != member]

    def _best_shift(self, row: int, out: int, gained: np.ndarray) -> tuple[int, int, int]:
        """Somebody lighter by one takes the seat and gives none: loads stay within one."""
        allowed = (self.loads == self.loads[out] - 1) & (self.blocks[row] == 0)
        change = np.where(allowed, 2 * gained + 2 * (self.per_item - 1), FAR)
        best = int(change.argmin())
        return int(change[best]), -1, best

    def _best_swap(self, row, out, gained, rest) -> tuple[int, int, int]:
        """Somebody in another block takes the seat, and `out` takes hers."""
        outs = 2 * self.sums[:, out] - 4 * self.blocks[:, rest].sum(axis=1)
        outs[self.blocks[:, out] > 0] = FAR
        theirs = 2 * (gained - self.meetings[out]) + 4 * (self.per_item - 1)
        theirs[self.blocks[row] > 0] = FAR
        change = theirs[self.others] + outs[self.rows]
        change -= 2 * self.sums.ravel(order="F")[self.places]
        best = int(change.argmin())
        return int(change[best]), int(self.rows[best]), int(self.others[best])

    def _seat(self, row: int, out: int, new: int) -> None:
        rest = self._beside(row, out)
        self.sums[row] += self.meetings[new] - self.meetings[out]
        for member, step in ((out, -1), (new, 1)):
            self.blocks[row, member] += step
            self.loads[member] += step
        for member, step in ((out, -1), (new, 1)):
            self.meetings[member, rest] += step
            self.meetings[rest, member] += step
            self.sums[:, member] += step * self.blocks[:, rest].sum(axis=1)
            self.sums[:, rest] += step * self.blocks[:, [member]]
        seat = (self.rows == row) & (self.others == out)
        self.others[seat] = new
        self.places[seat] = new * len(self.blocks) + row
