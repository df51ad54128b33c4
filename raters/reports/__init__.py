"""Which ratings go into this analysis, and what is said about them?

Two doors, and no third: real items rated by people become `RatingTable`s (tables.py), which refuse
anything else; planted items become `ControlAnswer`s (controls.py), which no coefficient accepts.

    rows -> tables -> questions, criteria, totals, behaviour, correlations -> building -> values
"""

from raters.reports.building import opened_report, study_report
from raters.reports.figures import figure_named, named_figures
from raters.reports.progress import ReviewerRow, coverage, reviewer_rows, round_of_the_panel
from raters.reports.protocols import protocol_line
from raters.reports.values import ProtocolLine, QuestionKind, ReportedQuestion, StudyReport

__all__ = [
    "ProtocolLine",
    "QuestionKind",
    "ReportedQuestion",
    "ReviewerRow",
    "StudyReport",
    "coverage",
    "figure_named",
    "named_figures",
    "opened_report",
    "protocol_line",
    "reviewer_rows",
    "round_of_the_panel",
    "study_report",
]
