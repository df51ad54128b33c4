"""Small files for the tests, and the drafts that come of them."""

import json

from hypothesis import settings

from raters.importing.options import FieldNames, ImportOptions
from raters.importing.reading import NamedBytes, read_drafts, read_joined_drafts

# The same examples on every run, however slow the machine.
steady = settings(derandomize=True, deadline=None)


def lines(name, *rows):
    return NamedBytes(name, "\n".join(json.dumps(row) for row in rows).encode())


def table(name, text):
    return NamedBytes(name, text.encode())


def options(*, field=None, **given):
    return ImportOptions(fields=FieldNames().with_overrides(field or {}), **given)


def read(*files, **given):
    return read_drafts(files, options=options(**given))


def read_row(row, **given):
    return read(lines("rows.jsonl", {"id": "c1", "arm": "gpt", **row}), **given)


def join(cases, *outputs, **given):
    return read_joined_drafts(cases, outputs, options=options(**given))


def said(item):
    return [(turn.role, turn.text) for turn in item.turns]


def problems(drafts):
    return [str(problem) for problem in drafts.problems]


def notes(drafts):
    return [str(note) for note in drafts.notes]
