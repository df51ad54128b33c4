"""What does a reviewer meet at once: an item, or all items of a case? No Django at any depth."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from raters.design.ordering.values import Draw, OrderRules, Place, QueueItem

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LABEL_PURPOSE = {1: "label", 2: "label again"}


@dataclass(frozen=True)
class Page:
    """`key` is the item's, or the case where its items are side by side."""

    key: str
    items: tuple[QueueItem, ...]

    @cached_property
    def case(self) -> str:
        return self.items[0].case

    @cached_property
    def is_control(self) -> bool:
        """One real item makes the page a real one."""
        return all(item.is_control for item in self.items)

    @cached_property
    def arm(self) -> str:
        """Empty for a control, and where the items are of several arms."""
        arms = {item.arm for item in self.items}
        return self.items[0].arm if len(arms) == 1 and not self.is_control else ""


def pages_of(items: Iterable[QueueItem], *, rules: OrderRules) -> list[Page]:
    if not rules.side_by_side:
        return [Page(item.key, (item,)) for item in items]
    by_case: dict[str, list[QueueItem]] = {}
    for item in items:
        by_case.setdefault(item.case, []).append(item)
    return [Page(case, tuple(group)) for case, group in by_case.items()]


def places_of(
    shown: Sequence[tuple[Page, int]], *, draw: Draw, rules: OrderRules
) -> tuple[Place, ...]:
    """`shown` holds each page with which showing of it this is."""
    places: list[Place] = []
    for number, (page, showing) in enumerate(shown, start=1):
        purpose = LABEL_PURPOSE[showing]
        items = sorted(page.items, key=lambda item, purpose=purpose: draw.rank(purpose, item.key))
        for index, item in enumerate(items):
            text = label(index) if rules.side_by_side else ""
            places.append(Place(item.key, showing, number, text))
    return tuple(places)


def label(index: int) -> str:
    """0 is A, 25 is Z, 26 is AA."""
    before, letter = divmod(index, len(LETTERS))
    return (label(before - 1) if before else "") + LETTERS[letter]
