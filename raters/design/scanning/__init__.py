"""What in a text would tell a reviewer whose it is, or a reader who the patient is?

`scan` finds names and personal data in transcripts and `masked` takes them out; `unverified_marks`
and `uncited_references` read the texts of a design. No Django at any depth.
"""

from raters.design.scanning.citations import uncited_references, unverified_marks
from raters.design.scanning.hits import (
    GROUPS,
    KINDS,
    NAMES,
    PERSONAL,
    Hit,
    TurnText,
    masked,
)
from raters.design.scanning.plain import plain
from raters.design.scanning.scan import scan

__all__ = [
    "GROUPS",
    "KINDS",
    "NAMES",
    "PERSONAL",
    "Hit",
    "TurnText",
    "masked",
    "plain",
    "scan",
    "uncited_references",
    "unverified_marks",
]
