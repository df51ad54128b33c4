import numpy as np
import pytest

from raters.reliability import alpha, icc, icc_reml, quadratic_kappa
from raters.reliability.kappa import mean_kappa, weighted_kappa
from raters.reliability.prespecified import (
    STATISTICS,
    UnknownStatistic,
    prespecified,
    ratings_of_an_item,
)
from tests.raters.reliability.tables import anchor_and_rotate, golden_table, table_of

NAN = float("nan")
LEVELS = (0, 1, 2, 3)


def likert(*, items=30, reviewers=4, rotating=False, cases=None):
    rng = np.random.default_rng(3)
    latent = rng.normal(1.5, 1, (items, 1)) + rng.normal(0, 0.7, (items, reviewers))
    scores = np.clip(np.rint(latent), 0, 3)
    if rotating:
        rated = anchor_and_rotate(items=items, anchors=8, reviewers=reviewers, each=2)
        scores = np.where(rated, scores, NAN)
    return table_of(scores, levels=LEVELS, cases=cases)


def of(table, statistic, **more):
    return prespecified(table, statistic, seed=1, resamples=200, **more)


@pytest.mark.parametrize("statistic", STATISTICS)
def test_every_statistic_a_protocol_may_name_has_a_value_and_an_interval(statistic):
    for table in (likert(), likert(rotating=True)):
        found = of(table, statistic)
        assert found.low <= found.value <= found.high
        assert str(found.method)


def test_a_statistic_nobody_can_have_named_raises():
    with pytest.raises(UnknownStatistic):
        of(likert(), "icc_9_9")


@pytest.mark.parametrize(
    ("statistic", "form"),
    [("icc_1_1", "ICC(1,1)"), ("icc_2_1", "ICC(2,1)"), ("icc_3_1", "ICC(3,1)")],
)
def test_the_basis_decides_how_an_icc_is_computed(statistic, form):
    table = likert(rotating=True)
    assert of(table, statistic, lead="complete items") == icc(table, form)
    assert of(table, statistic, lead="all ratings") == icc_reml(table, form)
    assert of(table, statistic) == icc_reml(table, form)


def test_a_complete_table_leads_with_complete_items():
    assert of(likert(), "icc_2_k") == icc(likert(), "ICC(2,k)")


def test_published_values_come_out_by_key():
    # Shrout & Fleiss 1979: .17, .29, .71 and ICC(2,k) .62.
    table = golden_table("shrout_fleiss_1979")
    keys = ("icc_1_1", "icc_2_1", "icc_3_1", "icc_2_k")
    found = [round(of(table, key).value, 2) for key in keys]
    assert found == [0.17, 0.29, 0.71, 0.62]


def test_shared_cases_take_the_interval_of_the_mixed_model():
    table = likert(cases=[row // 3 for row in range(30)])
    for statistic in ("icc_2_1", "icc_2_k"):
        found = of(table, statistic)
        assert "REML" in str(found.method)
        assert found.has_interval


def test_the_mean_of_k_is_stepped_up_from_the_single_rater():
    table = likert(rotating=True)
    single, mean = of(table, "icc_2_1"), of(table, "icc_2_k")
    k = ratings_of_an_item(table)
    for one, up in zip((single.value, single.low), (mean.value, mean.low), strict=True):
        assert up == pytest.approx(k * one / (1 + (k - 1) * one))
    assert (mean.name, f"k = {k:.2f}" in str(mean.form)) == ("ICC(2,k) REML", True)


def test_k_is_the_harmonic_mean_of_the_ratings_of_an_item():
    table = table_of([[1, 2, 3, 4], [1, 2, NAN, NAN], [2, 3, NAN, NAN]])
    assert ratings_of_an_item(table) == pytest.approx(3 / (1 / 4 + 1 / 2 + 1 / 2))


def test_alphas_are_the_ones_at_that_level():
    assert of(likert(), "alpha_ordinal") == alpha(likert(), "ordinal", seed=1, resamples=200)


def test_without_evidence_every_statistic_says_why():
    for statistic in STATISTICS:
        found = of(table_of([[1], [2]], levels=LEVELS), statistic)
        assert (found.value, "only one reviewer" in str(found.reason)) == (None, True)


def test_weighted_kappa_keeps_its_value_and_gains_an_interval():
    table = likert(rotating=True)
    found = weighted_kappa(table, seed=1, resamples=300)
    assert found.value == quadratic_kappa(table).value
    assert found.low < found.value < found.high
    assert "resamples of items (BCa); these reviewers taken as given" in str(found.method)


def test_equal_weights_give_the_kappa_itself():
    for table in (likert(), likert(rotating=True)):
        found = mean_kappa(table, np.ones((1, table.n_items)))[0]
        assert found == pytest.approx(quadratic_kappa(table).value, abs=1e-12)


def test_a_weight_of_two_is_an_item_listed_twice():
    table = likert()
    twice = table_of(np.vstack([table.matrix, table.matrix[:5]]), levels=LEVELS)
    weights = np.ones((1, 30))
    weights[0, :5] = 2
    assert mean_kappa(table, weights)[0] == pytest.approx(quadratic_kappa(twice).value)


def test_copies_within_a_case_do_not_narrow_the_interval_of_kappa():
    copied = np.repeat(likert().matrix, 4, axis=0)
    cases = np.repeat(np.arange(30), 4)
    as_cases = weighted_kappa(table_of(copied, levels=LEVELS, cases=cases), seed=1)
    as_items = weighted_kappa(table_of(copied, levels=LEVELS), seed=1)
    assert as_items.width < 0.6 * as_cases.width


def test_perfect_agreement_has_no_interval():
    found = weighted_kappa(table_of([[0, 0], [2, 2], [3, 3]], levels=LEVELS), seed=1)
    assert (found.value, found.low) == (1.0, None)
    assert "No disagreement in 3 items" in str(found.interval_reason)


def test_a_coefficient_below_zero_has_no_mean_of_k():
    table = table_of([[0, 3], [3, 0], [1, 2], [2, 1]], levels=LEVELS)
    assert "Not meaningful" in str(of(table, "icc_2_k").reason)
