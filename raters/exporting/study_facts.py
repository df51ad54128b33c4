"""What a paper must tell of a study besides its numbers, read from its rows."""

from collections import Counter
from dataclasses import dataclass

from raters.models import Round
from raters.planned import plan_of


@dataclass(frozen=True)
class StudyFacts:
    """Real items only, except `n_training`. `conditions` are (words, number of items)."""

    question: str
    panel_plan: str
    strata: tuple[str, ...]
    n_items: int
    n_cases: int
    conditions: tuple[tuple[str, int], ...]
    n_training: int
    n_repeats: int
    repeat_gap: int
    side_by_side: bool
    shows_context: bool
    shows_reference: bool
    width: float | None
    expected_icc: float | None
    strict_order: bool = False


def study_facts(round: Round) -> StudyFacts:
    study, design = round.study, round.study.design
    plan = plan_of(round)
    planned = plan.reliability
    items = study.items.real().values_list("case_id", "case__condition")
    return StudyFacts(
        question=design.question,
        panel_plan=design.panel_plan,
        strata=tuple(design.strata),
        n_items=len(items),
        n_cases=len({case for case, _condition in items}),
        conditions=_conditions(round, (condition for _case, condition in items)),
        n_training=study.items.training().count(),
        n_repeats=design.repeats,
        repeat_gap=design.repeat_gap,
        side_by_side=design.side_by_side,
        shows_context=study.show_context,
        shows_reference=study.show_reference,
        width=_number(planned.width),
        expected_icc=_number(planned.expected_icc),
        strict_order=plan.order.strict,
    )


def _conditions(round: Round, found) -> tuple[tuple[str, int], ...]:
    label = round.rubric.condition_label if round.rubric else str
    counted = Counter(condition for condition in found if condition)
    return tuple((label(name), n) for name, n in sorted(counted.items()))


def _number(value) -> float | None:
    return None if value is None else float(value)
