"""The ready-made rubrics ask what their sources ask."""

import re
from decimal import Decimal
from itertools import combinations

import pytest

from rubrics.loading import LIBRARY, library_rubrics, read_library_rubric
from rubrics.spec import QuestionSpec
from rubrics.yaml_files import rubric_from_yaml, rubric_to_yaml

NAMES = sorted(path.stem for path in LIBRARY.glob("*.yaml"))
CONSULTATION = ["consultation-quality", "consultation-quality-zh"]
ABBREVIATION = ["abbreviation-handling", "abbreviation-handling-regrade"]
CHINESE = re.compile("[\u4e00-\u9fff]")
BANDS = [(9, 10), (7, 8), (5, 6), (3, 4), (0, 2)]


def described(question: QuestionSpec, condition: str) -> list[int]:
    own = [row for row in question.descriptors if row.condition == condition]
    rows = own or [row for row in question.descriptors if not row.condition]
    return sorted(point for row in rows for point in range(row.low, row.high + 1))


def test_the_library_holds_every_rubric_of_the_sources():
    others = ["ai-benchmark-elicitation", "healthbench-criteria", "healthcare-grading-guide"]
    assert set(NAMES) == {*ABBREVIATION, *CONSULTATION, *others}


def test_a_name_and_version_stand_for_one_rubric_of_the_library():
    found = [(spec.name, spec.version) for spec in library_rubrics()]
    assert len(found) == len(set(found))


@pytest.mark.parametrize("name", NAMES)
def test_a_library_rubric_round_trips_through_yaml(name):
    spec = read_library_rubric(name)
    assert rubric_from_yaml(rubric_to_yaml(spec)) == spec


@pytest.mark.parametrize("name", NAMES)
def test_a_library_rubric_names_its_source_and_guides_its_reviewers(name):
    spec = read_library_rubric(name)
    assert spec.source
    assert len(spec.guidance) > 200


@pytest.mark.parametrize("name", sorted(set(NAMES) - set(ABBREVIATION)))
def test_guidance_is_plain_text_in_paragraphs(name):
    guidance = read_library_rubric(name).guidance
    assert "\n\n" in guidance
    assert not {"<", "*", "#", "`"} & set(guidance)


@pytest.mark.parametrize("name", NAMES)
def test_every_point_is_described_in_every_condition(name):
    spec = read_library_rubric(name)
    for question in spec.questions:
        points = list(range(question.scale_min, question.scale_max + 1))
        for condition in question.conditions or spec.conditions or [""]:
            assert described(question, condition) == points, (question.key, condition)


@pytest.mark.parametrize("name", NAMES)
def test_no_two_descriptors_of_a_question_are_alike(name):
    for question in read_library_rubric(name).questions:
        texts = [row.text for row in question.descriptors]
        assert len(texts) == len(set(texts)), question.key


# Abbreviation handling


@pytest.mark.parametrize("name", ABBREVIATION)
def test_hallucination_is_best_at_zero(name):
    better = {q.key: q.better for q in read_library_rubric(name).questions}
    assert better == {"accuracy": "higher", "clarification": "higher", "hallucination": "lower"}


def test_the_regrade_changes_the_wording_of_hallucination_alone():
    first, second = (read_library_rubric(name) for name in ABBREVIATION)
    assert (first.name, first.version, second.version) == (second.name, 1, 2)
    changed = {q.key for q in first.questions if q != second.question(q.key)}
    assert changed == {"hallucination"}


# Consultation quality


@pytest.mark.parametrize("name", CONSULTATION)
def test_the_weights_are_those_of_the_source(name):
    weights = {q.key: q.weight for q in read_library_rubric(name).questions}
    assert weights == {
        "professionalism": Decimal("0.30"),
        "completeness": Decimal("0.25"),
        "empathy": Decimal("0.25"),
        "safety": Decimal("0.20"),
    }


@pytest.mark.parametrize("name", CONSULTATION)
def test_each_dimension_has_the_five_bands_of_the_source_and_checkpoints(name):
    for question in read_library_rubric(name).questions:
        assert (question.scale_min, question.scale_max) == (0, 10)
        assert [(row.low, row.high) for row in question.descriptors] == BANDS
        assert len(question.checkpoints) == (4 if question.key == "safety" else 3)


@pytest.mark.parametrize("name", CONSULTATION)
def test_coverage_suggests_the_band_of_completeness_alone(name):
    found = {
        q.key: [(str(each.floor), (each.low, each.high)) for each in q.coverage]
        for q in read_library_rubric(name).questions
        if q.coverage
    }
    shares = ["1.0", "0.8", "0.6", "0.4", "0"]
    assert found == {"completeness": list(zip(shares, BANDS, strict=True))}


@pytest.mark.parametrize("name", CONSULTATION)
def test_the_grades_begin_where_the_source_lets_them_begin(name):
    grades = read_library_rubric(name).composite.grades
    floors = {"A": Decimal("8.5"), "B": Decimal(7), "C": Decimal("5.5"), "D": Decimal(0)}
    assert {g.grade: g.floor for g in grades} == floors
    assert all(g.label and g.text for g in grades)


@pytest.mark.parametrize("name", CONSULTATION)
def test_only_danger_carries_a_severity(name):
    found = {row.tag: row.severities for row in read_library_rubric(name).deviations}
    plain = dict.fromkeys(["SKIP", "ERROR", "TIMING", "COMM"], ())
    assert found == plain | {"DANGER": ("LOW", "MEDIUM", "HIGH", "CRITICAL")}


@pytest.mark.parametrize("name", CONSULTATION)
def test_highlights_and_training_feedback_are_asked_for(name):
    spec = read_library_rubric(name)
    assert (spec.highlights, spec.training_feedback) == (True, True)


def test_the_chinese_rubric_is_chinese_throughout():
    spec = read_library_rubric("consultation-quality-zh")
    texts = [spec.title, *spec.guidance.split("\n\n"), *(g.label for g in spec.composite.grades)]
    texts += [row.label for row in spec.deviations] + [row.text for row in spec.deviations]
    for question in spec.questions:
        texts += [question.label, question.text, *question.checkpoints]
        texts += [row.text for row in question.descriptors]
    assert spec.language == "zh-hans"
    assert [
        text for text in texts if not any("\u4e00" <= letter <= "\u9fff" for letter in text)
    ] == []


# AI-benchmark elicitation


def test_the_elicitation_blends_nothing():
    spec = read_library_rubric("ai-benchmark-elicitation")
    assert spec.composite is None
    assert [q.weight for q in spec.questions] == [None] * 5


def test_the_elicitation_asks_five_dimensions_from_1_to_5_point_by_point():
    spec = read_library_rubric("ai-benchmark-elicitation")
    keys = [q.key for q in spec.questions]
    assert keys == ["validity", "novelty", "feasibility", "added-value", "actionability"]
    for question in spec.questions:
        assert [(d.low, d.high) for d in question.descriptors] == [(n, n) for n in range(1, 6)]


def test_an_expectation_with_a_reason_is_written_down_for_all_ten_pairs():
    spec = read_library_rubric("ai-benchmark-elicitation")
    pairs = {frozenset(pair) for pair in combinations([q.key for q in spec.questions], 2)}
    assert {frozenset(row.between) for row in spec.correlations} == pairs
    assert len(spec.correlations) == len(pairs) == 10
    assert all(row.why for row in spec.correlations)


def test_the_expected_pattern_tells_the_dimensions_apart():
    spec = read_library_rubric("ai-benchmark-elicitation")
    assert {row.expect for row in spec.correlations} == {"high", "moderate", "low", "negative"}


# Criteria that items bring


def test_the_grading_guide_is_strict_and_rounds_half_points():
    spec = read_library_rubric("healthcare-grading-guide")
    assert (spec.own_criteria, spec.questions, spec.conjunctive) == (True, (), "strict")
    assert (spec.scoring.rule, spec.scoring.half_points) == ("points", "rounded")
    assert spec.scoring.offers_partial


@pytest.mark.parametrize(
    "words",
    [
        *("MET.", "PARTIALLY MET.", "NOT MET.", "Safety comes first.", "Points."),
        *("Literal scope.", "Several parts.", "Levels of one behaviour.", "Evidence."),
        *("Said outright or implied.", "Both sides.", "When nothing is there.", "Relevance."),
        *("Decision and rationale must agree.", "A decision may be tightened"),
    ],
)
def test_the_grading_guide_has_a_paragraph_on(words):
    paragraphs = read_library_rubric("healthcare-grading-guide").guidance.split("\n\n")
    assert [text for text in paragraphs if text.startswith(words)]


def test_healthbench_criteria_are_met_or_not():
    spec = read_library_rubric("healthbench-criteria")
    assert (spec.own_criteria, spec.questions) == (True, ())
    assert (spec.scoring.rule, spec.scoring.half_points) == ("healthbench", "exact")
    assert not spec.scoring.offers_partial
    assert "MET means that the bad thing IS there" in spec.guidance
