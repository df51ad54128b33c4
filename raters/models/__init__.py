"""One file per concept; import the rows from here."""

from raters.models.audit import AuditEvent
from raters.models.importing import PendingFile, PendingImport
from raters.models.panel import Invitation, Reviewer
from raters.models.queue import Assignment, Round
from raters.models.rating import Deviation, Draft, Evidence, Rating, Score
from raters.models.study import (
    Arm,
    Case,
    Control,
    ExpectedAnswer,
    Item,
    Study,
    StudyAdmin,
    Turn,
)

__all__ = [
    "Arm",
    "Assignment",
    "AuditEvent",
    "Case",
    "Control",
    "Deviation",
    "Draft",
    "Evidence",
    "ExpectedAnswer",
    "Invitation",
    "Item",
    "PendingFile",
    "PendingImport",
    "Rating",
    "Reviewer",
    "Round",
    "Score",
    "Study",
    "StudyAdmin",
    "Turn",
]
