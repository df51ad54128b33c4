"""Texts that would name an arm or an item do not leave the house. No Django at any depth."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from unicodedata import normalize

from rubrics.faults import Path

# What these hold is computed or chosen from a list, and says nothing in words.
NOT_WORDS = {
    *("format", "code", "content_hash", "hash", "commitment", "commitments", "withheld"),
    *("locked_at", "at", "numbered_by", "consistency", "unit", "role", "kind", "anchors_are"),
    *("statistic", "leading_set", "strategy"),
    *("target", "width", "expected_icc", "rater_share", "hit_rate", "pass_mark"),
}
# Shorter names and ids tell nothing, and stand in every second word.
SHORTEST_NAME, SHORTEST_ID, SHORTEST_NUMBER = 3, 2, 4
PART = re.compile(r"[^\W\d_]+|\d+")
# A neighbour in Chinese does not make a name part of a longer word.
BEGINS, ENDS = r"(?<![a-z0-9])", r"(?![a-z0-9])"


def arm_names_in(public: object, arms: Iterable[str]) -> tuple[tuple[Path, str], ...]:
    """Where the words of a public document name an arm, however spaced: gpt-4o, GPT 4o, gpt4o.

    Names of one letter are not looked for, nor are two letters of the Latin alphabet.
    """
    patterns = [(name, pattern) for name in arms if (pattern := _arm_pattern(name))]
    return tuple(
        (path, name)
        for path, text in texts_of(public)
        for name, pattern in patterns
        if pattern.search(normalize("NFKC", text)) or pattern.search(text)
    )


def source_ids_in(public: object, ids: Iterable[str]) -> tuple[tuple[Path, str], ...]:
    """Where the words name an item or a case by its id; short numbers are taken for numbers."""
    telling = sorted({each for each in ids if _is_telling(each)}, key=len, reverse=True)
    if not telling:
        return ()
    any_id = "|".join(map(re.escape, telling))
    pattern = re.compile(f"{BEGINS}(?:{any_id}){ENDS}", re.IGNORECASE)
    # Thousands of items share a few conditions.
    first = cache(pattern.search)
    return tuple((path, first(text)[0]) for path, text in texts_of(public) if first(text))


@cache
def _arm_pattern(name: str) -> re.Pattern | None:
    """The name itself, also within a longer word; or its parts with anything between them."""
    name = normalize("NFKC", name).strip()
    parts = PART.findall(name) or [name]
    spaced = BEGINS + r"[\W_]*".join(map(re.escape, parts)) + ENDS
    if len(name) >= SHORTEST_NAME or (len(name) > 1 and not name.isascii()):
        return re.compile(f"{re.escape(name)}|{spaced}", re.IGNORECASE)
    has_digit = len(name) > 1 and any(character.isdigit() for character in name)
    return re.compile(spaced, re.IGNORECASE) if has_digit else None


def _is_telling(key: str) -> bool:
    return len(key) >= (SHORTEST_NUMBER if key.isdigit() else SHORTEST_ID)


def texts_of(value: object, path: Path = ()) -> Iterator[tuple[Path, str]]:
    if isinstance(value, str):
        yield path, value
    children = enumerate(value) if isinstance(value, list | tuple) else ()
    if isinstance(value, Mapping):
        children = ((name, each) for name, each in value.items() if name not in NOT_WORDS)
    for step, each in children:
        yield from texts_of(each, (*path, step))


def with_texts_replaced(value, replaced: Callable[[Path, str], object], *, at: set[Path], path=()):
    """A copy in which the texts at these places are what `replaced` makes of them."""
    if path in at:
        return replaced(path, value)
    if isinstance(value, Mapping):
        return {
            name: with_texts_replaced(each, replaced, at=at, path=(*path, name))
            for name, each in value.items()
        }
    if isinstance(value, list):
        return [
            with_texts_replaced(each, replaced, at=at, path=(*path, index))
            for index, each in enumerate(value)
        ]
    return value
