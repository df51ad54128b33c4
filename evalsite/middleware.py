"""What holds for every request: a signed-in person, the language she chose, and no copy left
behind on the way."""

from django.conf import settings
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.cache import add_never_cache_headers
from django_htmx.http import HttpResponseClientRedirect, reswap, retarget

from raters.language import SESSION_KEY
from raters.views.words import NOT_SAVED, WORDS_ARE, taken_away, words_are


class OwnLanguageMiddleware:
    """What a signed-in person chose counts more than the cookie and the browser's languages.

    Comes after Django's LocaleMiddleware, which puts the language into the headers at the end.
    """

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        language = request.session.get(SESSION_KEY)
        if language in dict(settings.LANGUAGES):
            translation.activate(language)
            request.LANGUAGE_CODE = translation.get_language()
        return self.get_response(request)


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


class WordsStayMiddleware:
    """Who was taken off a panel has nothing at the address of her open page; her words get an
    answer all the same, as those on an item that was taken away."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        response = self.get_response(request)
        if response.status_code != 404 or WORDS_ARE in response or "rated_by" not in request.POST:
            return response
        return words_are(NOT_SAVED, taken_away(request))


class NothingIsCachedMiddleware:
    """Pages hold transcripts and answers: no proxy and no shared ward computer keeps a copy."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        response = self.get_response(request)
        if not response.has_header("Cache-Control"):
            add_never_cache_headers(response)
        return response
