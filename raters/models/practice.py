"""How practice ended for a reviewer, attempt by attempt, and what was decided then."""

from decimal import ROUND_CEILING, Decimal

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from raters.models.append_only import AppendOnly
from raters.models.panel import Reviewer
from raters.models.queue import Round
from raters.models.study import Study


def asked_for(pass_mark: Decimal, n_answers: int) -> int:
    """What a share comes to in answers: the next whole number, exactly, as decimals are."""
    return int((pass_mark * n_answers).to_integral_value(ROUND_CEILING))


class PracticeOutcome(AppendOnly):
    """One attempt at all practice items; `pass_mark` is the share that was asked for, if any."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="+")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="outcomes")
    reviewer = models.ForeignKey(
        Reviewer, on_delete=models.PROTECT, related_name="practice_outcomes"
    )
    attempt = models.PositiveSmallIntegerField()
    n_hits = models.PositiveIntegerField()
    n_answers = models.PositiveIntegerField()
    pass_mark = models.DecimalField(max_digits=4, decimal_places=3, null=True, blank=True)
    passed = models.BooleanField()
    ended_at = models.DateTimeField()

    class Meta:
        ordering = ["reviewer", "round", "attempt"]
        constraints = [
            models.UniqueConstraint(
                fields=["reviewer", "round", "attempt"], name="practice_attempt_ends_once"
            ),
            models.CheckConstraint(
                condition=Q(attempt__gte=1), name="practice_attempts_count_from_one"
            ),
            models.CheckConstraint(
                condition=Q(n_hits__lte=F("n_answers")), name="practice_hits_are_among_its_answers"
            ),
        ]

    def __str__(self):
        return f"{self.reviewer} attempt {self.attempt}: {self.n_hits} of {self.n_answers}"

    @property
    def n_asked_for(self) -> int | None:
        """What the pass mark comes to; None where none was asked for."""
        if self.pass_mark is None:
            return None
        return asked_for(self.pass_mark, self.n_answers)


class PracticeDecision(AppendOnly):
    """By those who run the study, about the attempts in this round of practice."""

    class Kind(models.TextChoices):
        ONE_MORE_ATTEMPT = "one_more_attempt", _("one more attempt")
        LET_IN = "let_in", _("rates without having passed")

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="+")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="decisions")
    reviewer = models.ForeignKey(
        Reviewer, on_delete=models.PROTECT, related_name="practice_decisions"
    )
    kind = models.CharField(max_length=20, choices=Kind)
    reason = models.TextField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["reviewer", "at"]
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="practice_decision_has_a_reason")
        ]

    def __str__(self):
        return f"{self.reviewer}: {self.kind}"
