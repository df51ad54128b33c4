"""Scores that cannot be given, and keys that have changed."""

from dataclasses import replace
from decimal import Decimal

import pytest

from raters.importing.drafts import ControlDraft, Expected
from raters.importing.keys import ScaleBounds, complain_of_key, key_differences
from raters.importing.problems import Complaints

BOUNDS = {"accuracy": ScaleBounds(0, 2), "tone": ScaleBounds(1, 5)}
STORED = ControlDraft("training", {"accuracy": Expected(0, 2, (0, 2))}, "Why.")


def complaints(**expected):
    found = Complaints("rows.jsonl", 1)
    complain_of_key(ControlDraft("neg_control", expected), BOUNDS, found)
    return [f"{problem.field}: {problem.message}" for problem in found.problems]


@pytest.mark.parametrize(
    "expected", [Expected(0, 2), Expected(1, 1), Expected(0, 2, only=(0, 2))], ids=str
)
def test_scores_on_the_scale_are_no_problem(expected):
    assert complaints(accuracy=expected) == []


@pytest.mark.parametrize(
    "ends", [(0, 3), (-1, 2), (0, Decimal("1.5")), (Decimal("0.5"), 2)], ids=str
)
def test_a_range_that_leaves_the_scale_is_a_problem(ends):
    (problem,) = complaints(accuracy=Expected(*ends))

    assert problem == (
        f"expected.accuracy: the range {ends[0]} to {ends[1]} does not lie on the scale, whole "
        "numbers from 0 to 2."
    )


@pytest.mark.parametrize(
    ("points", "off"), [([0, 7], [7]), ([7, 7], [7]), ([-1, 1, 7], [-1, 7])], ids=str
)
def test_every_point_off_the_scale_is_named(points, off):
    assert complaints(accuracy=Expected.among(points)) == [
        f"expected.accuracy: the point {point} does not lie on the scale, whole numbers from 0 "
        "to 2."
        for point in off
    ]


def test_a_point_between_those_of_the_scale_is_off_it():
    half = Decimal("0.5")
    (problem,) = complaints(accuracy=Expected(0, 2, only=(0, half, 2)))

    assert "the point 0.5 does not lie on the scale" in problem


def test_a_question_that_is_not_asked_is_named_with_those_that_are():
    (problem,) = complaints(harm=Expected(0, 0))

    assert problem == "expected.harm: “harm” is not asked of this item; asked are: accuracy, tone."


def test_equal_keys_do_not_differ_whatever_kind_of_number_they_are_written_with():
    points = (Decimal("0.0"), Decimal(2))
    written = replace(STORED, expected={"accuracy": Expected(*points, only=points)})

    assert list(key_differences(written, STORED)) == []


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"flavour": "neg_control"}, "control"),
        ({"expected": {"accuracy": Expected(0, 2)}}, "expected"),
        ({"expected": {**STORED.expected, "tone": Expected(1, 1)}}, "expected"),
        ({"explanation": "Another why."}, "explanation"),
    ],
)
def test_what_has_changed_of_a_key_is_named(change, named):
    assert list(key_differences(replace(STORED, **change), STORED)) == [named]
