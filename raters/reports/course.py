"""Which statistic leads, on which ratings, and against which target?

The protocol says; what it leaves open is settled by rule (docs/statistics.md, "Which set leads").
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from raters.models import Design
from raters.planned import Plan
from raters.reliability.estimate import Estimate
from raters.reliability.prespecified import ALPHAS, SINGLE, prespecified
from raters.reliability.report import Basis
from raters.reliability.table import RatingTable
from raters.reliability.wording import GOOD_SHARE
from raters.reports.rows import RoundRows, ShownItem
from rubrics.phrases import Phrase, gettext_noop

FEWEST_LEADING_ANCHORS = 30
# Resamples of an interval of which a page shows dozens.
EXPLORED = 500
STAND_IN = Design.Statistic.ICC_2_1.value


class RatedSet(StrEnum):
    """`ROTATED` are the items that are no anchors, `COMPLETE` those rated by every reviewer."""

    COMPLETE = "complete"
    ALL = "all"
    ANCHORS = "anchors"
    ROTATED = "rotated"


SAID = {
    RatedSet.COMPLETE: gettext_noop("on the %(items)d real items that every reviewer rated"),
    RatedSet.ALL: gettext_noop("on all %(ratings)d ratings of real items"),
    RatedSet.ANCHORS: gettext_noop("on the anchor set of %(items)d real items"),
    RatedSet.ROTATED: gettext_noop("on the %(items)d real items that are shared out"),
}
PICKED = gettext_noop(
    "on the %(items)d anchors, which were picked and not drawn at random: a stratum of their own"
)


@dataclass(frozen=True)
class Course:
    """`hit_rate` is the panel's on planted items; `hit_rate_good` the protocol's threshold."""

    statistic: str
    is_prespecified: bool
    target: float | None
    leading: str
    rotates: bool
    anchors: frozenset[str]
    anchors_drawn: bool
    hit_rate: float | None
    hit_rate_good: float
    seed: int
    resamples: int

    def sets_of(self, table: RatingTable) -> tuple[RatedSet, ...]:
        """The one that leads first; the others stand beside it."""
        found = self._sets(table)
        if self.is_of_all_ratings:
            # Alpha and kappa take all ratings as they are: of a whole set there is one value.
            found = tuple(RatedSet.ALL if one is RatedSet.COMPLETE else one for one in found)
        return tuple(dict.fromkeys(found))

    def _sets(self, table: RatingTable) -> tuple[RatedSet, ...]:
        if self.rotates and self.anchors:
            own = (RatedSet.ANCHORS, RatedSet.ALL)
            beside = () if self.anchors_drawn else (RatedSet.ROTATED,)
            return (*(own if self._anchors_lead else own[::-1]), *beside)
        both = (RatedSet.COMPLETE, RatedSet.ALL)
        return both if self._complete_items_lead(table) else both[::-1]

    @property
    def _anchors_lead(self) -> bool:
        sets = Design.LeadingSet
        if self.leading != sets.AUTO:
            return self.leading == sets.ANCHORS
        return self.anchors_drawn and len(self.anchors) >= FEWEST_LEADING_ANCHORS

    def _complete_items_lead(self, table: RatingTable) -> bool:
        sets = Design.LeadingSet
        if self.leading == sets.AUTO:
            return table.is_complete
        return self.leading in (sets.ALL_REAL, sets.ANCHORS)

    @property
    def is_of_all_ratings(self) -> bool:
        return self.statistic in ALPHAS or self.statistic == Design.Statistic.KAPPA_WEIGHTED

    @property
    def form(self) -> str:
        """The single-rater form of the statistic, ICC(2,1) where it is no ICC."""
        return SINGLE.get(self.statistic, "ICC(2,1)")

    @property
    def judged_hit_rate(self) -> float | None:
        """As the plain sentences judge it, whose own threshold of .8 the protocol may move."""
        if self.hit_rate is None:
            return None
        return GOOD_SHARE if self.hit_rate >= self.hit_rate_good else 0.0


def course_of(
    plan: Plan, rows: RoundRows, *, hit_rate: float | None, seed: int, resamples: int
) -> Course:
    stated = plan.reliability
    real = {place.item for place in rows.evidence}
    return Course(
        statistic=stated.statistic or STAND_IN,
        is_prespecified=bool(stated.statistic and plan.protocol),
        target=None if stated.target is None else float(stated.target),
        leading=stated.leading_set,
        rotates=plan.rotates,
        anchors=frozenset(_anchors(plan, real, seed=seed)),
        anchors_drawn=plan.anchors_drawn,
        hit_rate=hit_rate,
        hit_rate_good=float(stated.hit_rate),
        seed=seed,
        resamples=resamples,
    )


def _anchors(plan: Plan, real: Iterable[ShownItem], *, seed: int) -> Iterable[str]:
    """By name. Those that were picked are named as items; side by side a case is drawn whole."""
    by_case = plan.side_by_side and plan.anchors_drawn
    unit = {item.name: item.case if by_case else item.name for item in real}
    chosen = plan.anchors_among(unit.values(), seed=seed)
    return (name for name, key in unit.items() if key in chosen)


def part_of(table: RatingTable, which: RatedSet, course: Course) -> RatingTable:
    """The ratings of one set; complete items are cut out by the statistic itself."""
    if which is RatedSet.ANCHORS:
        return table.only_items(course.anchors)
    if which is RatedSet.ROTATED:
        return table.only_items(set(table.items) - course.anchors)
    return table


def basis_of(which: RatedSet) -> Basis:
    is_complete = which in (RatedSet.COMPLETE, RatedSet.ANCHORS)
    return "complete items" if is_complete else "all ratings"


def said_of(which: RatedSet, estimate: Estimate, course: Course) -> Phrase:
    counts = {"items": estimate.n_items, "ratings": estimate.n_ratings}
    is_picked = which is RatedSet.ANCHORS and not course.anchors_drawn
    return Phrase(PICKED if is_picked else SAID[which], counts)


def exploratory(
    course: Course, which: RatedSet, of: Callable[..., Estimate] = prespecified
) -> Callable[[RatingTable], Estimate]:
    """The leading statistic for a part of the ratings, on fewer resamples: a page has dozens."""

    def statistic(table: RatingTable) -> Estimate:
        drawn = {"seed": course.seed, "resamples": EXPLORED}
        return of(table, course.statistic, lead=basis_of(which), **drawn)

    return statistic
