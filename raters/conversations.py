"""Which conversations does a study have with its reviewers, and which of them wait for an answer?

For those who run the study: items have their real names here.
"""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from raters.messages import numbers_of
from raters.models import Assignment, Message, Reviewer, Study


@dataclass(frozen=True)
class Words:
    """`by` is who of the study wrote it; empty where the reviewer did."""

    text: str
    at: datetime
    by_study: bool
    by: str


@dataclass(frozen=True)
class AskedItem:
    """`number` is the reviewer's own: the only name under which she knows the item."""

    pk: int
    source_id: str
    arm: str
    is_planted: bool
    role: str
    number: int
    round: str
    kind: str
    position: int


@dataclass(frozen=True)
class Conversation:
    """With one reviewer about one item, or about none. Oldest words first; there may be none."""

    reviewer: str
    has_left: bool
    about: AskedItem | None
    words: tuple[Words, ...]

    @property
    def is_waiting(self) -> bool:
        return bool(self.words) and not self.words[-1].by_study


def conversations_of(study: Study) -> tuple[Conversation, ...]:
    """Those that wait come first, the longest waiting on top; then the others, newest first."""
    by_topic = defaultdict(list)
    for row in _rows(study).exclude(reviewer=None):
        by_topic[row.reviewer, row.assignment].append(row)
    places = [place for _reviewer, place in by_topic if place]
    numbers = _numbers(places)
    found = [
        _conversation(reviewer, place, rows, numbers)
        for (reviewer, place), rows in by_topic.items()
    ]
    waiting = [one for one in found if one.is_waiting]
    others = [one for one in found if not one.is_waiting]
    return (*sorted(waiting, key=_last_at), *sorted(others, key=_last_at, reverse=True))


def conversation_with(reviewer: Reviewer, place: Assignment | None) -> Conversation:
    rows = _rows(reviewer.study).filter(reviewer=reviewer, assignment=place)
    return _conversation(reviewer, place, list(rows), _numbers([place] if place else []))


def told_to_the_panel(study: Study) -> tuple[Words, ...]:
    return tuple(_words(row) for row in _rows(study).filter(reviewer=None))


def count_waiting(study: Study) -> int:
    rows = Message.objects.filter(study=study).exclude(reviewer=None)
    last = {
        topic: by_study
        for *topic_of, by_study in rows.values_list("reviewer_id", "assignment_id", "by_study")
        for topic in [tuple(topic_of)]
    }
    return sum(not by_study for by_study in last.values())


def _rows(study: Study):
    return Message.objects.filter(study=study).select_related(
        "author",
        "reviewer",
        "assignment__round",
        "assignment__item__arm",
        "assignment__item__control",
    )


def _numbers(places: list[Assignment]) -> dict[int, int]:
    queues = Assignment.objects.filter(
        round__in={place.round_id for place in places},
        reviewer__in={place.reviewer_id for place in places},
    )
    return numbers_of(queues) if places else {}


def _conversation(
    reviewer: Reviewer, place: Assignment | None, rows: list[Message], numbers: dict[int, int]
) -> Conversation:
    return Conversation(
        reviewer=reviewer.pseudonym,
        has_left=reviewer.left_at is not None,
        about=_asked_item(place, numbers[place.pk]) if place else None,
        words=tuple(_words(row) for row in rows),
    )


def _asked_item(place: Assignment, number: int) -> AskedItem:
    item = place.item
    flavour = item.control.get_flavour_display() if hasattr(item, "control") else ""
    return AskedItem(
        pk=item.pk,
        source_id=item.source_id,
        arm=item.arm.name if item.arm else "",
        is_planted=item.role == item.Role.CONTROL,
        role=flavour or item.get_role_display(),
        number=number,
        round=place.round.name,
        kind=place.round.kind,
        position=place.position,
    )


def _words(row: Message) -> Words:
    by = row.author.get_username() if row.by_study else ""
    return Words(text=row.text, at=row.sent_at, by_study=row.by_study, by=by)


def _last_at(conversation: Conversation) -> datetime:
    return conversation.words[-1].at
