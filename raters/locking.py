"""How does a draft become a locked protocol?

Locking draws the queues, fixes rubric, items, keys, allocation, orders, seed and plan, and seals
them under one SHA-256 (raters/design/protocol; docs/protocol.md tells how to check it).
"""

import secrets

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from raters.allocating import Units, in_words, planned_allocation
from raters.audit import record
from raters.design.capacity import Infeasible
from raters.design.protocol import LockedStudy, seal
from raters.drawing import draw_live_queues, draw_practice_before
from raters.lifecycle import NotPermitted, locked_for_change, missing_for_rating, move, require
from raters.locked_facts import locked_study
from raters.models import Design, Protocol, Round, SignOff, Study
from raters.practising import has_come_through
from raters.reviewing import review_of
from raters.signing import latest_sign_off, still_holds
from raters.states import Action, State


@transaction.atomic
def lock(study: Study, *, by, despite: str = "") -> Protocol:
    """`despite` is why it is locked although the review found it not ready; the report prints it.

    Raises `NotPermitted`.
    """
    study = locked_for_change(study)
    require(study, Action.LOCK)
    if missing := missing_for_locking(study):
        raise NotPermitted(" ".join(missing))
    review = review_of(study)
    if not review.is_ready and not despite.strip():
        raise NotPermitted(
            _("The review says: %(decision)s. Mend it, or give the reason to lock all the same.")
            % {"decision": review.decision.label.through(_)}
        )
    draw_round(study)
    return seal_protocol(
        study,
        state=State.LOCKED,
        by=by,
        decision=str(review.decision.label),
        despite="" if review.is_ready else despite.strip(),
    )


def missing_for_locking(study: Study) -> list[str]:
    """What no reason can replace, in words; empty when the protocol can be locked."""
    unsigned = [
        _("“%(gate)s” is not confirmed, or has changed since.") % {"gate": gate.label}
        for gate in SignOff.Gate
        if not still_holds(latest_sign_off(study, gate), study)
    ]
    return [*missing_for_rating(study), *unsigned]


def draw_round(study: Study) -> Round:
    """The next live round with everybody's queue, and before it the practice of those who have not
    come through any."""
    units = Units(study)
    try:
        allocation = planned_allocation(study, units)
    except Infeasible as refusal:
        raise NotPermitted(in_words(refusal)) from refusal
    design = study.design
    if design.allocation == Design.Allocation.ANCHOR_AND_ROTATE and design.anchors_drawn:
        anchors = [item.pk for key in allocation.anchors for item in units.items[key]]
        study.items.filter(pk__in=anchors).update(is_anchor=True)
    number = study.rounds.live().count() + 1
    round = study.rounds.create(kind=Round.Kind.LIVE, number=number, rubric=study.rubric)
    draw_live_queues(round, allocation.by_reviewer(), units=units)
    panel = study.reviewers.on_the_panel()
    draw_practice_before(round, [each for each in panel if not has_come_through(each)])
    return round


def seal_protocol(
    study: Study, *, state: State, by, decision: str = "", despite: str = ""
) -> Protocol:
    """The next version of the protocol, of the rows as they stand; the study moves to `state`.

    An amendment keeps the decision under which the study was locked.
    """
    earlier = Protocol.objects.latest_of(study)
    version, at = study.protocol_version + 1, timezone.now()
    locked: LockedStudy = locked_study(study, version=version, at=at)
    sealed = seal(locked, salt=secrets.token_hex(32))
    protocol = Protocol.objects.create(
        study=study,
        version=version,
        sha256=sealed.sha256,
        document=sealed.public,
        secret=sealed.secret,
        decision=decision or (earlier.decision if earlier else ""),
        despite=despite if decision else (earlier.despite if earlier else ""),
        by=by,
        locked_at=at,
    )
    move(study, state, protocol_version=version)
    record(study, by=by, verb="protocol sealed", version=version, sha256=sealed.sha256)
    return protocol
