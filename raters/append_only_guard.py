"""The database itself refuses to change, delete or replace a row that is written once.

Installed after every `migrate`, because SQLite loses a table's triggers when a migration rebuilds
the table. The triggers against replacing name columns: they make way for a migration that takes
such a column away. A migration that must change such rows drops the trigger itself, in plain sight.
"""

from collections.abc import Iterator

from django.apps import apps
from django.db import connections

from raters.models.append_only import AppendOnly
from raters.triggers import Trigger, drop, install, installed, takes_the_place

REFUSAL = "rows of this table are never changed; add a new one"
DELETE_REFUSAL = "rows of this table are never deleted"
NEVER_REPLACED = "_is_never_replaced"
REPLACE_REFUSAL = "there is such a row, and rows of this table are never replaced"


def guarded_models() -> list[type[AppendOnly]]:
    models = apps.get_app_config("raters").get_models()
    found = (model for model in models if issubclass(model, AppendOnly))
    return sorted(found, key=lambda model: model._meta.db_table)


def guarded_tables() -> list[str]:
    return [model._meta.db_table for model in guarded_models()]


def install_guards(sender=None, using="default", **kwargs) -> None:
    """Handler of `post_migrate`."""
    connection = connections[using]
    existing = connection.introspection.table_names()
    install(connection, (t for t in guards(connection.vendor) if t.table in existing))


def make_way(using="default") -> None:
    connection = connections[using]
    drop(connection, [name for name in installed(connection) if name.endswith(NEVER_REPLACED)])


def remove_guards(using="default") -> None:
    """For whoever empties a whole database; nothing in the app does."""
    connection = connections[using]
    drop(connection, [trigger.name for trigger in guards(connection.vendor)])


def guards(vendor: str) -> Iterator[Trigger]:
    for model in guarded_models():
        table = model._meta.db_table
        yield Trigger(f"{table}_is_written_once", table, "UPDATE", "TRUE", REFUSAL)
        yield Trigger(f"{table}_is_never_deleted", table, "DELETE", "TRUE", DELETE_REFUSAL)
        if vendor == "postgresql":
            yield Trigger(f"{table}_is_never_emptied", table, "TRUNCATE", "TRUE", DELETE_REFUSAL)
        if vendor == "sqlite":
            is_there = takes_the_place(model)
            yield Trigger(f"{table}{NEVER_REPLACED}", table, "INSERT", is_there, REPLACE_REFUSAL)
