"""A design that is ready to collect: other tests plant one defect in it."""

from raters.design.review import (
    ArmFacts,
    ControlFacts,
    Decision,
    DesignFacts,
    ReviewerFacts,
    review,
)
from raters.design.scanning import Hit
from rubrics.phrases import Phrase
from rubrics.spec import CorrelationSpec, DescriptorSpec, QuestionSpec, RubricSpec

CASES = frozenset(f"case-{n:02}" for n in range(40))


def dimension(key: str, **more) -> QuestionSpec:
    return QuestionSpec(
        **{
            "key": key,
            "kind": "dimension",
            "label": key.title(),
            "text": f"How high is its {key}?",
            "scale_min": 0,
            "scale_max": 2,
            "descriptors": (DescriptorSpec(0, 1, "Not there."), DescriptorSpec(2, 2, "All there.")),
        }
        | more
    )


def rubric(*questions: QuestionSpec, **more) -> RubricSpec:
    questions = questions or (dimension("validity"), dimension("novelty"))
    expected = (CorrelationSpec(("validity", "novelty"), "low"),)
    given = {"correlations": expected} | more
    return RubricSpec(name="r", version=3, title="Two axes", questions=questions, **given)


def hit(kind: str, *, words: str = "X", is_certain: bool = True) -> Hit:
    return Hit("c1/a", 2, 0, len(words), kind, words, Phrase("a reason"), is_certain)


def ready(**defect) -> DesignFacts:
    given = {
        "title": "Abbreviations",
        "question": "How correct are the answers?",
        "claim": "Experts rate the answers of A as correct as those of B.",
        "not_claimed": "That A helps patients.",
        "unit": "output",
        "reference_role": "ground_truth",
        "reference": "Two consultants who wrote the expected meaning of each abbreviation.",
        "arms": (
            ArmFacts("A", receives="The question.", output_format="Free text", cases=CASES),
            ArmFacts("B", receives="the  question", output_format="free text", cases=CASES),
        ),
        "rubric": rubric(),
        "rubric_label": "Two axes, version 3",
        "n_pilot_reviewers": 1,
        "n_cases": 40,
        "n_real_items": 80,
        "conditions": {"context": 40, "bare": 40},
        "controls": (
            ControlFacts("k1", "pos_control", 2, 2),
            ControlFacts("k2", "neg_control", 2, 2),
            ControlFacts("k3", "instability", 2, 2),
        ),
        "n_training_items": 2,
        "n_repeats": 4,
        "repeat_gap": 10,
        "reviewers": tuple(
            ReviewerFacts(f"R{n}", stratum="expert" if n % 2 else "novice") for n in range(1, 6)
        ),
        "planned_strata": ("novice", "expert"),
        "panel_plan": "Invitation of the department's staff.",
        "captures_metadata": True,
        "has_consent": True,
        "cap": 90,
        "queue_lengths": (87, 87, 87, 87, 87),
        "longest_run": 3,
        "statistic": "icc_2_1",
        "target": 0.7,
        "target_reason": "Arms are compared by means of five ratings.",
        "wanted_width": 0.4,
        "expected_icc": 0.7,
        "rater_share": 0.05,
        "hit_rate_target": 0.8,
        "judge": "human",
        "adjudication_rule": "Ratings two points apart are discussed.",
        "adjudicator": "The third consultant",
    }
    return DesignFacts(**given | defect)


def test_a_complete_design_is_ready_to_collect():
    assert (review(ready()).findings, review(ready()).decision) == ((), Decision.READY)


def test_a_rehearsal_is_reviewed_by_the_same_rules():
    assert review(ready(is_rehearsal=True)).findings == ()
