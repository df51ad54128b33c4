"""The parts of an allocation, and what cannot be allocated. No Django at any depth."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from raters.design.capacity import Infeasible, Obstacle, too_few_items, too_few_readers
from rubrics.phrases import Phrase
from rubrics.phrases import gettext_noop as _


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
        """reviewer -> item keys; those who left come last."""
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


def rank(seed: int, purpose: str, key: str) -> str:
    """A hexadecimal SHA-256 digest; sorting by it is the shuffle."""
    return hashlib.sha256(f"{seed}|{purpose}|{key}".encode()).hexdigest()


def in_rank(things, key, *, purpose: str, seed: int) -> tuple:
    return tuple(sorted(things, key=lambda thing: rank(seed, purpose, key(thing))))


def chosen_anchors(
    pool: Sequence[PoolItem], anchors: int | Iterable[str], *, seed: int
) -> tuple[tuple[str, ...], AnchorChoice]:
    """The order of picked anchors must not matter, so both kinds are sorted by rank."""
    drawn = isinstance(anchors, int)
    keys = [item.key for item in pool] if drawn else anchors
    ranked = in_rank(keys, lambda key: key, purpose="anchor", seed=seed)
    if not drawn:
        return ranked, AnchorChoice.GIVEN
    if not 0 <= anchors <= len(ranked):
        raise Infeasible(too_few_items(len(ranked), anchors))
    return ranked[:anchors], AnchorChoice.DRAWN


def refuse_impossible(pool, panel, anchors: Sequence[str], *, per_item: int) -> None:
    if per_item < 1:
        raise Infeasible(Obstacle(Phrase(_("Each item needs at least one reviewer."))))
    if len(panel) < per_item:
        raise Infeasible(too_few_readers(len(panel), per_item))
    keys = [item.key for item in pool]
    for names in (keys, [member.pseudonym for member in panel], anchors):
        if twice := _repeated(names):
            raise Infeasible(named_twice(twice))
    if strangers := sorted(set(anchors) - set(keys)):
        reason = Phrase(_("The anchor %(item)s is not in the pool."), {"item": strangers[0]})
        raise Infeasible(Obstacle(reason))


def _repeated(names: Sequence[str]) -> str | None:
    seen: set[str] = set()
    return next((name for name in names if name in seen or seen.add(name)), None)


def named_twice(name: str) -> Obstacle:
    return Obstacle(Phrase(_("%(name)s is named twice."), {"name": name}))


def not_on_the_panel(name: str) -> Obstacle:
    return Obstacle(Phrase(_("%(name)s is not on the panel."), {"name": name}))
