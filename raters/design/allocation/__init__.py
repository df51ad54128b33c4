"""Which items does each reviewer get? No Django at any depth.

An allocation follows from the seed and the ids of items and reviewers, and from nothing else:
every free choice falls to the smallest SHA-256 digest, and all arithmetic is in whole numbers.
docs/allocation.md tells the rule for an auditor.
"""

from collections.abc import Iterable

from raters.design.allocation.amendments import with_reviewer, without_reviewer
from raters.design.allocation.blocks import even_blocks
from raters.design.allocation.report import AllocationReport, Spread, allocation_report
from raters.design.allocation.seats import levels_of, readers_by_item, seated_by_strata
from raters.design.allocation.values import (
    Allocation,
    Amendment,
    AnchorChoice,
    Change,
    PanelMember,
    PoolItem,
    chosen_anchors,
    in_rank,
    rank,
    refuse_impossible,
)

__all__ = [
    "Allocation",
    "AllocationReport",
    "Amendment",
    "AnchorChoice",
    "Change",
    "PanelMember",
    "PoolItem",
    "Spread",
    "allocation_report",
    "anchor_and_rotate",
    "fully_crossed",
    "rank",
    "with_reviewer",
    "without_reviewer",
]


def fully_crossed(
    pool: Iterable[PoolItem], panel: Iterable[PanelMember], *, seed: int
) -> Allocation:
    """Every reviewer gets every item: an allocation in which all items are anchors."""
    pool, panel = tuple(pool), tuple(panel)
    keys, names = tuple(i.key for i in pool), tuple(m.pseudonym for m in panel)
    readers = dict.fromkeys(keys, names)
    return Allocation(seed, len(panel), pool, panel, keys, AnchorChoice.GIVEN, readers)


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
    pool = in_rank(pool, lambda item: item.key, purpose="item", seed=seed)
    panel = in_rank(panel, lambda member: member.pseudonym, purpose="reviewer", seed=seed)
    chosen, choice = chosen_anchors(pool, anchors, seed=seed)
    refuse_impossible(pool, panel, chosen, per_item=per_item)
    rotated = [item for item in pool if item.key not in set(chosen)]
    blocks = even_blocks(len(rotated), panel, per_item=per_item)
    seats = seated_by_strata(blocks, levels_of(rotated)[1])
    readers = {key: tuple(member.pseudonym for member in panel) for key in chosen}
    readers |= readers_by_item(seats, rotated, panel)
    return Allocation(seed, per_item, pool, panel, chosen, choice, readers)
