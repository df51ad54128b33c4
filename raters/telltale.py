"""By what could a reviewer tell a planted item from a real one, without reading it?

A feature gives a control away where it looks as no real item does. What is compared is what a
rating page shows.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from raters.models import Item, Study
from rubrics.phrases import Phrase, gettext_noop


@dataclass(frozen=True)
class Feature:
    """`value` is what the page shows of an item; `sentence` says what differs."""

    sentence: str
    value: Callable[[Item], object]


def features_of(study: Study) -> list[Feature]:
    return [
        Feature(gettext_noop("its condition"), lambda item: item.case.condition),
        Feature(gettext_noop("criteria of its own"), lambda item: item.rubric_id is not None),
        Feature(gettext_noop("who speaks in it"), lambda item: frozenset(_roles(item))),
        *_beside_the_transcript(study),
    ]


def _beside_the_transcript(study: Study) -> Iterator[Feature]:
    if study.show_context:
        yield Feature(gettext_noop("a context or none"), lambda item: bool(item.case.context))
    if study.show_reference:
        yield Feature(
            gettext_noop("reference material or none"),
            lambda item: (bool(item.case.reference), bool(item.case.checklist)),
        )


def telltale_controls(study: Study) -> tuple[tuple[str, Phrase], ...]:
    """(control's id, what gives it away), in order of the ids."""
    items = study.items.rated_live().select_related("case").prefetch_related("turns")
    real = [item for item in items if item.role == Item.Role.REAL]
    planted = sorted(
        (item for item in items if item.role == Item.Role.CONTROL), key=lambda i: i.source_id
    )
    if not real:
        return ()
    found = [*_by_features(study, real, planted), *_by_length(real, planted)]
    return tuple(sorted(found, key=lambda each: each[0]))


def _by_features(study: Study, real: list[Item], planted: list[Item]):
    for feature in features_of(study):
        usual = {feature.value(item) for item in real}
        for item in planted:
            if feature.value(item) not in usual:
                yield item.source_id, Phrase(feature.sentence)


def _by_length(real: list[Item], planted: list[Item]):
    lengths = [len(item.turns.all()) for item in real]
    for item in planted:
        if not min(lengths) <= len(item.turns.all()) <= max(lengths):
            yield item.source_id, Phrase(gettext_noop("its number of turns"))


def _roles(item: Item) -> list[str]:
    return [turn.role for turn in item.turns.all()]
