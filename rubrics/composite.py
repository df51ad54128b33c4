"""What scores on several dimensions add up to: weights, grades, coverage; and deviation tags.

All arithmetic is decimal or fractional, never binary floating point. No Django at any depth.
Source: seed consultation-dimensions-zh.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from rubrics.grading import ONE, ZERO, half_up
from rubrics.phrases import Phrase, gettext_noop


@dataclass(frozen=True)
class Composite:
    """`score` is exact; where it is None, `reason` says why."""

    score: Decimal | None
    reason: Phrase | None = None


def composite(
    values: Mapping[str, Decimal | int | None], *, weights: Mapping[str, Decimal]
) -> Composite:
    """The weighted sum. A value without a weight is left out: such a dimension does not count."""
    reason = weights_problem(weights) or _missing_value(values, weights=weights)
    if reason:
        return Composite(None, reason)
    return Composite(sum((weight * values[code] for code, weight in weights.items()), ZERO))


def weights_problem(weights: Mapping[str, Decimal]) -> Phrase | None:
    if any(weight < 0 for weight in weights.values()):
        return Phrase(gettext_noop("A weight cannot be negative."))
    added = sum(weights.values(), ZERO)
    if added != ONE:
        return Phrase(
            gettext_noop("The weights must add up to 1; they add up to %(sum)s."), {"sum": added}
        )
    return None


def _missing_value(values: Mapping, *, weights: Mapping) -> Phrase | None:
    missing = [code for code in weights if values.get(code) is None]
    if not missing:
        return None
    return Phrase(
        gettext_noop("There is no composite without a score for %(missing)s."),
        {"missing": ", ".join(missing)},
    )


def shown(score: Decimal) -> Decimal:
    """For the eye only: two decimals, half up."""
    return half_up(score, places=2)


@dataclass(frozen=True)
class GradeBand:
    """The grade of every score from `floor` up to the next higher floor."""

    grade: str
    floor: Decimal
    label: str = ""
    text: str = ""


def grade(score: Decimal, bands: Sequence[GradeBand]) -> GradeBand | None:
    """The band of the unrounded score: 8.45 lies below 8.5. None below the lowest floor.

    A panel's mean may therefore be shown as 8.50 (it is 8.496) and be graded B.
    """
    reached = [band for band in bands if score >= band.floor]
    return max(reached, key=lambda band: band.floor, default=None)


@dataclass(frozen=True)
class CoverageBand:
    """The scores `low` to `high`, suggested from a coverage of `floor` (a share, 0 to 1) on."""

    floor: Decimal
    low: int
    high: int


def coverage_band(done: int, *, total: int, bands: Sequence[CoverageBand]) -> CoverageBand | None:
    """The band that so many steps done suggest; None where there are no steps to do."""
    if not 0 <= done <= total:
        raise ValueError(f"{done} of {total} steps cannot be done")
    if not total:
        return None
    # Fractions, because 2/3 has no decimal form and a threshold must not depend on its rounding.
    coverage = Fraction(done, total)
    reached = [band for band in bands if coverage >= Fraction(band.floor)]
    return max(reached, key=lambda band: band.floor, default=None)


@dataclass(frozen=True)
class DeviationKind:
    """A tag that a rubric defines; `severities` in ascending order, empty where it takes none."""

    tag: str
    label: str
    severities: tuple[str, ...] = ()
    text: str = ""


def deviation_problem(kind: DeviationKind, *, severity: str | None) -> Phrase | None:
    """Why a deviation of this kind cannot carry this severity, or None where it can."""
    if not kind.severities and severity:
        return Phrase(gettext_noop("%(tag)s takes no severity."), {"tag": kind.tag})
    if kind.severities and severity not in kind.severities:
        return Phrase(
            gettext_noop("%(tag)s needs one of these severities: %(severities)s."),
            {"tag": kind.tag, "severities": ", ".join(kind.severities)},
        )
    return None
