import logging

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

logger = logging.getLogger(__name__)


def store_library(sender, **kwargs):
    """The ready-made rubrics are there as soon as the tables are.

    A version that somebody has changed by hand stays as it is.
    """
    from rubrics.loading import RubricVersionTaken, library_rubrics, store_rubric

    for spec in library_rubrics():
        try:
            store_rubric(spec)
        except RubricVersionTaken as taken:
            logger.warning("The library's rubric was left alone: %s", taken)


class RubricsConfig(AppConfig):
    name = "rubrics"
    verbose_name = _("Rubrics")

    def ready(self):
        post_migrate.connect(store_library, sender=self)
