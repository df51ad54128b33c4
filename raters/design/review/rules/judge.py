"""Who judges, and who settles a disagreement? No Django at any depth."""

from raters.design.review import places
from raters.design.review.facts import DesignFacts
from raters.design.review.findings import RuleMaker
from raters.design.review.wording import stated
from rubrics.phrases import Phrase
from rubrics.phrases import gettext_noop as _

step = RuleMaker("judge")


@step.needs_redesign(places.JUDGE)
def no_judge(facts: DesignFacts):
    if not stated(facts.judge):
        yield (
            Phrase(_("It is not chosen whether people, an LLM or both judge.")),
            Phrase(_("Choose the judge strategy.")),
        )


@step.needs_redesign(places.JUDGE)
def llm_not_compared(facts: DesignFacts):
    if facts.judge in ("llm", "both") and not stated(facts.judge_note):
        yield (
            Phrase(_("An LLM judges and no rule says how it is compared with people.")),
            Phrase(_("Write on which items and by which statistic the LLM is compared.")),
        )


@step.risk(places.JUDGE)
def judge_not_on_panel(facts: DesignFacts):
    if facts.judge in ("llm", "both") and not facts.llm_judges:
        yield (
            Phrase(_("An LLM is to judge, and no LLM judge is on the panel.")),
            Phrase(_("Add the LLM judge to the panel, or let people judge alone.")),
        )


@step.needs_redesign(places.JUDGE)
def no_adjudication_rule(facts: DesignFacts):
    if not stated(facts.adjudication_rule):
        yield (
            Phrase(_("No rule says which disagreements are adjudicated, or how.")),
            Phrase(_("Write the adjudication rule before anyone has disagreed.")),
        )


@step.needs_redesign(places.JUDGE)
def no_adjudicator(facts: DesignFacts):
    if not stated(facts.adjudicator):
        yield (
            Phrase(_("Nobody is named to settle disagreements.")),
            Phrase(_("Name who adjudicates.")),
        )


@step.needs_redesign(places.JUDGE)
def adjudicator_rates(facts: DesignFacts):
    name = facts.adjudicator.strip().casefold()
    if name in {reviewer.pseudonym.casefold() for reviewer in facts.reviewers}:
        risk = _("%(name)s rates and adjudicates: her own answer would decide.")
        yield (
            Phrase(risk, {"name": facts.adjudicator}),
            Phrase(_("Name an adjudicator who is not one of the reviewers.")),
        )
