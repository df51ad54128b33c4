from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class RatersConfig(AppConfig):
    name = "raters"
    verbose_name = _("Rating studies")

    def ready(self):
        from raters.append_only_guard import install_guards

        post_migrate.connect(install_guards, sender=self)
