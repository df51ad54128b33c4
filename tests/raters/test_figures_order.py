"""What each figure shows, and in which order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raters.figures import (
    ForestRow,
    PairAgreement,
    PointUse,
    ScorePair,
    Severity,
    ThirdHits,
    bland_altman_figure,
    correlation_figure,
    disagreement_figure,
    distribution_figure,
    forest_figure,
    hits_figure,
    pairs_figure,
    position_figure,
    severity_figure,
)
from raters.figures.axes import Axis
from raters.figures.bland_altman import limits_of_agreement
from raters.figures.disagreement import ItemRow
from raters.figures.distribution import MOST_POINTS
from raters.figures.fitting import shortened, width_of
from raters.figures.position import running, window_of
from raters.figures.values import Column, Table, decimals

REVIEWERS = ["R01", "R02", "R03"]
REVIEWED = {
    "alike": (1, 1, 1),
    "once": (None, 2, None),
    "apart": (0, 1, 2),
    "far apart": (0, None, 2),
}


def firsts(figure) -> list[str]:
    return [str(row[0]) for row in figure.table.rows]


def texts(figure) -> list[str]:
    return [str(words.text) for words in figure.drawing.words]


def styles(marks) -> list[str]:
    return [mark.style for mark in marks]


def drawn_disagreement(**limits):
    items, scores = list(REVIEWED), list(REVIEWED.values())
    return disagreement_figure(
        items, REVIEWERS, scores, points=[0, 1, 2], question="Safety", **limits
    )


def test_the_item_with_most_disagreement_comes_first_and_one_rated_once_last():
    assert firsts(drawn_disagreement()) == ["far apart", "apart", "alike", "once"]


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9)), max_size=20))
def test_disagreement_never_rises_down_the_rows_and_equal_items_keep_their_order(scores):
    items = [f"{n:02}" for n in range(len(scores))]
    figure = disagreement_figure(items, REVIEWERS, scores, points=range(10), question="Q")
    keys = [(-row[1], row[0]) for row in figure.table.rows]
    assert keys == sorted(keys)


@given(st.permutations([0.1, 0.2, 0.3, 0.7, None]))
def test_disagreement_does_not_depend_on_the_order_of_the_reviewers(scores):
    assert ItemRow("i", tuple(scores)).spread == ItemRow("i", (0.1, 0.2, 0.3, 0.7)).spread


def test_above_the_most_items_the_note_says_how_many_are_drawn_and_the_table_keeps_all():
    figure = drawn_disagreement(most_items=2)
    assert str(figure.notes[0]) == "The 2 items with most disagreement of 4."
    assert "alike" not in texts(figure)
    assert len(figure.table.rows) == 4


def test_a_cell_that_was_not_rated_is_empty_and_drawn_as_missing():
    figure = drawn_disagreement()
    in_legend = 1
    assert styles(figure.drawing.boxes).count("missing") == 3 + in_legend


def test_a_value_that_has_no_room_in_its_cell_is_left_to_the_table():
    figure = disagreement_figure(["i"], ["R1"], [[123456.5]], points=[0, 200_000], question="Q")
    assert "123456.5" not in texts(figure)
    assert figure.table.rows[0][2] == 123456.5


def test_questions_keep_their_order_in_the_forest_plot():
    rows = [ForestRow(name, 40, value, None, None) for name, value in [("B", 0.2), ("A", 0.9)]]
    assert firsts(forest_figure(rows, statistic="ICC(2,1)")) == ["B", "A"]


def test_an_estimate_without_an_interval_is_a_hollow_point_and_says_so():
    figure = forest_figure([ForestRow("Safety", 8, 0.31, None, None)], statistic="ICC(2,1)")
    assert styles(figure.drawing.dots) == ["estimate hollow"]
    assert "0.31, no interval, n 8" in texts(figure)


def test_what_cannot_be_estimated_is_said_in_words_and_has_no_point():
    figure = forest_figure([ForestRow("Safety", 8, None, None, None)], statistic="ICC(2,1)")
    assert "not estimable, n 8" in texts(figure)
    assert figure.drawing.dots == []


def test_the_target_is_marked_in_every_strip():
    rows = [ForestRow(name, 40, 0.5, 0.3, 0.7) for name in "ABC"]
    drawing = forest_figure(rows, statistic="ICC(2,1)", target=0.6).drawing
    assert styles(drawing.segments).count("target") == 3


def test_a_value_beyond_the_axis_is_an_arrow_at_its_edge():
    drawing = forest_figure([ForestRow("Safety", 40, -4.0, None, None)], statistic="ICC").drawing
    assert styles(drawing.shapes) == ["beyond"]
    assert drawing.dots == []


def test_the_alternative_counts_the_intervals_that_reach_the_target():
    rows = [ForestRow("A", 40, 0.8, 0.7, 0.9), ForestRow("B", 40, 0.6, 0.4, 0.8)]
    sentence = str(forest_figure(rows, statistic="ICC(2,1)", target=0.65).alternative)
    assert "Whole interval at or above the target of 0.65: 1." in sentence


def test_the_reviewer_with_the_highest_scores_comes_first_and_one_without_a_value_last():
    values = {"R01": -0.3, "R02": None, "R03": 0.4}
    rows = [Severity(name, 9, value, None, None) for name, value in values.items()]
    assert firsts(severity_figure(rows, question="Safety")) == ["R03", "R01", "R02"]


def test_severity_is_drawn_on_an_axis_with_zero_in_its_middle():
    drawing = severity_figure([Severity("R01", 9, 0.4, 0.1, 0.7)], question="Q").drawing
    zero = next(each for each in drawing.segments if each.style == "target")
    assert zero.x1 == drawing.width / 2


def test_thirds_ascend_within_a_flavour_and_flavours_come_as_given():
    rows = [ThirdHits(f, third, 1, 2) for third in (3, 1, 2) for f in ("negative", "positive")]
    table = hits_figure(rows, whose="panel").table
    assert [(row[0], str(row[1]).split()[0]) for row in table.rows] == [
        (flavour, third)
        for flavour in ("negative", "positive")
        for third in ("first", "second", "last")
    ]


def test_a_third_without_controls_says_none_shown():
    figure = hits_figure([ThirdHits("positive", 1, 0, 0)], whose="R01")
    assert "none shown" in texts(figure)
    assert figure.drawing.dots == []


def test_the_pair_with_the_lowest_agreement_leads_the_table_and_an_unknown_one_ends_it():
    values = [("R01", "R02", 0.4), ("R01", "R03", None), ("R02", "R03", -0.2)]
    rows = [PairAgreement(first, second, 9, value) for first, second, value in values]
    table = pairs_figure(rows, measure="kappa").table
    assert [row[3] for row in table.rows] == [-0.2, 0.4, None]


def test_each_pair_has_one_cell_with_its_value_and_its_items():
    figure = pairs_figure([PairAgreement("R02", "R01", 17, 0.746)], measure="kappa")
    assert {"0.75", "n 17"} <= set(texts(figure))
    assert len(figure.drawing.boxes) == 1


def test_a_point_that_nobody_used_is_drawn_as_a_zero():
    figure = distribution_figure([0, 1, 2], [PointUse("All", (5, 0, 3))], question="Q")
    assert texts(figure).count("0") == 2  # the point's own name, and how often 1 was used
    assert len(figure.drawing.boxes) == 2


@given(st.integers(1, 300))
def test_bars_of_a_long_scale_take_points_together_and_lose_no_rating(n):
    figure = distribution_figure(range(n), [PointUse("All", (7,) * n)], question="Q")
    assert len(figure.drawing.boxes) <= MOST_POINTS
    above = [words for words in figure.drawing.words if words.style == "small"][
        : len(figure.drawing.boxes)
    ]
    assert sum(int(words.text) for words in above) == 7 * n


def test_bars_are_shares_of_their_own_row():
    rows = [PointUse("A", (1, 1)), PointUse("B", (50, 50))]
    drawing = distribution_figure([0, 1], rows, question="Q").drawing
    assert len({box.height for box in drawing.boxes}) == 1


def test_the_running_line_follows_the_values_near_each_position():
    points = [(position, float(position >= 10)) for position in range(1, 21)]
    line = dict(running(max, points, window=5))
    assert (line[7], line[8], line[20]) == (0.0, 1.0, 1.0)


@given(st.integers(1, 5000))
def test_the_window_of_the_running_line_is_odd_and_no_shorter_than_five(length):
    window = window_of([(1, 0.0), (length, 0.0)])
    assert window % 2 == 1
    assert window >= 5


def test_a_very_long_time_stands_at_the_edge_and_leaves_the_others_legible():
    points = [(n, 2.0 + n % 3) for n in range(1, 101)] + [(50, 400.0)]
    figure = position_figure(points, quantity="Minutes")
    assert styles(figure.drawing.shapes) == ["beyond"]
    assert "Arrows are values beyond the axis: 1." in [str(note) for note in figure.notes]


def test_limits_of_agreement_are_the_mean_difference_and_1_96_standard_deviations():
    pairs = [ScorePair("i", first, 50) for first in (40, 50, 60)]
    limits = limits_of_agreement(pairs)
    assert (limits.mean, limits.low, limits.high) == pytest.approx((0, -19.6, 19.6))


def test_below_three_items_no_limits_of_agreement_are_drawn():
    figure = bland_altman_figure([ScorePair("i", 40, 50)] * 2, first="R01", second="R02")
    assert styles(figure.drawing.segments).count("limit") == 0
    assert "below three items" in str(figure.notes[0])


def test_the_largest_difference_leads_the_table():
    pairs = [ScorePair("small", 50, 51), ScorePair("large", 10, 90)]
    assert firsts(bland_altman_figure(pairs, first="A", second="B")) == ["large", "small"]


def drawn_correlations():
    questions = [("v", "Validity"), ("n", "Novelty"), ("c", "Clarity")]
    values = {("v", "n"): -0.4, ("n", "c"): 0.7}
    expected = {("n", "v"): "negative"}
    return correlation_figure(questions, values, expected=expected, measure="Spearman")


def test_a_hypothesis_is_marked_whichever_question_it_names_first():
    figure = drawn_correlations()
    in_legend = 1
    assert styles(figure.drawing.shapes).count("corner") == 1 + in_legend
    assert "(negative)" in texts(figure)


def test_a_negative_correlation_has_an_edge_and_a_minus_sign_of_its_own():
    figure = drawn_correlations()
    in_legend = 1
    assert styles(figure.drawing.boxes).count("negative") == 1 + in_legend
    assert "−0.40" in texts(figure)


def test_a_pair_that_was_not_computed_is_missing_and_not_zero():
    assert drawn_correlations().table.rows[1][:3] == ("Validity", "Clarity", None)


@given(st.floats(-1e6, 1e6), st.floats(0.001, 1e6))
def test_ticks_are_few_and_ascend_inside_the_axis(low, span):
    ticks = Axis(low, low + span, 40, 400).ticks()
    places = [place for place, _ in ticks]
    assert len(places) <= 7
    assert places == sorted(places)
    assert all(40 <= place <= 400 for place in places)


@given(st.text(min_size=3, max_size=80), st.floats(60, 300))
def test_a_shortened_name_fits_and_keeps_its_first_letter(name, width):
    cut = shortened(name, width=width)
    assert width_of(cut) <= width
    assert cut[0] == name[0]


def test_names_that_differ_in_their_ends_still_differ_when_shortened():
    long = "clinical-summary-of-a-long-discharge-letter-"
    assert shortened(f"{long}01", width=120) != shortened(f"{long}02", width=120)


@pytest.mark.parametrize(("value", "text"), [(-0.001, "0.00"), (-0.125, "−0.12"), (2, "2.00")])
def test_a_number_has_a_true_minus_sign_and_is_never_negative_zero(value, text):
    assert decimals(value, 2) == text


def test_a_long_table_is_cut_on_a_page_and_whole_for_a_file():
    table = Table((Column("n", 0),), tuple((n,) for n in range(250)))
    assert table.is_cut_short
    assert (len(list(table.shown)), len(table.rows)) == (100, 250)
