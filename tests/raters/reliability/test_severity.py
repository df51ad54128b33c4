import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from raters.reliability.behaviour import severity
from tests.raters.reliability.tables import anchor_and_rotate, drawn_scores, table_of

NAN = float("nan")
SDS = {"item": 1.0, "reviewer": 0.5, "error": 0.6}
fixed = {"deadline": None, "derandomize": True, "database": None}


def values(matrix, **shape):
    return [one.estimate.value for one in severity(table_of(matrix, **shape))]


def drawn(items=20, reviewers=4, seed=1):
    rng = np.random.default_rng(seed)
    return drawn_scores(rng, items=items, reviewers=reviewers, sds=SDS)


def test_the_deviation_from_the_others_is_worked_out_by_hand():
    # r00: (1 - 2.5), (2 - 4): mean -1.75; r01: (2 - 2), (4 - 3): .5; r02: (3 - 1.5), (4 - 3): 1.25.
    assert values([[1, 2, 3], [2, 4, 4]]) == pytest.approx([-1.75, 0.5, 1.25])


def test_the_interval_is_students_over_the_items():
    # Deviations of r01 from r00: 1, 2, 3, 4, 5.
    found = severity(table_of([[1, 2], [1, 3], [1, 4], [1, 5], [1, 6]]))[1].estimate
    half = 2.7764451 / 2**0.5
    assert (found.low, found.high) == pytest.approx((3 - half, 3 + half), abs=1e-6)
    assert "t interval over 5 items" in str(found.method)


@settings(max_examples=25, **fixed)
@given(st.integers(-9, 9), st.lists(st.integers(-9, 9), min_size=20, max_size=20))
def test_a_shift_of_everything_or_of_whole_items_changes_no_severity(everything, of_items):
    moved = drawn() + everything + np.array(of_items)[:, None]
    assert values(moved) == pytest.approx(values(drawn()))


@settings(max_examples=25, **fixed)
@given(st.permutations(range(20)), st.permutations(range(4)))
def test_another_order_only_moves_the_rows(items, reviewers):
    moved = values(drawn()[items][:, reviewers])
    assert moved == pytest.approx([values(drawn())[reviewer] for reviewer in reviewers])


def test_a_reviewer_who_scores_a_point_higher_deviates_by_a_point_more():
    harsher = drawn() + np.array([0, 0, 1, 0])
    assert values(harsher)[2] == pytest.approx(values(drawn())[2] + 1)


def test_severities_of_a_complete_table_sum_to_zero():
    assert sum(values(drawn())) == pytest.approx(0)


def test_items_are_matched_where_not_everyone_rated_everything():
    rated = anchor_and_rotate(items=40, anchors=4, reviewers=5, each=2)
    offsets = np.array([0.0, 0.0, 0.0, 0.0, 1.0])
    scores = np.arange(40)[:, None] + offsets
    found = severity(table_of(np.where(rated, scores, NAN)))
    assert found[4].estimate.value == pytest.approx(1.0)
    assert "not the same people" in str(found[4].estimate.warnings[0])


def test_items_nobody_else_rated_are_left_out_and_counted():
    found = severity(table_of([[1, 2], [2, 4], [9, NAN], [9, NAN]]))[0].estimate
    assert (found.value, found.n_items) == (-1.5, 2)
    assert [str(one) for one in found.excluded] == ["items nobody else rated: 2"]


def test_copies_of_an_item_within_its_case_do_not_narrow_the_interval():
    table = table_of(np.repeat(drawn(), 4, axis=0), cases=np.repeat(np.arange(20), 4))
    clustered, single = severity(table)[0].estimate, severity(table_of(drawn()))[0].estimate
    assert (clustered.low, clustered.high) == pytest.approx((single.low, single.high))
    assert "clustered by 20 cases" in str(clustered.method)


def test_a_constant_deviation_has_a_value_and_no_interval():
    found = severity(table_of([[1, 2], [2, 3], [4, 5]]))[1].estimate
    assert (found.value, found.low) == (1.0, None)
    assert "the same throughout" in str(found.interval_reason)


def test_items_of_one_case_have_no_interval():
    found = severity(table_of([[1, 2], [2, 5]], cases=["v", "v"]))[1].estimate
    assert str(found.interval_reason) == "All items compared come from one case."


def test_a_reviewer_alone_and_reviewers_without_names_are_told_why():
    alone = severity(table_of([[1, 2, NAN], [2, 4, NAN], [NAN, NAN, 3]]))[2].estimate
    assert "nobody else rated" in str(alone.reason)
    unnamed = severity(table_of([[1, 2], [2, 4]], identified=False))[0].estimate
    assert "without reviewer identities" in str(unnamed.reason)
