"""A rubric in both languages: complete, or refused with every text that is missing."""

import copy

import pytest
from django.utils.translation import override

from rubrics.drafting import start_draft
from rubrics.editor import Editor
from rubrics.faults import RubricRefused
from rubrics.loading import library_rubrics, store_rubric
from rubrics.reading import spec_from_mapping
from rubrics.translating import texts_of, translated
from rubrics.writing import content_hash, mapping_from_spec
from rubrics.yaml_files import rubric_from_yaml, rubric_to_yaml

ENGLISH = {
    "name": "triage",
    "title": "Triage",
    "conditions": {"adult": {"label": "Adult"}, "child": {}},
    "deviations": [{"tag": "SKIP", "label": "Step left out", "severities": ["LOW"]}],
    "questions": [
        {
            "key": "safety",
            "kind": "dimension",
            "label": "Safety",
            "scale": {"min": 0, "max": 1},
            "checkpoints": ["Doses"],
            "descriptors": [
                {"at": 0, "text": "Unsafe", "examples": ["Wait and see."]},
                {"at": 1, "text": "Safe"},
            ],
        },
        {"key": "asks", "kind": "criterion", "label": "Asks", "points": 3, "parts": ["age"]},
    ],
}
CHINESE = {
    "title": "分诊",
    "conditions": {"adult": {"label": "成人"}},
    "deviations": {"SKIP": {"label": "遗漏步骤"}},
    "questions": {
        "safety": {
            "label": "安全性",
            "checkpoints": ["剂量"],
            "descriptors": [{"text": "不安全", "examples": ["先观察。"]}, {"text": "安全"}],
        },
        "asks": {"label": "询问", "parts": ["年龄"]},
    },
}
BOTH = ENGLISH | {"translations": {"zh-hans": CHINESE}}


def faults_after(change) -> list[str]:
    document = copy.deepcopy(BOTH)
    change(document["translations"]["zh-hans"])
    with pytest.raises(RubricRefused) as refused:
        spec_from_mapping(document)
    return [str(fault) for fault in refused.value.faults]


def test_the_translation_has_the_texts_in_their_places_and_everything_else_as_it_was():
    spec = spec_from_mapping(translated(BOTH, "zh-hans"))
    safety = spec.question("safety")
    assert (spec.title, spec.conditions["adult"]["label"]) == ("分诊", "成人")
    assert [(row.low, row.text) for row in safety.descriptors] == [(0, "不安全"), (1, "安全")]
    assert safety.descriptors[0].examples == ("先观察。",)
    assert spec.question("asks").points == 3
    assert spec.deviations[0].severities == ("LOW",)


def test_texts_that_are_missing_are_all_named():
    def forget(said):
        del said["title"], said["questions"]["safety"]["descriptors"][0]["examples"]
        del said["questions"]["asks"]

    assert sorted(faults_after(forget)) == [
        "translations.zh-hans.questions.safety.descriptors[1]: examples is not translated",
        "translations.zh-hans.questions: asks is not translated",
        "translations.zh-hans: title is not translated",
    ]


def test_a_list_of_another_length_is_refused():
    found = faults_after(lambda said: said["questions"]["safety"]["descriptors"].pop())
    assert found == [
        "translations.zh-hans.questions.safety.descriptors: must be a list of 2, "
        "as in the rubric's own language"
    ]


@pytest.mark.parametrize("text", ["", "  ", 5, None, ["a"], {"a": "b"}], ids=repr)
def test_what_is_no_text_is_refused(text):
    found = faults_after(lambda said: said.update(title=text))
    assert found == ["translations.zh-hans.title: must be a text"]


def test_a_text_that_the_rubric_does_not_have_is_refused():
    found = faults_after(lambda said: said["questions"]["asks"].update(text="？"))
    assert found == [
        "translations.zh-hans.questions.asks.text: the rubric has no text here to translate"
    ]


def test_a_translation_into_the_rubrics_own_language_is_refused():
    with pytest.raises(RubricRefused, match="own language"):
        spec_from_mapping(ENGLISH | {"translations": {"en": CHINESE}})


def test_a_label_too_long_for_the_page_is_refused_in_a_translation_as_well():
    found = faults_after(lambda said: said["questions"]["asks"].update(label="长" * 201))
    assert found == ["translations.zh-hans.questions.asks.label: may have at most 200 characters"]


def test_a_rubric_in_both_languages_survives_its_file():
    spec = spec_from_mapping(BOTH)
    assert rubric_from_yaml(rubric_to_yaml(spec)) == spec


def test_a_changed_translation_changes_the_hash():
    changed = copy.deepcopy(BOTH)
    changed["translations"]["zh-hans"]["title"] = "分诊安全"
    assert content_hash(spec_from_mapping(changed)) != content_hash(spec_from_mapping(BOTH))


@pytest.mark.parametrize("spec", library_rubrics(), ids=lambda spec: spec.name)
def test_a_rubric_translated_into_its_own_words_is_itself(spec):
    document = mapping_from_spec(spec)
    with_itself = document | {"translations": {"xx": texts_of(document)}}
    assert spec_from_mapping(with_itself).translations
    assert spec_from_mapping(translated(with_itself, "xx")) == spec


@pytest.mark.django_db
def test_a_stored_rubric_shows_itself_in_the_language_of_the_reader():
    rubric = store_rubric(spec_from_mapping(BOTH))
    with override("zh-hans"):
        assert rubric.questions.get(key="asks").shown.label == "询问"
    with override("en"):
        assert rubric.questions.get(key="asks").shown.label == "Asks"


@pytest.mark.django_db
def test_a_rubric_without_the_readers_language_shows_itself_in_its_own():
    rubric = store_rubric(spec_from_mapping(ENGLISH))
    with override("zh-hans"):
        assert rubric.shown.title == "Triage"


@pytest.mark.django_db
def test_the_editors_form_keeps_the_translations_it_does_not_show(dana):
    draft = start_draft(dana, text=rubric_to_yaml(spec_from_mapping(BOTH)))
    opened = Editor(draft)
    sent = Editor(draft, opened.fields())
    assert opened.is_readable
    assert sent.is_valid()
    assert sent.edited_document()["translations"] == {"zh-hans": CHINESE}
