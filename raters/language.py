"""Which language does a person read the site in?

The choice is stored, and the session repeats it, so that no page asks the database for it. Whoever
is not signed in has a cookie; without a choice, the browser's own languages decide.
"""

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver

from raters.models import LanguageChoice

SESSION_KEY = "language"


def choose_language(request, language: str) -> None:
    """For a signed-in person, from now on and on every machine."""
    LanguageChoice.objects.update_or_create(user=request.user, defaults={"language": language})
    request.session[SESSION_KEY] = language


@receiver(user_logged_in)
def recall_language(sender, request, user, **kwargs):
    chosen = LanguageChoice.objects.filter(user=user).first()
    if chosen is not None:
        request.session[SESSION_KEY] = chosen.language
