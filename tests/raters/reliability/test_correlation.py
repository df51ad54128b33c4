from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import spearmanr

from raters.reliability.correlation import BANDS, Pattern, dimension_correlations, pattern_of
from raters.reliability.counted import Counted
from raters.reliability.estimate import estimated
from raters.reliability.shared import Dimension
from raters.reliability.table import InvalidRatings
from rubrics.phrases import Phrase
from tests.raters.reliability.tables import table_of

NAN = float("nan")
fixed = {"deadline": None, "derandomize": True, "database": None}


@dataclass(frozen=True)
class Hypothesis:
    between: tuple[str, str]
    expect: str


def drawn(*, items=40, reviewers=3, shared=1.0, own=0.0, seed=1):
    """Two dimensions; `shared`: weight of the items' common level, `own`: of a reviewer's halo."""
    rng = np.random.default_rng(seed)
    level = rng.standard_normal((2, items, 1))
    level[1] = shared * level[0] + np.sqrt(1 - shared**2) * level[1]
    halo = own * rng.standard_normal((items, reviewers))
    return level + halo + 0.3 * rng.standard_normal((2, items, reviewers))


def correlated(first, second, *, expected=(), lower=(False, False), cases=None, resamples=200):
    dimensions = [
        Dimension(key, table_of(scores, cases=cases), turned)
        for key, scores, turned in zip("ab", (first, second), lower, strict=True)
    ]
    (found,) = dimension_correlations(dimensions, expected, seed=1, resamples=resamples)
    return found


def test_the_correlation_is_of_the_item_means():
    first, second = drawn(shared=0.7)
    found = correlated(first, second).estimate
    assert found.value == pytest.approx(spearmanr(first.mean(1), second.mean(1)).statistic)
    assert found.low < found.value < found.high
    assert (found.n_items, found.n_reviewers, found.n_ratings) == (40, 3, 240)


def test_a_dimension_where_lower_is_better_is_turned():
    first, second = drawn(shared=0.8)
    as_is, turned = correlated(first, second), correlated(first, -second, lower=(False, True))
    assert turned.estimate == as_is.estimate
    assert turned.halo == as_is.halo


@settings(max_examples=15, **fixed)
@given(st.permutations(range(40)), st.permutations(range(3)))
def test_another_order_of_items_and_reviewers_changes_no_value(items, reviewers):
    first, second = drawn(shared=0.5)
    one = correlated(first, second, resamples=2)
    other = correlated(first[items][:, reviewers], second[items][:, reviewers], resamples=2)
    assert one.estimate.value == pytest.approx(other.estimate.value)
    assert one.halo[-1].estimate.value == pytest.approx(other.halo[-1].estimate.value)


def test_items_are_matched_by_name_and_the_others_counted():
    first, second = drawn(shared=0.9)
    gaps = second.copy()
    gaps[:10] = NAN
    found = correlated(first, gaps).estimate
    assert found.value == pytest.approx(spearmanr(first[10:].mean(1), second[10:].mean(1))[0])
    assert [str(one) for one in found.excluded] == ["items with one of the two dimensions: 10"]


def test_incomplete_ratings_are_warned_about():
    first, second = drawn()
    first[0, 0] = NAN
    assert "their severity is part" in str(correlated(first, second).estimate.warnings[0])


def test_shared_cases_are_resampled_together():
    first, second = drawn(items=20, shared=0.5)
    copied = [np.repeat(each, 4, axis=0) for each in (first, second)]
    as_cases = correlated(*copied, cases=np.repeat(np.arange(20), 4)).estimate
    as_items = correlated(*copied).estimate
    assert as_items.width < 0.7 * as_cases.width
    assert "resamples of cases" in str(as_cases.method)


@pytest.mark.parametrize(
    ("expect", "pattern"),
    [("high", Pattern.AS_EXPECTED), ("low", Pattern.NOT_AS_EXPECTED), (None, None)],
)
def test_what_was_expected_is_held_against_the_interval(expect, pattern):
    first, second = drawn(shared=1.0)
    expected = [Hypothesis(("b", "a"), expect)] if expect else []
    found = correlated(first, second, expected=expected)
    assert (found.expect, found.pattern) == (expect, pattern)


def interval(low, high, *, items=40):
    counted = Counted(items, 3, 3 * items, items)
    found = estimated(counted, name="r", form=Phrase("r"), value=(low + high) / 2)
    return found.with_interval(low, high)


@pytest.mark.parametrize(
    ("word", "low", "high", "pattern"),
    [
        ("low", -0.2, 0.25, "as_expected"),
        ("low", -0.2, 0.35, "cannot_tell"),
        ("low", 0.35, 0.8, "not_as_expected"),
        ("moderate", 0.35, 0.6, "as_expected"),
        ("high", 0.6, 0.9, "cannot_tell"),
        ("high", 0.1, 0.6, "not_as_expected"),
        ("negative", -0.7, -0.2, "as_expected"),
        ("negative", 0.1, 0.4, "not_as_expected"),
    ],
)
def test_the_whole_interval_decides(word, low, high, pattern):
    assert pattern_of(interval(low, high), BANDS[word]) == pattern


def test_nobody_can_tell_from_fewer_than_ten_items():
    assert pattern_of(interval(-0.1, 0.1, items=9), BANDS["low"]) is Pattern.CANNOT_TELL


def test_every_word_a_rubric_may_use_has_its_band():
    assert set(BANDS) == {"high", "moderate", "low", "negative"}


def test_a_word_without_a_band_raises():
    first, second = drawn()
    with pytest.raises(KeyError):
        correlated(first, second, expected=[Hypothesis(("a", "b"), "huge")])


def test_reviewers_who_see_an_item_alike_on_both_dimensions_show_a_halo():
    with_halo = correlated(*drawn(shared=0.0, own=1.0)).halo
    without = correlated(*drawn(shared=1.0, own=0.0)).halo
    assert all(row.estimate.low > 0.5 for row in with_halo)
    assert abs(without[-1].estimate.value) < 0.25
    assert [row.reviewer for row in without] == ["r00", "r01", "r02", None]


def test_the_mean_halo_is_the_mean_of_the_reviewers_own():
    *own, mean = correlated(*drawn(own=0.5)).halo
    assert mean.estimate.value == pytest.approx(np.mean([row.estimate.value for row in own]))


def test_items_with_a_single_rating_say_nothing_of_a_halo():
    first, second = drawn(items=12, own=1.0)
    first[:, 1:], second[:, 1:] = NAN, NAN
    rows = correlated(first, second).halo
    assert [row.estimate.value for row in rows] == [None] * len(rows)


@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [
        ([[1, 2]] * 3, [[1, 2]] * 3, "3 items have both dimensions"),
        ([[1, 2]] * 5, [[n, n] for n in range(5)], "do not differ on one of the dimensions"),
    ],
)
def test_too_little_to_go_by_is_told(first, second, reason):
    found = correlated(first, second, expected=[Hypothesis(("a", "b"), "low")])
    assert reason in str(found.estimate.reason)
    assert found.pattern is Pattern.CANNOT_TELL


def test_an_item_in_two_cases_is_refused():
    one, other = (table_of([[1, 2]], cases=[case]) for case in "vw")
    with pytest.raises(InvalidRatings, match="two cases"):
        dimension_correlations([Dimension("a", one), Dimension("b", other)], seed=1)
