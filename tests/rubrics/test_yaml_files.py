"""A rubric file is read, or refused with the line and the reason; nothing else can happen."""

import re
from contextlib import suppress
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rubrics.faults import RubricRefused
from rubrics.loading import LIBRARY
from rubrics.reading import SCHEMA, spec_from_mapping
from rubrics.writing import content_hash
from rubrics.yaml_files import rubric_from_yaml

PAGE = Path(__file__).parents[2] / "docs" / "rubric-format.md"
GOOD = """\
name: triage
title: Triage
conditions:
  adult: {label: Adult}
  child: {label: Child}
composite: {label: Overall}
questions:
  - key: safety
    kind: dimension
    label: Safety
    scale: {min: 0, max: 2}
    weight: 1
    descriptors:
      - {at: 0, text: Unsafe}
      - {at: 1, text: Doubtful}
      - {at: 2, text: Safe}
  - key: asks
    kind: criterion
    label: Asks
    points: 3
  - key: ladder
    kind: tiers
    label: Ladder
    levels:
      - {text: Best, points: 2}
      - {text: Worst, points: 0}
"""
END = GOOD.count("\n")
STEADY = settings(
    derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


def faults_of(text: str) -> list[str]:
    with pytest.raises(RubricRefused) as refused:
        rubric_from_yaml(text)
    return [str(fault) for fault in refused.value.faults]


def test_the_good_file_is_read():
    assert [q.key for q in rubric_from_yaml(GOOD).questions] == ["safety", "asks", "ladder"]


# One change to the good file, and all that is then said.
BROKEN = {
    "unknown key": ("weight: 1", "wieght: 1", 12, "questions[1].wieght: there is no such key here"),
    "wrong type": ("points: 3", "points: many", 20, "questions[2].points: must be a number"),
    "missing key": ("    label: Asks\n", "", 17, "questions[2]: label is missing"),
    "empty text": ("label: Asks", 'label: " "', 19, "questions[2].label: is empty"),
    "unknown kind": (
        *("kind: criterion", "kind: essay", 18),
        "questions[2].kind: must be one of dimension, criterion, tiers",
    ),
    "bad key": (
        *("key: asks", "key: As ks", 17),
        "questions[2].key: “As ks” does not have the expected form (empty, or a character that "
        "keys and tags may not hold)",
    ),
    "missing descriptor": (
        *("      - {at: 1, text: Doubtful}\n", "", 13),
        "questions[1].descriptors: each point needs one descriptor (condition: any)",
    ),
    "a point that is no whole number": (
        *("at: 1", "at: 1.0", 15),
        "questions[1].descriptors[2].at: must be a whole number, a list",
    ),
    "a number out of reach": (
        *("points: 3", "points: 100000", 20),
        "questions[2].points: must be 99999 or less",
    ),
    "too many decimals": (
        *("points: 3", "points: 0.0001", 20),
        "questions[2].points: points have at most three decimals",
    ),
    "repeated key": ("points: 3", "label: Asks", 20, "questions[2]: label stands here twice"),
    "key used twice": ("key: asks", "key: safety", 7, "questions: the key safety is used twice"),
    "a key that is not text": (
        *("adult: {label: Adult}", "no: {label: Adult}", 4),
        "conditions: a key must be text; put it in quotes",
    ),
    "a name that is no key": (
        *("adult:", '"a\'b":', 4),
        "conditions.a'b: “a'b” does not have the expected form (empty, or a character that "
        "keys and tags may not hold)",
    ),
    "unknown condition": (
        *("points: 3", "conditions: [old]", 20),
        "questions[2].conditions: the condition old is not listed",
    ),
    "not a number": (
        "points: 3",
        "points: .nan",
        20,
        "questions[2].points: must be a finite number",
    ),
    "infinity": ("weight: 1", "weight: .inf", 12, "questions[1].weight: must be a finite number"),
    "half a character": (
        *("label: Asks", r'label: "\ud800"', 19),
        "questions[2].label: holds a character that cannot be stored",
    ),
    "NUL": (
        *("label: Asks", r'label: "a\0"', 19),
        "questions[2].label: holds a character that cannot be stored",
    ),
    "weights not summing": (
        *("weight: 1", "weight: 0.7", 6),
        "composite: the weights of a composite sum to 1; here to 0.7",
    ),
    "tiers not descending": (
        *("points: 2", "points: 0", 24),
        "questions[3].levels: the points of the levels must descend from best to worst",
    ),
    "reference": (
        *("label: Asks", "label: *other", 19),
        "rubric: references (*name) are not used in rubric files",
    ),
    "tab": (
        *("    points: 3", "\tpoints: 3", 20),
        "rubric: this is not YAML: found character '\\t' that cannot start any token",
    ),
    "syntax error": (
        *("label: Asks", "label: Asks: when", 19),
        "rubric: this is not YAML: mapping values are not allowed here",
    ),
    "forbidden character": (
        *("label: Asks", "label: \x07", 19),
        "rubric: this is not YAML: the character #x0007 is not allowed",
    ),
    "foreign type": (
        *("points: 3", "points: !!python/name:os.system x", 20),
        "rubric: this is not YAML: could not determine a constructor for the tag "
        "'tag:yaml.org,2002:python/name:os.system'",
    ),
    "unreadable value": (
        *("points: 3", "points: !!bool x", 20),
        "rubric: this is not YAML: this value cannot be read (bool)",
    ),
}


@pytest.mark.parametrize(("old", "new", "line", "said"), BROKEN.values(), ids=BROKEN)
def test_one_fault_is_said_once_with_its_line(old, new, line, said):
    assert old in GOOD
    assert faults_of(GOOD.replace(old, new, 1)) == [f"line {line}, {said}"]


# What is added at the end, on the line behind the good file, and what is then said.
ADDED = {
    "correlation with no question": (
        *("correlations: [{between: [safety, nobody], expect: low}]", "correlations[1].between"),
        "there is no question nobody",
    ),
    "correlation with itself": (
        *("correlations: [{between: [asks, asks], expect: low}]", "correlations[1].between"),
        "a correlation is between two questions",
    ),
    "correlation of three": (
        *("correlations: [{between: [asks, safety, ladder], expect: low}]",),
        *("correlations[1].between", "may have at most 2 entries"),
    ),
    "correlation of another strength": (
        *("correlations: [{between: [asks, safety], expect: perfect}]", "correlations[1].expect"),
        "must be one of high, moderate, low, negative",
    ),
    "pair listed twice": (
        "correlations: [{between: [asks, safety], expect: low}, "
        "{between: [safety, asks], expect: high}]",
        *("correlations", "the pair asks, safety is listed twice"),
    ),
    "tag used twice": (
        "deviations: [{tag: SKIP, label: A}, {tag: SKIP, label: B}]",
        *("deviations", "the tag SKIP is used twice"),
    ),
    "merge key": ("<<: {language: en}", "<<", "there is no such key here"),
    "pass mark beyond 1": ("scoring: {pass_mark: 60}", "scoring.pass_mark", "must be 1 or less"),
    "version 1.0": ("version: 1.0", "version", "must be a whole number"),
    "version beyond all bounds": ("version: " + "9" * 400, "version", "must be 1000000 or less"),
    "a number of 5000 digits": (
        *("version: " + "9" * 5000, "rubric"),
        "this is not YAML: this value cannot be read (int)",
    ),
    "a second document": ("--- {}", "rubric", "this is not YAML: but found another document"),
    "brackets alone": ("source: " + "[" * 5000, "rubric", "this is nested too deeply"),
}


@pytest.mark.parametrize(("line", "place", "said"), ADDED.values(), ids=ADDED)
def test_a_fault_at_the_end_has_the_last_line(line, place, said):
    assert faults_of(GOOD + line) == [f"line {END + 1}, {place}: {said}"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "weight: 1",
            "weight: 1\n    coverage: [{from: 0, band: [0, 3]}]",
            "line 13, questions[1].coverage[1].band: a band lies between 0 and 2",
        ),
        (
            "weight: 1",
            "weight: 1\n    coverage: [{from: 0, band: [0, 1]}, {from: 0, band: [2, 2]}]",
            "line 13, questions[1].coverage: two bands begin at the same share",
        ),
        (
            "{label: Overall}",
            "{label: Overall, grades: [{grade: A, from: 1}, {grade: A, from: 0}]}",
            "line 6, composite.grades: the grade A is used twice",
        ),
        (
            "{label: Overall}",
            "{label: Overall, grades: [{grade: A, from: 1}, {grade: B, from: 1}]}",
            "line 6, composite.grades: two grades begin at the same score",
        ),
    ],
)
def test_bands_and_grades_that_overlap_are_refused(old, new, said):
    assert faults_of(GOOD.replace(old, new, 1)) == [said]


def test_a_question_asked_in_two_conditions_needs_its_words_in_both():
    text = re.sub(r"(at: \d),", r"\1, when: adult,", GOOD)
    said = "questions[1].descriptors: each point needs one descriptor (condition: child)"
    assert faults_of(text) == [f"line 13, {said}"]


def test_a_question_asked_in_one_condition_needs_its_words_in_that_one_only():
    text = re.sub(r"(at: \d),", r"\1, when: adult,", GOOD)
    text = text.replace("weight: 1", "weight: 1\n    conditions: [adult]")
    assert rubric_from_yaml(text).question("safety").conditions == ("adult",)


def test_a_descriptor_off_the_scale_is_named_beside_the_scale_it_upsets():
    assert faults_of(GOOD.replace("at: 2", "at: [2, 3]")) == [
        "line 13, questions[1].descriptors: each point needs one descriptor (condition: any)",
        "line 16, questions[1].descriptors[3].at: "
        "at must be a point, or [from, to], between 0 and 2",
    ]


def test_faults_are_told_all_at_once_in_the_order_of_the_lines():
    text = GOOD.replace("points: 3", "points: many\n    colour: red").replace("Adult", "[]")
    assert faults_of(text) == [
        "line 4, conditions.adult.label: must be text",
        "line 20, questions[2].points: must be a number",
        "line 21, questions[2].colour: there is no such key here",
    ]


@pytest.mark.parametrize("text", ["", "\n", "# nothing", "text", "- a\n- b", "3", "null"])
def test_a_file_of_another_shape_is_refused_at_its_first_line(text):
    assert faults_of(text) == ["line 1, rubric: must be a mapping"]


def test_a_date_is_text():
    assert (
        rubric_from_yaml(GOOD.replace("title: Triage", "title: 2024-02-31")).title == "2024-02-31"
    )


def test_a_byte_order_mark_does_no_harm():
    assert rubric_from_yaml("\ufeff" + GOOD) == rubric_from_yaml(GOOD)


# Arbitrary files.


def read_or_refused(text: str) -> None:
    """Any other exception fails the test."""
    refused = ()
    try:
        rubric_from_yaml(text)
    except RubricRefused as refusal:
        refused = refusal.faults
    assert all(fault.line and str(fault) for fault in refused)


PIECES = [
    *(":", "- ", "? ", "{", "}", "[", "]", "&a ", "*a", "!!int ", "!!set ", "!!float "),
    *("!!binary ", "!!timestamp ", "!!omap ", "<<: ", "name", "questions: ", "\n", "\n  ", "\t"),
    *('"', "'", "| ", "> ", "---\n", "%YAML ", "=", "~", "1:30", "0x", "0b_", ".inf", "1e5"),
    *("no", "é", "\0", "\x85"),
]


@settings(STEADY, max_examples=300)
@given(st.text() | st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_any_text_is_read_or_refused(text):
    read_or_refused(text)


@settings(STEADY, max_examples=200)
@given(st.integers(0, len(GOOD)), st.integers(0, 9), st.sampled_from(PIECES) | st.text(max_size=3))
def test_a_good_file_with_a_piece_replaced_is_read_or_refused(start, length, piece):
    read_or_refused(GOOD[:start] + piece + GOOD[start + length :])


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.dates()
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=5) | SCALARS, inner, max_size=4)
    ),
    max_leaves=12,
)


@settings(STEADY, max_examples=150)
@given(VALUES)
def test_any_structure_is_read_or_refused(value):
    read_or_refused(yaml.dump(value, allow_unicode=True))


def places(node, path=()):
    children = node.items() if isinstance(node, dict) else ()
    children = enumerate(node) if isinstance(node, list) else children
    for step, child in children:
        yield (*path, step)
        yield from places(child, (*path, step))


@settings(STEADY, max_examples=300)
@given(st.sampled_from(sorted(places(yaml.safe_load(GOOD)), key=str)), VALUES)
def test_a_good_rubric_with_any_value_in_any_place_is_read_or_refused(path, value):
    document = yaml.safe_load(GOOD)
    node = document
    for step in path[:-1]:
        node = node[step]
    node[path[-1]] = value
    with suppress(RubricRefused):
        content_hash(spec_from_mapping(document))


# The schema and its documentation.


def schema() -> dict:
    return yaml.safe_load(SCHEMA.read_text(encoding="utf-8"))


def keys_of(node: dict, defs: dict, prefix: str = "") -> set[str]:
    """Every key a file may hold, as the page writes it: `questions.scale.min`."""
    if "$ref" in node:
        node = defs[node["$ref"].removeprefix("#/$defs/")]
    found = set()
    for name, child in node.get("properties", {}).items():
        found |= {prefix + name} | keys_of(child, defs, f"{prefix}{name}.")
    items = [node["items"]] if "items" in node else []
    for branch in [*(rule["then"] for rule in node.get("allOf", [])), *items]:
        found |= keys_of(branch, defs, prefix)
    if isinstance(node.get("additionalProperties"), dict):
        found |= keys_of(node["additionalProperties"], defs, f"{prefix}<name>.")
    return found


def blocks(info: str) -> list[str]:
    return re.findall(rf"```{info}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_schema_is_itself_valid():
    Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize("path", sorted(LIBRARY.glob("*.yaml")), ids=lambda path: path.stem)
def test_the_published_schema_accepts_the_library(path):
    document = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert list(Draft202012Validator(schema()).iter_errors(document)) == []


def test_every_key_of_the_schema_is_documented_and_every_documented_key_is_in_it():
    page = PAGE.read_text(encoding="utf-8")
    documented = re.findall(r"^\| `([a-z_.<>]+)` \|", page, re.MULTILINE)
    assert sorted(documented) == sorted(keys_of(schema(), schema()["$defs"]))


@pytest.mark.parametrize("text", blocks("yaml"))
def test_every_example_of_the_page_is_a_rubric(text):
    assert rubric_from_yaml(text).questions


def test_the_page_shows_faults_as_they_are_told():
    (broken,), (told,) = blocks("yaml broken"), blocks("text")
    assert faults_of(broken) == told.splitlines()
