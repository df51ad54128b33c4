"""The report of a round, put together from its parts."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from django.core.cache import cache

from raters.models import Design, Round
from raters.planned import Plan, key_of, plan_of
from raters.reliability import ControlReport, NotReliabilityEvidence
from raters.reliability.report import provenance
from raters.reliability.wording import (
    FEWEST_ITEMS_FOR_INTERVAL,
    FEWEST_ITEMS_FOR_WORDS,
    GOOD_SHARE,
    WIDE_INTERVAL,
)
from raters.reports.behaviour import behaviour_of
from raters.reports.controls import control_answers, reported_controls
from raters.reports.correlations import correlations_of
from raters.reports.correspondence import correspondence_of
from raters.reports.course import EXPLORED, Course, course_of
from raters.reports.criteria import pooled
from raters.reports.figures import forest_of
from raters.reports.fingerprint import fingerprint_of
from raters.reports.labels import untranslated
from raters.reports.left_out import defects_of, left_out_of
from raters.reports.looks import is_shown, log_look, looks_at, why_withheld
from raters.reports.practice import with_practice
from raters.reports.progress import panel_table
from raters.reports.protocols import protocol_line
from raters.reports.questions import Asked, asked_of_all, counted_only, reported
from raters.reports.rows import RoundRows, lengths_of, rows_of
from raters.reports.totals import totals_of
from raters.reports.values import ReportedQuestion, StudyReport, Thresholds
from rubrics.grading import HALF_SENTENCES, RULE_SENTENCES
from rubrics.models import Question
from rubrics.phrases import Phrase, gettext_noop
from rubrics.tightening import CONJUNCTIVE_SENTENCES

RESAMPLES = 2_000
A_DAY = 24 * 60 * 60

AS_ENTERED = gettext_noop(
    "Reliability is computed from decisions as entered, totals in files from final ones."
)
EXPLORATORY = gettext_noop(
    "Subgroups, leaving reviewers out, sensitivity, correlations and repeats are exploratory: "
    "where their intervals are resampled, it is %(resamples)d times."
)
FLAGGED = gettext_noop(
    "In the sensitivity tables “without” leaves out reviewers who hit fewer planted controls than "
    "the protocol's threshold of %(good)s."
)


def opened_report(round: Round, *, by, at: datetime, what: str) -> StudyReport:
    """`study_report` before somebody's eyes. An interim look is logged, and listed in it.

    `what` is the page or which file.
    """
    report = study_report(round, at=at)
    if not report.is_interim_look:
        return report
    log_look(round, by=by, what=what, fingerprint=report.fingerprint)
    return replace(report, looks=looks_at(round))


def study_report(round: Round, *, at: datetime) -> StudyReport:
    """Of a live round. The same report is handed out until something changes in its data."""
    if not round.is_live:
        raise NotReliabilityEvidence(f"{round.name} is no live round")
    plan = plan_of(round)
    fingerprint = fingerprint_of(round, plan)
    key = f"study-report-{round.pk}-{fingerprint}"
    found = cache.get(key)
    if found is None:
        found = _computed(round, plan, fingerprint=fingerprint, at=at)
        cache.set(key, found, A_DAY)
    return replace(
        found,
        protocol=protocol_line(round, plan),
        looks=looks_at(round),
        correspondence=correspondence_of(round, at=at),
    )


def _computed(round: Round, plan: Plan, *, fingerprint: str, at: datetime) -> StudyReport:
    study, rows = round.study, rows_of(round)
    answers = tuple(control_answers(key_of(plan, round.study), rows))
    controls = reported_controls(rows, answers)
    hit_rate = controls.report.panel.overall.value
    course = course_of(plan, rows, hit_rate=hit_rate, seed=study.seed, resamples=RESAMPLES)
    report = StudyReport(
        study=study.title,
        slug=study.slug,
        is_rehearsal=study.is_rehearsal,
        round=round.number,
        is_closed=round.closed_at is not None,
        generated_at=at,
        fingerprint=fingerprint,
        is_interim_look=round.closed_at is None and is_shown(round, plan),
        shows_reliability=is_shown(round, plan),
        why_withheld=why_withheld(round, plan),
        rubric=str(round.rubric or ""),
        language=round.rubric.language if round.rubric else "",
        protocol=None,
        statistic=course.statistic,
        target=course.target,
        thresholds=_thresholds(plan),
        grading=tuple(_grading(round, rows)),
        panel=with_practice(panel_table(round, rows), round),
        questions=(),
        forest=None,
        controls=controls,
        behaviour=None,
        correlations=None,
        left_out=left_out_of(round, rows),
        defects=defects_of(rows),
        simulated_ratings=sum(bool(p.current and p.current.simulated) for p in rows.places),
        looks=(),
        provenance=provenance(seed=study.seed, resamples=RESAMPLES),
        notes=_notes(course),
    )
    asked = (*asked_of_all(round, rows), *totals_of(round, rows))
    if not report.shows_reliability:
        return replace(report, questions=_counted(round, rows, asked))
    with _one_thread():
        is_strict = plan.order.strict
        return _with_reliability(report, round, rows, course, asked, answers, is_strict=is_strict)


def _one_thread():
    """Thousands of tiny systems are solved, which threads that wait for each other slow down."""
    from threadpoolctl import threadpool_limits  # finds libraries that are loaded by then

    return threadpool_limits(1, user_api="blas")


def _counted(round: Round, rows: RoundRows, asked: Iterable[Asked]) -> tuple:
    return (*map(counted_only, asked), *pooled(round, rows, None, {}))


def _with_reliability(
    report: StudyReport,
    round: Round,
    rows: RoundRows,
    course: Course,
    asked: tuple[Asked, ...],
    answers: tuple,
    *,
    is_strict: bool,
) -> StudyReport:
    questions = _questions(round, rows, course, asked, report.controls.report)
    behaviour = behaviour_of(
        rows,
        asked,
        answers,
        lengths=lengths_of(round),
        is_strict=is_strict,
        seed=course.seed,
        resamples=EXPLORED,
    )
    words = untranslated(Design.Statistic(course.statistic).label)
    return replace(
        report,
        questions=questions,
        forest=forest_of(questions, statistic=words, target=course.target),
        behaviour=behaviour,
        correlations=correlations_of(round, asked, seed=course.seed),
    )


def _questions(
    round: Round,
    rows: RoundRows,
    course: Course,
    asked: tuple[Asked, ...],
    controls: ControlReport,
) -> tuple[ReportedQuestion, ...]:
    condition_of = _conditions(round, rows)
    flagged = _flagged(controls, good=course.hit_rate_good)
    each = (reported(one, course, flagged=flagged, condition_of=condition_of) for one in asked)
    return (*each, *pooled(round, rows, course, condition_of))


def _conditions(round: Round, rows: RoundRows) -> dict[str, str]:
    """Item -> its condition in the rubric's words; nothing for items without one."""
    items = {place.item for place in rows.evidence if place.item.condition}
    named = round.rubric.condition_label if round.rubric else str
    return {item.name: named(item.condition) for item in items}


def _flagged(controls: ControlReport, *, good: float) -> tuple[str, ...]:
    rates = ((name, hits.overall.value) for name, hits in controls.by_reviewer)
    return tuple(name for name, rate in rates if rate is not None and rate < good)


def _thresholds(plan: Plan) -> Thresholds:
    return Thresholds(
        exact_high=GOOD_SHARE,
        hit_rate_good=float(plan.reliability.hit_rate),
        wide=WIDE_INTERVAL,
        fewest_items_for_interval=FEWEST_ITEMS_FOR_INTERVAL,
        fewest_items_for_words=FEWEST_ITEMS_FOR_WORDS,
    )


def _grading(round: Round, rows: RoundRows) -> Iterable[Phrase]:
    """How decisions became points, in the words of the rules that were used."""
    criteria = any(one.kind == Question.Kind.CRITERION for one in rows.questions.values())
    if round.rubric is None or not criteria:
        return
    settings = round.rubric.spec
    yield Phrase(RULE_SENTENCES[settings.scoring.rule])
    if settings.scoring.rule == "points":
        yield Phrase(HALF_SENTENCES[settings.scoring.half_points])
    yield Phrase(CONJUNCTIVE_SENTENCES[settings.conjunctive])


def _notes(course: Course) -> tuple[Phrase, ...]:
    return (
        Phrase(AS_ENTERED),
        Phrase(EXPLORATORY, {"resamples": EXPLORED}),
        Phrase(FLAGGED, {"good": f"{course.hit_rate_good:.0%}"}),
    )
