"""Which ratings go into this analysis? Rows are read once and become tables of pure values.

Two doors, and no third: real items rated by people become `RatingTable`s, which refuse anything
else; planted items become `ControlAnswer`s, which no coefficient accepts.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Q

from raters.models import (
    Assignment,
    Design,
    Invitation,
    Item,
    Rating,
    Reviewer,
    Round,
    Score,
    Study,
)
from raters.planned import Plan, plan_of
from raters.queue import Progress
from raters.reliability import (
    ControlAnswer,
    ControlReport,
    QuestionReport,
    RatingTable,
    control_report,
    question_report,
)
from raters.reliability import Rating as TableRating
from raters.reliability.report import Basis
from rubrics.grading import HALF_SENTENCES, RULE_SENTENCES
from rubrics.models import Question
from rubrics.phrases import Phrase, gettext_noop
from rubrics.scales import Decision
from rubrics.tightening import CONJUNCTIVE_SENTENCES

RESAMPLES = 2_000
FEWEST_LEADING_ANCHORS = 30


@dataclass(frozen=True)
class ReportedQuestion:
    """One question of the study's rubric, or the items' own criteria taken together."""

    key: str
    label: str | Phrase
    lower_is_better: bool
    left_out: tuple[Phrase, ...]
    report: QuestionReport


@dataclass(frozen=True)
class AmendmentLine:
    version: int
    kind: str
    reason: str
    at: datetime


@dataclass(frozen=True)
class ProtocolLine:
    """What was locked, under which hash, and everything that was amended since."""

    version: int
    sha256: str
    locked_at: datetime
    decision: str
    despite: str
    statistic: str
    target: float | None
    target_reason: str
    anchors: Phrase | None
    amendments: tuple[AmendmentLine, ...]


@dataclass(frozen=True)
class StudyReport:
    study: str
    is_rehearsal: bool
    round: int
    is_closed: bool
    generated_at: datetime
    rubric: str
    protocol: ProtocolLine | None
    grading: tuple[Phrase, ...]
    questions: tuple[ReportedQuestion, ...]
    controls: ControlReport
    left_out: tuple[Phrase, ...]
    defects: tuple[tuple[str, str, str, str], ...]
    simulated_ratings: int


@dataclass(frozen=True)
class ReviewerRow:
    """One line of the panel's page."""

    reviewer: Reviewer
    progress: Progress
    defective: int
    last_submitted_at: datetime | None
    has_valid_link: bool
    has_arrived: bool


def study_report(round: Round, *, at: datetime) -> StudyReport:
    study = round.study
    ratings = Rating.objects.current().filter(assignment__round=round)
    scores = _scores(ratings)
    controls = control_report(_control_answers(scores, round))
    hit_rate = controls.panel.overall.value
    plan = plan_of(round)
    return StudyReport(
        study=study.title,
        is_rehearsal=study.is_rehearsal,
        round=round.number,
        is_closed=not round.is_open,
        generated_at=at,
        rubric=str(round.rubric or ""),
        protocol=protocol_line(round, plan),
        grading=tuple(_grading(round, scores)),
        questions=tuple(_questions(round, scores, hit_rate=hit_rate, plan=plan)),
        controls=controls,
        left_out=tuple(_left_out(ratings, round)),
        defects=tuple(_defects(ratings)),
        simulated_ratings=ratings.filter(simulated=True).count(),
    )


def _scores(ratings) -> list[Score]:
    return list(
        Score.objects.filter(rating__in=ratings.scored()).select_related(
            "question__rubric",
            "rating__assignment__reviewer",
            "rating__assignment__item__case",
            "rating__assignment__item__control",
        )
    )


def _questions(
    round: Round, scores: list[Score], *, hit_rate, plan: Plan
) -> Iterable[ReportedQuestion]:
    study = round.study
    real = [score for score in scores if _is_evidence(score)]
    for question in round.rubric.questions.all() if round.rubric else ():
        yield _reported(
            study,
            question.key,
            question.label,
            [_rating(score) for score in real if score.question_id == question.pk],
            levels=question.scale.points,
            left_out=tuple(_conditions_left_out(round, question)),
            lower_is_better=question.better == Question.Better.LOWER,
            hit_rate=hit_rate,
            plan=plan,
        )
    own = [score for score in real if score.question.rubric.for_one_item]
    if own:
        yield _reported(
            study,
            "own_criteria",
            Phrase(gettext_noop("The items' own criteria, taken together")),
            [_rating(score, unit_is_criterion=True) for score in own],
            levels=tuple(Decision),
            left_out=(
                Phrase(
                    gettext_noop(
                        "A unit here is one criterion of one item: differences in difficulty "
                        "between criteria count as spread between units and raise the "
                        "coefficient."
                    )
                ),
            ),
            hit_rate=hit_rate,
            plan=plan,
        )


def _grading(round: Round, scores: list[Score]) -> Iterable[Phrase]:
    """How decisions became points, in the words of the rules that were used."""
    if round.rubric is None or not any(s.question.kind == "criterion" for s in scores):
        return
    settings = round.rubric.spec
    yield Phrase(RULE_SENTENCES[settings.scoring.rule])
    if settings.scoring.rule == "points":
        yield Phrase(HALF_SENTENCES[settings.scoring.half_points])
    yield Phrase(CONJUNCTIVE_SENTENCES[settings.conjunctive])
    yield Phrase(
        gettext_noop("Reliability is computed from decisions as entered, totals from final ones.")
    )


def _is_evidence(score: Score) -> bool:
    """A real item, met for the first time, rated by a person."""
    assignment = score.rating.assignment
    is_real = assignment.item.role == Item.Role.REAL
    is_first = assignment.showing == Assignment.FIRST
    return is_real and is_first and assignment.reviewer.kind == Reviewer.Kind.HUMAN


def _rating(score: Score, *, unit_is_criterion: bool = False) -> TableRating:
    assignment = score.rating.assignment
    item = assignment.item.source_id
    return TableRating(
        item=f"{item} · {score.question.key}" if unit_is_criterion else item,
        case=assignment.item.case.source_id,
        reviewer=assignment.reviewer.pseudonym,
        score=score.value,
        role=assignment.item.role,
        rater_kind=assignment.reviewer.kind,
    )


def _reported(
    study, key, label, ratings, *, levels, left_out, hit_rate, plan, lower_is_better=False
) -> ReportedQuestion:
    table = RatingTable.of(ratings, levels=[int(level) for level in levels])
    report = question_report(
        table,
        target=_target(plan),
        hit_rate=hit_rate,
        lead=_leading_basis(plan),
        seed=study.seed,
        resamples=RESAMPLES,
    )
    return ReportedQuestion(key, label, lower_is_better, left_out, report)


def protocol_line(round: Round, plan: Plan) -> ProtocolLine | None:
    protocol, planned = plan.protocol, plan.reliability
    if protocol is None:
        return None
    amended = round.study.amendments.filter(version__lte=protocol.version)
    return ProtocolLine(
        version=protocol.version,
        sha256=protocol.sha256,
        locked_at=protocol.locked_at,
        decision=protocol.decision,
        despite=protocol.despite,
        statistic=plan.statistic_in_words,
        target=_number(planned.target),
        target_reason=planned.reason,
        anchors=_anchors(plan),
        amendments=tuple(
            AmendmentLine(row.version, row.get_kind_display(), row.reason, row.at)
            for row in amended
        ),
    )


def _anchors(plan: Plan) -> Phrase | None:
    """How the anchor set came about; None where everybody rates everything."""
    if not plan.rotates:
        return None
    if plan.anchors_drawn:
        template = gettext_noop("The %(n)s anchors were drawn at random by the app.")
        return Phrase(template, {"n": plan.n_anchors})
    template = gettext_noop("The %(n)s anchors were picked by hand: %(reason)s")
    return Phrase(template, {"n": plan.n_anchors, "reason": plan.allocation.anchor_reason})


def _target(plan: Plan) -> float | None:
    """The reports' verdict is on ICC(2,1); another statistic's target says nothing about it."""
    stated = plan.reliability
    return _number(stated.target) if stated.statistic == Design.Statistic.ICC_2_1 else None


def _number(value) -> float | None:
    return None if value is None else float(value)


def _leading_basis(plan: Plan) -> Basis | None:
    """Which set leads, as the protocol says (statistics: "which set leads")."""
    sets = Design.LeadingSet
    if plan.reliability.leading_set == sets.MIXED_MODEL:
        return "all ratings"
    if plan.reliability.leading_set in (sets.ALL_REAL, sets.ANCHORS):
        return "complete items"
    if not plan.rotates:
        return None
    enough = plan.anchors_drawn and plan.n_anchors >= FEWEST_LEADING_ANCHORS
    return "complete items" if enough else "all ratings"


def _conditions_left_out(round: Round, question: Question) -> Iterable[Phrase]:
    if question.conditions:
        study = round.study
        asked_of = study.items.real().filter(case__condition__in=question.conditions).count()
        template = gettext_noop(
            "Asked only in %(conditions)s: %(asked)s of %(all)s real items; on the others it "
            "does not apply, which is missing and not zero."
        )
        names = ", ".join(round.rubric.condition_label(name) for name in question.conditions)
        total = study.items.real().count()
        yield Phrase(template, {"conditions": names, "asked": asked_of, "all": total})


def _control_answers(scores: list[Score], round: Round) -> Iterable[ControlAnswer]:
    lengths = Counter(round.assignments.values_list("reviewer__pseudonym", flat=True))
    expected = {
        (row.control_id, row.question_id): row
        for control in round.study.controls.prefetch_related("expected")
        for row in control.expected.all()
    }
    for score in scores:
        assignment = score.rating.assignment
        if assignment.item.role != Item.Role.CONTROL:
            continue
        control = assignment.item.control
        if (control.pk, score.question_id) in expected:
            key = expected[control.pk, score.question_id]
            yield ControlAnswer(
                reviewer=assignment.reviewer.pseudonym,
                control=assignment.item.source_id,
                flavour=control.flavour,
                position=assignment.position,
                queue_length=lengths[assignment.reviewer.pseudonym],
                question=score.question.key,
                answer=score.value,
                low=key.low,
                high=key.high,
                only=frozenset(key.only),
            )


def _left_out(ratings, round: Round) -> Iterable[Phrase]:
    """What is no part of any coefficient on this page, counted."""
    item_role, kind = "assignment__item__role", "assignment__reviewer__kind"
    counts = ratings.aggregate(
        controls=Count("pk", filter=Q(**{item_role: Item.Role.CONTROL})),
        defective=Count("pk", filter=Q(outcome="defective") & Q(**{item_role: Item.Role.REAL})),
        repeats=Count("pk", filter=Q(assignment__showing=Assignment.SECOND)),
        machines=Count("pk", filter=Q(**{kind: Reviewer.Kind.LLM_JUDGE})),
    )
    templates = {
        "controls": gettext_noop("Ratings of planted controls, counted apart: %(n)s."),
        "defective": gettext_noop("Reports that a real item is defective: %(n)s."),
        "machines": gettext_noop("Ratings by LLM judges: %(n)s."),
        "repeats": gettext_noop("Second showings of hidden repeats: %(n)s."),
        "unrated": gettext_noop("Assigned items not rated yet: %(n)s."),
        "earlier": gettext_noop("Earlier revisions of ratings that were changed: %(n)s."),
    }
    counts["unrated"] = round.assignments.unrated().count()
    counts["earlier"] = Rating.objects.filter(assignment__round=round).count() - ratings.count()
    for name, template in templates.items():
        if counts[name]:
            yield Phrase(template, {"n": counts[name]})


def _defects(ratings) -> Iterable[tuple[str, str, str, str]]:
    """(reviewer, item, what, reason) for each report of a defective item."""
    found = ratings.defective().select_related("assignment__reviewer", "assignment__item")
    for rating in found.order_by("assignment__item__source_id"):
        yield (
            rating.assignment.reviewer.pseudonym,
            rating.assignment.item.source_id,
            str(rating.get_defect_display()),
            rating.defect_reason,
        )


def coverage(round: Round) -> list[tuple[str, Progress]]:
    """How far each reviewer is: (pseudonym, progress)."""
    totals = Counter(round.assignments.values_list("reviewer__pseudonym", flat=True))
    done = Counter(round.assignments.rated().values_list("reviewer__pseudonym", flat=True))
    return [(name, Progress(done[name], totals[name])) for name in sorted(totals)]


def reviewer_rows(study: Study, *, at: datetime) -> list[ReviewerRow]:
    latest = study.rounds.exclude(kind=Round.Kind.TRAINING).order_by("-pk").first()
    progress = dict(coverage(latest)) if latest else {}
    valid = set(Invitation.objects.valid(at=at).filter(study=study).values_list("user", flat=True))
    used = set(study.invitations.filter(last_used_at__isnull=False).values_list("user", flat=True))
    reviewers = study.reviewers.select_related("user").annotate(
        last=Max("assignments__ratings__submitted_at"),
        defective=Count(
            "assignments__ratings",
            filter=Q(assignments__ratings__outcome="defective"),
            distinct=True,
        ),
    )
    return [
        ReviewerRow(
            reviewer=reviewer,
            progress=progress.get(reviewer.pseudonym, Progress(0, 0)),
            defective=reviewer.defective,
            last_submitted_at=reviewer.last,
            has_valid_link=reviewer.user_id in valid,
            has_arrived=reviewer.user_id in used,
        )
        for reviewer in reviewers
    ]
