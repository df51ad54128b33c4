"""The drafts: what was read, before any of it becomes a database row."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import pairwise
from typing import Literal

from raters.importing.problems import Problem
from raters.importing.speakers import TurnDraft
from rubrics.phrases import Phrase

Flavour = Literal["pos_control", "neg_control", "instability", "mechanism_contra", "training"]
Role = Literal["real", "control", "training"]
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
class Expected:
    """The scores that count as a hit: `low` to `high`, both included, or only some between them.

    `only` ascends from `low` to `high` and has a gap; without one it is empty, so that the same
    scores are always the same value.
    """

    low: Decimal
    high: Decimal
    only: tuple[Decimal, ...] = ()

    @classmethod
    def among(cls, points: Iterable[Decimal]) -> "Expected":
        """Exactly these points, of which there is at least one."""
        ascending = tuple(sorted(set(points)))
        has_gap = any(after - before != 1 for before, after in pairwise(ascending))
        return cls(ascending[0], ascending[-1], ascending if has_gap else ())


@dataclass(frozen=True)
class ControlDraft:
    """A planted item and the scores that a competent reviewer gives it, question by question.

    The flavour of an item for training is "training". Its reviewer reads the explanation once she
    has answered.
    """

    flavour: Flavour
    expected: Mapping[str, Expected] = field(default_factory=dict)
    explanation: str = ""

    @property
    def is_training(self) -> bool:
        return self.flavour == "training"


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
    planted one that names none. `criteria` are those written in the item's own row: when there are
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
    def role(self) -> Role:
        if self.control is None:
            return "real"
        return "training" if self.control.is_training else "control"

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
