"""Migrations run on a database with data in it, there and back."""

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from raters.frozen_guard import check_guards, make_way, remove_guards
from raters.lifecycle import open_round
from raters.models import Study
from tests.raters.locked_studies import practice_row, rotating
from tests.studies import rate

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


# --- By the command, with a study that is under way


@pytest.fixture
def under_way(transactional_db, dana):
    """Practice, a live round, hidden repeats and a rating; and the newest schema comes back."""
    study = rotating(by=dana, rows=[practice_row("warm-up")], repeats=1, repeat_gap=1)
    open_round(study, by=dana)
    rate(study.assignments.filter(round__kind="live", item__role="real").first())
    yield study
    call_command("migrate", verbosity=0)


def is_guarded(study) -> bool:
    try:
        with transaction.atomic():
            study.cases.update(context="changed")
    except DatabaseError:
        return True
    return False


def state_of(study) -> tuple:
    now = Study.objects.get(pk=study.pk)
    return now.state, now.protocol_version, now.protocols.count(), now.rounds.count()


def test_one_migration_back_and_there_again_changes_nothing(under_way):
    before = state_of(under_way)
    call_command("migrate", "raters", "0002", verbosity=0)
    call_command("migrate", verbosity=0)
    assert state_of(under_way) == before
    assert is_guarded(under_way)


def test_what_the_schema_before_the_lock_cannot_hold_is_refused_and_stays_guarded(under_way):
    before = state_of(under_way)
    with pytest.raises(CommandError, match=r"locked protocols \(1\).*practice rounds \(1\)"):
        call_command("migrate", "raters", "0001", verbosity=0)
    assert state_of(under_way) == before
    assert is_guarded(under_way)


def test_where_there_is_nothing_to_migrate_the_guards_stay_up(under_way, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr("raters.frozen_guard.remove_guards", lambda **kwargs: pytest.fail("down"))
        make_way(using="default", plan=[])
    assert is_guarded(under_way)


def test_guards_that_a_failed_migration_left_down_are_named_by_the_check(under_way):
    assert check_guards(databases=["default"]) == []
    remove_guards()
    [warning] = check_guards(databases=["default"])
    assert (warning.id, is_guarded(under_way)) == ("raters.W001", False)


def test_the_next_migrate_puts_them_up_again(under_way):
    remove_guards()
    call_command("migrate", verbosity=0)
    assert check_guards(databases=["default"]) == []
    assert is_guarded(under_way)


def test_the_check_says_nothing_of_a_schema_from_before_the_lock(earlier):
    assert check_guards(databases=["default"]) == []
