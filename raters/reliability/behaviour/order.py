"""Do scores, time or attention change along the queue?

Per reviewer a rank correlation with position; for the panel the mean over reviewers, with reviewers
as the units. A mixed model would need a straight line, which fatigue seldom is.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from raters.reliability.behaviour.others import OthersMeans
from raters.reliability.behaviour.shown import Presented, by_reviewer
from raters.reliability.clustered import mean_limits
from raters.reliability.controls import ControlAnswer, ControlShown, showings
from raters.reliability.counted import Counted
from raters.reliability.estimate import Estimate, estimated, not_estimable
from raters.reliability.ranks import FEWEST_PAIRS, fisher_limits, spearman
from rubrics.phrases import Phrase, gettext_noop

FORMS = {
    "order score": gettext_noop("Spearman's correlation of score and position"),
    "order deviation": gettext_noop(
        "Spearman's correlation of position and the score less the others' mean on the same item"
    ),
    "order seconds": gettext_noop("Spearman's correlation of active seconds and position"),
    "order hits": gettext_noop("Spearman's correlation of control hits and position"),
}
OWN = gettext_noop("Fisher's z with the standard error of Bonett and Wright; items as independent")
PANEL = gettext_noop("mean over %(reviewers)d reviewers, t interval with reviewers as units")
FEWEST_REVIEWERS = 3

# (position, value, cluster) of what one reviewer met.
Point = tuple[int, float, object]


@dataclass(frozen=True)
class OrderRow:
    """One reviewer, or the panel where `reviewer` is None."""

    reviewer: str | None
    score: Estimate
    deviation: Estimate
    seconds: Estimate
    hits: Estimate


@dataclass(frozen=True)
class OrderReport:
    by_reviewer: tuple[OrderRow, ...]
    panel: OrderRow


def order_effects(
    presented: Iterable[Presented], answers: Iterable[ControlAnswer] = ()
) -> OrderReport:
    """Raises InvalidBehaviour or InvalidControls.

    Where everyone had the same order, position stands for the items: read the deviations then.
    """
    met, controls = dict(by_reviewer(presented)), showings(answers)
    others = OthersMeans.of(one for shown in met.values() for one in shown)
    names = sorted({*met, *(one.reviewer for one in controls)})
    rows = tuple(_row(name, met.get(name, ()), controls, others) for name in names)
    return OrderReport(rows, _panel(rows))


def _row(
    reviewer: str,
    shown: tuple[Presented, ...],
    controls: tuple[ControlShown, ...],
    others: OthersMeans,
) -> OrderRow:
    hits = [
        (one.answers[0].position, float(one.is_hit), one.control)
        for one in controls
        if one.reviewer == reviewer
    ]
    return OrderRow(
        reviewer=reviewer,
        score=_own("order score", _points(shown, lambda one: one.score)),
        deviation=_own("order deviation", _points(shown, others.deviation)),
        seconds=_own("order seconds", _points(shown, lambda one: one.seconds)),
        hits=_own("order hits", hits, two_valued=True),
    )


def _points(
    shown: tuple[Presented, ...], value: Callable[[Presented], float | None]
) -> list[Point]:
    found = ((one.position, value(one), one.cluster) for one in shown)
    return [point for point in found if point[1] is not None]


def _own(name: str, points: list[Point], *, two_valued: bool = False) -> Estimate:
    form, n = Phrase(FORMS[name]), len(points)
    counted = Counted(n, 1, n, len({cluster for _, _, cluster in points}))
    positions = np.array([position for position, _, _ in points], dtype=float)
    values = np.array([value for _, value, _ in points], dtype=float)
    r = spearman(positions, values)
    if r is None:
        return not_estimable(counted, name=name, form=form, reason=_why_not(n))
    found = estimated(counted, name=name, form=form, value=r, method=Phrase(OWN))
    if two_valued:
        few = gettext_noop("Hit or miss alone gives no interval for one reviewer.")
        return found.without_interval(Phrase(few))
    limits = fisher_limits(r, n)
    if limits is not None:
        return found.with_interval(*limits)
    return found.without_interval(
        Phrase(gettext_noop("The two orders are the same or opposite: no interval exists."))
    )


def _why_not(n: int) -> Phrase:
    if n < FEWEST_PAIRS:
        template = gettext_noop("Not estimable: %(n)d values, fewer than %(fewest)d.")
        return Phrase(template, {"n": n, "fewest": FEWEST_PAIRS})
    return Phrase(gettext_noop("Not estimable: every value is the same."))


def _panel(rows: tuple[OrderRow, ...]) -> OrderRow:
    return OrderRow(
        reviewer=None,
        score=_mean("order score", [row.score for row in rows]),
        deviation=_mean("order deviation", [row.deviation for row in rows]),
        seconds=_mean("order seconds", [row.seconds for row in rows]),
        hits=_mean("order hits", [row.hits for row in rows]),
    )


def _mean(name: str, own: list[Estimate]) -> Estimate:
    known = [one for one in own if one.is_estimable]
    form = Phrase(FORMS[name])
    counted = Counted(
        n_items=max((one.n_items for one in known), default=0),
        n_reviewers=len(known),
        n_ratings=sum(one.n_ratings for one in known),
        n_cases=max((one.n_cases for one in known), default=0),
    )
    excluded = _left_out(len(own) - len(known))
    if not known:
        reason = Phrase(gettext_noop("Not estimable: no reviewer has a correlation."))
        return not_estimable(counted, name=name, form=form, reason=reason, excluded=excluded)
    values = np.array([one.value for one in known])
    method = Phrase(PANEL, {"reviewers": len(known)})
    found = estimated(
        counted, name=name, form=form, value=values.mean(), method=method, excluded=excluded
    )
    limits = mean_limits(values, np.arange(len(values))) if len(known) >= FEWEST_REVIEWERS else None
    if limits is None:
        few = gettext_noop("Too few reviewers who differ for an interval.")
        return found.without_interval(Phrase(few))
    return found.with_interval(max(limits[0], -1.0), min(limits[1], 1.0))


def _left_out(n: int) -> tuple[Phrase, ...]:
    if not n:
        return ()
    return (Phrase(gettext_noop("reviewers without a correlation: %(n)d"), {"n": n}),)
