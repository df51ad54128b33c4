"""How does a study move from draft to closed? What each state permits stands in states.py."""

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from raters.audit import record
from raters.drawing import draw_pilot_queues
from raters.models import Assignment, Reviewer, Round, Study
from raters.practising import practice_in_the_way
from raters.states import Action, State, permits


class NotPermitted(Exception):
    """The study's state does not allow this; the message says why and what to do."""


def require(study: Study, action: Action) -> None:
    if not permits(study.state, action):
        raise NotPermitted(why_not(study, action))


def why_not(study: Study, action: Action) -> str:
    reasons = {
        State.DRAFT: _("The study is a draft: lock its protocol first."),
        State.PILOTING: _("A pilot is under way: end it first."),
        State.LOCKED: _("The protocol is locked. An amendment, with a reason, can reopen it."),
        State.COLLECTING: _(
            "A round is open, so what was locked stays as it is. Close the round first; an "
            "amendment, with a reason, can then reopen the design."
        ),
        State.CLOSED: _("The round is closed. An amendment, with a reason, can reopen the design."),
    }
    return reasons[State(study.state)]


def locked_for_change(study: Study) -> Study:
    """The study's row, held until the end of the transaction.

    Whoever changes a study takes this before anything else, then assignments in order of their
    keys, then a reviewer. A submit holds its one assignment and only points at the study, as a
    message, which holds its reviewer, does at its item: what is held may be pointed at.
    """
    return Study.objects.select_for_update(no_key=True).get(pk=study.pk)


def hold_assignments(rounds: Iterable[Round]) -> None:
    """Until the end of the transaction nobody starts or answers an item in these rounds."""
    rows = Assignment.objects.filter(round__in=list(rounds)).select_for_update(no_key=True)
    list(rows.order_by("pk").values_list("pk", flat=True))


def move(study: Study, state: State, **fields) -> None:
    """From the state it is in, where it still is in it. The database refuses unknown moves."""
    if not Study.objects.filter(pk=study.pk, state=study.state).update(state=state, **fields):
        raise NotPermitted(_("The study has moved on meanwhile. Open its page again."))
    study.refresh_from_db()


def current_round(study: Study) -> Round | None:
    """The newest live round that was opened, closed or not."""
    return study.rounds.live().opened().order_by("-number").first()


def round_to_rate(reviewer: Reviewer) -> Round | None:
    """Where this reviewer rates now: her practice until it is over, then the newest queue."""
    mine = Round.objects.opened().filter(assignments__reviewer=reviewer)
    if practice := practice_in_the_way(reviewer):
        return practice.round
    return mine.exclude(kind=Round.Kind.TRAINING).order_by("-opened_at").first()


def may_change_items(study: Study) -> bool:
    return permits(study.state, Action.CHANGE_DESIGN)


def require_changeable_items(study: Study) -> None:
    require(study, Action.CHANGE_DESIGN)


@transaction.atomic
def start_pilot(study: Study, reviewers: list[Reviewer], *, n_items: int, by) -> Round:
    """A round whose ratings never enter reliability: it tries the rubric out."""
    study = locked_for_change(study)
    require(study, Action.START_PILOT)
    if missing := missing_for_rating(study):
        raise NotPermitted(" ".join(missing))
    if not reviewers:
        raise NotPermitted(_("Choose at least one reviewer for the pilot."))
    round = Round.objects.create(
        study=study,
        kind=Round.Kind.PILOT,
        number=study.rounds.filter(kind=Round.Kind.PILOT).count() + 1,
        rubric=study.rubric,
        opened_at=timezone.now(),
    )
    drawn = draw_pilot_queues(round, reviewers, n_items=n_items)
    move(study, State.PILOTING)
    record(study, by=by, verb="pilot started", round=round.name, queues=drawn, items=n_items)
    return round


@transaction.atomic
def end_pilot(study: Study, *, by) -> None:
    study = locked_for_change(study)
    require(study, Action.END_PILOT)
    round = study.rounds.open().get(kind=Round.Kind.PILOT)
    _close(round)
    move(study, State.DRAFT)
    record(study, by=by, verb="pilot ended", round=round.name)


def missing_for_rating(study: Study) -> list[str]:
    """What must be there before anybody can rate, in words; empty when it is."""
    missing = []
    if not study.items.real().exists():
        missing.append(_("Import the items to be rated."))
    if study.items.filter(rubric=None).exists() and study.rubric is None:
        missing.append(_("Choose a rubric: some items have no criteria of their own."))
    if not study.reviewers.on_the_panel().exists():
        missing.append(_("Add at least one reviewer."))
    return missing


@transaction.atomic
def open_round(study: Study, *, by) -> Round:
    """Open the round whose queues were drawn at the lock, and the practice before it."""
    study = locked_for_change(study)
    require(study, Action.OPEN)
    waiting = study.rounds.filter(opened_at=None)
    round = waiting.live().order_by("number").last()
    move(study, State.COLLECTING)
    waiting.update(opened_at=timezone.now())
    record(study, by=by, verb="round opened", round=round.number)
    round.refresh_from_db()
    return round


@transaction.atomic
def close_round(study: Study, *, by) -> None:
    """Seal the answers of the open round, and the practice that went with it."""
    study = locked_for_change(study)
    require(study, Action.CLOSE)
    for round in study.rounds.open():
        _close(round)
    move(study, State.CLOSED)
    record(study, by=by, verb="round closed", round=current_round(study).number)


def _close(round: Round) -> None:
    # A submit holds its assignment: waiting for all of them lets those under way finish.
    hold_assignments([round])
    Round.objects.open().filter(pk=round.pk).update(closed_at=timezone.now())
