"""How did reviewers go about it, question by question?"""

from collections.abc import Iterable, Mapping

from raters.models import Assignment, Item, Reviewer
from raters.reliability import (
    ControlAnswer,
    Length,
    Presented,
    RepeatPair,
    drift_by_thirds,
    order_effects,
    range_use,
    self_consistency,
    severity,
    very_fast,
)
from raters.reports.figures import seconds_along_the_queue, severities
from raters.reports.questions import Asked
from raters.reports.rows import Place, RoundRows
from raters.reports.values import BehaviourReport, QuestionBehaviour
from rubrics.phrases import Phrase, gettext_noop

NOTES = (
    gettext_noop(
        "Time runs from the first sight of an item to its first submission, pauses included; of "
        "simulated ratings there is none."
    ),
    gettext_noop(
        "A deviation is from the others on the same item, so that harder items late in a queue do "
        "not pass for fatigue. Order is told by rank correlations of each reviewer; the panel's is "
        "their mean."
    ),
)
STRICT = gettext_noop(
    "Items were opened in strict order: one after the other, none again once it was submitted, and "
    "none was put off."
)
# Chances of runs and intervals of repeats, for which this many are plenty.
SHUFFLES = 500


def behaviour_of(
    rows: RoundRows,
    asked: Iterable[Asked],
    answers: Iterable[ControlAnswer],
    *,
    lengths: Mapping[int, Length],
    is_strict: bool,
    seed: int,
    resamples: int,
) -> BehaviourReport:
    given, planted = tuple(asked), tuple(answers)
    return BehaviourReport(
        questions=tuple(
            _of_question(one, rows, planted, lengths, seed=seed, resamples=resamples)
            for one in given
        ),
        fast=very_fast(_met(rows.evidence, lengths)),
        notes=tuple(map(Phrase, (*NOTES, *([STRICT] if is_strict else [])))),
        figures=seconds_along_the_queue(rows.evidence),
    )


def _of_question(
    asked: Asked,
    rows: RoundRows,
    answers: tuple[ControlAnswer, ...],
    lengths: Mapping[int, Length],
    *,
    seed: int,
    resamples: int,
) -> QuestionBehaviour:
    table, rated = asked.tables.entered, [place for place in asked.places if place.scored]
    met = [_presented(place, lengths, asked.read(place)) for place in rated]
    severe = severity(table)
    return QuestionBehaviour(
        key=asked.key,
        label=asked.label,
        severity=severe,
        range_use=range_use(met, levels=table.levels, seed=seed, shuffles=SHUFFLES),
        order=order_effects(met, answers),
        drift=drift_by_thirds(met, answers),
        consistency=_consistency(asked, rows, seed=seed, resamples=resamples),
        figures=severities(severe, label=asked.label),
    )


def _consistency(asked: Asked, rows: RoundRows, *, seed: int, resamples: int):
    """None where no hidden repeat was rated twice."""
    pairs = tuple(repeat_pairs(asked, rows))
    if not pairs:
        return None
    levels = asked.tables.entered.levels
    return self_consistency(pairs, levels=levels, seed=seed, resamples=resamples)


def repeat_pairs(asked: Asked, rows: RoundRows) -> Iterable[RepeatPair]:
    firsts = {(one.reviewer, one.item.pk): one for one in asked.places}
    for second in rows.places:
        is_repeat = second.showing == Assignment.SECOND and second.item.role == Item.Role.REAL
        first = firsts.get((second.reviewer, second.item.pk)) if is_repeat else None
        if first and first.scored and second.scored and first.kind == Reviewer.Kind.HUMAN:
            yield RepeatPair(
                reviewer=second.reviewer,
                item=second.item.name,
                first=asked.read(first),
                second=asked.read(second),
                gap=abs(second.position - first.position) - 1,
            )


def _met(places: Iterable[Place], lengths: Mapping[int, Length]) -> Iterable[Presented]:
    return (_presented(place, lengths, None) for place in places if place.current)


def _presented(place: Place, lengths: Mapping[int, Length], score: float | None) -> Presented:
    return Presented(
        reviewer=place.reviewer,
        item=place.item.name,
        case=place.item.case,
        position=place.position,
        queue_length=place.queue_length,
        seconds=place.seconds,
        length=lengths.get(place.item.pk),
        score=score,
    )
