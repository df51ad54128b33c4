"""Which ratings go into this analysis? Rows are read once and become tables of pure values.

Two doors, and no third: real items rated by people become `RatingTable`s, which refuse anything
else; planted items become `ControlAnswer`s, which no coefficient accepts.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Q

from raters.models import Invitation, Item, Rating, Reviewer, Round, Score, Study
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
from rubrics.grading import HALF_SENTENCES, RULE_SENTENCES
from rubrics.models import Question
from rubrics.phrases import Phrase, gettext_noop
from rubrics.scales import Decision
from rubrics.tightening import CONJUNCTIVE_SENTENCES

RESAMPLES = 2_000


@dataclass(frozen=True)
class ReportedQuestion:
    """One question of the study's rubric, or the items' own criteria taken together."""

    key: str
    label: str | Phrase
    lower_is_better: bool
    left_out: tuple[Phrase, ...]
    report: QuestionReport


@dataclass(frozen=True)
class StudyReport:
    study: str
    is_rehearsal: bool
    round: int
    is_closed: bool
    generated_at: datetime
    rubric: str
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
    return StudyReport(
        study=study.title,
        is_rehearsal=study.is_rehearsal,
        round=round.number,
        is_closed=not round.is_open,
        generated_at=at,
        rubric=str(study.rubric) if study.rubric else "",
        grading=tuple(_grading(study, scores)),
        questions=tuple(_questions(study, scores, hit_rate=hit_rate)),
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


def _questions(study: Study, scores: list[Score], *, hit_rate) -> Iterable[ReportedQuestion]:
    real = [score for score in scores if _is_evidence(score)]
    for question in study.rubric.questions.all() if study.rubric else ():
        yield _reported(
            study,
            question.key,
            question.label,
            [_rating(score) for score in real if score.question_id == question.pk],
            levels=question.scale.points,
            left_out=tuple(_conditions_left_out(study, question)),
            lower_is_better=question.better == Question.Better.LOWER,
            hit_rate=hit_rate,
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
        )


def _grading(study: Study, scores: list[Score]) -> Iterable[Phrase]:
    """How decisions became points, in the words of the rules that were used."""
    if study.rubric is None or not any(s.question.kind == "criterion" for s in scores):
        return
    settings = study.rubric.spec
    yield Phrase(RULE_SENTENCES[settings.scoring.rule])
    if settings.scoring.rule == "points":
        yield Phrase(HALF_SENTENCES[settings.scoring.half_points])
    yield Phrase(CONJUNCTIVE_SENTENCES[settings.conjunctive])
    yield Phrase(
        gettext_noop("Reliability is computed from decisions as entered, totals from final ones.")
    )


def _is_evidence(score: Score) -> bool:
    """A real item, rated by a person."""
    assignment = score.rating.assignment
    is_real = assignment.item.role == Item.Role.REAL
    return is_real and assignment.reviewer.kind == Reviewer.Kind.HUMAN


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
    study, key, label, ratings, *, levels, left_out, hit_rate, lower_is_better=False
) -> ReportedQuestion:
    table = RatingTable.of(ratings, levels=[int(level) for level in levels])
    report = question_report(table, hit_rate=hit_rate, seed=study.seed, resamples=RESAMPLES)
    return ReportedQuestion(key, label, lower_is_better, left_out, report)


def _conditions_left_out(study: Study, question: Question) -> Iterable[Phrase]:
    if question.conditions:
        asked_of = study.items.real().filter(case__condition__in=question.conditions).count()
        template = gettext_noop(
            "Asked only in %(conditions)s: %(asked)s of %(all)s real items; on the others it "
            "does not apply, which is missing and not zero."
        )
        names = ", ".join(study.rubric.condition_label(name) for name in question.conditions)
        total = study.items.real().count()
        yield Phrase(template, {"conditions": names, "asked": asked_of, "all": total})


def _control_answers(scores: list[Score], round: Round) -> Iterable[ControlAnswer]:
    lengths = Counter(round.assignments.values_list("reviewer__pseudonym", flat=True))
    expected = {
        (row.control_id, row.question_id): (row.low, row.high)
        for control in round.study.controls.prefetch_related("expected")
        for row in control.expected.all()
    }
    for score in scores:
        assignment = score.rating.assignment
        if assignment.item.role != Item.Role.CONTROL:
            continue
        control = assignment.item.control
        if (control.pk, score.question_id) in expected:
            low, high = expected[control.pk, score.question_id]
            yield ControlAnswer(
                reviewer=assignment.reviewer.pseudonym,
                control=assignment.item.source_id,
                flavour=control.flavour,
                position=assignment.position,
                queue_length=lengths[assignment.reviewer.pseudonym],
                question=score.question.key,
                answer=score.value,
                low=low,
                high=high,
            )


def _left_out(ratings, round: Round) -> Iterable[Phrase]:
    """What is no part of any coefficient on this page, counted."""
    item_role, kind = "assignment__item__role", "assignment__reviewer__kind"
    counts = ratings.aggregate(
        controls=Count("pk", filter=Q(**{item_role: Item.Role.CONTROL})),
        defective=Count("pk", filter=Q(outcome="defective") & Q(**{item_role: Item.Role.REAL})),
        machines=Count("pk", filter=Q(**{kind: Reviewer.Kind.LLM_JUDGE})),
    )
    templates = {
        "controls": gettext_noop("Ratings of planted controls, counted apart: %(n)s."),
        "defective": gettext_noop("Reports that a real item is defective: %(n)s."),
        "machines": gettext_noop("Ratings by LLM judges: %(n)s."),
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
    latest = study.rounds.order_by("-number").first()
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
