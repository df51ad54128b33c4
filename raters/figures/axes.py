"""From a number to its place along an axis. No Django."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10

from raters.figures.values import decimals


@dataclass(frozen=True)
class Axis:
    """`low` is placed at `start`, `high` at `end`; what lies outside is placed at the edge."""

    low: float
    high: float
    start: float
    end: float

    def place(self, value: float) -> float:
        inside = min(max(value, self.low), self.high)
        share = (inside - self.low) / (self.high - self.low)
        return round(self.start + share * (self.end - self.start), 1)

    def holds(self, value: float) -> bool:
        return self.low <= value <= self.high

    def ticks(self, *, most: int = 6) -> list[tuple[float, str]]:
        """(place, text) of round numbers."""
        step = round_step(self.high - self.low, most=most)
        numbers = range(ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9) + 1)
        digits = max(0, -floor(log10(step) + 1e-9))
        return [(self.place(n * step), decimals(n * step, digits)) for n in numbers]


def round_step(span: float, *, most: int) -> float:
    """The smallest of 1, 2 and 5 times a power of ten that divides `span` into `most` or fewer."""
    power = 10.0 ** floor(log10(span / most))
    return next(
        step for step in (power, 2 * power, 5 * power, 10 * power) if span / step <= most + 1e-9
    )


def axis_around(values: Iterable[float], *, start: float, end: float, most: int = 6) -> Axis:
    """From a round number below all values to one above them."""
    given = list(values) or [0.0]
    low, high = min(given), max(given)
    if high - low < 1e-9 * max(1.0, abs(low), abs(high)):
        room = max(0.5, abs(high) / 10)
        low, high = low - room, high + room
    step = round_step(high - low, most=most)
    return Axis(floor(low / step) * step, ceil(high / step) * step, start, end)


def known(value: float | None) -> float | None:
    """None for what is missing, also where a matrix says so with NaN."""
    return None if value is None or not isfinite(value) else float(value)
