"""What is settled about a study before its first rating. Source: seed design-ai-benchmarking."""

from decimal import Decimal

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from raters.models.study import Arm, Study


class Design(models.Model):
    """One per study. Empty texts and null numbers are what is not stated yet."""

    class Unit(models.TextChoices):
        ITEM = "item", _("item: one transcript")
        CASE = "case", _("case: all that was asked and answered in one case")
        OUTPUT = "output", _("output: one answer of a system")

    class ReferenceRole(models.TextChoices):
        GROUND_TRUTH = "ground_truth", _("sets the ground truth")
        COMPARISON_ARM = "comparison_arm", _("is a comparison arm")
        BOTH = "both", _("both")
        NONE = "none", _("there is no expert reference")

    class Allocation(models.TextChoices):
        CROSSED = "crossed", _("crossed: every reviewer rates every item")
        ANCHOR_AND_ROTATE = (
            "anchor_and_rotate",
            _("anchor and rotate: all rate the anchor set, the rest is shared out"),
        )

    class Statistic(models.TextChoices):
        ICC_2_1 = "icc_2_1", _("ICC(2,1): two-way random, absolute agreement, single rater")
        ICC_3_1 = "icc_3_1", _("ICC(3,1): two-way mixed, consistency, single rater")
        ICC_1_1 = "icc_1_1", _("ICC(1,1): one-way random, single rater")
        ICC_2_K = "icc_2_k", _("ICC(2,k): two-way random, absolute agreement, mean of k raters")
        ALPHA_ORDINAL = "alpha_ordinal", _("Krippendorff's alpha, ordinal")
        ALPHA_NOMINAL = "alpha_nominal", _("Krippendorff's alpha, nominal")
        ALPHA_INTERVAL = "alpha_interval", _("Krippendorff's alpha, interval")
        KAPPA_WEIGHTED = "kappa_weighted", _("weighted kappa (two raters)")

    class LeadingSet(models.TextChoices):
        AUTO = "auto", _("by rule: all real items if crossed, else anchors if drawn and 30 or more")
        ALL_REAL = "all_real", _("all real items, rated by every reviewer")
        ANCHORS = "anchors", _("the anchor set")
        MIXED_MODEL = "mixed_model", _("all real ratings, by the mixed model")

    class Judge(models.TextChoices):
        HUMAN = "human", _("people judge")
        LLM = "llm", _("an LLM judges")
        BOTH = "both", _("both, compared with each other")

    study = models.OneToOneField(Study, on_delete=models.CASCADE, related_name="design")

    question = models.TextField(_("evaluation question"), blank=True)
    claim = models.TextField(
        _("the exact claim the study must support"),
        blank=True,
        help_text=_(
            "Such as “experts cannot tell the system's answers from their colleagues'”, and not "
            "“the system is ready for use”."
        ),
    )
    not_claimed = models.TextField(_("what it does not claim"), blank=True)
    unit = models.CharField(_("unit of rating"), max_length=10, choices=Unit, blank=True)

    reference_role = models.CharField(
        _("the human experts' reference"), max_length=20, choices=ReferenceRole, blank=True
    )
    reference = models.TextField(_("who they are"), blank=True)
    reference_from_arm = models.ForeignKey(
        Arm,
        verbose_name=_("the reference was written by an arm"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
    )

    panel_plan = models.TextField(_("recruitment and stratification"), blank=True)
    strata = models.JSONField(_("levels of expertise"), default=list, blank=True)
    asks_metadata = models.BooleanField(
        _("ask reviewers for their experience at first sign-in"), default=True
    )
    consent = models.TextField(_("consent"), blank=True)

    allocation = models.CharField(
        _("allocation"), max_length=20, choices=Allocation, default=Allocation.CROSSED
    )
    cap = models.PositiveIntegerField(
        _("at most so many items for one reviewer"), null=True, blank=True
    )
    per_item = models.PositiveSmallIntegerField(_("reviewers of each rotated item"), default=2)
    n_anchors = models.PositiveIntegerField(_("anchors"), default=0)
    anchors_drawn = models.BooleanField(_("the app draws the anchors at random"), default=True)
    anchor_reason = models.TextField(_("how the anchors were picked"), blank=True)

    repeats = models.PositiveSmallIntegerField(_("hidden repeats for each reviewer"), default=0)
    repeat_gap = models.PositiveSmallIntegerField(
        _("a repeat comes at least so many items later"), default=10
    )
    longest_run = models.PositiveSmallIntegerField(
        _("at most so many items of one arm in a row"), null=True, blank=True, default=3
    )
    side_by_side = models.BooleanField(
        _("side by side: all arms' outputs to a case on one page"), default=False
    )

    strict_order = models.BooleanField(
        _("strict order: one item after the other, without going back"), default=False
    )

    practice_pass_mark = models.DecimalField(
        _("share of the practice answers that must be as expected"),
        max_digits=4,
        decimal_places=3,
        null=True,
        blank=True,
    )
    practice_attempts = models.PositiveSmallIntegerField(
        _("attempts at the practice"), null=True, blank=True
    )

    statistic = models.CharField(_("statistic"), max_length=20, choices=Statistic, blank=True)
    target = models.DecimalField(_("target"), max_digits=4, decimal_places=3, null=True, blank=True)
    target_reason = models.TextField(_("why this target"), blank=True)
    width = models.DecimalField(
        _("the 95% interval is to be at most this wide"),
        max_digits=4,
        decimal_places=3,
        null=True,
        blank=True,
    )
    expected_icc = models.DecimalField(
        _("expected ICC"), max_digits=4, decimal_places=3, null=True, blank=True
    )
    rater_share = models.DecimalField(
        _("expected share of the variance between reviewers"),
        max_digits=4,
        decimal_places=3,
        null=True,
        blank=True,
    )
    leading_set = models.CharField(
        _("which items lead"), max_length=20, choices=LeadingSet, default=LeadingSet.AUTO
    )
    hit_rate = models.DecimalField(
        _("control hit rate that counts as good"),
        max_digits=4,
        decimal_places=3,
        default=Decimal("0.8"),
    )
    interim_looks = models.BooleanField(
        _("reliability may be looked at before the round closes"), default=False
    )

    judge = models.CharField(_("judge strategy"), max_length=10, choices=Judge, blank=True)
    judge_note = models.TextField(_("how the LLM judge is used and compared"), blank=True)
    adjudication_rule = models.TextField(_("adjudication rule"), blank=True)
    adjudicator = models.CharField(_("adjudicator"), max_length=200, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(target=None) | Q(target__gt=0, target__lt=1),
                name="target_lies_between_zero_and_one",
            ),
            models.CheckConstraint(
                condition=Q(hit_rate__gt=0, hit_rate__lte=1), name="hit_rate_is_a_share"
            ),
            models.CheckConstraint(
                condition=Q(per_item__gte=1), name="item_has_at_least_one_reviewer"
            ),
            models.CheckConstraint(
                condition=Q(longest_run=None) | Q(longest_run__gte=1),
                name="run_of_one_arm_may_hold_one_item",
            ),
            models.CheckConstraint(
                condition=Q(cap=None) | Q(cap__gte=1), name="cap_leaves_room_for_an_item"
            ),
            models.CheckConstraint(
                condition=Q(practice_pass_mark=None)
                | Q(practice_pass_mark__gt=0, practice_pass_mark__lte=1),
                name="practice_pass_mark_is_a_share",
            ),
            models.CheckConstraint(
                condition=Q(practice_attempts=None) | Q(practice_attempts__gte=1),
                name="practice_may_be_attempted",
            ),
        ]

    def __str__(self):
        return f"design of {self.study}"
