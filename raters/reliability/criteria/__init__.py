"""How well do reviewers agree on criteria that differ in difficulty?

A unit is one criterion on one item. Pooled as they are, units of easy and of hard criteria differ
for a reason that says nothing about the items, and a coefficient counts that as spread.
"""

from raters.reliability.criteria.alpha import criteria_alpha
from raters.reliability.criteria.icc import criteria_icc
from raters.reliability.criteria.rows import CriterionRow, criterion_rows, tag_rows
from raters.reliability.criteria.table import CriteriaTable, CriterionRating

__all__ = [
    "CriteriaTable",
    "CriterionRating",
    "CriterionRow",
    "criteria_alpha",
    "criteria_icc",
    "criterion_rows",
    "tag_rows",
]
