"""How is a rule put into the database itself, on SQLite and on PostgreSQL?"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db import models

DIFFERS = {"sqlite": "IS NOT", "postgresql": "IS DISTINCT FROM"}


@dataclass(frozen=True)
class Trigger:
    """Before `event`, a row for which `condition` holds is refused with `message`."""

    name: str
    table: str
    event: str
    condition: str
    message: str


def install(connection, triggers: Iterable[Trigger]) -> None:
    statements = {"sqlite": _for_sqlite, "postgresql": _for_postgresql}[connection.vendor]
    with connection.cursor() as cursor:
        for trigger in triggers:
            for statement in statements(trigger):
                cursor.execute(statement)


def drop(connection, names: Iterable[str]) -> None:
    """Those that are there."""
    tables = installed(connection)
    with connection.cursor() as cursor:
        for name in names:
            if name in tables:
                on = f" ON {tables[name]}" if connection.vendor == "postgresql" else ""
                cursor.execute(f"DROP TRIGGER {name}{on}")


def installed(connection) -> dict[str, str]:
    """The table of each trigger, by the trigger's name."""
    query = {
        "sqlite": "SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger'",
        "postgresql": "SELECT tgname, tgrelid::regclass::text FROM pg_trigger "
        "WHERE NOT tgisinternal",
    }
    with connection.cursor() as cursor:
        cursor.execute(query[connection.vendor])
        return dict(cursor.fetchall())


def takes_the_place(model: type[models.Model]) -> str:
    """Does the new row have the key of one that is there?

    SQLite's INSERT OR REPLACE deletes that one, and no trigger on DELETE hears of it.
    """
    table = model._meta.db_table
    same = " OR ".join(
        "(" + " AND ".join(f"old.{column} = NEW.{column}" for column in key) + ")"
        for key in _unique_keys(model)
    )
    # All names here come from the models.
    return f"EXISTS (SELECT 1 FROM {table} old WHERE {same})"  # noqa: S608


def _unique_keys(model: type[models.Model]) -> Iterator[tuple[str, ...]]:
    meta = model._meta
    yield from ((field.column,) for field in meta.local_fields if field.unique)
    for constraint in meta.constraints:
        is_plain = isinstance(constraint, models.UniqueConstraint) and not constraint.condition
        if is_plain and constraint.fields:
            yield tuple(meta.get_field(name).column for name in constraint.fields)


def _for_sqlite(trigger: Trigger) -> list[str]:
    return [
        f"DROP TRIGGER IF EXISTS {trigger.name}",
        f"CREATE TRIGGER {trigger.name} BEFORE {trigger.event} ON {trigger.table} "
        f"WHEN {trigger.condition} "
        f"BEGIN SELECT RAISE(ABORT, '{trigger.table}: {trigger.message}'); END",
    ]


def _for_postgresql(trigger: Trigger) -> list[str]:
    name, table = trigger.name, trigger.table
    result = {"DELETE": "OLD", "TRUNCATE": "NULL"}.get(trigger.event, "NEW")
    each = "STATEMENT" if trigger.event == "TRUNCATE" else "ROW"
    # The condition is in the body: PostgreSQL allows no subquery in WHEN.
    return [
        f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF {trigger.condition} THEN RAISE EXCEPTION '{table}: {trigger.message}'; END IF; "
        f"RETURN {result}; END $$",
        f"DROP TRIGGER IF EXISTS {name} ON {table}",
        f"CREATE TRIGGER {name} BEFORE {trigger.event} ON {table} "
        f"FOR EACH {each} EXECUTE FUNCTION {name}()",
    ]
