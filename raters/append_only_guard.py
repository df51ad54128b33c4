"""The database itself refuses to change a row that is written once.

Installed after every `migrate`, because SQLite loses a table's triggers when a migration rebuilds
the table. A migration that must change such rows drops the trigger itself, in plain sight.
"""

from django.apps import apps
from django.db import connections

from raters.models.append_only import AppendOnly

REFUSAL = "rows of this table are never changed; add a new one"


def guarded_tables() -> list[str]:
    return sorted(
        model._meta.db_table
        for model in apps.get_app_config("raters").get_models()
        if issubclass(model, AppendOnly)
    )


def install_guards(sender, using, **kwargs) -> None:
    """Handler of `post_migrate`."""
    connection = connections[using]
    statements = {"sqlite": _for_sqlite, "postgresql": _for_postgresql}[connection.vendor]
    existing = connection.introspection.table_names()
    with connection.cursor() as cursor:
        for table in guarded_tables():
            if table in existing:
                for statement in statements(table):
                    cursor.execute(statement)


def _for_sqlite(table: str) -> list[str]:
    return [
        f"DROP TRIGGER IF EXISTS {table}_is_written_once",
        f"CREATE TRIGGER {table}_is_written_once BEFORE UPDATE ON {table} "
        f"BEGIN SELECT RAISE(ABORT, '{table}: {REFUSAL}'); END",
    ]


def _for_postgresql(table: str) -> list[str]:
    return [
        "CREATE OR REPLACE FUNCTION refuse_update() RETURNS trigger LANGUAGE plpgsql AS $$ "
        f"BEGIN RAISE EXCEPTION '%: {REFUSAL}', TG_TABLE_NAME; END $$",
        f"DROP TRIGGER IF EXISTS {table}_is_written_once ON {table}",
        f"CREATE TRIGGER {table}_is_written_once BEFORE UPDATE ON {table} "
        "FOR EACH ROW EXECUTE FUNCTION refuse_update()",
    ]
