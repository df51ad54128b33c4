from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrics.composite import (
    CoverageBand,
    DeviationKind,
    GradeBand,
    composite,
    coverage_band,
    deviation_problem,
    grade,
    shown,
    weights_problem,
)

WEIGHTS = {
    "professionalism": Decimal("0.30"),
    "completeness": Decimal("0.25"),
    "empathy": Decimal("0.25"),
    "safety": Decimal("0.20"),
}
SEED_SCORES = {"professionalism": 7, "completeness": 8, "empathy": 6, "safety": 9}
GRADES = (
    GradeBand("D", Decimal(0), "不合格"),
    GradeBand("A", Decimal("8.5"), "优秀"),
    GradeBand("C", Decimal("5.5"), "及格"),
    GradeBand("B", Decimal("7.0"), "良好"),
)
COVERAGE = (
    CoverageBand(Decimal(0), 0, 2),
    CoverageBand(Decimal("0.4"), 3, 4),
    CoverageBand(Decimal("0.6"), 5, 6),
    CoverageBand(Decimal("0.8"), 7, 8),
    CoverageBand(Decimal(1), 9, 10),
)
DANGER = DeviationKind("DANGER", "Safety risk", ("LOW", "MEDIUM", "HIGH", "CRITICAL"))
SKIP = DeviationKind("SKIP", "A step was skipped")


def test_the_seed_example_gives_7_40_where_the_seed_prints_7_35():
    found = composite(SEED_SCORES, weights=WEIGHTS).score
    assert (found, str(shown(found))) == (Decimal("7.40"), "7.40")
    assert grade(found, GRADES).grade == "B"


def test_a_mean_of_the_panel_is_composed_exactly():
    values = SEED_SCORES | {"empathy": Decimal("6.5")}
    assert composite(values, weights=WEIGHTS).score == Decimal("7.525")


@pytest.mark.parametrize("left_out", [{}, {"safety": None}])
def test_a_missing_score_leaves_no_composite_and_says_which(left_out):
    values = {code: value for code, value in SEED_SCORES.items() if code != "safety"} | left_out
    found = composite(values, weights=WEIGHTS)
    assert found.score is None
    assert str(found.reason) == "There is no composite without a score for safety."


def test_a_score_of_zero_is_not_a_missing_score():
    assert composite(dict.fromkeys(WEIGHTS, 0), weights=WEIGHTS).score == 0


def test_a_dimension_without_a_weight_does_not_count():
    found = composite(SEED_SCORES | {"highlight": 10}, weights=WEIGHTS)
    assert found.score == Decimal("7.40")


def test_weights_that_do_not_add_up_to_one_are_refused_with_their_sum():
    found = composite(SEED_SCORES, weights=WEIGHTS | {"safety": Decimal("0.25")})
    assert found.score is None
    assert str(found.reason) == "The weights must add up to 1; they add up to 1.05."


def test_a_negative_weight_is_refused():
    weights = {"a": Decimal("1.5"), "b": Decimal("-0.5")}
    assert str(weights_problem(weights)) == "A weight cannot be negative."


def test_a_weight_cannot_be_a_float():
    with pytest.raises(TypeError):
        composite({"a": 1}, weights={"a": 1.0})


@given(
    values=st.lists(st.integers(0, 10), min_size=4, max_size=4),
    cuts=st.lists(st.integers(0, 100), min_size=3, max_size=3).map(sorted),
)
def test_a_composite_lies_between_its_lowest_and_its_highest_value(values, cuts):
    shares = [b - a for a, b in zip([0, *cuts], [*cuts, 100], strict=True)]
    weights = {str(n): Decimal(share) / 100 for n, share in enumerate(shares)}
    found = composite({str(n): v for n, v in enumerate(values)}, weights=weights).score
    assert min(values) <= found <= max(values)


@pytest.mark.parametrize(
    ("score", "letter"),
    [
        ("10", "A"),
        ("8.5", "A"),
        ("8.4999", "B"),
        ("8.45", "B"),
        ("7", "B"),
        ("6.999", "C"),
        ("5.5", "C"),
        ("5.4999", "D"),
        ("0", "D"),
    ],
)
def test_the_grade_is_that_of_the_unrounded_score(score, letter):
    assert grade(Decimal(score), GRADES).grade == letter


def test_below_the_lowest_floor_there_is_no_grade():
    assert grade(Decimal(-1), GRADES) is None
    assert grade(Decimal(5), ()) is None


@given(scores=st.lists(st.decimals(0, 10, places=3), min_size=2, max_size=2).map(sorted))
def test_a_higher_score_never_has_a_lower_grade(scores):
    lower, higher = (grade(score, GRADES) for score in scores)
    assert lower.floor <= higher.floor


@pytest.mark.parametrize(
    ("score", "text"), [("7.4", "7.40"), ("7.125", "7.13"), ("7.1249", "7.12"), ("0", "0.00")]
)
def test_a_score_is_shown_with_two_decimals_half_up(score, text):
    assert str(shown(Decimal(score))) == text


@pytest.mark.parametrize(
    ("done", "band"),
    [(10, (9, 10)), (9, (7, 8)), (8, (7, 8)), (7, (5, 6)), (6, (5, 6)), (4, (3, 4)), (3, (0, 2))],
)
def test_coverage_suggests_the_completeness_band(done, band):
    found = coverage_band(done, total=10, bands=COVERAGE)
    assert (found.low, found.high) == band


def test_a_threshold_is_met_exactly_whatever_the_number_of_steps():
    for fifths in range(1, 30):
        assert coverage_band(4 * fifths, total=5 * fifths, bands=COVERAGE).low == 7
        assert coverage_band(4 * fifths - 1, total=5 * fifths, bands=COVERAGE).low < 7


def test_no_steps_suggest_no_band():
    assert coverage_band(0, total=0, bands=COVERAGE) is None


@pytest.mark.parametrize("done", [-1, 4])
def test_more_steps_than_there_are_cannot_be_done(done):
    with pytest.raises(ValueError, match="of 3 steps"):
        coverage_band(done, total=3, bands=COVERAGE)


@pytest.mark.parametrize("severity", ["LOW", "MEDIUM", "HIGH", "CRITICAL"])
def test_a_danger_takes_each_of_its_severities(severity):
    assert deviation_problem(DANGER, severity=severity) is None


@pytest.mark.parametrize("severity", [None, "", "low", "SEVERE"])
def test_a_danger_without_one_of_its_severities_is_a_problem(severity):
    assert str(deviation_problem(DANGER, severity=severity)) == (
        "DANGER needs one of these severities: LOW, MEDIUM, HIGH, CRITICAL."
    )


def test_any_other_tag_takes_no_severity():
    assert str(deviation_problem(SKIP, severity="LOW")) == "SKIP takes no severity."
    assert [deviation_problem(SKIP, severity=none) for none in (None, "")] == [None, None]
