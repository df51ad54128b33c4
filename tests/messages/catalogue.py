"""locale/zh_Hans/LC_MESSAGES/django.po, read, brought up to date, filled in and compiled."""

import fcntl
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from tests.messages.checks import faults_of
from tests.messages.extraction import ROOT

PO = ROOT / "locale" / "zh_Hans" / "LC_MESSAGES" / "django.po"
LOCALE = "zh_Hans"
HEADER = "# Simplified Chinese translation of evalsite. How to work on it: docs/translating.md"


def read(path: Path = PO) -> Catalog:
    if not path.exists():
        return new_catalogue()
    with path.open("rb") as file:
        return read_po(file, locale=LOCALE)


def new_catalogue() -> Catalog:
    return Catalog(
        locale=LOCALE,
        header_comment=HEADER,
        project="evalsite",
        version="",
        msgid_bugs_address="none",
        creation_date=datetime(2026, 1, 1, tzinfo=UTC),
        revision_date=datetime(2026, 1, 1, tzinfo=UTC),
        last_translator="evalsite",
        language_team="zh-Hans",
        fuzzy=False,
    )


def update(catalogue: Catalog, template: Catalog) -> None:
    """In the order of the template, which is that of the files. Sentences that are gone are kept at
    the end, and come back with their translation."""
    for message in catalogue.obsolete.values():
        catalogue[message.id] = message
    catalogue.obsolete.clear()
    catalogue.update(template, update_creation_date=False)
    _forget_what_says_nothing(catalogue)


def _forget_what_says_nothing(catalogue: Catalog) -> None:
    """An empty translation is no reason to keep a sentence, nor one to look like a similar one."""
    for key, message in list(catalogue.obsolete.items()):
        if not any(translations(message)):
            del catalogue.obsolete[key]
    for message in sentences(catalogue):
        if not any(translations(message)):
            message.flags.discard("fuzzy")
            message.previous_id = []


def sentences(catalogue: Catalog) -> list[Message]:
    """In the order of the file, without its header."""
    return [message for message in catalogue if message.id]


def is_missing(message: Message) -> bool:
    return message.fuzzy or not all(translations(message))


def translations(message: Message) -> tuple[str, ...]:
    return message.string if isinstance(message.string, tuple) else (message.string or "",)


def source(message: Message) -> str:
    """What a translation is held against: where there is a plural, the plural."""
    return message.id if isinstance(message.id, str) else message.id[-1]


def key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def fill(catalogue: Catalog, translated: Mapping[str, object]) -> dict[str, list[str]]:
    """Put translations in; what is refused stays as it was and is returned with the reasons."""
    known = {key(message): message for message in sentences(catalogue)}
    refused = {}
    for msgid, said in translated.items():
        texts = tuple(said) if isinstance(said, list) else (said,)
        reasons = refusals(known.get(msgid), texts)
        if reasons:
            refused[msgid] = reasons
            continue
        message = known[msgid]
        message.string = texts[0] if isinstance(message.id, str) else texts
        message.flags.discard("fuzzy")
        message.previous_id = []
    return refused


def refusals(message: Message | None, texts: tuple) -> list[str]:
    if message is None:
        return ["the product has no such sentence"]
    if len(texts) != 1 or not isinstance(texts[0], str):
        return ["exactly one text is expected: Chinese has one form for every number"]
    return faults_of(source(message), texts[0])


def write(catalogue: Catalog, path: Path = PO) -> None:
    """The catalogue and, beside it, what the site reads at run time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(
            file,
            catalogue,
            width=100,
            include_lineno=False,
            include_previous=True,
        )
    compiled = path.with_suffix(".mo.new")
    with compiled.open("wb") as file:
        write_mo(file, ready(catalogue))
    os.replace(compiled, path.with_suffix(".mo"))


def ready(catalogue: Catalog) -> Catalog:
    """What is translated: a sentence without a translation is shown in English."""
    complete = new_catalogue()
    for message in sentences(catalogue):
        if not is_missing(message):
            complete.add(message.id, message.string, context=message.context)
    return complete


@contextmanager
def held(path: Path = PO) -> Iterator[None]:
    """Nobody else changes the catalogue meanwhile: translators work on it side by side."""
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)
