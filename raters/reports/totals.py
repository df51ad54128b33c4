"""How reliable is what the dimensions add up to: the composite, and the grade it earns?

From decisions as entered, as all reliability; totals in files are from final ones.
"""

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal

from raters.models import Round
from raters.reports.describing import data_lines
from raters.reports.questions import Asked
from raters.reports.rows import Place, RoundRows
from raters.reports.tables import three_tables
from raters.reports.values import QuestionKind, ScalePoint
from raters.scoring import grade_of, weights_of
from rubrics.composite import GradeBand, composite
from rubrics.phrases import Phrase, gettext_noop
from rubrics.spec import RubricSpec

Reader = Callable[[Mapping[int, int]], float | None]

NEEDS_ALL = gettext_noop(
    "Computed by the rubric's weights from decisions as entered; a rating without one of the "
    "weighted scores has none."
)
GRADED = gettext_noop("Grades in order, from the unrounded composite.")
NO_GRADE = gettext_noop("no grade")


def totals_of(round: Round, rows: RoundRows) -> tuple[Asked, ...]:
    """The composite and the grade, where the round's rubric defines them."""
    if round.rubric is None or round.rubric.spec.composite is None:
        return ()
    settings = round.rubric.spec
    score = composite_of(settings, {one.pk: one.key for one in round.rubric.questions.all()})
    found = [_composite(settings, rows.evidence, score)]
    if settings.composite.grades:
        found.append(_grade(settings, rows.evidence, score))
    return tuple(found)


def composite_of(settings: RubricSpec, keys: Mapping[int, str]) -> Callable:
    weights = weights_of(settings)

    def score(answers: Mapping[int, int]) -> Decimal | None:
        values = {keys[pk]: value for pk, value in answers.items() if pk in keys}
        return composite(values, weights=weights).score

    return score


def _composite(settings: RubricSpec, places: tuple[Place, ...], score: Callable) -> Asked:
    def read(answers: Mapping[int, int]) -> float | None:
        found = score(answers)
        return None if found is None else float(found)

    ends = tuple(ScalePoint(float(end), f"{end.normalize():f}") for end in ends_of(settings))
    return _asked(
        QuestionKind.COMPOSITE,
        settings.composite.label,
        places,
        read,
        levels=None,
        data={"scale": ends, "has_steps": False, "level": "interval"},
    )


def _grade(settings: RubricSpec, places: tuple[Place, ...], score: Callable) -> Asked:
    bands = sorted(settings.composite.grades, key=lambda band: band.floor)

    def read(answers: Mapping[int, int]) -> float | None:
        found = score(answers)
        return None if found is None else float(_place(grade_of(settings, found), bands))

    # Below the lowest floor there is no grade, which is worse than every grade.
    lowest = 0 if ends_of(settings)[0] < bands[0].floor else 1
    names = [Phrase(NO_GRADE), *(band.grade for band in bands)]
    scale = tuple(ScalePoint(float(n), names[n]) for n in range(lowest, len(names)))
    return _asked(
        QuestionKind.GRADE,
        Phrase(gettext_noop("Grade of %(composite)s"), {"composite": settings.composite.label}),
        places,
        read,
        levels=[point.value for point in scale],
        data={"scale": scale},
    )


def _asked(
    kind: QuestionKind,
    label: str | Phrase,
    places: tuple[Place, ...],
    read: Reader,
    *,
    levels: Iterable[float] | None,
    data: dict,
) -> Asked:
    tables = three_tables(places, levels=levels, score=read)
    said = NEEDS_ALL if kind is QuestionKind.COMPOSITE else GRADED
    lines = data_lines(tables.entered, left_out=(Phrase(said),), **data)
    return Asked(f"total-{kind.value}", label, kind, False, places, read, tables, lines)


def _place(band: GradeBand | None, bands: list[GradeBand]) -> int:
    return 0 if band is None else bands.index(band) + 1


def ends_of(settings: RubricSpec) -> tuple[Decimal, Decimal]:
    """The lowest and the highest composite there can be."""
    weighted = [(one.weight, one) for one in settings.questions if one.weight is not None]
    low = sum((weight * one.scale_min for weight, one in weighted), Decimal(0))
    return low, sum((weight * one.scale_max for weight, one in weighted), Decimal(0))
