import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import spearmanr

from raters.reliability import ControlAnswer
from raters.reliability.behaviour import drift_by_thirds, order_effects
from tests.raters.reliability.showings import queue

fixed = {"deadline": None, "derandomize": True, "database": None}
SCORES = [2, 1, 2, 0, 2, 1, 1, 0, 1, 0, 0, 1]


def control(reviewer, position, *, hit=True, of=12):
    answer = 2 if hit else 0
    return ControlAnswer(
        reviewer, f"c{position}", "positive", position, of, "q", answer, low=2, high=2
    )


def own(presented, answers=()):
    return order_effects(presented, answers).by_reviewer[0]


def test_scores_that_fall_along_the_queue_correlate_with_position():
    found = own(queue(SCORES)).score
    expected = spearmanr(range(12), SCORES).statistic
    assert found.value == pytest.approx(expected)
    assert found.low < expected < found.high < 0.1
    assert "Bonett and Wright" in str(found.method)


def test_time_that_falls_along_the_queue_is_found_apart_from_scores():
    found = own(queue([1] * 6, seconds=[90, 80, 60, 65, 40, 30]))
    assert found.seconds.value == pytest.approx(spearmanr(range(6), [90, 80, 60, 65, 40, 30])[0])
    assert str(found.score.reason) == "Not estimable: every value is the same."


def test_harder_items_late_in_everyones_queue_are_no_drift_of_deviations():
    falling = np.arange(12, 0, -1.0)
    around = falling + np.tile([0.1, -0.1, -0.1, 0.1], 3)
    rows = [*queue(list(falling)), *queue(list(around), reviewer="bob")]
    found = own(rows)
    assert found.score.value == pytest.approx(-1.0)
    assert abs(found.deviation.value) < 0.1


@settings(max_examples=30, **fixed)
@given(st.lists(st.integers(0, 2), min_size=4, max_size=10), st.integers(-5, 5))
def test_a_shift_of_all_scores_changes_no_correlation(scores, shift):
    first, second = (own(queue(each)).score for each in (scores, [s + shift for s in scores]))
    assert (first.value, first.low, first.high) == (second.value, second.low, second.high)


@settings(max_examples=30, **fixed)
@given(st.lists(st.integers(0, 2), min_size=4, max_size=10))
def test_the_queue_turned_round_turns_the_sign(scores):
    ahead, back = (own(queue(each)).score.value for each in (scores, scores[::-1]))
    assert (ahead is None and back is None) or ahead == pytest.approx(-back)


def test_control_hits_have_a_value_and_no_interval_for_one_reviewer():
    answers = [control("alice", p, hit=p < 7) for p in (1, 3, 5, 7, 9, 11)]
    found = own(queue(SCORES), answers).hits
    assert found.value == pytest.approx(spearmanr(range(6), [1, 1, 1, 0, 0, 0])[0])
    assert "Hit or miss alone" in str(found.interval_reason)


def test_the_panel_is_the_mean_over_reviewers_with_students_interval():
    # Reviewers as units: correlations 1, 1 and -1, mean 1/3, standard error 2/3, t(2) 4.3027.
    rows = [
        row
        for name, way in (("a", 1), ("b", 1), ("c", -1))
        for row in queue([way * place for place in range(6)], reviewer=name)
    ]
    found = order_effects(rows).panel.score
    assert found.value == pytest.approx(1 / 3)
    assert (found.low, found.high) == (-1.0, 1.0)
    assert (found.n_reviewers, str(found.method)) == (
        3,
        "mean over 3 reviewers, t interval with reviewers as units",
    )


def test_two_reviewers_give_a_mean_without_an_interval():
    rows = [*queue([0, 1, 2, 1]), *queue([2, 1, 0, 0], reviewer="bob")]
    assert "Too few reviewers" in str(order_effects(rows).panel.score.interval_reason)


def test_reviewers_without_a_correlation_are_left_out_of_the_mean_and_counted():
    rows = [*queue([0, 1, 2, 1]), *queue([1, 1, 1, 1], reviewer="bob")]
    found = order_effects(rows).panel.score
    assert [str(one) for one in found.excluded] == ["reviewers without a correlation: 1"]


def test_three_values_are_too_few_and_a_perfect_order_has_no_limits():
    assert str(own(queue([0, 1, 2])).score.reason) == "Not estimable: 3 values, fewer than 4."
    perfect = own(queue([0, 1, 2, 3])).score
    assert (perfect.value, perfect.low) == (1.0, None)
    assert "same or opposite" in str(perfect.interval_reason)


def test_nobody_at_all_is_no_panel():
    found = order_effects([])
    assert found.by_reviewer == ()
    assert "no reviewer has a correlation" in str(found.panel.score.reason)


def test_thirds_hold_means_of_scores_and_medians_of_time():
    rows = drift_by_thirds(queue([0, 0, 1, 1, 2, 2], seconds=[10, 20, 30, 40, 50, None]))
    assert [(row.third, row.n, row.mean_score, row.median_seconds) for row in rows[:3]] == [
        (1, 2, 0.0, 15.0),
        (2, 2, 1.0, 35.0),
        (3, 2, 2.0, 50.0),
    ]


def test_thirds_show_the_deviation_from_the_others_on_the_same_items():
    rows = [*queue([1, 1, 1]), *queue([1, 1, 2], reviewer="bob")]
    by_bob = [row for row in drift_by_thirds(rows) if row.reviewer == "bob"]
    assert [row.mean_deviation for row in by_bob] == [0.0, 0.0, 1.0]


def test_control_hits_are_counted_in_the_third_they_were_met_in():
    answers = [control("alice", 2), control("alice", 6, hit=False), control("bob", 12)]
    everyone = drift_by_thirds(queue(SCORES), answers)[:3]
    assert [(row.hits.hits, row.hits.n) for row in everyone] == [(1, 1), (0, 1), (1, 1)]


def test_a_third_without_scores_has_no_mean():
    rows = drift_by_thirds(queue([1, None, None]))
    assert (rows[1].n, rows[1].mean_score, rows[1].mean_deviation) == (1, None, None)


def test_a_reviewer_who_met_controls_only_has_a_row():
    answers = [control("bob", p, hit=p < 7) for p in (1, 3, 5, 7, 9, 11)]
    found = order_effects(queue(SCORES), answers).by_reviewer
    assert [row.reviewer for row in found] == ["alice", "bob"]
    assert found[1].hits.is_estimable
    assert {row.reviewer for row in drift_by_thirds(queue(SCORES), answers)} == {
        None,
        "alice",
        "bob",
    }
