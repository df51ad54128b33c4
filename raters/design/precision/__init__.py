"""How many items and reviewers are enough, before a single rating? No Django at any depth."""

from raters.design.precision.alpha import AlphaWidth, ExpectedAlpha, alpha_width_by_simulation
from raters.design.precision.hit_rate import (
    HitRatePlan,
    hit_rate_at,
    hit_rate_n_for,
    hit_rate_width,
)
from raters.design.precision.icc import (
    BestSplit,
    ExpectedIcc,
    IccCurve,
    IccPlan,
    best_ratings_per_item,
    bonett_items,
    icc_at,
    icc_curves,
    icc_floor,
    icc_items_for,
    icc_width,
)
from raters.design.precision.inputs import InvalidPlan, OutOfRange, TooLarge

__all__ = [
    "AlphaWidth",
    "BestSplit",
    "ExpectedAlpha",
    "ExpectedIcc",
    "HitRatePlan",
    "IccCurve",
    "IccPlan",
    "InvalidPlan",
    "OutOfRange",
    "TooLarge",
    "alpha_width_by_simulation",
    "best_ratings_per_item",
    "bonett_items",
    "hit_rate_at",
    "hit_rate_n_for",
    "hit_rate_width",
    "icc_at",
    "icc_curves",
    "icc_floor",
    "icc_items_for",
    "icc_width",
]
