"""What changed between two versions of a rubric, line by line of their files. No Django."""

from dataclasses import dataclass
from difflib import SequenceMatcher

from rubrics.spec import RubricSpec
from rubrics.yaml_files import rubric_to_yaml


@dataclass(frozen=True)
class DiffLine:
    """`sign` is "+" for what came, "-" for what went, " " for what stayed."""

    sign: str
    text: str


def diff(older: RubricSpec, newer: RubricSpec, *, context: int = 2) -> list[list[DiffLine]]:
    """Groups of neighbouring changes, each with `context` unchanged lines around it."""
    before = rubric_to_yaml(older).splitlines()
    after = rubric_to_yaml(newer).splitlines()
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    return [
        [line for step in group for line in _lines(step, before, after)]
        for group in matcher.get_grouped_opcodes(context)
    ]


def _lines(step, before: list[str], after: list[str]) -> list[DiffLine]:
    tag, i, j, k, n = step
    if tag == "equal":
        return [DiffLine(" ", text) for text in before[i:j]]
    went = [DiffLine("-", text) for text in before[i:j]]
    return went + [DiffLine("+", text) for text in after[k:n]]
