"""May this reviewer open and answer this item now?

Practice comes before the items of a live round; in strict order these come one after the other.
"""

from django.utils.translation import gettext as _

from raters.models import Assignment, Reviewer, Round
from raters.planned import order_and_practice
from raters.practising import practice_in_the_way


class NotHerTurn(Exception):
    """The message says why. `leads_to` is what she may open instead; None: her start page tells."""

    def __init__(self, why: str, leads_to: Assignment | None = None):
        self.leads_to = leads_to
        super().__init__(why)


def may_open(assignment: Assignment) -> bool:
    try:
        require_turn(assignment)
    except NotHerTurn:
        return False
    return True


def require_turn(assignment: Assignment) -> None:
    """Before an item is shown, also ahead of time, and before anything of hers is taken for it.

    Raises `NotHerTurn`.
    """
    if not assignment.round.is_live:
        return
    # What was shown to her stays open, whatever becomes of practice.
    if assignment.first_shown_at is None and practice_in_the_way(assignment.reviewer):
        raise NotHerTurn(_("Practice comes first: this item opens when you have come through it."))
    if is_strict(assignment.round):
        _require_current(assignment)


def is_strict(round: Round) -> bool:
    """One item after the other, without going back: in live rounds of studies that said so."""
    if not round.is_live:
        return False
    order, _practice = order_and_practice(round)
    return order.strict


def current_of(reviewer: Reviewer, round: Round) -> Assignment | None:
    """In strict order the one item that is open to her."""
    return reviewer.assignments.filter(round=round).unrated().order_by("position").first()


def require_no_putting_off(assignment: Assignment) -> None:
    if is_strict(assignment.round):
        raise NotHerTurn(
            _("In this study items come one after the other, so none can be put off."), assignment
        )


def _require_current(assignment: Assignment) -> None:
    current = current_of(assignment.reviewer, assignment.round)
    if current is not None and current.pk == assignment.pk:
        return
    if current is None or assignment.position < current.position:
        why = _("In this study an item is submitted once and is not opened again.")
    else:
        why = _("In this study items come one after the other: this one is next.")
    raise NotHerTurn(why, current)
