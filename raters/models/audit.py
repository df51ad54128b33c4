"""Who did what to a study, and when."""

from django.conf import settings
from django.db import models

from raters.models.append_only import AppendOnly
from raters.models.study import Study


class AuditEvent(AppendOnly):
    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="audit_events")
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    verb = models.CharField(max_length=60)
    details = models.JSONField(default=dict)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-at", "-pk"]

    @property
    def pairs(self) -> list[tuple[str, object]]:
        """For templates, where `details.items` would be the detail called "items"."""
        return list(self.details.items())

    def __str__(self):
        return f"{self.at:%Y-%m-%d %H:%M} {self.verb}"
