"""Who gets which file of a report, when, and what is in it."""

import csv
import io
import json

import pytest
from django.urls import reverse
from jsonschema import Draft202012Validator
from openpyxl import load_workbook

from raters.exporting.records import COLUMNS
from raters.exporting.schemas import records_schema, report_schema
from raters.exporting.typesetting import NotTypeset
from raters.frozen_guard import remove_guards
from raters.lifecycle import close_round, open_round
from raters.models import Score
from raters.rating import report_defect
from tests.raters.exporting.reports import AT
from tests.raters.locked_studies import rotating
from tests.studies import Panel, item_row, rate, small_study

pytestmark = pytest.mark.django_db
OF_THE_REPORT = ("report_json", "report_html", "report_pdf", "report_xlsx")
OF_THE_RECORDS = ("ratings_csv", "ratings_jsonl", "scores_csv", "sessions_yaml")
WITHHELD = "Reliability is shown once the round is closed"


def rated(study, *, by) -> Panel:
    panel = Panel.opened(study, by=by)
    for number, assignment in enumerate(study.assignments.order_by("pk")):
        rate(assignment, value=number * 5 % 3, justification="=1+1")
    return panel


@pytest.fixture
def open_panel(study, dana):
    return rated(study, by=dana)


@pytest.fixture
def closed(open_panel, dana):
    close_round(open_panel.study, by=dana)
    return open_panel


def fetched(client, name: str) -> tuple[int, bytes]:
    response = client.get(reverse(name, args=["small"]))
    return response.status_code, response.getvalue()


@pytest.mark.parametrize("name", [*OF_THE_REPORT, *OF_THE_RECORDS])
def test_a_stranger_finds_no_file(client, charlie, closed, name):
    client.force_login(charlie)
    assert fetched(client, name)[0] == 404


@pytest.mark.parametrize("name", [*OF_THE_REPORT, *OF_THE_RECORDS])
def test_a_reviewer_finds_no_file(client, closed, name):
    client.force_login(closed.alice.user)
    assert fetched(client, name)[0] == 404


@pytest.mark.parametrize("name", [*OF_THE_REPORT, *OF_THE_RECORDS])
def test_before_a_round_is_opened_there_is_no_file(as_dana, study, name):
    assert fetched(as_dana, name)[0] == 404


@pytest.mark.parametrize("name", OF_THE_REPORT)
def test_before_the_round_closes_the_report_is_refused_in_the_words_of_the_page(
    as_dana, open_panel, name
):
    status, body = fetched(as_dana, name)
    assert status == 409
    assert WITHHELD in body.decode()
    assert WITHHELD in as_dana.get(reverse("report", args=["small"])).content.decode()


@pytest.mark.parametrize("name", OF_THE_RECORDS)
def test_the_records_are_to_be_had_before_the_round_closes(as_dana, open_panel, name, monkeypatch):
    monkeypatch.setattr("raters.reports.building._computed", None)
    status, body = fetched(as_dana, name)
    assert status == 200
    assert b"small" in body


def test_an_interim_look_by_file_is_logged_with_its_name(as_dana, study, dana):
    study.design.interim_looks = True
    study.design.save()
    rated(study, by=dana)
    assert fetched(as_dana, "report_json")[0] == 200
    looks = study.audit_events.filter(verb="interim look")
    assert [event.details["what"] for event in looks] == ["report.json"]


def test_the_json_is_as_its_schema_says(as_dana, closed):
    values = json.loads(fetched(as_dana, "report_json")[1], parse_constant=pytest.fail)
    faults = Draft202012Validator(report_schema()).iter_errors(values)
    assert [error.message for error in faults] == []


def rotating_study(dana):
    return rotating(by=dana, repeats=2, repeat_gap=2)


def study_of_own_criteria(dana):
    criteria = [{"criterion": "Names it.", "points": 3}, {"criterion": "Asks.", "points": 1}]
    rows = [item_row(n, "arm", criteria=criteria) for n in range(12)]
    return Panel.opened(small_study(by=dana, rows=rows, rubric=None), by=dana).study


@pytest.mark.parametrize("make", [rotating_study, study_of_own_criteria])
def test_the_files_of_studies_of_other_designs_are_as_they_should(as_dana, dana, make):
    study = make(dana)
    if study.state == "locked":
        open_round(study, by=dana)
    for number, assignment in enumerate(study.assignments.order_by("pk")):
        rate(assignment, value=number * 5 % 3)
    study.refresh_from_db()
    close_round(study, by=dana)
    values = json.loads(fetched(as_dana, "report_json")[1], parse_constant=pytest.fail)
    faults = Draft202012Validator(report_schema()).iter_errors(values)
    assert [error.message for error in faults] == []
    assert [fetched(as_dana, name)[0] for name in OF_THE_REPORT] == [200] * 4


def test_the_pdf_is_one(as_dana, closed):
    assert fetched(as_dana, "report_pdf")[1].startswith(b"%PDF-")


def test_a_pdf_that_cannot_be_made_is_answered_in_words(as_dana, closed, monkeypatch):
    def fails(*_args, **_kwargs):
        raise NotTypeset("too slow")

    monkeypatch.setattr("raters.views.downloads.typeset", fails)
    status, body = fetched(as_dana, "report_pdf")
    assert status == 503
    assert b"The HTML file prints the same report." in body


def test_the_workbook_has_all_records(as_dana, closed):
    book = load_workbook(io.BytesIO(fetched(as_dana, "report_xlsx")[1]), read_only=True)
    head, *rows = book["ratings"].iter_rows(values_only=True)
    assert list(head) == list(COLUMNS)
    assert len(rows) == Score.objects.count()
    assert {row[head.index("justification")] for row in rows} == {"'=1+1"}


def test_the_html_file_links_to_no_page_of_the_site(as_dana, closed):
    page = fetched(as_dana, "report_html")[1].decode()
    assert 'href="/' not in page
    assert "/studies/" not in page


def lines(client) -> list[dict]:
    return [json.loads(line) for line in fetched(client, "ratings_jsonl")[1].splitlines()]


def test_the_lines_are_the_rows_of_the_csv_file(as_dana, closed):
    text = fetched(as_dana, "ratings_csv")[1].decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    keys = ("reviewer", "item", "question", "answer")
    assert [[line[key] for key in keys] for line in lines(as_dana)] == [
        [row[key] for key in keys] for row in rows
    ]


def test_every_line_is_as_its_schema_says(as_dana, dana, open_panel):
    assignment = open_panel.alice.assignments.first()
    report_defect(assignment, defect="language", reason="Finnish", base_revision=1, at=AT)
    validator = Draft202012Validator(records_schema())
    found = lines(as_dana)
    assert [error.message for line in found for error in validator.iter_errors(line)] == []
    assert [line["question"] for line in found if line["outcome"] == "defective"] == [None]


def test_lists_are_lists_and_numbers_are_numbers_in_the_lines(as_dana, closed):
    line = lines(as_dana)[0]
    assert [type(line[key]) for key in ("evidence", "score")] == [list, int]
    assert line["evidence"][0]["turn"] == 2


def test_the_page_lists_every_file_with_how_much_is_in_it(as_dana, closed):
    page = as_dana.get(reverse("report", args=["small"])).content.decode()
    listed = page.partition('id="downloads"')[2]
    missing = [
        name
        for name in [*OF_THE_REPORT, *OF_THE_RECORDS]
        if f'href="{reverse(name, args=["small"])}"' not in listed
    ]
    assert missing == []
    assert f"{Score.objects.count()} rows" in listed


def test_an_empty_file_is_explained_before_it_is_had(as_dana, panel):
    page = as_dana.get(reverse("report", args=["small"])).content.decode()
    assert "Nothing has been rated yet: the file has its column heads and no rows." in page
    assert fetched(as_dana, "ratings_jsonl") == (200, b"")


def test_a_file_that_is_withheld_is_no_link(as_dana, open_panel):
    page = as_dana.get(reverse("report", args=["small"])).content.decode()
    assert reverse("report_pdf", args=["small"]) not in page
    assert reverse("ratings_csv", args=["small"]) in page


@pytest.mark.parametrize("name", ["report_schema", "records_schema"])
def test_the_schemas_are_for_everybody_who_signs_in(client, charlie, name):
    client.force_login(charlie)
    body = client.get(reverse(name)).getvalue()
    assert json.loads(body)["$schema"].endswith("2020-12/schema")


def test_files_of_a_rehearsal_say_so_in_name_and_content(as_dana, dana):
    panel = rated(small_study(by=dana, is_rehearsal=True), by=dana)
    close_round(panel.study, by=dana)
    response = as_dana.get(reverse("report_html", args=["small"]))
    assert 'filename="REHEARSAL-small-' in response.headers["Content-Disposition"]
    assert "<title>REHEARSAL" in response.content.decode()


def test_records_are_streamed_with_few_queries(as_dana, open_panel, django_assert_max_num_queries):
    remove_guards()
    with django_assert_max_num_queries(14):
        fetched(as_dana, "ratings_jsonl")
