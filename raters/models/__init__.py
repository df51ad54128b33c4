"""One file per concept; import the rows from here."""

from raters.models.audit import AuditEvent
from raters.models.design import Design
from raters.models.importing import PendingFile, PendingImport
from raters.models.language import LanguageChoice
from raters.models.messages import Message
from raters.models.panel import Consent, Invitation, Reviewer
from raters.models.practice import PracticeDecision, PracticeOutcome
from raters.models.protocol import Amendment, KeptText, Protocol, SignOff
from raters.models.queue import Assignment, DrawnQueue, Round
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
    "Amendment",
    "Arm",
    "Assignment",
    "AuditEvent",
    "Case",
    "Consent",
    "Control",
    "Design",
    "Deviation",
    "Draft",
    "DrawnQueue",
    "Evidence",
    "ExpectedAnswer",
    "Invitation",
    "Item",
    "KeptText",
    "LanguageChoice",
    "Message",
    "PendingFile",
    "PendingImport",
    "PracticeDecision",
    "PracticeOutcome",
    "Protocol",
    "Rating",
    "Reviewer",
    "Round",
    "Score",
    "SignOff",
    "Study",
    "StudyAdmin",
    "Turn",
]
