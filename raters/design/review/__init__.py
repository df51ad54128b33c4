"""Is this design ready to collect ratings? No Django at any depth.

`review` takes facts about a design and answers with a review in the standard form: what is
configured, what makes it invalid or risky, the smallest change that mends each, and a decision.
docs/review.md lists the rules.
"""

from raters.design.review.facts import ArmFacts, ControlFacts, DesignFacts, ReviewerFacts
from raters.design.review.findings import Decision, Finding, Rule, decision_on
from raters.design.review.reviewing import DesignReview, review
from raters.design.review.rules import RULES
from raters.design.review.sections import Section
from raters.design.review.text import as_text

__all__ = [
    "RULES",
    "ArmFacts",
    "ControlFacts",
    "Decision",
    "DesignFacts",
    "DesignReview",
    "Finding",
    "ReviewerFacts",
    "Rule",
    "Section",
    "as_text",
    "decision_on",
    "review",
]
