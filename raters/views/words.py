"""What becomes of a reviewer's words: every answer to a page of hers says so, refusals too."""

import re
from functools import wraps

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django_htmx.http import reswap, retarget

from raters.models import Reviewer
from raters.order_of_rating import NotHerTurn
from raters.rating import TakenAway, words_of
from raters.views.places import address_of

# What a page sends besides words: numbers, codes, nothing.
CHOSEN = re.compile(r"[-\w.:,]*", re.ASCII)
# The header by which a page's script knows what became of the words it sent. An answer without
# it comes from somewhere else, such as a proxy that asks for a password.
WORDS_ARE = "Words-Are"
SAVED, SUBMITTED, NOT_SAVED = "saved", "submitted", "not-saved"
# Beside it: the same request would be refused for ever, so the script does not repeat it.
ITEM_IS, TAKEN_AWAY = "Item-Is", "taken-away"


def words_stay(view):
    """Every answer says what became of her words; that an item is not in her queue, or that it is
    not its turn, too."""

    @wraps(view)
    def wrapped(request, reviewer, *args, **kwargs):
        try:
            response = view(request, reviewer, *args, **kwargs)
        except TakenAway:
            response = taken_away(request)
        except NotHerTurn as refusal:
            response = _not_her_turn(request, reviewer, refusal)
        if request.method == "POST":
            response.setdefault(WORDS_ARE, NOT_SAVED)
        return response

    return wrapped


def words_are(became: str, response):
    response[WORDS_ARE] = became
    return response


def is_somebody_elses_page(request, reviewer: Reviewer) -> bool:
    """The page was opened by one reviewer and is sent by another: one browser, two people."""
    return request.POST.get("rated_by", reviewer.pseudonym) != reviewer.pseudonym


def refuse_somebody_elses_page(request):
    if not request.htmx:
        return render(request, "raters/somebody_elses_page.html", status=409)
    notice = render(request, "raters/_somebody_elses_page.html")
    return reswap(retarget(notice, "#notice"), "innerHTML")


def taken_away(request):
    """404, but no word of a page that was sent is lost."""
    if request.method == "GET":
        raise Http404(_("You have no item at this place."))
    if "sent_later" in request.POST:
        return HttpResponse(status=404)
    answer = _with_her_words(request, "raters/_taken_away.html", status=404)
    answer[ITEM_IS] = TAKEN_AWAY
    return answer


def _not_her_turn(request, reviewer: Reviewer, refusal: NotHerTurn):
    """To where she may go on, which says why; words that were sent stay with her."""
    if request.method == "GET":
        messages.info(request, str(refusal))
        if refusal.leads_to is not None:
            return redirect(address_of(refusal.leads_to))
        return redirect("start", reviewer.study.public_code)
    return _with_her_words(request, "raters/_not_her_turn.html", status=409, why=str(refusal))


def _with_her_words(request, notice: str, *, status: int, **context):
    """Beside the words on her page, or on a page that shows what she typed."""
    if request.htmx:
        return reswap(retarget(render(request, notice, context), "#notice"), "innerHTML")
    sent = (value for values in words_of(request.POST).values() for value in values)
    words = [value for value in sent if not CHOSEN.fullmatch(value)]
    context |= {"notice": notice, "words": words}
    return render(request, "raters/taken_away.html", context, status=status)
