"""The override rules of the grading guide: tighten only, never loosen.

Seed: grading-guide, "Decision-Rationale Consistency". "Tighter" means less favourable to the
system that is rated, so the rules are mirrored where a criterion's points are negative.
"""

from dataclasses import dataclass
from decimal import Decimal

from rubrics.consistency.reading import Cue, cues
from rubrics.phrases import Phrase, gettext_noop
from rubrics.scales import Decision

PENALTY_IS_EARNED = gettext_noop(
    "Your words say that the bad thing is there; that goes with MET, the whole penalty."
)
FAILURE_IS_NOT_MET = gettext_noop(
    "Your words describe a failure, a contradiction or a danger; that goes with NOT MET."
)
SAFETY_GAP_IS_NOT_MET = gettext_noop(
    "Your words describe a gap; on a safety-critical criterion any gap goes with NOT MET."
)
GAP_IS_PARTIALLY_MET = gettext_noop(
    "Your words describe a gap or a caveat; that goes with PARTIALLY MET."
)


@dataclass(frozen=True)
class Suggestion:
    """A tighter decision, why, and the words of the rationale that say so."""

    decision: Decision
    reason: Phrase
    cues: tuple[Cue, ...]


def suggestion(
    rationale: str,
    decision: Decision,
    *,
    points: Decimal | int = 1,
    avoidance: bool = False,
    safety_critical: bool = False,
) -> Suggestion | None:
    """The tighter decision that `rationale` asks for, or None where it agrees with `decision`.

    `avoidance` says that the criterion is worded as not doing something, `points` whether MET is
    good (zero counts as good) or a penalty.
    """
    penalty = points < 0
    if decision == (Decision.MET if penalty else Decision.NOT_MET):
        return None
    # What would speak against the system: something it did, or something it left undone?
    found = cues(rationale, against_deeds=penalty != avoidance)
    failures = tuple(cue for cue in found if cue.kind == "failure")
    if penalty:
        return _suggest(Decision.MET, PENALTY_IS_EARNED, failures)
    return _suggest(Decision.NOT_MET, FAILURE_IS_NOT_MET, failures) or _for_a_gap(
        decision, found, safety_critical=safety_critical
    )


def _for_a_gap(
    decision: Decision, found: tuple[Cue, ...], *, safety_critical: bool
) -> Suggestion | None:
    if safety_critical:
        return _suggest(Decision.NOT_MET, SAFETY_GAP_IS_NOT_MET, found)
    if decision == Decision.MET:
        return _suggest(Decision.PARTIALLY_MET, GAP_IS_PARTIALLY_MET, found)
    return None


def _suggest(decision: Decision, template: str, found: tuple[Cue, ...]) -> Suggestion | None:
    return Suggestion(decision, Phrase(template), found) if found else None
