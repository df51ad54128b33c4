"""A rubric in a second language: the texts a reviewer reads, said again in the same places.

A translation has the layout of the rubric's file, without what is not text. Conditions, deviations
and questions are found by their keys, whatever stands in a list by its place. No Django at any
depth.
"""

from collections.abc import Iterator, Mapping

from rubrics.faults import Fault, Path
from rubrics.phrases import Phrase, gettext_noop

Texts = str | list | dict


def translated(document: Mapping, language: str) -> dict:
    """The same rubric with the texts of `language`, which it has."""
    said = document["translations"][language]
    rest = {name: value for name, value in document.items() if name != "translations"}
    return _laid_over(rest, {**said, **_by_place(rest, said)})


def translation_faults(document: Mapping) -> Iterator[Fault]:
    """A translation is complete or refused: nobody reads half of a question in each language."""
    expected = texts_of(document)
    for language, said in document.get("translations", {}).items():
        place = ("translations", language)
        if language == document.get("language", "en"):
            yield Fault(place, Phrase(gettext_noop("this is the rubric's own language")))
        else:
            yield from _differences(expected, said, place)


def texts_of(document: Mapping) -> dict:
    """What a translation has to say: everything that a reviewer reads."""
    told = {
        **_said(document, "title", "guidance"),
        "conditions": {
            name: _said(about, "label", "text")
            for name, about in document.get("conditions", {}).items()
        },
        "deviations": {
            row["tag"]: _said(row, "label", "text") for row in document.get("deviations", [])
        },
        "questions": {row["key"]: _texts_of_question(row) for row in document.get("questions", [])},
    }
    return _without_empty(told)


def _texts_of_question(row: Mapping) -> dict:
    rows = {
        name: [_said(each, "text", "examples") for each in row.get(name, [])]
        for name in ("descriptors", "levels")
    }
    return _said(row, "label", "text", "checkpoints", "parts") | rows


def _said(row: Mapping, *names: str) -> dict:
    return {name: row[name] for name in names if row.get(name)}


def _without_empty(told: Texts) -> Texts:
    if not isinstance(told, dict):
        return told
    kept = {name: _without_empty(value) for name, value in told.items()}
    return {name: value for name, value in kept.items() if value}


def _differences(expected: Texts, said: object, place: Path) -> Iterator[Fault]:
    if isinstance(expected, dict):
        yield from _differences_by_key(expected, said, place)
    elif isinstance(expected, list):
        yield from _differences_by_place(expected, said, place)
    elif not isinstance(said, str) or not said.strip():
        yield Fault(place, Phrase(gettext_noop("must be a text")))


def _differences_by_key(expected: dict, said: object, place: Path) -> Iterator[Fault]:
    if not isinstance(said, dict):
        yield Fault(place, Phrase(gettext_noop("must be a mapping")))
        return
    for name in said:
        if name not in expected:
            message = gettext_noop("the rubric has no text here to translate")
            yield Fault((*place, name), Phrase(message))
    for name, text in expected.items():
        if name in said:
            yield from _differences(text, said[name], (*place, name))
        else:
            yield Fault(place, Phrase(gettext_noop("%(name)s is not translated"), {"name": name}))


def _differences_by_place(expected: list, said: object, place: Path) -> Iterator[Fault]:
    if not isinstance(said, list) or len(said) != len(expected):
        message = gettext_noop("must be a list of %(n)d, as in the rubric's own language")
        yield Fault(place, Phrase(message, {"n": len(expected)}))
        return
    for index, (text, translation) in enumerate(zip(expected, said, strict=True)):
        yield from _differences(text, translation, (*place, index))


def _by_place(document: Mapping, said: Mapping) -> dict:
    """Deviations and questions as lists, as in the document; a translation has them by key."""
    keys = {"deviations": "tag", "questions": "key"}
    return {
        name: [said.get(name, {}).get(row[key], {}) for row in document[name]]
        for name, key in keys.items()
        if name in document
    }


def _laid_over(text: object, said: object) -> object:
    """`text` with everything that `said` says in its place."""
    if isinstance(text, Mapping) and isinstance(said, Mapping):
        return {
            name: _laid_over(value, said[name]) if name in said else value
            for name, value in text.items()
        }
    if isinstance(text, list) and isinstance(said, list):
        return [_laid_over(*pair) for pair in zip(text, said, strict=True)]
    return said
