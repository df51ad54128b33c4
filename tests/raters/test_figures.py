"""Properties of every drawing of the report, whatever the values."""

from math import isfinite

import pytest
from hypothesis import HealthCheck, given, settings
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
from raters.figures.scatter import BOTTOM, LEFT, RIGHT, STEP, TOP
from raters.figures.values import Box, Curve, Dot, Drawing, Segment

names = st.text(
    st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=60
)
numbers = st.floats(-1e6, 1e6, allow_nan=False)
coefficients = st.floats(-6, 1)
limits = st.none() | st.tuples(coefficients, coefficients).map(sorted)
shares = st.floats(0, 1)
NO_LIMITS = (None, None)


@st.composite
def forest_rows(draw):
    value = draw(st.none() | coefficients)
    low, high = (None if value is None else draw(limits)) or NO_LIMITS
    return ForestRow(draw(names), draw(st.integers(0, 9999)), value, low, high)


@st.composite
def severities(draw):
    row = draw(forest_rows())
    return Severity(row.label, row.n_items, row.value, row.low, row.high)


@st.composite
def third_hits(draw):
    n = draw(st.integers(0, 50))
    low, high = draw(st.none() | st.tuples(shares, shares).map(sorted)) or NO_LIMITS
    flavour, third = draw(st.sampled_from(["positive", "negative"])), draw(st.integers(1, 3))
    return ThirdHits(flavour, third, draw(st.integers(0, n)), n, low, high)


@st.composite
def disagreements(draw):
    points = sorted(draw(st.sets(st.integers(-5, 100), min_size=1, max_size=12)))
    reviewers = draw(st.lists(names, max_size=6, unique=True))
    score = st.none() | st.just(float("nan")) | st.sampled_from(points)
    row = st.lists(score, min_size=len(reviewers), max_size=len(reviewers))
    scores = draw(st.lists(row, max_size=8))
    items = [f"item {n}" for n in range(len(scores))]
    return disagreement_figure(items, reviewers, scores, points=points, question="Q", most_items=5)


@st.composite
def agreements(draw):
    pairs = draw(st.sets(st.frozensets(names, min_size=2, max_size=2), max_size=8))
    values = st.none() | st.floats(-1, 1)
    rows = [PairAgreement(*sorted(p), draw(st.integers(0, 99)), draw(values)) for p in pairs]
    return pairs_figure(rows, measure="kappa")


@st.composite
def distributions(draw):
    points = range(draw(st.integers(0, 120)))
    counts = st.lists(st.integers(0, 9999), min_size=len(points), max_size=len(points))
    rows = draw(st.lists(st.builds(PointUse, names, counts.map(tuple)), max_size=4))
    return distribution_figure(points, rows, question="Q")


@st.composite
def correlations(draw):
    questions = draw(st.lists(st.tuples(names, names), max_size=5, unique_by=lambda q: q[0]))
    pairs = [(a, b) for a, _ in questions for b, _ in questions if a < b]
    values = {pair: draw(st.none() | st.just(float("nan")) | st.floats(-1, 1)) for pair in pairs}
    words = st.sampled_from([None, "high", "moderate", "low", "negative"])
    expected = {(b, a): word for a, b in pairs if (word := draw(words))}
    return correlation_figure(questions, values, expected=expected, measure="Spearman")


def some(rows):
    return st.lists(rows, max_size=8)


positions = some(st.tuples(st.integers(1, 500), numbers))
targets = st.none() | st.floats(0, 1)
score_pairs = st.builds(ScorePair, names, numbers, numbers)
FIGURES = {
    "forest": st.builds(forest_figure, some(forest_rows()), statistic=names, target=targets),
    "severity": st.builds(severity_figure, some(severities()), question=names),
    "hits": st.builds(hits_figure, some(third_hits()), whose=names),
    "disagreement": disagreements(),
    "pairs": agreements(),
    "distribution": distributions(),
    "scores by position": st.builds(
        position_figure, positions, quantity=names, ends=st.just((0.0, 4.0))
    ),
    "times by position": st.builds(position_figure, positions, quantity=names),
    "bland-altman": st.builds(
        bland_altman_figure, some(score_pairs), first=st.just("R01"), second=st.just("R02")
    ),
    "correlation": correlations(),
}
each_kind = pytest.mark.parametrize("kind", FIGURES)
many_draws = settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))


def places(mark) -> list[tuple[float, float]]:
    """The outermost places of a mark."""
    if isinstance(mark, Box):
        return [(mark.x, mark.y), (mark.x + mark.width, mark.y + mark.height)]
    if isinstance(mark, Segment):
        return [(mark.x1, mark.y1), (mark.x2, mark.y2)]
    if isinstance(mark, Dot):
        reach = mark.radius
        return [(mark.x - reach, mark.y - reach), (mark.x + reach, mark.y + reach)]
    return list(mark.points) if isinstance(mark, Curve) else [(mark.x, mark.y)]


def outside(drawing: Drawing) -> list:
    return [
        mark
        for mark in drawing.marks
        for x, y in places(mark)
        if not (
            isfinite(x) and isfinite(y) and 0 <= x <= drawing.width and 0 <= y <= drawing.height
        )
    ]


@each_kind
@given(st.data())
@many_draws
def test_every_mark_is_inside_the_drawing(kind, data):
    assert outside(data.draw(FIGURES[kind]).drawing) == []


@each_kind
@given(st.data())
@many_draws
def test_every_size_of_a_box_is_at_least_zero(kind, data):
    boxes = data.draw(FIGURES[kind]).drawing.boxes
    assert [box for box in boxes if not (box.width >= 0 and box.height >= 0)] == []


@each_kind
@given(st.data())
@many_draws
def test_every_row_of_the_table_has_a_cell_for_each_column(kind, data):
    table = data.draw(FIGURES[kind]).table
    assert {len(row) for row in table.rows} <= {len(table.columns)}


@each_kind
@given(st.data())
@many_draws
def test_no_number_of_the_table_is_shown_as_nan_or_as_negative_zero(kind, data):
    figure = data.draw(FIGURES[kind])
    cells = [cell.text for row in figure.table.shown for cell in row if cell.is_number]
    assert not {"nan", "inf", "−inf", "-0", "-0.0"} & {str(cell).lower() for cell in cells}


@each_kind
@given(st.data())
@many_draws
def test_a_figure_without_rows_says_so_in_the_drawing_and_in_its_alternative(kind, data):
    figure = data.draw(FIGURES[kind])
    says_so = str(figure.alternative) == "There is nothing to draw yet."
    drawn = [str(words.text) for words in figure.drawing.words]
    assert says_so == (figure.table.rows == ()) == (drawn == ["There is nothing to draw yet."])


def test_a_figure_of_many_ratings_holds_no_more_dots_than_its_raster_has_places():
    points = [(1 + n % 397, (n * 7919) % 10_007 / 100) for n in range(30_000)]
    drawing = position_figure(points, quantity="Score", ends=(0.0, 100.0)).drawing
    columns, rows = (RIGHT - LEFT) / STEP + 2, (BOTTOM - TOP) / STEP + 2
    at = [(dot.x, dot.y) for dot in drawing.dots]
    assert len(at) == len(set(at)) <= columns * rows
