"""What happens at once, on the real database with real connections: nothing half, nothing stuck."""

import threading

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.http import QueryDict
from django.utils import timezone

from raters import handing_over, messages, rating
from raters.amending import take_off_the_panel
from raters.lifecycle import close_round, open_round
from raters.messages import ask, mark_as_read, messages_for, tell, tell_panel
from raters.models import Assignment, Draft, Message, Rating, Reviewer, Study
from raters.practising import practise_again
from raters.rating import (
    OvertakenHere,
    RatedElsewhere,
    TakenAway,
    answers_of,
    in_one_order,
    mark_as_shown,
    save_draft,
    submit,
)
from tests.raters.locked_studies import rotating
from tests.raters.practice import OTHER, answer_practice, practice_items, practise, practising
from tests.studies import Panel, complete_answers, rate, small_study

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def assignment():
    dana = get_user_model().objects.create_user("dana")
    panel = Panel.opened(small_study(by=dana), by=dana)
    return panel.alice.assignments.get(position=1)


def at_once(assignment, all_answers) -> list:
    """Submit each of `all_answers` in a thread of its own; what each got, in their order."""
    barrier, outcomes = threading.Barrier(len(all_answers)), {}

    def one(index, answers):
        mine = Assignment.objects.get(pk=assignment.pk)
        barrier.wait()
        try:
            outcomes[index] = submit(mine, answers, base_revision=0, at=timezone.now())
        except RatedElsewhere as refusal:
            outcomes[index] = refusal
        finally:
            connection.close()

    threads = [threading.Thread(target=one, args=pair) for pair in enumerate(all_answers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [outcomes[index] for index in range(len(all_answers))]


def test_two_equal_submits_at_once_are_one_rating(assignment):
    answers = complete_answers(assignment)
    first, second = at_once(assignment, [answers, answers])
    assert first == second == Rating.objects.get()


def test_of_two_different_submits_at_once_one_is_kept_whole_and_the_other_is_told(assignment):
    both = [
        complete_answers(assignment, value=0, justification="No."),
        complete_answers(assignment, value=2, justification="Yes."),
    ]
    outcomes = at_once(assignment, both)
    kept = answers_of(Rating.objects.get())
    assert in_one_order(kept) in [in_one_order(answers) for answers in both]
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["RatedElsewhere", "Rating"]


def test_of_saves_of_one_page_at_once_the_one_with_the_highest_mark_stands(assignment):
    def save(mark):
        mine = Assignment.objects.get(pk=assignment.pk)
        told = QueryDict(f"justification=Words+{mark}&page=p&mark={mark}")
        try:
            barrier.wait()
            save_draft(mine, told, base_version=0, at=timezone.now())
        except OvertakenHere:
            pass
        finally:
            connection.close()

    barrier = threading.Barrier(6)
    threads = [threading.Thread(target=save, args=[mark]) for mark in (3, 6, 1, 5, 2, 4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Draft.objects.get().fields["justification"] == ["Words 6"]


def test_eight_submits_at_once_to_eight_items_are_all_kept(assignment):
    mine = list(assignment.reviewer.assignments.all())
    barrier = threading.Barrier(len(mine))

    def one(each):
        barrier.wait()
        try:
            submit(each, complete_answers(each), base_revision=0, at=timezone.now())
        finally:
            connection.close()

    threads = [threading.Thread(target=one, args=[each]) for each in mine]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Rating.objects.count() == len(mine) == 8


class Apart(threading.Thread):
    """`act` with a connection of its own; `outcome` is what it returned or raised."""

    def __init__(self, act):
        super().__init__()
        self.act, self.outcome = act, None

    def run(self):
        try:
            self.outcome = self.act()
        except Exception as error:
            self.outcome = error
        finally:
            connection.close()


@pytest.fixture
def in_the_middle(monkeypatch):
    """Stops the named function of a module on its first call: `reached`, then `go_on`."""

    def hold(module, name):
        real, reached, go_on = getattr(module, name), threading.Event(), threading.Event()

        def held(*args):
            if not reached.is_set():
                reached.set()
                go_on.wait(5)
            return real(*args)

        monkeypatch.setattr(module, name, held)
        return reached, go_on

    return hold


on_postgresql = pytest.mark.skipif(
    "connection.vendor != 'postgresql'", reason="SQLite lets one writer in at a time"
)


@on_postgresql
def test_closing_waits_for_a_submit_under_way_and_both_succeed(assignment, in_the_middle):
    dana, study = get_user_model().objects.get(username="dana"), assignment.study
    reached, go_on = in_the_middle(rating, "current_rating")
    submitting = Apart(lambda: rate(Assignment.objects.get(pk=assignment.pk)))
    closing = Apart(lambda: close_round(Study.objects.get(pk=study.pk), by=dana))
    submitting.start()
    assert reached.wait(5)
    closing.start()
    closing.join(0.3)
    assert closing.is_alive()
    go_on.set()
    for each in (submitting, closing):
        each.join(10)
    assert (submitting.outcome, closing.outcome) == (Rating.objects.get(), None)
    assert Study.objects.get().state == "closed"


@pytest.fixture
def leaver():
    dana = get_user_model().objects.create_user("dana")
    study = rotating(by=dana)
    open_round(study, by=dana)
    return study.reviewers.order_by("pseudonym").first()


def leave(leaver):
    dana = get_user_model().objects.get(username="dana")
    take_off_the_panel(Reviewer.objects.get(pk=leaver.pk), reason="Left.", by=dana)


def rotated_item(leaver):
    return leaver.assignments.filter(item__is_anchor=False, item__role="real").first()


@on_postgresql
@pytest.mark.parametrize("starts", [lambda a: mark_as_shown(a, at=timezone.now()), rate])
def test_what_is_opened_while_its_reviewer_leaves_is_hers_or_gone_but_never_half(
    leaver, in_the_middle, starts
):
    mine = rotated_item(leaver)
    reached, go_on = in_the_middle(handing_over, "_place")
    leaving = Apart(lambda: leave(leaver))
    starting = Apart(lambda: starts(mine))
    leaving.start()
    assert reached.wait(5)
    starting.start()
    starting.join(0.3)
    go_on.set()
    for each in (leaving, starting):
        each.join(10)
    assert leaving.outcome is None
    assert isinstance(starting.outcome, TakenAway)
    assert not Assignment.objects.filter(pk=mine.pk).exists()


@on_postgresql
def test_an_item_that_is_being_answered_stays_with_the_reviewer_who_leaves(leaver, in_the_middle):
    mine = rotated_item(leaver)
    reached, go_on = in_the_middle(rating, "current_rating")
    submitting, leaving = Apart(lambda: rate(mine)), Apart(lambda: leave(leaver))
    submitting.start()
    assert reached.wait(5)
    leaving.start()
    leaving.join(0.3)
    go_on.set()
    for each in (submitting, leaving):
        each.join(10)
    assert (submitting.outcome, leaving.outcome) == (Rating.objects.get(), None)
    assert Assignment.objects.get(pk=mine.pk).reviewer == leaver


@pytest.fixture
def practitioner():
    return practising(by=get_user_model().objects.create_user("dana")).alice


def now_of(reviewer) -> Reviewer:
    return Reviewer.objects.get(pk=reviewer.pk)


def asks(about):
    ask(now_of(about.reviewer), "Why?", about=about, at=timezone.now())


def is_told(about, *, her=None):
    dana = get_user_model().objects.get(username="dana")
    tell(now_of(her or about.reviewer), "So.", by=dana, about=about, at=timezone.now())


@on_postgresql
@pytest.mark.parametrize("writes", [asks, is_told])
def test_a_message_about_an_item_and_the_answer_that_ends_practice_do_not_stop_each_other(
    practitioner, in_the_middle, writes
):
    first, last = practice_items(practitioner)
    answer_practice(first, OTHER)
    reached, go_on = in_the_middle(rating, "_store_deviations")
    submitting, writing = Apart(lambda: answer_practice(last, OTHER)), Apart(lambda: writes(last))
    submitting.start()
    assert reached.wait(5)
    writing.start()
    writing.join(0.5)
    go_on.set()
    for each in (submitting, writing):
        each.join(10)
    assert (submitting.outcome, writing.outcome) == (last.ratings.get(), None)
    assert Message.objects.get().assignment == last


@on_postgresql
def test_a_message_to_all_that_is_still_being_sent_is_not_marked_as_read(
    practitioner, in_the_middle
):
    dana, study = get_user_model().objects.get(username="dana"), practitioner.study
    reached, go_on = in_the_middle(messages, "_confirmed")
    to_all = Apart(lambda: tell_panel(study, "All.", by=dana, at=timezone.now()))
    to_her = Apart(lambda: is_told(None, her=practitioner))
    to_all.start()
    assert reached.wait(5)
    to_her.start()
    to_her.join(0.5)
    mark_as_read(practitioner, messages_for(practitioner))
    go_on.set()
    for each in (to_all, to_her):
        each.join(10)
    assert (to_all.outcome, to_her.outcome) == (None, None)
    news = messages_for(now_of(practitioner)).messages
    assert [(one.text, one.is_new) for one in news] == [("All.", True), ("So.", True)]


@on_postgresql
@pytest.mark.parametrize("begins", [leave, lambda her: practise_again(her, at=timezone.now())])
def test_a_question_under_way_is_kept_when_its_reviewer_leaves_or_practises_again(
    practitioner, in_the_middle, begins
):
    practise(practitioner, OTHER, OTHER)
    reached, go_on = in_the_middle(messages, "_told")
    asking = Apart(lambda: asks(practice_items(practitioner)[0]))
    beginning = Apart(lambda: begins(practitioner))
    asking.start()
    assert reached.wait(5)
    beginning.start()
    beginning.join(0.5)
    go_on.set()
    for each in (asking, beginning):
        each.join(10)
    assert asking.outcome is None
    assert beginning.outcome in (None, True)
    assert Message.objects.count() == 1
