"""Criteria taken together: those that items bring, and those of a rubric that has several.

Never as one table of units: easy and hard criteria would count as spread between items.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from raters.models import Round
from raters.reliability import (
    CriteriaTable,
    criteria_alpha,
    criteria_icc,
    criterion_rows,
    exact_agreement,
    tag_rows,
)
from raters.reliability.criteria import CriterionRow
from raters.reliability.estimate import Estimate
from raters.reliability.prespecified import ALPHAS, SINGLE
from raters.reliability.report import connection_warnings
from raters.reports.course import Course
from raters.reports.describing import coincidences, data_lines, use_of_points
from raters.reports.findings import found_by, shown
from raters.reports.rows import RoundRows
from raters.reports.tables import criteria_table
from raters.reports.values import (
    DataLines,
    Finding,
    Label,
    QuestionKind,
    ReportedQuestion,
    ScalePoint,
)
from rubrics.models import Question
from rubrics.phrases import Phrase, gettext_noop
from rubrics.scales import Decision

OWN, SHARED = "own_criteria", "all_criteria"
LABELS = {
    OWN: gettext_noop("The items' own criteria, taken together"),
    SHARED: gettext_noop("All criteria of the rubric, taken together"),
}
WITHIN = gettext_noop(
    "Each criterion's difficulty is taken out: a criterion that is easy or hard for all items is "
    "no spread between items. Intervals go by items, or by the cases they share."
)
INSTEAD = gettext_noop(
    "The pre-specified statistic has no form for criteria taken together; this is %(name)s."
)
ON = gettext_noop("on %(ratings)d decisions on %(criteria)d criteria that occur in several items")
EXACT = gettext_noop("pairs of reviewers with the same decision, mean over criteria of items")
POINTS = tuple(ScalePoint(float(one), Phrase(one.label)) for one in Decision)
METRIC = "ordinal"


def pooled(
    round: Round, rows: RoundRows, course: Course | None, condition_of: Mapping[str, str]
) -> Iterable[ReportedQuestion]:
    """None where nothing of the kind was asked. Without `course` the data alone."""
    for key, questions in _groups(round, rows):
        names = names_of(questions)
        table = criteria_table(rows.evidence, names, levels=map(int, Decision))
        yield _reported(key, table, questions, course, condition_of)


def _groups(round: Round, rows: RoundRows) -> Iterable[tuple[str, list[Question]]]:
    asked = [one for one in rows.questions.values() if one.kind == Question.Kind.CRITERION]
    answered = {pk for place in rows.evidence if place.scored for pk in place.scored.entered}
    asked = [one for one in asked if one.pk in answered]
    own = [one for one in asked if one.rubric.for_one_item]
    shared = [one for one in asked if one.rubric_id == round.rubric_id]
    if own:
        yield OWN, own
    if len(shared) > 1:
        yield SHARED, shared


def names_of(questions: Iterable[Question]) -> dict[int, str]:
    """The same words are the same criterion, whichever item brings them.

    Twice in one rubric they are two criteria, told apart by their keys.
    """
    taken: set[tuple[int, str]] = set()
    names = {}
    for one in sorted(questions, key=lambda one: (one.rubric_id, one.position)):
        words = " ".join((one.text or one.label).split())
        is_again = (one.rubric_id, words) in taken
        names[one.pk] = f"{words} [{one.key}]" if is_again else words
        taken.add((one.rubric_id, words))
    return names


def tags_of(questions: Iterable[Question], names: Mapping[int, str]) -> dict[str, set[str]]:
    tags: dict[str, set[str]] = {}
    for one in questions:
        tags.setdefault(names[one.pk], set()).update(one.tags)
    return tags


def _reported(
    key: str,
    table: CriteriaTable,
    questions: list[Question],
    course: Course | None,
    condition_of: Mapping[str, str],
) -> ReportedQuestion:
    label: Label = Phrase(LABELS[key])
    found = ReportedQuestion(key, label, QuestionKind.CRITERIA, False, _data(table))
    if course is None:
        return found
    lead = _lead(table, course)
    drawn = {"seed": course.seed, "resamples": course.resamples}
    tags = tags_of(questions, names_of(questions))
    return ReportedQuestion(
        **_fields(found),
        finding=_finding(table, lead, course),
        use=use_of_points(table.units, _condition_of_units(table, condition_of)),
        exploratory=tuple(map(shown, _exploratory(table, lead, course))),
        warnings=(Phrase(WITHIN), *connection_warnings(table.units), *_instead(course)),
        coincidences=coincidences(table.units),
        criteria=_by_criterion(table, key, drawn),
        tags=tag_rows(table, tags, METRIC, **drawn),
    )


def _fields(found: ReportedQuestion) -> dict:
    return {
        name: getattr(found, name) for name in ("key", "label", "kind", "lower_is_better", "data")
    }


def _data(table: CriteriaTable) -> DataLines:
    """Counts are of items; cells and ratings of criteria of items."""
    lines = data_lines(table.units, scale=POINTS)
    counted = table.counted
    template = gettext_noop(
        "%(units)d criteria of items: %(criteria)d different criteria on %(items)d items."
    )
    said = {"units": len(table.keys), "criteria": len(table.criteria), "items": counted.n_items}
    return DataLines(
        **{name: getattr(lines, name) for name in DataLines.__dataclass_fields__}
        | {
            "n_items": counted.n_items,
            "n_cases": counted.n_cases,
            "left_out": (Phrase(template, said), *table.recurring()[1]),
        }
    )


def _finding(table: CriteriaTable, lead: Estimate, course: Course) -> Finding:
    recurring, _left_out = table.recurring()
    on = {"ratings": lead.n_ratings, "criteria": len(recurring.criteria)}
    exact = _exact(table).value
    if _instead(course):
        # A target says nothing about another statistic than its own.
        course = replace(course, is_prespecified=False, target=None)
    return found_by(course, lead, on=Phrase(ON, on), exact=exact)


def _exact(table: CriteriaTable) -> Estimate:
    """Counts are of items here too."""
    counted, found = table.counted, exact_agreement(table.units)
    return replace(found, form=Phrase(EXACT), n_items=counted.n_items, n_cases=counted.n_cases)


def _lead(table: CriteriaTable, course: Course) -> Estimate:
    if course.statistic in ALPHAS:
        metric = ALPHAS[course.statistic]
        return criteria_alpha(table, metric, seed=course.seed, resamples=course.resamples)
    return criteria_icc(table, course.form)


def _instead(course: Course) -> tuple[Phrase, ...]:
    if course.statistic in SINGLE or course.statistic in ALPHAS:
        return ()
    return (Phrase(INSTEAD, {"name": course.form}),)


def _exploratory(table: CriteriaTable, lead: Estimate, course: Course) -> Iterable[Estimate]:
    drawn = {"seed": course.seed, "resamples": course.resamples}
    forms = ("ICC(2,1)", "ICC(3,1)")
    yield from (
        lead if lead.name == f"{form} criteria" else criteria_icc(table, form) for form in forms
    )
    yield from (criteria_alpha(table, metric, **drawn) for metric in ("nominal", "ordinal"))
    yield _exact(table)


def _by_criterion(table: CriteriaTable, key: str, drawn: dict) -> tuple[CriterionRow, ...]:
    # A rubric's criteria are questions of the report each, with a section of their own.
    return criterion_rows(table, METRIC, **drawn) if key == OWN else ()


def _condition_of_units(table: CriteriaTable, condition_of: Mapping[str, str]) -> dict[str, str]:
    pairs = zip(table.units.items, table.keys, strict=True)
    return {unit: condition_of.get(item, "") for unit, (item, _criterion) in pairs}
