from decimal import Decimal

import pytest

from tests.raters.importing.files import problems, read, read_row, table

ASKED = {"prompt": "a", "completion": "b"}


def control(row):
    drafts = read_row({**ASKED, **row})
    assert drafts.problems == ()
    return drafts.items[0].control


@pytest.mark.parametrize(
    ("written", "flavour"),
    [
        ("pos_control", "pos_control"),
        ("NEG-CONTROL", "neg_control"),
        ("negative control", "neg_control"),
        ("Instability", "instability"),
        ("mechanism-contra", "mechanism_contra"),
        ("mechanism_contradiction", "mechanism_contra"),
    ],
)
def test_flavours_are_read_in_any_spelling(written, flavour):
    assert control({"control": written, "expected": {"accuracy": 0}}).flavour == flavour


@pytest.mark.parametrize(
    ("written", "ends"),
    [
        (2, (2, 2)),
        ([0, 1], (0, 1)),
        ("0-1", (0, 1)),
        ("0..1", (0, 1)),
        (" 0 – 1 ", (0, 1)),
        ("0 to 1", (0, 1)),
        ("0.5", (Decimal("0.5"), Decimal("0.5"))),
        ("-2--1", (-2, -1)),
        ("[0, 1]", (0, 1)),
    ],
)
def test_ranges_are_read_in_any_spelling(written, ends):
    row = {"control": "pos_control", "expected": {"accuracy": written}}

    assert control(row).expected == {"accuracy": ends}


@pytest.mark.parametrize(
    "written", ["high", [0], [0, 1, 2], True, None, "0,5", "nan", [1, 0], "2-1"]
)
def test_what_is_not_a_range_is_a_problem(written):
    row = {**ASKED, "control": "pos_control", "expected": {"accuracy": written}}
    (problem,) = read_row(row).problems

    assert problem.field == "expected.accuracy"


def test_flat_columns_give_the_expected_scores():
    header = "id,prompt,completion,control,expected_accuracy,expected_hallucination,Expected Tone"
    drafts = read(table("a.csv", f"{header}\n1,a,b,neg-control,0,1..2,\n"))
    (item,) = drafts.items

    assert drafts.problems == ()
    assert item.control.expected == {"accuracy": (0, 0), "hallucination": (1, 2)}
    assert (item.arm, item.source_id) == (None, "1/neg_control")


def test_an_expected_interpretation_is_a_reference_and_no_score():
    drafts = read_row({**ASKED, "expected_interpretation_or_behavior": "prothrombin time"})

    assert (drafts.problems, drafts.items[0].control) == ((), None)
    assert drafts.cases[0].reference == "prothrombin time"


def test_scores_without_a_control_are_a_problem():
    (problem,) = problems(read_row({**ASKED, "expected": {"accuracy": 1}}))

    assert "does not say that it is a control" in problem


def test_a_control_without_scores_is_a_problem():
    (problem,) = problems(read_row({**ASKED, "control": "pos_control"}))

    assert "a control needs the scores" in problem


def test_an_unknown_flavour_is_one_problem():
    (problem,) = problems(read_row({**ASKED, "control": "bad", "expected": {"accuracy": 1}}))

    assert "“bad” is not a kind of control" in problem


@pytest.mark.parametrize("written", [None, "", "none", "No", False])
def test_a_row_may_say_that_it_is_no_control(written):
    assert control({"control": written}) is None


def test_a_control_keeps_its_own_id_when_it_has_one():
    row = {"id": "planted-1", "case_id": "c7", "control": "pos_control", "expected": {"a": 1}}
    (item,) = read_row({**ASKED, **row, "arm": None}).items

    assert (item.source_id, item.case_source_id, item.arm) == ("planted-1", "c7", None)


def test_a_control_may_share_its_case_with_real_items():
    header = "id,arm,prompt,completion,control,expected_accuracy"
    drafts = read(table("a.csv", f"{header}\n1,gpt,a,b,,\n1,,a,wrong,neg_control,0\n"))

    assert [item.source_id for item in drafts.items] == ["1/gpt", "1/neg_control"]
    assert (len(drafts.cases), drafts.problems) == (1, ())
