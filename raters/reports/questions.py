"""Everything that is said about one question of the study's rubric."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from raters.models import Round
from raters.reliability import pair_kappas
from raters.reliability.summary import Summary, summary
from raters.reliability.table import RatingTable
from raters.reports.course import Course
from raters.reports.describing import coincidences, data_lines, use_of_points, variance_shares
from raters.reports.figures import question_figures
from raters.reports.findings import finding_of, shown
from raters.reports.parts import otherwise, subgroup_tables, why_not_in_parts, without_each
from raters.reports.rows import Place, RoundRows
from raters.reports.tables import ThreeTables, places_asked, three_tables
from raters.reports.values import DataLines, Label, QuestionKind, ReportedQuestion, ScalePoint
from rubrics.models import Question
from rubrics.phrases import Phrase, gettext_noop
from rubrics.scales import Decision


@dataclass(frozen=True)
class Asked:
    """One question of the report before anything is computed: where it was put, how it is read."""

    key: str
    label: Label
    kind: QuestionKind
    lower_is_better: bool
    places: tuple[Place, ...]
    score: Callable[[Mapping[int, int]], float | None]
    tables: ThreeTables
    data: DataLines

    @property
    def ends(self) -> tuple[float, float]:
        return self.data.scale[0].value, self.data.scale[-1].value

    def read(self, place: Place) -> float | None:
        return None if place.scored is None else self.score(place.scored.entered)


def asked_of_all(round: Round, rows: RoundRows) -> tuple[Asked, ...]:
    """The questions of the round's rubric in their order."""
    questions = round.rubric.questions.all() if round.rubric else ()
    return tuple(_asked(question, round, rows) for question in questions)


def _asked(question: Question, round: Round, rows: RoundRows) -> Asked:
    places = places_asked(rows.evidence, question)

    def score(answers: Mapping[int, int]) -> float | None:
        return answers.get(question.pk)

    tables = three_tables(places, levels=map(int, question.scale.points), score=score)
    is_criterion = question.kind == Question.Kind.CRITERION
    return Asked(
        key=question.key,
        label=question.label,
        kind=QuestionKind.CRITERION if is_criterion else QuestionKind.DIMENSION,
        lower_is_better=question.better == Question.Better.LOWER,
        places=places,
        score=score,
        tables=tables,
        data=data_lines(
            tables.entered,
            scale=scale_points(question),
            left_out=_conditions_left_out(question, round, rows),
        ),
    )


def scale_points(question: Question) -> tuple[ScalePoint, ...]:
    is_criterion = question.kind == Question.Kind.CRITERION
    return tuple(
        ScalePoint(float(point), Phrase(Decision(point).label) if is_criterion else str(int(point)))
        for point in question.scale.points
    )


def counted_only(asked: Asked) -> ReportedQuestion:
    """While reliability is withheld."""
    return ReportedQuestion(asked.key, asked.label, asked.kind, asked.lower_is_better, asked.data)


def reported(
    asked: Asked, course: Course, *, flagged: Iterable[str], condition_of: Mapping[str, str]
) -> ReportedQuestion:
    table = asked.tables.entered
    everything = _summary(table, asked, course)
    use = use_of_points(table, condition_of)
    return ReportedQuestion(
        key=asked.key,
        label=asked.label,
        kind=asked.kind,
        lower_is_better=asked.lower_is_better,
        data=asked.data,
        finding=finding_of(table, course, everything.estimates),
        use=use,
        exploratory=tuple(shown(one, name=name) for name, one in everything.estimates.items()),
        warnings=(*everything.warnings, *why_not_in_parts(table)),
        components=variance_shares(table),
        pairs=pair_kappas(table),
        coincidences=coincidences(table),
        subgroups=subgroup_tables(table, asked.places, course, condition_of),
        leave_one_out=without_each(table, course),
        sensitivity=otherwise(asked.tables, course, flagged=flagged),
        figures=question_figures(
            table, label=asked.label, use=use, ends=asked.ends, places=asked.places, read=asked.read
        ),
    )


def _summary(table: RatingTable, asked: Asked, course: Course) -> Summary:
    return summary(table, seed=course.seed, resamples=course.resamples, level=asked.data.level)


def _conditions_left_out(question: Question, round: Round, rows: RoundRows) -> Iterable[Phrase]:
    if not question.conditions:
        return
    items = {place.item for place in rows.evidence}
    asked = sum(question.applies_in(item.condition) for item in items)
    template = gettext_noop(
        "Asked only in %(conditions)s: %(asked)s of %(all)s real items; on the others it does not "
        "apply, which is missing and not zero."
    )
    names = ", ".join(round.rubric.condition_label(name) for name in question.conditions)
    yield Phrase(template, {"conditions": names, "asked": asked, "all": len(items)})
