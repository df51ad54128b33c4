"""What a locked protocol fixed is refused by the database, whoever asks."""

import pytest
from django.db import DatabaseError, transaction

from raters.frozen_guard import WHOLE_ROWS
from raters.models import Assignment, Round
from tests.studies import lock_in_spite, welcomed

pytestmark = pytest.mark.django_db


@pytest.fixture
def locked(study, dana):
    from raters.panel import add_reviewers

    [welcomed(each) for each in add_reviewers(study, 2, by=dana)]
    lock_in_spite(study, by=dana)
    study.refresh_from_db()
    return study


def refused(change) -> bool:
    with pytest.raises(DatabaseError, match=r"locked|does not move"), transaction.atomic():
        change()
    return True


CHANGES = {
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
    Round.objects.filter(study=locked).update(opened_at=locked.created_at)
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
