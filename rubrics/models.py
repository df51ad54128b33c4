"""The instrument: what is asked of a reviewer. Knows nothing of people, items or studies."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.functional import cached_property
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from rubrics.reading import spec_from_stored
from rubrics.scales import Decision, Scale, decision_scale
from rubrics.spec import QuestionSpec, RubricSpec
from rubrics.translating import translated


class Rubric(models.Model):
    """One version of an instrument. A rubric made for one item carries `for_one_item`."""

    name = models.SlugField(_("name"), max_length=100)
    version = models.PositiveIntegerField(_("version"), default=1)
    title = models.CharField(_("title"), max_length=200)
    language = models.CharField(_("language"), max_length=20, default="en")
    source = models.TextField(_("source"), blank=True)
    guidance = models.TextField(_("guidance for reviewers"), blank=True)
    conditions = models.JSONField(
        _("conditions"), default=dict, blank=True, help_text=_("key -> label and explanation")
    )
    for_one_item = models.BooleanField(_("belongs to one item"), default=False)
    document = models.JSONField(
        default=dict, help_text=_("The rubric as its file says it; the questions are made from it.")
    )
    content_hash = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "version"]
        constraints = [
            models.UniqueConstraint(fields=["name", "version"], name="rubric_version_exists_once")
        ]

    def __str__(self):
        return f"{self.title} (v{self.version})"

    @cached_property
    def spec(self) -> RubricSpec:
        return spec_from_stored(self.document)

    @property
    def shown(self) -> RubricSpec:
        """In the language of whoever is looking where the rubric has it, else in its own."""
        return self._in_other_languages.get(get_language(), self.spec)

    @cached_property
    def _in_other_languages(self) -> dict[str, RubricSpec]:
        return {
            language: spec_from_stored(translated(self.document, language))
            for language in self.spec.translations
        }

    def condition_label(self, condition: str) -> str:
        return self.conditions.get(condition, {}).get("label") or condition.replace("_", " ")


class Question(models.Model):
    """A dimension (an ordered scale with descriptors) or a criterion (a three-level decision)."""

    class Kind(models.TextChoices):
        DIMENSION = "dimension", _("dimension")
        CRITERION = "criterion", _("criterion")
        TIERS = "tiers", _("tier set")

    class Better(models.TextChoices):
        HIGHER = "higher", _("higher is better")
        LOWER = "lower", _("lower is better")

    class Polarity(models.TextChoices):
        POSITIVE = "positive", _("positive: the agent does this")
        AVOIDANCE = "avoidance", _("avoidance: the agent does not do this")

    class Evidence(models.TextChoices):
        REQUIRED = "required", _("required")
        OPTIONAL = "optional", _("optional")

    rubric = models.ForeignKey(Rubric, on_delete=models.CASCADE, related_name="questions")
    kind = models.CharField(max_length=20, choices=Kind)
    key = models.SlugField(max_length=60)
    position = models.PositiveSmallIntegerField()
    label = models.CharField(max_length=200)
    text = models.TextField(blank=True)
    conditions = models.JSONField(default=list, blank=True, help_text=_("empty: in every one"))
    evidence = models.CharField(max_length=20, choices=Evidence, default=Evidence.REQUIRED)
    tags = models.JSONField(default=list, blank=True)

    scale_min = models.SmallIntegerField(null=True, blank=True)
    scale_max = models.SmallIntegerField(null=True, blank=True)
    better = models.CharField(max_length=10, choices=Better, default=Better.HIGHER)
    comparative = models.BooleanField(default=False)

    points = models.DecimalField(max_digits=14, decimal_places=6, null=True, blank=True)
    polarity = models.CharField(max_length=20, choices=Polarity, default=Polarity.POSITIVE)
    safety_critical = models.BooleanField(default=False)

    class Meta:
        ordering = ["rubric", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["rubric", "key"], name="question_key_is_unique_in_its_rubric"
            ),
            models.UniqueConstraint(
                fields=["rubric", "position"], name="question_position_is_taken_once"
            ),
            models.CheckConstraint(
                condition=~Q(kind__in=["dimension", "tiers"])
                | Q(scale_min__isnull=False, scale_max__gt=F("scale_min"), points__isnull=True),
                name="scale_is_ascending_and_has_no_points",
            ),
            models.CheckConstraint(
                condition=~Q(kind="criterion")
                | Q(points__isnull=False, scale_min__isnull=True, scale_max__isnull=True),
                name="criterion_has_points_and_no_scale",
            ),
        ]

    def __str__(self):
        return self.label

    @property
    def spec(self) -> QuestionSpec:
        return self.rubric.spec.question(self.key)

    @property
    def shown(self) -> QuestionSpec:
        return self.rubric.shown.question(self.key)

    @property
    def scale(self) -> Scale:
        if self.kind == self.Kind.CRITERION:
            return decision_scale(safety_critical=self.safety_critical)
        return Scale.ordered(self.scale_min, self.scale_max)

    def applies_in(self, condition: str) -> bool:
        return not self.conditions or condition in self.conditions

    def answer_label(self, value: int) -> str:
        return Decision(value).label if self.kind == self.Kind.CRITERION else str(value)

    def descriptors_in(self, condition: str) -> list["Descriptor"]:
        """What each point means in this condition: its own wording where there is one."""
        rows = self.descriptors.all()
        return [row for row in rows if row.condition == condition] or [
            row for row in rows if not row.condition
        ]


class Descriptor(models.Model):
    """What one point of a scale means, or a band of points on a long scale."""

    question = models.ForeignKey(Question, on_delete=models.CASCADE, related_name="descriptors")
    condition = models.CharField(max_length=60, blank=True, help_text=_("empty: in every one"))
    low = models.SmallIntegerField()
    high = models.SmallIntegerField()
    text = models.TextField()
    examples = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["question", "condition", "low"]
        constraints = [
            models.UniqueConstraint(
                fields=["question", "condition", "low"], name="scale_point_is_described_once"
            ),
            models.CheckConstraint(
                condition=Q(high__gte=F("low")), name="descriptor_band_is_ascending"
            ),
            models.CheckConstraint(condition=~Q(text=""), name="descriptor_says_something"),
        ]

    def __str__(self):
        points = str(self.low) if self.low == self.high else f"{self.low}-{self.high}"
        return f"{points}: {self.text}"


class RubricDraft(models.Model):
    """A rubric while it is written. Stored rubrics never change; a change begins as a draft."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="rubric_drafts"
    )
    base = models.ForeignKey(
        Rubric, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    text = models.TextField(help_text=_("The rubric's file, which may still have faults."))
    version = models.PositiveIntegerField(default=1, help_text=_("Counts saves."))
    page = models.CharField(
        max_length=40, blank=True, help_text=_("The open page that saved last.")
    )
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-updated_at"]

    def __str__(self):
        return f"draft {self.pk}"
