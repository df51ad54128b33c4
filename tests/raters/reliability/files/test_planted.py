"""Planted rows never enter a coefficient, however the column says that they are planted."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from raters.reliability.files.planted import expected_scores
from raters.reliability.files.scales import Scale
from tests.raters.reliability.files.reading import complaint, group_of, long, record_of

HEAD = "item,rater,score,planted"
REAL = [(item, rater, (item + (rater == "b")) % 3) for item in range(4) for rater in "ab"]
NUMBERS = Scale("ordinal", False, (0.0, 1.0, 2.0))
LABELS = Scale("ordinal", False, (0.0, 1.0), ("NOT MET", "MET"))


def with_planted(*planted, real=""):
    return long(*((*row, real) for row in REAL), *planted, head=HEAD)


def planted_of(text):
    return group_of(text, controls="planted").planted


@pytest.mark.parametrize(
    ("real", "mark"),
    [("", "1"), ("0", "1"), ("no", "yes"), ("FALSE", "TRUE"), ("real", "pos_control"), ("NA", "x")],
)
def test_a_marked_row_is_left_out_and_counted(real, mark):
    group = group_of(with_planted(("k", "a", 2, mark), real=real), controls="planted")
    assert (group.table.n_ratings, group.planted.n_ratings) == (8, 1)
    assert str(group.planted.reason) == "The column does not say which scores are expected."


@settings(max_examples=40, deadline=None, derandomize=True, database=None)
@given(st.lists(st.sampled_from([0, 1, 2]), min_size=2, max_size=8))
def test_no_planted_score_moves_any_estimate(scores):
    planted = [(f"k{n}", "ab"[n % 2], score, "2") for n, score in enumerate(scores)]
    without = group_of(with_planted()).table
    found = group_of(with_planted(*planted), controls="planted").table
    assert found.ratings == without.ratings


def test_scores_are_held_against_what_the_column_expects():
    rows = [("k", "a", 0, "0-1"), ("k", "b", 2, "0-1"), ("m", "a", 2, "0|2"), ("m", "b", "", "0|2")]
    planted = planted_of(with_planted(*rows))
    assert (planted.overall.hits, planted.overall.n, planted.n_missing) == (2, 3, 1)
    by_rater = {rater: (hits.hits, hits.n) for rater, hits in planted.by_rater}
    assert by_rater == {"a": (2, 2), "b": (0, 1)}


def test_a_zero_among_other_expected_scores_is_an_expected_score():
    planted = planted_of(with_planted(("k", "a", 0, "0"), ("m", "a", 2, "2")))
    assert (planted.overall.hits, planted.n_items) == (2, 2)


def test_a_zero_that_may_mean_two_things_is_refused():
    words = complaint(with_planted(("k", "a", 0, "0"), ("m", "a", 1, "1")), controls="planted")
    assert "which may mean “not planted” or be the score that is expected" in words


def test_an_item_planted_in_some_rows_only_is_refused():
    words = complaint(with_planted((1, "c", 0, "1")), controls="planted")
    assert "row 10, column planted: item 1 is planted here and not planted in row 4." in words


def test_a_range_that_runs_downwards_is_refused():
    words = complaint(with_planted(("k", "a", 0, "2-1")), controls="planted")
    assert "row 10: the range “2-1” runs downwards." in words


def test_a_file_of_planted_rows_only_has_no_coefficient():
    found = record_of(long(("k", "a", 1, 1), ("k", "b", 1, 1), head=HEAD), controls="planted")
    assert {each["value"] for each in found["estimates"].values()} == {None}
    assert found["controls"]["n_ratings"] == 2


def test_the_json_has_the_planted_numbers_by_rater():
    found = record_of(with_planted(("k", "a", 2, "2"), ("k", "b", 0, "2")), controls="planted")
    assert found["controls"]["exact_agreement_with_expected"] == 0.5
    assert found["controls"]["by_rater"]["a"]["low"] == pytest.approx(0.207, abs=0.001)
    assert record_of(with_planted())["controls"] is None


@pytest.mark.parametrize(
    ("text", "scale", "inside", "outside"),
    [
        ("2", NUMBERS, [2], [1, 3]),
        ("0-1", NUMBERS, [0, 1], [2]),
        ("0..1", NUMBERS, [0, 1], [2]),
        ("0|2", NUMBERS, [0, 2], [1]),
        ("-2--1", NUMBERS, [-2, -1], [0]),
        ("MET", LABELS, [1], [0]),
        ("MET | NOT MET", LABELS, [0, 1], []),
    ],
)
def test_an_expected_score_is_a_number_a_range_or_a_set(text, scale, inside, outside):
    expected = expected_scores(text, scale)
    assert [score in expected for score in inside] == [True] * len(inside)
    assert [score in expected for score in outside] == [False] * len(outside)


@pytest.mark.parametrize(("text", "scale"), [("x", NUMBERS), ("0-1", LABELS), ("", NUMBERS)])
def test_other_words_expect_nothing(text, scale):
    assert expected_scores(text, scale) is None
