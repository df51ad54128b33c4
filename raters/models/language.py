"""The language a person chose for the site; whoever has no row chose none."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class LanguageChoice(models.Model):
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="language_choice"
    )
    language = models.CharField(_("language"), max_length=20)

    def __str__(self):
        return f"{self.user}: {self.language}"
