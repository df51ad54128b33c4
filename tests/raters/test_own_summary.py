"""What a reviewer is told that she did: her own answers, each counted once."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from raters.activity import Activity
from raters.answers import Citation
from raters.lifecycle import end_pilot, start_pilot
from raters.messages import ask, tell
from raters.models import Assignment
from raters.own_summary import OwnSummary, summary_of
from raters.panel import add_reviewers
from raters.rating import report_defect, save_draft, submit
from tests.forms import filled_form
from tests.studies import Panel, assignment_at, complete_answers, rate, welcomed

pytestmark = pytest.mark.django_db


@pytest.fixture
def told(panel):
    def about_alice() -> OwnSummary:
        return summary_of(panel.alice, panel.round)

    return about_alice


def opened(assignment: Assignment) -> Assignment:
    """Long enough ago that no count of seconds goes beyond the clock."""
    assignment.first_shown_at = timezone.now() - timedelta(hours=9)
    assignment.save()
    return assignment


def worked(minutes: int, *, page: str = "page") -> Activity:
    return Activity({page: 60 * minutes})


def test_what_she_did_not_do_is_not_counted(told):
    summary = told()
    assert (summary.n_done, summary.n_items) == (0, 8)
    assert (summary.first_at, summary.last_at, summary.active) == (None, None, None)


def test_a_colleagues_answers_are_not_hers(told, bob):
    for assignment in bob.assignments.all():
        rate(assignment)
    assert (told().n_done, told().n_supporting) == (0, 0)


def test_it_tells_from_when_to_when(told, alice):
    first, last = (datetime(2026, 5, day, 12, tzinfo=UTC) for day in (3, 17))
    for position, at in ((1, last), (2, first)):
        assignment = assignment_at(alice, position)
        submit(assignment, complete_answers(assignment), base_revision=0, at=at)
    assert (told().first_at, told().last_at) == (first, last)


def test_a_turn_that_is_cited_for_several_questions_is_one(told, alice):
    for assignment in alice.assignments.all():
        rate(assignment)
    assert (told().n_supporting, told().n_contradicting) == (8, 0)


def test_turns_that_speak_against_are_counted_apart(told, alice):
    assignment = assignment_at(alice, 1)
    answers = complete_answers(assignment)
    first, *others = answers.answers
    both = replace(first, citations=(Citation(1), Citation(2, stance="contradicts")))
    answers = replace(answers, answers=(both, *others))
    submit(assignment, answers, base_revision=0, at=timezone.now())
    assert told().n_contradicting == 1


def test_only_the_citations_that_stand_are_counted(told, alice):
    rating = rate(assignment_at(alice, 1))
    assignment = rating.assignment
    again = complete_answers(assignment, justification="Better.")
    submit(assignment, again, base_revision=1, at=timezone.now())
    assert told().n_supporting == 1


def test_an_item_revised_twice_was_revised_once_over(told, alice):
    assignment = rate(assignment_at(alice, 1)).assignment
    rate(assignment_at(alice, 2))
    for revision in (1, 2):
        again = complete_answers(assignment, justification=f"Version {revision}.")
        submit(assignment, again, base_revision=revision, at=timezone.now())
    assert told().n_revised == 1


def test_what_was_reported_as_defective_and_rated_after_all_is_not_defective(told, alice):
    for position in (1, 2):
        report_defect(
            assignment_at(alice, position),
            defect="language",
            reason="In Finnish.",
            base_revision=0,
            at=timezone.now(),
        )
    second = assignment_at(alice, 2)
    submit(second, complete_answers(second), base_revision=1, at=timezone.now())
    assert (told().n_defective, told().n_done) == (1, 2)


def test_the_time_of_a_revision_is_added(told, alice):
    assignment = opened(assignment_at(alice, 1))
    answers = complete_answers(assignment)
    submit(assignment, answers, base_revision=0, at=timezone.now(), activity=worked(30))
    again = complete_answers(assignment, justification="Better.")
    submit(assignment, again, base_revision=1, at=timezone.now(), activity=worked(20))
    assert str(told().active) == "about 50 minutes"


def test_the_time_before_a_report_of_a_defect_is_told_once(told, alice, rf):
    assignment = opened(assignment_at(alice, 1))
    form = rf.post("/", filled_form(assignment) | {"page": "one", "active_seconds": "1800"}).POST
    save_draft(assignment, form, base_version=0, at=timezone.now())
    report_defect(
        assignment,
        defect="language",
        reason="In Finnish.",
        base_revision=0,
        at=timezone.now(),
    )
    answers, more = complete_answers(assignment), worked(10, page="two")
    submit(assignment, answers, base_revision=1, at=timezone.now(), activity=more)
    assert str(told().active) == "about 40 minutes"


def test_a_question_waits_until_the_study_has_the_last_word(told, alice, dana):
    asked, other = assignment_at(alice, 1), assignment_at(alice, 2)
    for item in (asked, other):
        ask(alice, "What counts here?", about=item, at=timezone.now())
    assert told().n_waiting == 2
    tell(alice, "The last turn.", by=dana, about=asked, at=timezone.now())
    assert told().n_waiting == 1


def test_pilot_answers_are_counted_apart(study, dana):
    alice = welcomed(add_reviewers(study, 1, by=dana)[0])
    start_pilot(study, [alice], n_items=2, by=dana)
    for assignment in alice.assignments.all():
        rate(assignment)
    n_piloted = alice.assignments.count()
    study.refresh_from_db()
    end_pilot(study, by=dana)
    study.refresh_from_db()
    panel = Panel.opened(study, by=dana)
    summary = summary_of(alice, panel.round)
    assert (summary.n_done, summary.n_pilot) == (0, n_piloted)
