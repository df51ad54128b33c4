"""Every value that two or more independent implementations agree on."""

from functools import cache

import pytest

from raters.reliability import (
    all_forms,
    alpha,
    anova_components,
    exact_agreement,
    fleiss_kappa,
    gwet_ac1,
    icc_reml,
    pooled_agreement,
    quadratic_kappa,
    reml_components,
    unanimity,
)
from tests.raters.reliability.tables import golden, golden_names, golden_table

FORMS = {
    "icc1": "ICC(1,1)",
    "icc2": "ICC(2,1)",
    "icc3": "ICC(3,1)",
    "icc1k": "ICC(1,k)",
    "icc2k": "ICC(2,k)",
    "icc3k": "ICC(3,k)",
}
AGREEMENT = {
    "agree_item_mean": exact_agreement,
    "agree_pooled_pairs": pooled_agreement,
    "unanimous": unanimity,
    "gwet_ac1": gwet_ac1,
    "fleiss_kappa": fleiss_kappa,
    "mean_pairwise_kappa_quadratic": quadratic_kappa,
    "cohen_kappa": quadratic_kappa,  # two categories: quadratic weights change nothing
}


def cases_with(*keys):
    """(golden name, key) for every file that holds one of the keys."""
    return [
        pytest.param(name, key, id=f"{name}-{key}")
        for name in golden_names()
        for key in keys
        if golden(name)["expected"].get(key) is not None
    ]


@cache
def forms_of(name):
    return {form.name: form for form in all_forms(golden_table(name))}


def form_of(name, key):
    return forms_of(name)[FORMS[key]]


@pytest.mark.parametrize(("name", "key"), cases_with(*FORMS))
def test_an_icc_has_its_golden_value(name, key):
    case = golden(name)
    expected = pytest.approx(case["expected"][key], abs=case["tolerance"]["point"])
    assert form_of(name, key).value == expected


@pytest.mark.parametrize(("name", "key"), cases_with(*(f"{key}_ci" for key in FORMS)))
def test_an_icc_has_its_golden_interval(name, key):
    case, found = golden(name), form_of(name, key.removesuffix("_ci"))
    low, high = case["expected"][key]
    if low < -1:
        assert (found.low, found.high) == (None, None)
        assert "leaves the possible range" in str(found.interval_reason)
    else:
        expected = pytest.approx((low, high), abs=case["tolerance"]["analytic_ci"])
        assert (found.low, found.high) == expected


@pytest.mark.parametrize(("name", "key"), cases_with("sem_agreement", "sem_consistency"))
def test_a_standard_error_of_measurement_has_its_golden_value(name, key):
    case = golden(name)
    components = anova_components(golden_table(name).complete_items().matrix)
    expected = pytest.approx(case["expected"][key], abs=case["tolerance"]["point"])
    assert getattr(components, key) == expected


@pytest.mark.parametrize(("name", "key"), cases_with("sem_oneway"))
def test_anonymous_raters_have_their_golden_standard_error(name, key):
    components = anova_components(golden_table(name).matrix, identified=False)
    assert components.sem_agreement == pytest.approx(golden(name)["expected"][key], abs=1e-6)


@pytest.mark.parametrize(("name", "key"), cases_with("reml"))
def test_mixed_model_variances_have_their_golden_values(name, key):
    case, components = golden(name), reml_components(golden_table(name))
    found = (components.item, components.reviewer, components.error)
    expected = tuple(case["expected"][key][f"var_{part}"] for part in ("item", "rater", "error"))
    assert found == pytest.approx(expected, rel=case["tolerance"]["reml_relative"], abs=1e-12)


@pytest.mark.parametrize(("name", "key"), cases_with("reml"))
def test_mixed_model_iccs_have_their_golden_values(name, key):
    case, table = golden(name), golden_table(name)
    found = [icc_reml(table, form).value for form in ("ICC(2,1)", "ICC(3,1)")]
    expected = [case["expected"][key]["icc2"], case["expected"][key]["icc3"]]
    assert found == pytest.approx(expected, rel=case["tolerance"]["reml_relative"])


@pytest.mark.parametrize(("name", "key"), cases_with("icc1_reml"))
def test_an_unbalanced_one_way_icc_has_its_golden_value(name, key):
    found = icc_reml(golden_table(name), "ICC(1,1)")
    assert found.value == pytest.approx(golden(name)["expected"][key], rel=1e-3)


@pytest.mark.parametrize(
    ("name", "key"), cases_with("alpha_nominal", "alpha_ordinal", "alpha_interval")
)
def test_alpha_has_its_golden_value(name, key):
    case = golden(name)
    found = alpha(golden_table(name), key.removeprefix("alpha_"), seed=1, resamples=10)
    assert found.value == pytest.approx(case["expected"][key], abs=case["tolerance"]["point"])


@pytest.mark.parametrize(
    ("name", "key"),
    cases_with(*(f"alpha_{metric}_boot95" for metric in ("nominal", "ordinal", "interval"))),
)
def test_alpha_has_its_golden_bootstrap_interval(name, key):
    expected = golden(name)["expected"][key]
    found = alpha(golden_table(name), key.split("_")[1], seed=1)
    if expected["bca"] == [1.0, 1.0]:
        assert str(found.interval_reason).startswith("No disagreement in 300 items")
    else:
        tolerance = expected["tolerance_for_B_1000plus"]
        assert (found.low, found.high) == pytest.approx(tuple(expected["bca"]), abs=tolerance)


@pytest.mark.parametrize(("name", "key"), cases_with(*AGREEMENT))
def test_agreement_has_its_golden_value(name, key):
    case = golden(name)
    expected = pytest.approx(case["expected"][key], abs=case["tolerance"]["point"])
    assert AGREEMENT[key](golden_table(name)).value == expected


@pytest.mark.parametrize(("name", "key"), cases_with("must_be_null"))
def test_what_cannot_be_estimated_is_none_with_a_reason(name, key):
    table = golden_table(name)
    found = {form.name: form for form in all_forms(table)}
    found |= {m: alpha(table, m, seed=1) for m in ("nominal", "ordinal", "interval")}
    for must in golden(name)["expected"][key]:
        estimate = found[FORMS.get(must) or must.removeprefix("alpha_")]
        assert estimate.value is None
        assert "every score is the same" in str(estimate.reason)


def test_shrout_and_fleiss_1979_printed_these_three():
    found = {form.name: form.value for form in all_forms(golden_table("shrout_fleiss_1979"))}
    printed = [round(found[form], 2) for form in ("ICC(2,1)", "ICC(3,1)", "ICC(1,1)")]
    assert printed == [0.29, 0.71, 0.17]


def test_krippendorff_2011_printed_these_three():
    table = golden_table("krippendorff_2011_missing")
    metrics = ("nominal", "ordinal", "interval")
    printed = [round(alpha(table, metric, seed=1).value, 3) for metric in metrics]
    assert printed == [0.743, 0.815, 0.849]
