"""Does a reviewer score a hidden repeat as the first time?"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite

import numpy as np

from raters.reliability.behaviour.occasions import Occasions
from raters.reliability.behaviour.shown import InvalidBehaviour
from raters.reliability.clustered import mean_limits
from raters.reliability.controls import wilson
from raters.reliability.counted import Counted
from raters.reliability.estimate import Estimate, estimated, not_estimable
from raters.reliability.resampled import with_resampled_limits
from rubrics.phrases import Phrase, gettext_noop

ICC_FORM = gettext_noop(
    "one-way random effects, two scores of the same item by the same reviewer, single score"
)
EXACT = gettext_noop("repeats given the same score as the first time")
WITHIN_ONE = gettext_noop("repeats at most one scale step from the first score")
NO_REPEATS = gettext_noop("Not estimable: no repeat has both scores.")
F_INTERVAL = gettext_noop("analysis of variance within reviewers, exact F interval")
BCA = gettext_noop(
    "analysis of variance within reviewers; %(resamples)d resamples of items (BCa), which several "
    "reviewers repeated"
)


@dataclass(frozen=True)
class RepeatPair:
    """One item scored twice by one reviewer; None where the question did not apply.

    `gap` is how many places lie between the two showings.
    """

    reviewer: str
    item: str
    first: float | None
    second: float | None
    gap: int


@dataclass(frozen=True)
class Consistency:
    """One reviewer, or all where `reviewer` is None. `shift` is second less first, in points."""

    reviewer: str | None
    n_pairs: int
    n_unscored: int
    smallest_gap: int | None
    shift: float | None
    icc: Estimate
    exact: Estimate
    within_one: Estimate


@dataclass(frozen=True)
class SelfConsistency:
    by_reviewer: tuple[Consistency, ...]
    pooled: Consistency


def self_consistency(
    pairs: Iterable[RepeatPair],
    *,
    levels: Iterable[float] | None,
    seed: int,
    resamples: int = 2_000,
) -> SelfConsistency:
    """`levels`: all points of the scale, None for free numbers. Raises InvalidBehaviour.

    Pooled, reviewers are compared with themselves only: a severe one is no spread between items.
    """
    given = tuple(sorted(pairs, key=lambda one: (one.reviewer, one.item)))
    scale = None if levels is None else tuple(float(level) for level in levels)
    _refuse_contradictions(given, scale)
    own = defaultdict(list)
    for one in given:
        own[one.reviewer].append(one)
    rows = (_row(name, tuple(their), scale, seed, resamples) for name, their in own.items())
    return SelfConsistency(tuple(rows), _row(None, given, scale, seed, resamples))


def _row(
    reviewer: str | None,
    pairs: tuple[RepeatPair, ...],
    scale: tuple[float, ...] | None,
    seed: int,
    resamples: int,
) -> Consistency:
    both = tuple(one for one in pairs if one.first is not None and one.second is not None)
    shifts = [one.second - one.first for one in both]
    return Consistency(
        reviewer=reviewer,
        n_pairs=len(both),
        n_unscored=len(pairs) - len(both),
        smallest_gap=min((one.gap for one in both), default=None),
        shift=float(np.mean(shifts)) if shifts else None,
        icc=_icc(both, seed=seed, resamples=resamples),
        exact=_share(both, "repeats exact", EXACT, [shift == 0 for shift in shifts]),
        within_one=_within_one(both, scale),
    )


def _counted(both: tuple[RepeatPair, ...]) -> Counted:
    items = len({one.item for one in both})
    return Counted(items, len({one.reviewer for one in both}), 2 * len(both), items)


def _icc(both: tuple[RepeatPair, ...], *, seed: int, resamples: int) -> Estimate:
    said = {"name": "ICC(1,1) repeats", "form": Phrase(ICC_FORM)}
    counted, occasions = _counted(both), Occasions.of(both)
    reason = Phrase(NO_REPEATS) if not both else occasions.why_not_estimable()
    if reason is not None:
        return not_estimable(counted, reason=reason, **said)
    shared = len(both) > counted.n_items
    method = Phrase(BCA, {"resamples": resamples}) if shared else Phrase(F_INTERVAL)
    found = estimated(counted, value=occasions.icc(), method=method, **said)
    if occasions.is_unanimous:
        template = gettext_noop("No disagreement in %(pairs)d repeats: nothing to measure by.")
        return found.without_interval(Phrase(template, {"pairs": len(both)}))
    if shared:
        return with_resampled_limits(
            found, occasions.weighted_icc, occasions.n_items, seed=seed, resamples=resamples
        )
    limits = occasions.f_limits()
    if limits is not None:
        return found.with_interval(*limits)
    return found.without_interval(
        Phrase(gettext_noop("The repeated items do not differ in their means: no F interval."))
    )


def _within_one(both: tuple[RepeatPair, ...], scale: tuple[float, ...] | None) -> Estimate:
    name = "repeats within one step"
    if scale is None:
        reason = Phrase(gettext_noop("Not defined: the scale has no steps."))
        return not_estimable(_counted(both), name=name, form=Phrase(WITHIN_ONE), reason=reason)
    step = {level: place for place, level in enumerate(scale)}
    near = [abs(step[float(one.first)] - step[float(one.second)]) <= 1 for one in both]
    return _share(both, name, WITHIN_ONE, near)


def _share(both: tuple[RepeatPair, ...], name: str, form: str, outcomes: list[bool]) -> Estimate:
    """Wilson where each item occurs once, else clustered by item."""
    counted, said = _counted(both), {"name": name, "form": Phrase(form)}
    if not both:
        return not_estimable(counted, reason=Phrase(NO_REPEATS), **said)
    value = sum(outcomes) / len(outcomes)
    if len(both) == counted.n_items:
        method = Phrase(gettext_noop("Wilson interval"))
        found = estimated(counted, value=value, method=method, **said)
        return found.with_interval(*wilson(sum(outcomes), len(outcomes)))
    method = Phrase(gettext_noop("t interval clustered by item"))
    found = estimated(counted, value=value, method=method, **said)
    limits = mean_limits(np.array(outcomes, dtype=float), np.array([one.item for one in both]))
    if limits is None:
        return found.without_interval(
            Phrase(gettext_noop("Every item has the same share: nothing to measure by."))
        )
    return found.with_interval(max(limits[0], 0.0), min(limits[1], 1.0))


def _refuse_contradictions(given: tuple[RepeatPair, ...], scale: tuple[float, ...] | None) -> None:
    seen = set()
    for one in given:
        what = f"repeat of item {one.item} by {one.reviewer}"
        if (one.reviewer, one.item) in seen:
            raise InvalidBehaviour(f"{what} is listed twice")
        seen.add((one.reviewer, one.item))
        for score in (one.first, one.second):
            if score is not None and not isfinite(score):
                raise InvalidBehaviour(f"{what}: {score} is not a score")
            if score is not None and scale is not None and float(score) not in scale:
                raise InvalidBehaviour(f"{what}: {score} is not on the scale")
