"""Who reads which message, what is new, and what is put on record of it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from raters.conversations import conversation_with, conversations_of, count_waiting
from raters.exporting.messages import message_records
from raters.frozen_guard import remove_guards
from raters.lifecycle import NotPermitted, close_round
from raters.messages import (
    MOST_AT_ONCE,
    ask,
    asked_about,
    mark_as_read,
    may_be_asked_about,
    messages_for,
    tell,
    tell_panel,
    unread_count,
)
from raters.models import AuditEvent, Message, Reviewer, Round
from raters.panel import add_reviewers
from raters.rating import mark_as_shown
from raters.reports import study_report
from raters.slips import slips_in
from tests.studies import SECRET_ARM, assignment_at, control_row, item_row, small_study

pytestmark = pytest.mark.django_db
AT = timezone.now()


def later(minutes: int):
    return AT + timedelta(minutes=minutes)


@pytest.fixture
def seventh(alice):
    place = assignment_at(alice, 7)
    mark_as_shown(place, at=AT)
    return place


def texts(reviewer: Reviewer) -> list[str]:
    return [one.text for one in messages_for(reviewer).messages]


def test_a_reviewer_reads_her_own_conversation_and_what_went_to_all(alice, bob, dana, seventh):
    ask(alice, "Does it count?", about=seventh, at=later(1))
    tell(alice, "It does.", by=dana, about=seventh, at=later(2))
    tell(bob, "For Bob alone.", by=dana, at=later(3))
    tell_panel(alice.study, "For everybody.", by=dana, at=later(4))
    assert texts(alice) == ["Does it count?", "It does.", "For everybody."]
    assert texts(bob) == ["For Bob alone.", "For everybody."]


def test_what_went_to_all_reaches_those_who_are_added_later(study, dana):
    tell_panel(study, "Read question 2 as follows.", by=dana, at=AT)
    (newcomer,) = add_reviewers(study, 1, by=dana)
    assert texts(newcomer) == ["Read question 2 as follows."]
    assert unread_count(newcomer) == 1


def test_what_went_to_all_after_somebody_left_is_not_hers(alice, dana):
    leaves(alice, at=later(5))
    tell_panel(alice.study, "Before.", by=dana, at=later(4))
    tell_panel(alice.study, "After.", by=dana, at=later(6))
    assert texts(alice) == ["Before."]


def leaves(reviewer: Reviewer, *, at) -> None:
    remove_guards()
    reviewer.left_at = at
    reviewer.save(update_fields=["left_at"])


def test_an_item_is_told_by_the_reviewers_own_number_also_where_places_were_taken_away(
    alice, seventh
):
    ask(alice, "Which one?", about=seventh, at=AT)
    alice.assignments.filter(position=3).update(round=other_round(alice))
    (shown,) = messages_for(alice).messages
    assert (shown.about.number, shown.about.position) == (6, 7)


def other_round(reviewer):
    remove_guards()
    return Round.objects.create(study=reviewer.study, number=9)


def test_only_what_the_study_wrote_is_new(alice, dana, seventh):
    ask(alice, "A question.", about=seventh, at=later(1))
    tell(alice, "An answer.", by=dana, about=seventh, at=later(2))
    assert [one.is_new for one in messages_for(alice).messages] == [False, True]
    assert unread_count(alice) == asked_about(seventh).n_new == 1


def test_what_was_shown_as_new_is_read_and_what_came_meanwhile_is_not(alice, dana):
    tell(alice, "First.", by=dana, at=later(1))
    inbox = messages_for(alice)
    tell(alice, "Meanwhile.", by=dana, at=later(2))
    mark_as_read(alice, inbox)
    alice.refresh_from_db()
    assert [one.is_new for one in messages_for(alice).messages] == [False, True]
    assert unread_count(alice) == 1


def test_an_older_page_does_not_make_read_messages_new_again(alice, dana):
    tell(alice, "First.", by=dana, at=later(1))
    older = messages_for(alice)
    tell(alice, "Second.", by=dana, at=later(2))
    mark_as_read(alice, messages_for(alice))
    mark_as_read(alice, older)
    alice.refresh_from_db()
    assert unread_count(alice) == 0


@pytest.mark.parametrize("at", [later(1), later(2)])
def test_what_is_told_after_she_has_read_is_new_whatever_the_clock_says(alice, dana, at):
    tell(alice, "First.", by=dana, at=later(2))
    mark_as_read(alice, messages_for(alice))
    tell_panel(alice.study, "Second.", by=dana, at=at)
    alice.refresh_from_db()
    assert [(one.text, one.is_new) for one in messages_for(alice).messages] == [
        ("First.", False),
        ("Second.", True),
    ]
    assert unread_count(alice) == 1


def test_all_new_messages_are_shown_at_once_and_the_oldest_are_folded(alice, dana):
    for n in range(MOST_AT_ONCE + 4):
        tell(alice, f"Message {n}.", by=dana, at=later(n))
    assert (len(messages_for(alice).earlier), len(messages_for(alice).latest)) == (0, 10)
    mark_as_read(alice, messages_for(alice))
    alice.refresh_from_db()
    inbox = messages_for(alice)
    assert (len(inbox.earlier), len(inbox.latest)) == (4, MOST_AT_ONCE)


def test_the_same_words_twice_in_a_row_are_one_message(alice, dana, seventh):
    for minute in (1, 2):
        ask(alice, "Pressed twice.", about=seventh, at=later(minute))
        tell_panel(alice.study, "Pressed twice.", by=dana, at=later(minute))
    assert Message.objects.count() == 2
    assert AuditEvent.objects.filter(verb="question asked").count() == 1


def test_the_same_words_after_an_answer_are_a_message_of_their_own(alice, dana, seventh):
    ask(alice, "Is it?", about=seventh, at=later(1))
    tell(alice, "It is.", by=dana, about=seventh, at=later(2))
    ask(alice, "Is it?", about=seventh, at=later(3))
    assert len(asked_about(seventh).messages) == 3


def test_an_llm_judge_cannot_be_written_to(study, dana):
    (judge,) = add_reviewers(study, 1, by=dana, kind=Reviewer.Kind.LLM_JUDGE)
    with pytest.raises(NotPermitted, match="LLM judge"):
        tell(judge, "Hello.", by=dana, at=AT)
    assert not Message.objects.exists()


def test_somebody_who_is_gone_is_not_written_to(study, dana):
    (added,) = add_reviewers(study, 1, by=dana)
    Reviewer.objects.filter(pk=added.pk).delete()
    with pytest.raises(NotPermitted, match="not on the panel"):
        tell(added, "Hello.", by=dana, at=AT)


def test_only_an_item_that_was_seen_can_be_asked_about(alice, seventh):
    assert list(may_be_asked_about(alice)) == [seventh]


def test_it_can_be_asked_after_the_round_was_closed(alice, dana, seventh):
    close_round(alice.study, by=dana)
    ask(alice, "Afterwards.", about=seventh, at=later(1))
    assert [one.text for one in asked_about(seventh).messages] == ["Afterwards."]


def test_each_message_is_on_record_without_its_words(alice, dana, seventh):
    ask(alice, "SECRET-WORDS of Alice", about=seventh, at=later(1))
    tell(alice, "SECRET-WORDS of Dana", by=dana, about=seventh, at=later(2), despite=["arm_name"])
    tell_panel(alice.study, "SECRET-WORDS to all", by=dana, at=later(3))
    found = AuditEvent.objects.order_by("pk").values_list("verb", "details", "actor")
    asked, answered, told = list(found)[-3:]
    about = {"reviewer": "R01", "item": seventh.item.source_id}
    assert asked == ("question asked", about, alice.user.pk)
    assert answered == ("answer sent", about | {"despite": ["arm_name"]}, dana.pk)
    assert told == ("message to the panel sent", {}, dana.pk)


# --- For those who run the study


def test_conversations_that_wait_come_first_and_the_longest_waiting_on_top(
    alice, bob, dana, seventh
):
    ask(alice, "Answered.", at=later(1))
    tell(alice, "Here.", by=dana, at=later(9))
    ask(bob, "Waits shorter.", at=later(5))
    ask(alice, "Waits longer.", about=seventh, at=later(3))
    found = [(one.reviewer, one.is_waiting) for one in conversations_of(alice.study)]
    assert found == [("R01", True), ("R02", True), ("R01", False)]
    assert count_waiting(alice.study) == 2


def test_a_message_to_all_answers_no_question(alice, dana):
    ask(alice, "A question.", at=later(1))
    tell_panel(alice.study, "To all.", by=dana, at=later(2))
    assert count_waiting(alice.study) == 1


def test_whoever_left_can_still_be_read(alice):
    ask(alice, "Before I go.", at=AT)
    leaves(alice, at=later(1))
    (found,) = conversations_of(alice.study)
    assert (found.has_left, found.words[0].text) == (True, "Before I go.")


def test_those_who_run_the_study_see_which_item_is_meant(alice, seventh):
    about = conversation_with(alice, seventh).about
    assert (about.source_id, about.number) == (seventh.item.source_id, 7)
    assert about.is_planted == (seventh.item.role == "control")


@pytest.mark.parametrize("n", [1, 6])
def test_conversations_cost_the_same_queries_however_many_there_are(
    alice, n, django_assert_num_queries
):
    for place in alice.assignments.all()[:n]:
        ask(alice, "A question.", about=place, at=AT)
    with django_assert_num_queries(2):
        assert len(conversations_of(alice.study)) == n


# --- What would tell too much


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        (f"It was {SECRET_ARM}.", ["arm_name"]),
        ("ChatGPT wrote this.", ["product_name"]),
        ("As in case-1/other-arm, yes.", ["arm_name", "item_id"]),
        ("That is ctl-1.", ["item_id"]),
        ("R02 answered 2.", ["colleague"]),
        ("It was secret‑arm.", ["arm_name"]),
        ("It was ｓｅｃｒｅｔ－ａｒｍ.", ["arm_name"]),
        ("It was sec\u200bret-arm.", ["arm_name"]),
        ("That is ctl\u20111, of Ｒ０２.", ["item_id", "colleague"]),
        ("R01, yes: answer what stands in turn 2.", []),
        ("Call it item 7.", []),
    ],
)
def test_telling_words_are_found_before_they_are_sent(panel, text, kinds):
    found = slips_in(text, study=panel.study, to=panel.alice)
    assert [slip.kind for slip in found] == kinds


def test_telling_words_are_shown_as_they_stand_in_the_message(panel):
    (slip,) = slips_in("See ctl\u2011\u200b1.", study=panel.study, to=panel.alice)
    assert slip.words == "ctl\u2011\u200b1"


def test_to_the_whole_panel_any_pseudonym_is_somebody_elses(panel):
    (slip,) = slips_in("As R01 asked.", study=panel.study, to=None)
    assert (slip.words, slip.kind) == ("R01", "colleague")


def test_a_bare_number_is_not_taken_for_an_id(dana):
    rows = [item_row(1, "arm", id="12345"), control_row("ctl-1")]
    study = small_study(by=dana, rows=rows)
    assert slips_in("Give it 12345.", study=study, to=None) == ()


# --- Files and the report


def test_the_file_tells_from_whom_to_whom_and_about_which_item(alice, dana, seventh):
    ask(alice, "=1+1", about=seventh, at=later(1))
    tell(alice, "Two.", by=dana, about=seventh, at=later(2))
    tell_panel(alice.study, "Sums are not scored.", by=dana, at=later(3))
    rows = list(message_records(alice.study, at=AT))
    assert [(row["from"], row["to"], row["item"]) for row in rows] == [
        ("R01", "study", seventh.item.source_id),
        ("study", "R01", seventh.item.source_id),
        ("study", "panel", ""),
    ]


def test_the_report_counts_what_was_asked_and_told_while_the_round_was_open(
    panel, alice, dana, seventh
):
    opened = panel.round.opened_at
    ask(alice, "About an item.", about=seventh, at=opened + timedelta(seconds=1))
    ask(alice, "About no item.", at=opened + timedelta(seconds=1))
    tell_panel(panel.study, "Before.", by=dana, at=opened - timedelta(minutes=1))
    tell(alice, "To one.", by=dana, at=opened + timedelta(seconds=2))
    tell_panel(panel.study, "Meanwhile.", by=dana, at=opened + timedelta(seconds=3))
    found = study_report(panel.round, at=opened + timedelta(minutes=1)).correspondence
    assert (found.n_asked, found.n_to_panel) == (1, 1)


def test_what_is_written_after_the_round_changes_nothing_in_its_report(panel, alice, dana, seventh):
    close_round(panel.study, by=dana)
    panel.round.refresh_from_db()
    before = study_report(panel.round, at=AT)
    after_it = panel.round.closed_at + timedelta(minutes=1)
    ask(alice, "Afterwards.", about=seventh, at=after_it)
    tell_panel(panel.study, "Thank you.", by=dana, at=after_it)
    after = study_report(panel.round, at=AT)
    assert after.fingerprint == before.fingerprint
    assert (after.correspondence.n_asked, after.correspondence.n_to_panel) == (0, 0)
