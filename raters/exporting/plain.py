"""Frozen results as plain JSON values; phrases become sentences. No NaN ever gets this far.

schemas.py says the same of types; the two change together.
"""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from decimal import Decimal

from django.utils.translation import gettext

from raters.exporting.grras import GrrasItem, Standing
from raters.exporting.prose import Paragraph
from raters.figures import Figure
from raters.reliability.controls import HitRate
from rubrics.phrases import Phrase

# Places on a page are no values. What is computed when it is asked for is one, with its type.
LEFT_OUT = {Figure: ("drawing",)}
ADDED = {
    HitRate: {"value": float | None},
    GrrasItem: {"standing": Standing},
    Paragraph: {"text": str},
}


def plain(value: object) -> object:
    if isinstance(value, Phrase):
        return value.through(gettext)
    if is_dataclass(value):
        return {name: plain(getattr(value, name)) for name in told_names(type(value))}
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple | frozenset):
        ordered = sorted(value) if isinstance(value, frozenset) else value
        return [plain(each) for each in ordered]
    if isinstance(value, datetime):
        return value.isoformat()
    return float(value) if isinstance(value, Decimal) else value


def told_names(kind: type) -> list[str]:
    names = [field.name for field in fields(kind) if field.name not in LEFT_OUT.get(kind, ())]
    return [*names, *ADDED.get(kind, ())]
