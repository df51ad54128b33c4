"""How far is a reviewer in a round, and how long will what is left take her?"""

from collections import Counter
from dataclasses import dataclass

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from raters.models import Draft, Rating, Reviewer, Round
from raters.order_of_rating import is_strict
from raters.pace import LAST_ITEMS, about, seconds_left
from raters.queue import Progress
from rubrics.phrases import Phrase


class State(TextChoices):
    DONE = "done", _("done")
    PUT_OFF = "put_off", _("put off")
    BEGUN = "begun", _("begun, not submitted")
    NOT_YET = "not_yet", _("not yet")


@dataclass(frozen=True)
class Place:
    """`number` is counted as on her pages: an amendment may have taken positions away."""

    number: int
    position: int
    state: State


@dataclass(frozen=True)
class Standing:
    """`time_left` is None where nothing can be said of it.

    `is_strict`: one item after the other, so that her way to them is the next one alone.
    """

    round_name: str
    kind: str
    is_open: bool
    is_strict: bool
    places: tuple[Place, ...]
    time_left: Phrase | None

    @property
    def progress(self) -> Progress:
        return Progress(done=self.counts[State.DONE], total=len(self.places))

    @property
    def is_over(self) -> bool:
        """Practice is never the end: what came of it is told apart."""
        if self.kind == Round.Kind.TRAINING:
            return False
        return self.progress.is_finished or not self.is_open

    @property
    def n_left(self) -> int:
        return self.progress.total - self.progress.done

    @property
    def counts(self) -> dict[State, int]:
        """Of each state, in the order in which a legend explains them."""
        found = Counter(place.state for place in self.places)
        return {state: found[state] for state in State}

    @property
    def legend(self) -> tuple[tuple[State, int], ...]:
        return tuple((state, n) for state, n in self.counts.items() if n)

    @property
    def put_off(self) -> tuple[Place, ...]:
        return tuple(place for place in self.places if place.state == State.PUT_OFF)


def standing_in(round: Round, reviewer: Reviewer) -> Standing:
    places = _places(round, reviewer)
    n_left = sum(place.state != State.DONE for place in places)
    return Standing(
        round_name=round.name,
        kind=round.kind,
        is_open=round.is_open,
        is_strict=is_strict(round),
        places=places,
        time_left=_time_left(reviewer, round, n_left=n_left) if round.is_open else None,
    )


def has_begun(reviewer: Reviewer) -> bool:
    """Has she seen an item of the study?"""
    return reviewer.assignments.started().exists()


def _places(round: Round, reviewer: Reviewer) -> tuple[Place, ...]:
    mine = reviewer.assignments.filter(round=round)
    rated = set(mine.rated().values_list("pk", flat=True))
    drafts = Draft.objects.filter(assignment__in=mine).exclude(fields={})
    begun = {draft.assignment_id for draft in drafts if draft.holds_words}
    rows = mine.in_presentation_order().values_list("pk", "position", "deferred_at")
    return tuple(
        Place(
            number,
            position,
            _state(is_rated=pk in rated, is_put_off=bool(put_off_at), is_begun=pk in begun),
        )
        for number, (pk, position, put_off_at) in enumerate(rows, start=1)
    )


def _state(*, is_rated: bool, is_put_off: bool, is_begun: bool) -> State:
    if is_rated:
        return State.DONE
    if is_put_off:
        return State.PUT_OFF
    return State.BEGUN if is_begun else State.NOT_YET


def _time_left(reviewer: Reviewer, round: Round, *, n_left: int) -> Phrase | None:
    """From her first answers to items of this kind: a revision is quicker."""
    first = Rating.objects.scored().filter(
        assignment__reviewer=reviewer, assignment__round__kind=round.kind, revision=1
    )
    counted = first.filter(active_seconds__isnull=False).order_by("-submitted_at")
    seconds = seconds_left(
        counted.values_list("active_seconds", flat=True)[:LAST_ITEMS], n_left=n_left
    )
    return None if seconds is None else about(seconds)
