"""Rating records as JSON Lines: one object a line, lists as lists, numbers as numbers."""

import json
from collections.abc import Iterable, Iterator, Sequence
from uuid import UUID

# In a CSV file these are JSON inside a cell.
LISTS = ("part_states", "steps_done", "deviations", "evidence")


def json_lines(columns: Sequence[str], rows: Iterable[dict]) -> Iterator[str]:
    """Every line has all columns, in their order; null is what was not asked of the row."""
    for row in rows:
        values = {name: _plain(name, row.get(name)) for name in columns}
        yield json.dumps(values, ensure_ascii=False) + "\n"


def _plain(name: str, value: object) -> object:
    if isinstance(value, UUID):
        return str(value)
    return json.loads(value) if name in LISTS and value is not None else value
