"""Studies with practice before the first item, for tests."""

from decimal import Decimal

from django.utils import timezone

from raters.models import Assignment, Reviewer, Study
from raters.rating import submit
from tests.raters.locked_studies import practice_row
from tests.studies import Panel, complete_answers, default_rows, small_study

N_PRACTICE = 2
EXPECTED, OTHER = 2, 0


def practising(*, by, mark="0.6", attempts=None, n_practice=N_PRACTICE, **design) -> Panel:
    """Alice and Bob have `n_practice` training items to come through; accuracy is to be 2."""
    rows = [practice_row(f"p-{n}", expected={"accuracy": [2, 2]}) for n in range(n_practice)]
    study = small_study(by=by, rows=[*default_rows(), *rows])
    design |= {
        "practice_pass_mark": Decimal(mark) if mark else None,
        "practice_attempts": attempts,
    }
    return Panel.opened(with_design(study, **design), by=by)


def with_design(study: Study, **design) -> Study:
    for name, value in design.items():
        setattr(study.design, name, value)
    study.design.save()
    return study


def practice_items(reviewer: Reviewer) -> list[Assignment]:
    mine = reviewer.assignments.filter(round__kind="training")
    return list(mine.in_presentation_order())


def first_live(reviewer: Reviewer) -> Assignment:
    return reviewer.assignments.get(round__kind="live", position=1)


def practise(reviewer: Reviewer, *values: int) -> None:
    """An attempt: one answer to each practice item, in order."""
    for assignment, value in zip(practice_items(reviewer), values, strict=True):
        answer_practice(assignment, value)


def answer_practice(assignment: Assignment, value: int):
    last = assignment.ratings.order_by("revision").last()
    answers = complete_answers(assignment, value=value)
    base = last.revision if last else 0
    return submit(assignment, answers, base_revision=base, at=timezone.now())
