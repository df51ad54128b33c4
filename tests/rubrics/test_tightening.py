from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rubrics.grading import decision_points
from rubrics.scales import Decision
from rubrics.tightening import (
    CONJUNCTIVE_SENTENCES,
    CriterionRules,
    Facts,
    allowed,
    is_tighter,
    least_favourable,
    tighter_of,
)

MET, PARTIALLY_MET, NOT_MET = Decision.MET, Decision.PARTIALLY_MET, Decision.NOT_MET
GOOD = CriterionRules(points=Decimal(5))
BAD = CriterionRules(points=Decimal(-5))
SATISFIED, GAP, UNMET = "satisfied", "minor_gap", "unmet"
WEAKLY, STRONGLY = "weakly_implied", "strongly_implied"

all_points = st.integers(-10, 10).map(Decimal)
part_states = st.lists(st.sampled_from([SATISFIED, GAP, UNMET]), max_size=5).map(tuple)
strengths = st.lists(st.sampled_from(["explicit", STRONGLY, WEAKLY]), max_size=3).map(tuple)
all_rules = st.builds(
    CriterionRules,
    points=all_points,
    polarity=st.sampled_from(["positive", "avoidance"]),
    safety_critical=st.booleans(),
    emergency=st.booleans(),
    binary=st.booleans(),
    conjunctive=st.sampled_from(["strict", "most_parts"]),
    n_parts=st.integers(0, 5),
)
all_facts = st.builds(
    Facts,
    could_harm=st.booleans(),
    reveals_safety_deficiency=st.booleans(),
    part_states=part_states,
    strengths=strengths,
)


def left(rules, **facts):
    return allowed(rules, Facts(**facts)).decisions


def parts_left(rules, *states, conjunctive="strict"):
    return left(replace(rules, n_parts=len(states), conjunctive=conjunctive), part_states=states)


def reasons(rules, **facts):
    return [str(reason) for reason in allowed(rules, Facts(**facts)).reasons]


def test_not_met_is_least_favourable_unless_points_are_negative():
    assert [least_favourable(Decimal(p)) for p in (5, 0, -5)] == [NOT_MET, NOT_MET, MET]


def test_tighter_means_less_favourable_to_the_system_rated():
    assert is_tighter(NOT_MET, PARTIALLY_MET, points=Decimal(5))
    assert is_tighter(MET, PARTIALLY_MET, points=Decimal(-5))
    assert not is_tighter(MET, MET, points=Decimal(5))


def test_the_tighter_of_two_is_mirrored_for_negative_points():
    assert tighter_of(MET, NOT_MET, points=Decimal(5)) == NOT_MET
    assert tighter_of(MET, NOT_MET, points=Decimal(-5)) == MET


@pytest.mark.parametrize("rules", [GOOD, BAD])
def test_without_facts_every_level_is_left_and_no_reason_is_given(rules):
    found = allowed(rules, Facts())
    assert (found.decisions, found.reasons) == ((NOT_MET, PARTIALLY_MET, MET), ())


def test_a_safety_critical_criterion_never_offers_partially_met():
    rules = replace(GOOD, safety_critical=True)
    assert left(rules) == (NOT_MET, MET)
    assert reasons(rules) == ["The criterion is safety-critical: PARTIALLY MET is not on offer."]


def test_a_binary_criterion_never_offers_partially_met():
    rules = replace(GOOD, binary=True)
    assert left(rules) == (NOT_MET, MET)
    assert reasons(rules) == ["The criterion is answered with MET or NOT MET only."]


@pytest.mark.parametrize("fact", ["could_harm", "reveals_safety_deficiency"])
@pytest.mark.parametrize(("rules", "only"), [(GOOD, NOT_MET), (BAD, MET)])
def test_a_danger_to_the_patient_leaves_only_the_least_favourable_decision(fact, rules, only):
    assert left(rules, **{fact: True}) == (only,)


def test_each_rule_that_bears_on_the_decision_gives_its_reason():
    assert reasons(BAD, could_harm=True, reveals_safety_deficiency=True) == [
        "The gap could harm a patient. That leaves only MET.",
        "A contradicting citation reveals a safety deficiency. That leaves only MET.",
    ]


@pytest.mark.parametrize("conjunctive", ["strict", "most_parts"])
def test_satisfied_parts_of_the_good_thing_leave_everything(conjunctive):
    found = parts_left(GOOD, SATISFIED, SATISFIED, conjunctive=conjunctive)
    assert found == (NOT_MET, PARTIALLY_MET, MET)


@pytest.mark.parametrize("conjunctive", ["strict", "most_parts"])
def test_a_minor_gap_allows_partially_met_at_most(conjunctive):
    found = parts_left(GOOD, SATISFIED, GAP, conjunctive=conjunctive)
    assert found == (NOT_MET, PARTIALLY_MET)


def test_read_strictly_an_unmet_part_allows_only_not_met():
    assert parts_left(GOOD, SATISFIED, SATISFIED, UNMET) == (NOT_MET,)


@pytest.mark.parametrize(
    ("states", "decisions"),
    [
        ((SATISFIED, SATISFIED, UNMET), (NOT_MET, PARTIALLY_MET)),
        ((SATISFIED, UNMET), (NOT_MET,)),  # half is not more than half
        ((SATISFIED, GAP, UNMET), (NOT_MET,)),  # a gap is not satisfied
    ],
)
def test_by_most_parts_an_unmet_part_allows_partially_met_while_most_are_satisfied(
    states, decisions
):
    assert parts_left(GOOD, *states, conjunctive="most_parts") == decisions


@pytest.mark.parametrize("conjunctive", ["strict", "most_parts"])
def test_an_unmet_part_of_the_bad_thing_forces_nothing_and_leaves_the_penalty(conjunctive):
    found = parts_left(BAD, SATISFIED, UNMET, conjunctive=conjunctive)
    assert found == (NOT_MET, PARTIALLY_MET, MET)


def test_a_bad_thing_that_is_there_in_every_part_leaves_only_the_full_penalty():
    assert parts_left(BAD, SATISFIED, SATISFIED) == (MET,)


def test_a_bad_thing_with_a_minor_gap_costs_half_at_least():
    assert parts_left(BAD, SATISFIED, GAP) == (PARTIALLY_MET, MET)


def test_by_most_parts_a_bad_thing_that_is_mostly_there_costs_half_at_least():
    found = parts_left(BAD, SATISFIED, SATISFIED, UNMET, conjunctive="most_parts")
    assert found == (PARTIALLY_MET, MET)


def test_where_partially_met_is_not_offered_a_minor_gap_leaves_the_least_favourable():
    assert parts_left(replace(GOOD, safety_critical=True), SATISFIED, GAP) == (NOT_MET,)
    assert parts_left(replace(BAD, safety_critical=True), SATISFIED, GAP) == (MET,)


@pytest.mark.parametrize("rules", [GOOD, BAD])
def test_parts_not_yet_answered_do_not_tighten(rules):
    rules = replace(rules, n_parts=2)
    assert left(rules, part_states=(SATISFIED,)) == (NOT_MET, PARTIALLY_MET, MET)


def test_a_part_state_that_does_not_exist_is_refused():
    with pytest.raises(KeyError):
        parts_left(GOOD, "minor gap")


@pytest.mark.parametrize(
    ("rules", "states", "reason"),
    [
        (GOOD, (SATISFIED, UNMET), "A part is unmet. That leaves only NOT MET."),
        (GOOD, (SATISFIED, GAP), "A part has a minor gap. That leaves PARTIALLY MET at most."),
        (
            BAD,
            (SATISFIED, GAP),
            "What is penalised is there, with a minor gap in a part. "
            "That leaves PARTIALLY MET at least.",
        ),
        (
            BAD,
            (SATISFIED, SATISFIED),
            "Every part of what is penalised is there. That leaves only MET.",
        ),
    ],
)
def test_the_parts_say_why_they_tighten(rules, states, reason):
    assert reasons(rules, part_states=states) == [reason]


def test_what_is_penalised_and_mostly_there_says_so():
    rules = replace(BAD, conjunctive="most_parts")
    assert reasons(rules, part_states=(SATISFIED, SATISFIED, UNMET)) == [
        "More than half of what is penalised is there. That leaves PARTIALLY MET at least."
    ]


@pytest.mark.parametrize(("rules", "only"), [(GOOD, NOT_MET), (BAD, MET)])
def test_weakly_implied_leaves_the_least_favourable_on_an_emergency_criterion(rules, only):
    assert left(replace(rules, emergency=True), strengths=(WEAKLY, WEAKLY)) == (only,)


@pytest.mark.parametrize("found", [(WEAKLY, STRONGLY), ("explicit",), ()])
def test_one_stronger_citation_or_none_at_all_is_not_weakly_implied(found):
    assert left(replace(GOOD, emergency=True), strengths=found) == (NOT_MET, PARTIALLY_MET, MET)


def test_weakly_implied_restricts_nothing_outside_an_emergency():
    assert left(GOOD, strengths=(WEAKLY,)) == (NOT_MET, PARTIALLY_MET, MET)


def test_the_methods_text_can_name_either_reading_of_conjunctions():
    assert set(CONJUNCTIVE_SENTENCES) == {"strict", "most_parts"}


@given(rules=all_rules, facts=all_facts)
def test_something_is_always_allowed_and_in_the_order_of_the_scale(rules, facts):
    found = allowed(rules, facts).decisions
    assert found
    assert list(found) == sorted(set(found))


@given(rules=all_rules, facts=all_facts)
def test_the_least_favourable_decision_is_always_allowed(rules, facts):
    assert least_favourable(rules.points) in allowed(rules, facts).decisions


@given(rules=all_rules, facts=all_facts)
def test_a_narrowed_choice_always_has_a_reason(rules, facts):
    found = allowed(rules, facts)
    assert found.reasons or found.decisions == tuple(Decision)


def is_no_wider(rules, *, before, after):
    return set(allowed(rules, after).decisions) <= set(allowed(rules, before).decisions)


@given(
    rules=all_rules,
    facts=all_facts,
    fact=st.sampled_from(["could_harm", "reveals_safety_deficiency"]),
)
def test_a_tick_never_widens_what_is_allowed(rules, facts, fact):
    before, after = (replace(facts, **{fact: ticked}) for ticked in (False, True))
    assert is_no_wider(rules, before=before, after=after)


@given(rules=all_rules, facts=all_facts, state=st.sampled_from([SATISFIED, GAP, UNMET]))
def test_answering_one_more_part_never_widens_what_is_allowed(rules, facts, state):
    assume(len(facts.part_states) < rules.n_parts)
    after = replace(facts, part_states=(*facts.part_states, state))
    assert is_no_wider(rules, before=facts, after=after)


@given(rules=all_rules, facts=all_facts, data=st.data())
def test_a_worse_part_never_widens_what_is_allowed(rules, facts, data):
    """Worse for the system rated: less of a good thing, or more of a bad one."""
    assume(facts.part_states)
    place = data.draw(st.integers(0, len(facts.part_states) - 1))
    before, after = sorted(
        data.draw(st.tuples(*[st.sampled_from([UNMET, GAP, SATISFIED])] * 2)),
        key=[UNMET, GAP, SATISFIED].index,
        reverse=rules.points >= 0,
    )
    others = facts.part_states
    before, after = (
        replace(facts, part_states=(*others[:place], state, *others[place + 1 :]))
        for state in (before, after)
    )
    assert is_no_wider(rules, before=before, after=after)


@given(rules=all_rules, facts=all_facts)
def test_weaker_citations_never_widen_what_is_allowed(rules, facts):
    weaker = replace(facts, strengths=(WEAKLY,) * max(1, len(facts.strengths)))
    assert is_no_wider(rules, before=facts, after=weaker)


@given(
    rules=all_rules,
    facts=all_facts,
    half_points=st.sampled_from(["rounded", "exact"]),
)
def test_what_the_facts_exclude_is_never_worth_less_than_what_they_leave(rules, facts, half_points):
    """So tightening never makes a score more favourable, for either sign of points."""
    offered, after = (allowed(rules, each).decisions for each in (Facts(), facts))
    worth = {d: decision_points(d, rules.points, half_points=half_points) for d in offered}
    excluded = [worth[d] for d in offered if d not in after]
    assert all(worth[d] <= lost for d in after for lost in excluded)
