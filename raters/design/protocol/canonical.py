"""One sequence of bytes for one value, and its SHA-256. No Django at any depth."""

import hashlib
from collections.abc import Mapping
from decimal import Decimal

import rfc8785


def canonical(value: object) -> bytes:
    """JSON as RFC 8785 writes it, of what `plain` leaves."""
    return rfc8785.dumps(plain(value))


def sha256_of(value: object) -> str:
    return hashlib.sha256(canonical(value)).hexdigest()


def plain(value: object):
    """As JSON reads it back: lists for tuples, and a decimal as the text of its shortest form.

    Texts stay as they are, "0.70" too; Decimal("0.70") becomes "0.7". Floats are refused, since
    languages print them differently, and so are keys beyond U+FFFF, which languages sort
    differently.
    """
    if isinstance(value, Mapping):
        return {_key(name): plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, Decimal):
        return _shortest(value)
    if value is None or isinstance(value, str | int):
        return value
    raise TypeError(f"{type(value).__name__} has no canonical form: {value!r}")


def _key(name: object) -> str:
    if not isinstance(name, str) or any(character > "\uffff" for character in name):
        raise TypeError(f"not a key with a canonical form: {name!r}")
    return name


def _shortest(number: Decimal) -> str:
    if not number.is_finite():
        raise TypeError(f"not a finite number: {number}")
    if not number:
        return "0"
    text = format(number, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text
