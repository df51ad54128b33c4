"""Rounds, and which reviewer meets which item at which position."""

import uuid

from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from raters.models.panel import Reviewer
from raters.models.study import Item, Study
from rubrics.models import Rubric


class RoundQuerySet(models.QuerySet):
    def open(self):
        return self.filter(opened_at__isnull=False, closed_at=None)

    def opened(self):
        return self.filter(opened_at__isnull=False)

    def live(self):
        return self.filter(kind=Round.Kind.LIVE)

    def named(self, name: str):
        """By what stands in addresses: 1, pilot-1, training-1."""
        kind, _dash, number = name.rpartition("-")
        if not number.isdecimal() or len(number) > 4:
            return self.none()
        return self.filter(kind=kind or Round.Kind.LIVE, number=int(number))


class Round(models.Model):
    """`rubric` is what was asked in it: a study's rubric may change between pilot and lock."""

    class Kind(models.TextChoices):
        TRAINING = "training", _("training")
        PILOT = "pilot", _("pilot")
        LIVE = "live", _("live")

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="rounds")
    kind = models.CharField(_("kind"), max_length=10, choices=Kind, default=Kind.LIVE)
    number = models.PositiveSmallIntegerField(_("number"), default=1)
    rubric = models.ForeignKey(
        Rubric, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    opened_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    objects = RoundQuerySet.as_manager()

    class Meta:
        ordering = ["study", "kind", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["study", "kind", "number"], name="round_number_exists_once_per_kind"
            ),
            models.CheckConstraint(
                condition=Q(closed_at=None)
                | Q(opened_at__isnull=False, closed_at__gte=F("opened_at")),
                name="round_closes_after_it_opens",
            ),
        ]

    def __str__(self):
        return f"{self.study} round {self.name}"

    @property
    def name(self) -> str:
        return str(self.number) if self.kind == self.Kind.LIVE else f"{self.kind}-{self.number}"

    @property
    def protocols(self):
        """The versions up to its end, or up to now."""
        from raters.models.protocol import Protocol

        until = {"locked_at__lte": self.closed_at} if self.closed_at else {}
        return Protocol.objects.filter(study=self.study_id, **until).order_by("version")

    @property
    def protocol(self):
        """The version that stood at its end, or stands now; None where nothing was ever locked."""
        return self.protocols.last()

    @cached_property
    def sealed_as(self) -> str:
        """The SHA-256 under which it was rated."""
        return self.protocols.values_list("sha256", flat=True).last() or ""

    @property
    def is_live(self) -> bool:
        return self.kind == self.Kind.LIVE

    @property
    def is_open(self) -> bool:
        return self.opened_at is not None and self.closed_at is None


class AssignmentQuerySet(models.QuerySet):
    def rated(self):
        """Ended by a rating, or by the word that the item is defective; in practice that is
        repeated, by one of this attempt."""
        return self.filter(self._has_an_answer())

    def deferred(self):
        """Put off by the reviewer, and not ended yet."""
        return self.unrated().filter(deferred_at__isnull=False)

    def unrated(self):
        return self.exclude(self._has_an_answer())

    def started(self):
        """Seen, or with words of hers: it stays with its reviewer whatever is amended."""
        from raters.models.rating import Draft

        has_a_draft = Exists(Draft.objects.filter(assignment=OuterRef("pk")))
        return self.filter(Q(first_shown_at__isnull=False) | has_a_draft | self._has_a_rating())

    def first_showings(self):
        return self.filter(showing=Assignment.FIRST)

    def in_presentation_order(self):
        return self.order_by("position")

    def _has_a_rating(self):
        from raters.models.rating import Rating

        return Exists(Rating.objects.filter(assignment=OuterRef("pk")))

    def _has_an_answer(self):
        from raters.models.rating import Rating

        mine = Rating.objects.filter(assignment=OuterRef("pk"))
        return Exists(mine.of_this_attempt())


class Assignment(models.Model):
    """`showing` 2 is a hidden repeat. Side by side, `page` groups the outputs to one case and
    `label` is the letter under which this reviewer sees the output.
    """

    FIRST, SECOND = 1, 2

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="assignments")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="assignments")
    reviewer = models.ForeignKey(Reviewer, on_delete=models.PROTECT, related_name="assignments")
    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="assignments")
    position = models.PositiveIntegerField()
    showing = models.PositiveSmallIntegerField(default=FIRST)
    page = models.PositiveIntegerField(null=True, blank=True)
    label = models.CharField(max_length=4, blank=True)
    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    first_shown_at = models.DateTimeField(null=True, blank=True)
    deferred_at = models.DateTimeField(null=True, blank=True)
    again_since = models.DateTimeField(
        null=True, blank=True, help_text="practice is repeated: earlier answers do not end it"
    )

    objects = AssignmentQuerySet.as_manager()

    class Meta:
        ordering = ["round", "reviewer", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "reviewer", "item", "showing"],
                name="reviewer_meets_each_showing_of_an_item_once_per_round",
            ),
            models.CheckConstraint(
                condition=Q(showing__in=[1, 2]), name="item_is_shown_once_or_repeated_once"
            ),
            models.UniqueConstraint(
                fields=["round", "reviewer", "position"],
                name="position_is_taken_once_per_reviewer_and_round",
            ),
            models.CheckConstraint(condition=Q(position__gte=1), name="positions_count_from_one"),
        ]

    def __str__(self):
        return f"{self.reviewer} #{self.position}"


class DrawnQueue(models.Model):
    """What the rules of order came to for one reviewer (raters/design/ordering)."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="+")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="queues")
    reviewer = models.ForeignKey(Reviewer, on_delete=models.PROTECT, related_name="queues")
    report = models.JSONField()
    drawn_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["round", "reviewer"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "reviewer"], name="queue_is_drawn_once_per_reviewer_and_round"
            )
        ]

    def __str__(self):
        return f"{self.round} {self.reviewer}"
