"""What a reviewer and those who run the study write to each other. Nobody else reads it."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from raters.models.append_only import AppendOnly, AppendOnlyQuerySet
from raters.models.panel import Reviewer
from raters.models.queue import Assignment
from raters.models.study import Study


class MessageQuerySet(AppendOnlyQuerySet):
    def for_reviewer(self, reviewer: Reviewer):
        """Hers, what was answered to her, and what went to the whole panel, at any time."""
        return self.filter(Q(reviewer=reviewer) | Q(reviewer=None), study=reviewer.study_id)

    def asked(self):
        """By reviewers."""
        return self.filter(by_study=False)


class Message(AppendOnly):
    """`reviewer` is whose conversation it belongs to; empty: from the study to its whole panel.

    `assignment` is the item it is about, at this reviewer's own place; empty: about none.
    """

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="messages")
    reviewer = models.ForeignKey(
        Reviewer, on_delete=models.PROTECT, null=True, blank=True, related_name="messages"
    )
    assignment = models.ForeignKey(
        Assignment, on_delete=models.PROTECT, null=True, blank=True, related_name="messages"
    )
    by_study = models.BooleanField()
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    text = models.TextField()
    sent_at = models.DateTimeField()

    objects = MessageQuerySet.as_manager()

    class Meta:
        ordering = ["sent_at", "pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(text=""), name="message_says_something"),
            models.CheckConstraint(
                condition=Q(reviewer__isnull=False) | Q(by_study=True, assignment=None),
                name="message_to_the_panel_is_from_the_study_and_about_no_item",
            ),
        ]

    def __str__(self):
        return f"{self.reviewer or 'panel'} {self.sent_at:%Y-%m-%d %H:%M}"
