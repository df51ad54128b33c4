"""Migrations run on a database with data in it, there and back."""

from dataclasses import dataclass

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from raters import append_only_guard
from raters.frozen_guard import check_guards, make_way, remove_guards
from raters.letting_in import decide
from raters.lifecycle import open_round
from raters.messages import ask, tell
from raters.models import Study
from raters.practising import practise_again
from raters.rating import mark_as_shown
from tests.raters.locked_studies import practice_row, rotating
from tests.raters.practice import OTHER, practise, practising
from tests.studies import rate

BEFORE = [("raters", "0001_initial"), ("rubrics", "0001_initial")]
AFTER = [("raters", "0003_designs_and_states_of_earlier_studies"), ("rubrics", "0001_initial")]
NOW = timezone.now()


def migrate(targets):
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    return MigrationExecutor(connection).loader.project_state(targets).apps


@dataclass(frozen=True)
class Walk:
    """What was found on the way; by the study's slug."""

    faults_before: list
    states: dict[str, str]
    asks_metadata: dict[str, bool]
    rounds_after: list[tuple]
    rounds_back: list[tuple]


@pytest.fixture(scope="module")
def walk(django_db_setup, django_db_blocker) -> Walk:
    """From the schema before studies had a design to the one after, back, and to the newest.

    Once for all tests: the way there and back takes longer than a hundred others.
    """
    with django_db_blocker.unblock():
        remove_guards()
        try:
            return walked(migrate(BEFORE))
        finally:
            migrate(MigrationExecutor(connection).loader.graph.leaf_nodes())
            remove_guards()
            append_only_guard.remove_guards()
            call_command("flush", verbosity=0, interactive=False)


def walked(earlier) -> Walk:
    faults_before = check_guards(databases=["default"])
    rubric = earlier.get_model("rubrics", "Rubric").objects.create(
        name="old", title="Old", content_hash="0"
    )
    a_study(earlier, "planned")
    of_the_rubric = a_study(earlier, "open", opened=NOW)
    type(of_the_rubric).objects.filter(pk=of_the_rubric.pk).update(rubric=rubric)
    a_study(earlier, "closed", opened=NOW, closed=NOW)
    later = migrate(AFTER)
    studies = later.get_model("raters", "Study").objects.all()
    return Walk(
        faults_before=faults_before,
        states={study.slug: study.state for study in studies},
        asks_metadata={study.slug: study.design.asks_metadata for study in studies},
        rounds_after=rounds(later, "study__slug", "rubric__name", "kind"),
        rounds_back=rounds(migrate(BEFORE), "study__slug", "opened_at", "closed_at"),
    )


def rounds(apps, *columns: str) -> list[tuple]:
    return sorted(apps.get_model("raters", "Round").objects.values_list(*columns))


def a_study(apps, slug: str, *, opened=None, closed=None):
    study = apps.get_model("raters", "Study").objects.create(
        slug=slug, title=slug, public_title=slug, public_code=slug
    )
    if opened:
        study.rounds.create(number=1, opened_at=opened, closed_at=closed)
    return study


@pytest.mark.django_db(transaction=True)
def test_a_study_from_before_the_lock_gets_a_design_and_the_state_it_is_in(walk):
    assert walk.states == {"planned": "draft", "open": "collecting", "closed": "closed"}
    assert walk.asks_metadata == {"planned": True, "open": False, "closed": False}


@pytest.mark.django_db(transaction=True)
def test_the_rounds_of_such_a_study_keep_its_rubric(walk):
    assert walk.rounds_after == [("closed", None, "live"), ("open", "old", "live")]


@pytest.mark.django_db(transaction=True)
def test_the_way_back_keeps_studies_and_rounds(walk):
    assert walk.rounds_back == [("closed", NOW, NOW), ("open", NOW, None)]


@pytest.mark.django_db(transaction=True)
def test_the_check_says_nothing_of_a_schema_from_before_the_lock(walk):
    assert walk.faults_before == []


# --- By the command, with a study that is under way


@pytest.fixture
def under_way(transactional_db, dana):
    """Practice, a live round, hidden repeats and a rating; and the newest schema comes back."""
    study = rotating(by=dana, rows=[practice_row("warm-up")], repeats=1, repeat_gap=1)
    open_round(study, by=dana)
    first = study.assignments.filter(round__kind="live", item__role="real").first()
    # Shown before practice came first; no outcome of practice was recorded then.
    mark_as_shown(first, at=timezone.now())
    first.refresh_from_db()
    rate(first)
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


@pytest.fixture
def practised(transactional_db, dana):
    """Strict order, a pass mark, an attempt that was repeated, a decision and two messages."""
    panel = practising(by=dana, attempts=1, strict_order=True)
    practise(panel.alice, OTHER, OTHER)
    decide(panel.alice, "one_more_attempt", reason="Tired.", by=dana, at=timezone.now())
    practise_again(panel.alice, at=timezone.now())
    ask(panel.alice, "Why?", at=timezone.now())
    tell(panel.alice, "So.", by=dana, at=timezone.now())
    yield panel.study
    call_command("migrate", verbosity=0)


def test_what_the_schema_before_messages_and_practice_cannot_hold_is_refused_and_listed(practised):
    with pytest.raises(CommandError) as refusal:
        call_command("migrate", "raters", "0005", verbosity=0)
    assert str(refusal.value) == (
        "Nothing was migrated. The schema before 0006 has no place for: messages (2), outcomes of "
        "practice (1), decisions about practice (1), practice items that were begun anew (2), pass "
        "marks of practice (1), limits of attempts at practice (1), designs in strict order (1). "
        "Restore a copy of the database from before instead."
    )
    assert practised.messages.count() == 2
    assert is_guarded(practised)


def test_a_way_back_over_several_schemas_lists_what_each_cannot_hold(practised):
    with pytest.raises(CommandError, match=r"before 0002 .*locked.* before 0006 .*messages \(2\)"):
        call_command("migrate", "raters", "0001", verbosity=0)


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
