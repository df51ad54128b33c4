"""What does the design review look at? Rows become the facts of raters/design/review."""

from collections import Counter
from collections.abc import Iterator

from raters.allocating import Units, planned_allocation
from raters.design.allocation import Allocation
from raters.design.capacity import Infeasible
from raters.design.review import (
    ArmFacts,
    ControlFacts,
    DesignFacts,
    DesignReview,
    ReviewerFacts,
    review,
)
from raters.masking import kept_texts, open_hits
from raters.models import Rating, Reviewer, Round, Study
from raters.telltale import telltale_controls
from rubrics.asking import questions_that_apply
from rubrics.phrases import Phrase


def review_of(study: Study) -> DesignReview:
    """The seed's standard output, from what is really configured."""
    return review(design_facts(study))


def design_facts(study: Study) -> DesignFacts:
    design = study.design
    return DesignFacts(
        title=study.title,
        question=design.question,
        claim=design.claim,
        not_claimed=design.not_claimed,
        unit=design.unit,
        reference_role=design.reference_role,
        reference=design.reference,
        reference_from_arm=design.reference_from_arm.name if design.reference_from_arm else "",
        panel_plan=design.panel_plan,
        planned_strata=tuple(design.strata),
        captures_metadata=design.asks_metadata,
        has_consent=bool(design.consent),
        statistic=design.statistic,
        target=_number(design.target),
        target_reason=design.target_reason,
        wanted_width=_number(design.width),
        expected_icc=_number(design.expected_icc),
        rater_share=_number(design.rater_share),
        hit_rate_target=_number(design.hit_rate),
        leading_set=design.leading_set,
        judge=design.judge,
        judge_note=design.judge_note,
        adjudication_rule=design.adjudication_rule,
        adjudicator=design.adjudicator,
        n_repeats=design.repeats,
        repeat_gap=design.repeat_gap,
        practice_pass_mark=_number(design.practice_pass_mark),
        practice_attempts=design.practice_attempts,
        strict_order=design.strict_order,
        is_rehearsal=study.is_rehearsal,
        reviewers=tuple(_reviewers(study)),
        hits=tuple(open_hits(study)),
        n_hits_kept=kept_texts(study).count(),
        texts=tuple(_texts(study)),
        **_facts_of_items(study),
        **_facts_of_the_rubric(study),
        **_facts_of_the_allocation(study),
    )


def _number(value) -> float | None:
    return None if value is None else float(value)


def _reviewers(study: Study) -> Iterator[ReviewerFacts]:
    for reviewer in study.reviewers.filter(left_at=None):
        yield ReviewerFacts(reviewer.pseudonym, reviewer.kind, reviewer.stratum)


def _facts_of_items(study: Study) -> dict:
    real = list(study.items.real().select_related("case", "arm"))
    return {
        "arms": tuple(_arms(study)),
        "references_equal_to_arm": tuple(_references_from_arms(study)),
        "n_cases": len({item.case_id for item in real}),
        "n_real_items": len(real),
        "n_items_with_own_criteria": sum(item.rubric_id is not None for item in real),
        "conditions": dict(Counter(i.case.condition for i in real if i.case.condition)),
        "controls": tuple(_controls(study)),
        "telltale": telltale_controls(study),
        "n_training_items": study.items.training().count(),
    }


def _arms(study: Study) -> Iterator[ArmFacts]:
    """A control that stands in the place of an arm's output is no case that the arm lacks."""
    cases: dict[int, set[str]] = {}
    for arm, case in study.items.rated_live().values_list("arm_id", "case__source_id"):
        cases.setdefault(arm, set()).add(case)
    for arm in study.arms.order_by("name"):
        answered = frozenset(cases.get(arm.pk, ()))
        yield ArmFacts(arm.name, arm.kind, arm.receives, arm.output_format, answered)


def _references_from_arms(study: Study) -> Iterator[tuple[str, str]]:
    """Cases whose reference is, word for word, what an arm answered."""
    answered = study.items.real().exclude(case__reference="")
    rows = answered.values_list("case__source_id", "case__reference", "arm__name", "turns__text")
    found = {
        (case, arm)
        for case, reference, arm, text in rows
        if reference.split() == (text or "").split()
    }
    yield from sorted(found)


def _controls(study: Study) -> Iterator[ControlFacts]:
    planted = study.items.controls().select_related("case", "rubric", "control")
    for item in planted.prefetch_related("control__expected").order_by("source_id"):
        asked = {
            question.pk
            for rubric, own in ((study.rubric, False), (item.rubric, True))
            for _code, question in questions_that_apply(
                rubric, condition=item.case.condition, own=own
            )
        }
        yield ControlFacts(
            key=item.source_id,
            flavour=item.control.flavour,
            n_expected=len(item.control.expected.all()),
            n_asked=len(asked),
            case=item.case.source_id,
        )


def _facts_of_the_rubric(study: Study) -> dict:
    rubric = study.rubric
    return {
        "rubric": rubric.spec if rubric else None,
        "rubric_label": str(rubric) if rubric else "",
        "n_pilot_reviewers": _pilot_reviewers(study),
    }


def _pilot_reviewers(study: Study) -> int:
    """Who has rated with this very version of the rubric in a pilot."""
    rated = Rating.objects.scored().filter(
        assignment__round__study=study,
        assignment__round__kind=Round.Kind.PILOT,
        assignment__round__rubric=study.rubric,
        assignment__reviewer__kind=Reviewer.Kind.HUMAN,
    )
    return rated.values("assignment__reviewer").distinct().count()


def _facts_of_the_allocation(study: Study) -> dict:
    design, units = study.design, Units(study)
    lengths, obstacle = _queue_lengths(study, units)
    return {
        "allocation": design.allocation,
        "cap": design.cap,
        "per_item": design.per_item,
        "n_anchors": design.n_anchors if design.anchors_drawn else len(units.anchors()),
        "anchors_drawn": design.anchors_drawn,
        "anchor_reason": design.anchor_reason,
        "longest_run": design.longest_run,
        "side_by_side": design.side_by_side,
        "queue_lengths": lengths,
        "allocation_obstacle": obstacle,
        **_facts_of_pages(study, units),
    }


def _queue_lengths(study: Study, units: Units) -> tuple[tuple[int, ...], Phrase | None]:
    if not units.items or not study.reviewers.on_the_panel().exists():
        return (), None
    try:
        allocation = planned_allocation(study, units)
    except Infeasible as refusal:
        return (), refusal.obstacle.reason
    return tuple(queue_lengths(study, units, allocation).values()), None


def queue_lengths(study: Study, units: Units, allocation: Allocation) -> dict[str, int]:
    """How many items each reviewer would meet, with all that is planted and repeated."""
    controls = study.items.controls().count()
    # A repeated page is shown whole.
    per_repeat = max((len(items) for items in units.items.values()), default=1)
    repeated = study.design.repeats * per_repeat
    return {
        name: sum(len(units.items[key]) for key in keys) + controls + repeated
        for name, keys in allocation.by_reviewer().items()
    }


def _facts_of_pages(study: Study, units: Units) -> dict:
    """Side by side: a page that holds another number of outputs than the rest can be told."""
    if not study.design.side_by_side:
        return {}
    planted = Counter(study.items.controls().values_list("case__source_id", flat=True))
    sizes = {key: len(items) + planted[key] for key, items in units.items.items()}
    sizes_with_controls = {sizes.get(case, planted[case]) for case in planted}
    usual = {size for case, size in sizes.items() if case not in planted} or set(sizes.values())
    return {
        "outputs_per_page": frozenset(usual),
        "control_pages_differ": bool(sizes_with_controls - usual),
    }


def _texts(study: Study) -> Iterator[tuple[str, str]]:
    """(place, text) of everything that somebody wrote about the design."""
    design = study.design
    for name in (
        "question",
        "claim",
        "not_claimed",
        "reference",
        "panel_plan",
        "consent",
        "anchor_reason",
        "target_reason",
        "judge_note",
        "adjudication_rule",
    ):
        yield str(design._meta.get_field(name).verbose_name), getattr(design, name)
    yield "note to reviewers", study.instructions
    for arm in study.arms.all():
        yield f"{arm.name}: what it receives", arm.receives
    for case in study.cases.all():
        yield f"{case.source_id}: context", case.context
        yield f"{case.source_id}: reference", case.reference
