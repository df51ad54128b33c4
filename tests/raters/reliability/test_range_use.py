from dataclasses import replace
from math import log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from raters.reliability.behaviour import InvalidBehaviour, range_use
from raters.reliability.behaviour.range_use import longest_runs
from tests.raters.reliability.showings import queue, shown

LEVELS = (0, 1, 2)
fixed = {"deadline": None, "derandomize": True, "database": None}


def of(scores, *, levels=LEVELS, **more):
    return range_use(queue(scores), levels=levels, seed=1, **more)[0]


def test_every_level_of_the_scale_is_counted_used_or_not():
    found = of([1, 1, 2, 1])
    assert [(one.level, one.n, one.share) for one in found.levels] == [
        (0, 0, 0.0),
        (1, 3, 0.75),
        (2, 1, 0.25),
    ]


@pytest.mark.parametrize(
    ("scores", "entropy"), [([0, 1, 2], 1.0), ([2, 2, 2], 0.0), ([0, 2], log(2) / log(3))]
)
def test_entropy_is_one_for_even_use_and_zero_for_a_single_level(scores, entropy):
    assert of(scores).entropy == pytest.approx(entropy)


def test_the_longest_run_is_found_in_the_order_shown():
    backwards = list(reversed(queue([0, 1, 1, 1, 2, 2])))
    found = range_use(backwards, levels=LEVELS, seed=1)[0]
    assert (found.longest_run, found.run_level) == (3, 1.0)


def test_items_without_a_score_are_passed_over_and_counted():
    found = of([1, None, 1, None, 0])
    assert (found.n, found.n_unscored, found.longest_run) == (3, 2, 2)


@settings(max_examples=50, **fixed)
@given(st.lists(st.sampled_from(LEVELS), min_size=1, max_size=12))
def test_runs_and_entropy_stay_within_their_bounds(scores):
    found = of(scores, shuffles=20)
    assert 1 <= found.longest_run <= max(scores.count(level) for level in LEVELS)
    assert -1e-9 <= found.entropy <= 1 + 1e-9


@settings(max_examples=50, **fixed)
@given(st.lists(st.sampled_from(LEVELS), min_size=1, max_size=12), st.integers(0, 5))
def test_other_names_for_the_levels_change_no_run_and_no_entropy(scores, shift):
    moved = of([s + shift for s in scores], levels=[lv + shift for lv in LEVELS], shuffles=5)
    found = of(scores, shuffles=5)
    assert (moved.longest_run, moved.entropy) == (found.longest_run, found.entropy)


def test_the_chance_of_a_run_is_its_share_of_all_orders():
    # Two ones side by side in an order of 1, 1, 0, 2: 6 of 12 orders.
    assert of([1, 1, 0, 2], shuffles=4_000).chance_of_run == pytest.approx(0.5, abs=0.03)


def test_a_run_of_ten_among_even_scores_is_unlikely():
    assert of([0] * 10 + [1, 2] * 10).chance_of_run < 0.01


def test_the_same_score_throughout_is_one_run_that_any_order_has():
    found = of([1] * 9)
    assert (found.longest_run, found.chance_of_run) == (9, 1.0)


def test_free_numbers_have_no_entropy():
    found = of([0.31, 0.44], levels=None)
    assert (found.entropy, str(found.entropy_reason)) == (
        None,
        "Not defined: the scale has no fixed points.",
    )


def test_a_scale_of_one_point_and_a_reviewer_without_scores_are_told_why():
    assert "a single point" in str(of([1, 1], levels=(1,)).entropy_reason)
    found = of([None])
    assert "nothing was scored" in str(found.entropy_reason)
    assert (found.longest_run, found.run_level, found.chance_of_run) == (0, None, None)


def test_the_longest_runs_of_many_rows_are_found_at_once():
    rows = np.array([[1, 1, 2, 2, 2], [1, 2, 1, 2, 1], [3, 3, 3, 3, 3]])
    assert longest_runs(rows).tolist() == [3, 1, 5]


def test_the_same_seed_gives_the_same_chance():
    assert of([1, 1, 0, 2, 1, 0]) == of([1, 1, 0, 2, 1, 0])


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"position": 31}, "outside the queue"),
        ({"seconds": -1.0}, "is not a time"),
        ({"score": float("nan")}, "is not a score"),
        ({"score": 7.0}, "not on the scale"),
        ({"item": "i01"}, "listed twice"),
        ({"position": 1}, "taken by another item"),
    ],
)
def test_a_record_that_contradicts_itself_is_refused(changes, what):
    rows = [shown(position=1), replace(shown(position=2), **changes)]
    with pytest.raises(InvalidBehaviour, match=what):
        range_use(rows, levels=LEVELS, seed=1)
