"""Do reviewers recognise the clear cases that were planted among their items?

A competence check, counted apart: planted items never enter a reliability coefficient.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby
from math import ceil, sqrt
from statistics import NormalDist


class InvalidControls(ValueError):
    """Two answers to one question, no expected range, or a place outside the queue."""


@dataclass(frozen=True)
class ControlAnswer:
    """One reviewer's answer to one question on one planted item.

    `low` and `high` enclose the expected answers, both included; None leaves that side open.
    `only` names the expected ones among them; empty means all.
    `position` counts from 1 to `queue_length`. `answer` None was left blank, which is no hit.
    `flavour` is "positive" or "negative".
    """

    reviewer: str
    control: str
    flavour: str
    position: int
    queue_length: int
    question: str
    answer: float | None
    low: float | None
    high: float | None
    only: frozenset[float] = frozenset()

    @property
    def is_inside(self) -> bool:
        if self.answer is None or (self.only and self.answer not in self.only):
            return False
        above = self.low is None or self.answer >= self.low
        return above and (self.high is None or self.answer <= self.high)


@dataclass(frozen=True)
class ControlShown:
    """One planted item as one reviewer met it. A hit when every answer is inside its range."""

    reviewer: str
    control: str
    flavour: str
    third: int
    answers: tuple[ControlAnswer, ...]

    @property
    def is_hit(self) -> bool:
        return all(answer.is_inside for answer in self.answers)

    @property
    def outside(self) -> tuple[ControlAnswer, ...]:
        return tuple(answer for answer in self.answers if not answer.is_inside)


@dataclass(frozen=True)
class HitRate:
    """`hits` of `n`. Limits only where the showings are one reviewer's own."""

    hits: int
    n: int
    low: float | None = None
    high: float | None = None

    @property
    def value(self) -> float | None:
        return self.hits / self.n if self.n else None


@dataclass(frozen=True)
class Hits:
    """A rate, and beside it the rates it is made of: flavours are never merged unseen."""

    overall: HitRate
    by_flavour: tuple[tuple[str, HitRate], ...]


@dataclass(frozen=True)
class ControlReport:
    """`panel` and `by_third` are descriptive: everyone meets the same few controls.

    `misses` are in order of reviewer and control; `outside` says what was answered.
    """

    panel: Hits
    by_reviewer: tuple[tuple[str, Hits], ...]
    by_third: tuple[tuple[int, Hits], ...]
    misses: tuple[ControlShown, ...]


def control_report(answers: Iterable[ControlAnswer]) -> ControlReport:
    """Raises InvalidControls."""
    shown = showings(answers)
    return ControlReport(
        panel=_hits(shown, with_interval=False),
        by_reviewer=_grouped(shown, lambda one: one.reviewer, with_interval=True),
        by_third=_grouped(shown, lambda one: one.third, with_interval=False),
        misses=tuple(one for one in shown if not one.is_hit),
    )


def showings(answers: Iterable[ControlAnswer]) -> tuple[ControlShown, ...]:
    """Answers gathered into showings, ordered by reviewer and control. Raises InvalidControls."""
    in_order = sorted(answers, key=lambda one: (one.reviewer, one.control, one.question))
    _refuse_contradictions(in_order)
    grouped = groupby(in_order, key=lambda one: (one.reviewer, one.control))
    return tuple(_shown(tuple(group)) for _, group in grouped)


def wilson(hits: int, n: int, *, level: float = 0.95) -> tuple[float, float] | None:
    """Wilson score interval of one reviewer's rate; None without showings."""
    if not n:
        return None
    z = NormalDist().inv_cdf((1 + level) / 2)
    rate, scale = hits / n, 1 + z**2 / n
    centre = (rate + z**2 / (2 * n)) / scale
    half = z / scale * sqrt(rate * (1 - rate) / n + z**2 / (4 * n**2))
    return max(centre - half, 0.0), min(centre + half, 1.0)


def _shown(answers: tuple[ControlAnswer, ...]) -> ControlShown:
    one = answers[0]
    third = ceil(3 * one.position / one.queue_length)
    return ControlShown(one.reviewer, one.control, one.flavour, third, answers)


def _grouped(
    shown: tuple[ControlShown, ...], key: Callable, *, with_interval: bool
) -> tuple[tuple, ...]:
    return tuple(
        (name, _hits(tuple(group), with_interval=with_interval))
        for name, group in groupby(sorted(shown, key=key), key=key)
    )


def _hits(shown: tuple[ControlShown, ...], *, with_interval: bool) -> Hits:
    flavours = sorted({one.flavour for one in shown})
    by_flavour = (
        (flavour, _rate([one for one in shown if one.flavour == flavour], with_interval))
        for flavour in flavours
    )
    return Hits(_rate(shown, with_interval), tuple(by_flavour))


def _rate(shown: Iterable[ControlShown], with_interval: bool) -> HitRate:
    outcomes = [one.is_hit for one in shown]
    limits = wilson(sum(outcomes), len(outcomes)) if with_interval else None
    return HitRate(sum(outcomes), len(outcomes), *(limits or (None, None)))


def _refuse_contradictions(in_order: list[ControlAnswer]) -> None:
    seen, place = set(), {}
    for one in in_order:
        what = f"control {one.control} of {one.reviewer}"
        if (one.reviewer, one.control, one.question) in seen:
            raise InvalidControls(f"{what}: two answers to {one.question}")
        if one.low is None and one.high is None:
            raise InvalidControls(f"{what}: {one.question} has no expected range")
        if not 1 <= one.position <= one.queue_length:
            raise InvalidControls(f"{what}: position {one.position} is outside the queue")
        seen.add((one.reviewer, one.control, one.question))
        here = (one.flavour, one.position, one.queue_length)
        if place.setdefault((one.reviewer, one.control), here) != here:
            raise InvalidControls(f"{what}: answers disagree on flavour or position")
