"""What holds for every request: a signed-in person, and no copy left behind on the way."""

from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django_htmx.http import HttpResponseClientRedirect, reswap, retarget


class SignInRequiredMiddleware(LoginRequiredMiddleware):
    """Every view asks for sign-in unless it opts out by `login_not_required`.

    A plain redirect answered to htmx would put the sign-in page inside a fragment, so htmx is
    told to leave the page. Not so where words were sent: the page keeps them and shows a notice.
    """

    def handle_no_permission(self, request, view_func):
        redirect = super().handle_no_permission(request, view_func)
        if not request.htmx:
            return redirect
        if request.method == "GET":
            return HttpResponseClientRedirect(redirect.url)
        notice = render(request, "_signed_out.html", {"address": reverse("account_login")})
        return reswap(retarget(notice, "#notice"), "innerHTML")


class NothingIsCachedMiddleware:
    """Pages hold transcripts and answers: no proxy and no shared ward computer keeps a copy."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        response = self.get_response(request)
        if not response.has_header("Cache-Control"):
            add_never_cache_headers(response)
        return response
