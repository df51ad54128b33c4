"""How did the reviewers go about it? Never a reliability coefficient, always beside one."""

from raters.reliability.behaviour.drift import Third, drift_by_thirds
from raters.reliability.behaviour.length import Length, ReadingLimits, length_of
from raters.reliability.behaviour.order import OrderReport, OrderRow, order_effects
from raters.reliability.behaviour.range_use import LevelUse, RangeUse, range_use
from raters.reliability.behaviour.reading import FastItem, FastRow, very_fast
from raters.reliability.behaviour.repeats import (
    Consistency,
    RepeatPair,
    SelfConsistency,
    self_consistency,
)
from raters.reliability.behaviour.severity import Severity, severity
from raters.reliability.behaviour.shown import InvalidBehaviour, Presented

__all__ = [
    "Consistency",
    "FastItem",
    "FastRow",
    "InvalidBehaviour",
    "Length",
    "LevelUse",
    "OrderReport",
    "OrderRow",
    "Presented",
    "RangeUse",
    "ReadingLimits",
    "RepeatPair",
    "SelfConsistency",
    "Severity",
    "Third",
    "drift_by_thirds",
    "length_of",
    "order_effects",
    "range_use",
    "self_consistency",
    "severity",
    "very_fast",
]
