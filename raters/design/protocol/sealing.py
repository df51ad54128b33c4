"""A locked study as two documents: one to publish, and the key that stays in the house.

Whatever is secret has a commitment in the public document, so that the key can be proved later.
docs/protocol.md tells the rule for an auditor. No Django at any depth.
"""

import hashlib
import hmac
from collections import Counter
from dataclasses import dataclass

from raters.design.protocol.canonical import canonical, plain, sha256_of
from raters.design.protocol.locked import LockedItem, LockedStudy
from raters.design.protocol.publishing import public_sections
from raters.design.protocol.withholding import (
    arm_names_in,
    source_ids_in,
    texts_of,
    with_texts_replaced,
)
from raters.design.protocol.writing import mapping_from_protocol

PUBLIC_FORMAT = "evalsite protocol 1"
KEY_FORMAT = "evalsite protocol key 1"
# The parts of the key that have a commitment as a whole; items, queues and texts have their own.
COMMITTED = ("arms", "counts", "findings_kept", "key", "protocol", "title")
# Short of that, a commitment could be opened by trying.
SHORTEST_SALT = 32


@dataclass(frozen=True)
class Sealed:
    """`sha256` is of the canonical form of `public`."""

    public: dict
    secret: dict
    sha256: str


def seal(locked: LockedStudy, *, salt: str) -> Sealed:
    """`salt`: at least 32 characters from a generator fit for secrets, new for every seal."""
    if len(salt) < SHORTEST_SALT:
        raise ValueError(f"a salt has at least {SHORTEST_SALT} characters")
    secret = _secret(locked, salt=salt)
    public = _public(locked, secret)
    public, secret["withheld"] = _with_names_withheld(public, locked, salt=salt)
    return Sealed(public, secret, sha256_of(public))


def item_code(key: str, *, salt: str) -> str:
    return hmac.new(salt.encode(), f"item|{key}".encode(), hashlib.sha256).hexdigest()[:16]


def commitment(part: object, *, salt: str) -> str:
    return hashlib.sha256(salt.encode() + canonical(part)).hexdigest()


def _secret(locked: LockedStudy, *, salt: str) -> dict:
    codes = {item.key: item_code(item.key, salt=salt) for item in locked.items}
    if len(set(codes.values())) != len(locked.items):
        raise ValueError("two items have one key")
    key = [_entry(item, code=codes[item.key]) for item in locked.items]
    return plain(
        {
            "format": KEY_FORMAT,
            "salt": salt,
            "title": locked.spec.study.title,
            "arms": _arms(locked),
            "key": sorted(key, key=lambda entry: entry["code"]),
            "counts": dict(Counter(item.role for item in locked.items)),
            "protocol": _protocol(locked),
            "findings_kept": locked.findings_kept,
            "queues": _queues(locked, codes),
        }
    )


def _entry(item: LockedItem, *, code: str) -> dict:
    return {"code": code, **vars(item)}


def _arms(locked: LockedStudy) -> list[dict]:
    listed = {arm.name: vars(arm) for arm in locked.spec.arms}
    return [listed.get(name, {"name": name}) for name in locked.arm_names]


def _protocol(locked: LockedStudy) -> dict:
    """The file, without the texts of items: those are in their hashes."""
    document = mapping_from_protocol(locked.spec)
    items = {name: each for name, each in document.pop("items", {}).items() if name != "rows"}
    return document | ({"items": items} if items else {})


def _queues(locked: LockedStudy, codes: dict[str, str]) -> list[dict]:
    def coded(order):
        return [[codes[key], showing, label] for key, showing, label in order]

    reviewers = {*locked.allocation, *locked.orders, *locked.training_orders}
    return [
        {
            "reviewer": reviewer,
            "allocation": sorted(codes[key] for key in locked.allocation.get(reviewer, ())),
            "order": coded(locked.orders.get(reviewer, ())),
            "training_order": coded(locked.training_orders.get(reviewer, ())),
        }
        for reviewer in sorted(reviewers)
    ]


def _public(locked: LockedStudy, secret: dict) -> dict:
    """Before texts are withheld."""
    salt = secret["salt"]
    sections = public_sections(locked.spec)
    sections["rubric"] = sections["rubric"] | {"hash": locked.rubric_hash}
    return sections | {
        "format": PUBLIC_FORMAT,
        "version": locked.version,
        "locked_at": locked.locked_at,
        "amendments": [
            {"version": version, "reason": reason, "at": at}
            for version, reason, at in locked.amendments
        ],
        "software": [
            {"name": name, "version": locked.software[name]} for name in sorted(locked.software)
        ],
        "arms": len(secret["arms"]),
        "items": [listed(entry, salt=salt) for entry in secret["key"]],
        "queues": [
            {"reviewer": queue["reviewer"], "commitment": commitment(queue, salt=salt)}
            for queue in secret["queues"]
        ],
        "commitments": {name: commitment(secret[name], salt=salt) for name in COMMITTED},
    }


def listed(entry: dict, *, salt: str) -> dict:
    """Neither case nor rubric: a case with a single item, or with no criteria, is a control's."""
    shown = {name: entry[name] for name in ("code", "content_hash", "condition")}
    return shown | {"commitment": commitment(entry, salt=salt)}


def _with_names_withheld(public: dict, locked: LockedStudy, *, salt: str) -> tuple[dict, list]:
    """The public document without the texts that name an arm or an item, and those texts."""
    found = [
        *arm_names_in(public, locked.arm_names),
        *source_ids_in(public, locked.source_ids),
    ]
    places = {path for path, name in found}
    withheld = [[list(path), text] for path, text in texts_of(public) if path in places]

    def committed(path, text):
        return {"withheld": commitment([list(path), text], salt=salt)}

    return with_texts_replaced(public, committed, at=places), sorted(withheld, key=by_place)


def by_place(withheld: list) -> bytes:
    """One order, wherever the documents were kept: of the places as JSON."""
    return canonical(withheld[0])
