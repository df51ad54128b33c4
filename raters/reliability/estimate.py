"""What does one computed number carry with it?

A value never travels without its form, its counts and its interval, and never as NaN: what cannot
be estimated is None, with a reason a clinician understands.
"""

from dataclasses import dataclass, replace
from math import isfinite

from raters.reliability.table import RatingTable
from rubrics.phrases import Phrase


@dataclass(frozen=True)
class Estimate:
    """One coefficient of one table.

    `name` is a stable key ("ICC(2,1)", "alpha ordinal"); `form` and `method` say it in words.
    `level` is the coverage the interval aims at. `reason` is set exactly when `value` is None;
    `interval_reason` says why there is a value and no interval.
    """

    name: str
    form: Phrase
    value: float | None
    low: float | None
    high: float | None
    level: float
    method: Phrase | None
    n_items: int
    n_reviewers: int
    n_ratings: int
    n_cases: int
    excluded: tuple[Phrase, ...] = ()
    reason: Phrase | None = None
    warnings: tuple[Phrase, ...] = ()
    interval_reason: Phrase | None = None

    def __post_init__(self) -> None:
        numbers = [x for x in (self.value, self.low, self.high) if x is not None]
        if not all(isfinite(number) for number in numbers):
            raise ValueError(f"{self.name}: an estimate is finite or None")
        if (self.value is None) != (self.reason is not None):
            raise ValueError(f"{self.name}: a missing value and its reason go together")
        if (self.low is None) != (self.high is None):
            raise ValueError(f"{self.name}: an interval has two limits or none")

    @property
    def is_estimable(self) -> bool:
        return self.value is not None

    @property
    def has_interval(self) -> bool:
        return self.low is not None

    @property
    def width(self) -> float | None:
        return None if self.low is None else self.high - self.low

    def without_interval(self, why: Phrase) -> "Estimate":
        return replace(self, low=None, high=None, interval_reason=why)

    def with_interval(self, low: float, high: float) -> "Estimate":
        return replace(self, low=float(low), high=float(high), interval_reason=None)


def estimated(
    table: RatingTable,
    *,
    name: str,
    form: Phrase,
    value: float,
    method: Phrase | None = None,
    excluded: tuple[Phrase, ...] = (),
    warnings: tuple[Phrase, ...] = (),
    interval_reason: Phrase | None = None,
) -> Estimate:
    """A value computed from `table`, counts filled in; add limits with `with_interval`."""
    return Estimate(
        name=name,
        form=form,
        value=float(value),
        low=None,
        high=None,
        level=0.95,
        method=method,
        **_counts(table),
        excluded=excluded,
        warnings=warnings,
        interval_reason=interval_reason,
    )


def not_estimable(
    table: RatingTable,
    *,
    name: str,
    form: Phrase,
    reason: Phrase,
    excluded: tuple[Phrase, ...] = (),
    warnings: tuple[Phrase, ...] = (),
) -> Estimate:
    """No value, and why."""
    return Estimate(
        name=name,
        form=form,
        value=None,
        low=None,
        high=None,
        level=0.95,
        method=None,
        **_counts(table),
        excluded=excluded,
        reason=reason,
        warnings=warnings,
    )


def _counts(table: RatingTable) -> dict[str, int]:
    return {
        "n_items": table.n_items,
        "n_reviewers": table.n_reviewers,
        "n_ratings": table.n_ratings,
        "n_cases": table.n_cases,
    }
