"""What may change after the lock, why, and what comes of it?

Each amendment is one transaction: its reason is written first, the database then lets the study
move, and a new version of the protocol closes it.
"""

from collections.abc import Callable, Iterable
from contextlib import contextmanager

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from raters.allocating import in_words
from raters.audit import record
from raters.design.allocation import Change, PanelMember
from raters.design.capacity import Infeasible
from raters.handing_over import (
    changes_with,
    changes_without,
    draw_for,
    drop_unstarted,
    hand_over,
    loads_of,
)
from raters.lifecycle import (
    NotPermitted,
    current_round,
    hold_assignments,
    locked_for_change,
    move,
    require,
)
from raters.locking import draw_round, seal_protocol
from raters.models import Amendment, Reviewer, Round, Study
from raters.panel import new_reviewers, next_pseudonyms, revoke_invitations
from raters.states import Action, State


@transaction.atomic
def reopen_design(study: Study, *, reason: str, by) -> None:
    """Back to a draft of the next version, which is the first where there was no lock before.

    Queues that nobody has met are thrown away.
    """
    study = locked_for_change(study)
    require(study, Action.AMEND_DESIGN)
    _note(study, Amendment.Kind.DESIGN, reason, by=by)
    move(study, State.DRAFT)
    study.rounds.filter(opened_at=None).delete()
    if study.design.anchors_drawn:
        study.items.filter(is_anchor=True).update(is_anchor=False)


@transaction.atomic
def take_off_the_panel(reviewer: Reviewer, *, reason: str, by) -> Amendment:
    """Her unstarted items go to the others, or to nobody where all rate everything."""
    study = locked_for_change(reviewer.study)
    require(study, Action.AMEND_PANEL)
    reviewer = _who_may_leave(study, reviewer)
    round = _round_held(study)
    changes = _feasible(lambda: changes_without(round, reviewer))
    details = {"reviewer": reviewer.pseudonym, "items": _told(changes)}
    with _amending(study, Amendment.Kind.REVIEWER_LEFT, reason, by=by, **details) as amendment:
        for each in study.rounds.filter(closed_at=None):
            drop_unstarted(each, reviewer)
        Reviewer.objects.filter(pk=reviewer.pk).update(left_at=timezone.now())
        hand_over(round, changes)
        _refuse_overload(round)
        if reviewer.user is not None:
            revoke_invitations(study, reviewer.user, by=by)
    return amendment


@transaction.atomic
def add_to_the_panel(study: Study, *, stratum: str, reason: str, by) -> Reviewer:
    """She rates the anchors and takes over unstarted items until all have as many."""
    study = locked_for_change(study)
    require(study, Action.AMEND_PANEL)
    round = _round_held(study)
    [name] = next_pseudonyms(study, 1)
    changes = _feasible(lambda: changes_with(round, PanelMember(name, stratum)))
    details = {"reviewer": name, "items": _told(changes)}
    with _amending(study, Amendment.Kind.REVIEWER_ADDED, reason, by=by, **details):
        [late] = new_reviewers(study, 1, stratum=stratum)
        hand_over(round, [_without_taker(change, name) for change in changes])
        draw_for(late, round, changes)
        _refuse_overload(round)
        record(study, by=by, verb="reviewers added", pseudonyms=[name])
    return late


@transaction.atomic
def add_round(study: Study, *, reason: str, by) -> Round:
    """The same items again, in orders of that round; it is open at once."""
    study = locked_for_change(study)
    require(study, Action.ADD_ROUND)
    _require_protocol(study)
    with _amending(study, Amendment.Kind.ROUND, reason, by=by, then=State.COLLECTING):
        round = draw_round(study)
        study.rounds.filter(opened_at=None).update(opened_at=timezone.now())
        record(study, by=by, verb="round opened", round=round.number)
    return current_round(study)


@contextmanager
def _amending(study: Study, kind: str, reason: str, *, by, then: State | None = None, **changes):
    """Between the reason and the new version of the protocol; all or nothing."""
    before = State(study.state)
    amendment = _note(study, kind, reason, by=by, **changes)
    move(study, State.AMENDING)
    yield amendment
    seal_protocol(study, state=then or before, by=by)


def _note(study: Study, kind: str, reason: str, *, by, **changes) -> Amendment:
    reason, version = reason.strip(), study.protocol_version + 1
    if not reason:
        raise NotPermitted(_("An amendment needs a reason; the report will list it."))
    record(study, by=by, verb="amended", kind=str(kind), version=version, reason=reason)
    return Amendment.objects.create(
        study=study,
        version=version,
        kind=kind,
        reason=reason,
        changes=changes,
        by=by,
        at=timezone.now(),
    )


def _round_held(study: Study) -> Round:
    """The open one, or the one that was drawn at the lock and waits; nobody starts in it now."""
    _require_protocol(study)
    under_way = study.rounds.filter(closed_at=None)
    hold_assignments(under_way)
    return under_way.live().latest("number")


def _require_protocol(study: Study) -> None:
    """A study from before there was a lock has no protocol to amend."""
    if not study.protocol_version:
        raise NotPermitted(
            _(
                "This study was never locked, so it has no protocol to amend. Close its round, "
                "reopen its design and lock it; from then on it can be amended."
            )
        )


def _who_may_leave(study: Study, reviewer: Reviewer) -> Reviewer:
    """Her row as it is now: another admin may have come first."""
    panel = study.reviewers.on_the_panel()
    found = panel.filter(pk=reviewer.pk).first()
    if found is None:
        raise NotPermitted(_("%(name)s is not on the panel any more.") % {"name": reviewer})
    if panel.count() == 1:
        raise NotPermitted(
            _("%(name)s is the last reviewer. Add another one before, or close the round.")
            % {"name": reviewer}
        )
    return found


def _feasible(changes: Callable[[], list[Change]]) -> list[Change]:
    try:
        return changes()
    except Infeasible as refusal:
        raise NotPermitted(in_words(refusal)) from refusal


def _refuse_overload(round: Round) -> None:
    """The cap was promised to the reviewers, so no amendment goes beyond it."""
    cap = round.study.design.cap
    over = ((name, load) for name, load in loads_of(round) if cap is not None and load > cap)
    for name, load in over:
        message = _("%(name)s would meet %(n)s items; the cap is %(cap)s. Add a reviewer first.")
        raise NotPermitted(message % {"name": name, "n": load, "cap": cap})


def _without_taker(change: Change, name: str) -> Change:
    """The late reviewer's items are drawn as a queue, and only taken from others here."""
    given_to = None if change.given_to == name else change.given_to
    return Change(change.item, change.taken_from, given_to)


def _told(changes: Iterable[Change]) -> list[dict]:
    return [{"item": c.item, "from": c.taken_from, "to": c.given_to} for c in changes]
