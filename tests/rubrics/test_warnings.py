from dataclasses import replace
from decimal import Decimal

import pytest

from rubrics.reading import spec_from_mapping
from rubrics.spec import QuestionSpec, RubricSpec
from rubrics.warnings import warnings


def found(question: QuestionSpec) -> list[str]:
    spec = RubricSpec(name="r", version=1, title="R", questions=(question,))
    return [str(warning) for warning in warnings(spec)]


def criterion(text: str, **more) -> QuestionSpec:
    return QuestionSpec(
        **{"key": "k", "kind": "criterion", "label": "L", "text": text, "points": Decimal(3)} | more
    )


DIMENSION = spec_from_mapping(
    {
        "name": "r",
        "title": "R",
        "questions": [
            {
                "key": "tone",
                "kind": "dimension",
                "label": "Tone",
                "scale": {"min": 0, "max": 1},
                "descriptors": [{"at": 0, "text": "Cold"}, {"at": 1, "text": "Warm"}],
            }
        ],
    }
).questions[0]


def test_a_plain_dimension_gets_no_warning():
    assert found(DIMENSION) == []


@pytest.mark.parametrize("label", ["Accuracy and tone", "Accuracy/tone", "准确性与共情"])
def test_a_dimension_of_two_constructs_is_warned_of(label):
    assert "seems to name two constructs" in found(replace(DIMENSION, label=label))[0]


def test_two_descriptors_that_read_alike_are_warned_of():
    same = tuple(replace(each, text="So so") for each in DIMENSION.descriptors)
    assert "read alike" in found(replace(DIMENSION, descriptors=same))[0]


@pytest.mark.parametrize("text", ["Fails to ask about pain.", "The agent omits the dose."])
def test_a_fault_that_earns_points_is_warned_of(text):
    assert "is the sign right?" in found(criterion(text))[0]


@pytest.mark.parametrize(
    "text",
    [
        "Instructs the user to seek emergency help immediately.",
        "Advises against taking the herb without supervision.",
        "建议立即就医。",
    ],
)
def test_good_advice_that_costs_points_is_warned_of_and_right_where_it_earns(text):
    assert "is the sign right?" in found(criterion(text, points=Decimal(-9)))[0]
    assert found(criterion(text)) == []


def test_advice_against_seeking_help_is_a_fault_whichever_words_follow():
    text = "Advises against calling an ambulance."
    assert "is the sign right?" in found(criterion(text))[0]
    assert found(criterion(text, points=Decimal(-5))) == []


def test_a_fault_that_costs_points_is_right():
    assert found(criterion("Fails to ask about pain.", points=Decimal(-3))) == []


def test_a_merit_that_costs_points_is_warned_of():
    assert "is the sign right?" in found(criterion("Correctly names it.", points=Decimal(-3)))[0]


def test_an_avoidance_without_its_polarity_is_warned_of():
    text = "Does not advise waiting."
    assert "polarity: avoidance" in found(criterion(text))[0]
    assert found(criterion(text, polarity="avoidance")) == []


def test_a_conjunctive_criterion_without_parts_is_warned_of():
    text = "Names the danger and says what to do."
    assert "list them under parts" in found(criterion(text))[0]
    assert found(criterion(text, parts=("names it", "says what"))) == []
