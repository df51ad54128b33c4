"""Migrations run on a database with data in it, there and back."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

BEFORE = [("raters", "0001_initial"), ("rubrics", "0001_initial")]
AFTER = [("raters", "0003_designs_and_states_of_earlier_studies"), ("rubrics", "0001_initial")]
NOW = timezone.now()


def migrate(targets):
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    return MigrationExecutor(connection).loader.project_state(targets).apps


@pytest.fixture
def earlier(transactional_db):
    """The models as they were before studies had a design; the newest schema comes back."""
    from raters.frozen_guard import remove_guards

    remove_guards()
    yield migrate(BEFORE)
    migrate(MigrationExecutor(connection).loader.graph.leaf_nodes())


def a_study(apps, slug: str, *, opened=None, closed=None):
    study = apps.get_model("raters", "Study").objects.create(
        slug=slug, title=slug, public_title=slug, public_code=slug
    )
    if opened:
        study.rounds.create(number=1, opened_at=opened, closed_at=closed)
    return study


def test_a_study_from_before_the_lock_gets_a_design_and_the_state_it_is_in(earlier):
    a_study(earlier, "planned")
    a_study(earlier, "open", opened=NOW)
    a_study(earlier, "closed", opened=NOW, closed=NOW)
    studies = migrate(AFTER).get_model("raters", "Study").objects.all()
    assert {study.slug: study.state for study in studies} == {
        "planned": "draft",
        "open": "collecting",
        "closed": "closed",
    }
    assert {s.slug: s.design.asks_metadata for s in studies} == {
        "planned": True,
        "open": False,
        "closed": False,
    }


def test_the_rounds_of_such_a_study_keep_its_rubric(earlier):
    rubric = earlier.get_model("rubrics", "Rubric").objects.create(
        name="old", title="Old", content_hash="0"
    )
    study = a_study(earlier, "open", opened=NOW)
    type(study).objects.update(rubric=rubric)
    round = migrate(AFTER).get_model("raters", "Round").objects.get()
    assert (round.rubric_id, round.kind) == (rubric.pk, "live")


def test_the_way_back_keeps_studies_and_rounds(earlier):
    a_study(earlier, "open", opened=NOW)
    migrate(AFTER)
    apps = migrate(BEFORE)
    round = apps.get_model("raters", "Round").objects.get()
    assert (round.study.slug, round.opened_at) == ("open", NOW)
