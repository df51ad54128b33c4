"""A study: the arms that are compared, the cases they answered, and the items to be rated."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from rubrics.models import Question, Rubric


def new_public_code() -> str:
    """A name that tells nothing: what reviewers see in addresses instead of the study's own."""
    return secrets.token_hex(4)


def new_seed() -> int:
    return secrets.randbelow(2**31)


class StudyQuerySet(models.QuerySet):
    def run_by(self, user):
        return self if user.is_superuser else self.filter(admins__user=user)


class Study(models.Model):
    class NumberedBy(models.TextChoices):
        TURN = "turn", _("turn (each message)")
        EXCHANGE = "exchange", _("exchange (a message and its reply)")

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        PILOTING = "piloting", _("piloting")
        LOCKED = "locked", _("locked")
        COLLECTING = "collecting", _("collecting")
        CLOSED = "closed", _("closed")
        # Only inside the transaction that carries out an amendment.
        AMENDING = "amending", _("being amended")

    class Consistency(models.TextChoices):
        ASK = "ask", _("ask: accept the tighter one, edit, or keep with a reason")
        ENFORCE = "enforce", _("enforce: accept the tighter one, or edit")

    slug = models.SlugField(_("short name"), max_length=60, unique=True)
    title = models.CharField(_("title"), max_length=200)
    public_code = models.CharField(max_length=16, unique=True, default=new_public_code)
    public_title = models.CharField(
        _("title shown to reviewers"),
        max_length=200,
        help_text=_("Name no system here: every reviewer reads this."),
    )
    instructions = models.TextField(
        _("note to reviewers"), blank=True, help_text=_("Shown on their start page.")
    )
    rubric = models.ForeignKey(
        Rubric,
        verbose_name=_("rubric"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        help_text=_("Asked of every item. Items may bring criteria of their own besides."),
    )
    seed = models.BigIntegerField(_("seed"), default=new_seed)
    show_context = models.BooleanField(_("show the case's context to reviewers"), default=True)
    show_reference = models.BooleanField(
        _("show the reference material to reviewers"), default=False
    )
    numbered_by = models.CharField(
        _("numbers shown beside the transcript"),
        max_length=10,
        choices=NumberedBy,
        default=NumberedBy.TURN,
    )
    consistency = models.CharField(
        _("when a rationale contradicts its decision"),
        max_length=10,
        choices=Consistency,
        default=Consistency.ASK,
    )
    state = models.CharField(
        _("state"), max_length=10, choices=State, default=State.DRAFT, editable=False
    )
    protocol_version = models.PositiveSmallIntegerField(
        default=0, editable=False, help_text=_("0: never locked")
    )
    is_rehearsal = models.BooleanField(
        _("rehearsal"),
        default=False,
        help_text=_("May hold simulated ratings; every page and file of it says so."),
    )
    created_at = models.DateTimeField(auto_now_add=True)

    objects = StudyQuerySet.as_manager()

    class Meta:
        ordering = ["title"]
        verbose_name_plural = "studies"
        constraints = [
            models.CheckConstraint(
                condition=~Q(state__in=["locked", "amending"]) | Q(protocol_version__gte=1),
                name="locked_study_has_a_protocol",
            )
        ]

    def __str__(self):
        return self.title

    def get_absolute_url(self):
        return reverse("study", args=[self.slug])

    @cached_property
    def sealed_as(self) -> str:
        """The SHA-256 of the newest protocol; empty for a study that was never locked."""
        latest = self.protocols.order_by("version").last()
        return latest.sha256 if latest else ""


class StudyAdmin(models.Model):
    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="admins")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="administered"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["study", "user"], name="admin_is_named_once_per_study")
        ]

    def __str__(self):
        return f"{self.user} / {self.study}"


class Arm(models.Model):
    """What is compared. Secret: no reviewer receives a byte of it."""

    class Kind(models.TextChoices):
        SYSTEM = "system", _("system")
        HUMAN_REFERENCE = "human_reference", _("human reference")

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="arms")
    name = models.CharField(_("name"), max_length=100)
    kind = models.CharField(_("kind"), max_length=20, choices=Kind, default=Kind.SYSTEM)
    receives = models.TextField(
        _("what it receives"),
        blank=True,
        help_text=_("The same items, the same access to information, the same instructions?"),
    )
    output_format = models.TextField(_("the form of its output"), blank=True)

    class Meta:
        ordering = ["study", "name"]
        constraints = [
            models.UniqueConstraint(fields=["study", "name"], name="arm_is_named_once_per_study")
        ]

    def __str__(self):
        return self.name


class Case(models.Model):
    """What all arms answered, with what a reviewer may read beside the transcript."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="cases")
    source_id = models.CharField(max_length=200)
    condition = models.CharField(max_length=60, blank=True)
    domain = models.CharField(max_length=100, blank=True)
    context = models.TextField(blank=True)
    reference = models.TextField(blank=True)
    checklist = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["study", "source_id"]
        constraints = [
            models.UniqueConstraint(
                fields=["study", "source_id"], name="case_id_is_unique_in_its_study"
            )
        ]

    def __str__(self):
        return self.source_id


class ItemQuerySet(models.QuerySet):
    def real(self):
        return self.filter(role=Item.Role.REAL)

    def controls(self):
        return self.filter(role=Item.Role.CONTROL)

    def training(self):
        return self.filter(role=Item.Role.TRAINING)

    def rated_live(self):
        """What the queues of a live round are made of."""
        return self.exclude(role=Item.Role.TRAINING)


class Item(models.Model):
    """One transcript to be rated: a case as answered by an arm, or a planted one."""

    class Role(models.TextChoices):
        REAL = "real", _("real")
        CONTROL = "control", _("control")
        TRAINING = "training", _("training")

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="items")
    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="items")
    arm = models.ForeignKey(
        Arm, on_delete=models.CASCADE, related_name="items", null=True, blank=True
    )
    role = models.CharField(max_length=10, choices=Role, default=Role.REAL)
    source_id = models.CharField(max_length=300)
    content_hash = models.CharField(max_length=64)
    is_anchor = models.BooleanField(
        _("anchor"), default=False, help_text=_("Rated by every reviewer, where the rest rotates.")
    )
    rubric = models.ForeignKey(
        Rubric,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        help_text=_("Criteria of this item's own, asked besides the study's rubric."),
    )

    objects = ItemQuerySet.as_manager()

    class Meta:
        ordering = ["study", "source_id"]
        constraints = [
            models.UniqueConstraint(
                fields=["study", "source_id"], name="item_id_is_unique_in_its_study"
            ),
            models.UniqueConstraint(
                fields=["case", "arm"],
                condition=Q(role="real"),
                name="case_is_answered_once_per_arm",
            ),
            models.CheckConstraint(
                condition=~Q(role="real") | Q(arm__isnull=False), name="real_item_has_an_arm"
            ),
            models.CheckConstraint(
                condition=Q(is_anchor=False) | Q(role="real"), name="anchor_is_a_real_item"
            ),
        ]

    def __str__(self):
        return self.source_id


class Turn(models.Model):
    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="+")
    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="turns")
    number = models.PositiveIntegerField()
    role = models.CharField(max_length=20)
    text = models.TextField()

    class Meta:
        ordering = ["item", "number"]
        constraints = [
            models.UniqueConstraint(fields=["item", "number"], name="turn_number_exists_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="turns_count_from_one"),
            models.CheckConstraint(condition=~Q(text=""), name="turn_says_something"),
        ]

    def __str__(self):
        return f"{self.item} turn {self.number}"


class Control(models.Model):
    """What a planted item is for, and the answers that count as a hit.

    A training item has one too: no flavour, and an explanation that its reviewer reads after
    answering.
    """

    class Flavour(models.TextChoices):
        POSITIVE = "pos_control", _("positive control")
        NEGATIVE = "neg_control", _("negative control")
        INSTABILITY = "instability", _("instability")
        MECHANISM = "mechanism_contra", _("mechanism contradiction")

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="controls")
    item = models.OneToOneField(Item, on_delete=models.CASCADE, related_name="control")
    flavour = models.CharField(_("flavour"), max_length=20, choices=Flavour, blank=True)
    explanation = models.TextField(_("explanation"), blank=True)
    original_texts = models.JSONField(
        default=list,
        blank=True,
        help_text=_("Of a real item that became this one: its words, turn by turn, as they were."),
    )

    class Meta:
        ordering = ["study", "flavour", "item"]

    def __str__(self):
        return f"{self.item} ({self.get_flavour_display()})"


class ExpectedAnswer(models.Model):
    """The answers to one question that count as a hit: a range, or some points inside it."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="+")
    control = models.ForeignKey(Control, on_delete=models.CASCADE, related_name="expected")
    question = models.ForeignKey(Question, on_delete=models.PROTECT, related_name="+")
    low = models.SmallIntegerField()
    high = models.SmallIntegerField()
    only = models.JSONField(
        default=list, blank=True, help_text=_("empty: every point from low to high")
    )

    class Meta:
        ordering = ["control", "question"]
        constraints = [
            models.UniqueConstraint(
                fields=["control", "question"], name="control_expects_one_range_per_question"
            ),
            models.CheckConstraint(
                condition=Q(high__gte=F("low")), name="expected_range_is_ascending"
            ),
        ]

    def __str__(self):
        return f"{self.question.key}: {self.points}"

    def accepts(self, value: int) -> bool:
        return value in self.only if self.only else self.low <= value <= self.high

    @property
    def points(self) -> str:
        """In the notation of an import: 1, 0-2, or 0|2."""
        if self.only:
            return "|".join(str(point) for point in self.only)
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"
