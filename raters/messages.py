"""What does a reviewer write to those who run the study, and what is written to her?

Each message is a row that is written once; its audit record holds none of its words. What goes to
the whole panel also reaches whoever is added later: it may change how a question is read, and that
must hold for everybody.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext as _

from raters.audit import record
from raters.kept import kept_as, kept_by
from raters.lifecycle import NotPermitted, locked_for_change
from raters.models import Assignment, Message, Reviewer, Round, Study
from raters.order_of_rating import is_strict

# What is recorded of messages is no change to what a report is computed from.
VERBS_OF_MESSAGES = ("question asked", "answer sent", "message to the panel sent")
# So many are shown at once; the earlier ones are one click away.
MOST_AT_ONCE = 6


@dataclass(frozen=True)
class AboutItem:
    """An item as its reviewer knows it: by its number in her own queue.

    In a round in strict order no item can be opened again, so `may_be_opened` is False.
    """

    number: int
    position: int
    round: str
    kind: str
    may_be_opened: bool


@dataclass(frozen=True)
class ShownMessage:
    """What a reviewer may know of a message. `is_new`: from the study, and not read yet."""

    text: str
    at: datetime
    by_study: bool
    to_panel: bool
    is_new: bool
    about: AboutItem | None = None


@dataclass(frozen=True)
class Inbox:
    """All that she wrote and that was written to her, oldest first.

    `kept_as`: under which name her browser keeps what she has not sent.
    """

    code: str
    pseudonym: str
    kept_as: str
    messages: tuple[ShownMessage, ...]

    @property
    def n_new(self) -> int:
        return sum(one.is_new for one in self.messages)

    @property
    def earlier(self) -> tuple[ShownMessage, ...]:
        return self.messages[: len(self.messages) - self._n_latest]

    @property
    def latest(self) -> tuple[ShownMessage, ...]:
        return self.messages[len(self.messages) - self._n_latest :]

    @property
    def _n_latest(self) -> int:
        """All from the first new one on, and never fewer than a page holds."""
        first_new = next((n for n, one in enumerate(self.messages) if one.is_new), None)
        all_new = 0 if first_new is None else len(self.messages) - first_new
        return min(len(self.messages), max(all_new, MOST_AT_ONCE))


@dataclass(frozen=True)
class Asked:
    """The conversation about one item of hers, oldest first. `n_new`: answers not read yet."""

    code: str
    pseudonym: str
    kept_as: str
    round: str
    position: int
    messages: tuple[ShownMessage, ...]

    @property
    def n_new(self) -> int:
        return sum(one.is_new for one in self.messages)


def messages_for(reviewer: Reviewer) -> Inbox:
    rows = _to_and_from(reviewer).select_related("assignment__round")
    code = reviewer.study.public_code
    return Inbox(
        code=code,
        pseudonym=reviewer.pseudonym,
        kept_as="/".join((kept_by(reviewer.user_id), code, reviewer.pseudonym, "study", "")),
        messages=tuple(_shown(reviewer, list(rows))),
    )


def mark_as_read(reviewer: Reviewer, inbox: Inbox) -> None:
    """What this inbox shows as new, once its page is made: what came meanwhile stays new."""
    if not inbox.n_new:
        return
    until = max(one.at for one in inbox.messages if one.is_new)
    earlier = Q(messages_read_at=None) | Q(messages_read_at__lt=until)
    Reviewer.objects.filter(earlier, pk=reviewer.pk).update(messages_read_at=until)


def unread_count(reviewer: Reviewer) -> int:
    written = _to_and_from(reviewer).filter(by_study=True)
    if reviewer.messages_read_at:
        written = written.filter(sent_at__gt=reviewer.messages_read_at)
    return written.count()


def asked_about(assignment: Assignment) -> Asked:
    reviewer = assignment.reviewer
    return Asked(
        code=assignment.study.public_code,
        pseudonym=reviewer.pseudonym,
        kept_as=kept_as(assignment),
        round=assignment.round.name,
        position=assignment.position,
        messages=tuple(_one(row, reviewer) for row in assignment.messages.all()),
    )


def may_be_asked_about(reviewer: Reviewer) -> QuerySet[Assignment]:
    """Items that she has seen, in any round and at any time: no amendment takes these away."""
    return reviewer.assignments.started().select_related("study", "round", "reviewer", "item")


@transaction.atomic
def ask(reviewer: Reviewer, text: str, *, about: Assignment | None = None, at: datetime) -> None:
    """From her to those who run the study. Raises `NotPermitted`."""
    _hold(reviewer)
    written = {"reviewer": reviewer, "assignment": about, "by_study": False}
    if _write_once(reviewer.study, author=reviewer.user, text=text, at=at, **written):
        record(reviewer.study, by=reviewer.user, verb="question asked", **_told(reviewer, about))


@transaction.atomic
def tell(
    reviewer: Reviewer,
    text: str,
    *,
    by,
    at: datetime,
    about: Assignment | None = None,
    despite: Iterable[str] = (),
) -> None:
    """From the study to one reviewer, whom nobody else reads. Raises `NotPermitted`.

    `despite`: the kinds of telling words that were found in it and confirmed (slips.py).
    """
    if reviewer.kind != Reviewer.Kind.HUMAN:
        raise NotPermitted(_("%(name)s is an LLM judge, who reads nothing.") % {"name": reviewer})
    study = locked_for_change(reviewer.study)
    _hold(reviewer)
    written = {"reviewer": reviewer, "assignment": about, "by_study": True}
    if _write_once(study, author=by, text=text, at=_after_what_was_told(study, at), **written):
        told = _told(reviewer, about) | _confirmed(despite)
        record(study, by=by, verb="answer sent", **told)


@transaction.atomic
def tell_panel(study: Study, text: str, *, by, at: datetime, despite: Iterable[str] = ()) -> None:
    study = locked_for_change(study)
    written = {"reviewer": None, "assignment": None, "by_study": True}
    if _write_once(study, author=by, text=text, at=_after_what_was_told(study, at), **written):
        record(study, by=by, verb="message to the panel sent", **_confirmed(despite))


def numbers_of(places: QuerySet[Assignment]) -> dict[int, int]:
    """key -> which item it is in its reviewer's queue: an amendment may leave gaps in positions."""
    counted, numbers = Counter(), {}
    rows = places.order_by("round", "reviewer", "position")
    for pk, *queue in rows.values_list("pk", "round_id", "reviewer_id"):
        counted[tuple(queue)] += 1
        numbers[pk] = counted[tuple(queue)]
    return numbers


def _to_and_from(reviewer: Reviewer) -> QuerySet[Message]:
    found = Message.objects.for_reviewer(reviewer)
    if reviewer.left_at:
        found = found.exclude(reviewer=None, sent_at__gt=reviewer.left_at)
    return found


def _shown(reviewer: Reviewer, rows: list[Message]) -> Iterator[ShownMessage]:
    is_any_about = any(row.assignment_id for row in rows)
    numbers = numbers_of(reviewer.assignments.all()) if is_any_about else {}
    strict = _strict_among({row.assignment.round for row in rows if row.assignment})
    for row in rows:
        place = row.assignment
        about = place and AboutItem(
            number=numbers[place.pk],
            position=place.position,
            round=place.round.name,
            kind=place.round.kind,
            may_be_opened=place.round not in strict,
        )
        yield _one(row, reviewer, about)


def _strict_among(rounds: Iterable[Round]) -> set[Round]:
    return {round for round in rounds if is_strict(round)}


def _one(row: Message, reviewer: Reviewer, about: AboutItem | None = None) -> ShownMessage:
    read_at = reviewer.messages_read_at
    return ShownMessage(
        text=row.text,
        at=row.sent_at,
        by_study=row.by_study,
        to_panel=row.reviewer_id is None,
        is_new=row.by_study and (read_at is None or row.sent_at > read_at),
        about=about,
    )


def _hold(reviewer: Reviewer) -> None:
    """Until the end of the transaction, so that the same words sent at once are one message."""
    rows = Reviewer.objects.select_for_update(no_key=True).filter(pk=reviewer.pk)
    if not rows.order_by("pk").values_list("pk", flat=True):
        raise NotPermitted(_("%(name)s is not on the panel any more.") % {"name": reviewer})


def _after_what_was_told(study: Study, at: datetime) -> datetime:
    """What was read is known by its time alone, so that no message may come before one that can
    have been read: whoever tells holds the study, and the times of what is told only grow."""
    last = study.messages.filter(by_study=True).aggregate(last=Max("sent_at"))["last"]
    return max(at, last + timedelta.resolution) if last else at


def _write_once(study: Study, *, author, text: str, at: datetime, **written) -> bool:
    """Was it written? The last words of a conversation once more are a repeated click."""
    conversation = {name: written[name] for name in ("reviewer", "assignment")}
    last = Message.objects.filter(study=study, **conversation).last()
    if last and (last.by_study, last.author_id, last.text) == (
        *(written["by_study"], author.pk, text),
    ):
        return False
    Message.objects.create(study=study, author=author, text=text, sent_at=at, **written)
    return True


def _told(reviewer: Reviewer, about: Assignment | None) -> dict[str, str]:
    item = {"item": about.item.source_id} if about else {}
    return {"reviewer": reviewer.pseudonym} | item


def _confirmed(despite: Iterable[str]) -> dict[str, list[str]]:
    kinds = sorted(set(despite))
    return {"despite": kinds} if kinds else {}
