"""The schemas describe what the files hold, whatever a study is like."""

import json

import pytest
from jsonschema import Draft202012Validator

from raters.exporting.json_report import report_values
from raters.exporting.schemas import (
    RECORDS_FILE,
    REPORT_FILE,
    REPORT_FORMAT,
    as_file,
    records_schema,
    report_schema,
)
from tests.raters.exporting.reports import ODD, a_bundle, odd

REWRITE = "manage.py shell -c 'from raters.exporting.schemas import *; write_schemas()'"


def faults(values, schema: dict) -> list[str]:
    return [error.message for error in Draft202012Validator(schema).iter_errors(values)]


@pytest.mark.parametrize("make", [report_schema, records_schema])
def test_a_schema_is_one_of_its_draft(make):
    Draft202012Validator.check_schema(make())


@pytest.mark.parametrize(
    ("path", "make"), [(REPORT_FILE, report_schema), (RECORDS_FILE, records_schema)]
)
def test_the_stored_schema_is_that_of_the_types(path, make):
    assert path.read_text(encoding="utf-8") == as_file(make()), f"run: {REWRITE}"


@pytest.mark.parametrize("name", ODD)
def test_every_report_is_as_its_schema_says(name):
    values = json.loads(json.dumps(report_values(a_bundle(odd(name))), allow_nan=False))
    assert faults(values, report_schema()) == []


def test_a_value_of_another_kind_is_a_fault():
    values = report_values(a_bundle())
    values["questions"][0]["finding"]["lead"]["estimate"]["value"] = "0.7"
    values["unheard"] = 1
    assert len(faults(values, report_schema())) == 2


def test_a_report_names_its_schema():
    assert report_values(a_bundle())["$schema"] == report_schema()["$id"] == REPORT_FORMAT


def test_a_rehearsal_is_marked_in_its_values():
    values = report_values(a_bundle(odd("rehearsal"), mark="REHEARSAL"))
    assert (values["mark"], values["is_rehearsal"]) == ("REHEARSAL", True)


def test_places_of_drawings_are_no_values():
    assert "Drawing" not in report_schema()["$defs"]
    assert set(report_schema()["$defs"]["Figure"]["properties"]) >= {"title", "alternative"}
