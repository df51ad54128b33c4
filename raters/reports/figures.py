"""Which figures belong to which part of the report, and what are they called in addresses?"""

from collections.abc import Iterable, Iterator

from raters.figures import (
    Figure,
    ForestRow,
    PairAgreement,
    PointUse,
    ScorePair,
    ThirdHits,
    bland_altman_figure,
    correlation_figure,
    disagreement_figure,
    distribution_figure,
    forest_figure,
    hits_figure,
    pairs_figure,
    position_figure,
    severity_figure,
)
from raters.figures import Severity as SeverityRow
from raters.models import Control
from raters.reliability import ControlReport, RatingTable, pair_kappas
from raters.reliability.behaviour import Severity
from raters.reliability.correlation import DimensionCorrelation
from raters.reliability.wording import shown_interval
from raters.reports.labels import untranslated
from raters.reports.rows import Place
from raters.reports.tables import Reading
from raters.reports.values import Label, QuestionKind, ReportedQuestion, StudyReport, UseOfPoints
from rubrics.phrases import Phrase, gettext_noop

# From so many points on, differences between two reviewers have a size worth a plot.
WIDE_SCALE = 11

# A dot for each of a million ratings would be a page of a hundred megabytes.
MOST_DOTS = 20_000


def named_figures(report: StudyReport) -> Iterator[tuple[str, Figure]]:
    """(key, figure) of every figure; key and `Figure.kind` together are its address."""
    if report.forest:
        yield "all", report.forest
    if report.correlations and report.correlations.figure:
        yield "all", report.correlations.figure
    yield from (("controls", figure) for figure in report.controls.figures)
    for question in report.questions:
        yield from ((question.key, figure) for figure in question.figures)
    if report.behaviour:
        yield from (("behaviour", figure) for figure in report.behaviour.figures)
        for question in report.behaviour.questions:
            yield from ((question.key, figure) for figure in question.figures)


def figure_named(report: StudyReport, *, key: str, kind: str) -> Figure | None:
    found = (figure for own, figure in named_figures(report) if (own, figure.kind) == (key, kind))
    return next(found, None)


def forest_of(
    questions: Iterable[ReportedQuestion], *, statistic: Label, target: float | None
) -> Figure:
    rows = [_forest_row(one) for one in questions if one.kind != QuestionKind.CRITERION]
    return forest_figure(rows, statistic=statistic, target=target)


def question_figures(
    table: RatingTable,
    *,
    label: Label,
    use: Iterable[UseOfPoints],
    ends: tuple[float, float],
    places: Iterable[Place],
    read: Reading,
) -> tuple[Figure, ...]:
    points = table.levels or ends
    matrix = table.matrix.tolist()
    found = [
        disagreement_figure(table.items, table.reviewers, matrix, points=points, question=label)
    ]
    if table.levels is not None:
        rows = [PointUse(one.label, one.counts) for one in use if one.whose != "condition"]
        found.insert(0, distribution_figure(table.levels, rows, question=label))
    found += _pairs(table)
    along = [(one.position, read(one)) for one in places]
    along = [point for point in along if point[1] is not None]
    if len(along) <= MOST_DOTS:
        found.append(
            position_figure(along, quantity=label, ends=ends, digits=0 if table.levels else 1)
        )
    return tuple(found)


def hits_by_third(report: ControlReport) -> tuple[Figure, ...]:
    rows = [
        ThirdHits(flavour_words(flavour), third, rate.hits, rate.n)
        for third, hits in report.by_third
        for flavour, rate in hits.by_flavour
    ]
    if not rows:
        return ()
    return (hits_figure(rows, whose=Phrase(gettext_noop("the panel"))),)


def severities(rows: Iterable[Severity], *, label: Label) -> tuple[Figure, ...]:
    drawn = []
    for row in rows:
        limits = shown_interval(row.estimate)
        estimate = row.estimate
        drawn.append(
            SeverityRow(row.reviewer, estimate.n_items, estimate.value, limits.low, limits.high)
        )
    return (severity_figure(drawn, question=label),) if len(drawn) > 1 else ()


def correlations(
    labels: Iterable[tuple[str, Label]],
    rows: Iterable[DimensionCorrelation],
    *,
    expected: dict[tuple[str, str], str],
) -> Figure:
    values = {row.between: row.estimate.value for row in rows}
    measure = Phrase(gettext_noop("Spearman, item means, higher is better"))
    return correlation_figure(tuple(labels), values, expected=expected, measure=measure)


def seconds_along_the_queue(places: Iterable[Place]) -> tuple[Figure, ...]:
    timed = [(one.position, one.seconds) for one in places if one.seconds is not None]
    if not timed or len(timed) > MOST_DOTS:
        return ()
    quantity = Phrase(gettext_noop("seconds from first sight to first submission"))
    return (position_figure(timed, quantity=quantity),)


def flavour_words(flavour: str) -> Phrase:
    return untranslated(Control.Flavour(flavour).label)


def _forest_row(question: ReportedQuestion) -> ForestRow:
    lead = question.finding.lead
    return ForestRow(
        label=question.label,
        n_items=lead.estimate.n_items,
        value=lead.estimate.value,
        low=lead.shown.low,
        high=lead.shown.high,
        reason=lead.estimate.reason or lead.shown.reason,
    )


def _pairs(table: RatingTable) -> Iterator[Figure]:
    if table.n_reviewers < 2:
        return
    if table.levels is not None:
        rows = [PairAgreement(p.first, p.second, p.n, p.kappa) for p in pair_kappas(table)]
        yield pairs_figure(rows, measure=Phrase(gettext_noop("quadratic-weighted kappa")))
    is_wide = table.levels is None or len(table.levels) >= WIDE_SCALE
    if table.n_reviewers == 2 and is_wide:
        yield _differences(table)


def _differences(table: RatingTable) -> Figure:
    first, second = table.reviewers
    both = table.complete_items()
    scores = zip(both.items, both.matrix.tolist(), strict=True)
    pairs = [ScorePair(item, *given) for item, given in scores]
    return bland_altman_figure(pairs, first=first, second=second)
