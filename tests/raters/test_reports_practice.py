"""The report says who passed practice at which attempt, and in what order items were opened."""

import pytest
from django.utils import timezone

from raters.exporting.grras import grras
from raters.exporting.study_facts import study_facts
from raters.exporting.tables import panel as panel_of
from raters.letting_in import decide
from raters.lifecycle import close_round
from raters.practising import practise_again
from raters.reports import study_report
from tests.raters.practice import EXPECTED, OTHER, practise, practising, with_design
from tests.studies import Panel, rate, small_study

pytestmark = pytest.mark.django_db


def report_of(panel):
    return study_report(panel.round, at=timezone.now())


def said(report) -> str:
    return " ".join(str(phrase) for phrase in report.panel.summary)


@pytest.fixture
def reported(dana):
    """Alice passed at her second attempt; Bob was let in after his two."""
    panel = practising(by=dana, attempts=2)
    practise(panel.alice, OTHER, OTHER)
    practise_again(panel.alice, at=timezone.now())
    practise(panel.alice, EXPECTED, EXPECTED)
    for _ in range(2):
        practise_again(panel.bob, at=timezone.now())
        practise(panel.bob, EXPECTED, OTHER)
    decide(panel.bob, "let_in", reason="The key is debatable.", by=dana, at=timezone.now())
    return panel


def test_it_says_who_passed_at_which_attempt(reported):
    assert "Passed practice at attempt 2: 1." in said(report_of(reported))


def test_it_says_what_was_asked_for(reported):
    assert "had to be passed with 0.6 of the expected answers" in said(report_of(reported))
    assert "Attempts were limited to 2." in said(report_of(reported))


def test_it_names_who_rated_without_having_passed(reported):
    assert "Rated without having passed practice: R02." in said(report_of(reported))


def test_it_names_who_has_not_passed(dana):
    panel = practising(by=dana)
    practise(panel.alice, EXPECTED, EXPECTED)
    assert "Have not passed practice: R02." in said(report_of(panel))


def test_the_rows_tell_it_of_each_reviewer(reported):
    rows = report_of(reported).panel.practice.rows
    assert [(r.pseudonym, r.n_attempts, r.passed_at, r.let_in) for r in rows] == [
        ("R01", 2, 2, False),
        ("R02", 2, None, True),
    ]


def test_the_workbook_has_columns_of_it(reported):
    table = panel_of(report_of(reported))
    assert [tuple(map(str, row[-4:])) for row in table.rows] == [
        ("0.6", "2", "2", "no"),
        ("0.6", "2", "None", "yes"),
    ]
    assert len(table.columns) == len(table.rows[0])


def test_a_report_is_made_anew_when_somebody_passes(dana):
    panel = practising(by=dana)
    before = report_of(panel)
    practise(panel.alice, EXPECTED, EXPECTED)
    assert report_of(panel).fingerprint != before.fingerprint


def test_without_a_mark_nothing_is_said(dana):
    panel = practising(by=dana, mark=None)
    practise(panel.alice, OTHER, OTHER)
    report = report_of(panel)
    assert report.panel.practice is None
    assert "ractice" not in said(report)


@pytest.mark.parametrize("is_strict", [True, False])
def test_strict_order_is_told_where_the_order_is(dana, is_strict):
    panel = Panel.opened(with_design(small_study(by=dana), strict_order=is_strict), by=dana)
    for reviewer in (panel.alice, panel.bob):
        for assignment in reviewer.assignments.in_presentation_order():
            rate(assignment)
    close_round(panel.study, by=dana)
    panel.round.refresh_from_db()
    report = report_of(panel)
    notes = " ".join(map(str, report.behaviour.notes))
    listed = " ".join(
        str(p) for item in grras(report, study_facts(panel.round)) for p in item.known
    )
    assert ("strict order" in notes) == is_strict
    assert ("came one after the other" in listed) == is_strict
