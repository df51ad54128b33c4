"""Is it said what the benchmark is to show? No Django at any depth."""

import re

from raters.design.review import places
from raters.design.review.facts import DesignFacts
from raters.design.review.findings import RuleMaker
from raters.design.review.wording import some_of, stated
from rubrics.phrases import Phrase
from rubrics.phrases import gettext_noop as _

step = RuleMaker("question")

# What no rating shows: use, safety in use, and what becomes of patients.
_BEYOND = re.compile(
    r"\bdeploy(?:ed|able|ment(?:[- ]ready)?|ing)?\b|\bsafe\b(?! as)|\bready\b"
    r"|\bclinical use\b|\breplac(?:e|es|ing|ement)\b|\bpatient outcomes?\b|\bmortality\b"
    r"|\bsaves? lives\b|\bcertif(?:y|ied|ication)\b"
    r"|部署|上线|投入(?:临床)?使用|临床使用|安全(?!性?评分)|替代|取代|死亡率",
    re.IGNORECASE,
)
_DENIED = re.compile(r"(?:\bnot|\bno|n['’]t|\bwithout|并?不|非)(?: [\w-]+){0,5}\s*$", re.IGNORECASE)


@step.needs_redesign(places.CLAIM)
def no_question(facts: DesignFacts):
    if not stated(facts.question):
        yield (
            Phrase(_("There is no evaluation question, so nothing says what to rate or why.")),
            Phrase(_("Write the question that the ratings are to answer, in one sentence.")),
        )


@step.needs_redesign(places.CLAIM)
def no_claim(facts: DesignFacts):
    if not stated(facts.claim):
        yield (
            Phrase(_("No exact claim is stated: afterwards any result could be called a success.")),
            Phrase(_("Write the one sentence that the ratings are to support or refute.")),
        )


@step.risk(places.CLAIM)
def claim_beyond_ratings(facts: DesignFacts):
    words = [
        match[0]
        for match in _BEYOND.finditer(facts.claim)
        if not _DENIED.search(facts.claim[: match.start()])
    ]
    if words:
        risk = _(
            "The claim speaks of what ratings cannot show (%(words)s): a panel rates outputs, not "
            "their use."
        )
        yield (
            Phrase(risk, {"words": some_of(dict.fromkeys(words))}),
            Phrase(_("Claim what reviewers will have rated, for example how correct outputs are.")),
        )


@step.risk(places.CLAIM)
def limits_unstated(facts: DesignFacts):
    if not stated(facts.not_claimed):
        yield (
            Phrase(_("Nothing says what is not claimed, so readers will take more from it.")),
            Phrase(_("Write what the study does not claim, for example readiness for use.")),
        )


@step.needs_redesign(places.UNIT)
def no_unit(facts: DesignFacts):
    if not stated(facts.unit):
        yield (
            Phrase(_("The unit of rating is not chosen: what counts as one observation is open.")),
            Phrase(_("Choose whether an item, a case or an output is rated.")),
        )
