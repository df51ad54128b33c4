"""Why nothing can be computed from this file, in one sentence that says where."""

from raters.importing.problems import ImportRefused, Problem, printable
from rubrics.phrases import Phrase, gettext_noop


class FileRefused(Exception):
    """`phrase` names the file and, where there is one, the row and the column."""

    def __init__(self, phrase: Phrase):
        self.phrase = phrase
        super().__init__(str(phrase))


def refused(
    name: str, template: str, *, row: int | None = None, column: str | None = None, **values: object
) -> FileRefused:
    message = Phrase(template, {key: _shown(value) for key, value in values.items()})
    place = {"file": printable(name), "row": row, "message": message}
    place["column"] = None if column is None else printable(column)
    if row is None:
        return FileRefused(Phrase(gettext_noop("%(file)s: %(message)s"), place))
    if column is None:
        return FileRefused(Phrase(gettext_noop("%(file)s, row %(row)s: %(message)s"), place))
    return FileRefused(
        Phrase(gettext_noop("%(file)s, row %(row)s, column %(column)s: %(message)s"), place)
    )


def first_of(problems: ImportRefused | tuple[Problem, ...]) -> FileRefused:
    """The first of the problems that the importer's readers found."""
    found = problems.problems if isinstance(problems, ImportRefused) else problems
    return FileRefused(found[0].sentence)


def _shown(value: object) -> object:
    return printable(value) if isinstance(value, str) else value
