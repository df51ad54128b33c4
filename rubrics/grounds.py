"""What must a decision rest on before it may be submitted?

Both sides are sought for every criterion, and only the decision that absence speaks for may rest
on "nothing in the whole transcript". No Django at any depth.
Source: seed grading-guide, "Evidence Requirements".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from rubrics.phrases import Phrase, gettext_noop
from rubrics.scales import Decision
from rubrics.tightening import CriterionRules, Polarity


@dataclass(frozen=True)
class Evidence:
    """`looked_for_contradiction`: the tick "I looked for contradicting evidence and found none".

    `nothing_in_transcript`: the claim "nothing in the whole transcript".
    """

    supporting: bool = False
    contradicting: bool = False
    looked_for_contradiction: bool = False
    nothing_in_transcript: bool = False
    every_turn_seen: bool = False


def absence_decision(polarity: Polarity, *, points: Decimal) -> Decision:
    """The decision that may rest on "nothing in the whole transcript".

    With negative points MET says that the bad thing is there, whatever the polarity is called, so
    its absence is NOT MET. A penalised omission ("fails to ask") is MET on a citation of behaviour
    across turns, never on absence.
    """
    if polarity == "avoidance" and points >= 0:
        return Decision.MET
    return Decision.NOT_MET


def missing_evidence(
    decision: Decision, *, rules: CriterionRules, evidence: Evidence
) -> tuple[Phrase, ...]:
    """What is still missing before `decision` may be submitted; empty where nothing is."""
    by_absence = absence_decision(rules.polarity, points=rules.points)
    found = (
        _ground_missing(decision, by_absence=by_absence, evidence=evidence),
        _other_side_missing(evidence),
        _claim_refused(decision, by_absence=by_absence, evidence=evidence),
    )
    return tuple(phrase for phrase in found if phrase)


def missing_whatever_is_decided(evidence: Evidence) -> tuple[Phrase, ...]:
    """What is still missing where no decision has been made yet."""
    is_bare = not (evidence.supporting or evidence.contradicting or evidence.nothing_in_transcript)
    ground = Phrase(gettext_noop("Cite at least one turn for this answer.")) if is_bare else None
    return tuple(phrase for phrase in (ground, _other_side_missing(evidence)) if phrase)


def _ground_missing(
    decision: Decision, *, by_absence: Decision, evidence: Evidence
) -> Phrase | None:
    """MET and PARTIALLY MET rest on support; NOT MET may rest on either kind of citation."""
    any_citation = evidence.supporting or evidence.contradicting
    cited = any_citation if decision == Decision.NOT_MET else evidence.supporting
    if cited or (decision == by_absence and evidence.nothing_in_transcript):
        return None
    return Phrase(
        GROUNDS[decision == Decision.NOT_MET, decision == by_absence],
        {"decision": Phrase(decision.label)},
    )


# By: is the decision NOT MET, and may it rest on absence?
GROUNDS: Mapping[tuple[bool, bool], str] = {
    (False, False): gettext_noop("%(decision)s needs a supporting citation."),
    (False, True): gettext_noop(
        "%(decision)s needs a supporting citation, or the claim “nothing in the whole transcript”."
    ),
    (True, False): gettext_noop("%(decision)s needs a citation."),
    (True, True): gettext_noop(
        "%(decision)s needs a citation, or the claim “nothing in the whole transcript”."
    ),
}


def _other_side_missing(evidence: Evidence) -> Phrase | None:
    if evidence.contradicting or evidence.looked_for_contradiction:
        return None
    return Phrase(
        gettext_noop(
            "Cite contradicting evidence, or tick “I looked for contradicting evidence and found "
            "none”."
        )
    )


def _claim_refused(
    decision: Decision, *, by_absence: Decision, evidence: Evidence
) -> Phrase | None:
    if not evidence.nothing_in_transcript:
        return None
    if decision != by_absence:
        return Phrase(
            gettext_noop(
                "“Nothing in the whole transcript” can carry %(carried)s here, not %(decision)s."
            ),
            {"carried": Phrase(by_absence.label), "decision": Phrase(decision.label)},
        )
    if not evidence.every_turn_seen:
        return Phrase(
            gettext_noop(
                "“Nothing in the whole transcript” can be claimed once every turn has been on "
                "screen."
            )
        )
    return None
