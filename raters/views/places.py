"""A reviewer's places in her queues: found through her, and their addresses."""

from django.urls import reverse

from raters.kept import item_mark
from raters.models import Assignment, Reviewer, Round
from raters.rating import TakenAway


def assignment_of(reviewer: Reviewer, round_name: str, position: int) -> Assignment:
    mine = reviewer.assignments.select_related(
        "round__rubric", "reviewer", "study", "item__case", "item__rubric", "item__study"
    )
    rounds = Round.objects.filter(study=reviewer.study).opened().named(round_name)
    found = mine.filter(round__in=rounds, position=position).first()
    if found is None:
        raise TakenAway
    return found


def sent_from(reviewer: Reviewer, round_name: str, position: int, *, opened_on: str) -> Assignment:
    """Where words that were sent belong: an amendment may have put another item at this place."""
    found = assignment_of(reviewer, round_name, position)
    if opened_on and opened_on != item_mark(found):
        raise TakenAway
    return found


def address_of(assignment: Assignment, name: str = "rate") -> str:
    place = [assignment.study.public_code, assignment.round.name, assignment.position]
    return reverse(name, args=place)
