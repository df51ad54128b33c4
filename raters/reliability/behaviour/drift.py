"""How do the first, the middle and the last third of the queues compare?"""

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean, median

from raters.reliability.behaviour.others import OthersMeans
from raters.reliability.behaviour.shown import Presented, by_reviewer
from raters.reliability.controls import ControlAnswer, HitRate, showings


@dataclass(frozen=True)
class Third:
    """One third of the queue of one reviewer, or of all where `reviewer` is None.

    Descriptive: no interval. `mean_deviation` is from the others on the same item, so that harder
    items late in the queue do not pass for drift. None where nothing was there to average.
    """

    reviewer: str | None
    third: int
    n: int
    mean_score: float | None
    mean_deviation: float | None
    median_seconds: float | None
    hits: HitRate


def drift_by_thirds(
    presented: Iterable[Presented], answers: Iterable[ControlAnswer] = ()
) -> tuple[Third, ...]:
    """Three rows for all reviewers together, then three for each.

    Raises InvalidBehaviour or InvalidControls.
    """
    met, controls = dict(by_reviewer(presented)), showings(answers)
    everything = tuple(one for shown in met.values() for one in shown)
    others = OthersMeans.of(everything)
    names = sorted({*met, *(one.reviewer for one in controls)})
    rows = ((None, everything), *((name, met.get(name, ())) for name in names))
    return tuple(
        _third(reviewer, third, shown, controls, others)
        for reviewer, shown in rows
        for third in (1, 2, 3)
    )


def _third(reviewer, third: int, shown, controls, others: OthersMeans) -> Third:
    here = [one for one in shown if one.third == third]
    own = [one for one in controls if reviewer in (None, one.reviewer) and one.third == third]
    scores = [one.score for one in here if one.score is not None]
    found = (others.deviation(one) for one in here)
    deviations = [one for one in found if one is not None]
    seconds = [one.seconds for one in here if one.seconds is not None]
    return Third(
        reviewer=reviewer,
        third=third,
        n=len(here),
        mean_score=fmean(scores) if scores else None,
        mean_deviation=fmean(deviations) if deviations else None,
        median_seconds=float(median(seconds)) if seconds else None,
        hits=HitRate(sum(one.is_hit for one in own), len(own)),
    )
