"""Are the arms comparable, and is the reference independent of them? No Django at any depth."""

from collections.abc import Iterable, Mapping

from raters.design.review import places
from raters.design.review.facts import DesignFacts
from raters.design.review.findings import RuleMaker
from raters.design.review.wording import cut, same_words, some_of, stated
from rubrics.phrases import Phrase
from rubrics.phrases import gettext_noop as _

step = RuleMaker("arms")


@step.needs_redesign(places.ARMS)
def no_arms(facts: DesignFacts):
    if not facts.arms:
        yield (
            Phrase(_("There is no arm: nothing is evaluated.")),
            Phrase(_("Add the system to be evaluated as an arm.")),
        )


@step.risk(places.ARMS)
def one_arm(facts: DesignFacts):
    if len(facts.arms) == 1:
        risk = _("“%(arm)s” is the only arm: its ratings have nothing to be compared with.")
        yield (
            Phrase(risk, {"arm": facts.arms[0].name}),
            Phrase(_("Add a second arm, such as experts' own answers, or claim no comparison.")),
        )


@step.needs_redesign(places.ARMS)
def input_unstated(facts: DesignFacts):
    silent = [arm.name for arm in facts.arms if not stated(arm.receives)]
    if silent:
        risk = _("It is not said what these arms receive: %(arms)s. One may have an advantage.")
        yield (
            Phrase(risk, {"arms": some_of(silent)}),
            Phrase(_("Write for each arm what it is given for a case.")),
        )


@step.needs_redesign(places.SAME)
def inputs_differ(facts: DesignFacts):
    inputs = {arm.name: arm.receives for arm in facts.arms if stated(arm.receives)}
    if _differ(inputs.values()):
        risk = _("The arms receive different inputs (%(inputs)s): a difference may come from that.")
        yield (
            Phrase(risk, {"inputs": _each(inputs)}),
            Phrase(_("Give all arms the same input, or word alike what is the same.")),
        )


@step.risk(places.SAME)
def formats_differ(facts: DesignFacts):
    formats = {arm.name: arm.output_format for arm in facts.arms if stated(arm.output_format)}
    if _differ(formats.values()):
        risk = _(
            "The arms' output formats differ (%(formats)s): reviewers may tell the arms apart by "
            "their looks."
        )
        yield (
            Phrase(risk, {"formats": _each(formats)}),
            Phrase(_("Ask all arms for the same format, or bring the outputs into one.")),
        )


@step.risk(places.SAME)
def format_unstated(facts: DesignFacts):
    silent = [arm.name for arm in facts.arms if not stated(arm.output_format)]
    if silent:
        risk = _("The output format of these arms is not stated: %(arms)s.")
        yield (
            Phrase(risk, {"arms": some_of(silent)}),
            Phrase(_("Write for each arm in which form it answers.")),
        )


@step.needs_redesign(places.SAME)
def cases_differ(facts: DesignFacts):
    every = frozenset().union(*(arm.cases for arm in facts.arms))
    for arm in facts.arms:
        missing = sorted(every - arm.cases)
        if missing:
            risk = _(
                "“%(arm)s” has no output for %(missing)d of %(all)d cases (%(cases)s): the arms "
                "are not compared on the same items."
            )
            numbers = {"missing": len(missing), "all": len(every), "cases": some_of(missing)}
            yield (
                Phrase(risk, {"arm": arm.name, **numbers}),
                Phrase(_("Add the missing outputs, or leave these cases out of all arms.")),
            )


@step.needs_redesign(places.REFERENCE)
def no_reference_role(facts: DesignFacts):
    if not stated(facts.reference_role):
        yield (
            Phrase(_("It is not stated whether experts set ground truth or are an arm.")),
            Phrase(_("Choose the role of the experts' reference, or that there is none.")),
        )


@step.risk(places.REFERENCE)
def reference_unnamed(facts: DesignFacts):
    if facts.reference_role not in ("", "none") and not stated(facts.reference):
        yield (
            Phrase(_("It is not said who the reference experts are or how they were chosen.")),
            Phrase(_("Describe the reference experts: how many, of which training.")),
        )


@step.needs_redesign(places.REFERENCE)
def no_reference_arm(facts: DesignFacts):
    if facts.reference_role in ("comparison_arm", "both") and not facts.has_human_arm:
        yield (
            Phrase(_("The experts are to be a comparison arm, and no arm is theirs.")),
            Phrase(_("Add the experts' answers as an arm, or change the role of the reference.")),
        )


@step.needs_redesign(places.REFERENCE)
def reference_from_arm(facts: DesignFacts):
    named = facts.reference_from_arm
    if stated(named) and not _may_set_the_truth(facts, named):
        risk = _("The reference labels came from “%(arm)s”, which is then measured by itself.")
        yield (
            Phrase(risk, {"arm": named}),
            Phrase(_("Let experts who are no arm write the reference.")),
        )


@step.needs_redesign(places.REFERENCE)
def reference_equals_output(facts: DesignFacts):
    copied = [
        (case, arm)
        for case, arm in facts.references_equal_to_arm
        if not _may_set_the_truth(facts, arm)
    ]
    if copied:
        risk = _(
            "References that are word for word an arm's own output: %(cases)s. That arm is "
            "measured by itself."
        )
        yield (
            Phrase(risk, {"cases": some_of(f"{case} ({arm})" for case, arm in copied)}),
            Phrase(_("Replace these references by what independent experts wrote.")),
        )


def _may_set_the_truth(facts: DesignFacts, name: str) -> bool:
    """Experts may be both the ground truth and an arm, where that is what was stated."""
    kinds = {arm.name: arm.kind for arm in facts.arms}
    return facts.reference_role == "both" and kinds.get(name) == "human_reference"


def _differ(texts: Iterable[str]) -> bool:
    return len({same_words(text) for text in texts}) > 1


def _each(texts: Mapping[str, str]) -> object:
    return some_of(f"{name}: {cut(text, 60)}" for name, text in texts.items())
