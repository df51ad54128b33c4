"""Every text of a design, each once. No Django at any depth."""

from collections.abc import Iterator

from raters.design.review.facts import DesignFacts
from rubrics.spec import QuestionSpec, RubricSpec

# Fields of the facts that a person wrote.
_FIELDS = (
    *("title", "question", "claim", "not_claimed", "reference", "panel_plan", "anchor_reason"),
    *("target_reason", "judge_note", "adjudication_rule", "adjudicator"),
)


def rubric_texts(spec: RubricSpec | None) -> Iterator[tuple[str, str]]:
    """(place, text) of all that a reviewer or a reader of the rubric sees."""
    if spec is None:
        return
    yield from (("title", spec.title), ("source", spec.source), ("guidance", spec.guidance))
    for name, wording in spec.conditions.items():
        yield from ((name, text) for text in wording.values())
    for question in spec.questions:
        yield from ((question.label, text) for text in _question_texts(question))
    for row in spec.correlations:
        yield " ~ ".join(row.between), row.why
    for kind in spec.deviations:
        yield from ((kind.label, kind.label), (kind.label, kind.text))


def design_texts(facts: DesignFacts) -> tuple[tuple[str, str], ...]:
    """All others: what the rubric says too is the rubric's."""
    own = {text for _, text in rubric_texts(facts.rubric)}
    seen: dict[str, str] = {}
    for place, text in _all_of(facts):
        if text not in own:
            seen.setdefault(text, place)
    return tuple((place, text) for text, place in seen.items())


def _question_texts(question: QuestionSpec) -> Iterator[str]:
    yield from (question.label, question.text, *question.checkpoints, *question.parts)
    for row in question.descriptors:
        yield from (row.text, *row.examples)
    yield from (level.text for level in question.levels)


def _all_of(facts: DesignFacts) -> Iterator[tuple[str, str]]:
    yield from facts.texts
    yield from ((name, getattr(facts, name)) for name in _FIELDS)
    for arm in facts.arms:
        yield from ((arm.name, arm.receives), (arm.name, arm.output_format))
