"""What a rule is, what it finds, and what is decided on that. No Django at any depth."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from raters.design.review.facts import DesignFacts
from rubrics.phrases import Phrase
from rubrics.phrases import gettext_noop as _

# The pages of the set-up, in their order.
STEPS = (
    *("question", "arms", "rubric", "items", "controls"),
    *("panel", "allocation", "reliability", "judge"),
)


@dataclass(frozen=True)
class Finding:
    """`weight`: "invalid" or "risk". `asks_for`: "rubric", "redesign", or None of a risk.

    `step` is the page of the set-up where it is mended, `fix` the smallest change that mends it.
    """

    rule: str
    step: str
    weight: str
    asks_for: str | None
    risk: Phrase
    fix: Phrase
    seed: Phrase


# The risk in words, and the fix.
Complaint = tuple[Phrase, Phrase]


@dataclass(frozen=True)
class Rule:
    """`place` names the passage of the benchmark method that the rule stands for."""

    id: str
    step: str
    weight: str
    asks_for: str | None
    place: Phrase
    complaints: Callable[[DesignFacts], Iterator[Complaint]]

    def findings(self, facts: DesignFacts) -> Iterator[Finding]:
        for risk, fix in self.complaints(facts):
            yield Finding(self.id, self.step, self.weight, self.asks_for, risk, fix, self.place)


class Decision(Enum):
    READY = _("Ready to collect")
    RUBRIC = _("Needs rubric revision")
    REDESIGN = _("Needs arm or judge redesign")

    @property
    def label(self) -> Phrase:
        return Phrase(self.value)


def decision_on(findings: Iterable[Finding]) -> Decision:
    asked = {finding.asks_for for finding in findings if finding.weight == "invalid"}
    if "redesign" in asked:
        return Decision.REDESIGN
    return Decision.RUBRIC if "rubric" in asked else Decision.READY


@dataclass(frozen=True)
class RuleMaker:
    """Makes rules of functions of the facts; the function's name is the rule's id."""

    step: str

    def needs_redesign(self, place: str):
        return self._maker("invalid", "redesign", place)

    def needs_rubric(self, place: str):
        return self._maker("invalid", "rubric", place)

    def risk(self, place: str):
        return self._maker("risk", None, place)

    def _maker(self, weight: str, asks_for: str | None, place: str):
        def make(complaints: Callable[[DesignFacts], Iterator[Complaint]]) -> Rule:
            name = complaints.__name__
            return Rule(name, self.step, weight, asks_for, Phrase(place), complaints)

        return make
