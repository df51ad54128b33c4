"""How many readers does a pool need, and how large a pool can they carry? No Django at any depth.

The cap counts everything a reader meets: anchors, rotated items, controls and hidden repeats.
docs/allocation.md gives the arithmetic in words.
"""

from dataclasses import dataclass

from rubrics.phrases import Phrase
from rubrics.phrases import gettext_noop as _


@dataclass(frozen=True)
class Obstacle:
    """Why a design cannot be carried out, and each change that alone would let it."""

    reason: Phrase
    remedies: tuple[Phrase, ...] = ()


class Infeasible(Exception):
    """Asked for a number or an allocation that the design does not have."""

    def __init__(self, obstacle: Obstacle):
        super().__init__(str(obstacle.reason))
        self.obstacle = obstacle


@dataclass(frozen=True)
class Workload:
    """What one reader is asked to meet. `cap` and the other counts are items per reader."""

    cap: int
    anchors: int
    per_item: int
    controls: int = 0
    repeats: int = 0

    @property
    def fixed(self) -> int:
        """What every reader meets whatever the pool: the cap has to leave room beside it."""
        return self.anchors + self.controls + self.repeats

    @property
    def slots(self) -> int:
        """Places for rotated items; zero or fewer means that the design is infeasible."""
        return self.cap - self.fixed

    def obstacle(self) -> Obstacle | None:
        if min(self.cap, self.anchors, self.controls, self.repeats) < 0:
            return Obstacle(Phrase(_("A count is below zero.")))
        if self.per_item < 1:
            return Obstacle(Phrase(_("Each item needs at least one reviewer.")))
        return None if self.slots > 0 else self._no_slots()

    def readers_for(self, pool: int) -> int:
        """The fewest readers who carry a pool of this size; raises Infeasible."""
        self._refuse_obstacle()
        rotated = max(0, pool - self.anchors)
        return max(self.per_item, _ceiling(self.per_item * rotated, self.slots))

    def largest_pool(self, readers: int) -> int:
        """The largest pool that so many readers carry; raises Infeasible."""
        self._refuse_obstacle()
        if readers < self.per_item:
            raise Infeasible(too_few_readers(readers, self.per_item))
        return self.anchors + readers * self.slots // self.per_item

    def obstacle_to(self, *, pool: int, readers: int) -> Obstacle | None:
        """Can these readers carry this pool? None if they can."""
        if found := self.obstacle():
            return found
        if readers < self.per_item:
            return too_few_readers(readers, self.per_item)
        if pool < self.anchors:
            return too_few_items(pool, self.anchors)
        return None if pool <= self.largest_pool(readers) else self._overloaded(pool, readers)

    def _refuse_obstacle(self) -> None:
        if found := self.obstacle():
            raise Infeasible(found)

    def _no_slots(self) -> Obstacle:
        reason = _(
            "%(anchors)d anchors, %(controls)d controls and %(repeats)d repeats leave no place "
            "for rotated items under a cap of %(cap)d."
        )
        values = {
            "anchors": self.anchors,
            "controls": self.controls,
            "repeats": self.repeats,
            "cap": self.cap,
        }
        return Obstacle(Phrase(reason, values), tuple(self._ways_to_a_slot()))

    def _ways_to_a_slot(self):
        """A part is only named if shrinking it alone is enough."""
        excess = 1 - self.slots
        yield Phrase(_("Raise the cap to at least %(cap)d."), {"cap": self.fixed + 1})
        parts = [
            (self.anchors, _("Take at most %(n)d anchors.")),
            (self.controls, _("Take at most %(n)d controls.")),
            (self.repeats, _("Take at most %(n)d repeats.")),
        ]
        for size, template in parts:
            if size >= excess:
                yield Phrase(template, {"n": size - excess})

    def _overloaded(self, pool: int, readers: int) -> Obstacle:
        reason = _(
            "%(readers)d reviewers with a cap of %(cap)d cannot give each of %(rotated)d rotated "
            "items %(per_item)d reviewers."
        )
        values = {
            "readers": readers,
            "cap": self.cap,
            "rotated": pool - self.anchors,
            "per_item": self.per_item,
        }
        return Obstacle(Phrase(reason, values), tuple(self._ways_to_carry(pool, readers)))

    def _ways_to_carry(self, pool: int, readers: int):
        load = _ceiling(self.per_item * (pool - self.anchors), readers)
        yield Phrase(_("Find at least %(n)d reviewers."), {"n": self.readers_for(pool)})
        yield Phrase(_("Raise the cap to at least %(cap)d."), {"cap": self.fixed + load})
        yield Phrase(_("Take a pool of at most %(n)d items."), {"n": self.largest_pool(readers)})


def too_few_readers(readers: int, per_item: int) -> Obstacle:
    reason = _("%(readers)d reviewers cannot give an item %(per_item)d different reviewers.")
    values = {"readers": readers, "per_item": per_item}
    remedies = (
        Phrase(_("Find at least %(n)d reviewers."), {"n": per_item}),
        Phrase(_("Ask for at most %(n)d reviewers per item."), {"n": readers}),
    )
    return Obstacle(Phrase(reason, values), remedies)


def too_few_items(pool: int, anchors: int) -> Obstacle:
    reason = _("A pool of %(pool)d items has no %(anchors)d anchors.")
    remedy = Phrase(_("Take at most %(n)d anchors."), {"n": pool})
    return Obstacle(Phrase(reason, {"pool": pool, "anchors": anchors}), (remedy,))


def _ceiling(numerator: int, denominator: int) -> int:
    return -(-numerator // denominator)
