"""What files are called, and what they say of themselves."""

import tomllib
from pathlib import Path

from django.utils.http import content_disposition_header

from raters.exporting.stamping import evalsite_version, file_name, stamped
from tests.raters.exporting.reports import a_stamp


def test_a_file_is_called_after_its_study_its_day_and_what_it_is():
    assert file_name(a_stamp(), "report.pdf") == "letters-2026-03-04-report.pdf"


def test_a_rehearsal_shows_first_in_the_name():
    name = file_name(a_stamp(mark="REHEARSAL"), "ratings.csv")
    assert name == "REHEARSAL-letters-2026-03-04-ratings.csv"


def test_a_name_in_chinese_reaches_the_browser_as_it_is():
    header = content_disposition_header(True, file_name(a_stamp(slug="研究"), "report.pdf"))
    assert "filename*=utf-8''%E7%A0%94%E7%A9%B6-2026-03-04-report.pdf" in header


def test_each_record_says_when_and_with_what_it_was_exported():
    (row,) = stamped([{"score": 1}], a_stamp())
    assert row == {
        "score": 1,
        "exported_at": "2026-03-04T05:06:00+00:00",
        "software": f"evalsite {evalsite_version()}",
    }


def test_the_version_is_that_of_the_project():
    project = Path(__file__).parents[3] / "pyproject.toml"
    assert evalsite_version() == tomllib.loads(project.read_text())["project"]["version"]
