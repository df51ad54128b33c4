"""A rubric while it is edited: its file's text, what is wrong with it, and the next version."""

from dataclasses import dataclass

import yaml

from rubrics.faults import Fault, RubricRefused
from rubrics.loading import store_rubric
from rubrics.models import Rubric, RubricDraft
from rubrics.spec import RubricSpec
from rubrics.warnings import warnings
from rubrics.yaml_files import mapping_to_yaml, rubric_from_yaml

EMPTY = {"name": "my-rubric", "version": 1, "title": "", "questions": []}
NEW_QUESTIONS = {
    "dimension": {
        "kind": "dimension",
        "key": "",
        "label": "",
        "scale": {"min": 0, "max": 2},
        "descriptors": [{"at": point, "text": ""} for point in range(3)],
    },
    "criterion": {"kind": "criterion", "key": "", "label": "", "points": 1},
    "tiers": {"kind": "tiers", "key": "", "label": "", "levels": []},
}


@dataclass(frozen=True)
class Checked:
    """`spec` is there where the draft could be stored as it is."""

    spec: RubricSpec | None
    faults: tuple[Fault, ...]
    warnings: tuple[Fault, ...]


def check(draft: RubricDraft) -> Checked:
    try:
        spec = rubric_from_yaml(draft.text)
    except RubricRefused as refusal:
        return Checked(None, refusal.faults, ())
    return Checked(spec, (), tuple(warnings(spec)))


def document_of(draft: RubricDraft) -> dict | None:
    """The draft as a mapping for the form; None where its text is no mapping at all."""
    try:
        document = yaml.safe_load(draft.text)
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
    return document if isinstance(document, dict) else None


def start_draft(owner, *, base: Rubric | None = None, text: str | None = None) -> RubricDraft:
    """A new rubric, a file's text, or the next version of a stored rubric."""
    if base is not None:
        text = mapping_to_yaml(base.document | {"version": next_version(base.name)})
    text = mapping_to_yaml(EMPTY) if text is None else text
    return RubricDraft.objects.create(owner=owner, base=base, text=text)


def next_version(name: str) -> int:
    latest = Rubric.objects.filter(name=name).order_by("-version").first()
    return latest.version + 1 if latest else 1


def publish(draft: RubricDraft) -> Rubric:
    """Store the draft as a rubric and drop it. Raises `RubricRefused` with all its faults."""
    rubric = store_rubric(rubric_from_yaml(draft.text))
    draft.delete()
    return rubric


def moved(questions: list[dict], index: int, step: int) -> list[dict]:
    """`questions` with one of them moved by `step` places."""
    others = [each for place, each in enumerate(questions) if place != index]
    target = max(0, min(len(others), index + step))
    return [*others[:target], questions[index], *others[target:]]
