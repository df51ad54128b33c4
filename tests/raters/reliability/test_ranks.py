import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import spearmanr

from raters.reliability.clustered import mean_limits
from raters.reliability.ranks import fisher_limits, spearman, weighted_spearman

fixed = {"deadline": None, "derandomize": True, "database": None}
# The example in the documentation of Bonett's own R package, function ci.spear.
X = [21, 4, 9, 12, 35, 18, 10, 22, 24, 1, 6, 8, 13, 16, 19]
Y = [67, 28, 30, 28, 52, 40, 25, 37, 44, 10, 14, 20, 28, 40, 51]


def test_a_published_correlation_and_its_limits_are_met():
    r = spearman(np.array(X, dtype=float), np.array(Y, dtype=float))
    assert r == pytest.approx(0.8699639, abs=1e-7)
    assert fisher_limits(r, 15) == pytest.approx((0.5840951, 0.9638297), abs=1e-6)


@settings(max_examples=60, **fixed)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=4, max_size=12))
def test_the_correlation_is_the_one_of_scipy_with_ties(pairs):
    x, y = np.array(pairs, dtype=float).T
    found = spearman(x, y)
    if x.min() == x.max() or y.min() == y.max():
        assert found is None
    else:
        assert found == pytest.approx(spearmanr(x, y).statistic, abs=1e-12)


def test_a_weight_counts_as_so_many_copies():
    rng = np.random.default_rng(1)
    x, y = rng.integers(0, 5, (2, 20)).astype(float)
    times = rng.integers(0, 3, 20)
    copied = spearman(np.repeat(x, times), np.repeat(y, times))
    assert weighted_spearman(x, y, times[None].astype(float))[0] == pytest.approx(copied)


def test_as_many_different_values_as_items_need_no_table_of_both():
    x = np.arange(200_000, dtype=float)
    assert spearman(x, -x) == pytest.approx(-1.0)


def test_weights_that_leave_no_spread_give_no_number():
    x = np.array([1.0, 1.0, 2.0, 3.0])
    assert np.isnan(weighted_spearman(x, x, np.array([[2.0, 2.0, 0.0, 0.0]]))[0])


@pytest.mark.parametrize("x", [[1.0, 2.0, 3.0], [2.0, 2.0, 2.0, 2.0]])
def test_three_pairs_or_no_spread_give_no_correlation(x):
    assert spearman(np.array(x), np.arange(len(x), dtype=float)) is None


def test_a_perfect_order_has_no_limits():
    assert fisher_limits(1.0, 20) is None
    assert fisher_limits(0.5, 3) is None


def test_the_limits_of_a_mean_are_students_where_each_value_is_its_own_cluster():
    # Mean 3, standard error 1 / sqrt(2), t of 4 degrees of freedom 2.7764.
    low, high = mean_limits(np.array([1.0, 2.0, 3.0, 4.0, 5.0]), np.arange(5))
    assert (low, high) == pytest.approx((3 - 2.7764 / 2**0.5, 3 + 2.7764 / 2**0.5), abs=1e-4)


def test_copies_within_a_cluster_do_not_narrow_the_limits_of_a_mean():
    values = np.array([1.0, 2.0, 4.0, 7.0])
    single = mean_limits(values, np.arange(4))
    assert mean_limits(np.repeat(values, 5), np.repeat(np.arange(4), 5)) == pytest.approx(single)


def test_one_cluster_or_equal_values_give_no_limits():
    assert mean_limits(np.array([1.0, 2.0]), np.array(["a", "a"])) is None
    assert mean_limits(np.full(4, 0.1), np.arange(4)) is None
