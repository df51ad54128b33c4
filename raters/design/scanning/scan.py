"""The search through transcripts. No Django at any depth."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from raters.design.scanning import identity, personal, products
from raters.design.scanning.arms import ArmName, arm_names
from raters.design.scanning.hits import Hit, TurnText, longest_of_each_group
from raters.design.scanning.lookup import Lookup, Searched, searched
from raters.design.scanning.plain import plain
from rubrics.phrases import Phrase
from rubrics.phrases import gettext_noop as _

# kind, start, end, reason, is it certain
Found = Iterator[tuple[str, int, int, Phrase, bool]]

_NAMED = Phrase(_("the speaker says which system it is, or from when its knowledge dates"))
_INTRODUCED = Phrase(_("the speaker introduces itself by the name of a known system"))
_MACHINE = Phrase(_("the speaker says that it is a machine"))
_PRODUCT = Phrase(_("the name of a known system or of its maker"))
_PERHAPS_PRODUCT = Phrase(_("the name of a known system, which is also another word or name"))
_ARM = _("the name of the arm “%(arm)s”")
_PERHAPS_ARM = _("the name of the arm “%(arm)s”, which is also an ordinary word")
_EMAIL = Phrase(_("an e-mail address"))
_PHONE = Phrase(_("a telephone number"))
_BIRTH = Phrase(_("a date of birth"))
_RECORD = Phrase(_("the number of a patient, a record or an identity card"))


def scan(texts: Iterable[TurnText], *, arms: Sequence[str]) -> Iterator[Hit]:
    """Names of systems and arms, and personal data, turn after turn in order of the text.

    Of overlapping hits the longest is kept, once for names and once for personal data.
    """
    names = tuple(arm_names(arms))
    for turn in texts:
        yield from longest_of_each_group(_hits(turn, names))


def _hits(turn: TurnText, names: Sequence[ArmName]) -> Iterator[Hit]:
    read = plain(turn.text)
    text = searched(read.text)
    by_machine = turn.role.strip().casefold() in identity.MACHINE_ROLES
    searches = (
        _identities(text, by_machine=by_machine),
        _products(text),
        _arms(text, names),
        _personal(text),
    )
    for kind, *span, reason, is_certain in chain(*searches):
        start, end = read.span_of(*span)
        words = turn.text[start:end]
        yield Hit(turn.item, turn.turn, start, end, kind, words, reason, is_certain)


def _identities(text: Searched, *, by_machine: bool) -> Found:
    for match in _matches(identity.NAMED, text):
        yield "self_identification", *match.span(), _NAMED, True
    for match in identity.INTRODUCED.matches(text):
        yield "self_identification", *match.span(), _INTRODUCED, by_machine
    for match in _matches(identity.SOME_MACHINE, text):
        yield "self_identification", *match.span(), _MACHINE, False


def _products(text: Searched) -> Found:
    if not text.has_any(products.ALL_WORDS):
        return
    for match in _matches(products.CERTAIN_NAMES, text):
        yield "product_name", *match.span(), _PRODUCT, True
    for match in _matches(products.DOUBTFUL_NAMES, text):
        yield "product_name", *match.span(), _PERHAPS_PRODUCT, False


def _arms(text: Searched, names: Sequence[ArmName]) -> Found:
    for arm in names:
        reason = Phrase(_ARM if arm.is_certain else _PERHAPS_ARM, {"arm": arm.name})
        for match in arm.lookup.matches(text):
            yield "arm_name", *match.span(), reason, arm.is_certain


def _personal(text: Searched) -> Found:
    searches = (
        ("email", personal.emails, _EMAIL),
        ("phone", personal.phones, _PHONE),
        ("date_of_birth", personal.birthdays, _BIRTH),
        ("record_number", personal.record_numbers, _RECORD),
    )
    for kind, search, reason in searches:
        for start, end, is_certain in search(text):
            yield kind, start, end, reason, is_certain


def _matches(lookups: Iterable[Lookup], text: Searched) -> Iterator[re.Match[str]]:
    return chain.from_iterable(lookup.matches(text) for lookup in lookups)
