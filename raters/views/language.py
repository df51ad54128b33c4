"""The language switch in the header of every page."""

from django.conf import settings
from django.http import HttpResponseBadRequest
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from raters.language import choose_language
from raters.permissions import public_page

YEAR = 365 * 24 * 3600


@require_POST
@public_page
def switch(request):
    language = request.POST.get("language", "")
    if language not in dict(settings.LANGUAGES):
        return HttpResponseBadRequest("no such language\n", content_type="text/plain")
    answer = redirect(_way_back(request))
    if request.user.is_authenticated:
        choose_language(request, language)
    else:
        answer.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            language,
            max_age=YEAR,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    return answer


def _way_back(request) -> str:
    """The page the switch was on; never another site's."""
    address = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(
        address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return address if is_ours else "home"
