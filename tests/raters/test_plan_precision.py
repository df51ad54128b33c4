import json
import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

ICC = ("icc", "--rho", "0.7", "--reviewers", "3")
ALPHA = ("alpha", "--alpha", "0.6", "--items", "15", "--reviewers", "3")
SHORT = ("--panels", "20", "--resamples", "100")


def refuse_constant(name):
    raise AssertionError(f"{name} is not JSON")


@pytest.fixture
def planned(capsys):
    def run(*arguments):
        call_command("plan_precision", *arguments)
        return capsys.readouterr().out

    return run


@pytest.fixture
def record(planned):
    return lambda *a: json.loads(planned(*a, "--json"), parse_constant=refuse_constant)


def test_the_items_for_a_width_stand_in_a_table_beside_other_panels(planned):
    lines = planned(*ICC, "--width", "0.2").splitlines()
    assert "items                      119" in lines
    assert "3            119           0.200             0.137" in lines
    assert "5             64           0.200             0.097" in lines


def test_the_example_in_the_documentation_is_what_is_printed(planned):
    page = Path(__file__).parents[2] / "docs" / "precision.md"
    shown = re.search(r"```text\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL).group(1)
    assert planned(*ICC, "--width", "0.2") == shown


def test_the_sentence_for_the_protocol_follows_the_table(planned):
    assert "Each of 3 reviewers rates 119 items, so that" in planned(*ICC, "--width", ".2")


def test_a_width_under_the_floor_prints_the_reason(planned):
    assert "no number of items gets the interval below 0.137" in planned(*ICC, "--width", ".1")


def test_json_under_the_floor_has_null_and_the_reason(record):
    found = record(*ICC, "--width", "0.1")
    assert (found["n_items"], found["width"], found["sentence"]) == (None, None, None)
    assert found["reason"].startswith("With 3 reviewers no number of items")


def test_json_carries_inputs_result_and_source(record):
    found = record(*ICC, "--width", "0.2")
    assert found["expected"] == {"rho": 0.7, "n_reviewers": 3, "rater_share": 0.05, "level": 0.95}
    assert (found["wanted_width"], found["n_items"]) == (0.2, 119)
    assert found["source"].startswith("Delta method")


def test_items_can_be_given_and_the_width_asked_for(record):
    found = record("icc", "--rho", ".5", "--reviewers", "5", "--items", "40", "--rater-share", ".1")
    assert found["width"] == pytest.approx(0.317, abs=0.0005)


def test_without_a_rater_share_bonetts_items_stand_beside(record):
    found = record(*ICC, "--width", "0.2", "--rater-share", "0")
    assert (found["n_items"], found["bonett_items"]) == (68, 68)


def test_a_number_of_ratings_is_split(record):
    found = record("split", "--rho", "0.5", "--ratings", "600", "--rater-share", "0")
    assert (found["ratings_per_item"], found["n_items"], found["rule_of_thumb"]) == (3, 200, 3)


def test_alpha_is_simulated_with_the_seed_that_is_printed(planned):
    text = planned(*ALPHA, *SHORT, "--seed", "4")
    assert "(seed 4)." in text
    assert text == planned(*ALPHA, *SHORT, "--seed", "4")


def test_json_of_a_simulation_has_no_nan(record):
    found = record(*ALPHA, *SHORT, "--shares", "1", "2", "3")
    assert found["expected"]["shares"] == [1, 2, 3]
    assert found["narrow"] <= found["width"] <= found["wide"]


def test_a_hit_rate_is_planned_both_ways(record):
    assert record("hit-rate", "--rate", "0.9", "--width", "0.2")["n"] == 37
    found = record("hit-rate", "--rate", "0.9", "--n", "37")
    assert found["width"] == pytest.approx(found["high"] - found["low"])
    assert found["width"] <= 0.2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("icc", "--rho", "1.7", "--reviewers", "3", "--width", ".2"), "The expected ICC must lie"),
        ((*ICC, "--width", "nan"), "The wanted width must lie between"),
        ((*ICC, "--width", ".2", "--items", "9"), "not allowed with argument"),
        (ICC, "one of the arguments --width --items is required"),
        ((*ALPHA, "--shares", "1"), "two proportions or more"),
        ((*ALPHA, "--panels", "1"), "The number of panels must be"),
        (("hit-rate", "--rate", "2", "--n", "9"), "must lie from 0 to 1; it is 2.0."),
    ],
)
def test_an_input_out_of_range_is_a_command_error_in_words(arguments, words):
    with pytest.raises(CommandError, match=words):
        call_command("plan_precision", *arguments)
