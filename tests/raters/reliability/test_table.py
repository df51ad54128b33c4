import numpy as np
import pandas as pd
import pytest

from raters.reliability import InvalidRatings, NotReliabilityEvidence, Rating, RatingTable
from tests.raters.reliability.tables import table_of

NAN = float("nan")
LIKERT = (1, 2, 3, 4, 5)


def of(*ratings, levels=LIKERT):
    return RatingTable.of(ratings, levels=levels)


@pytest.mark.parametrize("role", ["control", "training", "repeat"])
def test_a_planted_practice_or_repeated_item_is_refused(role):
    real = Rating("a", None, "alice", 3)
    planted = Rating("b", None, "alice", 1, role=role)
    with pytest.raises(NotReliabilityEvidence, match=f"item b is a {role} item"):
        of(real, planted)


def test_a_planted_item_is_refused_even_without_a_score():
    with pytest.raises(NotReliabilityEvidence):
        of(Rating("a", None, "alice", None, role="control"))


def test_a_machine_judge_is_refused():
    with pytest.raises(NotReliabilityEvidence, match="machine judge"):
        of(Rating("a", None, "judge", 3, rater_kind="llm_judge"))


def test_a_role_nobody_defined_is_refused():
    with pytest.raises(InvalidRatings, match="'gold'"):
        of(Rating("a", None, "alice", 3, role="gold"))


def test_two_scores_of_one_reviewer_on_one_item_are_refused():
    with pytest.raises(InvalidRatings, match="item a has two scores from alice"):
        of(Rating("a", None, "alice", 3), Rating("a", None, "alice", 4))


@pytest.mark.parametrize("score", [NAN, float("inf"), -float("inf")])
@pytest.mark.parametrize("levels", [LIKERT, None])
def test_a_score_that_is_no_number_is_refused(score, levels):
    with pytest.raises(InvalidRatings, match="is not a score"):
        of(Rating("a", None, "alice", score), levels=levels)


def test_a_score_off_the_scale_is_refused():
    with pytest.raises(InvalidRatings, match="item a: 6 is not on the scale"):
        of(Rating("a", None, "alice", 6))


@pytest.mark.parametrize("levels", [(), (2, 1), (1, 1, 2), (1, NAN)])
def test_a_scale_that_does_not_ascend_is_refused(levels):
    with pytest.raises(InvalidRatings, match="ascending"):
        of(Rating("a", None, "alice", 1), levels=levels)


def test_an_item_in_two_cases_is_refused():
    with pytest.raises(InvalidRatings, match="two cases"):
        of(Rating("a", "v1", "alice", 1), Rating("a", "v2", "bob", 1))


def test_rows_are_items_and_columns_reviewers_in_sorted_order():
    table = of(
        Rating("b", None, "bob", 1), Rating("a", None, "bob", 2), Rating("b", None, "alice", 3)
    )
    assert (table.items, table.reviewers) == (("a", "b"), ("alice", "bob"))
    np.testing.assert_array_equal(table.matrix, [[NAN, 2], [3, 1]])


def test_the_matrix_cannot_be_written_to():
    with pytest.raises(ValueError, match="read-only"):
        table_of([[1, 2]]).matrix[0, 0] = 5


def test_a_reviewer_without_any_score_has_no_column_and_is_named():
    table = of(Rating("a", None, "alice", 1), Rating("a", None, "bob", None))
    assert (table.reviewers, table.silent_reviewers) == (("alice",), ("bob",))


def test_counts_describe_an_incomplete_table():
    table = table_of([[1, 2, NAN], [3, NAN, NAN], [4, 4, 4]], levels=LIKERT, cases=["x", "x", "y"])
    found = (table.n_items, table.n_reviewers, table.n_ratings, table.n_cases)
    assert found == (3, 3, 6, 2)
    assert (table.items_rated_once, table.items_rated_twice_or_more) == (1, 2)
    assert (table.share_filled, table.is_complete) == (6 / 9, False)
    assert table.complete_items().items == ("i002",)


def test_the_distribution_holds_points_nobody_used():
    table = table_of([[1, 1], [3, 1]], levels=LIKERT)
    assert table.distribution == ((1, 3), (2, 0), (3, 1), (4, 0), (5, 0))


def test_an_item_without_a_case_does_not_join_a_case_of_the_same_name():
    table = of(Rating("v1", None, "alice", 1), Rating("b", "v1", "alice", 2))
    assert table.n_cases == 2


def test_reviewers_without_shared_items_form_separate_groups():
    table = table_of([[1, 2, NAN, NAN], [NAN, 2, NAN, NAN], [NAN, NAN, 3, 1]])
    groups = [(group.reviewers, group.items) for group in table.linked_groups]
    assert groups == [(("r00", "r01"), ("i000", "i001")), (("r02", "r03"), ("i002",))]


def test_a_chain_of_shared_items_links_reviewers_who_never_met():
    table = table_of([[1, 2, NAN], [NAN, 2, 3]])
    assert len(table.linked_groups) == 1


def test_reviewers_with_one_item_or_one_score_are_named():
    table = table_of([[1, 2, 3], [1, 3, NAN], [1, 1, NAN]])
    assert table.reviewers_with_one_item == ("r02",)
    assert table.reviewers_without_variance == ("r00",)


def test_an_empty_table_has_zero_of_everything():
    table = of()
    assert (table.n_items, table.n_reviewers, table.share_filled) == (0, 0, 0.0)
    assert (table.linked_groups, table.is_complete) == ((), False)


def test_columns_make_the_same_table_as_ratings():
    ratings = [
        Rating("b", "v", "bob", 1),
        Rating("a", None, "bob", None),
        Rating("b", "v", "al", 3),
    ]
    found = RatingTable.from_columns(
        item=["b", "a", "b"],
        rater=["bob", "bob", "al"],
        score=[1, NAN, 3],
        case=["v", None, "v"],
        levels=LIKERT,
    )
    expected = RatingTable.of(ratings, levels=LIKERT)
    assert (found.ratings, found.cases) == (expected.ratings, expected.cases)
    np.testing.assert_array_equal(found.matrix, expected.matrix)


def test_a_frame_of_pandas_can_be_handed_over_as_columns():
    frame = pd.DataFrame({"i": [1, 1, 2], "r": ["a", "b", "a"], "s": [1, 2, None], "c": [None] * 3})
    found = RatingTable.from_columns(
        item=frame["i"], rater=frame["r"], score=frame["s"], case=frame["c"], levels=None
    )
    assert (found.items, found.reviewers, found.n_cases) == (("1",), ("a", "b"), 1)


@pytest.mark.parametrize(
    ("column", "words"),
    [
        ({"item": ["a", "a"]}, "item a has two scores from x"),
        ({"score": [1, 9]}, "item b: 9 is not on the scale"),
        ({"score": [1, float("inf")]}, "item b: inf is not a score"),
        ({"score": [1]}, "not equally long"),
        ({"item": ["a", "a"], "rater": ["x", "y"], "case": ["v", "w"]}, "two cases"),
    ],
)
def test_columns_are_checked_like_ratings(column, words):
    columns = {"item": ["a", "b"], "rater": ["x", "x"], "score": [1, 2], "case": ["v", "v"]}
    with pytest.raises(InvalidRatings, match=words):
        RatingTable.from_columns(**columns | column, levels=LIKERT)


def test_the_items_rated_by_two_keep_their_order_and_their_reviewers():
    found = table_of([[1, 2, NAN], [NAN, NAN, 3], [4, 4, NAN]], levels=LIKERT).items_rated_by_two()
    assert (found.items, found.reviewers) == (("i000", "i002"), ("r00", "r01"))
    np.testing.assert_array_equal(found.matrix, [[1, 2], [4, 4]])
