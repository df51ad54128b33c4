import numpy as np
import pytest

from raters.reliability import all_forms, icc
from raters.reliability.icc import (
    FORMS,
    UnknownForm,
    _pingouin_rows,
    icc_values,
    why_interval_is_unusable,
)
from raters.reliability.variance import mean_squares
from tests.raters.reliability.tables import drawn_scores, golden_table, table_of

NAN = float("nan")
SDS = {"item": 1.0, "reviewer": 0.4, "error": 0.8}


def random_table(*, items=12, reviewers=4):
    rng = np.random.default_rng(11)
    return table_of(drawn_scores(rng, items=items, reviewers=reviewers, sds=SDS))


def test_a_form_nobody_knows_raises():
    with pytest.raises(UnknownForm):
        icc(random_table(), "ICC2k")


def test_every_form_finds_its_row_under_the_label_pingouin_uses():
    labels = {known.pingouin_type for known in FORMS.values()}
    assert set(_pingouin_rows(random_table().matrix)) == labels


def test_values_by_formula_equal_the_package():
    matrix = random_table().matrix
    rows, values = _pingouin_rows(matrix), icc_values(mean_squares(matrix))
    by_package = {form: rows[known.pingouin_type]["ICC"] for form, known in FORMS.items()}
    assert values == pytest.approx(by_package, abs=1e-12)


def test_limits_are_not_rounded_to_two_decimals():
    found = icc(golden_table("shrout_fleiss_1979"))
    assert found.low == pytest.approx(0.018786513374712, abs=1e-12)


def test_the_leading_form_says_itself_in_words():
    found = icc(random_table())
    words = "two-way random effects, absolute agreement, single rater"
    assert (found.name, str(found.form)) == ("ICC(2,1)", words)


def test_an_incomplete_table_is_cut_to_complete_items_and_says_so():
    matrix = random_table().matrix.copy()
    matrix[3, 1] = matrix[7, 0] = NAN
    found, whole = icc(table_of(matrix)), icc(table_of(np.delete(matrix, [3, 7], axis=0)))
    assert (found.value, found.n_items) == (whole.value, 10)
    assert [str(one) for one in found.excluded] == ["2 of 12 items, not rated by every reviewer"]


def test_perfect_agreement_with_spread_is_one_without_an_interval():
    for found in all_forms(table_of([[1, 1, 1], [2, 2, 2], [5, 5, 5]])):
        assert (found.value, found.low) == (1.0, None)
        assert str(found.interval_reason).startswith("No disagreement in 3 items")


@pytest.mark.parametrize("score", [2, 0.1, 1 / 3])
def test_equal_scores_are_not_estimable_whatever_their_binary_form(score):
    for found in all_forms(table_of(np.full((6, 3), score))):
        assert found.value is None
        assert "every score is the same; exact agreement is 100 percent" in str(found.reason)


@pytest.mark.parametrize(
    ("matrix", "reason"),
    [
        ([[1], [2], [3]], "only one reviewer"),
        ([[1, 2, 3]], "only one item"),
        ([[1, NAN], [NAN, 2], [3, NAN]], "no item was rated by two reviewers"),
        ([[1, 2, NAN], [NAN, 2, 3], [1, NAN, 3]], "0 rated by every reviewer"),
        ([[1, 2, 2], [NAN, 2, 3]], "1 rated by every reviewer"),
        ([[2, 2], [2, 2], [1, NAN]], "every score is the same"),
    ],
)
def test_a_table_that_carries_no_evidence_says_why(matrix, reason):
    found = icc(table_of(matrix))
    assert (found.value, found.low) == (None, None)
    assert reason in str(found.reason)


def test_an_empty_table_says_there_are_no_ratings():
    assert "no ratings" in str(icc(table_of(np.full((2, 2), NAN))).reason)


def test_a_negative_single_rater_icc_is_printed_as_it_is():
    assert icc(table_of([[1, 5], [5, 1], [2, 5], [5, 2]])).value < -0.5


def test_a_negative_averaged_icc_is_not_meaningful():
    found = icc(table_of([[1, 5], [5, 1], [2, 5], [5, 2]]), "ICC(1,k)")
    assert found.value is None
    assert str(found.reason).startswith("Not meaningful")


def test_an_averaged_icc_above_one_is_not_meaningful_either():
    table = table_of([[1, 5], [5, 1], [2, 5], [5, 2]])
    assert icc_values(mean_squares(table.matrix))["ICC(2,k)"] > 1
    assert str(icc(table, "ICC(2,k)").reason).startswith("Not meaningful")


def test_items_rated_all_alike_by_reviewers_who_differ_are_not_estimable():
    found = icc(table_of([[0, 0, 1], [0, 0, 1]]), "ICC(3,1)")
    assert str(found.reason) == "Not estimable: the items do not differ in their means."


def test_two_reviewers_who_swap_two_scores_are_not_estimable():
    found = icc(table_of([[1, 0], [0, 1]]))
    assert str(found.reason) == "Not estimable: the items do not differ in their means."


def test_items_with_equal_means_leave_the_averaged_form_without_a_meaning():
    found = icc(table_of([[1, 3], [3, 1], [2, 2]]), "ICC(3,k)")
    assert str(found.reason).startswith("Not meaningful")


def test_reviewers_who_differ_by_a_constant_agree_in_order_only():
    found = {form.name: form for form in all_forms(table_of([[1, 2], [2, 3], [3, 4], [5, 6]]))}
    assert found["ICC(3,1)"].value == 1.0
    assert found["ICC(2,1)"].value < 1
    assert {form.low for form in found.values()} == {None}


def test_anonymous_raters_have_the_one_way_forms_only():
    matrix = random_table().matrix
    found = all_forms(table_of(matrix, identified=False))
    estimable = [form.name for form in found if form.is_estimable]
    assert estimable == ["ICC(1,1)", "ICC(1,k)"]


@pytest.mark.parametrize(
    ("value", "low", "high", "reason"),
    [
        (0.5, 0.6, 0.4, "inverted"),
        (0.5, NAN, 0.9, "undefined"),
        (0.5, -24.9, 0.9, "leaves the possible range"),
        (0.5, 0.6, 0.9, "does not contain"),
    ],
)
def test_an_interval_that_contradicts_itself_is_withheld(value, low, high, reason):
    assert reason in str(why_interval_is_unusable(value, low, high))


def test_an_interval_around_its_estimate_is_kept():
    assert why_interval_is_unusable(0.5, 0.2, 0.8) is None
