"""Which places of a queue are the controls', and which the second showings'?

No Django at any depth.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from raters.design.ordering.values import Draw

# With one position between them, the second showing does not stand beside the first.
CLOSEST = 2


@dataclass(frozen=True)
class RepeatSlots:
    """`gap` is the distance that can be had for all second showings: at most what was asked."""

    places: tuple[int, ...]
    gap: int


def control_slots(length: int, n_controls: int, *, draw: Draw) -> list[int]:
    """Indices of the controls in a queue of `length`: one in each of `n_controls` strata.

    The strata divide the queue after its first place, which is never a control's while there is
    a real item. The place inside a stratum is drawn.
    """
    if n_controls == length:
        return list(range(length))
    slots: list[int] = []
    for stratum in range(n_controls):
        first = 1 + stratum * (length - 1) // n_controls
        beyond = 1 + (stratum + 1) * (length - 1) // n_controls
        apart = [index for index in range(first, beyond) if not slots or index > slots[-1] + 1]
        choices = apart or range(first, beyond)
        slots.append(min(choices, key=lambda index: draw.rank("control slot", str(index))))
    return slots


def repeat_slots(
    length: int, controls: Sequence[int], *, repeats: int, gap: int, draw: Draw
) -> RepeatSlots:
    """Indices of `repeats` second showings in a queue of `length`, beside no control or other.

    Distance goes before apartness: places beside another are taken where no others are left.
    """
    free = sorted(set(range(length)) - set(controls))
    gap = min(max(gap, CLOSEST), _reach(free, set(), repeats))
    chosen: set[int] = set()
    by_rank = sorted(free, key=lambda place: draw.rank("repeat slot", str(place)))
    for apart in (True, False):
        for place in by_rank:
            if len(chosen) == repeats:
                break
            crowded = apart and {place - 1, place + 1} & (chosen | set(controls))
            if place in chosen or crowded:
                continue
            if _reach(free, chosen | {place}, repeats) >= gap:
                chosen.add(place)
    return RepeatSlots(tuple(sorted(chosen)), gap)


def _reach(free: Sequence[int], chosen: set[int], repeats: int) -> int:
    """The largest distance that all second showings can have if `chosen` are among their places.

    The others do best in the last places left; and the first of the second showings does best to
    repeat the first item, the second the second, and so on.
    """
    rest = [place for place in free if place not in chosen]
    firsts = rest[: len(rest) - (repeats - len(chosen))]
    seconds = sorted(chosen | set(rest[len(firsts) :]))
    return min((b - a for a, b in zip(firsts, seconds, strict=False)), default=0)
