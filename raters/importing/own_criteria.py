"""Criteria that came with a case or an item become a rubric that belongs to it alone."""

import re
from collections.abc import Sequence
from dataclasses import replace

from raters.importing.drafts import CriterionDraft
from rubrics.phrases import gettext_noop
from rubrics.spec import QuestionSpec, RubricSpec
from rubrics.writing import content_hash


def _key(given: str) -> str:
    """The given key in the characters that keys may hold."""
    return re.sub(r"[^a-z0-9]+", "-", given.casefold()).strip("-")[:60]


def own_rubric_spec(criteria: Sequence[CriterionDraft], *, study_slug: str) -> RubricSpec:
    """Named by its content, so that all items of a case share one rubric."""
    questions = tuple(
        QuestionSpec(
            key=_key(criterion.key) or f"c{number}",
            kind="criterion",
            label=gettext_noop("Criterion") + f" {number}",
            text=criterion.text,
            points=criterion.points,
            tags=tuple(criterion.tags),
            polarity=criterion.polarity,
            safety_critical=criterion.safety_critical,
            emergency=criterion.emergency,
            parts=criterion.parts,
        )
        for number, criterion in enumerate(criteria, start=1)
    )
    unnamed = RubricSpec(
        name=f"own-{_key(study_slug)[:30]}",
        version=1,
        title=gettext_noop("Criteria of one item"),
        questions=questions,
        for_one_item=True,
    )
    return replace(unnamed, name=f"{unnamed.name}-{content_hash(unnamed)[:16]}")
