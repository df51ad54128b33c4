from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RatersConfig(AppConfig):
    name = "raters"
    verbose_name = _("Rating studies")
