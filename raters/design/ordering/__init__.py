"""In what order does one reviewer meet her items? No Django at any depth.

The order follows from (seed, round, pseudonym) and the items' own ids, and from nothing else: no
clock, no generator state, no primary key. Every choice is a comparison of SHA-256 digests, and
all arithmetic is in whole numbers, so any language reproduces it. docs/ordering.md tells the rule
for an auditor.

Where the rules cannot all be kept, the earlier goes before the later: the controls' places, the
number of repeats, their distance, cases apart, repeats apart from each other and from controls,
runs of an arm. `order_report` says what came of each.
"""

from collections.abc import Iterable

from raters.design.ordering.filling import Filling
from raters.design.ordering.pages import Page, pages_of, places_of
from raters.design.ordering.report import OrderReport, broken_constraints, order_report
from raters.design.ordering.slots import control_slots, repeat_slots
from raters.design.ordering.values import Draw, OrderRules, Place, QueueItem

__all__ = [
    "Draw",
    "OrderReport",
    "OrderRules",
    "Place",
    "QueueItem",
    "broken_constraints",
    "control_slots",
    "drawn_places",
    "order_report",
    "ordered",
]


def ordered(items: Iterable[QueueItem], *, draw: Draw) -> list[QueueItem]:
    """All of `items` in this reviewer's order, each once and on its own.

    Controls are spread, one to each stratum of the queue, never first and not adjacent while
    there is room; items of one case are not neighbours while any other choice is left.
    """
    shown = _shown(pages_of(items, rules=OrderRules()), draw=draw, rules=OrderRules())
    return [page.items[0] for page, _ in shown]


def drawn_places(items: Iterable[QueueItem], *, draw: Draw, rules: OrderRules) -> tuple[Place, ...]:
    """This reviewer's whole queue, first and second showings, in order."""
    shown = _shown(pages_of(items, rules=rules), draw=draw, rules=rules)
    return places_of(shown, draw=draw, rules=rules)


def _shown(pages: Iterable[Page], *, draw: Draw, rules: OrderRules) -> list[tuple[Page, int]]:
    """Each page with which showing of it this is. The strata of controls are the final queue's."""
    shuffled = sorted(pages, key=lambda page: draw.rank("item", page.key))
    controls = [page for page in shuffled if page.is_control]
    real = [page for page in shuffled if not page.is_control]
    n_repeats = min(rules.repeats, len(real))
    length = len(shuffled) + n_repeats
    slots = control_slots(length, len(controls), draw=draw)
    return Filling(
        dict(zip(slots, controls, strict=True)),
        real,
        repeats=repeat_slots(length, slots, repeats=n_repeats, gap=rules.repeat_gap, draw=draw),
        longest_run=rules.longest_run,
        draw=draw,
    ).filled()
