"""Rounds, and which reviewer meets which item at which position."""

import uuid

from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from raters.models.panel import Reviewer
from raters.models.study import Item, Study


class RoundQuerySet(models.QuerySet):
    def open(self):
        return self.filter(opened_at__isnull=False, closed_at=None)


class Round(models.Model):
    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("number"), default=1)
    opened_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    objects = RoundQuerySet.as_manager()

    class Meta:
        ordering = ["study", "number"]
        constraints = [
            models.UniqueConstraint(fields=["study", "number"], name="round_number_exists_once"),
            models.CheckConstraint(
                condition=Q(closed_at=None)
                | Q(opened_at__isnull=False, closed_at__gte=F("opened_at")),
                name="round_closes_after_it_opens",
            ),
        ]

    def __str__(self):
        return f"{self.study} round {self.number}"

    @property
    def is_open(self) -> bool:
        return self.opened_at is not None and self.closed_at is None


class AssignmentQuerySet(models.QuerySet):
    def rated(self):
        """Ended by a rating, or by the word that the item is defective."""
        return self.filter(self._has_a_rating())

    def unrated(self):
        return self.exclude(self._has_a_rating())

    def in_presentation_order(self):
        return self.order_by("position")

    def _has_a_rating(self):
        from raters.models.rating import Rating

        return Exists(Rating.objects.filter(assignment=OuterRef("pk")))


class Assignment(models.Model):
    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="assignments")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="assignments")
    reviewer = models.ForeignKey(Reviewer, on_delete=models.PROTECT, related_name="assignments")
    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="assignments")
    position = models.PositiveIntegerField()
    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    first_shown_at = models.DateTimeField(null=True, blank=True)

    objects = AssignmentQuerySet.as_manager()

    class Meta:
        ordering = ["round", "reviewer", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "reviewer", "item"], name="reviewer_meets_item_once_per_round"
            ),
            models.UniqueConstraint(
                fields=["round", "reviewer", "position"],
                name="position_is_taken_once_per_reviewer_and_round",
            ),
            models.CheckConstraint(condition=Q(position__gte=1), name="positions_count_from_one"),
        ]

    def __str__(self):
        return f"{self.reviewer} #{self.position}"
