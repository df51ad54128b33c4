"""Are composites and grades reported as questions of their own?"""

from decimal import Decimal

import pytest
from django.utils import timezone

from raters.lifecycle import close_round
from raters.reports import QuestionKind, study_report
from raters.reports.rows import rows_of
from raters.reports.totals import ends_of, totals_of
from raters.scoring import score_rating
from rubrics.loading import read_library_rubric, store_rubric
from tests.studies import Panel, item_row, rate, small_study

pytestmark = pytest.mark.django_db
NOW = timezone.now()


@pytest.fixture
def panel(dana) -> Panel:
    rubric = store_rubric(read_library_rubric("consultation-quality"))
    rows = [item_row(n, "arm", condition="") for n in range(4)]
    panel = Panel.opened(small_study(by=dana, rows=rows, rubric=rubric), by=dana)
    for number, assignment in enumerate(panel.study.assignments.all()):
        rate(assignment, value=2 + number)
    close_round(panel.study, by=dana)
    panel.round.refresh_from_db()
    return panel


def test_the_composite_of_each_rating_is_what_its_rules_make_of_it(panel):
    composite, _grade = totals_of(panel.round, rows_of(panel.round))
    expected = sorted(float(score_rating(one).composite.score) for one in panel.study.ratings.all())
    assert sorted(composite.tables.entered.scores.tolist()) == pytest.approx(expected)


def test_grades_are_ordered_as_their_floors(panel):
    _composite, grade = totals_of(panel.round, rows_of(panel.round))
    bands = sorted(panel.round.rubric.spec.composite.grades, key=lambda band: band.floor)
    labels = [str(point.label) for point in grade.data.scale]
    assert labels[-len(bands) :] == [band.grade for band in bands]
    assert len(grade.tables.entered.levels) == len(labels)


def test_the_composite_has_the_ends_that_its_weights_allow(panel):
    low, high = ends_of(panel.round.rubric.spec)
    weighted = [one for one in panel.round.rubric.spec.questions if one.weight is not None]
    assert low == sum((one.weight * one.scale_min for one in weighted), Decimal(0))
    assert high > low


def test_both_stand_among_the_questions_at_their_level(panel):
    questions = study_report(panel.round, at=NOW).questions
    levels = {one.kind: one.data.level for one in questions}
    assert levels[QuestionKind.COMPOSITE] == "interval"
    assert levels[QuestionKind.GRADE] == "ordinal"
    assert [one.data.n_ratings for one in questions][-2:] == [8, 8]
