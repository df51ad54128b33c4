from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raters.importing.drafts import Expected
from tests.raters.importing.files import lines, notes, problems, read, read_row, steady, table

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
        ("training", "training"),
        ("Practice", "training"),
        ("TUTORIAL", "training"),
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

    assert control(row).expected == {"accuracy": Expected(*ends)}


@pytest.mark.parametrize(
    "written", ["0|2", " 2 | 0 ", {"any_of": [0, 2]}, {"any of": ["2", 0, 0]}, '{"any_of": [0, 2]}']
)
def test_sets_of_points_are_read_in_any_spelling(written):
    row = {"control": "neg_control", "expected": {"accuracy": written}}

    assert control(row).expected == {"accuracy": Expected(0, 2, only=(0, 2))}


@pytest.mark.parametrize("written", [{"any_of": [2]}, "2|2"])
def test_a_set_of_one_point_is_that_point(written):
    row = {"control": "neg_control", "expected": {"accuracy": written}}

    assert control(row).expected == {"accuracy": Expected(2, 2)}


@steady
@given(st.lists(st.integers(-5, 5), min_size=1))
def test_a_set_means_its_points_and_no_others(points):
    read = Expected.among(points)
    meant = read.only or range(read.low, read.high + 1)

    assert set(meant) == set(points)


@steady
@given(st.integers(-5, 5), st.integers(0, 5))
def test_a_set_without_gaps_is_the_range(low, width):
    assert Expected.among(range(low, low + width + 1)) == Expected(low, low + width)


@pytest.mark.parametrize(
    "written",
    [
        *("high", [0], [0, 1, 2], True, None, "0,5", "nan", [1, 0], "2-1"),
        *("0|", "|", "0|high", "0-1|3", {"any_of": []}, {"any_of": 2}, {"any_of": [None]}),
        *({"any_of": [0, True]}, {"any_of": [0, 2], "or": 1}, {"all_of": [0, 2]}),
    ],
    ids=str,
)
def test_what_is_neither_range_nor_set_is_a_problem(written):
    row = {**ASKED, "control": "pos_control", "expected": {"accuracy": written}}
    (problem,) = read_row(row).problems

    assert problem.field == "expected.accuracy"


def test_flat_columns_give_the_expected_scores():
    header = "id,prompt,completion,control,expected_accuracy,expected_hallucination,Expected Tone"
    drafts = read(table("a.csv", f"{header}\n1,a,b,neg-control,0,1..2,\n"))
    (item,) = drafts.items

    assert drafts.problems == ()
    assert item.control.expected == {"accuracy": Expected(0, 0), "hallucination": Expected(1, 2)}
    assert (item.arm, item.source_id) == (None, "1/neg_control")


def test_a_column_may_hold_a_set_of_points():
    header = "id,prompt,completion,control,expected_accuracy"
    (item,) = read(table("a.csv", f"{header}\n1,a,b,instability,0|2\n")).items

    assert item.control.expected == {"accuracy": Expected(0, 2, only=(0, 2))}


def test_an_expected_interpretation_is_a_reference_and_no_score():
    drafts = read_row({**ASKED, "expected_interpretation_or_behavior": "prothrombin time"})

    assert (drafts.problems, drafts.items[0].control) == ((), None)
    assert drafts.cases[0].reference == "prothrombin time"


def test_scores_without_a_control_are_a_problem():
    (problem,) = problems(read_row({**ASKED, "expected": {"accuracy": 1}}))

    assert "does not say that it is a control" in problem


def test_a_control_without_scores_is_a_problem():
    (problem,) = problems(read_row({**ASKED, "control": "pos_control"}))

    assert "a control or an item for training needs the scores" in problem


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


# For training


TRAINING = {**ASKED, "arm": None, "control": "training", "expected": {"accuracy": 2}}


@pytest.mark.parametrize("name", ["explanation", "Feedback", "rationale for reviewers"])
def test_a_training_item_may_say_why_its_scores_are_right(name):
    assert control({**TRAINING, name: " The dose is wrong. "}).explanation == "The dose is wrong."


def test_a_training_item_needs_no_explanation():
    assert control(TRAINING).explanation == ""


def test_a_control_may_have_an_explanation_too():
    row = {"control": "neg_control", "expected": {"accuracy": 0}, "explanation": "Why."}

    assert control(row).explanation == "Why."


def test_a_training_item_needs_scores():
    (problem,) = problems(read_row({**ASKED, "control": "training"}))

    assert "an item for training needs the scores" in problem


def test_an_explanation_on_a_real_row_is_ignored_and_counted():
    rows = [{"id": n, "arm": "gpt", **ASKED, "explanation": "Why."} for n in (1, 2)]
    drafts = read(lines("a.jsonl", *rows, {"id": 3, "arm": "gpt", **ASKED}))

    assert (len(drafts.items), drafts.problems) == (3, ())
    assert "real items have no explanation; that of 2 rows was ignored" in notes(drafts)[0]


def test_an_explanation_of_a_control_is_not_noted():
    assert read_row({**TRAINING, "explanation": "Why."}).notes == ()


@pytest.mark.parametrize(
    ("flavour", "role"), [("training", "training"), ("pos_control", "control"), ("none", "real")]
)
def test_the_role_of_an_item_follows_from_its_control(flavour, role):
    scores = {} if role == "real" else {"expected": {"accuracy": 2}}
    (item,) = read_row({**ASKED, "control": flavour, **scores}).items

    assert item.role == role


def test_a_training_item_without_an_id_of_its_own_is_named_so():
    (item,) = read_row(TRAINING).items

    assert (item.source_id, item.arm) == ("c1/training", None)


# The arm that a file's name gives


@pytest.mark.parametrize("kind", ["neg_control", "training"])
def test_a_file_of_controls_alone_names_no_arm(kind):
    row = {"id": "k", **ASKED, "control": kind, "expected": {"accuracy": 0}}
    drafts = read(lines("controls.jsonl", row))

    assert (drafts.items[0].arm, drafts.notes) == (None, ())


def test_a_file_of_controls_and_real_rows_names_the_arm_of_the_real_ones():
    planted = {"id": "k", **ASKED, "control": "neg_control", "expected": {"accuracy": 0}}
    drafts = read(lines("rows.jsonl", planted, {"id": "r", **ASKED}))

    assert [item.arm for item in drafts.items] == [None, "rows"]
    assert "it was named after the file: rows" in notes(drafts)[0]
