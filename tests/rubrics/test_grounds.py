from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrics.grounds import (
    Evidence,
    absence_decision,
    missing_evidence,
    missing_whatever_is_decided,
)
from rubrics.scales import Decision
from rubrics.tightening import CriterionRules

MET, PARTIALLY_MET, NOT_MET = Decision.MET, Decision.PARTIALLY_MET, Decision.NOT_MET
DOES = CriterionRules(points=Decimal(5))
DOES_NOT = CriterionRules(points=Decimal(5), polarity="avoidance")
PENALISED = CriterionRules(points=Decimal(-5), polarity="avoidance")
OTHER_SIDE = (
    "Cite contradicting evidence, or tick “I looked for contradicting evidence and found none”."
)
UNSEEN = "“Nothing in the whole transcript” can be claimed once every turn has been on screen."


def missing(decision, rules=DOES, **evidence):
    found = missing_evidence(decision, rules=rules, evidence=Evidence(**evidence))
    return [str(phrase) for phrase in found]


def test_absence_is_not_met_on_a_positive_criterion_and_met_on_an_avoidance_criterion():
    assert absence_decision("positive", points=Decimal(5)) == NOT_MET
    assert absence_decision("avoidance", points=Decimal(5)) == MET
    assert absence_decision("avoidance", points=Decimal(0)) == MET


@pytest.mark.parametrize("polarity", ["positive", "avoidance"])
def test_absence_of_a_penalised_thing_is_not_met(polarity):
    assert absence_decision(polarity, points=Decimal(-5)) == NOT_MET


@pytest.mark.parametrize("decision", Decision)
def test_no_decision_stands_before_the_other_side_was_sought(decision):
    assert missing(decision, supporting=True) == [OTHER_SIDE]


@pytest.mark.parametrize("decision", Decision)
@pytest.mark.parametrize("sought", ["contradicting", "looked_for_contradiction"])
def test_a_contradicting_citation_or_the_tick_shows_that_it_was_sought(decision, sought):
    assert missing(decision, supporting=True, **{sought: True}) == []


@pytest.mark.parametrize("decision", [MET, PARTIALLY_MET])
def test_a_favourable_decision_needs_support(decision):
    assert missing(decision, contradicting=True) == [
        f"{decision.label} needs a supporting citation."
    ]


def test_not_met_may_rest_on_a_contradicting_citation_alone():
    assert missing(NOT_MET, contradicting=True) == []


def test_not_met_without_any_citation_is_told_both_ways_out():
    assert missing(NOT_MET, looked_for_contradiction=True) == [
        "NOT MET needs a citation, or the claim “nothing in the whole transcript”."
    ]


def test_not_met_on_an_avoidance_criterion_cannot_rest_on_absence():
    assert missing(NOT_MET, DOES_NOT, looked_for_contradiction=True) == [
        "NOT MET needs a citation."
    ]


@pytest.mark.parametrize(
    ("decision", "rules"), [(NOT_MET, DOES), (MET, DOES_NOT), (NOT_MET, PENALISED)]
)
def test_absence_carries_its_decision_once_every_turn_has_been_seen(decision, rules):
    claim = {"looked_for_contradiction": True, "nothing_in_transcript": True}
    assert missing(decision, rules, **claim, every_turn_seen=True) == []
    assert missing(decision, rules, **claim) == [UNSEEN]


def test_absence_carries_no_other_decision():
    claim = {"nothing_in_transcript": True, "every_turn_seen": True}
    assert missing(PARTIALLY_MET, DOES_NOT, looked_for_contradiction=True, **claim) == [
        "PARTIALLY MET needs a supporting citation.",
        "“Nothing in the whole transcript” can carry MET here, not PARTIALLY MET.",
    ]


def test_absence_of_a_penalised_thing_cannot_carry_its_penalty():
    claim = {"nothing_in_transcript": True, "every_turn_seen": True}
    assert missing(MET, PENALISED, looked_for_contradiction=True, supporting=True, **claim) == [
        "“Nothing in the whole transcript” can carry NOT MET here, not MET."
    ]


def test_met_on_an_avoidance_criterion_is_told_that_absence_would_do():
    assert missing(MET, DOES_NOT, looked_for_contradiction=True) == [
        "MET needs a supporting citation, or the claim “nothing in the whole transcript”."
    ]


@given(
    decision=st.sampled_from(Decision),
    rules=st.sampled_from([DOES, DOES_NOT, PENALISED]),
    seen=st.booleans(),
)
def test_no_decision_stands_on_nothing_at_all(decision, rules, seen):
    evidence = Evidence(looked_for_contradiction=True, every_turn_seen=seen)
    assert missing_evidence(decision, rules=rules, evidence=evidence)


def test_without_a_decision_both_sides_are_asked_for():
    found = [str(phrase) for phrase in missing_whatever_is_decided(Evidence())]
    assert found == ["Cite at least one turn for this answer.", OTHER_SIDE]


@given(evidence=st.builds(Evidence), decision=st.sampled_from(Decision))
def test_what_is_missing_without_a_decision_is_missing_with_any(evidence, decision):
    before = missing_whatever_is_decided(evidence)
    after = missing_evidence(decision, rules=DOES, evidence=evidence)
    assert len(before) <= len(after)
