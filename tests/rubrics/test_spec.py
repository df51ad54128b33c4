import copy

import pytest
import yaml

from rubrics.faults import RubricRefused
from rubrics.loading import LIBRARY, read_library_rubric
from rubrics.reading import spec_from_mapping
from rubrics.writing import content_hash

GOOD = {
    "name": "triage",
    "title": "Triage",
    "conditions": {"adult": {"label": "Adult"}},
    "questions": [
        {
            "key": "safety",
            "kind": "dimension",
            "label": "Safety",
            "scale": {"min": 0, "max": 1},
            "descriptors": [{"at": 0, "text": "Unsafe"}, {"at": 1, "text": "Safe"}],
        },
        {"key": "asks", "kind": "criterion", "label": "Asks", "points": 3},
    ],
}


def problems_after(change) -> list[str]:
    document = copy.deepcopy(GOOD)
    change(document)
    with pytest.raises(RubricRefused) as refused:
        spec_from_mapping(document)
    return [str(fault) for fault in refused.value.faults]


def test_a_good_rubric_is_read():
    spec = spec_from_mapping(GOOD)
    assert [(q.key, q.kind) for q in spec.questions] == [
        ("safety", "dimension"),
        ("asks", "criterion"),
    ]


def test_a_point_without_a_descriptor_is_named():
    found = problems_after(lambda d: d["questions"][0]["descriptors"].pop())
    assert found == ["questions[1].descriptors: each point needs one descriptor (condition: any)"]


def test_a_descriptor_off_the_scale_is_named():
    found = problems_after(lambda d: d["questions"][0]["descriptors"][1].update(at=5))
    assert found[0] == (
        "questions[1].descriptors[2].at: at must be a point, or [from, to], between 0 and 1"
    )


def test_a_key_used_twice_is_named():
    found = problems_after(lambda d: d["questions"][1].update(key="safety"))
    assert found == ["questions: the key safety is used twice"]


def test_an_unknown_condition_is_named():
    found = problems_after(lambda d: d["questions"][0].update(conditions=["child"]))
    assert found == ["questions[1].conditions: the condition child is not listed"]


def test_all_faults_are_found_at_once():
    def change(document):
        document["title"] = ""
        document["questions"][1].update(points="many", polarity="bad")

    assert len(problems_after(change)) == 3


@pytest.mark.parametrize("document", [None, [], "text", {"name": "x"}, {"questions": [1, None]}])
def test_a_document_of_another_shape_is_refused_in_words(document):
    with pytest.raises(RubricRefused):
        spec_from_mapping(document)


def test_equal_rubrics_have_one_hash_and_a_changed_word_another():
    changed = copy.deepcopy(GOOD)
    changed["questions"][0]["descriptors"][0]["text"] = "Not safe"
    assert content_hash(spec_from_mapping(GOOD)) == content_hash(spec_from_mapping(GOOD))
    assert content_hash(spec_from_mapping(GOOD)) != content_hash(spec_from_mapping(changed))


@pytest.mark.parametrize("path", sorted(LIBRARY.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_rubric_of_the_library_is_usable(path):
    assert spec_from_mapping(yaml.safe_load(path.read_text(encoding="utf-8"))).source


def test_the_abbreviation_rubric_asks_what_its_source_asks():
    spec = read_library_rubric("abbreviation-handling")
    asked = {q.key: (q.conditions, q.better, q.comparative) for q in spec.questions}
    assert asked == {
        "accuracy": ((), "higher", False),
        "clarification": (("real_low_context",), "higher", True),
        "hallucination": (("synthetic_high_context",), "lower", True),
    }
