"""The invariants that the database itself keeps, each asked by name."""

from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from raters.frozen_guard import remove_guards
from raters.models import Item, Message, Rating, Reviewer, Round, Score, Turn
from raters.models.append_only import WrittenOnceError
from tests.studies import assignment_at, rate

pytestmark = pytest.mark.django_db


@pytest.fixture
def assignment(alice):
    return assignment_at(alice, 1)


@pytest.fixture
def thawed(db):
    """Without the guards of a locked study, so that a constraint can be seen at work."""
    remove_guards()


def refused(make) -> str:
    with pytest.raises(IntegrityError) as error, transaction.atomic():
        make()
    return str(error.value)


def scored(assignment, **fields):
    given = {"study": assignment.study, "assignment": assignment, "revision": 1}
    given |= {"justification": "Because.", "submitted_at": timezone.now()}
    return Rating.objects.create(**given | fields)


def test_a_reviewer_meets_an_item_once_per_round(thawed, assignment):
    copy = {"position": 99, "item": assignment.item, "reviewer": assignment.reviewer}
    shared = {"study": assignment.study, "round": assignment.round}
    assert "UNIQUE" in refused(lambda: type(assignment).objects.create(**copy, **shared)).upper()


def test_two_items_cannot_stand_at_one_position(thawed, assignment):
    other = assignment_at(assignment.reviewer, 2)
    refused(lambda: type(assignment).objects.filter(pk=other.pk).update(position=1))


def test_a_real_item_has_an_arm(study):
    case = study.cases.first()
    found = refused(lambda: Item.objects.create(study=study, case=case, source_id="x"))
    assert "real_item_has_an_arm" in found


def test_an_arm_answers_a_case_once(study):
    item = study.items.real().first()
    refused(
        lambda: Item.objects.create(study=study, case=item.case, arm=item.arm, source_id="again")
    )


def test_a_turn_says_something(study):
    item = study.items.first()
    found = refused(lambda: Turn.objects.create(study=study, item=item, number=9, text=""))
    assert "turn_says_something" in found


def test_a_scored_rating_is_justified(assignment):
    assert "scored_rating_is_justified" in refused(lambda: scored(assignment, justification=""))


def test_a_defective_item_has_a_reason(assignment):
    def make():
        scored(assignment, outcome="defective", defect="unreadable", justification="")

    assert "defective_item_has_a_reason" in refused(make)


def test_a_revision_exists_once(assignment):
    scored(assignment)
    refused(lambda: scored(assignment))


def test_a_round_does_not_close_before_it_opens(study):
    now = timezone.now()
    early = now - timezone.timedelta(days=1)
    found = refused(
        lambda: Round.objects.create(study=study, number=5, opened_at=now, closed_at=early)
    )
    assert "round_closes_after_it_opens" in found


def test_an_llm_judge_does_not_sign_in(study, dana):
    def make():
        Reviewer.objects.create(study=study, user=dana, pseudonym="J1", kind="llm_judge")

    assert "llm_judge_does_not_sign_in" in refused(make)


def test_a_person_is_one_reviewer_per_study(thawed, alice):
    refused(lambda: Reviewer.objects.create(study=alice.study, user=alice.user, pseudonym="R99"))


def test_a_stored_score_cannot_be_saved_again(assignment):
    score = rate(assignment).scores.first()
    score.value = 2
    with pytest.raises(WrittenOnceError):
        score.save()


def test_a_stored_rating_cannot_be_updated_or_deleted(assignment):
    rating = rate(assignment)
    with pytest.raises(WrittenOnceError):
        Rating.objects.filter(pk=rating.pk).update(justification="Other.")
    with pytest.raises(WrittenOnceError):
        rating.delete()


@pytest.mark.parametrize("table", ["raters_rating", "raters_score", "raters_evidence"])
def test_the_database_refuses_to_change_what_was_submitted(assignment, table):
    rate(assignment)
    with pytest.raises(Exception, match="never changed"), transaction.atomic():
        connection.cursor().execute(f"UPDATE {table} SET study_id = study_id")  # noqa: S608


def test_a_long_quote_can_be_stored(assignment):
    score = rate(assignment).scores.first()
    turn = assignment.item.turns.last()
    kept = score.evidence.create(
        study=score.study, turn=turn, kind="quote", words="word " * 4000, start=0
    )
    assert len(type(kept).objects.get(pk=kept.pk).words) == 20000


def test_the_same_citation_is_stored_once(assignment):
    score = rate(assignment).scores.first()
    turn = assignment.item.turns.last()
    refused(lambda: score.evidence.create(study=score.study, turn=turn))


def test_a_question_is_scored_once_per_rating(assignment):
    score = rate(assignment).scores.first()
    copy = {"study": score.study, "rating": score.rating, "question": score.question}
    refused(lambda: Score.objects.create(**copy, value=0, final=0))


def test_a_final_answer_is_the_entered_or_the_suggested_one(assignment):
    score = rate(assignment).scores.first()
    rating = scored(assignment, revision=2)
    copy = {"study": score.study, "rating": rating, "question": score.question}
    found = refused(lambda: Score.objects.create(**copy, value=0, final=1))
    assert "final_answer_is_the_entered_or_the_suggested_one" in found


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite has no TRUNCATE")
def test_postgresql_refuses_to_empty_a_table_of_what_was_submitted(assignment):
    rate(assignment)
    connection.check_constraints()
    with pytest.raises(Exception, match="never deleted"), transaction.atomic():
        connection.cursor().execute("TRUNCATE raters_rating CASCADE")


def test_a_submission_is_one_rating(assignment):
    name = uuid4()
    scored(assignment, submission=name)
    refused(lambda: scored(assignment, revision=2, submission=name))


def test_a_message_says_something(alice, dana):
    written = {"study": alice.study, "reviewer": alice, "by_study": False, "author": dana}
    found = refused(lambda: Message.objects.create(**written, text="", sent_at=timezone.now()))
    assert "message_says_something" in found


def test_a_message_to_the_panel_is_about_no_item(assignment, dana):
    written = {"study": assignment.study, "by_study": True, "author": dana, "text": "Note."}
    found = refused(
        lambda: Message.objects.create(**written, assignment=assignment, sent_at=timezone.now())
    )
    assert "message_to_the_panel_is_from_the_study_and_about_no_item" in found
