"""How well do reviewers agree, and how do we know? Values in, frozen dataclasses out.

    from raters.reliability import Rating, RatingTable, question_report

Importing this is quick: scipy, pingouin and krippendorff are loaded when a number needs them.
"""

from raters.reliability.agreement import (
    exact_agreement,
    fleiss_kappa,
    gwet_ac1,
    gwet_ac2,
    pair_kappas,
    pooled_agreement,
    quadratic_kappa,
    unanimity,
    within_one_step,
)
from raters.reliability.alpha import alpha
from raters.reliability.behaviour import (
    Length,
    Presented,
    ReadingLimits,
    RepeatPair,
    drift_by_thirds,
    length_of,
    order_effects,
    range_use,
    self_consistency,
    severity,
    very_fast,
)
from raters.reliability.controls import ControlAnswer, ControlReport, control_report, wilson
from raters.reliability.correlation import Pattern, dimension_correlations
from raters.reliability.criteria import (
    CriteriaTable,
    CriterionRating,
    criteria_alpha,
    criteria_icc,
    criterion_rows,
    tag_rows,
)
from raters.reliability.estimate import Estimate, not_estimable
from raters.reliability.icc import all_forms, icc
from raters.reliability.kappa import weighted_kappa
from raters.reliability.mixed import icc_reml, reml_components
from raters.reliability.prespecified import prespecified
from raters.reliability.report import QuestionReport, question_report
from raters.reliability.sensitivity import sensitivity
from raters.reliability.shared import Dimension
from raters.reliability.subgroups import (
    by_item,
    by_rating,
    by_reviewer,
    leave_one_reviewer_out,
    subgroups,
)
from raters.reliability.table import (
    InvalidRatings,
    NotReliabilityEvidence,
    RaterKind,
    Rating,
    RatingTable,
    Role,
)
from raters.reliability.variance import VarianceComponents, anova_components
from raters.reliability.wording import band_words, plain_sentence, shown_interval, verdict

__all__ = [
    "ControlAnswer",
    "ControlReport",
    "CriteriaTable",
    "CriterionRating",
    "Dimension",
    "Estimate",
    "InvalidRatings",
    "Length",
    "NotReliabilityEvidence",
    "Pattern",
    "Presented",
    "QuestionReport",
    "RaterKind",
    "Rating",
    "RatingTable",
    "ReadingLimits",
    "RepeatPair",
    "Role",
    "VarianceComponents",
    "all_forms",
    "alpha",
    "anova_components",
    "band_words",
    "by_item",
    "by_rating",
    "by_reviewer",
    "control_report",
    "criteria_alpha",
    "criteria_icc",
    "criterion_rows",
    "dimension_correlations",
    "drift_by_thirds",
    "exact_agreement",
    "fleiss_kappa",
    "gwet_ac1",
    "gwet_ac2",
    "icc",
    "icc_reml",
    "leave_one_reviewer_out",
    "length_of",
    "not_estimable",
    "order_effects",
    "pair_kappas",
    "plain_sentence",
    "pooled_agreement",
    "prespecified",
    "quadratic_kappa",
    "question_report",
    "range_use",
    "reml_components",
    "self_consistency",
    "sensitivity",
    "severity",
    "shown_interval",
    "subgroups",
    "tag_rows",
    "unanimity",
    "verdict",
    "very_fast",
    "weighted_kappa",
    "wilson",
    "within_one_step",
]
