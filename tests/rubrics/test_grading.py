from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrics.grading import (
    CriterionResult,
    TierResult,
    decision_points,
    half_of,
    mean_share,
    tier_best,
    tier_decisions,
    tier_points,
    tier_problems,
    tier_value,
    total,
)
from rubrics.scales import Decision
from rubrics.tightening import is_tighter, least_favourable

MET, PARTIALLY_MET, NOT_MET = Decision.MET, Decision.PARTIALLY_MET, Decision.NOT_MET
TRIAGE = (Decimal(2), Decimal(1), Decimal(0))

decisions = st.sampled_from(Decision)
halves = st.sampled_from(["rounded", "exact"])
rules = st.sampled_from(["points", "healthbench"])
points = st.decimals(min_value=-10, max_value=10, places=2)
criteria = st.builds(CriterionResult, code=st.just("c"), decision=decisions, points=points)
tier_points_lists = st.lists(
    st.integers(0, 10).map(Decimal), min_size=2, max_size=6, unique=True
).map(lambda found: tuple(sorted(found, reverse=True)))


def preclinical(decision):
    """One of the sample scenarios: criteria of 10, 5, 3, 5 and 5 points."""
    return [
        CriterionResult(f"c{number}", decision, Decimal(worth))
        for number, worth in enumerate([10, 5, 3, 5, 5], start=1)
    ]


def points_total(results, *, rule="points", half_points="rounded", pass_mark=None):
    return total(results, rule=rule, half_points=half_points, pass_mark=pass_mark)


def of(decision, worth):
    return CriterionResult("c", decision, Decimal(worth))


@pytest.mark.parametrize(("worth", "half"), [(1, 1), (3, 2), (5, 3), (-5, -2), (10, 5), (0, 0)])
def test_half_points_round_half_up_for_penalties_too(worth, half):
    assert half_of(Decimal(worth), half_points="rounded") == Decimal(half)


def test_exact_half_points_are_not_rounded():
    assert half_of(Decimal(5), half_points="exact") == Decimal("2.5")
    assert half_of(Decimal(-5), half_points="exact") == Decimal("-2.5")


def test_an_unknown_half_points_setting_is_an_error():
    with pytest.raises(KeyError):
        half_of(Decimal(5), half_points="round")


def test_points_cannot_be_floats():
    with pytest.raises((TypeError, AttributeError)):
        half_of(2.5, half_points="rounded")


def test_met_earns_all_partially_met_half_and_not_met_nothing():
    earned = [decision_points(d, Decimal(5), half_points="rounded") for d in Decision]
    assert earned == [Decimal(0), Decimal(3), Decimal(5)]


@given(worth=st.decimals(min_value=0, max_value=10, places=2), half_points=halves)
def test_points_are_monotone_in_the_decision_for_positive_points(worth, half_points):
    earned = [decision_points(d, worth, half_points=half_points) for d in Decision]
    assert earned == sorted(earned)


@given(worth=points, half_points=halves)
def test_a_half_lies_between_nothing_and_all(worth, half_points):
    half = half_of(worth, half_points=half_points)
    assert min(worth, Decimal(0)) <= half <= max(worth, Decimal(0))


def test_a_preclinical_scenario_that_is_met_throughout_scores_28_of_28():
    found = points_total(preclinical(MET))
    assert (found.earned, found.maximum, found.share) == (28, 28, 1)


@pytest.mark.parametrize(("half_points", "earned"), [("rounded", 16), ("exact", 14)])
def test_a_preclinical_scenario_that_is_partially_met_throughout(half_points, earned):
    found = points_total(preclinical(PARTIALLY_MET), half_points=half_points)
    assert (found.earned, found.maximum) == (earned, 28)


def test_the_rounded_halves_of_the_preclinical_scenario_are_5_3_2_3_3():
    halves = [result.earned(half_points="rounded") for result in preclinical(PARTIALLY_MET)]
    assert halves == [5, 3, 2, 3, 3]


def test_a_penalty_counts_when_met_and_never_in_the_maximum():
    results = [of(MET, 10), of(MET, -4), of(NOT_MET, -6)]
    found = points_total(results)
    assert (found.earned, found.maximum, found.share) == (6, 10, Decimal("0.6"))


def test_without_positive_points_there_is_no_share_and_the_reason_is_given():
    found = points_total([of(MET, -4)], pass_mark=Decimal("0.5"))
    assert (found.earned, found.share, found.passed) == (-4, None, None)
    assert str(found.no_share) == "No criterion has positive points, so there is no maximum."


@pytest.mark.parametrize(("pass_mark", "passed"), [("0.6", True), ("0.61", False), (None, None)])
def test_the_pass_mark_is_reached_at_the_mark_itself(pass_mark, passed):
    mark = pass_mark and Decimal(pass_mark)
    assert points_total([of(MET, 6), of(NOT_MET, 4)], pass_mark=mark).passed is passed


@pytest.mark.parametrize("half_points", ["rounded", "exact"])
def test_healthbench_counts_partially_met_half_exactly_whatever_the_setting(half_points):
    found = points_total([of(PARTIALLY_MET, 5)], rule="healthbench", half_points=half_points)
    assert (found.earned, found.share, found.half_points) == (
        Decimal("2.5"),
        Decimal("0.5"),
        "exact",
    )


def test_a_single_healthbench_score_may_lie_below_zero():
    assert points_total([of(NOT_MET, 5), of(MET, -10)], rule="healthbench").share == -2


def test_healthbench_clips_only_the_mean():
    bad = points_total([of(NOT_MET, 5), of(MET, -10)], rule="healthbench")
    good = points_total([of(MET, 5)], rule="healthbench")
    assert mean_share([bad, good]) == 0
    assert mean_share([bad, good, good, good, good]) == Decimal("0.4")


def test_a_mean_under_the_points_rule_is_not_clipped():
    assert mean_share([points_total([of(NOT_MET, 5), of(MET, -10)])]) == -2


def test_totals_without_a_share_are_left_out_of_the_mean():
    without = points_total([of(MET, -4)])
    assert mean_share([without, points_total([of(MET, 4)])]) == 1
    assert mean_share([without]) is None


def test_totals_under_different_settings_have_no_mean():
    rounded, exact = (points_total([of(MET, 1)], half_points=h) for h in ("rounded", "exact"))
    with pytest.raises(ValueError, match="different settings"):
        mean_share([rounded, exact])


def test_every_total_prints_its_rule_and_its_half_points():
    assert str(points_total([of(MET, 1)]).sentence) == (
        "Rule “points”: the points earned over the maximum. "
        "PARTIALLY MET earns half the points, rounded half up."
    )
    assert str(points_total([of(MET, 1)], rule="healthbench").sentence) == (
        "Rule “healthbench”: the points of the criteria met over the sum of the positive points; "
        "a single score may lie below 0, only a mean is clipped to 0 to 1. "
        "PARTIALLY MET earns half the points, exactly."
    )


@given(
    others=st.lists(criteria, max_size=5),
    worth=points,
    entered=decisions,
    final=decisions,
    rule=rules,
    half_points=halves,
)
def test_a_tighter_decision_never_makes_the_score_more_favourable(
    others, worth, entered, final, rule, half_points
):
    before, after = (
        points_total([*others, of(d, worth)], rule=rule, half_points=half_points)
        for d in (entered, final)
    )
    if is_tighter(final, entered, points=worth):
        assert after.earned <= before.earned
        assert before.share is None or after.share <= before.share


@given(worth=points, decision=decisions, rule=rules, half_points=halves)
def test_no_decision_earns_less_than_the_least_favourable(worth, decision, rule, half_points):
    least, other = (
        points_total([of(d, worth)], rule=rule, half_points=half_points).earned
        for d in (least_favourable(worth), decision)
    )
    assert least <= other


@pytest.mark.parametrize(("best", "earned"), [(0, 3), (1, 1), (2, 0), (None, 0)])
def test_tiers_earn_the_sum_of_the_levels_met(best, earned):
    found = points_total([TierResult("triage", best, TRIAGE)])
    assert (found.earned, found.maximum) == (earned, 3)


def test_the_best_level_reached_and_all_lower_ones_are_met():
    assert tier_decisions(0, n_levels=3) == (MET, MET, MET)
    assert tier_decisions(1, n_levels=3) == (NOT_MET, MET, MET)
    assert tier_decisions(None, n_levels=3) == (NOT_MET, NOT_MET, NOT_MET)


def test_a_tier_set_is_one_ordinal_unit():
    assert [tier_value(best, n_levels=3) for best in (None, 2, 1, 0)] == [0, 1, 2, 3]
    assert [tier_best(value, n_levels=3) for value in range(4)] == [None, 2, 1, 0]


@pytest.mark.parametrize("best", [-1, 3])
def test_a_level_that_is_not_there_is_refused(best):
    with pytest.raises(ValueError, match="not one of 3 levels"):
        tier_value(best, n_levels=3)


@pytest.mark.parametrize("value", [-1, 4])
def test_a_tier_value_off_the_scale_is_refused(value):
    with pytest.raises(ValueError, match="not on the scale 0 to 3"):
        tier_best(value, n_levels=3)


@given(n_levels=st.integers(1, 8), data=st.data())
def test_a_tier_value_and_its_best_level_are_one_to_one(n_levels, data):
    value = data.draw(st.integers(0, n_levels))
    assert tier_value(tier_best(value, n_levels=n_levels), n_levels=n_levels) == value


@given(levels=tier_points_lists)
def test_a_better_tier_meets_every_level_of_a_worse_one_and_earns_no_less(levels):
    n_levels = len(levels)
    bests = [tier_best(value, n_levels=n_levels) for value in range(n_levels + 1)]
    expanded = [tier_decisions(best, n_levels=n_levels) for best in bests]
    earned = [tier_points(best, points=levels) for best in bests]
    for worse, better in pairwise(expanded):
        assert all(low <= high for low, high in zip(worse, better, strict=True))
    assert earned == sorted(earned)


@given(levels=tier_points_lists, data=st.data())
def test_tiers_earn_what_their_decisions_earn_one_by_one(levels, data):
    best = data.draw(st.none() | st.integers(0, len(levels) - 1))
    expanded = zip(tier_decisions(best, n_levels=len(levels)), levels, strict=True)
    one_by_one = sum(decision_points(d, p, half_points="exact") for d, p in expanded)
    assert tier_points(best, points=levels) == one_by_one


@given(levels=tier_points_lists)
def test_descending_tiers_have_no_problem(levels):
    assert tier_problems(levels) == ()


@pytest.mark.parametrize(
    ("levels", "problem"),
    [
        ([1], "Tiers need at least two levels."),
        ([0, -1], "The points of a tier level cannot be negative."),
        (
            [2, 2, 1],
            "Points must fall from the best level to the worst: level 1 has 2, level 2 has 2.",
        ),
    ],
)
def test_points_that_make_no_tiers_are_named(levels, problem):
    assert [str(each) for each in tier_problems([Decimal(p) for p in levels])] == [problem]
