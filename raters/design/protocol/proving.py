"""Is this key the one that was sealed? No Django at any depth."""

from collections.abc import Iterator

from raters.design.protocol.sealing import COMMITTED, commitment, item_code
from rubrics.faults import place_in_words
from rubrics.phrases import Phrase, gettext_noop

NOT_A_PAIR = Phrase(gettext_noop("these are not a protocol and its key"))


def prove(public: object, secret: object) -> tuple[Phrase, ...]:
    """What does not agree between the two documents; nothing: the key is proved.

    That `public` itself is what was published is for its SHA-256 to say.
    """
    try:
        return tuple(_discrepancies(public, secret))
    except (AttributeError, LookupError, TypeError, ValueError):
        return (NOT_A_PAIR,)


def _discrepancies(public: dict, secret: dict) -> Iterator[Phrase]:
    yield from _part_faults(public, secret)
    yield from _item_faults(public, secret)
    yield from _queue_faults(public, secret)
    yield from _withheld_faults(public, secret)


def _part_faults(public: dict, secret: dict) -> Iterator[Phrase]:
    if sorted(public["commitments"]) != sorted(COMMITTED):
        yield Phrase(gettext_noop("the protocol does not hold the commitments it should hold"))
    for name in COMMITTED:
        given = commitment(secret[name], salt=secret["salt"])
        if given != public["commitments"].get(name):
            message = gettext_noop("the key's part “%(name)s” is not the one that was sealed")
            yield Phrase(message, {"name": name})
    if public["arms"] != len(secret["arms"]):
        yield Phrase(gettext_noop("the number of arms is not the one that was sealed"))


def _item_faults(public: dict, secret: dict) -> Iterator[Phrase]:
    listed = {item["code"]: item for item in public["items"]}
    entries = {entry["code"]: entry for entry in secret["key"]}
    if sorted(item["code"] for item in public["items"]) != sorted(
        entry["code"] for entry in secret["key"]
    ):
        yield Phrase(gettext_noop("the protocol and the key do not list the same items"))
    for code in sorted(listed.keys() & entries.keys()):
        yield from _entry_faults(listed[code], entries[code], salt=secret["salt"])


def _entry_faults(item: dict, entry: dict, *, salt: str) -> Iterator[Phrase]:
    values = {"code": entry["code"], "key": entry["key"]}
    if item_code(entry["key"], salt=salt) != entry["code"]:
        message = gettext_noop("the code %(code)s does not follow from the salt and the id %(key)s")
        yield Phrase(message, values)
    shown = item["condition"]
    differs = item["content_hash"] != entry["content_hash"] or (
        isinstance(shown, str) and shown != entry["condition"]
    )
    if differs or commitment(entry, salt=salt) != item["commitment"]:
        message = gettext_noop("what the key says of the item %(code)s is not what was sealed")
        yield Phrase(message, values)


def _queue_faults(public: dict, secret: dict) -> Iterator[Phrase]:
    if len(public["queues"]) != len(secret["queues"]):
        yield Phrase(gettext_noop("the protocol and the key do not list the same reviewers"))
    for shown, queue in zip(public["queues"], secret["queues"], strict=False):
        named = isinstance(shown["reviewer"], str) and shown["reviewer"] != queue["reviewer"]
        if named or commitment(queue, salt=secret["salt"]) != shown["commitment"]:
            message = gettext_noop("the queue of %(reviewer)s is not the one that was sealed")
            yield Phrase(message, {"reviewer": queue["reviewer"]})


def _withheld_faults(public: dict, secret: dict) -> Iterator[Phrase]:
    promised = dict(_promised(public, ()))
    given = {tuple(path): text for path, text in secret["withheld"]}
    for path in sorted({*promised, *given}, key=str):
        text = given.get(path)
        if commitment([list(path), text], salt=secret["salt"]) != promised.get(path):
            message = gettext_noop("the text at %(place)s is not the one that was withheld")
            yield Phrase(message, {"place": place_in_words(path)})


def _promised(value, path) -> Iterator[tuple[tuple, str]]:
    if isinstance(value, dict) and set(value) == {"withheld"}:
        yield path, value["withheld"]
        return
    children = value.items() if isinstance(value, dict) else ()
    if isinstance(value, list):
        children = enumerate(value)
    for step, each in children:
        yield from _promised(each, (*path, step))
