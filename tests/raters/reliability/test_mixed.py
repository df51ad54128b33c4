import numpy as np
import pytest

from raters.reliability import icc_reml, reml_components
from raters.reliability.crossed import CrossedDesign, Ratios
from raters.reliability.fitting import fit_design
from raters.reliability.icc import UnknownForm
from tests.raters.reliability.tables import (
    anchor_and_rotate,
    drawn_scores,
    golden_table,
    table_of,
)

SDS = {"item": 1.0, "reviewer": 0.5, "error": 0.8}


def rotating_table(*, seed=5, sds=SDS, cases=None):
    rated = anchor_and_rotate(items=24, anchors=6, reviewers=5, each=2)
    scores = drawn_scores(np.random.default_rng(seed), items=24, reviewers=5, sds=sds)
    return table_of(np.where(rated, scores, np.nan), cases=cases)


def dense_deviance(table, ratios, *, error):
    """The same likelihood from the full covariance matrix of the ratings."""
    rows, columns = np.nonzero(np.isfinite(table.matrix))
    y, cases = table.matrix[rows, columns], table.case_index[rows]
    same = [np.equal.outer(one, one) for one in (rows, cases, columns)]
    parts = zip((ratios.item, ratios.case, ratios.reviewer), same, strict=True)
    covariance = error * (np.eye(len(y)) + sum(ratio * where for ratio, where in parts))
    inverse, one = np.linalg.inv(covariance), np.ones(len(y))
    information = one @ inverse @ one
    residual = y - one @ inverse @ y / information
    log_determinant = np.linalg.slogdet(covariance)[1] + np.log(information)
    return log_determinant + residual @ inverse @ residual


@pytest.mark.parametrize("cases", [None, [row // 3 for row in range(24)]])
@pytest.mark.parametrize("ratios", [Ratios(1.3, 0.6, 0.4), Ratios(0.2, 0.0, 3.0), Ratios()])
def test_the_likelihood_equals_the_one_of_the_full_covariance_matrix(cases, ratios):
    table = rotating_table(cases=cases)
    found = CrossedDesign.of(table).deviance(ratios, error=0.7)
    assert found == pytest.approx(dense_deviance(table, ratios, error=0.7), abs=1e-8)


def test_the_profiled_likelihood_is_the_one_at_the_best_error_variance():
    design, ratios = CrossedDesign.of(rotating_table()), Ratios(1.3, 0.0, 0.4)
    best = design.error_variance(ratios)
    around = [design.deviance(ratios, error=best * factor) for factor in (0.99, 1, 1.01)]
    assert min(around) == pytest.approx(design.deviance(ratios))


def test_no_nearby_variances_fit_better():
    design = CrossedDesign.of(rotating_table(cases=[row // 3 for row in range(24)]))
    fit = fit_design(design, ("item", "case", "reviewer", "error"))
    best = {part: fit[part] / fit["error"] for part in ("item", "case", "reviewer")}
    for part in best:
        for factor in (0.97, 1.03):
            moved = Ratios(**{**best, part: best[part] * factor})
            assert design.deviance(moved) > design.deviance(Ratios(**best))


def test_all_ratings_are_used_where_complete_items_would_be_few():
    found = icc_reml(golden_table("synthetic_anchor_rotate_likert"))
    assert (found.n_items, found.n_ratings, found.excluded) == (74, 208, ())


def test_a_variance_estimated_at_zero_is_zero_and_named():
    found = icc_reml(golden_table("constant_rater"))
    assert reml_components(golden_table("constant_rater")).reviewer == 0.0
    assert found.low < found.value < found.high
    assert "between reviewers is estimated at zero" in str(found.warnings[0])


def test_items_that_do_not_differ_have_zero_inside_their_interval():
    table = table_of([[1, 5, 3], [5, 1, 3], [3, 5, 1], [3, 1, 5]])
    found = icc_reml(table)
    assert (found.value, found.low) == (0.0, 0.0)
    assert 0 < found.high < 1


def test_an_interval_near_zero_reaches_zero():
    found = icc_reml(golden_table("newsroom_fluency"), "ICC(1,1)")
    assert (found.low, found.high) == pytest.approx((0.0, 0.085), abs=0.01)


def test_an_interval_lies_near_the_exact_one_on_balanced_data():
    found = icc_reml(golden_table("newsroom_informativeness"), "ICC(1,1)")
    assert "profile likelihood" in str(found.method)
    assert (found.low, found.high) == pytest.approx((0.2302, 0.3540), abs=0.006)


def test_items_that_share_a_case_get_a_case_component():
    cases = [row // 4 for row in range(24)]
    table = rotating_table(cases=cases)
    components, found = reml_components(table), icc_reml(table)
    assert components.case is not None
    assert found.n_cases == 6
    assert "24 items come from 6 cases." in [str(one) for one in found.warnings]
    assert found.value == pytest.approx(components.between_items / components.total)


def test_sharing_cases_widens_the_interval_when_cases_differ_most():
    rng, cases = np.random.default_rng(2), [row // 4 for row in range(48)]
    scores = drawn_scores(rng, items=48, reviewers=5, sds={**SDS, "item": 0.3})
    scores = scores + rng.standard_normal(12)[cases][:, None]
    together, apart = (icc_reml(table_of(scores, cases=c)) for c in (cases, None))
    assert together.width > apart.width


def test_anonymous_raters_have_the_one_way_form_only():
    table = golden_table("newsroom_fluency")
    assert "anonymous" in str(icc_reml(table).reason)
    assert reml_components(table).reviewer is None


def test_perfect_agreement_has_no_interval():
    found = icc_reml(table_of([[1, 1], [2, 2], [5, 5]]))
    assert (found.value, found.low) == (1.0, None)
    assert str(found.interval_reason).startswith("No disagreement in 3 items")


def test_a_constant_offset_has_a_value_and_no_interval():
    found = icc_reml(table_of([[1, 2], [2, 3], [4, 5], [3, 4]]))
    assert 0 < found.value < 1
    assert str(found.interval_reason).startswith("Reviewers differ by a constant only")


def test_a_form_without_a_mixed_model_raises():
    with pytest.raises(UnknownForm):
        icc_reml(rotating_table(), "ICC(2,k)")


def test_without_shared_items_there_is_nothing_to_estimate():
    table = table_of([[1, np.nan], [np.nan, 3]])
    assert reml_components(table) is None
    assert "no item was rated by two reviewers" in str(icc_reml(table).reason)
