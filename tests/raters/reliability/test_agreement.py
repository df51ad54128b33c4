from itertools import combinations

import numpy as np
import pytest

from raters.reliability import (
    exact_agreement,
    fleiss_kappa,
    gwet_ac1,
    gwet_ac2,
    pair_kappas,
    pooled_agreement,
    quadratic_kappa,
    unanimity,
    within_one_step,
)
from tests.raters.reliability.tables import table_of

NAN = float("nan")
SCALE = (0, 1, 2)
MIXED = [[0, 0, 0], [0, 1, NAN], [1, 2, 2], [2, NAN, NAN]]


def test_exact_agreement_has_three_definitions_and_three_values():
    table = table_of(MIXED, levels=SCALE)
    found = [of(table).value for of in (exact_agreement, pooled_agreement, unanimity)]
    assert found == pytest.approx([(1 + 0 + 1 / 3) / 3, 4 / 7, 1 / 3])


def test_agreement_leaves_out_items_rated_once_and_says_so():
    found = exact_agreement(table_of(MIXED, levels=SCALE))
    assert (found.n_items, len(found.excluded)) == (3, 1)


def test_within_one_step_counts_neighbours_on_the_scale_and_not_distances():
    table = table_of([[0, 4], [4, 10]], levels=(0, 4, 10))
    assert within_one_step(table).value == 1.0


def test_without_a_scale_there_are_no_steps():
    assert "no steps" in str(within_one_step(table_of([[0.2, 0.4]])).reason)


def test_agreement_needs_no_spread():
    found = exact_agreement(table_of([[2, 2], [2, 2]], levels=SCALE))
    assert (found.value, found.reason) == (1.0, None)


def test_agreement_needs_a_shared_item():
    found = exact_agreement(table_of([[2, NAN], [NAN, 2]], levels=SCALE))
    assert "no item was rated by two reviewers" in str(found.reason)


def test_pairs_are_matched_by_item_and_not_by_position():
    table = table_of([[0, NAN], [1, 0], [2, 1], [NAN, 2]], levels=SCALE)
    pair = pair_kappas(table)[0]
    assert (pair.first, pair.second, pair.n) == ("r00", "r01", 2)
    assert pair.kappa < 1


def test_pairs_without_shared_items_are_counted_and_left_out():
    table = table_of([[0, 0, NAN], [2, 2, NAN], [1, NAN, 2]], levels=SCALE)
    found = quadratic_kappa(table)
    assert [pair.n for pair in pair_kappas(table)] == [2, 1, 0]
    assert found.value == pytest.approx(np.mean([1.0, 0.0]))
    assert str(found.excluded[0]).startswith("1 of 3 pairs")


def test_two_equal_constant_reviewers_have_no_kappa():
    table = table_of([[1, 1, 0], [1, 1, 2]], levels=SCALE)
    assert pair_kappas(table)[0].kappa is None


def test_anonymous_raters_have_no_pairs():
    found = quadratic_kappa(table_of([[0, 1], [2, 2]], levels=SCALE, identified=False))
    assert "without reviewer identities" in str(found.reason)


def gwet_by_hand(matrix, points, weight):
    """From single pairs, not from counts."""
    rows = [[x for x in row if not np.isnan(x)] for row in matrix]
    pairs = [[weight(a, b) for a, b in combinations(row, 2)] for row in rows if len(row) > 1]
    observed = np.mean([np.mean(pair) for pair in pairs])
    share = [np.mean([row.count(point) / len(row) for row in rows]) for point in points]
    total = sum(weight(a, b) for a in points for b in points)
    q = len(points)
    chance = total / (q * (q - 1)) * sum(p * (1 - p) for p in share)
    return (observed - chance) / (1 - chance)


def test_gwet_ac1_equals_its_formula_over_single_pairs():
    expected = gwet_by_hand(MIXED, SCALE, lambda a, b: float(a == b))
    assert gwet_ac1(table_of(MIXED, levels=SCALE)).value == pytest.approx(expected)


def test_gwet_ac2_weights_span_the_full_scale_used_or_not():
    scale = (0, 1, 2, 3, 4)
    expected = gwet_by_hand(MIXED, scale, lambda a, b: 1 - (a - b) ** 2 / 16)
    assert gwet_ac2(table_of(MIXED, levels=scale)).value == pytest.approx(expected)


def test_free_numbers_have_no_ends_for_ac2_and_keep_singly_rated_values_in_ac1():
    table = table_of(MIXED)
    assert "no fixed ends" in str(gwet_ac2(table).reason)
    assert gwet_ac1(table_of([[0, 0], [0, 1], [7, NAN]])).value == pytest.approx(
        gwet_ac1(table_of([[0, 0], [0, 1], [7, NAN]], levels=(0, 1, 7))).value
    )


def test_skewed_prevalence_leaves_ac1_high_where_fleiss_kappa_is_not():
    matrix = np.zeros((40, 2))
    matrix[0] = [0, 1]
    matrix[1] = [1, 0]
    table = table_of(matrix, levels=(0, 1))
    assert gwet_ac1(table).value > 0.9
    assert fleiss_kappa(table).value < 0


def test_fleiss_kappa_needs_equally_many_ratings_per_item():
    assert "unequal numbers" in str(fleiss_kappa(table_of(MIXED, levels=SCALE)).reason)
