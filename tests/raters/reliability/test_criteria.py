import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from raters.reliability import NotReliabilityEvidence, alpha, icc_reml
from raters.reliability.criteria import (
    CriteriaTable,
    CriterionRating,
    criteria_alpha,
    criteria_icc,
    criterion_rows,
    tag_rows,
)
from raters.reliability.crossed import Ratios
from raters.reliability.fitting import fit_design, icc_of
from raters.reliability.icc import UnknownForm
from raters.reliability.nested import NestedDesign
from raters.reliability.table import InvalidRatings
from tests.raters.reliability.tables import table_of

fixed = {"deadline": None, "derandomize": True, "database": None}
few_examples = settings(max_examples=4, **fixed)  # each profiles the likelihood twice
SDS = {"item": 0.5, "unit": 0.5, "reviewer": 0.3, "error": 0.8}


def drawn(*, items=12, criteria=3, reviewers=4, seed=3, sds=SDS, difficulty=1.5):
    rng = np.random.default_rng(seed)
    shapes = {
        "item": (items, 1, 1),
        "unit": (items, criteria, 1),
        "reviewer": (1, 1, reviewers),
        "error": (items, criteria, reviewers),
    }
    scores = sum(sds[part] * rng.standard_normal(shape) for part, shape in shapes.items())
    return scores + np.linspace(-difficulty, difficulty, criteria)[None, :, None]


def criteria_table(scores, *, cases=None, levels=None, identified=True):
    """`scores`: items x criteria x reviewers, NaN where not rated."""
    return CriteriaTable.of(
        [
            CriterionRating(
                f"i{item:02}",
                None if cases is None else str(cases[item]),
                f"k{criterion}",
                f"r{reviewer}",
                None if np.isnan(score) else float(score),
            )
            for (item, criterion, reviewer), score in np.ndenumerate(scores)
        ],
        levels=levels,
        identified=identified,
    )


def design_of(table):
    return NestedDesign.of(
        table.units,
        criterion=table.criterion_index,
        item=table.item_index,
        case=table.cluster_index,
    )


def dense_deviance(table, ratios, *, error):
    """The same likelihood from the full covariance matrix of the ratings."""
    rows, columns = np.nonzero(np.isfinite(table.units.matrix))
    groups = (rows, table.item_index[rows], table.cluster_index[rows], columns)
    parts = (ratios.unit, ratios.item, ratios.case, ratios.reviewer)
    same = [np.equal.outer(group, group) for group in groups]
    whole = np.eye(len(rows)) + sum(r * where for r, where in zip(parts, same, strict=True))
    inverse = np.linalg.inv(error * whole)
    x = np.eye(len(table.criteria))[table.criterion_index[rows]]
    y = table.units.matrix[rows, columns]
    information = x.T @ inverse @ x
    residual = y - x @ np.linalg.solve(information, x.T @ inverse @ y)
    determinants = [np.linalg.slogdet(each)[1] for each in (error * whole, information)]
    return sum(determinants) + residual @ inverse @ residual


@pytest.mark.parametrize(
    "ratios",
    [Ratios(item=0.4, case=0.3, reviewer=0.6, unit=0.7), Ratios(unit=0.2), Ratios(reviewer=2.0)],
)
def test_the_likelihood_equals_the_one_of_the_full_covariance_matrix(ratios):
    scores = drawn()
    scores[np.random.default_rng(1).random(scores.shape) < 0.2] = np.nan
    table = criteria_table(scores, cases=[item // 3 for item in range(12)])
    found = design_of(table).deviance(ratios, error=0.7)
    assert found == pytest.approx(dense_deviance(table, ratios, error=0.7), abs=1e-8)


def test_one_criterion_alone_gives_the_mixed_model_of_its_items():
    scores = drawn(criteria=1, items=30)
    found = criteria_icc(criteria_table(scores))
    plain = icc_reml(table_of(scores[:, 0]))
    assert found.value == pytest.approx(plain.value, abs=1e-4)
    assert (found.low, found.high) == pytest.approx((plain.low, plain.high), abs=0.06)


def test_difficulty_alone_is_no_spread_between_items():
    none = {**SDS, "item": 0.0, "unit": 0.0, "reviewer": 0.1}
    table = criteria_table(drawn(items=30, criteria=4, sds=none))
    found = criteria_icc(table)
    assert (found.low, found.value < 0.05) == (0.0, True)
    assert icc_reml(table.units).value > 0.5
    assert abs(criteria_alpha(table, "interval", seed=1, resamples=50).value) < 0.1


def test_over_many_panels_the_fitted_share_is_the_true_one():
    found = []
    for seed in range(40):
        design = design_of(criteria_table(drawn(items=15, seed=seed)))
        fit = fit_design(design, ("unit", "item", "reviewer", "error"))
        found.append(icc_of(fit, "ICC(3,1)"))
    assert np.mean(found) == pytest.approx(0.5 / (0.5 + 0.64), abs=0.03)


@few_examples
@given(st.lists(st.integers(-9, 9), min_size=3, max_size=3))
def test_making_a_criterion_harder_changes_nothing(shifts):
    scores = drawn()
    moved = scores + np.array(shifts)[None, :, None]
    first, second = (criteria_icc(criteria_table(each), "ICC(3,1)") for each in (scores, moved))
    assert first.value == pytest.approx(second.value, abs=1e-4)
    alphas = [
        criteria_alpha(criteria_table(each), "interval", seed=1, resamples=2).value
        for each in (scores, moved)
    ]
    assert alphas[0] == pytest.approx(alphas[1])


@few_examples
@given(st.permutations(range(12)), st.permutations(range(4)))
def test_another_order_of_items_and_reviewers_changes_no_value(items, reviewers):
    scores = drawn()
    moved = scores[items][:, :, reviewers]
    tables = [criteria_table(each) for each in (scores, moved)]
    values = [criteria_icc(each).value for each in tables]
    alphas = [criteria_alpha(each, "interval", seed=1, resamples=2).value for each in tables]
    assert values[0] == pytest.approx(values[1], abs=1e-4)
    assert alphas[0] == pytest.approx(alphas[1])


def test_items_are_counted_and_not_units():
    found = criteria_icc(criteria_table(drawn()))
    assert (found.n_items, found.n_cases, found.n_reviewers, found.n_ratings) == (12, 12, 4, 144)


def test_alike_units_of_an_item_widen_the_interval():
    whole = {**SDS, "item": 0.7, "unit": 0.0}
    apart = {**SDS, "item": 0.0, "unit": 0.7}
    wide, narrow = (
        criteria_icc(criteria_table(drawn(items=20, criteria=6, sds=sds)), "ICC(3,1)")
        for sds in (whole, apart)
    )
    assert wide.width > 1.3 * narrow.width


def test_shared_cases_are_counted_and_said():
    found = criteria_icc(criteria_table(drawn(), cases=[item // 3 for item in range(12)]))
    assert found.n_cases == 4
    assert "12 items come from 4 cases." in [str(one) for one in found.warnings]


def test_criteria_that_occur_once_are_left_out_and_named():
    scores = drawn()
    scores[1:, 0] = np.nan
    found = criteria_icc(criteria_table(scores))
    assert found.value == pytest.approx(criteria_icc(criteria_table(scores[:, 1:])).value)
    assert [str(one) for one in found.excluded] == ["criteria that occur in one item only: 1"]


def only_own_criteria():
    scores = np.full((4, 4, 3), np.nan)
    for item in range(4):
        scores[item, item] = [0, 1, item]
    return scores


@pytest.mark.parametrize(
    ("scores", "reason"),
    [
        (np.full((3, 2, 2), np.nan), "no ratings to compare"),
        (only_own_criteria(), "no criterion occurs in two items"),
        (drawn(reviewers=1), "only one reviewer"),
        (np.ones((3, 2, 2)) * np.array([0, 2])[None, :, None], "within each criterion every score"),
        (
            np.where(np.eye(2)[np.arange(12) % 2][:, None] == 1, drawn(reviewers=2), np.nan),
            "no item",
        ),
    ],
)
def test_what_carries_no_evidence_says_why(scores, reason):
    table = criteria_table(scores)
    for found in (criteria_icc(table), criteria_alpha(table, seed=1)):
        assert found.value is None
        assert reason in str(found.reason)


def test_perfect_agreement_within_criteria_is_one_without_an_interval():
    scores = np.repeat(drawn(reviewers=1), 3, axis=2)
    table = criteria_table(scores)
    for found in (criteria_icc(table), criteria_alpha(table, "interval", seed=1)):
        assert (found.value, found.low) == (1.0, None)
        assert str(found.interval_reason).startswith("No disagreement in")


def test_a_constant_offset_has_a_value_and_no_interval():
    scores = np.repeat(drawn(reviewers=1), 2, axis=2) + np.array([0.0, 1.0])
    found = criteria_icc(criteria_table(scores))
    assert 0 < found.value < 1
    assert str(found.interval_reason).startswith("Reviewers differ by a constant only")


def test_anonymous_reviewers_have_the_one_way_form_only():
    table = criteria_table(drawn(), identified=False)
    assert "anonymous" in str(criteria_icc(table).reason)
    assert criteria_icc(table, "ICC(1,1)").has_interval


def test_a_form_nobody_knows_raises():
    with pytest.raises(UnknownForm):
        criteria_icc(criteria_table(drawn()), "ICC(2,k)")


def test_more_criteria_than_can_be_fitted_are_refused_in_words(monkeypatch):
    monkeypatch.setattr("raters.reliability.criteria.icc.LARGEST_MODEL", 36 * 49 - 1)
    assert "3 criteria are too many" in str(criteria_icc(criteria_table(drawn())).reason)


def test_a_planted_item_never_enters():
    planted = CriterionRating("i", None, "k", "r", 1.0, role="control")
    with pytest.raises(NotReliabilityEvidence):
        CriteriaTable.of([planted], levels=None)


def test_an_item_in_two_cases_is_refused_across_its_criteria():
    rows = [CriterionRating("i", "a", "k0", "r", 1.0), CriterionRating("i", "b", "k1", "r", 1.0)]
    with pytest.raises(InvalidRatings, match="two cases"):
        CriteriaTable.of(rows, levels=None)


@pytest.mark.parametrize("metric", ["nominal", "ordinal", "interval"])
def test_alpha_of_one_criterion_is_the_plain_alpha(metric):
    scores = np.clip(np.rint(drawn(criteria=1, items=20) + 1), 0, 2)
    found = criteria_alpha(criteria_table(scores, levels=(0, 1, 2)), metric, seed=1)
    plain = alpha(table_of(scores[:, 0], levels=(0, 1, 2)), metric, seed=1)
    assert found.value == pytest.approx(plain.value)
    assert (found.low, found.high) == pytest.approx((plain.low, plain.high), abs=1e-9)


def test_pooled_alpha_adds_up_what_was_worked_out_by_hand():
    # k0: units (0, 1), (1, 1): observed 2 x 1, expected 2 x 3 pairs over n - 1 = 3.
    # k1: units (0, 0), (1, 1): observed 0, expected 2 x 4 over 3. Alpha = 1 - 2 / (14 / 3).
    scores = np.array([[[0, 1], [0, 0]], [[1, 1], [1, 1]]], dtype=float)
    found = criteria_alpha(criteria_table(scores, levels=(0, 1)), "nominal", seed=1, resamples=9)
    assert found.value == pytest.approx(1 - 2 / (14 / 3))


def test_each_criterion_has_its_own_row_and_a_rare_one_says_so():
    scores = drawn(items=14)
    scores[5:, 2] = np.nan
    rows = criterion_rows(criteria_table(scores), "interval", seed=1, resamples=20)
    assert [(row.name, row.n_items) for row in rows] == [("k0", 14), ("k1", 14), ("k2", 5)]
    alone = icc_reml(table_of(scores[:, 0]))
    assert rows[0].icc.value == pytest.approx(alone.value)
    assert str(rows[2].icc.reason).startswith("Not computed: the criterion occurs in 5 items")


def test_a_criterion_with_two_tags_counts_in_both():
    table = criteria_table(drawn())
    tags = {"k0": ["safety"], "k1": ["safety", "tone"], "k2": ["tone"]}
    rows = tag_rows(table, tags, "interval", seed=1, resamples=20)
    assert [row.name for row in rows] == ["safety", "tone"]
    safety = criteria_table(drawn()[:, :2])
    assert rows[0].icc.value == pytest.approx(criteria_icc(safety).value)
