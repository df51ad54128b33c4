"""What must hold for every table, not only for those somebody thought of."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from raters.reliability import (
    Rating,
    RatingTable,
    all_forms,
    alpha,
    exact_agreement,
    gwet_ac1,
    gwet_ac2,
    icc_reml,
    quadratic_kappa,
    question_report,
    within_one_step,
)

SCALE = (0, 1, 2, 3)
METRICS = ("nominal", "ordinal", "interval")
fixed = {"deadline": None, "derandomize": True, "database": None}
examples = settings(max_examples=25, **fixed)
few_examples = settings(max_examples=12, **fixed)  # each refits a mixed model


@st.composite
def tables(draw, choices=(None, *SCALE)):
    """Rows of scores, None where not rated."""
    reviewers = draw(st.integers(2, 4))
    row = st.lists(st.sampled_from(choices), min_size=reviewers, max_size=reviewers)
    return draw(st.lists(row, min_size=2, max_size=8))


def table_of(rows, *, items=None, reviewers=None, levels=SCALE):
    items = items or [f"i{index}" for index in range(len(rows))]
    reviewers = reviewers or [f"r{index}" for index in range(len(rows[0]))]
    ratings = [
        Rating(item, None, reviewer, score)
        for item, row in zip(items, rows, strict=True)
        for reviewer, score in zip(reviewers, row, strict=True)
    ]
    return RatingTable.of(ratings, levels=levels)


def point_values(table):
    found = [alpha(table, metric, seed=1, resamples=1) for metric in METRICS]
    found += [of(table) for of in (exact_agreement, within_one_step, gwet_ac1, gwet_ac2)]
    found += [quadratic_kappa(table), *all_forms(table)]
    return [one.value for one in found]


def same(first, second):
    known = [(a, b) for a, b in zip(first, second, strict=True) if a is not None]
    assert [a is None for a in first] == [b is None for b in second]
    return [a for a, _ in known] == pytest.approx([b for _, b in known], abs=1e-9)


@examples
@given(tables(), st.randoms(use_true_random=False))
def test_new_names_and_another_order_change_no_value(rows, random):
    items = random.sample("abcdefgh", len(rows))
    reviewers = random.sample("wxyz", len(rows[0]))
    assert same(
        point_values(table_of(rows)),
        point_values(table_of(rows, items=items, reviewers=reviewers)),
    )


@few_examples
@given(tables(choices=SCALE), st.randoms(use_true_random=False))
def test_new_names_change_no_mixed_model_value(rows, random):
    items = random.sample("abcdefgh", len(rows))
    first = icc_reml(table_of(rows)).value
    second = icc_reml(table_of(rows, items=items)).value
    assert first == second or first == pytest.approx(second, abs=1e-4)


@examples
@given(st.lists(st.sampled_from(SCALE), min_size=2, max_size=9).filter(lambda s: len(set(s)) > 1))
def test_alpha_of_perfect_agreement_with_spread_is_one(scores):
    table = table_of([[score] * 3 for score in scores])
    assert [alpha(table, metric, seed=1).value for metric in METRICS] == [1.0] * 3


@examples
@given(tables())
def test_a_level_nobody_used_changes_no_alpha(rows):
    longer = (-5, *SCALE, 9)
    for metric in METRICS:
        short, long = (
            alpha(table_of(rows, levels=levels), metric, seed=1, resamples=20)
            for levels in (SCALE, longer)
        )
        assert same([short.value, short.low], [long.value, long.low])


@few_examples
@given(tables())
def test_no_table_makes_a_report_fail_or_hold_a_value_that_is_no_number(rows):
    found = question_report(table_of(rows), target=0.7, hit_rate=0.9, seed=1, resamples=40)
    groups = (found.forms, found.alphas, found.agreement, found.chance_corrected, found.beside)
    for estimate in (found.leading, *(one for group in groups for one in group)):
        assert estimate.is_estimable or str(estimate.reason)
        assert not estimate.is_estimable or estimate.value <= 1 + 1e-9
        assert not estimate.has_interval or estimate.low <= estimate.high


@examples
@given(st.integers(0, 10_000), st.floats(0.1, 50))
def test_a_change_of_unit_changes_no_coefficient(seed, unit):
    scores = np.random.default_rng(seed).normal(0, 1, (6, 3))
    first, second = (table_of((scores * by).tolist(), levels=None) for by in (1.0, unit))
    assert same([form.value for form in all_forms(first)], [f.value for f in all_forms(second)])
