from django.apps import AppConfig


class EvalsiteConfig(AppConfig):
    name = "evalsite"

    def ready(self):
        from evalsite import checks  # noqa: F401
