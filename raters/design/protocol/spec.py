"""A study's protocol as values: what its file says. No Django at any depth.

The layout of the file is told in docs/protocol.md and fixed by protocol.schema.json. Field names
are the keys of the file. Only `study` has parts that must be given: a draft may be incomplete.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from rubrics.spec import RubricSpec


@dataclass(frozen=True)
class StudySpec:
    """`seed` None: not drawn yet."""

    name: str
    title: str
    public_title: str
    note: str = ""
    seed: int | None = None
    show_context: bool = True
    show_reference: bool = False
    numbered_by: str = "turn"
    consistency: str = "ask"
    rehearsal: bool = False


@dataclass(frozen=True)
class EvaluationQuestion:
    asks: str = ""
    claim: str = ""
    not_claimed: str = ""
    unit: str = ""


@dataclass(frozen=True)
class ReferenceSpec:
    role: str = ""
    who: str = ""
    from_arm: str = ""


@dataclass(frozen=True)
class ArmSpec:
    name: str
    kind: str = "system"
    receives: str = ""
    output: str = ""


@dataclass(frozen=True)
class RubricChoice:
    """A stored rubric by name (`version` None: the newest), a file, or the rubric itself."""

    name: str = ""
    version: int | None = None
    file: str = ""
    document: RubricSpec | None = None


@dataclass(frozen=True)
class FileOptions:
    """As in an import. `fields` is meaning -> name of the field, `roles` speaker -> role."""

    arm: str = ""
    id_prefix: str = ""
    system_messages: str = "drop"
    default_condition: str = ""
    skip_failed: bool = False
    encoding: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    roles: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ItemFiles:
    outputs: tuple[str, ...]
    cases: str = ""
    options: FileOptions = FileOptions()


@dataclass(frozen=True)
class ItemsSpec:
    """`rows` are items in the row format of an import, exactly as they stand in the file."""

    files: tuple[ItemFiles, ...] = ()
    rows: tuple[Mapping[str, object], ...] = ()


@dataclass(frozen=True)
class ReviewerSpec:
    pseudonym: str
    stratum: str = ""
    kind: str = "human"


@dataclass(frozen=True)
class PanelSpec:
    """Either `reviewers` are named, or only their `count` is planned."""

    plan: str = ""
    strata: tuple[str, ...] = ()
    asks_metadata: bool = True
    consent: str = ""
    reviewers: tuple[ReviewerSpec, ...] = ()
    count: int | None = None


@dataclass(frozen=True)
class AllocationSpec:
    """`anchors`: how many to draw, or the ids of items that were picked by hand."""

    kind: str = "crossed"
    cap: int | None = None
    per_item: int = 2
    anchors: int | tuple[str, ...] = 0
    anchor_reason: str = ""


@dataclass(frozen=True)
class OrderSpec:
    """`longest_run` None: runs of one arm are not bounded."""

    longest_run: int | None = 3
    repeats: int = 0
    repeat_gap: int = 10
    side_by_side: bool = False
    strict: bool = False


@dataclass(frozen=True)
class PracticeSpec:
    """`pass_mark` is a share of the expected answers; None: none is asked for. `attempts` None: any
    number."""

    pass_mark: Decimal | None = None
    attempts: int | None = None


@dataclass(frozen=True)
class ReliabilitySpec:
    statistic: str = ""
    target: Decimal | None = None
    reason: str = ""
    width: Decimal | None = None
    expected_icc: Decimal | None = None
    rater_share: Decimal | None = None
    leading_set: str = "auto"
    hit_rate: Decimal = Decimal("0.8")
    interim_looks: bool = False


@dataclass(frozen=True)
class JudgeSpec:
    strategy: str = ""
    note: str = ""
    adjudication: str = ""
    adjudicator: str = ""


@dataclass(frozen=True)
class ProtocolSpec:
    study: StudySpec
    question: EvaluationQuestion = EvaluationQuestion()
    reference: ReferenceSpec = ReferenceSpec()
    arms: tuple[ArmSpec, ...] = ()
    rubric: RubricChoice | None = None
    items: ItemsSpec = ItemsSpec()
    panel: PanelSpec = PanelSpec()
    allocation: AllocationSpec = AllocationSpec()
    order: OrderSpec = OrderSpec()
    practice: PracticeSpec = PracticeSpec()
    reliability: ReliabilitySpec = ReliabilitySpec()
    judge: JudgeSpec = JudgeSpec()
