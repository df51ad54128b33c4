from functools import partial

import numpy as np
import pytest

from raters.reliability import alpha, icc
from raters.reliability.sensitivity import sensitivity
from raters.reliability.subgroups import (
    by_item,
    by_rating,
    by_reviewer,
    leave_one_reviewer_out,
    subgroups,
)
from tests.raters.reliability.tables import drawn_scores, table_of

NAN = float("nan")
SDS = {"item": 1.0, "reviewer": 0.2, "error": 0.6}
leading = partial(icc, form="ICC(2,1)")
SCORES = drawn_scores(np.random.default_rng(1), items=24, reviewers=4, sds=SDS)


def test_each_condition_has_the_estimate_of_its_own_items():
    labels = {f"i{row:03}": "acute" if row < 10 else "chronic" for row in range(24)}
    found = subgroups(table_of(SCORES), by_item(labels), statistic=leading)
    assert [(row.label, row.estimate.n_items) for row in found.rows] == [
        ("acute", 10),
        ("chronic", 14),
    ]
    assert found.rows[0].estimate == leading(table_of(SCORES[:10]))


def test_each_stratum_has_the_estimate_of_its_own_reviewers():
    strata = {"r00": "consultant", "r01": "consultant", "r02": "resident", "r03": "resident"}
    found = subgroups(table_of(SCORES), by_reviewer(strata), statistic=leading)
    assert found.rows[0].estimate == leading(table_of(SCORES[:, :2]))


def test_halves_of_a_session_are_parts_of_one_reviewers_ratings():
    half = {
        (f"i{row:03}", f"r{column:02}"): "first" if row < 12 else "second"
        for row in range(24)
        for column in range(4)
    }
    found = subgroups(table_of(SCORES), by_rating(half), statistic=leading)
    assert found.rows[1].estimate.value == leading(table_of(SCORES[12:])).value


def test_ratings_without_a_label_are_left_out_and_counted():
    found = subgroups(table_of(SCORES), by_item({"i000": "a", "i001": "a"}), statistic=leading)
    assert (found.n_unlabelled, len(found.rows)) == (22 * 4, 1)


def test_a_small_group_keeps_its_value_and_shows_no_interval():
    labels = {f"i{row:03}": "few" if row < 9 else "many" for row in range(24)}
    few, many = subgroups(table_of(SCORES), by_item(labels), statistic=leading).rows
    assert few.estimate.has_interval
    assert (few.shown.is_shown, many.shown.is_shown) == (False, True)
    assert "below 10" in str(few.shown.reason)


def test_a_group_with_one_reviewer_says_why_there_is_no_value():
    found = subgroups(table_of(SCORES), by_reviewer({"r00": "alone"}), statistic=leading)
    assert "only one reviewer" in str(found.rows[0].estimate.reason)


def test_leaving_out_a_reviewer_who_disagrees_raises_the_estimate_most():
    odd = SCORES.copy()
    odd[:, 2] = -odd[:, 2]
    rows = leave_one_reviewer_out(table_of(odd), statistic=leading)
    assert [row.reviewer for row in rows] == ["r00", "r01", "r02", "r03"]
    assert max(rows, key=lambda row: row.difference).reviewer == "r02"
    assert rows[2].estimate.value == leading(table_of(np.delete(SCORES, 2, axis=1))).value


def test_the_difference_is_from_the_estimate_with_everybody():
    table = table_of(SCORES)
    row = leave_one_reviewer_out(table, statistic=leading)[0]
    assert row.difference == pytest.approx(row.estimate.value - leading(table).value)


def test_of_two_reviewers_none_can_be_left_out():
    rows = leave_one_reviewer_out(table_of(SCORES[:, :2]), statistic=leading)
    assert [row.difference for row in rows] == [None, None]
    assert "only one reviewer" in str(rows[0].estimate.reason)


def test_anonymous_reviewers_cannot_be_left_out_one_by_one():
    assert leave_one_reviewer_out(table_of(SCORES, identified=False), statistic=leading) == ()


def test_the_leading_row_comes_first_and_has_no_difference():
    rows = sensitivity(table_of(SCORES), statistic=leading)
    assert [(str(row.label), row.difference) for row in rows] == [("as entered (leading)", None)]


def test_first_submissions_and_final_decisions_stand_beside_what_was_entered():
    first, final = SCORES + np.linspace(0, 1, 4), SCORES * 1.0
    rows = sensitivity(
        table_of(SCORES), first=table_of(first), final=table_of(final), statistic=leading
    )
    assert [str(row.label) for row in rows[1:]] == ["first submissions", "final decisions"]
    assert rows[1].difference == pytest.approx(
        leading(table_of(first)).value - leading(table_of(SCORES)).value
    )
    assert rows[2].difference == 0.0


def test_complete_items_have_a_row_only_where_something_is_missing():
    gaps = SCORES.copy()
    gaps[:4, 0] = NAN
    statistic = partial(alpha, metric="interval", seed=1, resamples=20)
    rows = sensitivity(table_of(gaps), statistic=statistic)
    assert str(rows[1].label) == "items rated by every reviewer"
    assert rows[1].estimate.value == statistic(table_of(SCORES[4:])).value


def test_flagged_reviewers_are_left_out_together():
    rows = sensitivity(table_of(SCORES), flagged=["r03", "r00", "gone"], statistic=leading)
    assert str(rows[1].label) == "without r00, r03"
    assert rows[1].estimate.value == leading(table_of(SCORES[:, 1:3])).value


def test_nothing_left_is_no_difference():
    rows = sensitivity(table_of(SCORES), flagged=["r00", "r01", "r02"], statistic=leading)
    assert (rows[1].estimate.value, rows[1].difference) == (None, None)
