"""What of a rubric with faults can be shown? The rest, once what has a fault is left out.

No Django at any depth.
"""

from copy import deepcopy

from rubrics.faults import Path, RubricRefused
from rubrics.reading import spec_from_mapping
from rubrics.spec import RubricSpec

# Faults of content hide those of shape, and those hide faults of meaning; each round ends one kind.
ROUNDS = 12
STAND_IN = {"name": "draft", "version": 1, "title": "–"}
# Without one of these there is no question; everything else it can do without.
NEEDED = {None, "key", "kind", "label", "scale", "descriptors", "levels"}


def usable_part(document: object) -> RubricSpec | None:
    """The rubric without everything that has a fault; None where nothing is left to ask."""
    if not isinstance(document, dict):
        return None
    rest = STAND_IN | deepcopy(document)
    for _round in range(ROUNDS):
        try:
            return spec_from_mapping(rest)
        except RubricRefused as refusal:
            rest = _without(rest, {fault.path for fault in refusal.faults})
        if not rest["questions"]:
            return None
    return None


def _without(document: dict, paths: set[Path]) -> dict:
    faulty = {path[1]: set() for path in paths if path[:1] == ("questions",) and len(path) > 1}
    for path in paths:
        if path[:1] == ("questions",) and len(path) > 1:
            faulty[path[1]].add(path[2] if len(path) > 2 else None)
    top = {path[0] for path in paths if path}
    kept = {name: value for name, value in document.items() if name not in top - {"questions"}}
    listed = document.get("questions")
    questions = _questions_without(listed if isinstance(listed, list) else [], faulty)
    if ("questions",) in paths:
        questions = _once_each(questions)
    return STAND_IN | kept | {"questions": questions}


def _questions_without(questions: list, faulty: dict[int, set]) -> list[dict]:
    """Those whose faults lie in what they can do without; without that."""
    return [
        {name: value for name, value in row.items() if name not in faulty.get(index, ())}
        for index, row in enumerate(questions)
        if isinstance(row, dict) and not faulty.get(index, set()) & NEEDED
    ]


def _once_each(questions: list[dict]) -> list[dict]:
    """A key that is used again, and weights without a composite, are faults of the whole list."""
    first = {str(row.get("key")): row for row in reversed(questions)}
    return [
        {name: value for name, value in row.items() if name != "weight"}
        for row in questions
        if first[str(row.get("key"))] is row
    ]
