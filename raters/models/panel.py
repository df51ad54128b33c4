"""The panel: who rates, and the personal links by which they arrive."""

import hashlib
import secrets
from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from raters.models.append_only import AppendOnly
from raters.models.study import Study


class ReviewerQuerySet(models.QuerySet):
    def human(self):
        return self.filter(kind=Reviewer.Kind.HUMAN)

    def on_the_panel(self):
        """Those who are to rate: people, without those who left."""
        return self.human().filter(left_at=None)


class Reviewer(models.Model):
    class Kind(models.TextChoices):
        HUMAN = "human", _("human")
        LLM_JUDGE = "llm_judge", _("LLM judge")

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="reviewers")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="reviewers",
        null=True,
        blank=True,
    )
    pseudonym = models.CharField(_("pseudonym"), max_length=10)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind, default=Kind.HUMAN)
    stratum = models.CharField(
        _("level of expertise"),
        max_length=60,
        blank=True,
        help_text=_("By which the panel is stratified, as planned."),
    )
    years_of_experience = models.PositiveSmallIntegerField(
        _("years of clinical experience"), null=True, blank=True
    )
    prior_ai_evaluation = models.BooleanField(_("has evaluated AI before"), null=True, blank=True)
    subspecialty = models.CharField(_("subspecialty"), max_length=100, blank=True)
    enrolled_at = models.DateTimeField(null=True, blank=True, editable=False)
    left_at = models.DateTimeField(null=True, blank=True, editable=False)
    messages_read_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = ReviewerQuerySet.as_manager()

    class Meta:
        ordering = ["study", "pseudonym"]
        constraints = [
            models.UniqueConstraint(
                fields=["study", "pseudonym"], name="pseudonym_is_unique_in_its_study"
            ),
            models.UniqueConstraint(
                fields=["study", "user"], name="person_is_one_reviewer_per_study"
            ),
            models.CheckConstraint(
                condition=Q(years_of_experience__isnull=True) | Q(years_of_experience__lte=80),
                name="experience_is_at_most_eighty_years",
            ),
            models.CheckConstraint(
                condition=~Q(kind="llm_judge") | Q(user__isnull=True),
                name="llm_judge_does_not_sign_in",
            ),
        ]

    def __str__(self):
        return self.pseudonym


class Consent(AppendOnly):
    """The text a reviewer agreed to, as it stood when she did."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="+")
    reviewer = models.ForeignKey(Reviewer, on_delete=models.PROTECT, related_name="consents")
    text = models.TextField()
    given_at = models.DateTimeField()

    class Meta:
        ordering = ["reviewer", "given_at"]

    def __str__(self):
        return f"{self.reviewer} {self.given_at:%Y-%m-%d}"


def digest_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class InvitationQuerySet(models.QuerySet):
    def valid(self, *, at):
        return self.filter(revoked_at=None, expires_at__gt=at)

    def issue(self, user, *, by, study, days=None):
        """A new link for `user`; returns the row and the token, which is stored nowhere."""
        token = secrets.token_urlsafe(24)
        lifetime = timedelta(days=days or settings.INVITATION_DAYS)
        invitation = self.create(
            user=user,
            study=study,
            invited_by=by,
            token_digest=digest_of(token),
            expires_at=timezone.now() + lifetime,
        )
        return invitation, token

    def with_token(self, token):
        return self.filter(token_digest=digest_of(token))

    def revoke(self, *, at):
        return self.valid(at=at).update(revoked_at=at)


class Invitation(models.Model):
    """A personal, expiring, revocable sign-in link. Only the token's digest is stored."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations"
    )
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    token_digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]

    def __str__(self):
        return f"{self.user} until {self.expires_at:%Y-%m-%d}"

    def is_valid(self, *, at) -> bool:
        return self.revoked_at is None and self.expires_at > at
