"""Numbers stay numbers, texts are never run, and a rehearsal says so on every sheet."""

import io

import pytest
from openpyxl import load_workbook

from raters.exporting import report_sheets as sheets_of
from raters.exporting import workbooks
from raters.exporting.records import COLUMNS
from raters.exporting.report_sheets import report_sheets
from raters.exporting.workbooks import LONGEST_TEXT, Sheet, clean, write_workbook
from tests.raters.exporting.reports import ODD, a_bundle, odd

RECORD = {"study": "letters", "item": '=HYPERLINK("http://x")', "score": 2, "simulated": False}


def read(sheets, **more):
    file = io.BytesIO()
    write_workbook(sheets, file, **{"title": "t"} | more)
    return load_workbook(file)


def book(report=None, records=(RECORD,), **stamped):
    bundle = a_bundle(report, **stamped)
    return read(report_sheets(bundle, records=records), mark=bundle.stamp.mark)


def rows(page) -> list[dict]:
    head, *body = page.iter_rows(values_only=True)
    return [dict(zip(head, row, strict=True)) for row in body]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\t=1", "\r=1"])
def test_a_text_that_a_spreadsheet_would_run_is_text(text):
    (cell,) = next(read([Sheet("s", ("a",), [(text,)])])["s"].iter_rows(min_row=2))
    assert (cell.data_type, cell.value[0]) == ("s", "'")


def test_numbers_and_truths_stay_what_they_are():
    page = read([Sheet("s", ("a", "b", "c", "d"), [(1, 0.25, True, None)])])["s"]
    assert list(page.iter_rows(min_row=2, values_only=True)) == [(1, 0.25, True, None)]


def test_a_text_that_no_cell_holds_is_cut_and_says_so():
    assert len(clean("x" * 40_000)) == LONGEST_TEXT
    assert clean("x" * 40_000).endswith("the CSV file has all]")


def test_characters_that_the_format_forbids_are_left_out():
    assert clean("a\x00b\x0bc") == "abc"


def test_more_rows_than_a_sheet_holds_go_on_in_the_next(monkeypatch):
    monkeypatch.setattr(workbooks, "MOST_ROWS", 2)
    found = read([Sheet("s", ("a",), [(n,) for n in range(5)])])
    assert found.sheetnames == ["s", "s 2", "s 3"]
    assert [row["a"] for name in found.sheetnames for row in rows(found[name])] == list(range(5))


def test_the_head_of_every_sheet_stays_in_view():
    assert {page.freeze_panes for page in book()} == {"A2"}


def test_the_estimates_are_those_of_the_report():
    report = odd("ordinary")
    first = rows(book(report)["estimates"])[0]
    lead = report.questions[0].finding.lead
    assert (first["value"], first["95% low"], first["items"]) == (
        lead.estimate.value,
        lead.shown.low,
        lead.estimate.n_items,
    )


def test_an_estimate_without_a_value_has_its_reason_and_an_empty_cell():
    first = rows(book(odd("not estimable"))["estimates"])[0]
    assert first["value"] is None
    assert first["reason, where a value or an interval is missing"].startswith("Not estimable")


def test_the_records_are_there_with_numbers_and_harmless_texts():
    (record,) = rows(book()["ratings"])
    assert list(record) == list(COLUMNS)
    assert (record["score"], record["simulated"]) == (2, False)
    assert record["item"] == '\'=HYPERLINK("http://x")'


def test_a_long_list_of_records_ends_with_a_word_on_where_the_rest_is(monkeypatch):
    monkeypatch.setattr(sheets_of, "MOST_RECORDS", 3)
    found = rows(book(records=[RECORD] * 5)["ratings"])
    assert len(found) == 4
    assert found[-1]["study"] == "The first 3 records. ratings.csv and ratings.jsonl have all."


def test_the_first_sheet_tells_study_date_software_and_protocol():
    told = {row["what"]: row["value"] for row in rows(book()["about"])}
    assert told["study"] == "Letters of 2 clinics"
    assert told["made"] == "2026-03-04T05:06:00+00:00"
    assert told["protocol (SHA-256)"] == "ab12" * 16
    assert told["software"] == "evalsite 0.1.0, numpy 2.0.0"


def test_a_rehearsal_says_so_on_every_sheet():
    found = book(odd("rehearsal"), mark="REHEARSAL")
    assert [name for name in found.sheetnames if not name.startswith("REHEARSAL ")] == []
    assert {page.oddHeader.center.text for page in found} == {"REHEARSAL"}


@pytest.mark.parametrize("name", ODD)
def test_every_report_becomes_a_workbook_with_fifteen_items_of_grras(name):
    assert len(rows(book(odd(name))["GRRAS"])) == 15
