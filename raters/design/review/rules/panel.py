"""Who rates, and is that enough? No Django at any depth."""

from raters.design.review import places
from raters.design.review.facts import DesignFacts
from raters.design.review.findings import RuleMaker
from raters.design.review.wording import some_of, stated
from rubrics.phrases import Phrase
from rubrics.phrases import gettext_noop as _

step = RuleMaker("panel")


@step.needs_redesign(places.PER_ITEM)
def too_few_reviewers(facts: DesignFacts):
    if len(facts.humans) < 2 and facts.judge != "llm":
        risk = _("The panel has %(n)d human reviewers: without two there is no agreement.")
        yield (
            Phrase(risk, {"n": len(facts.humans)}),
            Phrase(_("Invite at least two human reviewers.")),
        )


@step.needs_redesign(places.JUDGE)
def llm_without_humans(facts: DesignFacts):
    if facts.judge == "llm" and len(facts.humans) < 2 and not facts.has_human_ground_truth:
        risk = _(
            "An LLM is the only judge and no people's ratings or ground truth stand beside it: "
            "nothing shows that it judges well."
        )
        yield (
            Phrase(risk),
            Phrase(_("Let two people rate too, or let experts set the ground truth.")),
        )


@step.risk(places.EXPERTISE)
def one_level_of_expertise(facts: DesignFacts):
    given = {reviewer.stratum for reviewer in facts.humans if stated(reviewer.stratum)}
    if len(given or set(facts.planned_strata)) < 2:
        yield (
            Phrase(_("All reviewers are of one level of expertise, or none is planned.")),
            Phrase(_("Plan two levels of expertise or more and give each reviewer hers.")),
        )


@step.risk(places.EXPERTISE)
def level_not_planned(facts: DesignFacts):
    given = {one.stratum for one in facts.humans if one.stratum}
    strangers = sorted(given - set(facts.planned_strata)) if facts.planned_strata else []
    if strangers:
        risk = _("Levels of reviewers that are not among those planned: %(strata)s.")
        yield (
            Phrase(risk, {"strata": some_of(strangers)}),
            Phrase(_("Plan these levels, or give their reviewers a planned one.")),
        )


@step.risk(places.EXPERTISE)
def stratum_without_reviewer(facts: DesignFacts):
    given = {reviewer.stratum for reviewer in facts.humans}
    empty = [stratum for stratum in facts.planned_strata if stratum not in given]
    if facts.humans and any(given) and empty:
        yield (
            Phrase(_("Planned levels without a reviewer: %(strata)s."), {"strata": some_of(empty)}),
            Phrase(_("Invite reviewers of these levels, or plan without them.")),
        )


@step.risk(places.PANEL)
def no_panel_plan(facts: DesignFacts):
    if not stated(facts.panel_plan):
        yield (
            Phrase(_("It is not written how reviewers are recruited and stratified.")),
            Phrase(_("Write the recruitment and stratification plan.")),
        )


@step.risk(places.METADATA)
def metadata_not_captured(facts: DesignFacts):
    if not facts.captures_metadata:
        yield (
            Phrase(_("Reviewers are not asked for experience or subspecialty.")),
            Phrase(_("Ask reviewers for their experience at first sign-in.")),
        )


@step.risk(places.PANEL)
def no_consent(facts: DesignFacts):
    if not facts.has_consent:
        yield (
            Phrase(_("There is no consent text: reviewers are not told how ratings are used.")),
            Phrase(_("Write the text that reviewers agree to at first sign-in.")),
        )
