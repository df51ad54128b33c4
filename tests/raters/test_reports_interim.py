"""Who may see reliability before the round is closed, and what becomes of such a look?"""

import pytest
from django.urls import reverse
from django.utils import timezone

from raters.lifecycle import close_round
from raters.reports import study_report
from tests.studies import Panel, rate, small_study

pytestmark = pytest.mark.django_db
NOW = timezone.now()
REFUSED = "Reliability is shown once the round is closed"


def rated_study(dana, **design) -> Panel:
    study = small_study(by=dana)
    for name, value in design.items():
        setattr(study.design, name, value)
    study.design.save()
    panel = Panel.opened(study, by=dana)
    for number, assignment in enumerate(panel.study.assignments.all()):
        rate(assignment, value=number % 3)
    return panel


@pytest.fixture
def unlooked(dana) -> Panel:
    """Everything is rated, the round is open, the protocol allows no look."""
    return rated_study(dana)


@pytest.fixture
def looked(dana) -> Panel:
    """The same, and the protocol allows looks."""
    return rated_study(dana, interim_looks=True)


def test_before_the_round_closes_no_reliability_is_computed(unlooked):
    report = study_report(unlooked.round, at=NOW)
    assert {question.finding for question in report.questions} == {None}
    assert (report.forest, report.behaviour, report.correlations) == (None, None, None)


def test_before_the_round_closes_coverage_and_controls_are_there(unlooked):
    report = study_report(unlooked.round, at=NOW)
    assert [question.data.n_ratings for question in report.questions] == [12, 4, 4]
    assert report.controls.report.panel.overall.n == 4
    assert [(row.n_done, row.n_items) for row in report.panel.rows] == [(8, 8), (8, 8)]


def test_the_page_refuses_reliability_in_the_words_of_the_files(as_dana, unlooked):
    page = as_dana.get(reverse("report", args=["small"])).content.decode()
    file = as_dana.get(reverse("report_json", args=["small"]))
    assert REFUSED in page
    assert file.status_code == 409
    assert REFUSED in file.content.decode()
    assert "Pre-specified" not in page.partition('id="summary"')[2].partition('id="grras"')[0]


@pytest.mark.parametrize("name", ["figure_svg", "figure_csv"])
def test_a_figure_of_a_question_is_refused_while_reliability_is(as_dana, unlooked, name):
    refused = as_dana.get(reverse(name, args=["small", "all", "forest"]))
    controls = as_dana.get(reverse(name, args=["small", "controls", "hits"]))
    assert (refused.status_code, controls.status_code) == (409, 200)


def test_once_the_round_is_closed_everything_is_shown(as_dana, unlooked, dana):
    close_round(unlooked.study, by=dana)
    page = as_dana.get(reverse("report", args=["small"])).content.decode()
    assert REFUSED not in page
    assert "two-way random effects, absolute agreement, single rater" in page
    assert "Nobody looked at reliability before the round was closed." in page


@pytest.mark.parametrize("name", ["report", "report_json"])
def test_every_look_that_the_protocol_allows_is_logged(as_dana, looked, dana, name):
    as_dana.get(reverse(name, args=["small"]))
    as_dana.get(reverse(name, args=["small"]))
    events = looked.study.audit_events.filter(verb="interim look")
    assert [event.actor for event in events] == [dana, dana]


def test_the_report_lists_the_looks_when_the_round_is_closed_too(as_dana, looked, dana):
    as_dana.get(reverse("figure_svg", args=["small", "all", "forest"]))
    close_round(looked.study, by=dana)
    looked.round.refresh_from_db()
    (look,) = study_report(looked.round, at=NOW).looks
    assert (look.by, look.at_what) == ("dana", "all-forest.svg")


def test_a_closed_round_logs_no_look(as_dana, looked, dana):
    close_round(looked.study, by=dana)
    as_dana.get(reverse("report", args=["small"]))
    assert not looked.study.audit_events.filter(verb="interim look").exists()


def test_a_look_does_not_make_the_report_compute_anew(as_dana, looked):
    before = study_report(looked.round, at=NOW).fingerprint
    as_dana.get(reverse("report", args=["small"]))
    assert study_report(looked.round, at=NOW).fingerprint == before
