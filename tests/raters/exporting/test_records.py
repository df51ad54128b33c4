"""The rating records: tidy, and the same in every format."""

import csv
import io
import json
from collections import Counter
from datetime import UTC, datetime

import pytest
from django.urls import reverse
from openpyxl import load_workbook

from raters.activity import Activity
from raters.amending import add_round
from raters.exporting.records import rating_records
from raters.lifecycle import close_round
from raters.models import Round
from raters.rating import submit
from tests.studies import Panel, complete_answers

pytestmark = pytest.mark.django_db
AT = datetime(2026, 1, 5, 12, tzinfo=UTC)
TIMES = ("position", "shown_at", "first_input_at", "submitted_at", "active_seconds")


def rated(panel: Panel, round: Round) -> None:
    """Shown a minute before, used for 40 seconds; each answer is revised once."""
    round.assignments.update(first_shown_at=AT.replace(minute=1))
    for assignment in round.assignments.all():
        for n, justification in enumerate(("First.", "Second.")):
            submit(
                assignment,
                complete_answers(assignment, justification=justification),
                base_revision=n,
                at=AT.replace(minute=2 + n),
                activity=Activity({"page": 40}, AT.replace(minute=1, second=30)),
            )


@pytest.fixture
def two_rounds(panel, dana) -> Panel:
    rated(panel, panel.round)
    close_round(panel.study, by=dana)
    panel.study.refresh_from_db()
    again = add_round(panel.study, reason="Rated again after a month.", by=dana)
    rated(panel, again)
    panel.study.refresh_from_db()
    close_round(panel.study, by=dana)
    return panel


def test_there_is_one_row_for_each_reviewer_item_question_and_round(two_rounds):
    rounds = two_rounds.study.rounds.live()
    rows = [row for each in rounds for row in rating_records(each)]
    keys = ("round", "reviewer", "item", "showing", "rubric", "question")
    counted = Counter(tuple(row[key] for key in keys) for row in rows)
    assert set(counted.values()) == {1}
    assert {row["round"] for row in rows} == {"1", "2"}
    assert {row["justification"] for row in rows} == {"Second."}


def test_place_and_times_are_the_same_in_every_format(as_dana, two_rounds):
    def had(name: str) -> bytes:
        return as_dana.get(reverse(name, args=["small"])).getvalue()

    text = had("ratings_csv").decode("utf-8-sig")
    in_csv = [[row[key] for key in TIMES] for row in csv.DictReader(io.StringIO(text))]
    lines = [json.loads(line) for line in had("ratings_jsonl").splitlines()]
    in_lines = [[str(line[key]) for key in TIMES] for line in lines]
    book = load_workbook(io.BytesIO(had("report_xlsx")), read_only=True)
    head, *rows = book["ratings"].iter_rows(values_only=True)
    in_the_book = [[str(row[head.index(key)]) for key in TIMES] for row in rows]
    assert in_csv == in_lines == in_the_book
    minutes = [
        "2026-01-05T12:01:00+00:00",
        "2026-01-05T12:01:30+00:00",
        "2026-01-05T12:03:00+00:00",
    ]
    assert ["1", *minutes, "40"] in in_csv
