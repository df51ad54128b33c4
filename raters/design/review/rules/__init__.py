"""All rules, step by step in the order of the set-up. No Django at any depth."""

from raters.design.review.findings import Rule
from raters.design.review.rules import (
    allocation,
    arms,
    controls,
    items,
    judge,
    panel,
    question,
    reliability,
    rubric,
)

_MODULES = (
    *(question, arms, rubric, items, controls),
    *(panel, allocation, reliability, judge),
)
RULES: tuple[Rule, ...] = tuple(
    value for module in _MODULES for value in vars(module).values() if isinstance(value, Rule)
)
