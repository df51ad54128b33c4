"""What does the reliability report of a study consist of? Frozen values, nothing computed here.

Everything is the same in every language: sentences are `Phrase`s, labels are the rubric's own
words. A file made from these values leaves out `Figure.drawing` and keeps `Figure.table`.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from raters.figures import Figure
from raters.reliability.agreement import PairKappa
from raters.reliability.behaviour import (
    FastRow,
    OrderReport,
    RangeUse,
    SelfConsistency,
    Severity,
    Third,
)
from raters.reliability.controls import ControlReport
from raters.reliability.correlation import DimensionCorrelation
from raters.reliability.criteria import CriterionRow
from raters.reliability.estimate import Estimate
from raters.reliability.report import Provenance
from raters.reliability.sensitivity import SensitivityRow
from raters.reliability.subgroups import Subgroups, WithoutReviewer
from raters.reliability.wording import ShownInterval
from rubrics.phrases import Phrase

Label = str | Phrase


class QuestionKind(StrEnum):
    """`CRITERIA` are several criteria taken together, their difficulty apart."""

    DIMENSION = "dimension"
    CRITERION = "criterion"
    CRITERIA = "criteria pooled"
    COMPOSITE = "composite"
    GRADE = "grade"


@dataclass(frozen=True)
class AmendmentLine:
    version: int
    kind: str
    reason: str
    at: datetime


@dataclass(frozen=True)
class ProtocolLine:
    """What was locked, under which hash, and everything that was amended since.

    In the language of whoever asks, which is why it is put in after the report was stored.
    """

    version: int
    sha256: str
    locked_at: datetime
    decision: str
    despite: str
    statistic: str
    target: float | None
    target_reason: str
    anchors: Phrase | None
    amendments: tuple[AmendmentLine, ...]


@dataclass(frozen=True)
class Thresholds:
    """What counts as high, good and wide. Shares from 0 to 1, `wide` in points of a coefficient."""

    exact_high: float
    hit_rate_good: float
    wide: float
    fewest_items_for_interval: int
    fewest_items_for_words: int


@dataclass(frozen=True)
class PanelRow:
    """Nobody is named. What was not asked or not answered is None or empty."""

    pseudonym: str
    kind: str
    stratum: str
    years: int | None
    prior_ai: bool | None
    subspecialty: str
    n_items: int
    n_done: int
    n_defective: int
    left: bool


@dataclass(frozen=True)
class PracticeRow:
    """Over all practice up to the round: `n_attempts` ended; `passed_at` is the attempt, None where
    she did not pass; `let_in` is told of those alone. `pass_mark` None: no share was asked of her.
    """

    pseudonym: str
    had_practice: bool
    pass_mark: float | None
    n_attempts: int
    passed_at: int | None
    let_in: bool


@dataclass(frozen=True)
class PracticeAsked:
    """What was asked at practice, and of whom. `attempts` None: not limited."""

    pass_mark: float
    attempts: int | None
    of: tuple[str, ...]


@dataclass(frozen=True)
class PracticeTable:
    """`asked` has one entry, unless a reopened design asked for something else."""

    asked: tuple[PracticeAsked, ...]
    rows: tuple[PracticeRow, ...]


@dataclass(frozen=True)
class PanelTable:
    """`practice` is None where nobody was asked for a share of it."""

    rows: tuple[PanelRow, ...]
    summary: tuple[Phrase, ...]
    practice: PracticeTable | None = None


@dataclass(frozen=True)
class ShownEstimate:
    """An estimate, and what may be printed of its interval and said in words."""

    name: str
    estimate: Estimate
    shown: ShownInterval
    band: Phrase | None


@dataclass(frozen=True)
class Finding:
    """The statistic of the protocol on the set that leads, against its target.

    `is_prespecified` is False where no protocol named a statistic: ICC(2,1) stands in. `on` says
    on which ratings; `others` are the same statistic on the other sets, each with its own words.
    """

    statistic: str
    is_prespecified: bool
    on: Phrase
    lead: ShownEstimate
    target: float | None
    verdict: Phrase | None
    sentence: Phrase | None
    others: tuple[tuple[Phrase, ShownEstimate], ...]


@dataclass(frozen=True)
class ScalePoint:
    value: float
    label: Label


@dataclass(frozen=True)
class DataLines:
    """What the question's numbers rest on. `scale` are all points, used or not.

    `level` is "ordinal" or "interval". A composite has a scale of two ends (`has_steps` False).
    """

    scale: tuple[ScalePoint, ...]
    has_steps: bool
    level: str
    n_items: int
    n_reviewers: int
    n_ratings: int
    n_cases: int
    share_filled: float
    items_rated_once: int
    items_rated_twice_or_more: int
    is_complete: bool
    left_out: tuple[Phrase, ...]


@dataclass(frozen=True)
class UseOfPoints:
    """How often each point of the scale was given; `whose` is "all", "reviewer" or "condition"."""

    whose: str
    label: Label
    counts: tuple[int, ...]


@dataclass(frozen=True)
class ComponentShare:
    """`part` is item, case, reviewer or error; `said` explains it. Variance in squared points."""

    part: str
    said: Phrase
    variance: float
    share: float


@dataclass(frozen=True)
class Components:
    shares: tuple[ComponentShare, ...]
    basis: Phrase
    sem_agreement: float
    sem_consistency: float | None
    smallest_detectable_difference: float


@dataclass(frozen=True)
class Coincidences:
    """Pairs of scores of the same item, each pair counted in both orders, over all pairs.

    Row and column are points of the scale; an item's pairs weigh 1 / (its ratings - 1).
    """

    points: tuple[float, ...]
    counts: tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class SubgroupTable:
    """`key` is condition, stratum or half."""

    key: str
    by: Phrase
    groups: Subgroups


@dataclass(frozen=True)
class ReportedQuestion:
    """One question. While reliability is withheld there are only `key` to `data`.

    `exploratory` is everything computed besides the pre-specified value. Of several criteria
    taken together `criteria` and `tags` have a row each, and what needs one table is missing.
    """

    key: str
    label: Label
    kind: QuestionKind
    lower_is_better: bool
    data: DataLines
    finding: Finding | None = None
    use: tuple[UseOfPoints, ...] = ()
    exploratory: tuple[ShownEstimate, ...] = ()
    warnings: tuple[Phrase, ...] = ()
    components: Components | None = None
    pairs: tuple[PairKappa, ...] = ()
    coincidences: Coincidences | None = None
    subgroups: tuple[SubgroupTable, ...] = ()
    leave_one_out: tuple[WithoutReviewer, ...] = ()
    sensitivity: tuple[SensitivityRow, ...] = ()
    criteria: tuple[CriterionRow, ...] = ()
    tags: tuple[CriterionRow, ...] = ()
    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True)
class ReportedControls:
    """`figures`: one for the panel, by third of the queue."""

    report: ControlReport
    n_in_study: int
    figures: tuple[Figure, ...]


@dataclass(frozen=True)
class QuestionBehaviour:
    """How reviewers went about one question. `consistency` is None without hidden repeats."""

    key: str
    label: Label
    severity: tuple[Severity, ...]
    range_use: tuple[RangeUse, ...]
    order: OrderReport
    drift: tuple[Third, ...]
    consistency: SelfConsistency | None
    figures: tuple[Figure, ...]


@dataclass(frozen=True)
class BehaviourReport:
    """`fast` is about whole items and not about one question."""

    questions: tuple[QuestionBehaviour, ...]
    fast: tuple[FastRow, ...]
    notes: tuple[Phrase, ...]
    figures: tuple[Figure, ...]


@dataclass(frozen=True)
class CorrelationReport:
    """Every two questions; `labels` gives the words of each key, `notes` how to read it."""

    labels: tuple[tuple[str, Label], ...]
    rows: tuple[DimensionCorrelation, ...]
    n_expected: int
    notes: tuple[Phrase, ...]
    figure: Figure | None


@dataclass(frozen=True)
class DefectLine:
    reviewer: str
    item: str
    what: Phrase
    reason: str


@dataclass(frozen=True)
class InterimLook:
    """Somebody saw reliability before the round was closed. `at_what`: the page or which file."""

    at: datetime
    by: str
    at_what: str
    fingerprint: str


@dataclass(frozen=True)
class Correspondence:
    """Questions about items of the round, and messages to the whole panel, while it was open."""

    n_asked: int
    n_to_panel: int
    sentence: Phrase


@dataclass(frozen=True)
class StudyReport:
    """`why_withheld` says why reliability is not shown; None where it is.

    While it is withheld `questions` hold data lines only, `forest`, `behaviour` and
    `correlations` are None. `fingerprint` is of all data the report was computed from.
    `is_interim_look`: reliability is shown although the round is open, as the protocol allows.
    """

    study: str
    slug: str
    is_rehearsal: bool
    round: int
    is_closed: bool
    generated_at: datetime
    fingerprint: str
    is_interim_look: bool
    shows_reliability: bool
    why_withheld: Phrase | None
    rubric: str
    language: str
    protocol: ProtocolLine | None
    statistic: str
    target: float | None
    thresholds: Thresholds
    grading: tuple[Phrase, ...]
    panel: PanelTable
    questions: tuple[ReportedQuestion, ...]
    forest: Figure | None
    controls: ReportedControls
    behaviour: BehaviourReport | None
    correlations: CorrelationReport | None
    left_out: tuple[Phrase, ...]
    defects: tuple[DefectLine, ...]
    simulated_ratings: int
    looks: tuple[InterimLook, ...]
    provenance: Provenance
    notes: tuple[Phrase, ...]
    correspondence: Correspondence | None = None
