"""The database itself refuses to change what a locked protocol fixed.

Removed before every `migrate` and installed after it: SQLite cannot rebuild a table that another
table's trigger names. What counts as locked, and which moves there are: states.py.
"""

from collections.abc import Iterator

from django.db import connections

from raters.states import AMENDED_MOVES, FROZEN, MOVES

PREFIX = "frozen"
REFUSAL = "the study is locked; amend it with a reason"
MOVE_REFUSAL = "a study does not move between these states; a locked one only by an amendment"
WHOLE_ROWS = ("arm", "case", "item", "turn", "control", "expectedanswer", "design", "drawnqueue")
# Of these only the named columns are fixed; the others tell what happened since.
COLUMNS = {
    "assignment": ("round_id", "reviewer_id", "item_id", "position", "showing", "page", "label"),
    "round": ("kind", "number", "rubric_id"),
    "reviewer": ("pseudonym", "stratum", "kind", "user_id"),
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
DIFFERS = {"sqlite": "IS NOT", "postgresql": "IS DISTINCT FROM"}


def remove_guards(sender=None, using="default", **kwargs) -> None:
    """Handler of `pre_migrate`."""
    connection = connections[using]
    with connection.cursor() as cursor:
        for name, table in _installed(connection, cursor):
            on = f" ON {table}" if connection.vendor == "postgresql" else ""
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}{on}")


def install_guards(sender=None, using="default", **kwargs) -> None:
    """Handler of `post_migrate`."""
    connection = connections[using]
    if not _is_migrated(connection):
        return
    remove_guards(using=using)
    with connection.cursor() as cursor:
        for name, table, event, condition, message in _guards(DIFFERS[connection.vendor]):
            for statement in _statements(connection.vendor, name, table, event, condition, message):
                cursor.execute(statement)


def _is_migrated(connection) -> bool:
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        if "raters_study" not in tables or "raters_protocol" not in tables:
            return False
        columns = connection.introspection.get_table_description(cursor, "raters_study")
    return "state" in {column.name for column in columns}


def _installed(connection, cursor) -> list[tuple[str, str]]:
    query = {
        "sqlite": "SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger'",
        "postgresql": "SELECT tgname, tgrelid::regclass::text FROM pg_trigger "
        "WHERE NOT tgisinternal",
    }
    cursor.execute(query[connection.vendor])
    return [row for row in cursor.fetchall() if row[0].startswith(f"{PREFIX}_")]


def _guards(differs: str) -> Iterator[tuple[str, str, str, str, str]]:
    """(name, table, event, condition, message) of each trigger."""
    for model in (*WHOLE_ROWS, *COLUMNS):
        table = f"raters_{model}"
        yield f"{PREFIX}_insert_{model}", table, "INSERT", _is_frozen("NEW"), REFUSAL
        yield f"{PREFIX}_delete_{model}", table, "DELETE", _is_frozen("OLD"), REFUSAL
        condition = f"({_is_frozen('OLD')} OR {_is_frozen('NEW')})"
        if model in COLUMNS:
            changed = _any_differs(("study_id", *COLUMNS[model]), differs)
            condition = f"{condition} AND ({changed})"
        yield f"{PREFIX}_update_{model}", table, "UPDATE", condition, REFUSAL
    yield from _guards_of_the_study(differs)
    yield from _guards_of_rubrics()


def _guards_of_the_study(differs: str) -> Iterator[tuple[str, str, str, str, str]]:
    changed = _any_differs(STUDY_COLUMNS, differs)
    frozen = f"OLD.state IN ({_listed(FROZEN)})"
    yield f"{PREFIX}_study", "raters_study", "UPDATE", f"{frozen} AND ({changed})", REFUSAL
    yield f"{PREFIX}_delete_study", "raters_study", "DELETE", frozen, REFUSAL
    moved = f"OLD.state {differs} NEW.state"
    condition = f"{moved} AND NOT ({_is_a_move()})"
    yield f"{PREFIX}_move", "raters_study", "UPDATE", condition, MOVE_REFUSAL


def _guards_of_rubrics() -> Iterator[tuple[str, str, str, str, str]]:
    of_rubric = {
        "rubric": "{row}.id",
        "question": "{row}.rubric_id",
        "descriptor": "(SELECT rubric_id FROM rubrics_question WHERE id = {row}.question_id)",
    }
    for model, expression in of_rubric.items():
        for event, row in (("INSERT", "NEW"), ("UPDATE", "OLD"), ("DELETE", "OLD")):
            condition = _is_asked(expression.format(row=row))
            name = f"{PREFIX}_{event.lower()}_{model}"
            yield name, f"rubrics_{model}", event, condition, REFUSAL


def _is_frozen(row: str) -> str:
    # All names here are this file's own.
    return (
        f"EXISTS (SELECT 1 FROM raters_study WHERE id = {row}.study_id "  # noqa: S608
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
    amended = (
        "EXISTS (SELECT 1 FROM raters_amendment WHERE study_id = OLD.id "
        "AND version = OLD.protocol_version + 1)"
    )
    plain = " OR ".join(_move(*each) for each in sorted(MOVES))
    needing_a_reason = " OR ".join(_move(*each) for each in sorted(AMENDED_MOVES))
    return f"{plain} OR ({amended} AND ({needing_a_reason}))"


def _move(old: str, new: str) -> str:
    return f"(OLD.state = '{old}' AND NEW.state = '{new}')"


def _any_differs(columns, differs: str) -> str:
    return " OR ".join(f"OLD.{column} {differs} NEW.{column}" for column in columns)


def _listed(states) -> str:
    return ", ".join(f"'{state}'" for state in states)


def _statements(vendor, name, table, event, condition, message) -> list[str]:
    if vendor == "sqlite":
        return [
            f"CREATE TRIGGER {name} BEFORE {event} ON {table} WHEN {condition} "
            f"BEGIN SELECT RAISE(ABORT, '{table}: {message}'); END"
        ]
    result = "OLD" if event == "DELETE" else "NEW"
    # The condition is in the body: PostgreSQL allows no subquery in WHEN.
    return [
        f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF {condition} THEN RAISE EXCEPTION '{table}: {message}'; END IF; "
        f"RETURN {result}; END $$",
        f"CREATE TRIGGER {name} BEFORE {event} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()",
    ]
