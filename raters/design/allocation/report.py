"""How even is an allocation, in numbers? No Django at any depth."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from raters.design.allocation.amendments import rotated_items, seats_of
from raters.design.allocation.seats import levels_of
from raters.design.allocation.values import Allocation, AnchorChoice, PanelMember


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
    seats, members = seats_of(allocation), allocation.panel + allocation.departed
    active, names = len(allocation.panel), tuple(member.pseudonym for member in members)
    overlaps = seats.T @ seats
    np.fill_diagonal(overlaps, 0)
    items = (*allocation.anchors, *(item.key for item in rotated_items(allocation)))
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
    names, levels = levels_of(rotated_items(allocation))
    counts = seats.T @ levels
    return tuple(
        StratumBalance(factor, level, int(levels[:, column].sum()), _spread(counts[:, column]))
        for column, (factor, level) in enumerate(names)
    )
