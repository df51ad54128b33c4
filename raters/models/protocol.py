"""What was confirmed, kept, locked and amended: rows that are only ever added."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from raters.models.append_only import AppendOnly, AppendOnlyQuerySet
from raters.models.study import Item, Study


class SignOff(AppendOnly):
    """A gate of the seed, confirmed. `digest` is what it said then: a change makes it stale."""

    class Gate(models.TextChoices):
        QUESTION = "question", _("evaluation question, arms and reference")
        PANEL = "panel", _("panel, strata and randomization")

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="sign_offs")
    gate = models.CharField(max_length=10, choices=Gate)
    digest = models.CharField(max_length=64)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["study", "at", "pk"]

    def __str__(self):
        return f"{self.gate} by {self.by}"


class KeptText(AppendOnly):
    """Words of a transcript that the scan found and an admin let stand, with the reason."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="kept_texts")
    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="+")
    turn = models.PositiveIntegerField()
    kind = models.CharField(max_length=30)
    words = models.TextField()
    reason = models.TextField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["study", "at", "pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="text_is_kept_for_a_reason")
        ]

    def __str__(self):
        return f"{self.item} turn {self.turn} {self.kind}"


class Amendment(AppendOnly):
    """Why a locked study may change: the database lets it move on from here only to `version`."""

    class Kind(models.TextChoices):
        DESIGN = "design", _("the design is reopened")
        REVIEWER_LEFT = "reviewer_left", _("a reviewer left")
        REVIEWER_ADDED = "reviewer_added", _("a reviewer was added")
        ROUND = "round", _("a further round")

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="amendments")
    version = models.PositiveSmallIntegerField(help_text=_("of the protocol that it leads to"))
    kind = models.CharField(max_length=20, choices=Kind)
    reason = models.TextField()
    changes = models.JSONField(default=dict, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["study", "version"]
        constraints = [
            models.UniqueConstraint(
                fields=["study", "version"], name="amendment_leads_to_one_version"
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="amendment_has_a_reason"),
            models.CheckConstraint(
                condition=Q(version__gte=1), name="amendment_versions_count_from_one"
            ),
        ]

    def __str__(self):
        return f"{self.study} version {self.version}"


class ProtocolQuerySet(AppendOnlyQuerySet):
    def latest_of(self, study: Study) -> "Protocol | None":
        return self.filter(study=study).order_by("version").last()


class Protocol(AppendOnly):
    """A study as it was locked. `document` may be published, `secret` proves the key later.

    `sha256` is of the canonical JSON of `document`; docs/protocol.md tells how to check both.
    """

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="protocols")
    version = models.PositiveSmallIntegerField()
    sha256 = models.CharField(max_length=64)
    document = models.JSONField()
    secret = models.JSONField()
    decision = models.CharField(max_length=60)
    despite = models.TextField(
        blank=True, help_text=_("Why it was locked although the review found it not ready.")
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    locked_at = models.DateTimeField()

    objects = ProtocolQuerySet.as_manager()

    class Meta:
        ordering = ["study", "version"]
        constraints = [
            models.UniqueConstraint(
                fields=["study", "version"], name="protocol_version_exists_once"
            )
        ]

    def __str__(self):
        return f"{self.study} version {self.version}"
