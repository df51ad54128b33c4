"""What is wrong with a rubric, and on which line of its file. No Django at any depth."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rubrics.phrases import Phrase, gettext_noop

Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Fault:
    """`path` leads into the document, such as ("questions", 0, "scale"); list places from 0."""

    path: Path
    message: Phrase
    line: int | None = None

    @property
    def sentence(self) -> Phrase:
        values = {"place": place_in_words(self.path), "fault": self.message, "line": self.line}
        if self.line is None:
            return Phrase("%(place)s: %(fault)s", values)
        return Phrase(gettext_noop("line %(line)s, %(place)s: %(fault)s"), values)

    def __str__(self) -> str:
        return str(self.sentence)


class RubricRefused(ValueError):
    """The rubric cannot be used; `faults` says where and why, all of them."""

    def __init__(self, faults: Iterable[Fault]):
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


def place_in_words(path: Path) -> str:
    """questions[1].scale, counting from one as people do; the document itself is "rubric"."""
    words = ""
    for step in path:
        words += f"[{step + 1}]" if isinstance(step, int) else f".{step}"
    return words.removeprefix(".") or "rubric"


def schema_message(validator: str, *, limit: object, instance: object, message: str) -> Phrase:
    """A finding of the JSON Schema as a sentence of our own."""
    if validator == "required":
        missing = message.split("'")[1]
        return Phrase(gettext_noop("%(name)s is missing"), {"name": missing})
    if limit == "\\S":
        return Phrase(gettext_noop("is empty"))
    template, values = _SENTENCES.get(validator, (gettext_noop("not valid: %(message)s"), ()))
    given = {"limit": _listed(limit), "value": _shortened(instance), "message": message}
    return Phrase(template, {name: given[name] for name in (values or given)})


def _shortened(value: object) -> str:
    text = str(value)
    return text if len(text) <= 60 else text[:59] + "…"


def _listed(limit: object) -> str:
    if isinstance(limit, Sequence) and not isinstance(limit, str):
        return ", ".join(TYPE_NAMES.get(str(each), str(each)) for each in limit)
    return TYPE_NAMES.get(str(limit), str(limit))


TYPE_NAMES: Mapping[str, str] = {
    "string": gettext_noop("text"),
    "integer": gettext_noop("a whole number"),
    "number": gettext_noop("a number"),
    "boolean": gettext_noop("true or false"),
    "array": gettext_noop("a list"),
    "object": gettext_noop("a mapping"),
}
_SENTENCES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "type": (gettext_noop("must be %(limit)s"), ("limit",)),
    "enum": (gettext_noop("must be one of %(limit)s"), ("limit",)),
    "pattern": (
        gettext_noop(
            "“%(value)s” does not have the expected form (empty, or a character that "
            "keys and tags may not hold)"
        ),
        ("value",),
    ),
    "minimum": (gettext_noop("must be %(limit)s or more"), ("limit",)),
    "maximum": (gettext_noop("must be %(limit)s or less"), ("limit",)),
    "minItems": (gettext_noop("needs %(limit)s entries or more"), ("limit",)),
    "maxItems": (gettext_noop("may have at most %(limit)s entries"), ("limit",)),
    "maxLength": (gettext_noop("may have at most %(limit)s characters"), ("limit",)),
}
