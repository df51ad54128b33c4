"""Everything that a review asks about a design, as values. No Django at any depth."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from raters.design.scanning import Hit
from rubrics.phrases import Phrase
from rubrics.spec import RubricSpec


@dataclass(frozen=True)
class ArmFacts:
    """`kind` is "system" or "human_reference"; `cases` are those with an output of this arm."""

    name: str
    kind: str = "system"
    receives: str = ""
    output_format: str = ""
    cases: frozenset[str] = frozenset()


@dataclass(frozen=True)
class ControlFacts:
    """`flavour`: "pos_control", "neg_control", "instability" or "mechanism_contra".

    `n_asked` counts the questions asked of the control, `n_expected` those with an expected answer.
    """

    key: str
    flavour: str
    n_expected: int
    n_asked: int
    case: str = ""


@dataclass(frozen=True)
class ReviewerFacts:
    """`kind` is "human" or "llm_judge"."""

    pseudonym: str
    kind: str = "human"
    stratum: str = ""


@dataclass(frozen=True, kw_only=True)
class DesignFacts:
    """Text that is not written yet is "", a number that is not chosen yet is None.

    `unit`: "item", "case", "output". `reference_role`: "ground_truth", "comparison_arm", "both",
    "none". `references_equal_to_arm` are (case, arm) whose reference text is the arm's own output.
    `conditions` counts the real items of each. `allocation`: "crossed", "anchor_and_rotate".
    `queue_lengths`: what each human reviewer would meet, controls and repeats included; empty where
    that cannot be computed. `outputs_per_page` are the sizes of pages with real items when shown
    side by side. `leading_set`: "auto", "all_real", "anchors", "mixed_model". `judge`: "human",
    "llm", "both". `telltale` are (control, what about it looks as in no real item).
    `n_pilot_reviewers` rated with this version of the rubric before. `hits` are those that nobody
    has answered yet; `n_hits_kept` were looked at and kept with a reason. `texts` are (place,
    text) of all that is written about the design, its cases and references.
    """

    title: str = ""
    question: str = ""
    claim: str = ""
    not_claimed: str = ""
    unit: str = ""
    reference_role: str = ""
    reference: str = ""
    reference_from_arm: str = ""
    references_equal_to_arm: tuple[tuple[str, str], ...] = ()
    arms: tuple[ArmFacts, ...] = ()

    rubric: RubricSpec | None = None
    rubric_label: str = ""
    n_items_with_own_criteria: int = 0
    n_pilot_reviewers: int = 0

    n_cases: int = 0
    n_real_items: int = 0
    conditions: Mapping[str, int] = field(default_factory=dict)
    controls: tuple[ControlFacts, ...] = ()
    telltale: tuple[tuple[str, Phrase], ...] = ()
    n_training_items: int = 0
    practice_pass_mark: float | None = None
    practice_attempts: int | None = None
    n_repeats: int = 0
    repeat_gap: int = 0

    reviewers: tuple[ReviewerFacts, ...] = ()
    planned_strata: tuple[str, ...] = ()
    panel_plan: str = ""
    captures_metadata: bool = False
    has_consent: bool = False

    allocation: str = "crossed"
    cap: int | None = None
    per_item: int | None = None
    n_anchors: int = 0
    anchors_drawn: bool = True
    anchor_reason: str = ""
    queue_lengths: tuple[int, ...] = ()
    allocation_obstacle: Phrase | None = None
    longest_run: int | None = None
    side_by_side: bool = False
    strict_order: bool = False
    outputs_per_page: frozenset[int] = frozenset()
    control_pages_differ: bool = False

    statistic: str = ""
    target: float | None = None
    target_reason: str = ""
    wanted_width: float | None = None
    expected_icc: float | None = None
    rater_share: float | None = None
    hit_rate_target: float | None = None
    leading_set: str = "auto"

    judge: str = ""
    judge_note: str = ""
    adjudication_rule: str = ""
    adjudicator: str = ""

    hits: tuple[Hit, ...] = ()
    n_hits_kept: int = 0
    texts: tuple[tuple[str, str], ...] = ()
    is_rehearsal: bool = False

    @property
    def humans(self) -> tuple[ReviewerFacts, ...]:
        return tuple(one for one in self.reviewers if one.kind == "human")

    @property
    def llm_judges(self) -> tuple[ReviewerFacts, ...]:
        return tuple(one for one in self.reviewers if one.kind == "llm_judge")

    @property
    def rotates(self) -> bool:
        return self.allocation == "anchor_and_rotate"

    @property
    def has_human_ground_truth(self) -> bool:
        return self.reference_role in ("ground_truth", "both")

    @property
    def has_human_arm(self) -> bool:
        return any(arm.kind == "human_reference" for arm in self.arms)
