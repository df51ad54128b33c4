"""What is said first of a question: the pre-specified value against its target."""

from collections.abc import Mapping

from raters.reliability import band_words, exact_agreement, plain_sentence, verdict
from raters.reliability.estimate import Estimate
from raters.reliability.prespecified import ALPHAS, prespecified
from raters.reliability.summary import REML
from raters.reliability.table import RatingTable
from raters.reliability.wording import shown_interval
from raters.reports.course import Course, RatedSet, basis_of, part_of, said_of
from raters.reports.values import Finding, ShownEstimate
from rubrics.phrases import Phrase


def finding_of(table: RatingTable, course: Course, known: Mapping[str, Estimate]) -> Finding:
    """The leading set first; the same statistic on the other sets beside it.

    `known` are the estimates of `summary` on this table, which need not be computed again.
    """
    estimates = {
        which: known.get(_name_in_summary(course, which)) or _estimate(table, which, course)
        for which in course.sets_of(table)
    }
    (first, lead), *others = estimates.items()
    exact = exact_agreement(part_of(table, first, course)).value
    return found_by(
        course,
        lead,
        on=said_of(first, lead, course),
        exact=exact,
        others=tuple((said_of(which, one, course), shown(one)) for which, one in others),
    )


def found_by(
    course: Course,
    lead: Estimate,
    *,
    on: Phrase,
    exact: float | None,
    others: tuple[tuple[Phrase, ShownEstimate], ...] = (),
) -> Finding:
    return Finding(
        statistic=course.statistic,
        is_prespecified=course.is_prespecified,
        on=on,
        lead=shown(lead),
        target=course.target,
        verdict=verdict(lead, target=course.target),
        sentence=plain_sentence(
            lead, exact_agreement=exact, hit_rate=course.judged_hit_rate, target=course.target
        ),
        others=others,
    )


def shown(estimate: Estimate, *, name: str | None = None) -> ShownEstimate:
    # The bands are those of Koo & Li for intraclass correlations, and of nothing else.
    is_icc = estimate.name.startswith("ICC")
    return ShownEstimate(
        name=name or estimate.name,
        estimate=estimate,
        shown=shown_interval(estimate),
        band=band_words(estimate) if is_icc else None,
    )


def _name_in_summary(course: Course, which: RatedSet) -> str | None:
    if which in (RatedSet.ANCHORS, RatedSet.ROTATED):
        return None
    if course.statistic in ALPHAS:
        return f"alpha {ALPHAS[course.statistic]}"
    if course.statistic == "icc_2_1":
        return "ICC(2,1)" if which is RatedSet.COMPLETE else REML
    return None


def _estimate(table: RatingTable, which: RatedSet, course: Course) -> Estimate:
    return prespecified(
        part_of(table, which, course),
        course.statistic,
        lead=basis_of(which),
        seed=course.seed,
        resamples=course.resamples,
    )
