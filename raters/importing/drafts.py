"""The drafts: what was read, before any of it becomes a database row."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from raters.importing.problems import Problem
from raters.importing.speakers import TurnDraft
from rubrics.phrases import Phrase

Flavour = Literal["pos_control", "neg_control", "instability", "mechanism_contra"]
Polarity = Literal["positive", "avoidance"]


@dataclass(frozen=True)
class CriterionDraft:
    """One criterion that belongs to one case or item. Points may be negative or zero."""

    text: str
    points: Decimal = Decimal(1)
    tags: tuple[str, ...] = ()
    key: str = ""
    safety_critical: bool = False
    polarity: Polarity = "positive"
    emergency: bool = False
    parts: tuple[str, ...] = ()


@dataclass(frozen=True)
class ControlDraft:
    """A planted item and the scores that a competent reviewer gives it, both ends included."""

    flavour: Flavour
    expected: Mapping[str, tuple[Decimal, Decimal]] = field(default_factory=dict)


@dataclass(frozen=True)
class CaseDraft:
    """What was asked. Texts are "" when the file says nothing.

    `prompt` is the question as turns, empty when the rows hold whole conversations.
    """

    source_id: str
    condition: str
    domain: str
    context: str
    reference: str
    checklist: tuple[str, ...]
    criteria: tuple[CriterionDraft, ...]
    file: str
    row: int | None
    prompt: tuple[TurnDraft, ...] = ()


@dataclass(frozen=True)
class ItemDraft:
    """What a reviewer reads. `source_id` is unique within one import; `arm` is None only for a
    control that names none. `criteria` are those written in the item's own row: when there are
    none, the case's apply."""

    source_id: str
    case_source_id: str
    arm: str | None
    turns: tuple[TurnDraft, ...]
    control: ControlDraft | None
    criteria: tuple[CriterionDraft, ...]
    file: str
    row: int | None

    @property
    def content_hash(self) -> str:
        """SHA-256 over the canonical JSON of [[role, text], ...]; equal texts, equal hash."""
        turns = [[turn.role, turn.text] for turn in self.turns]
        canonical = json.dumps(turns, ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(canonical.encode("utf-8")).hexdigest()


@dataclass(frozen=True)
class Drafts:
    """`problems` must be mended before anything is saved; `notes` should be read."""

    cases: tuple[CaseDraft, ...] = ()
    items: tuple[ItemDraft, ...] = ()
    problems: tuple[Problem, ...] = ()
    notes: tuple[Phrase, ...] = ()
