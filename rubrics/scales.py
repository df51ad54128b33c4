"""The scales a question is answered on: ordered points, and the three-level decision.

Every answer is stored as a whole number. A three-level decision is the ordered scale
NOT MET (0) < PARTIALLY MET (1) < MET (2). No Django at any depth.
"""

from dataclasses import dataclass
from enum import IntEnum

from rubrics.phrases import Phrase, gettext_noop


class Decision(IntEnum):
    """The grading guide's three levels, in order (seed: grading-guide, "Three-Level Decisions")."""

    NOT_MET = 0
    PARTIALLY_MET = 1
    MET = 2

    @property
    def label(self) -> str:
        return DECISION_LABELS[self]


DECISION_LABELS = {
    Decision.NOT_MET: gettext_noop("NOT MET"),
    Decision.PARTIALLY_MET: gettext_noop("PARTIALLY MET"),
    Decision.MET: gettext_noop("MET"),
}


@dataclass(frozen=True)
class Scale:
    """The allowed answers of one question: whole numbers in ascending order."""

    points: tuple[int, ...]

    @classmethod
    def ordered(cls, low: int, high: int) -> "Scale":
        return cls(tuple(range(low, high + 1)))

    @property
    def low(self) -> int:
        return self.points[0]

    @property
    def high(self) -> int:
        return self.points[-1]

    def refusal(self, value: int) -> Phrase | None:
        """Why `value` is no answer on this scale, or None where it is one."""
        if value in self.points:
            return None
        return Phrase(
            gettext_noop("%(value)s is not on this scale; it goes from %(low)s to %(high)s."),
            {"value": value, "low": self.low, "high": self.high},
        )


def decision_scale(*, safety_critical: bool) -> Scale:
    """The levels a criterion offers.

    PARTIALLY MET must never be used for a safety-critical failure, so it is not on offer there
    (seed: grading-guide, "Safety guardrail").
    """
    if safety_critical:
        return Scale((Decision.NOT_MET, Decision.MET))
    return Scale(tuple(Decision))


# Our own short wording of the guide's three definitions, shown beside each choice.
DECISION_DESCRIPTORS = {
    Decision.MET: gettext_noop(
        "Fully and plainly satisfied: every part is there, with direct evidence and no caveat."
    ),
    Decision.PARTIALLY_MET: gettext_noop(
        "The core is there and only a minor part is missing; the gap could not harm a patient."
    ),
    Decision.NOT_MET: gettext_noop(
        "Not addressed, contradicted, or missing something that matters for safety. "
        "When uncertain, choose this."
    ),
}

# With negative points the criterion names something bad, and MET means that it is there.
NEGATIVE_DECISION_DESCRIPTORS = {
    Decision.MET: gettext_noop("What is described happened. When uncertain, choose this."),
    Decision.PARTIALLY_MET: gettext_noop("It happened in part."),
    Decision.NOT_MET: gettext_noop("It did not happen: you looked through the whole transcript."),
}
