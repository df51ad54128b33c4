"""What a person is told when a form's token is out of date."""

from django.shortcuts import render
from django_htmx.http import reswap, retarget


def csrf_failure(request, reason=""):
    """A page, or for htmx a notice: the form stays where it is, with every word in it."""
    if not request.htmx:
        return render(request, "403_csrf.html", status=403)
    return reswap(retarget(render(request, "_token_refused.html"), "#notice"), "innerHTML")
