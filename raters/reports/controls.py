"""Were the planted items recognised? Counted apart, and shown before the round is closed too."""

from collections.abc import Iterable, Mapping

from raters.models import Assignment, Item, Reviewer
from raters.planned import SealedControl
from raters.reliability import ControlAnswer, control_report
from raters.reports.figures import hits_by_third
from raters.reports.rows import Place, RoundRows
from raters.reports.values import ReportedControls
from rubrics.models import Question


def reported_controls(rows: RoundRows, answers: Iterable[ControlAnswer]) -> ReportedControls:
    report = control_report(answers)
    planted = {place.item.pk for place in rows.places if place.item.role == Item.Role.CONTROL}
    return ReportedControls(report, len(planted), hits_by_third(report))


def control_answers(key: Mapping[str, SealedControl], rows: RoundRows) -> Iterable[ControlAnswer]:
    """Of people, as entered, on questions whose answer was known when they were asked."""
    for place in rows.places:
        control = key.get(place.item.name)
        is_first = place.showing == Assignment.FIRST
        if control and is_first and place.scored and place.kind == Reviewer.Kind.HUMAN:
            yield from _answers(place, control, rows.questions)


def _answers(
    place: Place, control: SealedControl, questions: Mapping[int, Question]
) -> Iterable[ControlAnswer]:
    for question, value in place.scored.entered.items():
        expected = control.expected.get(questions[question].key)
        if expected is not None:
            yield ControlAnswer(
                reviewer=place.reviewer,
                control=place.item.name,
                flavour=control.flavour,
                position=place.position,
                queue_length=place.queue_length,
                question=questions[question].key,
                answer=value,
                low=expected.low,
                high=expected.high,
                only=frozenset(expected.only),
            )
