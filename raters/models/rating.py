"""What a reviewer answered. Ratings are append-only; a resubmission is the next revision."""

from django.db import models
from django.db.models import OuterRef, Q, Subquery
from django.db.models.functions import MD5
from django.utils.translation import gettext_lazy as _

from raters.models.append_only import AppendOnly, AppendOnlyQuerySet
from raters.models.queue import Assignment
from raters.models.study import Study, Turn
from rubrics.models import Question


class Draft(models.Model):
    """What stands in the form, word for word, until it is submitted; `version` counts saves."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="+")
    assignment = models.OneToOneField(Assignment, on_delete=models.CASCADE, related_name="draft")
    fields = models.JSONField(help_text="field name -> list of values, as posted")
    version = models.PositiveIntegerField(default=1)
    saved_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(version__gte=1), name="draft_versions_count_from_one"
            )
        ]

    def __str__(self):
        return f"{self.assignment} draft {self.version}"


class RatingQuerySet(AppendOnlyQuerySet):
    def current(self):
        """The last revision of each assignment's rating."""
        last = Rating.objects.filter(assignment=OuterRef("assignment")).order_by("-revision")
        return self.filter(pk=Subquery(last.values("pk")[:1]))

    def scored(self):
        return self.filter(outcome=Rating.Outcome.SCORED)

    def defective(self):
        return self.filter(outcome=Rating.Outcome.DEFECTIVE)


class Rating(AppendOnly):
    class Outcome(models.TextChoices):
        SCORED = "scored", _("scored")
        DEFECTIVE = "defective", _("item is defective")

    class Defect(models.TextChoices):
        UNREADABLE = "unreadable", _("unreadable or cut off")
        LANGUAGE = "language", _("in the wrong language")
        PERSONAL_DATA = "personal_data", _("contains personal data")
        OTHER = "other", _("something else")

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="ratings")
    assignment = models.ForeignKey(Assignment, on_delete=models.PROTECT, related_name="ratings")
    revision = models.PositiveSmallIntegerField()
    outcome = models.CharField(max_length=10, choices=Outcome, default=Outcome.SCORED)
    justification = models.TextField(blank=True)
    what_would_change_it = models.TextField(blank=True)
    defect = models.CharField(max_length=20, choices=Defect, blank=True)
    defect_reason = models.TextField(blank=True)
    simulated = models.BooleanField(default=False)
    shown_at = models.DateTimeField(null=True, blank=True)
    submitted_at = models.DateTimeField()

    objects = RatingQuerySet.as_manager()

    class Meta:
        ordering = ["assignment", "revision"]
        constraints = [
            models.UniqueConstraint(
                fields=["assignment", "revision"], name="rating_revision_exists_once"
            ),
            models.CheckConstraint(
                condition=Q(revision__gte=1), name="rating_revisions_count_from_one"
            ),
            models.CheckConstraint(
                condition=~Q(outcome="scored") | (~Q(justification="") & Q(defect="")),
                name="scored_rating_is_justified",
            ),
            models.CheckConstraint(
                condition=~Q(outcome="defective") | (~Q(defect="") & ~Q(defect_reason="")),
                name="defective_item_has_a_reason",
            ),
        ]

    def __str__(self):
        return f"{self.assignment} revision {self.revision}"


class Score(AppendOnly):
    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="+")
    rating = models.ForeignKey(Rating, on_delete=models.PROTECT, related_name="scores")
    question = models.ForeignKey(Question, on_delete=models.PROTECT, related_name="scores")
    value = models.SmallIntegerField()

    class Meta:
        ordering = ["rating", "question"]
        constraints = [
            models.UniqueConstraint(
                fields=["rating", "question"], name="question_is_scored_once_per_rating"
            )
        ]

    def __str__(self):
        return f"{self.question.key} = {self.value}"


class Evidence(AppendOnly):
    """A turn, or a quote that stands in it, cited for a score. Offsets count code points."""

    class Stance(models.TextChoices):
        SUPPORTS = "supports", _("supports")
        CONTRADICTS = "contradicts", _("contradicts")

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="+")
    score = models.ForeignKey(Score, on_delete=models.PROTECT, related_name="evidence")
    turn = models.ForeignKey(Turn, on_delete=models.PROTECT, related_name="+")
    quote = models.TextField(blank=True)
    start = models.PositiveIntegerField(null=True, blank=True)
    stance = models.CharField(max_length=12, choices=Stance, default=Stance.SUPPORTS)

    class Meta:
        ordering = ["score", "turn", "start"]
        verbose_name_plural = "evidence"
        constraints = [
            # By digest: PostgreSQL cannot index a quote of more than a few thousand characters.
            models.UniqueConstraint(
                "score", "turn", "stance", MD5("quote"), name="evidence_is_cited_once"
            ),
            models.CheckConstraint(
                condition=Q(quote="", start__isnull=True) | (~Q(quote="") & Q(start__isnull=False)),
                name="quote_has_its_place_in_the_turn",
            ),
        ]

    def __str__(self):
        return f"turn {self.turn.number} {self.stance}"
