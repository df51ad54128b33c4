from django.apps import AppConfig
from django.core import checks
from django.db.models.signals import post_migrate, pre_migrate
from django.utils.translation import gettext_lazy as _


class RatersConfig(AppConfig):
    name = "raters"
    verbose_name = _("Rating studies")

    def ready(self):
        from raters import append_only_guard, frozen_guard, language  # noqa: F401

        pre_migrate.connect(frozen_guard.make_way, sender=self)
        post_migrate.connect(append_only_guard.install_guards, sender=self)
        post_migrate.connect(frozen_guard.install_guards, sender=self)
        checks.register(frozen_guard.check_guards, checks.Tags.database)
