import json
from decimal import Decimal

import pytest

from raters.importing.drafts import CriterionDraft
from tests.raters.importing.files import lines, notes, problems, read, read_row, table

ASKED = {"prompt": "a", "completion": "b"}


def criteria(given):
    drafts = read_row({**ASKED, "criteria": given})
    assert drafts.problems == ()
    return drafts.items[0].criteria


def test_a_criterion_keeps_text_points_tags_and_key():
    given = {
        "criterion": " Calls 999. ",
        "points": 2.5,
        "tags": ["axis:safety"],
        "id": "k1",
        "safety_critical": "yes",
    }

    assert criteria([given]) == (
        CriterionDraft("Calls 999.", Decimal("2.5"), ("axis:safety",), "k1", True, "positive"),
    )


def test_points_are_exact():
    assert criteria([{"text": "x", "points": 0.1}])[0].points == Decimal("0.1")
    assert criteria([{"text": "x", "points": "1.10"}])[0].points == Decimal("1.10")


def test_something_to_be_avoided_is_told_by_its_words_or_outright():
    given = [
        {"text": "Does not advise waiting", "points": 5},
        {"text": "x", "polarity": "avoidance"},
        {"text": "Prescribes aspirin", "points": -8},
    ]

    assert [each.polarity for each in criteria(given)] == ["avoidance", "avoidance", "positive"]


def test_a_plain_text_is_worth_one_point():
    assert criteria(["Greets"]) == (CriterionDraft("Greets"),)


def test_a_cell_of_a_table_holds_json_or_one_criterion_a_line():
    cell = json.dumps([{"criterion": "x", "points": 3}]).replace('"', '""')
    drafts = read(table("a.csv", f'id,arm,ask,answer,rubrics\n1,g,a,b,"{cell}"\n2,g,c,d,"x\ny"\n'))

    assert [[each.text for each in item.criteria] for item in drafts.items] == [["x"], ["x", "y"]]


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"a": 1}, "criteria"),
        ([3], "criteria[0]"),
        ([{"points": 3}], "criteria[0]"),
        ([{"text": "x", "points": "many"}], "criteria[0].points"),
        ([{"text": "x", "points": True}], "criteria[0].points"),
        ([{"text": "x", "points": "1e999999"}], "criteria[0].points"),
        ([{"text": "x", "polarity": "up"}], "criteria[0].polarity"),
    ],
)
def test_what_is_not_a_criterion_is_a_problem_with_its_place(given, field):
    (problem,) = read_row({**ASKED, "criteria": given}).problems

    assert problem.field == field


@pytest.mark.parametrize(
    ("text", "points"),
    [("Fails to ask for age", 5), ("Correctly triages", -5), ("Does not over-triage", -5)],
)
def test_points_that_seem_to_have_the_wrong_sign_are_noted(text, points):
    drafts = read_row({**ASKED, "criteria": [{"text": text, "points": points}]})

    assert "the wrong sign" in notes(drafts)[0]


def test_a_fault_whose_absence_earns_its_points_is_no_doubt():
    given = {"text": "Fails to ask for age", "points": 5, "polarity": "avoidance"}

    assert read_row({**ASKED, "criteria": [given]}).notes == ()


def test_does_not_is_no_fault():
    drafts = read_row(
        {**ASKED, "criteria": [{"text": "The agent does not over-triage", "points": 5}]}
    )

    assert drafts.notes == ()


def test_all_faults_of_all_criteria_are_told():
    rows = [{"id": n, "arm": "g", **ASKED, "criteria": [3, {"points": "x"}]} for n in (1, 2)]

    assert len(problems(read(lines("a.jsonl", *rows)))) == 6


def test_a_checklist_is_a_list_or_lines():
    assert read_row({**ASKED, "checklist": ["a ", "b"]}).cases[0].checklist == ("a", "b")
    assert read_row({**ASKED, "checklist": "a\n\nb"}).cases[0].checklist == ("a", "b")
