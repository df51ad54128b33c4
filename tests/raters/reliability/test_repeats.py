from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from raters.reliability import icc, wilson
from raters.reliability.behaviour import InvalidBehaviour, RepeatPair, self_consistency
from tests.raters.reliability.tables import table_of

LEVELS = (0, 1, 2, 3)
fixed = {"deadline": None, "derandomize": True, "database": None}
score_pairs = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=9)
PAIRS = [(0, 1), (2, 2), (3, 3), (1, 1), (2, 3), (0, 0)]


def pairs_of(scores, *, reviewer="alice", items=None):
    return [
        RepeatPair(reviewer, items[n] if items else f"{reviewer}{n}", first, second, gap=10 + n)
        for n, (first, second) in enumerate(scores)
    ]


def of(pairs, *, levels=LEVELS):
    return self_consistency(pairs, levels=levels, seed=1, resamples=200)


def test_one_reviewers_icc_is_the_one_way_form_on_the_two_scores():
    found = of(pairs_of(PAIRS)).by_reviewer[0].icc
    known = icc(table_of(PAIRS, identified=False), "ICC(1,1)")
    assert found.value == pytest.approx(known.value)
    assert (found.low, found.high) == pytest.approx((known.low, known.high))


def test_agreement_is_counted_with_wilson_intervals():
    found = of(pairs_of([(0, 1), (2, 2), (0, 3), (1, 1)])).by_reviewer[0]
    assert (found.exact.value, found.within_one.value) == (0.5, 0.75)
    assert (found.exact.low, found.exact.high) == wilson(2, 4)


def test_a_step_is_a_step_of_the_scale_and_not_a_point():
    found = of(pairs_of([(1, 4), (4, 4)]), levels=(0, 1, 4)).by_reviewer[0]
    assert found.within_one.value == 1.0


def test_a_severe_reviewer_is_no_spread_between_items():
    lenient, severe = [(0, 1), (1, 0), (0, 1)], [(2, 3), (3, 2), (2, 3)]
    pooled = of([*pairs_of(lenient), *pairs_of(severe, reviewer="bob")]).pooled
    assert pooled.icc.value == pytest.approx(-1.0)
    merged = of(pairs_of(lenient + severe)).by_reviewer[0]
    assert merged.icc.value > 0.5


def test_pooled_over_reviewers_is_worked_out_by_hand():
    # Means 0, 2 | 1, 3: between 2 x (2 + 2) over 2 = 4; differences 0, 0 | 2, 2: 4 over 4 = 1.
    rows = [*pairs_of([(0, 0), (2, 2)]), *pairs_of([(0, 2), (2, 4)], reviewer="bob")]
    found = of(rows, levels=(0, 1, 2, 3, 4)).pooled
    assert found.icc.value == pytest.approx((4 - 1) / (4 + 1))
    assert (found.n_pairs, found.shift) == (4, 1.0)


@settings(max_examples=40, **fixed)
@given(score_pairs)
def test_swapping_first_and_second_changes_no_agreement_and_no_icc(scores):
    first, second = (of(pairs_of(each)).pooled for each in (scores, [p[::-1] for p in scores]))
    assert first.icc.value == pytest.approx(second.icc.value)
    assert first.exact == second.exact
    assert first.shift == pytest.approx(-second.shift)


@settings(max_examples=40, **fixed)
@given(score_pairs)
def test_no_repeats_make_a_value_without_bounds(scores):
    found = of(pairs_of(scores)).pooled
    assert found.exact.value <= found.within_one.value <= 1
    assert found.icc.is_estimable == (found.icc.reason is None)
    assert not found.icc.is_estimable or -1 - 1e-9 <= found.icc.value <= 1


def test_items_several_reviewers_repeated_are_resampled_together():
    items = [f"i{n}" for n in range(6)]
    rows = [*pairs_of(PAIRS, items=items), *pairs_of(PAIRS, reviewer="bob", items=items)]
    found = of(rows).pooled
    assert "resamples of items" in str(found.icc.method)
    assert "clustered by item" in str(found.exact.method)
    assert (found.icc.n_items, found.icc.n_reviewers, found.icc.n_ratings) == (6, 2, 24)


def test_pairs_without_both_scores_are_left_out_and_counted():
    rows = [*pairs_of(PAIRS), RepeatPair("alice", "x", 1, None, gap=3)]
    found = of(rows).by_reviewer[0]
    assert (found.n_pairs, found.n_unscored, found.smallest_gap) == (6, 1, 10)


@pytest.mark.parametrize(
    ("scores", "reason"),
    [
        ([(1, None)], "no repeat has both scores"),
        ([(1, 2)], "no reviewer has two repeats"),
        ([(2, 2), (2, 2)], "each reviewer gave one score throughout"),
    ],
)
def test_too_little_to_go_by_is_told(scores, reason):
    assert reason in str(of(pairs_of(scores)).by_reviewer[0].icc.reason)


def test_perfect_consistency_is_one_without_an_interval():
    found = of(pairs_of([(0, 0), (2, 2), (3, 3)])).by_reviewer[0]
    assert (found.icc.value, found.icc.low, found.exact.value) == (1.0, None, 1.0)
    assert "No disagreement in 3 repeats" in str(found.icc.interval_reason)


def test_free_numbers_have_no_steps():
    found = of(pairs_of([(0.5, 0.7), (1.5, 1.4)]), levels=None).by_reviewer[0]
    assert "no steps" in str(found.within_one.reason)


@pytest.mark.parametrize(
    ("second", "what"),
    [
        (RepeatPair("alice", "alice0", 1, 1, gap=9), "listed twice"),
        (RepeatPair("alice", "x", 1, 9, gap=9), "not on the scale"),
        (RepeatPair("alice", "x", 1, float("inf"), gap=9), "is not a score"),
    ],
)
def test_a_pair_that_contradicts_the_others_is_refused(second, what):
    with pytest.raises(InvalidBehaviour, match=what):
        of([replace(pairs_of([(1, 1)])[0]), second])
