"""Which sentences of the product have to be translated, and where each of them stands."""

import io
import os
from collections.abc import Iterator
from pathlib import Path

import django
from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract

ROOT = Path(__file__).parent.parent.parent
PACKAGES = ("evalsite", "raters", "rubrics")
# `_now` is what a module calls `gettext` when its `_` is the lazy one.
KEYWORDS = DEFAULT_KEYWORDS | {
    "gettext_lazy": None,
    "gettext_noop": None,
    "_now": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
}
COMMENT = "Translators:"


def template_catalogue() -> Catalog:
    """Every sentence once, in the order of the files, without a translation."""
    catalogue = Catalog()
    for path in [*templates(), *modules()]:
        place = path.relative_to(ROOT).as_posix()
        for line, message, comments, context in messages_of(path):
            catalogue.add(message, None, [(place, line)], auto_comments=comments, context=context)
    return catalogue


def templates() -> list[Path]:
    return sorted((ROOT / "templates").rglob("*.html"))


def modules() -> list[Path]:
    return sorted(path for name in PACKAGES for path in (ROOT / name).rglob("*.py"))


def messages_of(path: Path) -> Iterator[tuple]:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        text = as_python(text, origin=str(path))
    return extract("python", io.BytesIO(text.encode()), KEYWORDS, [COMMENT])


def as_python(template: str, *, origin: str) -> str:
    """The tags of a template that name a sentence, as calls of gettext.

    In brackets, so that the template's indentation means nothing to Python.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from django.utils.translation.template import templatize

    return f"({templatize(template, origin=origin)})"
