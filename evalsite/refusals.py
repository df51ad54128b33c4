"""What a person is told when a form is refused: its token is old, or its address not ours."""

from django.shortcuts import render
from django_htmx.http import reswap, retarget

# How Django's reasons begin where it is the address that is not trusted.
OF_THE_ADDRESS = ("Origin checking", "Referer checking")


def csrf_failure(request, reason=""):
    """A page, or for htmx a notice: the form stays where it is, with every word in it."""
    if not request.htmx:
        context = {"is_of_the_address": reason.startswith(OF_THE_ADDRESS)}
        return render(request, "403_csrf.html", context, status=403)
    return reswap(retarget(render(request, "_token_refused.html"), "#notice"), "innerHTML")
