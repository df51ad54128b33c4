"""What one reviewer's answers to one item add up to, by the rubric's own rules.

Final decisions count here. Reliability is computed from the entered ones, elsewhere.
"""

from dataclasses import dataclass
from decimal import Decimal

from raters.blinding import grading_rubric
from raters.models import Rating, Score
from rubrics.asking import code_of
from rubrics.composite import Composite, GradeBand, composite, grade
from rubrics.grading import CriterionResult, TierResult, Total, tier_best, total
from rubrics.models import Question, Rubric
from rubrics.scales import Decision
from rubrics.spec import RubricSpec


@dataclass(frozen=True)
class RatingScore:
    """`total` where criteria or tiers were asked, `composite` where the rubric defines one."""

    total: Total | None
    composite: Composite | None
    grade: GradeBand | None


def score_rating(rating: Rating) -> RatingScore:
    rubric = grading_rubric(rating.assignment)
    scores = list(rating.scores.all())
    weighed = _composite(rubric, scores)
    return RatingScore(
        total=_total(rubric.spec, scores),
        composite=weighed,
        grade=grade_of(rubric.spec, weighed.score) if weighed else None,
    )


def grade_of(settings: RubricSpec, score: Decimal | None) -> GradeBand | None:
    if score is None or settings.composite is None:
        return None
    return grade(score, settings.composite.grades)


def weights_of(settings: RubricSpec) -> dict[str, Decimal]:
    return {q.key: q.weight for q in settings.questions if q.weight is not None}


def _total(settings: RubricSpec, scores: list[Score]) -> Total | None:
    results = [result for score in scores if (result := _result(score))]
    if not results:
        return None
    scoring = settings.scoring
    return total(
        results,
        rule=scoring.rule,
        half_points=scoring.half_points,
        pass_mark=scoring.pass_mark,
    )


def _result(score: Score) -> CriterionResult | TierResult | None:
    question = score.question
    if question.kind == Question.Kind.CRITERION:
        return CriterionResult(code_of(question), Decision(score.final), question.spec.points)
    if question.kind == Question.Kind.TIERS:
        points = tuple(level.points for level in question.spec.levels)
        return TierResult(code_of(question), tier_best(score.final, n_levels=len(points)), points)
    return None


def _composite(rubric: Rubric, scores: list[Score]) -> Composite | None:
    """Of the rubric's own questions: an item's criterion may share a key with one of them."""
    if rubric.spec.composite is None:
        return None
    values = {s.question.key: s.final for s in scores if s.question.rubric_id == rubric.pk}
    return composite(values, weights=weights_of(rubric.spec))
