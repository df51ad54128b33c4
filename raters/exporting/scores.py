"""What each rating adds up to: one row per reviewer and item, with the rules that were used."""

from collections.abc import Iterator

from raters.exporting.records import WITH_THE_ITEM, about
from raters.models import Rating, Round
from raters.scoring import RatingScore, score_rating

ABOUT = (
    "study",
    "is_rehearsal",
    "protocol",
    "round",
    "record",
    "reviewer",
    "reviewer_kind",
    "showing",
    "item",
    "case",
    "condition",
    "arm",
    "role",
    "revision",
    "simulated",
)
SCORE_COLUMNS = (
    *ABOUT,
    "earned",
    "maximum",
    "share",
    "passed",
    "rule",
    "half_points",
    "composite",
    "grade",
    "exported_at",
    "software",
)


def score_records(round: Round) -> Iterator[dict]:
    """Scored current revisions, in order of reviewer and position; exact decimals."""
    ratings = (
        Rating.objects.current()
        .scored()
        .filter(assignment__round=round)
        .select_related(*WITH_THE_ITEM)
        .prefetch_related("scores__question__rubric", "deviations__turn")
        .order_by("assignment__reviewer__pseudonym", "assignment__position")
    )
    for rating in ratings.iterator(chunk_size=500):
        # One round for all of them: its rubric is understood once.
        rating.assignment.round = round
        shared = about(round, rating)
        yield {name: shared[name] for name in ABOUT} | _figures(score_rating(rating))


def _figures(score: RatingScore) -> dict:
    total = score.total
    figures = {
        "composite": score.composite.score if score.composite else None,
        "grade": score.grade.grade if score.grade else None,
    }
    if total is not None:
        names = ("earned", "maximum", "share", "passed", "rule", "half_points")
        figures |= {name: getattr(total, name) for name in names}
    return {name: "" if value is None else value for name, value in figures.items()}
