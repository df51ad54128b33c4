"""Files that were uploaded and not yet imported: they wait for a look at the preview."""

from django.conf import settings
from django.db import models

from raters.models.study import Study


class PendingImport(models.Model):
    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="pending_imports")
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    options = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self):
        return f"{self.study} import {self.pk}"


class PendingFile(models.Model):
    pending = models.ForeignKey(PendingImport, on_delete=models.CASCADE, related_name="files")
    name = models.CharField(max_length=255)
    holds_cases = models.BooleanField(default=False)
    data = models.BinaryField()

    class Meta:
        ordering = ["pending", "pk"]

    def __str__(self):
        return self.name
