"""A rubric as values: what a file says, and what rows are made from. No Django at any depth.

The layout of the file is described in docs/rubric-format.md and fixed by rubric.schema.json.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from rubrics.composite import CoverageBand, DeviationKind, GradeBand


@dataclass(frozen=True)
class DescriptorSpec:
    low: int
    high: int
    text: str
    condition: str = ""
    examples: tuple[str, ...] = ()


@dataclass(frozen=True)
class LevelSpec:
    """One level of a tier set, best first."""

    text: str
    points: Decimal


@dataclass(frozen=True)
class QuestionSpec:
    key: str
    kind: str
    label: str
    text: str = ""
    conditions: tuple[str, ...] = ()
    evidence: str = "required"
    tags: tuple[str, ...] = ()
    scale_min: int | None = None
    scale_max: int | None = None
    better: str = "higher"
    comparative: bool = False
    weight: Decimal | None = None
    checkpoints: tuple[str, ...] = ()
    coverage: tuple[CoverageBand, ...] = ()
    descriptors: tuple[DescriptorSpec, ...] = ()
    points: Decimal | None = None
    polarity: str = "positive"
    safety_critical: bool = False
    emergency: bool = False
    parts: tuple[str, ...] = ()
    levels: tuple[LevelSpec, ...] = ()


@dataclass(frozen=True)
class ScoringSpec:
    """`partial` None: offered, except under the healthbench rule."""

    rule: str = "points"
    half_points: str = "rounded"
    pass_mark: Decimal | None = None
    partial: bool | None = None

    @property
    def offers_partial(self) -> bool:
        return self.rule == "points" if self.partial is None else self.partial


@dataclass(frozen=True)
class CompositeSpec:
    label: str
    grades: tuple[GradeBand, ...] = ()


@dataclass(frozen=True)
class CorrelationSpec:
    between: tuple[str, str]
    expect: str
    why: str = ""


@dataclass(frozen=True)
class RubricSpec:
    """`own_criteria`: made to be applied to criteria that items bring themselves.

    `translations` are as in the file, by language; rubrics/translating.py puts them in place.
    """

    name: str
    version: int
    title: str
    questions: tuple[QuestionSpec, ...] = ()
    language: str = "en"
    source: str = ""
    guidance: str = ""
    conditions: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    for_one_item: bool = False
    own_criteria: bool = False
    scoring: ScoringSpec = ScoringSpec()
    conjunctive: str = "strict"
    composite: CompositeSpec | None = None
    deviations: tuple[DeviationKind, ...] = ()
    highlights: bool = False
    training_feedback: bool = False
    correlations: tuple[CorrelationSpec, ...] = ()
    translations: Mapping[str, Mapping] = field(default_factory=dict)

    def question(self, key: str) -> QuestionSpec:
        return next(question for question in self.questions if question.key == key)
