from dataclasses import replace
from decimal import Decimal

import pytest

from raters.design.review import (
    RULES,
    ArmFacts,
    ControlFacts,
    Decision,
    DesignFacts,
    ReviewerFacts,
    review,
)
from rubrics.composite import DeviationKind
from rubrics.phrases import Phrase
from rubrics.spec import CompositeSpec, CorrelationSpec, DescriptorSpec, LevelSpec, QuestionSpec
from tests.raters.design.test_review_ready import CASES, dimension, hit, ready, rubric

A, B = ready().arms
HUMANS = ready().reviewers
LLM = ReviewerFacts("J1", kind="llm_judge")
CONTROLS = ready().controls
ROTATING = {"allocation": "anchor_and_rotate", "per_item": 2, "n_anchors": 40}


def found(facts):
    return sorted({finding.rule for finding in review(facts).findings})


def criterion(text: str, points: int = 3) -> QuestionSpec:
    return QuestionSpec("c", "criterion", "C", text=text, points=Decimal(points))


# One defect each, by the rule that must find it and no other.
RUBRIC_DEFECTS = [
    ("no_rubric", {"rubric": None}),
    ("no_rubric", {"rubric": None, "n_items_with_own_criteria": 79}),
    ("no_rubric", {"rubric": replace(rubric(), questions=(), correlations=())}),
    (
        "point_without_descriptor",
        {"rubric": rubric(dimension("validity", scale_max=3), dimension("novelty"))},
    ),
    (
        "point_without_descriptor",
        {
            "rubric": rubric(
                QuestionSpec("t", "tiers", "Help", levels=(LevelSpec(" ", Decimal(1)),)),
                correlations=(),
            )
        },
    ),
    (
        "double_barrelled",
        {"rubric": rubric(dimension("validity", label="True and new"), dimension("novelty"))},
    ),
    (
        "doubtful_sign",
        {"rubric": rubric(criterion("Fails to ask about pain."), correlations=())},
    ),
    ("doubtful_sign", {"rubric": rubric(criterion("Clearly says so.", -2), correlations=())}),
    (
        "blended_score",
        {
            "rubric": rubric(
                dimension("validity", weight=Decimal("0.5")),
                dimension("novelty", weight=Decimal("0.5")),
                composite=CompositeSpec("Sum"),
            )
        },
    ),
    (
        "overall_rating",
        {"rubric": rubric(dimension("validity"), dimension("novelty", label="Overall quality"))},
    ),
    ("not_piloted", {"n_pilot_reviewers": 0}),
    ("unverified_rubric", {"rubric": rubric(guidance="Fever is above 38.0 °C [VERIFY].")}),
]
REDESIGN_DEFECTS = [
    ("no_question", {"question": " "}),
    ("no_claim", {"claim": ""}),
    ("no_unit", {"unit": ""}),
    ("no_arms", {"arms": ()}),
    ("input_unstated", {"arms": (A, replace(B, receives=""))}),
    ("inputs_differ", {"arms": (A, replace(B, receives="The question and the chart"))}),
    ("cases_differ", {"arms": (A, replace(B, cases=CASES - {"case-07"}))}),
    ("no_reference_role", {"reference_role": ""}),
    ("no_reference_arm", {"reference_role": "both"}),
    ("reference_from_arm", {"reference_from_arm": "B"}),
    ("reference_equals_output", {"references_equal_to_arm": (("case-01", "A"),)}),
    ("no_real_items", {"n_real_items": 0}),
    ("names_in_transcripts", {"hits": (hit("product_name"),)}),
    ("names_in_transcripts", {"hits": (hit("arm_name"),)}),
    ("names_in_transcripts", {"hits": (hit("self_identification"),)}),
    ("unverified_texts", {"texts": (("case-01", "[UNVERIFIED - NEEDS MANUAL CHECK]"),)}),
    ("no_controls", {"controls": ()}),
    ("too_few_reviewers", {"reviewers": HUMANS[:1]}),
    ("cannot_be_allocated", {"allocation_obstacle": Phrase("No slots.")}),
    ("rated_once", ROTATING | {"per_item": 1}),
    ("no_anchors", ROTATING | {"n_anchors": 0}),
    (
        "comparison_out_of_sight",
        {"rubric": rubric(dimension("validity", comparative=True), dimension("novelty"))},
    ),
    ("no_statistic", {"statistic": ""}),
    ("no_target", {"target": None}),
    ("target_unjustified", {"target_reason": ""}),
    ("kappa_for_many", {"statistic": "kappa_weighted"}),
    ("interval_too_wide", {"wanted_width": 0.1}),
    ("no_judge", {"judge": ""}),
    ("llm_not_compared", {"judge": "both", "reviewers": (*HUMANS, LLM)}),
    ("no_adjudication_rule", {"adjudication_rule": ""}),
    ("no_adjudicator", {"adjudicator": ""}),
    ("adjudicator_rates", {"adjudicator": "r1"}),
    ("controls_recognisable", {"telltale": (("k1", Phrase("its condition")),)}),
]
SIDE_BY_SIDE = {
    "rubric": rubric(dimension("validity", comparative=True), dimension("novelty")),
    "side_by_side": True,
    "outputs_per_page": frozenset({2}),
}
REDESIGN_DEFECTS += [
    ("comparison_out_of_sight", SIDE_BY_SIDE | {"outputs_per_page": frozenset({1})}),
    ("pages_unequal", SIDE_BY_SIDE | {"outputs_per_page": frozenset({1, 2})}),
    ("control_pages_recognisable", SIDE_BY_SIDE | {"control_pages_differ": True}),
    (
        "llm_without_humans",
        {"judge": "llm", "judge_note": "By kappa.", "reviewers": (LLM,), "reference_role": "none"},
    ),
]
RISKS = [
    ("claim_beyond_ratings", {"claim": "A is safe and ready for deployment."}),
    ("limits_unstated", {"not_claimed": ""}),
    ("one_arm", {"arms": (A,)}),
    ("formats_differ", {"arms": (A, replace(B, output_format="a table"))}),
    ("format_unstated", {"arms": (A, replace(B, output_format=""))}),
    ("reference_unnamed", {"reference": ""}),
    ("no_hypotheses", {"rubric": rubric(correlations=())}),
    (
        "pairs_without_expectation",
        {"rubric": rubric(dimension("validity"), dimension("novelty"), dimension("value"))},
    ),
    ("empty_condition", {"conditions": {"context": 80, "bare": 0}}),
    ("possible_names", {"hits": (hit("product_name", is_certain=False),)}),
    ("personal_data", {"hits": (hit("phone"),)}),
    ("uncited_works", {"target_reason": "As in Koo & Li 2016."}),
    ("no_positive_control", {"controls": (CONTROLS[1], CONTROLS[1], CONTROLS[2])}),
    ("no_negative_control", {"controls": (CONTROLS[0], CONTROLS[0], CONTROLS[2])}),
    ("few_controls", {"controls": CONTROLS[:2]}),
    ("many_controls", {"queue_lengths": (14, 20)}),
    (
        "expectations_missing",
        {"controls": (replace(CONTROLS[0], n_expected=1), *CONTROLS[1:])},
    ),
    (
        "one_level_of_expertise",
        {"reviewers": tuple(replace(one, stratum="") for one in HUMANS), "planned_strata": ()},
    ),
    ("stratum_without_reviewer", {"planned_strata": ("novice", "expert", "student")}),
    ("level_not_planned", {"reviewers": (*HUMANS, ReviewerFacts("R9", stratum="student"))}),
    ("no_panel_plan", {"panel_plan": ""}),
    ("metadata_not_captured", {"captures_metadata": False}),
    ("no_consent", {"has_consent": False}),
    ("anchors_picked", ROTATING | {"anchors_drawn": False, "leading_set": "anchors"}),
    ("above_the_cap", {"cap": 86}),
    ("not_standalone", {"side_by_side": True, "outputs_per_page": frozenset({2})}),
    ("no_repeats", {"n_repeats": 0}),
    ("mark_without_practice", {"practice_pass_mark": 0.8, "n_training_items": 0}),
    ("expected_below_target", {"target": 0.8}),
    ("no_wanted_width", {"wanted_width": None}),
    ("width_not_checked", {"expected_icc": None}),
    ("width_not_checked", {"expected_icc": 1.2}),
    ("few_leading_items", {"n_real_items": 29}),
    ("few_leading_items", ROTATING | {"n_anchors": 20, "leading_set": "anchors"}),
    ("no_hit_rate", {"hit_rate_target": None}),
    ("judge_not_on_panel", {"judge": "both", "judge_note": "By weighted kappa on all items."}),
]
# A second finding that the defect brings with it.
ENTAILED = {
    "too_few_reviewers": [
        "one_level_of_expertise",
        "stratum_without_reviewer",
        "width_not_checked",
    ],
    "llm_without_humans": ["width_not_checked"],
    "no_real_items": ["width_not_checked"],
}


@pytest.mark.parametrize(("rule", "defect"), RUBRIC_DEFECTS)
def test_a_defect_of_the_rubric_asks_for_its_revision(rule, defect):
    facts = ready(**defect)
    assert (found(facts), review(facts).decision) == ([rule], Decision.RUBRIC)


@pytest.mark.parametrize(("rule", "defect"), REDESIGN_DEFECTS)
def test_a_defect_of_the_design_asks_for_a_redesign(rule, defect):
    facts = ready(**defect)
    assert found(facts) == sorted([rule, *ENTAILED.get(rule, [])])
    assert review(facts).decision == Decision.REDESIGN


@pytest.mark.parametrize(("rule", "defect"), RISKS)
def test_a_risk_is_told_and_stops_nobody(rule, defect):
    facts = ready(**defect)
    assert (found(facts), review(facts).decision) == ([rule], Decision.READY)


def test_every_rule_has_a_defect_that_it_finds():
    planted = {rule for rule, _ in RUBRIC_DEFECTS + REDESIGN_DEFECTS + RISKS}
    assert planted == {rule.id for rule in RULES}


def test_no_two_rules_have_one_id():
    assert len({rule.id for rule in RULES}) == len(RULES)


def test_beside_a_redesign_the_findings_on_the_rubric_are_still_listed():
    facts = ready(n_pilot_reviewers=0, unit="")
    assert (found(facts), review(facts).decision) == (["no_unit", "not_piloted"], Decision.REDESIGN)


def test_an_empty_design_is_answered_with_a_redesign():
    assert review(DesignFacts()).decision == Decision.REDESIGN


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_what_is_said_of_an_empty_design_can_be_printed(rule):
    for finding in rule.findings(DesignFacts()):
        assert "%(" not in f"{finding.risk} {finding.fix} {finding.seed}"


def test_a_finding_names_the_arm_and_counts_its_missing_cases():
    facts = ready(arms=(A, replace(B, cases=frozenset(sorted(CASES)[7:]))))
    assert str(review(facts).findings[0].risk) == (
        "“B” has no output for 7 of 40 cases (case-00, case-01, case-02, case-03, case-04, … "
        "(7 in all)): the arms are not compared on the same items."
    )


def test_a_point_without_descriptor_is_named_with_its_condition():
    descriptors = (
        DescriptorSpec(0, 2, "General."),
        DescriptorSpec(0, 1, "None.", condition="bare"),
    )
    spec = replace(
        rubric(dimension("validity", descriptors=descriptors), dimension("novelty")),
        conditions={"bare": {}, "context": {}},
    )
    assert str(review(ready(rubric=spec)).findings[0].risk) == (
        "“Validity” has points that no words describe: 2 (bare)."
    )


def test_a_dimension_asked_in_one_condition_needs_no_descriptors_for_others():
    descriptors = (DescriptorSpec(0, 2, "Any.", condition="bare"),)
    question = dimension("validity", descriptors=descriptors, conditions=("bare",))
    spec = replace(rubric(question, dimension("novelty")), conditions={"bare": {}, "context": {}})
    assert found(ready(rubric=spec)) == []


def test_a_composite_of_dimensions_that_go_together_is_no_blend():
    spec = rubric(
        dimension("validity", weight=Decimal("0.5")),
        dimension("novelty", weight=Decimal("0.5")),
        composite=CompositeSpec("Sum"),
        correlations=(CorrelationSpec(("validity", "novelty"), "high"),),
    )
    assert found(ready(rubric=spec)) == []


def test_items_with_criteria_of_their_own_need_no_rubric():
    assert found(ready(rubric=None, n_items_with_own_criteria=80)) == []


def test_a_mark_in_a_text_of_the_rubric_is_not_found_again_elsewhere():
    text = "Fever [VERIFY]"
    facts = ready(
        rubric=rubric(deviations=(DeviationKind("t", "Tag", text=text),)),
        texts=(("rubric", text),),
    )
    assert found(facts) == ["unverified_rubric"]


def test_a_claim_that_denies_readiness_does_not_go_beyond_ratings():
    claim = "A is rated as B is; this does not show that A is ready."
    assert found(ready(claim=claim)) == []


def test_experts_may_be_both_the_ground_truth_and_an_arm_where_that_is_stated():
    experts = ArmFacts("E", "human_reference", "The question", "Free text", CASES)
    facts = ready(
        arms=(A, experts), reference_role="both", references_equal_to_arm=(("case-01", "E"),)
    )
    assert found(facts) == []


def test_beside_an_arm_of_people_to_be_a_machine_gives_the_arm_away():
    experts = ArmFacts("E", "human_reference", "The question", "Free text", CASES)
    facts = ready(
        arms=(A, experts),
        reference_role="comparison_arm",
        hits=(hit("self_identification", is_certain=False),),
    )
    assert found(facts) == ["names_in_transcripts"]


def test_an_llm_alone_is_enough_where_people_set_the_ground_truth():
    judges = (LLM, ReviewerFacts("J2", kind="llm_judge"))
    facts = ready(judge="llm", judge_note="Against the ground truth.", reviewers=judges)
    assert found(facts) == []


def test_the_interval_rests_on_the_anchors_where_they_lead():
    wide = ready(**ROTATING, leading_set="anchors", wanted_width=0.1)
    assert str(review(wide).findings[0].risk).startswith("With 40 leading items and 5 reviewers")


def test_the_interval_rests_on_the_items_reviewers_where_all_real_items_lead():
    wide = ready(**ROTATING, leading_set="mixed_model", wanted_width=0.1)
    assert str(review(wide).findings[0].risk).startswith("With 80 leading items and 2 reviewers")


def test_the_fix_of_a_wide_interval_is_enough():
    wide = ready(wanted_width=0.25, rater_share=0.01, n_real_items=30)
    fix = review(wide).findings[0].fix
    assert found(replace(wide, n_real_items=fix.values["n"])) == []


def test_for_alpha_the_width_is_said_to_be_an_approximation():
    facts = ready(statistic="alpha_ordinal", wanted_width=0.1)
    assert "by the approximation for ICC(2,1)" in str(review(facts).findings[0].risk)


def test_more_controls_do_not_narrow_the_interval():
    more = tuple(ControlFacts(f"k{n}", "pos_control", 1, 1) for n in range(9)) + CONTROLS
    facts = ready(wanted_width=0.1, controls=more)
    assert str(review(facts).findings[0].risk).startswith("With 80 leading items")


def test_numbers_may_come_as_decimals():
    facts = ready(
        target=Decimal("0.7"),
        wanted_width=Decimal("0.4"),
        expected_icc=Decimal("0.7"),
        rater_share=Decimal("0.05"),
    )
    assert found(facts) == []
