"""The grading guide's arithmetic: what a decision is worth, and what a set of them adds up to.

Points are `Decimal` throughout; a float is refused by the arithmetic itself. "Half up" means
towards plus infinity, for penalties too: half of -5 points is -2. No Django at any depth.
Source: seed grading-guide, "Scoring" and "Tiered/Ordinal Rubrics".
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Decimal
from itertools import pairwise
from typing import Literal

from rubrics.phrases import Phrase, gettext_noop
from rubrics.scales import Decision

HalfPoints = Literal["rounded", "exact"]
ScoringRule = Literal["points", "healthbench"]

ZERO = Decimal(0)
ONE = Decimal(1)
HALF = Decimal("0.5")

RULE_SENTENCES: Mapping[ScoringRule, str] = {
    "points": gettext_noop("Rule “points”: the points earned over the maximum."),
    "healthbench": gettext_noop(
        "Rule “healthbench”: the points of the criteria met over the sum of the positive points; "
        "a single score may lie below 0, only a mean is clipped to 0 to 1."
    ),
}
HALF_SENTENCES: Mapping[HalfPoints, str] = {
    "rounded": gettext_noop("PARTIALLY MET earns half the points, rounded half up."),
    "exact": gettext_noop("PARTIALLY MET earns half the points, exactly."),
}


def half_up(value: Decimal, *, places: int = 0) -> Decimal:
    """`value` to so many decimal places; a tie goes towards plus infinity."""
    return (value.scaleb(places) + HALF).to_integral_value(ROUND_FLOOR).scaleb(-places)


HALVES: Mapping[HalfPoints, Callable[[Decimal], Decimal]] = {
    "rounded": lambda points: half_up(points * HALF),
    "exact": lambda points: points * HALF,
}


def half_of(points: Decimal, *, half_points: HalfPoints) -> Decimal:
    return HALVES[half_points](points)


def decision_points(decision: Decision, points: Decimal, *, half_points: HalfPoints) -> Decimal:
    """What `decision` earns on a criterion of `points`; a penalty is earned below 0."""
    if decision == Decision.MET:
        return points
    if decision == Decision.PARTIALLY_MET:
        return half_of(points, half_points=half_points)
    return ZERO


# Tiers: graduated levels of one behaviour, best first.


def tier_value(best: int | None, *, n_levels: int) -> int:
    """The tier set as one ordinal unit, 0 to `n_levels`: how many levels are met.

    `best` counts from 0, the best level; None means that no level was reached.
    """
    if best is None:
        return 0
    if not 0 <= best < n_levels:
        raise ValueError(f"level {best} is not one of {n_levels} levels")
    return n_levels - best


def tier_best(value: int, *, n_levels: int) -> int | None:
    """The best level that `value`, a number of levels met, stands for."""
    if not 0 <= value <= n_levels:
        raise ValueError(f"{value} is not on the scale 0 to {n_levels}")
    return n_levels - value if value else None


def tier_decisions(best: int | None, *, n_levels: int) -> tuple[Decision, ...]:
    """The best level reached and all lower ones MET, the higher ones NOT MET."""
    n_met = tier_value(best, n_levels=n_levels)
    return (Decision.NOT_MET,) * (n_levels - n_met) + (Decision.MET,) * n_met


def tier_points(best: int | None, *, points: Sequence[Decimal]) -> Decimal:
    """The sum over the levels met, as in the guide's example: 2 + 1 + 0 for the best of three."""
    n_met = tier_value(best, n_levels=len(points))
    return sum(points[len(points) - n_met :], ZERO)


def tier_problems(points: Sequence[Decimal]) -> tuple[Phrase, ...]:
    """Why these levels, best first, are no tiers; empty where they are."""
    problems = []
    if len(points) < 2:
        problems.append(Phrase(gettext_noop("Tiers need at least two levels.")))
    for number, (higher, lower) in enumerate(pairwise(points), start=1):
        if higher <= lower:
            problems.append(_does_not_descend(number, higher=higher, lower=lower))
    # Whoever exceeds a level meets it, so a penalty there would be paid by better answers too.
    if any(each < 0 for each in points):
        problems.append(Phrase(gettext_noop("The points of a tier level cannot be negative.")))
    return tuple(problems)


def _does_not_descend(number: int, *, higher: Decimal, lower: Decimal) -> Phrase:
    return Phrase(
        gettext_noop(
            "Points must fall from the best level to the worst: level %(better)s has %(higher)s, "
            "level %(worse)s has %(lower)s."
        ),
        {"better": number, "higher": higher, "worse": number + 1, "lower": lower},
    )


# Totals.


@dataclass(frozen=True)
class CriterionResult:
    """`points` are those of the criterion, not those that were earned."""

    code: str
    decision: Decision
    points: Decimal

    def earned(self, *, half_points: HalfPoints) -> Decimal:
        return decision_points(self.decision, self.points, half_points=half_points)

    @property
    def maximum(self) -> Decimal:
        return max(self.points, ZERO)


@dataclass(frozen=True)
class TierResult:
    """`points` of each level, best first; `best` is the place in it that was reached."""

    code: str
    best: int | None
    points: tuple[Decimal, ...]

    def earned(self, *, half_points: HalfPoints) -> Decimal:
        return tier_points(self.best, points=self.points)

    @property
    def maximum(self) -> Decimal:
        return sum((max(each, ZERO) for each in self.points), ZERO)


@dataclass(frozen=True)
class Total:
    """`share` is earned over maximum and is not clipped; where it is None, `no_share` says why.

    `half_points` is the setting that was applied: "exact" under the rule "healthbench".
    """

    earned: Decimal
    maximum: Decimal
    share: Decimal | None
    no_share: Phrase | None
    passed: bool | None
    rule: ScoringRule
    half_points: HalfPoints
    sentence: Phrase


def total(
    results: Iterable[CriterionResult | TierResult],
    *,
    rule: ScoringRule,
    half_points: HalfPoints,
    pass_mark: Decimal | None,
) -> Total:
    """`pass_mark` is a share of the maximum, 0 to 1; None where the rubric sets none."""
    results = tuple(results)
    applied = "exact" if rule == "healthbench" else half_points
    earned = sum((result.earned(half_points=applied) for result in results), ZERO)
    maximum = sum((result.maximum for result in results), ZERO)
    return Total(
        earned=earned,
        maximum=maximum,
        share=earned / maximum if maximum else None,
        no_share=None if maximum else _no_maximum(),
        passed=earned / maximum >= pass_mark if maximum and pass_mark is not None else None,
        rule=rule,
        half_points=applied,
        sentence=_settings_sentence(rule, applied),
    )


def _no_maximum() -> Phrase:
    return Phrase(gettext_noop("No criterion has positive points, so there is no maximum."))


def _settings_sentence(rule: ScoringRule, half_points: HalfPoints) -> Phrase:
    return Phrase(
        gettext_noop("%(rule)s %(half_points)s"),
        {
            "rule": Phrase(RULE_SENTENCES[rule]),
            "half_points": Phrase(HALF_SENTENCES[half_points]),
        },
    )


def mean_share(totals: Iterable[Total]) -> Decimal | None:
    """The mean of the shares; under "healthbench" it is clipped to 0 to 1, the shares are not.

    Totals without a share are left out, and None is the mean of none. Raises `ValueError` where
    the totals were made under different settings: their mean would stand for neither.
    """
    totals = tuple(totals)
    settings = {(each.rule, each.half_points) for each in totals}
    if len(settings) > 1:
        raise ValueError(f"totals under different settings have no mean: {sorted(settings)}")
    shares = [each.share for each in totals if each.share is not None]
    if not shares:
        return None
    mean = sum(shares, ZERO) / len(shares)
    return min(max(mean, ZERO), ONE) if totals[0].rule == "healthbench" else mean
