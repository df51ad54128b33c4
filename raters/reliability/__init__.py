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
from raters.reliability.controls import ControlAnswer, ControlReport, control_report, wilson
from raters.reliability.estimate import Estimate, not_estimable
from raters.reliability.icc import all_forms, icc
from raters.reliability.mixed import icc_reml, reml_components
from raters.reliability.report import QuestionReport, question_report
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
    "Estimate",
    "InvalidRatings",
    "NotReliabilityEvidence",
    "QuestionReport",
    "RaterKind",
    "Rating",
    "RatingTable",
    "Role",
    "VarianceComponents",
    "all_forms",
    "alpha",
    "anova_components",
    "band_words",
    "control_report",
    "exact_agreement",
    "fleiss_kappa",
    "gwet_ac1",
    "gwet_ac2",
    "icc",
    "icc_reml",
    "not_estimable",
    "pair_kappas",
    "plain_sentence",
    "pooled_agreement",
    "quadratic_kappa",
    "question_report",
    "reml_components",
    "shown_interval",
    "unanimity",
    "verdict",
    "wilson",
    "within_one_step",
]
