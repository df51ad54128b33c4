"""Which items does each reviewer get? No Django at any depth.

An allocation follows from the seed and the ids of items and reviewers, and from nothing else:
every free choice falls to the smallest SHA-256 digest, and all arithmetic is in whole numbers.
docs/allocation.md tells the rule for an auditor.
"""

import hashlib
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import cycle, islice, zip_longest

import numpy as np

from raters.design.capacity import Infeasible, Obstacle, too_few_items, too_few_readers
from rubrics.phrases import Phrase
from rubrics.phrases import gettext_noop as _


def fully_crossed(items: Sequence[str], reviewers: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Every reviewer gets every item: reviewer -> item keys."""
    return {reviewer: tuple(items) for reviewer in reviewers}


@dataclass(frozen=True)
class PoolItem:
    """`strata` names the item's level of each factor: {"arm": "A", "domain": "sleep"}."""

    key: str
    strata: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class PanelMember:
    """`stratum` is the expertise by which the reviewers of an item should differ."""

    pseudonym: str
    stratum: str = ""


class AnchorChoice(StrEnum):
    DRAWN = "drawn"
    GIVEN = "given"


@dataclass(frozen=True)
class Allocation:
    """`readers` names the reviewers of each item of the pool, the anchors' too."""

    seed: int
    per_item: int
    pool: tuple[PoolItem, ...]
    panel: tuple[PanelMember, ...]
    anchors: tuple[str, ...]
    anchor_choice: AnchorChoice
    readers: Mapping[str, tuple[str, ...]]
    departed: tuple[PanelMember, ...] = ()

    def by_reviewer(self) -> dict[str, tuple[str, ...]]:
        """reviewer -> item keys, in the shape of `fully_crossed`; those who left come last."""
        allotted = {member.pseudonym: [] for member in self.panel + self.departed}
        for key, pseudonyms in self.readers.items():
            for pseudonym in pseudonyms:
                allotted[pseudonym].append(key)
        return {pseudonym: tuple(keys) for pseudonym, keys in allotted.items()}


@dataclass(frozen=True)
class Change:
    """One item that changed hands. None stands for nobody: an anchor is dropped or added."""

    item: str
    taken_from: str | None
    given_to: str | None


@dataclass(frozen=True)
class Amendment:
    allocation: Allocation
    changes: tuple[Change, ...]


# --- The three ways to an allocation


def anchor_and_rotate(
    pool: Iterable[PoolItem],
    panel: Iterable[PanelMember],
    *,
    per_item: int,
    anchors: int | Iterable[str],
    seed: int,
) -> Allocation:
    """All reviewers rate the anchors; every other item has `per_item` reviewers.

    `anchors` is how many to draw, or the keys of those that were picked. Raises Infeasible.
    """
    pool = _in_rank(pool, lambda item: item.key, purpose="item", seed=seed)
    panel = _in_rank(panel, lambda member: member.pseudonym, purpose="reviewer", seed=seed)
    chosen, choice = _anchors(pool, anchors, seed=seed)
    _refuse_impossible(pool, panel, chosen, per_item=per_item)
    rotated = [item for item in pool if item.key not in set(chosen)]
    blocks = _blocks(len(rotated), panel, per_item=per_item)
    seats = _seated_by_strata(blocks, _levels(rotated)[1])
    readers = {key: tuple(member.pseudonym for member in panel) for key in chosen}
    readers |= _named(seats, rotated, panel)
    return Allocation(seed, per_item, pool, panel, chosen, choice, readers)


def without_reviewer(
    allocation: Allocation, leaver: str, *, started: Iterable[tuple[str, str]]
) -> Amendment:
    """The leaver's unstarted items go to the others; what anyone started stays where it is.

    `started` holds (pseudonym, item key). More of the others' unstarted items move only where
    loads would differ by more than one. Raises Infeasible.
    """
    left = next((member for member in allocation.panel if member.pseudonym == leaver), None)
    if left is None:
        raise Infeasible(_not_on_the_panel(leaver))
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
        raise Infeasible(_named_twice(late.pseudonym))
    started = frozenset(started)
    panel = _in_rank(
        (*allocation.panel, late),
        lambda member: member.pseudonym,
        purpose="reviewer",
        seed=allocation.seed,
    )
    everyone = replace(allocation, panel=panel)
    rotation = _Rotation(everyone, started)
    rotation.level_loads()
    return _amended(allocation, everyone, rotation, started)


# --- Ranks, anchors, and what cannot be done


def rank(seed: int, purpose: str, key: str) -> str:
    """A hexadecimal SHA-256 digest; sorting by it is the shuffle."""
    return hashlib.sha256(f"{seed}|{purpose}|{key}".encode()).hexdigest()


def _in_rank(things, key, *, purpose: str, seed: int) -> tuple:
    return tuple(sorted(things, key=lambda thing: rank(seed, purpose, key(thing))))


def _anchors(
    pool: Sequence[PoolItem], anchors: int | Iterable[str], *, seed: int
) -> tuple[tuple[str, ...], AnchorChoice]:
    """The order of picked anchors must not matter, so both kinds are sorted by rank."""
    drawn = isinstance(anchors, int)
    keys = [item.key for item in pool] if drawn else anchors
    ranked = _in_rank(keys, lambda key: key, purpose="anchor", seed=seed)
    if not drawn:
        return ranked, AnchorChoice.GIVEN
    if not 0 <= anchors <= len(ranked):
        raise Infeasible(too_few_items(len(ranked), anchors))
    return ranked[:anchors], AnchorChoice.DRAWN


def _refuse_impossible(pool, panel, anchors: Sequence[str], *, per_item: int) -> None:
    if per_item < 1:
        raise Infeasible(Obstacle(Phrase(_("Each item needs at least one reviewer."))))
    if len(panel) < per_item:
        raise Infeasible(too_few_readers(len(panel), per_item))
    keys = [item.key for item in pool]
    for names in (keys, [member.pseudonym for member in panel], anchors):
        if twice := _repeated(names):
            raise Infeasible(_named_twice(twice))
    if strangers := sorted(set(anchors) - set(keys)):
        reason = Phrase(_("The anchor %(item)s is not in the pool."), {"item": strangers[0]})
        raise Infeasible(Obstacle(reason))


def _repeated(names: Sequence[str]) -> str | None:
    seen: set[str] = set()
    return next((name for name in names if name in seen or seen.add(name)), None)


def _named_twice(name: str) -> Obstacle:
    return Obstacle(Phrase(_("%(name)s is named twice."), {"name": name}))


def _not_on_the_panel(name: str) -> Obstacle:
    return Obstacle(Phrase(_("%(name)s is not on the panel."), {"name": name}))


# --- Blocks: which reviewers sit together, before any item is known


def _blocks(n: int, panel: Sequence[PanelMember], *, per_item: int) -> np.ndarray:
    """`n` rows of 0 and 1 over the panel, `per_item` ones in each, column sums within one."""
    reluctance = _reluctance(panel, n)
    if per_item == 2 and not reluctance.any():
        return _pairs_in_turn(n, len(panel))
    blocks = _lightest_first(n, reluctance, per_item)
    return _with_even_pairs(blocks, reluctance) if n and 1 < per_item < len(panel) else blocks


def _reluctance(panel: Sequence[PanelMember], n: int) -> np.ndarray:
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


# --- Seats: which item goes to which block, so that each reviewer meets all strata of items


# Enough for every design that was tried to come to rest; a bound for those that were not.
STRATA_SWEEPS = 6


def _levels(items: Sequence[PoolItem]) -> tuple[list[tuple[str, str]], np.ndarray]:
    """The (factor, level) pairs in use, and a row of 0 and 1 over them for each item."""
    names = sorted({pair for item in items for pair in item.strata.items()})
    column = {pair: index for index, pair in enumerate(names)}
    levels = np.zeros((len(items), len(names)), dtype=np.int64)
    for row, item in enumerate(items):
        levels[row, [column[pair] for pair in item.strata.items()]] = 1
    return names, levels


def _seated_by_strata(blocks: np.ndarray, levels: np.ndarray) -> np.ndarray:
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


def _named(seats: np.ndarray, items, members) -> dict[str, tuple[str, ...]]:
    return {
        item.key: tuple(members[column].pseudonym for column in np.flatnonzero(row))
        for item, row in zip(items, seats, strict=True)
    }


# --- Amendments: the smallest change that keeps the rule


def _rotated(allocation: Allocation) -> tuple[PoolItem, ...]:
    anchors = set(allocation.anchors)
    return tuple(item for item in allocation.pool if item.key not in anchors)


def _seats_of(allocation: Allocation) -> np.ndarray:
    """Rotated items x (panel, then departed), 0 and 1."""
    members = allocation.panel + allocation.departed
    column = {member.pseudonym: index for index, member in enumerate(members)}
    items = _rotated(allocation)
    seats = np.zeros((len(items), len(members)), dtype=np.int64)
    for row, item in enumerate(items):
        seats[row, [column[name] for name in allocation.readers[item.key]]] = 1
    return seats


class _Rotation:
    """Who sits where in a study under way; `open` are the seats that nobody has started."""

    def __init__(self, allocation: Allocation, started: frozenset[tuple[str, str]]):
        self.items, self.active = _rotated(allocation), len(allocation.panel)
        self.members = allocation.panel + allocation.departed
        self.seats = _seats_of(allocation)
        self.open = self.seats.copy()
        for row, column in np.argwhere(self.seats):
            if (self.members[column].pseudonym, self.items[row].key) in started:
                self.open[row, column] = 0
        self.levels = _levels(self.items)[1]
        self.counts = self.seats.T @ self.levels
        self.meetings = _reluctance(self.members, len(self.items)) + self.seats.T @ self.seats
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
    readers |= _named(rotation.seats, rotation.items, rotation.members)
    changes = tuple(
        change for key in readers for change in _handovers(key, before.readers[key], readers[key])
    )
    return Amendment(replace(everyone, readers=readers), changes)


def _handovers(key: str, before: Sequence[str], after: Sequence[str]) -> Iterator[Change]:
    lost = [name for name in before if name not in after]
    gained = [name for name in after if name not in before]
    for taken_from, given_to in zip_longest(lost, gained):
        yield Change(key, taken_from, given_to)


# --- The report


@dataclass(frozen=True)
class Load:
    pseudonym: str
    anchors: int
    rotated: int
    departed: bool

    @property
    def total(self) -> int:
        return self.anchors + self.rotated


@dataclass(frozen=True)
class Spread:
    fewest: int
    most: int

    @property
    def width(self) -> int:
        return self.most - self.fewest


@dataclass(frozen=True)
class StratumBalance:
    """How many rotated items of one level each reviewer meets."""

    factor: str
    level: str
    items: int
    per_reviewer: Spread


@dataclass(frozen=True)
class AllocationReport:
    """What an allocation reached. Spreads are over the panel: who left is not in them.

    `overlaps` counts the rotated items that two reviewers share, row and column in the order of
    `reviewers` (the panel, then who left), 0 on the diagonal; anchors come on top for all pairs.
    `coverage` has a row for each reviewer, True where she has the item of that column of `items`
    (anchors first). `groups` are the reviewers linked by shared items, directly or by a chain.
    `meetings_across` leaves out pairs of one stratum; None where the panel has one stratum only.
    """

    anchors: tuple[str, ...]
    anchor_choice: AnchorChoice
    reviewers: tuple[str, ...]
    items: tuple[str, ...]
    loads: tuple[Load, ...]
    load: Spread
    readers_per_item: Spread
    overlaps: tuple[tuple[int, ...], ...]
    meetings: Spread
    meetings_across: Spread | None
    items_with_stratum_twice: int
    groups: tuple[tuple[str, ...], ...]
    strata: tuple[StratumBalance, ...]
    coverage: tuple[tuple[bool, ...], ...]

    @property
    def is_connected(self) -> bool:
        return len(self.groups) == 1

    @property
    def imbalance(self) -> int:
        """The widest difference between two reviewers in any level of any factor."""
        return max((balance.per_reviewer.width for balance in self.strata), default=0)


def allocation_report(allocation: Allocation) -> AllocationReport:
    seats, members = _seats_of(allocation), allocation.panel + allocation.departed
    active, names = len(allocation.panel), tuple(member.pseudonym for member in members)
    overlaps = seats.T @ seats
    np.fill_diagonal(overlaps, 0)
    items = (*allocation.anchors, *(item.key for item in _rotated(allocation)))
    coverage = _coverage(allocation, items, names)
    return AllocationReport(
        anchors=allocation.anchors,
        anchor_choice=allocation.anchor_choice,
        reviewers=names,
        items=items,
        loads=_loads(coverage, names, len(allocation.anchors), active),
        load=_spread(seats[:, :active].sum(axis=0)),
        readers_per_item=_spread(seats.sum(axis=1)),
        overlaps=tuple(map(tuple, overlaps.tolist())),
        meetings=_spread(overlaps[:active, :active][np.triu_indices(active, 1)]),
        meetings_across=_meetings_across(overlaps, allocation.panel),
        items_with_stratum_twice=_items_with_stratum_twice(seats, members),
        groups=_groups(coverage, names),
        strata=_strata(allocation, seats[:, :active]),
        coverage=tuple(map(tuple, coverage.tolist())),
    )


def _spread(counts: np.ndarray) -> Spread:
    return Spread(int(counts.min()), int(counts.max())) if counts.size else Spread(0, 0)


def _coverage(allocation: Allocation, items, names: Sequence[str]) -> np.ndarray:
    """Reviewers x items, True where she has it."""
    row = {name: index for index, name in enumerate(names)}
    coverage = np.zeros((len(names), len(items)), dtype=bool)
    for column, key in enumerate(items):
        coverage[[row[name] for name in allocation.readers[key]], column] = True
    return coverage


def _loads(coverage: np.ndarray, names, n_anchors: int, active: int) -> tuple[Load, ...]:
    anchors = coverage[:, :n_anchors].sum(axis=1).tolist()
    rotated = coverage[:, n_anchors:].sum(axis=1).tolist()
    return tuple(
        Load(name, anchors[index], rotated[index], departed=index >= active)
        for index, name in enumerate(names)
    )


def _meetings_across(overlaps: np.ndarray, panel: Sequence[PanelMember]) -> Spread | None:
    strata = np.array([member.stratum for member in panel])
    first, second = np.triu_indices(len(panel), 1)
    across = strata[first] != strata[second]
    return _spread(overlaps[first, second][across]) if across.any() else None


def _items_with_stratum_twice(seats: np.ndarray, members: Sequence[PanelMember]) -> int:
    """Zero for a panel of one stratum, which asks for no difference."""
    strata = sorted({member.stratum for member in members})
    if len(strata) < 2:
        return 0
    belongs = [[member.stratum == stratum for stratum in strata] for member in members]
    return int(((seats @ np.array(belongs, dtype=np.int64)) > 1).any(axis=1).sum())


def _groups(coverage: np.ndarray, names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    counts = coverage.astype(np.int64)
    linked = counts @ counts.T > 0
    groups, ungrouped = [], np.ones(len(names), dtype=bool)
    while ungrouped.any():
        group = np.zeros(len(names), dtype=bool)
        group[ungrouped.argmax()] = True
        while (wider := group | linked[group].any(axis=0)).sum() > group.sum():
            group = wider
        groups.append(tuple(names[index] for index in np.flatnonzero(group)))
        ungrouped &= ~group
    return tuple(groups)


def _strata(allocation: Allocation, seats: np.ndarray) -> tuple[StratumBalance, ...]:
    names, levels = _levels(_rotated(allocation))
    counts = seats.T @ levels
    return tuple(
        StratumBalance(factor, level, int(levels[:, column].sum()), _spread(counts[:, column]))
        for column, (factor, level) in enumerate(names)
    )
