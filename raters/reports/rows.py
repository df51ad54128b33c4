"""What was put before whom, and what did they answer? The rows of a round, read once, as values."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from raters.models import Assignment, Item, Rating, Reviewer, Round, Score, Turn
from raters.reliability.behaviour import Length, length_of
from rubrics.models import Question

ABOUT_THE_ITEM = (
    "item_id",
    "item__source_id",
    "item__role",
    "item__is_anchor",
    "item__rubric_id",
    "item__case__source_id",
    "item__case__condition",
    "item__control__pk",
    "item__control__flavour",
)
ABOUT_THE_PLACE = (
    "pk",
    "reviewer__pseudonym",
    "reviewer__kind",
    "reviewer__stratum",
    "position",
    "showing",
    "first_shown_at",
)


@dataclass(frozen=True)
class ShownItem:
    pk: int
    name: str
    role: str
    is_anchor: bool
    rubric: int | None
    case: str
    condition: str
    control: int | None
    flavour: str | None


@dataclass(frozen=True)
class Revision:
    """`entered` and `final` are by the primary key of the question."""

    number: int
    is_scored: bool
    simulated: bool
    submitted_at: datetime
    defect: str
    defect_reason: str
    entered: dict[int, int] = field(default_factory=dict)
    final: dict[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Place:
    """One item in one reviewer's queue, with what she submitted, oldest first.

    `showing` 2 is a hidden repeat. `queue_length` is that of this reviewer.
    """

    reviewer: str
    kind: str
    stratum: str
    position: int
    queue_length: int
    showing: int
    first_shown_at: datetime | None
    item: ShownItem
    revisions: tuple[Revision, ...]

    @property
    def current(self) -> Revision | None:
        return self.revisions[-1] if self.revisions else None

    @property
    def scored(self) -> Revision | None:
        """The revision that counts; None where nothing, or a defect, was submitted last."""
        current = self.current
        return current if current and current.is_scored else None

    @property
    def first_scored(self) -> Revision | None:
        """The first submission of what counts in the end."""
        if self.scored is None:
            return None
        return next(one for one in self.revisions if one.is_scored)

    @property
    def is_evidence(self) -> bool:
        """A real item, met for the first time, before a person."""
        is_first = self.showing == Assignment.FIRST
        is_real = self.item.role == Item.Role.REAL
        return is_real and is_first and self.kind == Reviewer.Kind.HUMAN

    @property
    def seconds(self) -> float | None:
        """From the first sight to the first submission, pauses included; of people only."""
        first = self.revisions[0] if self.revisions else None
        if first is None or first.simulated or self.first_shown_at is None:
            return None
        return max((first.submitted_at - self.first_shown_at).total_seconds(), 0.0)


@dataclass(frozen=True)
class RoundRows:
    """`questions` are all that were answered, by primary key."""

    places: tuple[Place, ...]
    questions: Mapping[int, Question]

    @property
    def evidence(self) -> tuple[Place, ...]:
        return tuple(place for place in self.places if place.is_evidence)


def rows_of(round: Round) -> RoundRows:
    """Four queries, however many ratings there are."""
    revisions = _revisions(round)
    told = list(round.assignments.order_by("pk").values(*ABOUT_THE_PLACE, *ABOUT_THE_ITEM))
    lengths = Counter(row["reviewer__pseudonym"] for row in told)
    items: dict[int, ShownItem] = {}
    places = tuple(_place(row, lengths, items, revisions) for row in told)
    asked = {question for place in places for one in place.revisions for question in one.entered}
    # By their rubrics: a list of ten thousand keys is no query.
    known = Question.objects.filter(scores__rating__assignment__round=round).distinct()
    questions = {one.pk: one for one in known.select_related("rubric")} if asked else {}
    return RoundRows(places, questions)


def lengths_of(round: Round) -> dict[int, Length]:
    """How much there is to read in each real item, by primary key."""
    texts = defaultdict(list)
    turns = Turn.objects.filter(item__study=round.study, item__role=Item.Role.REAL)
    for item, text in turns.values_list("item_id", "text"):
        texts[item].append(text)
    return {item: length_of("\n".join(parts)) for item, parts in texts.items()}


def _revisions(round: Round) -> dict[int, list[Revision]]:
    """By assignment, oldest first."""
    found, by_rating = defaultdict(list), {}
    ratings = Rating.objects.filter(assignment__round=round).order_by("assignment_id", "revision")
    for pk, assignment, number, outcome, *rest in ratings.values_list(
        "pk",
        "assignment_id",
        "revision",
        "outcome",
        "simulated",
        "submitted_at",
        "defect",
        "defect_reason",
    ):
        one = Revision(number, outcome == Rating.Outcome.SCORED, *rest)
        found[assignment].append(one)
        by_rating[pk] = one
    _fill_in(by_rating, Score.objects.filter(rating__assignment__round=round))
    return found


def _fill_in(by_rating: Mapping[int, Revision], scores: Iterable) -> None:
    told = scores.order_by().values_list("rating_id", "question_id", "value", "final")
    for rating, question, value, final in told:
        by_rating[rating].entered[question] = value
        by_rating[rating].final[question] = final


def _place(row: dict, lengths: Counter, items: dict[int, ShownItem], revisions) -> Place:
    about = [row[name] for name in ABOUT_THE_ITEM]
    item = items.setdefault(about[0], ShownItem(*about))
    return Place(
        reviewer=row["reviewer__pseudonym"],
        kind=row["reviewer__kind"],
        stratum=row["reviewer__stratum"],
        position=row["position"],
        queue_length=lengths[row["reviewer__pseudonym"]],
        showing=row["showing"],
        first_shown_at=row["first_shown_at"],
        item=item,
        revisions=tuple(revisions.get(row["pk"], ())),
    )
