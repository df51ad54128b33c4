"""From the bytes of the research lead's files to drafts, with every problem of every file."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from raters.importing.decoding import decode
from raters.importing.drafting import draft_items, draft_joined
from raters.importing.drafts import Drafts
from raters.importing.options import ImportOptions, option_problems
from raters.importing.problems import ImportRefused, Problem
from raters.importing.recognising import Records, read_records
from rubrics.phrases import Phrase, gettext_noop


@dataclass(frozen=True)
class NamedBytes:
    name: str
    data: bytes


@dataclass(frozen=True)
class _Read:
    """The files that could be read, and what there is to say about all of them."""

    records: tuple[Records, ...] = ()
    problems: tuple[Problem, ...] = ()
    notes: tuple[Phrase, ...] = ()


def read_drafts(files: Sequence[NamedBytes], *, options: ImportOptions) -> Drafts:
    """Files whose rows stand alone: chats, prompt and completion, or transcripts.

    A user's mistake is a problem in the result, never an exception.
    """
    if problems := (*option_problems(options), *_names_twice(files)):
        return Drafts(problems=problems)
    read = _read(files, options)
    return _with_earlier(read, draft_items(read.records, options=options))


def read_joined_drafts(
    cases: NamedBytes, outputs: Sequence[NamedBytes], *, options: ImportOptions
) -> Drafts:
    """One file of cases and one file of outputs per arm, joined on the case's id.

    A user's mistake is a problem in the result, never an exception. The order of `outputs` does
    not matter.
    """
    if problems := (*option_problems(options), *_names_twice([cases, *outputs])):
        return Drafts(problems=problems)
    read = _read([cases, *sorted(outputs, key=lambda file: file.name)], options)
    # Without the cases every output would be one of an unknown case.
    if not read.records or read.records[0].file != cases.name:
        return Drafts(problems=read.problems, notes=read.notes)
    joined = draft_joined(read.records[0], read.records[1:], options=options)
    return _with_earlier(read, joined)


def _read(files: Iterable[NamedBytes], options: ImportOptions) -> _Read:
    records, problems, notes = [], [], []
    for file in files:
        try:
            decoded = decode(file.data, name=file.name, encoding=options.encoding)
            records.append(read_records(decoded, name=file.name))
        except ImportRefused as refused:
            problems += refused.problems
            continue
        if decoded.note:
            notes.append(decoded.note)
    return _Read(tuple(records), tuple(problems), tuple(notes))


def _with_earlier(read: _Read, drafts: Drafts) -> Drafts:
    return replace(
        drafts,
        problems=read.problems + drafts.problems,
        notes=read.notes + drafts.notes,
    )


def _names_twice(files: Iterable[NamedBytes]) -> Iterable[Problem]:
    """Rows are reported and arms told apart by the file's name."""
    for name, times in Counter(file.name for file in files).items():
        if times > 1:
            message = gettext_noop("more than one file has this name. Rename one, or leave it out.")
            yield Problem(name, None, None, Phrase(message))
