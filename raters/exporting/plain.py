"""Frozen results as plain JSON values; phrases become sentences. No NaN ever gets this far."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from decimal import Decimal

from django.utils.translation import gettext

from rubrics.phrases import Phrase


def plain(value: object) -> object:
    if isinstance(value, Phrase):
        return value.through(gettext)
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple | frozenset):
        ordered = sorted(value) if isinstance(value, frozenset) else value
        return [plain(each) for each in ordered]
    if isinstance(value, datetime):
        return value.isoformat()
    return float(value) if isinstance(value, Decimal) else value
