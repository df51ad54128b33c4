"""How lists and numbers are told in findings and sections. No Django at any depth."""

from collections.abc import Iterable

from rubrics.phrases import Phrase
from rubrics.phrases import gettext_noop as _

MOST_EXAMPLES = 5
NOT_STATED = Phrase(_("not stated yet"))


def some_of(values: Iterable[object]) -> object:
    """All of a handful; of more the first five and how many there are."""
    values = [str(value) for value in values]
    if len(values) <= MOST_EXAMPLES:
        return ", ".join(values)
    shown = ", ".join(values[:MOST_EXAMPLES])
    return Phrase(_("%(shown)s, … (%(n)d in all)"), {"shown": shown, "n": len(values)})


def cut(text: str, most: int = 120) -> str:
    """One line, shortened."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def same_words(text: str) -> str:
    """What is left of a text when only its words are compared."""
    return " ".join(text.casefold().split()).strip(" .;,。；，")


def stated(text: str) -> bool:
    return bool(text.strip())
