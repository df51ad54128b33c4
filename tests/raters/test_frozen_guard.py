"""What a locked protocol fixed is refused by the database, whoever asks."""

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from raters.frozen_guard import WHOLE_ROWS
from raters.lifecycle import close_round, open_round, start_pilot
from raters.models import Assignment, Rating, Study
from rubrics.models import Question, Rubric
from tests.studies import lock_in_spite, rate, welcomed

pytestmark = pytest.mark.django_db


@pytest.fixture
def locked(study, dana):
    from raters.panel import add_reviewers

    [welcomed(each) for each in add_reviewers(study, 2, by=dana)]
    lock_in_spite(study, by=dana)
    study.refresh_from_db()
    return study


WORDS = r"locked|does not move|stays so|begins as|there is such a row"


def refused(change) -> bool:
    with (
        pytest.raises(
            DatabaseError,
            match=WORDS,
        ),
        transaction.atomic(),
    ):
        change()
    return True


def amended(study) -> None:
    """As an amendment begins: with its reason, and without what ends it."""
    [by] = [admin.user for admin in study.admins.all()]
    given = {"kind": "design", "reason": "Why.", "by": by, "at": timezone.now()}
    study.amendments.create(version=study.protocol_version + 1, **given)
    type(study).objects.filter(pk=study.pk).update(state="amending")


def elsewhere(study):
    return type(study).objects.create(slug="other", title="Other", public_title="Other")


def moved_in(study):
    """A question of another rubric becomes one of the locked study's."""
    other = Rubric.objects.create(name="other", title="Other", content_hash="0" * 64)
    given = {"kind": "dimension", "scale_min": 0, "scale_max": 2}
    question = other.questions.create(key="other", position=99, label="Other", **given)
    Question.objects.filter(pk=question.pk).update(rubric=study.rubric)


def added(study, rows, **fields):
    """A row that names another study, and belongs to a row of the locked one."""
    rows.create(study=elsewhere(study), **fields)


def expected_of_another_question(study):
    control = study.controls.first()
    known = control.expected.values("question")
    question = study.rubric.questions.exclude(pk__in=known).first()
    added(study, control.expected, question=question, low=0, high=0)


def placed_again(study):
    row = study.assignments.first()
    given = {"round": row.round, "reviewer": row.reviewer, "item": row.item}
    added(study, Assignment.objects, showing=2, position=99, **given)


def kept(study):
    [by] = [admin.user for admin in study.admins.all()]
    given = {"turn": 1, "kind": "email", "words": "w", "reason": "r", "by": by}
    study.kept_texts.create(item=study.items.first(), **given)


CHANGES = {
    "a turn by way of another study": lambda s: added(
        s, s.items.first().turns, number=50, role="user", text="x"
    ),
    "an expected answer by way of another study": expected_of_another_question,
    "a place by way of another study": placed_again,
    "an item by way of another study": lambda s: added(
        s, s.cases.first().items, role="control", source_id="x"
    ),
    "a question moved into the rubric": moved_in,
    "a reviewer who left": lambda s: s.reviewers.update(left_at=s.created_at),
    "words kept": kept,
    "a turn's words": lambda s: s.items.first().turns.update(text="other"),
    "an item's role": lambda s: s.items.real().update(role="control"),
    "a new item": lambda s: s.items.create(case=s.cases.first(), role="control", source_id="n"),
    "an item removed": lambda s: s.items.first().turns.all()._raw_delete("default"),
    "a case's context": lambda s: s.cases.update(context="other"),
    "an arm's name": lambda s: s.arms.update(name="other"),
    "a control's key": lambda s: s.controls.first().expected.update(low=1, high=1),
    "a control's flavour": lambda s: s.controls.update(flavour="instability"),
    "the target": lambda s: type(s.design).objects.filter(study=s).update(target="0.9"),
    "the seed": lambda s: type(s).objects.filter(pk=s.pk).update(seed=1),
    "the rubric chosen": lambda s: type(s).objects.filter(pk=s.pk).update(rubric=None),
    "a descriptor of the rubric": lambda s: s.rubric.questions.first().descriptors.update(text="x"),
    "a question of the rubric": lambda s: s.rubric.questions.update(label="other"),
    "a place in a queue": lambda s: s.assignments.update(position=99),
    "an assignment removed": lambda s: s.assignments.all()._raw_delete("default"),
    "a reviewer's level": lambda s: s.reviewers.update(stratum="other"),
    "a new reviewer": lambda s: s.reviewers.create(pseudonym="R99"),
    "another rubric for the round": lambda s: s.rounds.update(rubric=None),
    "back to draft": lambda s: type(s).objects.filter(pk=s.pk).update(state="draft"),
    "closed without a round": lambda s: type(s).objects.filter(pk=s.pk).update(state="closed"),
    "an older version": lambda s: type(s).objects.filter(pk=s.pk).update(protocol_version=0),
}


@pytest.mark.parametrize("what", CHANGES)
def test_after_the_lock_the_database_refuses_to_change(locked, what):
    assert refused(lambda: CHANGES[what](locked))


def test_what_happens_after_the_lock_is_written_all_the_same(locked):
    Assignment.objects.filter(study=locked).update(first_shown_at=locked.created_at)
    locked.reviewers.update(years_of_experience=3)


def test_a_draft_is_not_frozen(study):
    assert study.cases.update(context="other") == study.cases.count()


def test_another_study_beside_a_locked_one_is_not_frozen(locked, dana):
    from tests.studies import small_study

    other = small_study(by=dana, slug="other")
    assert other.arms.update(name="renamed", study=other) if other.arms.count() == 1 else True
    assert other.cases.update(domain="changed") == other.cases.count()


def test_a_row_cannot_be_moved_into_a_locked_study(locked, dana):
    from tests.studies import small_study

    other = small_study(by=dana, slug="other")
    assert refused(lambda: other.cases.update(study=locked, source_id="moved"))


def test_every_table_of_the_design_is_guarded():
    assert {"arm", "case", "item", "turn", "control", "expectedanswer", "design"} <= set(WHOLE_ROWS)


def test_an_amendment_ends_with_a_new_version_of_the_protocol(locked):
    amended(locked)
    locked.cases.update(context="changed")
    assert refused(lambda: Study.objects.filter(pk=locked.pk).update(state="locked"))
    changed = {"state": "locked", "protocol_version": locked.protocol_version + 1}
    assert refused(lambda: Study.objects.filter(pk=locked.pk).update(**changed))


def test_a_draft_is_locked_only_with_a_protocol(study):
    changed = {"state": "locked", "protocol_version": 1}
    assert refused(lambda: Study.objects.filter(pk=study.pk).update(**changed))


def test_a_version_is_counted_by_nothing_but_a_seal(study):
    assert refused(lambda: Study.objects.filter(pk=study.pk).update(protocol_version=7))


@pytest.mark.parametrize("given", [{"state": "closed"}, {"protocol_version": 1}])
def test_a_study_begins_as_a_draft(db, given):
    names = {"slug": "new", "title": "New", "public_title": "New"}
    assert refused(lambda: Study.objects.create(**names, **given))


def test_a_round_is_not_opened_while_its_study_is_locked(locked):
    assert refused(lambda: locked.rounds.update(opened_at=timezone.now()))


@pytest.mark.parametrize("column", ["opened_at", "closed_at"])
@pytest.mark.parametrize("value", [None, timezone.now()])
def test_when_a_round_was_opened_and_closed_stays(locked, dana, column, value):
    open_round(locked, by=dana)
    close_round(locked, by=dana)
    assert refused(lambda: locked.rounds.update(**{column: value}))


def test_when_a_pilot_was_opened_stays_too(study, dana):
    from raters.panel import add_reviewers

    round = start_pilot(study, add_reviewers(study, 1, by=dana), n_items=1, by=dana)
    assert refused(lambda: study.rounds.filter(pk=round.pk).update(opened_at=timezone.now()))


def replaced(row, **changes) -> None:
    """As SQLite does without a word: the old row goes, and no trigger on DELETE hears of it."""
    table = row._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table} WHERE id = %s", [row.pk])  # noqa: S608
        columns = [column[0] for column in cursor.description]
        values = dict(zip(columns, cursor.fetchone(), strict=True)) | changes
        marks = ", ".join(["%s"] * len(values))
        into = f"INSERT OR REPLACE INTO {table} ({', '.join(values)}) VALUES ({marks})"  # noqa: S608
        cursor.execute(into, list(values.values()))


REPLACED = {
    "the study's seed": lambda s: replaced(s, seed=424242),
    "a turn": lambda s: replaced(s.items.first().turns.first(), item_id=0, study_id=0),
    "a place in a queue": lambda s: replaced(s.assignments.first(), id=0, round_id=0, study_id=0),
    "the rubric": lambda s: replaced(s.rubric, title="Another"),
    "a protocol": lambda s: replaced(s.protocols.get(), sha256="0" * 64),
    "a protocol under another number": lambda s: replaced(s.protocols.get(), id=99, sha256="0"),
}


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite has INSERT OR REPLACE")
@pytest.mark.parametrize("what", REPLACED)
def test_no_row_takes_the_place_of(locked, what):
    assert refused(lambda: REPLACED[what](locked))


def test_what_was_rated_cannot_be_deleted(locked, dana):
    open_round(locked, by=dana)
    rating = rate(locked.assignments.filter(item__role="real").first())
    for row in (rating.scores.first().evidence.first(), rating, locked.audit_events.first()):
        rows = type(row)._base_manager.filter(pk=row.pk)
        with pytest.raises(DatabaseError, match="never deleted"), transaction.atomic():
            rows._raw_delete("default")
    assert Rating.objects.get() == rating
