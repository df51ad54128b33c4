import pytest

from rubrics.loading import read_library_rubric
from rubrics.salvaging import usable_part
from rubrics.writing import mapping_from_spec


def document() -> dict:
    return mapping_from_spec(read_library_rubric("abbreviation-handling"))


def keys_left(changed: dict) -> list[str]:
    return [question.key for question in usable_part(changed).questions]


def test_a_rubric_without_faults_is_shown_whole():
    assert usable_part(document()) == read_library_rubric("abbreviation-handling")


@pytest.mark.parametrize("name", ["coverage", "checkpoints", "weight", "tags", "conditions"])
def test_a_question_is_shown_without_its_faulty_extra(name):
    changed = document()
    changed["questions"][0][name] = "not understood"
    assert keys_left(changed) == ["accuracy", "clarification", "hallucination"]


@pytest.mark.parametrize("name", ["key", "label", "scale", "descriptors"])
def test_a_question_that_is_none_without_its_faulty_part_is_left_out(name):
    changed = document()
    changed["questions"][0][name] = 5
    assert keys_left(changed) == ["clarification", "hallucination"]


@pytest.mark.parametrize("name", ["correlations", "deviations", "composite", "scoring", "title"])
def test_what_is_faulty_in_the_head_takes_no_question_away(name):
    assert len(keys_left(document() | {name: 5})) == 3


def test_of_two_questions_with_one_key_the_first_is_shown():
    changed = document()
    changed["questions"][2]["key"] = "accuracy"
    assert keys_left(changed) == ["accuracy", "clarification"]


@pytest.mark.parametrize("nothing", [None, [], "words", {}, {"questions": 5}, {"questions": [1]}])
def test_where_nothing_can_be_asked_nothing_is_shown(nothing):
    assert usable_part(nothing) is None
