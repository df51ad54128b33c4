"""Two people set a study up at once, and somebody is taken off a draft's panel."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from raters.designing import change_design
from raters.lifecycle import NotPermitted, end_pilot, start_pilot
from raters.messages import ask
from raters.models import Consent, Design, Reviewer, Study
from raters.panel import add_reviewers, change_study, enrol, remove_reviewer

pytestmark = pytest.mark.django_db


def read(study) -> Study:
    """The row as it is now, in the hands of somebody else."""
    return Study.objects.select_related("design").get(pk=study.pk)


def test_settings_saved_from_an_older_page_do_not_end_a_pilot(study, dana):
    reviewers = add_reviewers(study, 1, by=dana)
    older = read(study)
    start_pilot(study, reviewers, n_items=1, by=dana)
    older.title = "Another"
    change_study(older, by=dana, changed=["title"])
    assert (read(study).title, read(study).state) == ("Another", "piloting")


def test_settings_saved_from_an_older_page_do_not_begin_one_again(study, dana):
    start_pilot(study, add_reviewers(study, 1, by=dana), n_items=1, by=dana)
    older = read(study)
    end_pilot(study, by=dana)
    older.title = "Another"
    change_study(older, by=dana, changed=["title"])
    assert read(study).state == "draft"


def test_two_steps_saved_at_once_keep_what_both_wrote(study, dana):
    one, other = read(study).design, read(study).design
    one.question, other.adjudicator = "How good?", "The head"
    change_design(one, by=dana, changed=["question"])
    change_design(other, by=dana, changed=["adjudicator", "no field of the row"])
    stored = Design.objects.get(study=study)
    assert (stored.question, stored.adjudicator) == ("How good?", "The head")


def test_who_has_consented_stays_on_record_as_having_left(study, dana):
    [reviewer] = add_reviewers(study, 1, by=dana)
    reviewer.years_of_experience = 3
    enrol(reviewer, consent="I agree.", at=timezone.now())
    remove_reviewer(reviewer, by=dana)
    assert Consent.objects.get().reviewer == Reviewer.objects.get()
    assert not study.reviewers.on_the_panel().exists()


def test_who_wrote_to_the_study_stays_on_record_as_having_left(study, dana):
    [reviewer] = add_reviewers(study, 1, by=dana)
    ask(reviewer, "Which items are mine?", at=timezone.now())
    remove_reviewer(reviewer, by=dana)
    assert Reviewer.objects.get(pk=reviewer.pk).left_at is not None


def test_who_is_removed_twice_is_not_on_the_panel_any_more(study, dana):
    [reviewer] = add_reviewers(study, 1, by=dana)
    again = Reviewer.objects.get(pk=reviewer.pk)
    remove_reviewer(reviewer, by=dana)
    with pytest.raises(NotPermitted, match="R01 is not on the panel any more"):
        remove_reviewer(again, by=dana)


def test_a_pseudonym_is_never_given_to_a_second_person(study, dana):
    [reviewer] = add_reviewers(study, 1, by=dana)
    remove_reviewer(reviewer, by=dana)
    assert [each.pseudonym for each in add_reviewers(study, 1, by=dana)] == ["R02"]


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite has no locks of rows")
def test_the_lock_of_a_study_lets_a_submit_point_at_it(study, dana):
    with CaptureQueriesContext(connection) as seen:
        change_study(read(study), by=dana, changed=[])
    assert any("FOR NO KEY UPDATE" in query["sql"] for query in seen.captured_queries)
