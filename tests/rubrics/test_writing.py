"""What is written is what was read: rubrics of every kind survive their file."""

import json
from dataclasses import replace
from decimal import Decimal
from itertools import combinations, pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rubrics.composite import CoverageBand, DeviationKind, GradeBand
from rubrics.reading import spec_from_mapping
from rubrics.spec import (
    CompositeSpec,
    CorrelationSpec,
    DescriptorSpec,
    LevelSpec,
    QuestionSpec,
    RubricSpec,
    ScoringSpec,
)
from rubrics.writing import content_hash, mapping_from_spec
from rubrics.yaml_files import rubric_from_yaml, rubric_to_yaml

LARGE = settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
ASKED = QuestionSpec(key="a", kind="criterion", label="A", points=Decimal(1))
PLAIN = RubricSpec(name="r", version=1, title="R", questions=(ASKED,))


# Rubrics of every kind, for hypothesis: all that a file can say, and nothing it cannot.

KEYS = st.from_regex(r"[a-z0-9][a-z0-9_-]{0,8}", fullmatch=True)
# Everything but halves of characters and NUL.
ANY_TEXT = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12
) | st.sampled_from(["no", "1.5", "2020-01-01", "a: b # c", "- a", "*a", "血压 😀", "  a\n\n b \n"])
SAID = ANY_TEXT.filter(str.strip)
STRIPPED = SAID.map(str.strip)
POINTS = st.decimals(min_value=-99999, max_value=99999, places=3)
SHARES = st.decimals(min_value=0, max_value=1, places=4)
FLAGS = st.booleans()


def tuples_of(strategy, *, max_size=3, **limits):
    return st.lists(strategy, max_size=max_size, **limits).map(tuple)


SCORINGS = st.builds(
    ScoringSpec,
    rule=st.sampled_from(["points", "healthbench"]),
    half_points=st.sampled_from(["rounded", "exact"]),
    pass_mark=st.none() | SHARES,
    partial=st.none() | FLAGS,
)
GRADES = st.builds(GradeBand, grade=SAID, floor=POINTS, label=ANY_TEXT, text=ANY_TEXT)
COMPOSITES = st.builds(
    CompositeSpec,
    label=SAID,
    grades=tuples_of(GRADES, unique_by=(lambda g: g.grade, lambda g: g.floor)),
)
DEVIATIONS = st.builds(
    DeviationKind,
    tag=st.from_regex(r"[A-Z][A-Z0-9_]{0,8}", fullmatch=True),
    label=SAID,
    text=ANY_TEXT,
    severities=tuples_of(SAID),
)


@st.composite
def bands(draw, low: int, high: int):
    """The scale from `low` to `high`, cut into bands."""
    cuts = draw(st.sets(st.integers(low + 1, high), max_size=4))
    edges = [low, *sorted(cuts), high + 1]
    return [(first, following - 1) for first, following in pairwise(edges)]


@st.composite
def descriptors(draw, low: int, high: int, conditions: tuple[str, ...]):
    rows = []
    for condition in draw(st.just([""]) | st.just(conditions or [""])):
        for first, last in draw(bands(low, high)):
            examples = draw(tuples_of(SAID))
            rows.append(DescriptorSpec(first, last, draw(STRIPPED), condition, examples))
    return tuple(rows)


@st.composite
def dimensions(draw, shared: dict, conditions: tuple[str, ...]):
    low = draw(st.integers(-5, 5))
    high = low + draw(st.integers(1, 12))
    points = st.tuples(st.integers(low, high), st.integers(low, high)).map(sorted)
    covered = st.builds(lambda share, band: CoverageBand(share, *band), SHARES, points)
    return QuestionSpec(
        **shared,
        kind="dimension",
        scale_min=low,
        scale_max=high,
        better=draw(st.sampled_from(["higher", "lower"])),
        comparative=draw(FLAGS),
        checkpoints=draw(tuples_of(SAID)),
        coverage=draw(tuples_of(covered, unique_by=lambda each: each.floor)),
        descriptors=draw(descriptors(low, high, conditions)),
    )


@st.composite
def criteria(draw, shared: dict):
    return QuestionSpec(
        **shared,
        kind="criterion",
        points=draw(POINTS),
        polarity=draw(st.sampled_from(["positive", "avoidance"])),
        safety_critical=draw(FLAGS),
        emergency=draw(FLAGS),
        parts=draw(tuples_of(SAID)),
    )


@st.composite
def tiers(draw, shared: dict):
    points = sorted(draw(st.sets(POINTS, min_size=2, max_size=4)), reverse=True)
    levels = tuple(LevelSpec(draw(SAID), each) for each in points)
    return QuestionSpec(**shared, kind="tiers", levels=levels)


@st.composite
def questions(draw, key: str, conditions: tuple[str, ...]):
    shared = {
        "key": key,
        "label": draw(STRIPPED),
        "text": draw(ANY_TEXT),
        "conditions": tuple(name for name in conditions if draw(FLAGS)),
        "evidence": draw(st.sampled_from(["required", "optional"])),
        "tags": draw(tuples_of(SAID)),
    }
    return draw(st.one_of(dimensions(shared, conditions), criteria(shared), tiers(shared)))


@st.composite
def weighted(draw, asked: list[QuestionSpec]):
    """(questions, composite): weights that sum to 1 where there is a composite to use them in."""
    scales = [index for index, question in enumerate(asked) if question.kind == "dimension"]
    if not scales or not draw(FLAGS):
        return tuple(asked), None
    cuts = sorted(draw(st.lists(SHARES, min_size=len(scales) - 1, max_size=len(scales) - 1)))
    edges = [Decimal(0), *cuts, Decimal(1)]
    weights = dict(zip(scales, (b - a for a, b in pairwise(edges)), strict=True))
    with_weights = (
        QuestionSpec(**{**vars(question), "weight": weights.get(index)})
        for index, question in enumerate(asked)
    )
    return tuple(with_weights), draw(COMPOSITES)


@st.composite
def correlations(draw, keys: list[str]):
    pairs = [pair for pair in combinations(keys, 2) if draw(FLAGS)]
    expected = st.sampled_from(["high", "moderate", "low", "negative"])
    return tuple(CorrelationSpec(pair, draw(expected), draw(ANY_TEXT)) for pair in pairs)


@st.composite
def rubrics(draw):
    about = st.fixed_dictionaries({}, optional={"label": ANY_TEXT, "text": ANY_TEXT})
    conditions = draw(st.dictionaries(KEYS, about, max_size=3))
    own = draw(FLAGS)
    keys = draw(st.lists(KEYS, min_size=0 if own else 1, max_size=4, unique=True))
    asked = [draw(questions(key, tuple(conditions))) for key in keys]
    asked, composite = draw(weighted(asked))
    return RubricSpec(
        name=draw(KEYS),
        version=draw(st.integers(1, 1_000_000)),
        title=draw(STRIPPED),
        questions=asked,
        language=draw(st.sampled_from(["en", "zh-hans"])),
        source=draw(ANY_TEXT),
        guidance=draw(ANY_TEXT),
        conditions=conditions,
        own_criteria=own,
        scoring=draw(SCORINGS),
        conjunctive=draw(st.sampled_from(["strict", "most_parts"])),
        composite=composite,
        deviations=draw(tuples_of(DEVIATIONS, unique_by=lambda row: row.tag)),
        highlights=draw(FLAGS),
        training_feedback=draw(FLAGS),
        correlations=draw(correlations(keys)),
    )


# The tests.


@LARGE
@given(rubrics())
def test_a_rubric_round_trips_through_yaml_with_its_hash(spec):
    again = rubric_from_yaml(rubric_to_yaml(spec))
    assert again == spec
    assert content_hash(again) == content_hash(spec)


@LARGE
@given(rubrics())
def test_a_rubric_round_trips_through_the_json_of_a_database(spec):
    assert spec_from_mapping(json.loads(json.dumps(mapping_from_spec(spec)))) == spec


def test_what_is_at_its_default_is_left_out():
    assert mapping_from_spec(PLAIN) == {
        "name": "r",
        "version": 1,
        "title": "R",
        "questions": [{"key": "a", "kind": "criterion", "label": "A", "points": 1}],
    }


@pytest.mark.parametrize(
    "changed",
    [
        {"version": 2},
        {"title": "S"},
        {"guidance": "Read twice."},
        {"own_criteria": True},
        {"conjunctive": "most_parts"},
        {"highlights": True},
        {"conditions": {"adult": {}}},
        {"questions": (replace(ASKED, points=Decimal("1.5")),)},
        {"questions": (replace(ASKED, parts=("a part",)),)},
    ],
    ids=str,
)
def test_each_change_of_content_changes_the_hash(changed):
    assert content_hash(replace(PLAIN, **changed)) != content_hash(PLAIN)


def test_the_hash_does_not_depend_on_how_a_number_is_written():
    other = replace(PLAIN, questions=(replace(ASKED, points=Decimal("1.000")),))
    assert content_hash(other) == content_hash(PLAIN)


def test_a_text_used_twice_is_written_twice_and_not_as_a_reference():
    about = {"label": "Adult"}
    spec = replace(PLAIN, conditions={"one": about, "two": about})
    assert "*" not in rubric_to_yaml(spec)
    assert rubric_from_yaml(rubric_to_yaml(spec)) == spec


def test_chinese_is_written_as_it_is():
    assert "title: 问诊质量" in rubric_to_yaml(replace(PLAIN, title="问诊质量"))


@pytest.mark.parametrize(
    "text",
    [
        "One paragraph.\n\nAnother, " + "and long " * 20 + "\n",
        "\n " + "0" * 90 + " 0",
        "a\x85b\u2028c\u2029d",
        "  before and after \n ",
    ],
    ids=["paragraphs", "an indented long line", "other line breaks", "blanks around"],
)
def test_a_text_comes_back_as_it_was(text):
    spec = replace(PLAIN, guidance=text)
    assert rubric_from_yaml(rubric_to_yaml(spec)).guidance == text


def test_guidance_is_written_in_folded_paragraphs():
    written = rubric_to_yaml(replace(PLAIN, guidance="One.\n\nTwo.\n"))
    assert "guidance: >\n  One.\n\n\n  Two.\n" in written
