"""What a reviewer answered. Ratings are append-only; a resubmission is the next revision."""

from django.db import models
from django.db.models import F, OuterRef, Q, Subquery
from django.db.models.functions import MD5
from django.utils.translation import gettext_lazy as _

from raters.models.append_only import AppendOnly, AppendOnlyQuerySet
from raters.models.queue import Assignment
from raters.models.study import Study, Turn
from rubrics.models import Question


class Draft(models.Model):
    """What stands in the form, word for word; empty once it is submitted.

    `version` counts saves and never starts again, so that a page left open can tell whether
    anything was saved elsewhere since. `page` names the open page that saved last, with its mark
    (raters/page_marks.py): its own next request may be on its way before it has heard of the new
    version, and an earlier one may come later.
    """

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="+")
    assignment = models.OneToOneField(Assignment, on_delete=models.CASCADE, related_name="draft")
    fields = models.JSONField(help_text="field name -> list of values, as posted")
    version = models.PositiveIntegerField(default=1)
    page = models.CharField(max_length=40, blank=True)
    active_seconds = models.JSONField(default=dict, blank=True, help_text="open page -> seconds")
    first_input_at = models.DateTimeField(null=True, blank=True)
    saved_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(version__gte=1), name="draft_versions_count_from_one"
            )
        ]

    def __str__(self):
        return f"{self.assignment} draft {self.version}"

    @property
    def holds_words(self) -> bool:
        """A form that was emptied again is saved as well, field by field."""
        return any(map(any, self.fields.values()))


class RatingQuerySet(AppendOnlyQuerySet):
    def current(self):
        """The last revision of each assignment's rating."""
        last = Rating.objects.filter(assignment=OuterRef("assignment")).order_by("-revision")
        return self.filter(pk=Subquery(last.values("pk")[:1]))

    def of_this_attempt(self):
        """Practice that is repeated leaves earlier answers on record; they do not end it again."""
        again_since = F("assignment__again_since")
        return self.filter(Q(assignment__again_since=None) | Q(submitted_at__gte=again_since))

    def scored(self):
        return self.filter(outcome=Rating.Outcome.SCORED)

    def defective(self):
        return self.filter(outcome=Rating.Outcome.DEFECTIVE)


class Rating(AppendOnly):
    """`submission` names what a page sent: however often it arrives, it is one rating."""

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
    submission = models.UUIDField(null=True, blank=True, editable=False)
    outcome = models.CharField(max_length=10, choices=Outcome, default=Outcome.SCORED)
    justification = models.TextField(blank=True)
    what_would_change_it = models.TextField(blank=True)
    highlights = models.TextField(blank=True)
    training_feedback = models.TextField(blank=True)
    read_whole_transcript = models.BooleanField(default=False)
    defect = models.CharField(max_length=20, choices=Defect, blank=True)
    defect_reason = models.TextField(blank=True)
    simulated = models.BooleanField(default=False)
    shown_at = models.DateTimeField(null=True, blank=True)
    first_input_at = models.DateTimeField(null=True, blank=True)
    active_seconds = models.PositiveIntegerField(null=True, blank=True)
    submitted_at = models.DateTimeField()

    objects = RatingQuerySet.as_manager()

    class Meta:
        ordering = ["assignment", "revision"]
        constraints = [
            models.UniqueConstraint(
                fields=["assignment", "revision"], name="rating_revision_exists_once"
            ),
            models.UniqueConstraint(
                fields=["assignment", "submission"], name="submission_is_one_rating"
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
    """The answer to one question.

    `value` is the answer as entered and what reliability is computed from; `final` differs from
    it only where the reviewer accepted a suggestion.
    """

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="+")
    rating = models.ForeignKey(Rating, on_delete=models.PROTECT, related_name="scores")
    question = models.ForeignKey(Question, on_delete=models.PROTECT, related_name="scores")
    value = models.SmallIntegerField()
    suggested = models.SmallIntegerField(null=True, blank=True)
    final = models.SmallIntegerField()
    kept_because = models.TextField(blank=True)
    rationale = models.TextField(blank=True)
    could_harm = models.BooleanField(default=False)
    looked_for_contradiction = models.BooleanField(default=False)
    rests_on_absence = models.BooleanField(default=False)
    part_states = models.JSONField(default=list, blank=True)
    steps_done = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["rating", "question"]
        constraints = [
            models.UniqueConstraint(
                fields=["rating", "question"], name="question_is_scored_once_per_rating"
            ),
            models.CheckConstraint(
                condition=Q(final=F("value")) | Q(suggested__isnull=False, final=F("suggested")),
                name="final_answer_is_the_entered_or_the_suggested_one",
            ),
        ]

    def __str__(self):
        return f"{self.question.key} = {self.value}"

    @property
    def answer(self) -> str:
        return self.question.answer_label(self.value)

    @property
    def final_answer(self) -> str:
        return self.question.answer_label(self.final)


class Evidence(AppendOnly):
    """A turn, a range of turns, or a quote that stands in one, cited for a score.

    `words` are the quote exactly as it stands at code point `start`, or a paraphrase.
    """

    class Stance(models.TextChoices):
        SUPPORTS = "supports", _("supports")
        CONTRADICTS = "contradicts", _("contradicts")

    class Kind(models.TextChoices):
        QUOTE = "quote", _("direct quote")
        PARAPHRASE = "paraphrase", _("close paraphrase")
        BEHAVIOUR = "behaviour", _("behaviour across turns")

    class Strength(models.TextChoices):
        EXPLICIT = "explicit", _("explicit")
        STRONG = "strongly_implied", _("strongly implied")
        WEAK = "weakly_implied", _("weakly implied")

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="+")
    score = models.ForeignKey(Score, on_delete=models.PROTECT, related_name="evidence")
    turn = models.ForeignKey(Turn, on_delete=models.PROTECT, related_name="+")
    through = models.PositiveIntegerField(null=True, blank=True)
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.PARAPHRASE)
    words = models.TextField(blank=True)
    start = models.PositiveIntegerField(null=True, blank=True)
    stance = models.CharField(max_length=12, choices=Stance, default=Stance.SUPPORTS)
    strength = models.CharField(max_length=20, choices=Strength, default=Strength.EXPLICIT)
    reveals_safety_deficiency = models.BooleanField(default=False)

    class Meta:
        ordering = ["score", "turn", "start"]
        verbose_name_plural = "evidence"
        constraints = [
            # By digest: PostgreSQL cannot index a quote of more than a few thousand characters.
            models.UniqueConstraint(
                "score", "turn", "stance", "kind", MD5("words"), name="evidence_is_cited_once"
            ),
            models.CheckConstraint(
                condition=Q(kind="quote", start__isnull=False) & ~Q(words="")
                | ~Q(kind="quote") & Q(start__isnull=True),
                name="quote_has_its_place_in_the_turn",
            ),
        ]

    def __str__(self):
        turns = f"{self.turn.number}-{self.through}" if self.through else str(self.turn.number)
        return f"turn {turns} {self.stance}"


class Deviation(AppendOnly):
    """A point in the conversation where it went wrong, under a tag that the rubric defines."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="+")
    rating = models.ForeignKey(Rating, on_delete=models.PROTECT, related_name="deviations")
    turn = models.ForeignKey(Turn, on_delete=models.PROTECT, related_name="+")
    tag = models.CharField(max_length=20)
    severity = models.CharField(max_length=20, blank=True)
    detail = models.TextField()

    class Meta:
        ordering = ["rating", "turn", "pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(detail=""), name="deviation_says_what_happened")
        ]

    def __str__(self):
        return f"turn {self.turn.number} {self.tag}"
