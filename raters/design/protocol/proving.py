"""Is this key the one that was sealed? No Django at any depth.

The script in docs/protocol.md asks the same questions; what one of them finds the other finds.
"""

from collections.abc import Iterator

from raters.design.protocol.canonical import canonical
from raters.design.protocol.publishing import OPEN_SECTIONS, OPEN_WHERE_STATED
from raters.design.protocol.sealing import (
    COMMITTED,
    KEY_FORMAT,
    PUBLIC_FORMAT,
    by_place,
    commitment,
    item_code,
    listed,
)
from raters.design.protocol.withholding import with_texts_replaced
from rubrics.faults import place_in_words
from rubrics.phrases import Phrase, gettext_noop

NOT_A_PAIR = Phrase(gettext_noop("these are not a protocol and its key"))
PROTOCOL_PARTS = {
    *("format", "version", "locked_at", "amendments", "software"),
    *("study", "reference", "allocation", "rubric", *OPEN_SECTIONS),
    *("arms", "items", "queues", "commitments"),
}
KEY_PARTS = {"format", "salt", "queues", "withheld", *COMMITTED}
# What anybody's JSON may raise.
_NOT_READ = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


def prove(public: object, secret: object) -> tuple[Phrase, ...]:
    """What does not agree between the two documents; nothing: the key is proved.

    That `public` itself is what was published is for its SHA-256 to say.
    """
    try:
        # What has no canonical form was never sealed.
        canonical([public, secret])
        return tuple(_discrepancies(public, secret))
    except _NOT_READ:
        return (NOT_A_PAIR,)


def _discrepancies(public: dict, secret: dict) -> Iterator[Phrase]:
    yield from _form_faults(public, secret)
    yield from _part_faults(public, secret)
    shown = _with_texts(public, secret)
    yield from _item_faults(shown, secret)
    yield from _queue_faults(shown, secret)
    yield from _withheld_faults(public, secret)


def _form_faults(public: dict, secret: dict) -> Iterator[Phrase]:
    parts = set(public) - set(OPEN_WHERE_STATED)
    if (public["format"], parts) != (PUBLIC_FORMAT, PROTOCOL_PARTS):
        yield Phrase(gettext_noop("the protocol does not have the parts it should have"))
    if (secret["format"], set(secret)) != (KEY_FORMAT, KEY_PARTS):
        yield Phrase(gettext_noop("the key does not have the parts it should have"))


def _part_faults(public: dict, secret: dict) -> Iterator[Phrase]:
    if sorted(public["commitments"]) != sorted(COMMITTED):
        yield Phrase(gettext_noop("the protocol does not hold the commitments it should hold"))
    for name in COMMITTED:
        given = commitment(secret[name], salt=secret["salt"])
        if given != public["commitments"].get(name):
            message = gettext_noop("the key's part “%(name)s” is not the one that was sealed")
            yield Phrase(message, {"name": name})
    if not _same(public["arms"], len(secret["arms"])):
        yield Phrase(gettext_noop("the number of arms is not the one that was sealed"))


def _same(one: object, other: object) -> bool:
    """To Python true is 1 as well."""
    return canonical(one) == canonical(other)


def _with_texts(public: dict, secret: dict) -> dict:
    """The protocol with the texts that were withheld, as the key has them."""
    texts = {tuple(path): text for path, text in secret["withheld"]}
    places = texts.keys() & {path for path, _promise in _promised(public, ())}
    return with_texts_replaced(public, lambda path, _promise: texts[path], at=places)


def _item_faults(public: dict, secret: dict) -> Iterator[Phrase]:
    if [item["code"] for item in public["items"]] != [entry["code"] for entry in secret["key"]]:
        yield Phrase(gettext_noop("the protocol and the key do not list the same items"))
    items = {item["code"]: item for item in public["items"]}
    for entry in sorted(secret["key"], key=lambda entry: entry["code"]):
        if entry["code"] in items:
            yield from _entry_faults(items[entry["code"]], entry, salt=secret["salt"])


def _entry_faults(item: dict, entry: dict, *, salt: str) -> Iterator[Phrase]:
    values = {"code": entry["code"], "key": entry["key"]}
    if item_code(entry["key"], salt=salt) != entry["code"]:
        message = gettext_noop("the code %(code)s does not follow from the salt and the id %(key)s")
        yield Phrase(message, values)
    if not _same(item, listed(entry, salt=salt)):
        message = gettext_noop("what the key says of the item %(code)s is not what was sealed")
        yield Phrase(message, values)


def _queue_faults(public: dict, secret: dict) -> Iterator[Phrase]:
    salt = secret["salt"]
    if len(public["queues"]) != len(secret["queues"]):
        yield Phrase(gettext_noop("the protocol and the key do not list the same reviewers"))
    for shown, queue in zip(public["queues"], secret["queues"], strict=False):
        sealed = {"reviewer": queue["reviewer"], "commitment": commitment(queue, salt=salt)}
        if not _same(shown, sealed):
            message = gettext_noop("the queue of %(reviewer)s is not the one that was sealed")
            yield Phrase(message, {"reviewer": queue["reviewer"]})


def _withheld_faults(public: dict, secret: dict) -> Iterator[Phrase]:
    promised = [[list(path), promise] for path, promise in _promised(public, ())]
    salt, withheld = secret["salt"], secret["withheld"]
    given = [[path, commitment([path, text], salt=salt)] for path, text in withheld]
    if _same(sorted(promised, key=by_place), given):
        return
    promises, kept = ({tuple(path): each for path, each in pairs} for pairs in (promised, given))
    wrong = [path for path in {**promises, **kept} if promises.get(path) != kept.get(path)]
    for path in sorted(wrong, key=str):
        message = gettext_noop("the text at %(place)s is not the one that was withheld")
        yield Phrase(message, {"place": place_in_words(path)})
    if not wrong:
        yield Phrase(gettext_noop("the withheld texts are not listed once each, by their places"))


def _promised(value, path) -> Iterator[tuple[tuple, str]]:
    if isinstance(value, dict) and set(value) == {"withheld"}:
        yield path, value["withheld"]
        return
    children = value.items() if isinstance(value, dict) else ()
    if isinstance(value, list):
        children = enumerate(value)
    for step, each in children:
        yield from _promised(each, (*path, step))
