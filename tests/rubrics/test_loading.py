from dataclasses import replace

import pytest

from rubrics.asking import asked, questions_that_apply
from rubrics.guide import guide_to
from rubrics.loading import RubricVersionTaken, read_library_rubric, store_rubric
from rubrics.models import Rubric

pytestmark = pytest.mark.django_db


@pytest.fixture
def rubric():
    return store_rubric(read_library_rubric("abbreviation-handling"))


def test_the_library_is_there_after_migrating():
    names = Rubric.objects.values_list("name", "version")
    assert {("abbreviation-handling", 1), ("abbreviation-handling", 2)} <= set(names)


def test_what_is_stored_is_checked_once_however_often_it_is_loaded(rubric, monkeypatch):
    first = Rubric.objects.get(pk=rubric.pk).spec
    monkeypatch.setattr("rubrics.reading.spec_from_mapping", lambda document: pytest.fail("again"))
    assert Rubric.objects.get(pk=rubric.pk).spec == first


def test_a_stored_document_that_changed_is_read_anew(rubric):
    assert Rubric.objects.get(pk=rubric.pk).spec.title != "Another"
    Rubric.objects.filter(pk=rubric.pk).update(document=rubric.document | {"title": "Another"})
    assert Rubric.objects.get(pk=rubric.pk).spec.title == "Another"


def test_storing_the_same_rubric_again_adds_nothing(rubric):
    assert store_rubric(read_library_rubric("abbreviation-handling")) == rubric


def test_a_changed_rubric_needs_a_new_version(rubric):
    changed = replace(read_library_rubric("abbreviation-handling"), title="Another title")
    with pytest.raises(RubricVersionTaken, match="abbreviation-handling version 1"):
        store_rubric(changed)


@pytest.mark.parametrize(
    ("condition", "keys"),
    [
        ("real_high_context", ["accuracy"]),
        ("real_low_context", ["accuracy", "clarification"]),
        ("synthetic_high_context", ["accuracy", "hallucination"]),
    ],
)
def test_only_the_questions_of_the_condition_are_asked(rubric, condition, keys):
    assert [code for code, _ in questions_that_apply(rubric, condition=condition)] == keys


def test_every_point_is_described_in_the_words_of_the_condition(rubric):
    texts = set()
    for condition in rubric.conditions:
        (code, question), *_ = questions_that_apply(rubric, condition=condition)
        choices = asked(code, question.spec, condition=condition, settings=rubric.spec).choices
        assert [choice.value for choice in choices] == [0, 1, 2]
        texts |= {choice.meaning.text for choice in choices}
    assert len(texts) == 9


def test_the_guide_holds_every_condition(rubric):
    labels = [condition.label for condition in guide_to(rubric.spec).conditions]
    assert labels == [about["label"] for about in rubric.conditions.values()]
