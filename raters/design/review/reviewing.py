"""The review as a whole. No Django at any depth."""

from dataclasses import dataclass

from raters.design.review.facts import DesignFacts
from raters.design.review.findings import Decision, Finding, decision_on
from raters.design.review.rules import RULES
from raters.design.review.sections import Section, sections_of


@dataclass(frozen=True)
class DesignReview:
    """Findings are in order of the set-up's pages."""

    sections: tuple[Section, ...]
    findings: tuple[Finding, ...]
    decision: Decision

    @property
    def is_ready(self) -> bool:
        return self.decision is Decision.READY


def review(facts: DesignFacts) -> DesignReview:
    findings = tuple(finding for rule in RULES for finding in rule.findings(facts))
    decision = decision_on(findings)
    sections = sections_of(facts, findings, decision)
    return DesignReview(sections, findings, decision)
