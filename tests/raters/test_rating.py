"""What happens on save and on submit."""

from datetime import timedelta
from uuid import UUID

import pytest
from django.http import QueryDict
from django.utils import timezone

from raters.activity import Activity
from raters.lifecycle import close_round
from raters.models import Assignment, Draft, Rating
from raters.queue import next_assignment, progress
from raters.rating import (
    RatedElsewhere,
    RoundIsClosed,
    SavedElsewhere,
    answers_of,
    defer,
    in_one_order,
    mark_as_shown,
    report_defect,
    save_draft,
    submit,
)
from tests.studies import assignment_at, complete_answers, rate

pytestmark = pytest.mark.django_db
NOW = timezone.now()


@pytest.fixture
def assignment(alice):
    return assignment_at(alice, 1)


def words(text: str, **more) -> QueryDict:
    data = QueryDict(mutable=True)
    data.update({"justification": text} | more)
    return data


def test_a_submitted_answer_is_stored_whole(assignment):
    answers = complete_answers(assignment, what_would_change_it="A blood test.")
    submit(assignment, answers, base_revision=0, at=NOW)
    assert in_one_order(answers_of(assignment.ratings.get())) == in_one_order(answers)


def test_the_same_submission_twice_is_one_rating(assignment):
    first, second = rate(assignment), rate(assignment)
    assert first == second
    assert assignment.ratings.count() == 1


def test_a_submission_that_arrives_again_after_a_later_revision_is_the_rating_it_was(assignment):
    first = complete_answers(assignment, justification="First thought.")
    once = submit(assignment, first, base_revision=0, at=NOW, submission=UUID(int=1))
    second = complete_answers(assignment, justification="Second thought.")
    submit(assignment, second, base_revision=1, at=NOW, submission=UUID(int=2))
    again = submit(assignment, first, base_revision=0, at=NOW, submission=UUID(int=1))
    assert again == once
    assert Rating.objects.current().get().justification == "Second thought."


def test_a_submission_that_had_arrived_is_acknowledged_after_the_round_was_closed(assignment, dana):
    answers = complete_answers(assignment)
    once = submit(assignment, answers, base_revision=0, at=NOW, submission=UUID(int=1))
    close_round(assignment.study, by=dana)
    assert submit(assignment, answers, base_revision=0, at=NOW, submission=UUID(int=1)) == once


def test_a_rating_knows_how_long_all_pages_of_the_draft_were_used(assignment):
    shown, later = NOW - timedelta(minutes=9), {"active_seconds": "40", "first_input_ago": "60"}
    mark_as_shown(assignment, at=shown)
    assignment.refresh_from_db()
    save_draft(assignment, words("On the ward", page="p", **later), base_version=0, at=NOW)
    told = Activity({"q": 25}, NOW)
    submit(assignment, complete_answers(assignment), base_revision=0, at=NOW, activity=told)
    rating = assignment.ratings.get()
    assert (rating.active_seconds, rating.first_input_at) == (65, NOW - timedelta(minutes=1))


def test_each_revision_counts_its_own_time(assignment):
    save_draft(assignment, words("x", page="p", active_seconds="40"), base_version=0, at=NOW)
    rate(assignment)
    changed = complete_answers(assignment, justification="Again.")
    submit(assignment, changed, base_revision=1, at=NOW, activity=Activity({"r": 5}))
    assert list(assignment.ratings.values_list("active_seconds", flat=True)) == [40, 5]


def test_what_is_put_off_comes_when_nothing_else_is_left(alice):
    first, *others = alice.assignments.in_presentation_order()
    defer(first, at=NOW)
    assert next_assignment(alice, first.round) == others[0]
    for each in others:
        rate(each)
    assert next_assignment(alice, first.round) == first


def test_what_was_put_off_and_then_rated_is_on_no_list(assignment):
    defer(assignment, at=NOW)
    assert list(Assignment.objects.deferred()) == [assignment]
    rate(assignment)
    assert not Assignment.objects.deferred().exists()


def test_nothing_is_put_off_once_the_round_is_closed(assignment, dana):
    close_round(assignment.study, by=dana)
    with pytest.raises(RoundIsClosed):
        defer(assignment, at=NOW)


def test_a_changed_answer_becomes_a_revision_and_the_earlier_one_stays(assignment):
    rate(assignment, justification="First thought.")
    changed = complete_answers(assignment, justification="Second thought.")
    submit(assignment, changed, base_revision=1, at=NOW)
    texts = assignment.ratings.order_by("revision").values_list("justification", flat=True)
    assert list(texts) == ["First thought.", "Second thought."]
    assert Rating.objects.current().get().justification == "Second thought."


def test_a_page_opened_before_another_submit_does_not_overwrite_it(assignment):
    rate(assignment)
    stale = complete_answers(assignment, justification="From an old tab.")
    with pytest.raises(RatedElsewhere) as refusal:
        submit(assignment, stale, base_revision=0, at=NOW)
    assert refusal.value.current == assignment.ratings.get()


def test_a_page_that_claims_a_revision_there_never_was_is_taken_at_its_word(assignment):
    submit(assignment, complete_answers(assignment), base_revision=5, at=NOW)
    assert assignment.ratings.get().revision == 1


def test_nothing_is_submitted_once_the_round_is_closed(assignment, dana):
    close_round(assignment.study, by=dana)
    with pytest.raises(RoundIsClosed):
        rate(assignment)


def test_a_defective_item_ends_with_its_reason_and_without_scores(assignment):
    report_defect(assignment, defect="language", reason="In Finnish.", base_revision=0, at=NOW)
    rating = Rating.objects.current().get()
    assert (rating.defect_reason, rating.scores.count()) == ("In Finnish.", 0)
    assert progress(assignment.reviewer, assignment.round).done == 1


def test_an_item_reported_defective_can_still_be_rated(assignment):
    report_defect(assignment, defect="other", reason="Odd.", base_revision=0, at=NOW)
    submit(assignment, complete_answers(assignment), base_revision=1, at=NOW)
    assert Rating.objects.current().get().outcome == "scored"


def test_the_same_defect_reported_twice_is_one_report(assignment):
    for _ in range(2):
        report_defect(assignment, defect="other", reason="Odd.", base_revision=0, at=NOW)
    assert assignment.ratings.count() == 1


def test_a_draft_keeps_every_word_and_no_token(assignment):
    save_draft(assignment, words("Half a", csrfmiddlewaretoken="t"), base_version=0, at=NOW)
    assert Draft.objects.get().fields == {"justification": ["Half a"]}


def test_a_draft_saved_from_an_older_page_does_not_overwrite_a_newer_one(assignment):
    save_draft(assignment, words("One"), base_version=0, at=NOW)
    save_draft(assignment, words("Two"), base_version=1, at=NOW)
    with pytest.raises(SavedElsewhere):
        save_draft(assignment, words("Old tab"), base_version=1, at=NOW)
    assert Draft.objects.get().fields["justification"] == ["Two"]


def test_a_page_may_save_again_before_it_has_heard_of_its_last_save(assignment):
    for text in ("One", "One two"):
        save_draft(assignment, words(text, page="p1"), base_version=0, at=NOW)
    assert Draft.objects.get().fields["justification"] == ["One two"]
    answers = complete_answers(assignment)
    submit(assignment, answers, base_revision=0, base_version=0, page="p1", at=NOW)


def test_a_save_that_arrives_after_its_page_was_submitted_is_refused(assignment):
    save_draft(assignment, words("One", page="p1"), base_version=0, at=NOW)
    answers = complete_answers(assignment)
    submit(assignment, answers, base_revision=0, base_version=0, page="p1", at=NOW)
    with pytest.raises(SavedElsewhere):
        save_draft(assignment, words("Late", page="p1"), base_version=0, at=NOW)


def test_the_same_words_saved_twice_are_one_save(assignment):
    for _ in range(2):
        saved = save_draft(assignment, words("One"), base_version=0, at=NOW)
    assert saved.version == 1


def test_submitting_empties_the_draft_and_its_versions_go_on(assignment):
    save_draft(assignment, words("One"), base_version=0, at=NOW)
    rate(assignment)
    assert Draft.objects.values_list("fields", "version").get() == ({}, 2)


def test_a_page_left_open_over_a_submit_cannot_overwrite_the_next_draft(assignment):
    save_draft(assignment, words("One"), base_version=0, at=NOW)
    rate(assignment)
    save_draft(assignment, words("A revision"), base_version=2, at=NOW)
    with pytest.raises(SavedElsewhere):
        save_draft(assignment, words("Old tab"), base_version=1, at=NOW)


def test_a_submit_does_not_drop_a_draft_that_another_device_saved(assignment):
    save_draft(assignment, words("On the phone"), base_version=0, at=NOW)
    with pytest.raises(SavedElsewhere):
        submit(assignment, complete_answers(assignment), base_revision=0, base_version=0, at=NOW)
    assert Draft.objects.get().fields["justification"] == ["On the phone"]


def test_reporting_a_defect_keeps_the_draft(assignment):
    save_draft(assignment, words("Half a thought"), base_version=0, at=NOW)
    report_defect(assignment, defect="other", reason="Odd.", base_revision=0, at=NOW)
    assert Draft.objects.get().fields["justification"] == ["Half a thought"]


def test_the_next_item_is_the_first_unrated_behind_this_one(alice, panel):
    rate(assignment_at(alice, 2))
    assert next_assignment(alice, panel.round, after=1).position == 3


def test_after_the_last_item_come_those_left_behind(alice, panel):
    last = alice.assignments.count()
    rate(assignment_at(alice, last))
    assert next_assignment(alice, panel.round, after=last).position == 1


def test_progress_counts_controls_in(alice, panel):
    for assignment in alice.assignments.all():
        rate(assignment)
    assert progress(alice, panel.round).is_finished
    assert progress(alice, panel.round).total == alice.study.items.count()
    assert next_assignment(alice, panel.round) is None
