"""Every row of the table of outcomes in docs/reliability-command.md."""

import json
import re
from pathlib import Path

import pytest

from raters.reliability.files import read_ratings
from raters.reliability.files.options import FileOptions
from raters.reliability.files.summarising import seed_of_group, summarised
from tests.raters.reliability.files.reading import complaint, group_of, long, record_of

PAGE = Path(__file__).parents[4] / "docs" / "reliability-command.md"


def grid(*columns):
    """A column of scores for each rater."""
    return long(
        *(
            (f"i{item}", f"r{rater}", score)
            for rater, scores in enumerate(columns)
            for item, score in enumerate(scores)
        )
    )


NO_SPREAD = grid([2, 2, 2], [2, 2, 2])
ONE_RATER = grid([0, 1, 2])
ONE_ITEM = grid([0], [1], [2])
NO_OVERLAP = grid([0, 1, "", ""], ["", "", 1, 2])
CONSTANT = grid([0, 1, 2, 3], [0, 1, 2, 3], [1, 1, 1, 1])
SILENT = grid([0, 1, 2], [0, 2, 2], ["NA", "", "."])
ALL_MISSING = grid(["", "NA"], ["nan", "."])
TWO_ITEMS = grid([1, 4], [3, 5])
ONE_SHARED = grid([0, 1, 2, 0], [0, "", "", ""])
EQUAL_WHERE_SHARED = grid([1, 1, 2, 0], [1, 1, "", ""])
ONLY_A_SHIFT = grid([0, 1, 2], [1, 2, 3])


def values(text, **options):
    return {k: each["value"] for k, each in record_of(text, **options)["estimates"].items()}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (NO_SPREAD, "Not estimable: every score is the same; exact agreement is 100 percent."),
        (ONE_RATER, "Not estimable: only one reviewer has rated."),
        (ONE_ITEM, "Not estimable: only one item has been rated."),
        (NO_OVERLAP, "Not estimable: no item was rated by two reviewers."),
        (ALL_MISSING, "Not estimable: there are no ratings to compare."),
    ],
)
def test_no_coefficient_is_estimated_and_the_reason_is_stated(text, reason):
    found = record_of(text)["estimates"]
    coefficients = (
        "ICC(1,1)",
        "ICC(2,k)",
        "ICC(2,1) REML",
        "alpha ordinal",
        "AC1",
        "weighted kappa",
    )
    assert {found[name]["value"] for name in coefficients} == {None}
    assert {found[name]["reason"] for name in coefficients} == {reason}


def test_without_spread_agreement_is_whole():
    found = values(NO_SPREAD)
    assert (found["exact agreement"], found["unanimous"], found["within one"]) == (1, 1, 1)


def test_of_one_item_the_agreement_is_counted():
    assert values(ONE_ITEM)["within one"] == pytest.approx(2 / 3)


def test_raters_who_share_no_item_are_said_to_be_apart():
    assert any("2 groups that share no item" in w for w in record_of(NO_OVERLAP)["warnings"])


def test_a_second_score_is_refused_with_both_rows():
    words = complaint(long((1, "a", 1), (1, "b", 2), (1, "a", 1)))
    assert (
        "row 4, column score: item 1 has a second score from a; the first one is in row 2" in words
    )


def test_a_second_row_is_refused_even_where_one_is_missing():
    assert "second score" in complaint(long((1, "a", 1), (1, "a", "")))


def test_a_constant_rater_is_estimated_and_named():
    found = record_of(CONSTANT)
    assert found["estimates"]["ICC(2,1)"]["value"] == pytest.approx(0.526, abs=0.001)
    assert "The same score on every item from: r2." in found["warnings"]


def test_a_rater_without_scores_is_named_and_no_column():
    found = record_of(SILENT)
    assert (found["data"]["n_raters"], found["data"]["n_missing"]) == (2, 3)
    assert found["data"]["raters_without_scores"] == ["r2"]
    assert "No score from: r2." in found["warnings"]


def test_two_items_have_values_and_intervals_with_a_warning():
    found = record_of(TWO_ITEMS)["estimates"]["ICC(2,1)"]
    assert found["value"] == pytest.approx(0.7059, abs=1e-4)
    assert (found["low"], found["high"]) == pytest.approx((-0.0923, 0.9994), abs=1e-4)
    assert found["warnings"] == ["No interval is shown below 10 independent items."]


def test_with_one_shared_item_no_model_is_fitted():
    found = record_of(ONE_SHARED)["estimates"]
    reason = "Not estimable: every score on the items rated twice or more is the same."
    assert found["ICC(2,1) REML"]["reason"] == found["alpha ordinal"]["reason"] == reason


def test_items_rated_once_lend_no_spread_to_the_others():
    found = record_of(EQUAL_WHERE_SHARED)["estimates"]
    assert found["ICC(2,1) REML"]["value"] is None
    assert found["exact agreement"]["value"] == 1


def test_raters_who_differ_by_a_constant_are_consistent_and_have_no_error():
    found = values(ONLY_A_SHIFT)
    assert (found["ICC(3,1)"], found["SEM consistency"]) == (1, 0)
    assert found["ICC(2,1)"] < 1


def test_an_item_in_two_cases_is_refused_with_both_rows():
    text = long((1, "a", 1, "x"), (1, "b", 1, "y"), head="item,rater,score,case")
    words = complaint(text, case="case")
    assert "row 3, column case: item 1 belongs to case “y” here and to “x” in row 2." in words


def test_shared_cases_enter_the_mixed_model_and_the_resampling():
    rows = [(i, r, (i // 2 + (i + ord(r)) % 2) % 3, i // 2) for i in range(24) for r in "abc"]
    found = record_of(long(*rows, head="item,rater,score,case"), case="case")
    assert found["data"]["n_cases"] == 12
    assert "resamples of cases" in found["estimates"]["alpha ordinal"]["method"]
    assert any("24 items come from 12 cases" in w for w in found["warnings"])


def test_without_names_of_raters_the_rows_of_an_item_are_its_raters():
    rows = [(item, score) for item in range(4) for score in (item % 3, item % 2)]
    found = record_of(long(*rows, head="item,score"), anonymous_raters=True)
    assert (found["data"]["n_raters"], found["data"]["columns"]["rater"]) == (2, None)
    assert found["estimates"]["ICC(1,1)"]["value"] is not None
    assert found["estimates"]["SEM consistency"]["value"] is None


def test_changing_raters_fill_the_same_positions():
    rows = [(item, f"r{item}{n}", (item + n) % 3) for item in range(6) for n in range(3)]
    assert group_of(long(*rows), anonymous_raters=True).table.is_complete


def test_a_group_without_a_value_is_refused():
    text = long((1, "a", 1, ""), head="item,rater,score,q")
    assert "row 2, column q: the cell is empty." in complaint(text, by="q")


def test_the_seed_of_a_group_is_that_of_the_documentation():
    assert (seed_of_group(7, None), seed_of_group(1, "tone")) == (7, 2_196_784_519)


@pytest.mark.parametrize(
    "text", [NO_SPREAD, ONE_RATER, ONE_ITEM, NO_OVERLAP, ALL_MISSING, TWO_ITEMS, ONLY_A_SHIFT]
)
def test_every_table_is_json_without_nan_and_every_null_has_its_reason(text):
    record = record_of(text)
    assert json.loads(json.dumps(record, allow_nan=False)) == record
    for found in record["estimates"].values():
        assert (found["value"] is None) == bool(found["reason"])


def test_the_keys_of_the_json_are_those_of_the_documentation():
    page = PAGE.read_text(encoding="utf-8")
    shown = json.loads(re.search(r"```json\n(.*?)```", page, re.DOTALL).group(1))
    found = record_of(TWO_ITEMS)
    assert set(shown) == set(found)
    assert set(shown["data"]) == set(found["data"])
    assert set(shown["estimates"]["ICC(2,1)"]) == set(found["estimates"]["ICC(2,1)"])


def test_sentences_go_through_the_translator():
    file = read_ratings(ONE_RATER.encode(), name="x.csv", options=FileOptions())
    record = summarised(file, seed=1, resamples=100).as_record(lambda text: f"[{text}]")
    assert record["estimates"]["ICC(2,1)"]["reason"].startswith("[Not estimable")
