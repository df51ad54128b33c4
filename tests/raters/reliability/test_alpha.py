import sys

import krippendorff
import numpy as np
import pytest

from raters.reliability import alpha, disagreement
from raters.reliability.alpha import METRICS, UnknownMetric, alpha_value
from raters.reliability.disagreement import Disagreement
from raters.reliability.resampling import MOST_LEFT_OUT, bca_limits, leave_one_out, resampled
from tests.raters.reliability.tables import golden_table, table_of

alpha_module = sys.modules["raters.reliability.alpha"]
NAN = float("nan")
LIKERT = (1, 2, 3, 4, 5)


def likert_table(*, items=30, reviewers=4, missing=0.3, levels=LIKERT, cases=None):
    rng = np.random.default_rng(3)
    truth = rng.normal(3, 1, (items, 1))
    scores = np.clip(np.rint(truth + rng.normal(0, 0.8, (items, reviewers))), 1, 5)
    gaps = rng.random((items, reviewers)) < missing
    gaps[:, :2] = False
    return table_of(np.where(gaps, NAN, scores), levels=levels, cases=cases)


@pytest.mark.parametrize("metric", METRICS)
def test_each_resample_equals_the_package_on_the_repeated_items(metric):
    table, rng = likert_table(), np.random.default_rng(6)
    picks = rng.integers(table.n_items, size=(25, table.n_items))
    weights = np.array([np.bincount(pick, minlength=table.n_items) for pick in picks])
    by_package = [
        krippendorff.alpha(
            value_counts=table.counts[pick],
            value_domain=np.array(LIKERT),
            level_of_measurement=metric,
        )
        for pick in picks
    ]
    found = Disagreement.of(table, metric).alpha(weights.astype(float))
    np.testing.assert_allclose(found, by_package, atol=1e-12)


@pytest.mark.parametrize("metric", METRICS)
def test_equal_weights_give_the_coefficient_itself(metric):
    table = likert_table()
    found = Disagreement.of(table, metric).alpha(np.ones((1, table.n_items)))[0]
    assert found == pytest.approx(alpha_value(table, metric), abs=1e-12)


def test_free_decimals_need_no_table_of_values():
    scores = np.random.default_rng(1).normal(0, 1, (3_000, 4)) + np.arange(3_000)[:, None] / 1_000
    table = table_of(scores)
    found = alpha(table, "interval", seed=1, resamples=200)
    expected = krippendorff.alpha(scores[:60].T, level_of_measurement="interval")
    few = alpha_value(table_of(scores[:60]), "interval")
    assert found.low < found.value < found.high
    assert few == pytest.approx(expected, abs=1e-10)


def test_too_many_different_scores_are_not_categories():
    table = table_of(np.random.default_rng(1).normal(0, 1, (3_000, 4)))
    assert "too many different scores" in str(alpha(table, "ordinal", seed=1).reason)


def test_a_metric_nobody_knows_raises():
    with pytest.raises(UnknownMetric):
        alpha(likert_table(), "ratio", seed=1)


def test_the_same_seed_gives_the_same_interval_and_another_seed_does_not():
    first, again, other = (alpha(likert_table(), seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert (first.low, first.high) != (other.low, other.high)


def test_items_rated_once_are_named_and_change_no_value():
    table = likert_table()
    extended = table_of(np.vstack([table.matrix, [[5, NAN, NAN, NAN]]]), levels=LIKERT)
    found = alpha(extended, seed=1, resamples=50)
    assert found.value == alpha(table, seed=1, resamples=50).value
    named = "items rated once, which cannot show agreement: 1"
    assert [str(one) for one in found.excluded] == [named]


def test_resampling_cases_is_said_and_differs_from_resampling_items():
    cases = [row // 5 for row in range(30)]
    shared, single = alpha(likert_table(cases=cases), seed=1), alpha(likert_table(), seed=1)
    assert "resamples of cases" in str(shared.method)
    assert "resamples of items" in str(single.method)
    assert (shared.value, shared.low) != (single.value, single.low)
    assert shared.value == single.value


def test_copies_of_an_item_within_its_case_do_not_narrow_the_interval():
    table = likert_table(missing=0.0)
    copied = np.repeat(table.matrix, 4, axis=0)
    cases = np.repeat(np.arange(30), 4)
    as_cases = alpha(table_of(copied, levels=LIKERT, cases=cases), seed=1)
    as_items = alpha(table_of(copied, levels=LIKERT), seed=1)
    assert as_items.width < 0.6 * as_cases.width
    assert as_cases.width == pytest.approx(alpha(table, seed=1).width, rel=0.15)


def test_items_of_a_single_case_have_no_interval():
    found = alpha(likert_table(cases=["v"] * 30), seed=1)
    assert (found.low, str(found.interval_reason)) == (None, "All items come from one case.")


def test_perfect_agreement_is_one_without_an_interval():
    found = alpha(table_of([[1, 1], [3, 3], [5, 5]], levels=LIKERT), seed=1)
    assert (found.value, found.low) == (1.0, None)
    assert str(found.interval_reason).startswith("No disagreement in 3 items")


@pytest.mark.parametrize(
    ("matrix", "reason"),
    [
        ([[2, 2], [2, 2]], "every score is the same"),
        ([[1], [2], [3]], "only one reviewer"),
        ([[1, 2, 3]], "only one item"),
        ([[1, NAN], [NAN, 2]], "no item was rated by two reviewers"),
        ([[2, 2], [2, 2], [1, NAN]], "every score on the items rated twice or more is the same"),
        ([[1, 2], [2, NAN], [1, NAN]], "only one item was rated by two reviewers"),
    ],
)
@pytest.mark.parametrize("metric", METRICS)
def test_a_table_that_carries_no_evidence_says_why(matrix, reason, metric):
    found = alpha(table_of(matrix, levels=LIKERT), metric, seed=1)
    assert found.value is None
    assert reason in str(found.reason)


def test_two_items_have_a_value():
    assert alpha(table_of([[1, 3], [4, 5]], levels=LIKERT), seed=1).value == pytest.approx(0.7)


def test_few_items_and_a_dominant_category_are_warned_about():
    matrix = np.ones((20, 3))
    matrix[0] = [1, 2, 3]
    matrix[1] = [2, 2, 2]
    few, dominant = alpha(table_of(matrix, levels=LIKERT), seed=1).warnings
    assert str(few) == "With fewer than 40 items the interval is approximate."
    assert str(dominant).startswith("One category holds 92 percent of the scores")


def test_a_transposed_matrix_would_give_another_number():
    table = golden_table("krippendorff_2011_missing")
    turned = krippendorff.alpha(table.matrix, level_of_measurement="nominal")
    assert turned < 0
    assert alpha(table, "nominal", seed=1).value == pytest.approx(0.743, abs=5e-4)


def test_weights_are_draws_of_n_items_with_replacement():
    weights = resampled(lambda drawn: drawn.sum(axis=1), 12, seed=1, resamples=450)
    assert weights.tolist() == [12.0] * 450


def test_bca_limits_of_a_symmetric_statistic_are_near_the_percentiles():
    rng = np.random.default_rng(1)
    sample = np.concatenate([half := rng.standard_normal(200), -half])
    draws = resampled(lambda w: w @ sample / 400, 400, seed=1, resamples=4_000)
    jackknife = (sample.sum() - sample) / 399
    low, high = bca_limits(float(sample.mean()), draws=draws, jackknife=jackknife)
    assert (low, high) == pytest.approx(tuple(np.quantile(draws, (0.025, 0.975))), abs=0.01)


def test_bca_limits_do_not_exist_where_all_draws_equal_the_value():
    assert bca_limits(1.0, draws=np.ones(50), jackknife=np.ones(10)) is None


@pytest.mark.parametrize("metric", METRICS)
def test_items_with_equal_scores_are_left_out_by_kind_as_well_as_one_by_one(metric, monkeypatch):
    table = likert_table(items=60, reviewers=3)
    _, one_by_one = alpha_module._draws(pairable_of(table), metric, seed=1, resamples=10)
    monkeypatch.setattr(alpha_module, "MANY_ITEMS", 1)
    _, by_kind = alpha_module._draws(pairable_of(table), metric, seed=1, resamples=10)
    np.testing.assert_allclose(np.sort(by_kind), np.sort(one_by_one), atol=1e-12)


@pytest.mark.parametrize("metric", METRICS)
def test_items_with_equal_scores_are_resampled_by_kind_with_the_same_limits(metric, monkeypatch):
    matrix = likert_table(items=60, reviewers=3).matrix.copy()
    matrix[50:, 1:] = NAN
    table = table_of(matrix, levels=LIKERT)
    single = alpha(table, metric, seed=1, resamples=20_000)
    monkeypatch.setattr(alpha_module, "MANY_ITEMS", 1)
    by_kind = alpha(table, metric, seed=1, resamples=20_000)
    assert (by_kind.low, by_kind.high) == pytest.approx((single.low, single.high), abs=0.02)
    assert by_kind.low != single.low


def pairable_of(table):
    return alpha_module._pairable(table)[0]


def test_of_many_items_equal_groups_are_left_out_in_turn():
    rng = np.random.default_rng(1)
    scores = rng.normal(0, 1, 3 * MOST_LEFT_OUT)

    def mean(weights):
        return weights @ scores / weights.sum(axis=1)

    found = leave_one_out(mean, len(scores))
    assert len(found) == MOST_LEFT_OUT
    assert found.std() == pytest.approx(scores.std() * 3**0.5 / len(scores), rel=0.05)


@pytest.mark.parametrize("metric", ["nominal", "ordinal"])
def test_of_many_points_only_those_given_are_kept_and_nothing_changes(metric, monkeypatch):
    table = likert_table(missing=0.2)
    weights = np.random.default_rng(1).integers(0, 3, (20, table.n_items)).astype(float)
    whole = Disagreement.of(table, metric).alpha(weights)
    monkeypatch.setattr(disagreement, "MANY_POINTS", 1)
    monkeypatch.setattr(disagreement, "FEW_POINTS", 1)
    sparse = Disagreement.of(table, metric)
    np.testing.assert_allclose(sparse.alpha(weights), whole, atol=1e-12)
    assert not isinstance(sparse.counts, np.ndarray)


def test_few_points_are_compared_in_pairs_with_the_same_outcome(monkeypatch):
    table = likert_table()
    weights = np.random.default_rng(1).integers(0, 3, (20, table.n_items)).astype(float)
    in_pairs = Disagreement.of(table, "ordinal").alpha(weights)
    monkeypatch.setattr(disagreement, "FEW_POINTS", 1)
    by_rank = Disagreement.of(table, "ordinal")
    assert by_rank.pairs is None
    np.testing.assert_allclose(in_pairs, by_rank.alpha(weights), atol=1e-12)


@pytest.mark.parametrize("metric", METRICS)
def test_items_are_added_up_over_their_cases_without_changing_alpha(metric):
    table = likert_table()
    cases, rng = np.arange(30) // 5, np.random.default_rng(1)
    weights = rng.integers(0, 3, (20, 6)).astype(float)
    of_items = Disagreement.of(table, metric)
    of_cases = of_items.added_up(cases, 6)
    np.testing.assert_allclose(
        of_cases.alpha(weights), of_items.alpha(weights[:, cases]), atol=1e-12
    )
