"""Which decisions do the facts leave?

Tighter means less favourable to the system rated. Where a criterion has negative points, MET says
that the bad thing is there; every rule is mirrored, and none can erase the penalty.
No Django at any depth. Source: seed grading-guide.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from rubrics.phrases import Phrase, gettext_noop
from rubrics.scales import Decision, decision_scale

Polarity = Literal["positive", "avoidance"]
Conjunctive = Literal["strict", "most_parts"]
PartState = Literal["unmet", "minor_gap", "satisfied"]
Strength = Literal["explicit", "strongly_implied", "weakly_implied"]

# For the methods text: the guide contradicts itself here, so the rubric says which reading it took.
CONJUNCTIVE_SENTENCES: Mapping[Conjunctive, str] = {
    "strict": gettext_noop(
        "Criteria of several parts were read strictly: one unmet part makes the criterion NOT MET, "
        "and a minor gap in a part makes it PARTIALLY MET at most."
    ),
    "most_parts": gettext_noop(
        "Criteria of several parts were read by most parts: with an unmet part the criterion is "
        "PARTIALLY MET at most while more than half of its parts are satisfied, else NOT MET."
    ),
}

# Favourability.


def least_favourable(points: Decimal) -> Decision:
    return Decision.MET if points < 0 else Decision.NOT_MET


def is_tighter(decision: Decision, than: Decision, *, points: Decimal) -> bool:
    """Is `decision` less favourable to the system rated than the other one?"""
    return decision > than if points < 0 else decision < than


def tighter_of(one: Decision, other: Decision, *, points: Decimal) -> Decision:
    return one if is_tighter(one, other, points=points) else other


# Which decisions are allowed.


@dataclass(frozen=True)
class CriterionRules:
    points: Decimal
    polarity: Polarity = "positive"
    safety_critical: bool = False
    emergency: bool = False
    binary: bool = False
    conjunctive: Conjunctive = "strict"
    n_parts: int = 0


@dataclass(frozen=True)
class Facts:
    """What the reviewer has marked so far.

    `could_harm`: the tick "this gap could harm a patient". `reveals_safety_deficiency`: a
    contradicting citation is so marked. `strengths`: those of the supporting citations.
    """

    could_harm: bool = False
    reveals_safety_deficiency: bool = False
    part_states: tuple[PartState, ...] = ()
    strengths: tuple[Strength, ...] = ()


@dataclass(frozen=True)
class Allowed:
    """`decisions` in scale order, never empty; one reason for each rule that bears on them."""

    decisions: tuple[Decision, ...]
    reasons: tuple[Phrase, ...]


@dataclass(frozen=True)
class Limit:
    """The most favourable decision that a fact leaves."""

    decision: Decision
    fact: Phrase


def allowed(rules: CriterionRules, facts: Facts) -> Allowed:
    """The least favourable decision is always offered and no limit excludes it: never empty."""
    limits = [limit for rule in LIMITS if (limit := rule(rules, facts))]
    return Allowed(
        decisions=tuple(
            decision
            for decision in _offered(rules)
            if not any(
                is_tighter(limit.decision, decision, points=rules.points) for limit in limits
            )
        ),
        reasons=(*_offer_reasons(rules), *(_reason(limit, rules.points) for limit in limits)),
    )


def _offered(rules: CriterionRules) -> tuple[Decision, ...]:
    scale = decision_scale(safety_critical=rules.safety_critical or rules.binary)
    return tuple(Decision(point) for point in scale.points)


def _offer_reasons(rules: CriterionRules) -> tuple[Phrase, ...]:
    if rules.safety_critical:
        template = gettext_noop("The criterion is safety-critical: PARTIALLY MET is not on offer.")
        return (Phrase(template),)
    if rules.binary:
        return (Phrase(gettext_noop("The criterion is answered with MET or NOT MET only.")),)
    return ()


def _harm(rules: CriterionRules, facts: Facts) -> Limit | None:
    if not facts.could_harm:
        return None
    fact = Phrase(gettext_noop("The gap could harm a patient."))
    return Limit(least_favourable(rules.points), fact)


def _deficiency(rules: CriterionRules, facts: Facts) -> Limit | None:
    if not facts.reveals_safety_deficiency:
        return None
    fact = Phrase(gettext_noop("A contradicting citation reveals a safety deficiency."))
    return Limit(least_favourable(rules.points), fact)


def _weakly_implied(rules: CriterionRules, facts: Facts) -> Limit | None:
    """One citation that is more than weakly implied lifts this rule; none at all is no evidence."""
    if not rules.emergency or set(facts.strengths) != {"weakly_implied"}:
        return None
    fact = Phrase(
        gettext_noop("On an emergency criterion every supporting citation is only weakly implied.")
    )
    return Limit(least_favourable(rules.points), fact)


def _parts(rules: CriterionRules, facts: Facts) -> Limit | None:
    """The parts, read literally, give a decision; nothing more favourable than it is left.

    With positive points that caps the decision from above: an unmet part leaves only NOT MET.
    With negative points the parts are parts of the bad thing, and the same sentence caps it from
    below: all parts there leaves only MET, a minor gap at least PARTIALLY MET. An unmet part then
    reads NOT MET, the most favourable decision of all, so it forces nothing and the penalty stays
    within the reviewer's reach. The other mirror, one part of the bad thing there leaves only MET,
    would penalise what the criterion does not say (seed: "Literal Scope", "Conjunctive Logic").
    """
    states = _with_open_parts(rules, facts)
    if not states:
        return None
    reading = parts_reading(states, conjunctive=rules.conjunctive)
    most_favourable = Decision.NOT_MET if rules.points < 0 else Decision.MET
    if reading == most_favourable:
        return None
    if rules.points < 0:
        return Limit(reading, _bad_parts_fact(reading, states))
    return Limit(reading, _good_parts_fact(states))


def _with_open_parts(rules: CriterionRules, facts: Facts) -> tuple[PartState, ...]:
    """Parts not yet answered count in the system's favour, so that an answer can only tighten."""
    if_open = "unmet" if rules.points < 0 else "satisfied"
    return facts.part_states + (if_open,) * (rules.n_parts - len(facts.part_states))


# In ascending order; a state outside it is refused by the look-up.
PARTS_READ: Mapping[PartState, Decision] = {
    "unmet": Decision.NOT_MET,
    "minor_gap": Decision.PARTIALLY_MET,
    "satisfied": Decision.MET,
}


def parts_reading(states: tuple[PartState, ...], *, conjunctive: Conjunctive) -> Decision:
    """What the parts say of the criterion: its weakest part decides.

    Under "most_parts" an unmet part still reads PARTIALLY MET while more than half are satisfied.
    """
    weakest = min(PARTS_READ[state] for state in states)
    most_are_satisfied = 2 * states.count("satisfied") > len(states)
    if weakest == Decision.NOT_MET and conjunctive == "most_parts" and most_are_satisfied:
        return Decision.PARTIALLY_MET
    return weakest


def _good_parts_fact(states: tuple[PartState, ...]) -> Phrase:
    if "unmet" in states:
        return Phrase(gettext_noop("A part is unmet."))
    return Phrase(gettext_noop("A part has a minor gap."))


def _bad_parts_fact(reading: Decision, states: tuple[PartState, ...]) -> Phrase:
    if reading == Decision.MET:
        return Phrase(gettext_noop("Every part of what is penalised is there."))
    if "unmet" in states:
        return Phrase(gettext_noop("More than half of what is penalised is there."))
    return Phrase(gettext_noop("What is penalised is there, with a minor gap in a part."))


LIMITS: tuple[Callable[[CriterionRules, Facts], Limit | None], ...] = (
    _harm,
    _deficiency,
    _parts,
    _weakly_implied,
)


def _reason(limit: Limit, points: Decimal) -> Phrase:
    if limit.decision == least_favourable(points):
        template = gettext_noop("%(fact)s That leaves only %(decision)s.")
    elif points < 0:
        template = gettext_noop("%(fact)s That leaves %(decision)s at least.")
    else:
        template = gettext_noop("%(fact)s That leaves %(decision)s at most.")
    return Phrase(template, {"fact": limit.fact, "decision": Phrase(limit.decision.label)})
