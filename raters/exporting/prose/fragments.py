"""Text in which every figure says where it comes from. No Django at any depth."""

from collections.abc import Mapping
from dataclasses import dataclass
from string import Formatter


@dataclass(frozen=True)
class Fragment:
    """`source` is a JSON pointer into report.json; empty for words, which hold no figure.

    A pointer that ends in `[human]` counts the entries of that kind in a list.
    """

    text: str
    source: str = ""


@dataclass(frozen=True)
class Word:
    """Something that each language calls by a name of its own.

    `source` is where its key stands. A name may be that of something: `of` fills its `{of}`.
    """

    key: str
    source: str = ""
    of: str = ""


Slot = Fragment | Word


@dataclass(frozen=True)
class Sentence:
    """`key` names the template of each language; `slots` fill it."""

    key: str
    slots: Mapping[str, Slot]


@dataclass(frozen=True)
class Language:
    """`texts` are templates by key of a sentence, `words` names by key of a word.

    `joint` stands between two sentences.
    """

    code: str
    texts: Mapping[str, str]
    words: Mapping[str, str]
    joint: str


@dataclass(frozen=True)
class Paragraph:
    """`about` is methods or results; `language` a tag for a lang attribute."""

    about: str
    language: str
    fragments: tuple[Fragment, ...]

    @property
    def text(self) -> str:
        return "".join(fragment.text for fragment in self.fragments)


def paragraph(about: str, sentences: list[Sentence], language: Language) -> Paragraph:
    fragments: list[Fragment] = []
    for sentence in sentences:
        if fragments:
            fragments.append(Fragment(language.joint))
        fragments += _filled(sentence, language)
    return Paragraph(about, language.code, tuple(part for part in fragments if part.text))


def _filled(sentence: Sentence, language: Language) -> list[Fragment]:
    found = []
    for words, name, _format, _conversion in Formatter().parse(language.texts[sentence.key]):
        found.append(Fragment(words))
        if name is not None:
            found.append(_said(sentence.slots[name], language))
    return found


def _said(slot: Slot, language: Language) -> Fragment:
    if isinstance(slot, Fragment):
        return slot
    words = language.words.get(slot.key, slot.key)
    return Fragment(words.replace("{of}", slot.of), slot.source)


def coefficient(value: float) -> str:
    """As on the page: three decimals and a true minus sign."""
    return f"{value:.3f}".replace("-", "−")


def percent(share: float) -> str:
    return f"{100 * share:.0f}%"
