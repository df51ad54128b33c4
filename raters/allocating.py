"""Which items does the design give to whom? Rows become an allocation, and back.

Side by side, what is allocated is a case with all its outputs; otherwise it is one item. Planted
items are no part of the pool: every reviewer meets all of them.
"""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from raters.design.allocation import (
    Allocation,
    AnchorChoice,
    PanelMember,
    PoolItem,
    anchor_and_rotate,
    fully_crossed,
    rank,
)
from raters.design.capacity import Infeasible, Obstacle, Workload
from raters.models import Design, Item, Reviewer, Round, Study


class Units:
    """What is allocated, by its key: one item, or a case with all its outputs."""

    def __init__(self, study: Study):
        self.by_case = study.design.side_by_side
        self.items: dict[str, list[Item]] = {}
        real = study.items.real().select_related("case", "arm")
        # Not by the database: how it sorts text depends on where it runs.
        for item in sorted(real, key=lambda item: item.source_id):
            self.items.setdefault(self.key_of(item), []).append(item)

    def key_of(self, item: Item) -> str:
        return item.case.source_id if self.by_case else item.source_id

    def pool(self) -> list[PoolItem]:
        return [PoolItem(key, self._strata(items[0])) for key, items in self.items.items()]

    def anchors(self) -> list[str]:
        """Those marked as anchors, by hand or at the lock."""
        return [key for key, items in self.items.items() if any(i.is_anchor for i in items)]

    def _strata(self, item: Item) -> dict[str, str]:
        strata = {"condition": item.case.condition, "domain": item.case.domain}
        if not self.by_case:
            strata["arm"] = item.arm.name
        return {factor: level for factor, level in strata.items() if level}


def members(reviewers: Iterable[Reviewer]) -> list[PanelMember]:
    return [PanelMember(reviewer.pseudonym, reviewer.stratum) for reviewer in reviewers]


def planned_allocation(study: Study, units: Units | None = None) -> Allocation:
    """As the design stands, for the reviewers who are on the panel. Raises Infeasible."""
    units = units or Units(study)
    panel, pool, design = members(study.reviewers.on_the_panel()), units.pool(), study.design
    if found := obstacle_of(study, pool=len(pool), readers=len(panel)):
        raise Infeasible(found)
    if design.allocation == Design.Allocation.CROSSED:
        return fully_crossed(pool, panel, seed=study.seed)
    anchors = design.n_anchors if design.anchors_drawn else units.anchors()
    return anchor_and_rotate(
        pool, panel, per_item=design.per_item, anchors=anchors, seed=study.seed
    )


def workload_of(study: Study) -> Workload | None:
    """None where no cap is stated. Side by side, everything is counted in pages."""
    design = study.design
    if design.cap is None:
        return None
    planted = study.items.controls()
    controls = planted.values("case").distinct() if design.side_by_side else planted
    rotates = design.allocation == Design.Allocation.ANCHOR_AND_ROTATE
    return Workload(
        cap=design.cap,
        anchors=_n_anchors(study) if rotates else 0,
        per_item=design.per_item if rotates else max(1, study.reviewers.on_the_panel().count()),
        controls=controls.count(),
        repeats=design.repeats,
    )


def obstacle_of(study: Study, *, pool: int, readers: int) -> Obstacle | None:
    """What keeps these readers from carrying this pool under the cap."""
    workload = workload_of(study)
    return workload.obstacle_to(pool=pool, readers=readers) if workload and readers else None


def stored_allocation(round: Round) -> Allocation:
    """The allocation as its queues stand, for an amendment to start from."""
    study = round.study
    units = Units(study)
    readers = _stored_readers(round, units)
    everyone = study.reviewers.human()
    panel = _ranked_members(study, everyone.filter(left_at=None))
    met = {name for names in readers.values() for name in names}
    left = everyone.exclude(left_at=None).filter(pseudonym__in=met)
    departed = _ranked_members(study, left)
    pool = sorted(units.pool(), key=lambda item: rank(study.seed, "item", item.key))
    anchors = sorted(units.anchors(), key=lambda key: rank(study.seed, "anchor", key))
    choice = AnchorChoice.DRAWN if study.design.anchors_drawn else AnchorChoice.GIVEN
    crossed = study.design.allocation == Design.Allocation.CROSSED
    return Allocation(
        study.seed,
        len(panel) if crossed else study.design.per_item,
        tuple(pool),
        panel,
        tuple(item.key for item in pool) if crossed else tuple(anchors),
        choice,
        {item.key: tuple(readers.get(item.key, ())) for item in pool},
        departed,
    )


def _stored_readers(round: Round, units: Units) -> dict[str, list[str]]:
    readers: dict[str, list[str]] = {}
    rows = (
        round.assignments.filter(item__role=Item.Role.REAL)
        .select_related("item__case", "reviewer")
        .order_by("reviewer__pseudonym", "position")
    )
    for row in rows:
        names = readers.setdefault(units.key_of(row.item), [])
        if row.reviewer.pseudonym not in names:
            names.append(row.reviewer.pseudonym)
    return readers


def _ranked_members(study: Study, reviewers) -> tuple[PanelMember, ...]:
    ranked = sorted(
        members(reviewers), key=lambda member: rank(study.seed, "reviewer", member.pseudonym)
    )
    return tuple(ranked)


def _n_anchors(study: Study) -> int:
    return study.design.n_anchors if study.design.anchors_drawn else len(Units(study).anchors())


def in_words(refusal: Infeasible) -> str:
    """Why a design cannot be had, and every change that alone would let it."""
    obstacle = refusal.obstacle
    return " ".join(str(phrase.through(_)) for phrase in (obstacle.reason, *obstacle.remedies))
