"""Two submits at once: one is kept, whole. On the real database, with real connections."""

import threading

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.utils import timezone

from raters.models import Assignment, Rating
from raters.rating import RatedElsewhere, answers_of, in_one_order, submit
from tests.studies import Panel, complete_answers, small_study

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
