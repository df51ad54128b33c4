"""How many cases did each arm answer, by condition, and which does it lack?"""

from collections import Counter
from dataclasses import dataclass

from raters.models import Item, Study


@dataclass(frozen=True)
class ArmCases:
    """`by_condition` stands in the order of the table's conditions; `missing` are case ids."""

    arm: str
    by_condition: tuple[int, ...]
    missing: tuple[str, ...]

    @property
    def total(self) -> int:
        return sum(self.by_condition)


@dataclass(frozen=True)
class CasesByArm:
    conditions: tuple[str, ...]
    arms: tuple[ArmCases, ...]
    n_cases: int


def cases_by_arm(study: Study) -> CasesByArm:
    """Over the cases that any arm answered: those of planted items alone are nobody's to answer."""
    real = Item.objects.filter(study=study).real()
    answered = set(real.values_list("arm__name", "case__source_id", "case__condition"))
    cases = {case for _arm, case, _condition in answered}
    conditions = tuple(sorted({condition for _arm, _case, condition in answered}))
    names = study.arms.order_by("name").values_list("name", flat=True)
    arms = tuple(_of_arm(name, answered, cases, conditions) for name in names)
    return CasesByArm(conditions, arms, len(cases))


def _of_arm(
    name: str, answered: set[tuple[str, str, str]], cases: set[str], conditions: tuple[str, ...]
) -> ArmCases:
    mine = [(case, condition) for arm, case, condition in answered if arm == name]
    counted = Counter(condition for _case, condition in mine)
    missing = sorted(cases - {case for case, _condition in mine})
    return ArmCases(name, tuple(counted[each] for each in conditions), tuple(missing))
