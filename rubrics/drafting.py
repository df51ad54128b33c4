"""A rubric while it is edited: its file's text, what is wrong with it, and the next version."""

from dataclasses import dataclass, replace

from django.db import transaction

from rubrics.editing import unread_lines
from rubrics.faults import Fault, RubricRefused
from rubrics.loading import RubricVersionTaken, store_rubric
from rubrics.models import Rubric, RubricDraft
from rubrics.salvaging import usable_part
from rubrics.spec import RubricSpec
from rubrics.warnings import warnings
from rubrics.writing import content_hash
from rubrics.yaml_files import mapping_to_yaml, parse, rubric_from_yaml

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
    """`spec` is there where the draft could be stored as it is, `shown` where anything in it can
    be shown: it is the draft without what has a fault."""

    spec: RubricSpec | None
    faults: tuple[Fault, ...]
    warnings: tuple[Fault, ...]
    shown: RubricSpec | None = None


class ChangedElsewhere(Exception):
    """Another window saved the draft since this page was opened; nothing was written."""


def check(draft: RubricDraft) -> Checked:
    try:
        spec = rubric_from_yaml(draft.text)
    except RubricRefused as refusal:
        document = document_of(draft)
        faults = _in_the_words_of_the_form(refusal.faults, document)
        return Checked(None, faults, (), shown=usable_part(document))
    if is_taken(spec):
        faults = RubricVersionTaken.named(spec.name, spec.version).faults
        return Checked(spec, faults, (), shown=spec)
    return Checked(spec, (), tuple(warnings(spec)), shown=spec)


def _in_the_words_of_the_form(faults: tuple[Fault, ...], document: object) -> tuple[Fault, ...]:
    """What is kept as text because a line was not understood says which line, not “a list”."""
    unread = {fault.path: fault.message for fault in unread_lines(document)}
    return tuple(replace(fault, message=unread.get(fault.path, fault.message)) for fault in faults)


def is_taken(spec: RubricSpec) -> bool:
    stored = Rubric.objects.filter(name=spec.name, version=spec.version)
    return stored.exclude(content_hash=content_hash(spec)).exists()


def document_of(draft: RubricDraft) -> dict | None:
    """The draft as a mapping for the form; None where its text is no mapping at all."""
    try:
        document = parse(draft.text)
    except RubricRefused:
        return None
    return document if isinstance(document, dict) else None


@transaction.atomic
def keep(draft: RubricDraft, text: str, *, base_version: int, page: str) -> None:
    """Store the text of a draft. Raises `ChangedElsewhere` rather than overwrite another window's.

    A page may save again before it has heard of its own last save.
    """
    stored = RubricDraft.objects.select_for_update().get(pk=draft.pk)
    is_known = stored.version == base_version or (page != "" and stored.page == page)
    if not is_known and stored.text != text:
        raise ChangedElsewhere
    draft.text, draft.page, draft.version = text, page, stored.version + 1
    draft.save()


def whole_number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 10 else 0


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
