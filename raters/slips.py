"""What in a message to a reviewer would tell her what she must not know?

Names of arms and systems, what an item is called in the files, and another reviewer's pseudonym.
That an item is planted, or how others rated it, no search can find: the page says so instead.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from raters.design.scanning import NAMES, TurnText, plain, scan
from raters.models import Reviewer, Study
from rubrics.phrases import Phrase, gettext_noop

FEWEST_CHARACTERS = 3
ITEM_ID = Phrase(gettext_noop("what an item or a case is called in your files"))
COLLEAGUE = Phrase(gettext_noop("the pseudonym of another reviewer"))


@dataclass(frozen=True)
class Slip:
    words: str
    kind: str
    why: Phrase


def slips_in(text: str, *, study: Study, to: Reviewer | None) -> tuple[Slip, ...]:
    """In order of kind, each words once. `to` is None for the whole panel."""
    found = (*_names(text, study), *_ids(text, study), *_colleagues(text, study, to))
    return tuple({slip.words: slip for slip in reversed(found)}.values())[::-1]


def _names(text: str, study: Study) -> Iterator[Slip]:
    arms = sorted(study.arms.values_list("name", flat=True))
    for hit in scan([TurnText("", 0, "", text)], arms=arms):
        if hit.kind in NAMES:
            yield Slip(hit.words, hit.kind, hit.reason)


def _ids(text: str, study: Study) -> Iterator[Slip]:
    ids = {*study.items.values_list("source_id", flat=True)}
    ids |= {*study.cases.values_list("source_id", flat=True)}
    # A bare number is an amount or a turn as often as an id.
    telling = (one for one in ids if len(one) >= FEWEST_CHARACTERS and not one.isdecimal())
    yield from (Slip(words, "item_id", ITEM_ID) for words in _said(text, telling))


def _colleagues(text: str, study: Study, to: Reviewer | None) -> Iterator[Slip]:
    others = study.reviewers.exclude(pk=to.pk if to else None)
    pseudonyms = others.values_list("pseudonym", flat=True)
    yield from (Slip(words, "colleague", COLLEAGUE) for words in _said(text, pseudonyms))


def _said(text: str, names: Iterable[str]) -> Iterator[str]:
    """As whole words, the longest where one name holds another; the words as they stand there."""
    in_plain = {plain(name).text for name in names} - {""}
    longest_first = sorted(in_plain, key=lambda name: (-len(name), name))
    if longest_first:
        read, either = plain(text), "|".join(re.escape(name) for name in longest_first)
        found = re.finditer(rf"(?<!\w)(?:{either})(?!\w)", read.text, re.IGNORECASE)
        yield from (text[slice(*read.span_of(*match.span()))] for match in found)
