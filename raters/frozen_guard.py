"""The database itself refuses to change what a locked protocol fixed.

Removed before a `migrate` that has something to do and installed after every one: SQLite cannot
rebuild a table that another table's trigger names. Where a migration failed in between, the check
below says that guards are missing. What counts as locked, and which moves there are: states.py.
"""

from collections.abc import Iterator

from django.apps import apps
from django.core import checks
from django.db import connections

from raters.append_only_guard import guards as append_only_guards
from raters.append_only_guard import make_way as append_only_makes_way
from raters.states import AMENDED_MOVES, FROZEN, MOVES, State
from raters.triggers import DIFFERS, Trigger, drop, install, installed, takes_the_place
from raters.way_back import require_way_back

PREFIX = "frozen"
REFUSAL = "the study is locked; amend it with a reason"
MOVE_REFUSAL = "a study does not move between these states; a locked one only by an amendment"
BIRTH_REFUSAL = "a study begins as a draft that was never locked"
TIMES_REFUSAL = "what was opened or closed stays so; a round does not move back"
OPENING_REFUSAL = "a round is opened by moving its study on; while it is locked none is"
REPLACE_REFUSAL = "there is such a row, and no row takes the place of another"
WHOLE_ROWS = ("arm", "case", "item", "turn", "control", "expectedanswer", "design", "drawnqueue")
# Of these only the named columns are fixed; the others tell what happened since.
COLUMNS = {
    "assignment": ("round_id", "reviewer_id", "item_id", "position", "showing", "page", "label"),
    "round": ("kind", "number", "rubric_id"),
    "reviewer": ("pseudonym", "stratum", "kind", "user_id", "left_at"),
}
# A row belongs to the study that it names, and to those of the rows that it names.
PARENTS = {
    "item": {"case_id": "case", "arm_id": "arm"},
    "turn": {"item_id": "item"},
    "control": {"item_id": "item"},
    "expectedanswer": {"control_id": "control"},
    "assignment": {"round_id": "round", "reviewer_id": "reviewer", "item_id": "item"},
    "drawnqueue": {"round_id": "round", "reviewer_id": "reviewer"},
    "kepttext": {"item_id": "item"},
}
STUDY_COLUMNS = (
    "slug",
    "title",
    "public_title",
    "instructions",
    "rubric_id",
    "seed",
    "show_context",
    "show_reference",
    "numbered_by",
    "consistency",
    "is_rehearsal",
    "public_code",
    "protocol_version",
)
OF_A_RUBRIC = {
    "rubric": "{row}.id",
    "question": "{row}.rubric_id",
    "descriptor": "(SELECT rubric_id FROM rubrics_question WHERE id = {row}.question_id)",
}
OPENING = (State.COLLECTING, State.AMENDING)
# Into a lock, and out of an amendment.
SEALING_MOVES = {(old, new) for old, new in MOVES if old == State.AMENDING or new == State.LOCKED}


def make_way(sender=None, using="default", plan=(), apps=apps, **kwargs) -> None:
    """Handler of `pre_migrate`. What cannot go back is refused while the guards are still up."""
    require_way_back(plan, apps, using=using)
    if plan:
        remove_guards(using=using)
        append_only_makes_way(using=using)


def remove_guards(sender=None, using="default", **kwargs) -> None:
    connection = connections[using]
    drop(connection, [name for name in installed(connection) if name.startswith(f"{PREFIX}_")])


def install_guards(sender=None, using="default", **kwargs) -> None:
    """Handler of `post_migrate`."""
    connection = connections[using]
    remove_guards(using=using)
    if _is_migrated(connection):
        install(connection, guards(connection.vendor))


def check_guards(databases=None, **kwargs) -> list[checks.CheckMessage]:
    """A warning: an error would keep `migrate` itself from installing them."""
    return [warning for using in databases or () for warning in _warnings(connections[using])]


def _warnings(connection) -> Iterator[checks.CheckMessage]:
    if not _is_migrated(connection):
        return
    expected = [*append_only_guards(connection.vendor), *guards(connection.vendor)]
    if missing := {trigger.name for trigger in expected} - installed(connection).keys():
        yield checks.Warning(
            f"The database {connection.alias} lacks {len(missing)} of the guards that keep locked "
            "protocols and ratings as they are.",
            hint="A migration may have failed. Mend it and run manage.py migrate, which installs "
            "them, before anybody uses the site.",
            id="raters.W001",
        )


def _is_migrated(connection) -> bool:
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        if "raters_study" not in tables or "raters_protocol" not in tables:
            return False
        columns = connection.introspection.get_table_description(cursor, "raters_study")
    return "state" in {column.name for column in columns}


def guards(vendor: str) -> Iterator[Trigger]:
    differs = DIFFERS[vendor]
    for model in (*WHOLE_ROWS, *COLUMNS):
        yield from _guards_of(model, differs)
    kept = _is_frozen("NEW", "kepttext")
    yield Trigger(f"{PREFIX}_insert_kepttext", "raters_kepttext", "INSERT", kept, REFUSAL)
    yield from _guards_of_times(differs)
    yield from _guards_of_the_study(differs)
    yield from _guards_of_rubrics()
    if vendor == "sqlite":
        yield from _guards_against_replacing()


def _guards_of(model: str, differs: str) -> Iterator[Trigger]:
    table, old, new = f"raters_{model}", _is_frozen("OLD", model), _is_frozen("NEW", model)
    yield Trigger(f"{PREFIX}_insert_{model}", table, "INSERT", new, REFUSAL)
    yield Trigger(f"{PREFIX}_delete_{model}", table, "DELETE", old, REFUSAL)
    condition = f"({old} OR {new})"
    if model in COLUMNS:
        changed = _any_differs(("study_id", *COLUMNS[model]), differs)
        condition = f"({changed}) AND {condition}"
    yield Trigger(f"{PREFIX}_update_{model}", table, "UPDATE", condition, REFUSAL)


def _guards_of_times(differs: str) -> Iterator[Trigger]:
    """In every state: a round is opened once and closed once."""
    changed = " OR ".join(
        f"(OLD.{column} IS NOT NULL AND OLD.{column} {differs} NEW.{column})"
        for column in ("opened_at", "closed_at")
    )
    yield Trigger(f"{PREFIX}_times_round", "raters_round", "UPDATE", changed, TIMES_REFUSAL)
    opened = (
        "OLD.opened_at IS NULL AND NEW.opened_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "  # noqa: S608
        f"raters_study WHERE id = NEW.study_id AND state IN ({_listed(OPENING)}))"
    )
    yield Trigger(f"{PREFIX}_opening_round", "raters_round", "UPDATE", opened, OPENING_REFUSAL)


def _guards_of_the_study(differs: str) -> Iterator[Trigger]:
    table = "raters_study"
    changed = _any_differs(STUDY_COLUMNS, differs)
    frozen = f"OLD.state IN ({_listed(FROZEN)})"
    yield Trigger(f"{PREFIX}_study", table, "UPDATE", f"{frozen} AND ({changed})", REFUSAL)
    yield Trigger(f"{PREFIX}_delete_study", table, "DELETE", frozen, REFUSAL)
    moved = _any_differs(("state", "protocol_version"), differs)
    condition = f"({moved}) AND NOT ({_is_a_move()})"
    yield Trigger(f"{PREFIX}_move", table, "UPDATE", condition, MOVE_REFUSAL)
    is_not_new = f"NEW.state <> '{State.DRAFT}' OR NEW.protocol_version <> 0"
    yield Trigger(f"{PREFIX}_insert_study", table, "INSERT", is_not_new, BIRTH_REFUSAL)


def _guards_of_rubrics() -> Iterator[Trigger]:
    for model, expression in OF_A_RUBRIC.items():
        old, new = (_is_asked(expression.format(row=row)) for row in ("OLD", "NEW"))
        of_event = {"INSERT": new, "UPDATE": f"{old} OR {new}", "DELETE": old}
        for event, condition in of_event.items():
            name = f"{PREFIX}_{event.lower()}_{model}"
            yield Trigger(name, f"rubrics_{model}", event, condition, REFUSAL)


def _guards_against_replacing() -> Iterator[Trigger]:
    names = [f"raters.{model}" for model in (*WHOLE_ROWS, *COLUMNS, "study")]
    for name in [*names, *(f"rubrics.{model}" for model in OF_A_RUBRIC)]:
        model = apps.get_model(name)
        table, is_there = model._meta.db_table, takes_the_place(model)
        yield Trigger(f"{PREFIX}_replace_{table}", table, "INSERT", is_there, REPLACE_REFUSAL)


def _is_frozen(row: str, model: str) -> str:
    # All names here are this file's own.
    studies = [
        f"{row}.study_id",
        *(
            f"(SELECT study_id FROM raters_{parent} WHERE id = {row}.{column})"  # noqa: S608
            for column, parent in PARENTS.get(model, {}).items()
        ),
    ]
    return (
        f"EXISTS (SELECT 1 FROM raters_study WHERE id IN ({', '.join(studies)}) "  # noqa: S608
        f"AND state IN ({_listed(FROZEN)}))"
    )


def _is_asked(rubric: str) -> str:
    """By a locked study, in one of its rounds or of one of its items."""
    return " OR ".join(
        f"EXISTS (SELECT 1 FROM {table} used JOIN raters_study s ON s.id = used.study_id "  # noqa: S608
        f"WHERE used.rubric_id = {rubric} AND s.state IN ({_listed(FROZEN)}))"
        for table in ("raters_round", "raters_item")
    )


def _is_a_move() -> str:
    """A version is counted with a seal, and by nothing else."""
    amended = (
        "EXISTS (SELECT 1 FROM raters_amendment WHERE study_id = OLD.id "
        "AND version = OLD.protocol_version + 1)"
    )
    sealed = (
        "NEW.protocol_version = OLD.protocol_version + 1 AND EXISTS (SELECT 1 FROM "
        "raters_protocol WHERE study_id = OLD.id AND version = NEW.protocol_version)"
    )
    same = "NEW.protocol_version = OLD.protocol_version"
    return " OR ".join(
        f"({needed} AND ({_any_of(moves)}))"
        for needed, moves in (
            (same, MOVES - SEALING_MOVES),
            (sealed, SEALING_MOVES),
            (f"{same} AND {amended}", AMENDED_MOVES),
        )
    )


def _any_of(moves) -> str:
    return " OR ".join(
        f"(OLD.state = '{old}' AND NEW.state = '{new}')" for old, new in sorted(moves)
    )


def _any_differs(columns, differs: str) -> str:
    return " OR ".join(f"OLD.{column} {differs} NEW.{column}" for column in columns)


def _listed(states) -> str:
    return ", ".join(f"'{state}'" for state in states)
