"""Are criteria taken together without counting their difficulty as spread between items?"""

from dataclasses import replace

import pytest
from django.utils import timezone

from raters.blinding import asked_in
from raters.lifecycle import close_round
from raters.planned import plan_of
from raters.rating import submit
from raters.reliability import icc
from raters.reports import QuestionKind, study_report
from raters.reports.course import course_of
from raters.reports.criteria import names_of, pooled
from raters.reports.rows import rows_of
from raters.reports.tables import criteria_table
from rubrics.loading import read_library_rubric, store_rubric
from rubrics.models import Question
from tests.studies import Panel, complete_answers, item_row, small_study

pytestmark = pytest.mark.django_db
NOW = timezone.now()
EASY = {"criterion": "Names the drug.", "points": 3, "tags": ["facts"]}
HARD = {"criterion": "Names every alternative.", "points": 1, "tags": ["facts", "depth"]}


def judged(assignment, question) -> int:
    """An easy and a hard criterion; that an item differs from the others is chance."""
    number = int(assignment.item.case.source_id.partition("-")[2])
    chance = (number * 5 + 3 * (assignment.reviewer.pseudonym == "R02")) % 7 == 0
    easy = question.text == EASY["criterion"]
    return (1 if chance else 2) if easy else (1 if chance else 0)


def rated(dana, rows) -> Panel:
    panel = Panel.opened(small_study(by=dana, rows=rows, rubric=None), by=dana)
    for assignment in panel.study.assignments.select_related("item__case", "reviewer"):
        answers = complete_answers(assignment)
        asked = asked_in(assignment)
        given = tuple(
            replace(one, value=judged(assignment, asked[one.code])) for one in answers.answers
        )
        submit(assignment, replace(answers, answers=given), base_revision=0, at=NOW)
    close_round(panel.study, by=dana)
    panel.round.refresh_from_db()
    return panel


@pytest.fixture
def panel(dana) -> Panel:
    # The same two criteria in either order: a place in the list says nothing.
    rows = [item_row(n, "arm", criteria=[EASY, HARD] if n % 2 else [HARD, EASY]) for n in range(14)]
    return rated(dana, rows)


@pytest.fixture
def own(panel):
    (found,) = study_report(panel.round, at=NOW).questions
    return found


def test_the_items_own_criteria_are_one_question(own):
    assert (own.key, own.kind) == ("own_criteria", QuestionKind.CRITERIA)
    assert (own.data.n_items, own.data.n_cases, own.data.n_ratings) == (14, 14, 56)


def test_differences_in_difficulty_do_not_inflate_the_coefficient(panel, own):
    names = names_of(Question.objects.filter(rubric__for_one_item=True))
    table = criteria_table(rows_of(panel.round).evidence, names, levels=(0, 1, 2))
    as_units = icc(table.units).value
    assert as_units > 0.6
    assert own.finding.lead.estimate.value < 0.3


def test_the_same_words_are_the_same_criterion_whichever_item_brings_them(own):
    assert {row.name: row.n_items for row in own.criteria} == {
        "Names the drug.": 14,
        "Names every alternative.": 14,
    }


def test_every_tag_has_a_row_of_its_own(own):
    assert [row.name for row in own.tags] == ["depth", "facts"]


def test_intervals_rest_on_items_and_not_on_criteria(own):
    assert own.finding.lead.estimate.n_items == 14


@pytest.mark.parametrize(("statistic", "target"), [("icc_2_1", 0.6), ("icc_2_k", None)])
def test_a_statistic_that_stands_in_is_not_held_against_anothers_target(panel, statistic, target):
    rows = rows_of(panel.round)
    course = course_of(plan_of(panel.round), rows, hit_rate=None, seed=1, resamples=100)
    named = replace(course, statistic=statistic, is_prespecified=True, target=0.6)
    (found,) = pooled(panel.round, rows, named, {})
    assert (found.finding.target, found.finding.is_prespecified) == (target, target is not None)


def test_the_same_words_twice_in_one_item_are_two_criteria():
    rubric = store_rubric(read_library_rubric("abbreviation-handling"))
    twice = [
        Question(pk=n, rubric=rubric, key=f"c{n}", position=n, text="Says it.") for n in (1, 2)
    ]
    assert names_of(twice) == {1: "Says it.", 2: "Says it. [c2]"}


def test_criteria_of_one_item_only_are_not_estimable_and_say_why(dana):
    rows = [
        item_row(n, "arm", criteria=[EASY | {"criterion": f"Names drug {n}."}]) for n in range(4)
    ]
    (found,) = study_report(rated(dana, rows).round, at=NOW).questions
    assert "no criterion occurs in two items" in str(found.finding.lead.estimate.reason)
