"""The rating form as a browser would send it."""

from django.urls import reverse

from raters.rating_form import form_fields
from tests.studies import complete_answers

HTMX = {"HX-Request": "true"}


def address(assignment, *, name: str = "rate", position: int | None = None) -> str:
    place = [assignment.study.public_code, assignment.round.name]
    return reverse(name, args=[*place, position or assignment.position])


def filled_form(assignment, *, base_revision: int = 0, **more) -> dict:
    fields = form_fields(complete_answers(assignment, **more))
    flat = {name: values[0] for name, values in fields.items()}
    return flat | {"base_revision": base_revision, "draft_version": 0}
