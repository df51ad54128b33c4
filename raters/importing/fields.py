"""One row and what its fields mean."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import PurePath

from raters.importing.decoding import with_plain_line_ends
from raters.importing.options import FieldNames, ImportOptions, folded
from raters.importing.problems import Complaints, Problem, printable
from raters.importing.recognising import Record, Records
from rubrics.phrases import Phrase, gettext_noop

_NAMED_AT_MOST = 8


@dataclass
class Tally:
    """Counts, file by file, what a person should know although nothing is wrong."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    names: dict[tuple[str, str], list[str]] = field(default_factory=dict)

    def count(self, file: str, template: str, number: int = 1, *, name: str | None = None) -> None:
        if number:
            self.counts[file, template] += number
        if number and name is not None:
            self.names.setdefault((file, template), []).append(name)

    def notes(self) -> tuple[Phrase, ...]:
        return tuple(
            Phrase(template, {"file": file, "count": count, "names": self._named(file, template)})
            for (file, template), count in self.counts.items()
        )

    def _named(self, file: str, template: str) -> str:
        names = list(dict.fromkeys(self.names.get((file, template), ())))
        more = ", …" if len(names) > _NAMED_AT_MOST else ""
        return ", ".join(names[:_NAMED_AT_MOST]) + more


@dataclass(frozen=True)
class Row:
    """A record, the names to look under, and where to report what is wrong with it."""

    file: str
    record: Record
    options: ImportOptions
    complaints: Complaints
    tally: Tally

    @property
    def number(self) -> int:
        return self.record.row

    @property
    def names(self) -> FieldNames:
        return self.options.fields

    def complain(self, name: str | None, template: str, /, **values: object) -> None:
        self.complaints.add(name, template, **values)

    @property
    def is_faulty(self) -> bool:
        return bool(self.complaints.problems)

    def note(self, template: str, number: int = 1, *, name: str | None = None) -> None:
        self.tally.count(self.file, template, number, name=name)

    def found(self, meaning: str) -> tuple[str, object] | None:
        """(the name it stands under, value) for the first name with a value that is not blank."""
        for name in self.names.names(meaning):
            value = looked_up(self.record.by_folded_name, name)
            if not is_blank(value):
                return name, value
        return None

    def found_text(self, meaning: str) -> tuple[str, object] | None:
        """As `found`, but passing over objects: "output" may be a text or a whole reply."""
        for name in self.names.names(meaning):
            value = looked_up(self.record.by_folded_name, name)
            if not is_blank(value) and not isinstance(value, dict):
                return name, value
        return None

    def text(self, meaning: str) -> str:
        """The text, "" when there is none; a list of texts becomes lines."""
        found = self.found_text(meaning)
        if found is None:
            return ""
        name, value = found
        lines = value if isinstance(value, list) else [value]
        return "\n".join(text for line in lines if (text := self.cleaned(line, name)))

    def short_text(self, meaning: str, *, most: int) -> str:
        """A name, not a paragraph: too long a text is most likely in the wrong field."""
        text = self.text(meaning)
        if len(text) <= most:
            return text
        self.complain(
            self.found_text(meaning)[0],
            gettext_noop(
                "expected a short name of at most %(most)s characters and found a text of "
                "%(length)s. If this is the wrong field, choose another with "
                "--field %(meaning)s=NAME."
            ),
            most=most,
            length=len(text),
            meaning=meaning,
        )
        return ""

    def cleaned(self, value: object, name: str) -> str:
        """Line ends evened out and outer blanks trimmed; nothing inside is touched."""
        if isinstance(value, bool | dict | list):
            self.complain(name, gettext_noop("expected a text."))
            return ""
        text = with_plain_line_ends("" if value is None else str(value)).strip()
        if "\x00" in text:
            self.complain(name, gettext_noop("the text holds a NUL character; remove it."))
            return ""
        if any("\ud800" <= char <= "\udfff" for char in text):
            self.complain(
                name,
                gettext_noop(
                    "the text holds half of a character (a lone surrogate such as \\ud83d), which "
                    "no file can store. Export it again, or remove it."
                ),
            )
            return ""
        return text

    def flag(self, meaning: str) -> bool | None:
        """True or False for yes and no in any of their spellings, None when not told."""
        found = self.found(meaning)
        return None if found is None else truth(found[1])


def looked_up(by_folded_name: Mapping[str, object], path: str) -> object:
    """The value under a name or a dotted path, None when there is none."""
    if folded(path) in by_folded_name:
        return by_folded_name[folded(path)]
    first, dot, rest = path.partition(".")
    inner = by_folded_name.get(folded(first)) if dot else None
    if not isinstance(inner, dict):
        return None
    return looked_up({folded(str(name)): value for name, value in inner.items()}, rest)


def is_blank(value: object) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def truth(value: object) -> bool | None:
    if isinstance(value, bool):
        return value
    said = str(value).strip().casefold()
    if said in {"true", "yes", "y", "1", "ja", "是"}:
        return True
    return False if said in {"false", "no", "n", "0", "nein", "否"} else None


def unpacked(value: object) -> object:
    """Lists and objects that a table had to write into one cell as JSON."""
    if isinstance(value, str) and value.strip()[:1] in ("[", "{"):
        try:
            return json.loads(value, parse_float=Decimal, parse_constant=_refuse)
        except (ValueError, ArithmeticError, RecursionError):
            return value
    return value


def _refuse(constant: str) -> None:
    raise ValueError(constant)


def stem(file: str) -> str:
    """The file's name without folders and its last ending."""
    return PurePath(file.replace("\\", "/")).stem or file


def rows_of(records: Records, options: ImportOptions, tally: Tally) -> Iterable[Row]:
    for record in records.records:
        complaints = Complaints(records.file, record.row)
        yield Row(records.file, record, options, complaints, tally)


def has_any(records: Records, names: Iterable[str]) -> bool:
    """Does any row of the file have a value under any of the names?"""
    wanted = tuple(names)
    return any(
        not is_blank(looked_up(record.by_folded_name, name))
        for record in records.records
        for name in wanted
    )


def field_problems(files: Iterable[Records], fields: FieldNames) -> Iterable[Problem]:
    """A field that was named and that no row has is a slip of the pen, not an empty column."""
    known = tuple(files)
    for meaning in sorted(fields.given):
        names = fields.names(meaning)
        if not any(_has_field(records, name) for records in known for name in names):
            message = gettext_noop(
                "no row of any file has a field “%(name)s”. The fields are: %(known)s."
            )
            values = {"name": names[0], "known": ", ".join(field_names(known))}
            yield Problem("--field", None, meaning, Phrase(message, values))


def _has_field(records: Records, name: str) -> bool:
    """The column may be empty; it must exist."""
    return any(
        folded(name) in record.by_folded_name or looked_up(record.by_folded_name, name) is not None
        for record in records.records
    )


def field_names(files: Iterable[Records]) -> list[str]:
    names = (str(name) for file in files for record in file.records for name in record.fields)
    return [printable(name) for name in dict.fromkeys(names)][:30]
