"""What is wrong with a file, said so that its owner can mend it.

Importing never stops at the first fault: every step collects `Problem`s, and only a caller that
cannot go on raises `ImportRefused` with all of them.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from rubrics.phrases import Phrase, gettext_noop


@dataclass(frozen=True)
class Problem:
    """`row` is what a person can go to: the line of a JSON Lines file or the line on which a
    table's row starts, the position in a JSON list (both from 1), or None for the whole file."""

    file: str
    row: int | None
    field: str | None
    message: Phrase

    @property
    def sentence(self) -> Phrase:
        """Place and message as one translatable phrase."""
        values = {
            "file": self.file,
            "row": self.row,
            "field": self.field,
            "message": self.message,
        }
        if self.row is not None and self.field is not None:
            return Phrase(
                gettext_noop("%(file)s, row %(row)s, field %(field)s: %(message)s"), values
            )
        if self.row is not None:
            return Phrase(gettext_noop("%(file)s, row %(row)s: %(message)s"), values)
        if self.field is not None:
            return Phrase(gettext_noop("%(file)s, field %(field)s: %(message)s"), values)
        return Phrase(gettext_noop("%(file)s: %(message)s"), values)

    def __str__(self) -> str:
        return str(self.sentence)


class ImportRefused(Exception):
    """A file (or a set of options) that nothing can be read from."""

    def __init__(self, problems: Iterable[Problem]):
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


@dataclass
class Complaints:
    """Collects the problems of one row while it is read; the row's place is added here, once."""

    file: str
    row: int | None
    problems: list[Problem] = field(default_factory=list)

    def add(self, name: str | None, template: str, /, **values: object) -> None:
        shown = {
            key: printable(value) if isinstance(value, str) else value
            for key, value in values.items()
        }
        place = printable(name) if name is not None else None
        self.problems.append(Problem(self.file, self.row, place, Phrase(template, shown)))


def printable(text: str) -> str:
    """Half characters (lone surrogates) cannot be shown on any page; their numbers can."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
