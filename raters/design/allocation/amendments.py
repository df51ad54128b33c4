"""Somebody leaves or comes late: the smallest change that keeps the rule.

No Django at any depth.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest

import numpy as np

from raters.design.allocation.blocks import reluctance_of
from raters.design.allocation.seats import levels_of, readers_by_item
from raters.design.allocation.values import (
    Allocation,
    Amendment,
    Change,
    PanelMember,
    PoolItem,
    in_rank,
    named_twice,
    not_on_the_panel,
)
from raters.design.capacity import Infeasible, too_few_readers


def without_reviewer(
    allocation: Allocation, leaver: str, *, started: Iterable[tuple[str, str]]
) -> Amendment:
    """The leaver's unstarted items go to the others; what anyone started stays where it is.

    `started` holds (pseudonym, item key). More of the others' unstarted items move only where
    loads would differ by more than one. Raises Infeasible.
    """
    left = next((member for member in allocation.panel if member.pseudonym == leaver), None)
    if left is None:
        raise Infeasible(not_on_the_panel(leaver))
    panel = tuple(member for member in allocation.panel if member != left)
    if len(panel) < allocation.per_item:
        raise Infeasible(too_few_readers(len(panel), allocation.per_item))
    started = frozenset(started)
    everyone = replace(allocation, panel=panel, departed=(*allocation.departed, left))
    rotation = _Rotation(everyone, started)
    rotation.reseat_departed()
    rotation.level_loads()
    return _amended(allocation, everyone, rotation, started)


def with_reviewer(
    allocation: Allocation, late: PanelMember, *, started: Iterable[tuple[str, str]]
) -> Amendment:
    """The late reviewer rates all anchors and takes over unstarted items until loads are level."""
    known = {member.pseudonym for member in allocation.panel + allocation.departed}
    if late.pseudonym in known:
        raise Infeasible(named_twice(late.pseudonym))
    started = frozenset(started)
    panel = in_rank(
        (*allocation.panel, late),
        lambda member: member.pseudonym,
        purpose="reviewer",
        seed=allocation.seed,
    )
    everyone = replace(allocation, panel=panel)
    rotation = _Rotation(everyone, started)
    rotation.level_loads()
    return _amended(allocation, everyone, rotation, started)


def rotated_items(allocation: Allocation) -> tuple[PoolItem, ...]:
    anchors = set(allocation.anchors)
    return tuple(item for item in allocation.pool if item.key not in anchors)


def seats_of(allocation: Allocation) -> np.ndarray:
    """Rotated items x (panel, then departed), 0 and 1."""
    members = allocation.panel + allocation.departed
    column = {member.pseudonym: index for index, member in enumerate(members)}
    items = rotated_items(allocation)
    seats = np.zeros((len(items), len(members)), dtype=np.int64)
    for row, item in enumerate(items):
        seats[row, [column[name] for name in allocation.readers[item.key]]] = 1
    return seats


class _Rotation:
    """Who sits where in a study under way; `open` are the seats that nobody has started."""

    def __init__(self, allocation: Allocation, started: frozenset[tuple[str, str]]):
        self.items, self.active = rotated_items(allocation), len(allocation.panel)
        self.members = allocation.panel + allocation.departed
        self.seats = seats_of(allocation)
        self.open = self.seats.copy()
        for row, column in np.argwhere(self.seats):
            if (self.members[column].pseudonym, self.items[row].key) in started:
                self.open[row, column] = 0
        self.levels = levels_of(self.items)[1]
        self.counts = self.seats.T @ self.levels
        self.meetings = reluctance_of(self.members, len(self.items)) + self.seats.T @ self.seats
        np.fill_diagonal(self.meetings, 0)

    @property
    def loads(self) -> np.ndarray:
        return self.seats[:, : self.active].sum(axis=0)

    def reseat_departed(self) -> None:
        """Each open seat of who left goes to the lightest, then to whom the others met least."""
        for row, out in np.argwhere(self.open[:, self.active :]):
            self._move(int(row), int(out) + self.active, self._best_reader(row, out + self.active))

    def level_loads(self) -> None:
        """Pass items on, from the heaviest first, until no pass makes two loads more alike."""
        while path := next(filter(None, map(self._path, self._heaviest_first())), None):
            for giver, taker in path:
                self._move(self._best_item(giver, taker), giver, taker)

    def _heaviest_first(self) -> list[int]:
        return np.argsort(-self.loads, kind="stable").tolist()

    def _path(self, source: int) -> list[tuple[int, int]]:
        """The shortest chain of passes to a reviewer with at least two items fewer, or none."""
        loads, came_from, waiting = self.loads, {source: source}, deque([source])
        if loads[source] < loads.min() + 2:
            return []
        while waiting:
            giver = waiting.popleft()
            for taker in self._takers(giver):
                if taker in came_from:
                    continue
                came_from[taker] = giver
                if loads[taker] <= loads[source] - 2:
                    return _steps(came_from, taker)
                waiting.append(taker)
        return []

    def _takers(self, giver: int) -> list[int]:
        """Who could take over an unstarted item, the lightest first."""
        givable = self.seats[self.open[:, giver] > 0, : self.active]
        takers = np.flatnonzero((givable == 0).any(axis=0))
        return takers[np.argsort(self.loads[takers], kind="stable")].tolist()

    def _best_reader(self, row: int, out: int) -> int:
        rest = np.flatnonzero(self.seats[row])
        rest = rest[rest != out]
        met = self.meetings[rest, : self.active].sum(axis=0)
        strata = self.counts[: self.active] @ self.levels[row]
        choices = np.flatnonzero(self.seats[row, : self.active] == 0)
        keys = (strata[choices], met[choices], self.loads[choices])
        return int(choices[np.lexsort(keys)[0]])

    def _best_item(self, giver: int, taker: int) -> int:
        """Of what `giver` may pass on, the item whose other reviewers `taker` met least."""
        rows = np.flatnonzero((self.open[:, giver] > 0) & (self.seats[:, taker] == 0))
        met = self.seats[rows] @ self.meetings[taker] - self.meetings[taker, giver]
        met -= self.seats[rows] @ self.meetings[giver]
        strata = self.levels[rows] @ (self.counts[taker] - self.counts[giver])
        return int(rows[np.lexsort((strata, met))[0]])

    def _move(self, row: int, giver: int, taker: int) -> None:
        rest = np.flatnonzero(self.seats[row])
        rest = rest[rest != giver]
        for member, step in ((giver, -1), (taker, 1)):
            self.seats[row, member] += step
            self.open[row, member] += step
            self.counts[member] += step * self.levels[row]
            self.meetings[member, rest] += step
            self.meetings[rest, member] += step


def _steps(came_from: Mapping[int, int], last: int) -> list[tuple[int, int]]:
    steps = []
    while came_from[last] != last:
        steps.append((came_from[last], last))
        last = came_from[last]
    return steps[::-1]


def _amended(
    before: Allocation,
    everyone: Allocation,
    rotation: _Rotation,
    started: frozenset[tuple[str, str]],
) -> Amendment:
    panel = tuple(member.pseudonym for member in everyone.panel)
    readers = {}
    for key in everyone.anchors:
        kept = [m.pseudonym for m in everyone.departed if (m.pseudonym, key) in started]
        readers[key] = (*panel, *(name for name in kept if name in before.readers[key]))
    readers |= readers_by_item(rotation.seats, rotation.items, rotation.members)
    changes = tuple(
        change for key in readers for change in _handovers(key, before.readers[key], readers[key])
    )
    return Amendment(replace(everyone, readers=readers), changes)


def _handovers(key: str, before: Sequence[str], after: Sequence[str]) -> Iterator[Change]:
    lost = [name for name in before if name not in after]
    gained = [name for name in after if name not in before]
    for taken_from, given_to in zip_longest(lost, gained):
        yield Change(key, taken_from, given_to)
