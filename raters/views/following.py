"""What comes after an item: the next one, the feedback, or the end."""

import re
from dataclasses import replace
from hashlib import sha256

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django_htmx.http import HttpResponseClientRedirect, push_url

from raters.models import Assignment
from raters.order_of_rating import is_strict, may_open
from raters.own_summary import summary_of
from raters.queue import next_assignment
from raters.rating import TakenAway, mark_as_shown
from raters.rating_form import RatingForm
from raters.training import gives_feedback
from raters.views.places import address_of, assignment_of
from raters.views.rating_page import item_page, opened_form

# The header that marks the next item, as a page got it ahead of time and as it would get it now.
AHEAD_IS = "Ahead-Is"
TOKENS = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"')


def what_follows(request, assignment: Assignment):
    if "sent_later" in request.POST:
        # Nobody looks at what comes next, so it must not count as shown.
        return HttpResponse(status=204)
    if gives_feedback(assignment):
        address = address_of(assignment, "feedback")
        return HttpResponseClientRedirect(address) if request.htmx else redirect(address)
    return go_on(request, assignment)


def go_on(request, assignment: Assignment):
    following = next_assignment(assignment.reviewer, assignment.round, after=assignment.position)
    if following is None:
        return _finished(request, assignment)
    if following == assignment:
        # She has put off all that is left, this one too.
        address = reverse("start", args=[assignment.study.public_code])
        return HttpResponseClientRedirect(address) if request.htmx else redirect(address)
    if not request.htmx:
        return redirect(address_of(following))
    try:
        following = assignment_of(assignment.reviewer, following.round.name, following.position)
        mark_as_shown(following, at=timezone.now())
    except TakenAway:
        # Hers is submitted; only what was to come went to somebody else in this moment.
        address = reverse("start", args=[assignment.study.public_code])
        return HttpResponseClientRedirect(address)
    page = item_page(request, following, opened_form(following))
    return push_url(_unless_ahead(request, page), address_of(following))


def item_ahead(assignment: Assignment) -> Assignment | None:
    """What a submit would lead to, where it leads to an item at once and she may see it before.

    In strict order nothing is seen before, also from an item that is submitted already.
    """
    round = assignment.round
    if gives_feedback(assignment) or not round.is_open or is_strict(round):
        return None
    place = {"after": assignment.position, "besides": assignment}
    following = next_assignment(assignment.reviewer, assignment.round, **place)
    try:
        found = following and assignment_of(
            assignment.reviewer, following.round.name, following.position
        )
    except TakenAway:
        return None
    return found if found and may_open(found) else None


def as_after(assignment: Assignment, form: RatingForm) -> RatingForm:
    """Side by side, the page that follows says that this one is done."""
    beside = tuple(
        replace(each, is_rated=each.is_rated or each.position == assignment.position)
        for each in form.item.beside
    )
    form.item = replace(form.item, beside=beside)
    return form


def _unless_ahead(request, page):
    """Where the browser holds this very page already, its mark is answer enough."""
    mark = mark_of(page)
    if request.POST.get("ahead") != mark:
        return page
    return HttpResponse(headers={AHEAD_IS: mark})


def mark_of(page) -> str:
    """Of everything on the page, but for the tokens, which differ each time."""
    return sha256(TOKENS.sub(b"", page.content)).hexdigest()


def _finished(request, assignment: Assignment):
    address = reverse("start", args=[assignment.study.public_code])
    if not request.htmx:
        return redirect(address)
    summary = summary_of(assignment.reviewer, assignment.round)
    context = {"address": address, "study": assignment.study, "summary": summary}
    return render(request, "raters/_finished.html", context)
