"""Who saw reliability before the round was closed? Every look is logged."""

from raters.audit import record
from raters.models import Round
from raters.planned import Plan
from raters.reports.fingerprint import INTERIM_LOOK
from raters.reports.values import InterimLook
from rubrics.phrases import Phrase, gettext_noop

WITHHELD = gettext_noop(
    "Reliability is shown once the round is closed: the protocol allows no look before. Until then "
    "there are the coverage and the planted controls."
)


def is_shown(round: Round, plan: Plan) -> bool:
    return round.closed_at is not None or plan.reliability.interim_looks


def why_withheld(round: Round, plan: Plan) -> Phrase | None:
    return None if is_shown(round, plan) else Phrase(WITHHELD)


def log_look(round: Round, *, by, what: str, fingerprint: str) -> None:
    seen = {"round": round.name, "what": what, "fingerprint": fingerprint}
    record(round.study, by=by, verb=INTERIM_LOOK, **seen)


def looks_at(round: Round) -> tuple[InterimLook, ...]:
    """The oldest first."""
    events = round.study.audit_events.filter(verb=INTERIM_LOOK, details__round=round.name)
    return tuple(
        InterimLook(
            at=event.at,
            by=str(event.actor or ""),
            at_what=event.details["what"],
            fingerprint=event.details["fingerprint"],
        )
        for event in events.select_related("actor").order_by("at", "pk")
    )
