"""Can the controls tell whether reviewers use the scale? No Django at any depth."""

from raters.design.review import places
from raters.design.review.facts import DesignFacts
from raters.design.review.findings import RuleMaker
from raters.design.review.wording import some_of
from rubrics.phrases import Phrase
from rubrics.phrases import gettext_noop as _

step = RuleMaker("controls")

FEWEST_CONTROLS = 3
# Of a queue: one in five.
LARGEST_PART = 5


@step.needs_redesign(places.PROBES)
def no_controls(facts: DesignFacts):
    if not facts.controls:
        yield (
            Phrase(_("There are no controls: careless or tired reviewers cannot be told.")),
            Phrase(_("Plant at least three controls, known-good and known-bad.")),
        )


@step.risk(places.FLAVOURS)
def no_positive_control(facts: DesignFacts):
    if facts.controls and not _has(facts, "pos_control"):
        yield (
            Phrase(_("No control is known to be good: a reviewer who rejects all would pass.")),
            Phrase(_("Plant a positive control.")),
        )


@step.risk(places.FLAVOURS)
def no_negative_control(facts: DesignFacts):
    if facts.controls and not _has(facts, "neg_control"):
        yield (
            Phrase(_("No control is known to be bad: a reviewer who accepts all would pass.")),
            Phrase(_("Plant a negative control with an engineered defect.")),
        )


@step.risk(places.CONTROLS)
def few_controls(facts: DesignFacts):
    if 0 < len(facts.controls) < FEWEST_CONTROLS:
        risk = _("With %(n)d controls a hit rate says next to nothing.")
        yield (
            Phrase(risk, {"n": len(facts.controls)}),
            Phrase(_("Plant at least %(n)d controls."), {"n": FEWEST_CONTROLS}),
        )


@step.risk(places.PROBES)
def many_controls(facts: DesignFacts):
    controls, shortest = len(facts.controls), min(facts.queue_lengths, default=0)
    if shortest and controls * LARGEST_PART > shortest:
        risk = _(
            "%(controls)d controls in a queue of %(length)d are more than a fifth: reviewers will "
            "notice them."
        )
        yield (
            Phrase(risk, {"controls": controls, "length": shortest}),
            Phrase(
                _("Take at most %(n)d controls, or make the queues longer."),
                {"n": shortest // LARGEST_PART},
            ),
        )


@step.needs_redesign(places.BLINDED)
def controls_recognisable(facts: DesignFacts):
    if facts.telltale:
        by_control = [f"{control} ({feature})" for control, feature in facts.telltale]
        risk = _("Controls that can be told from every real item: %(controls)s.")
        yield (
            Phrase(risk, {"controls": some_of(by_control)}),
            Phrase(
                _("Give controls the same condition, context, criteria and shape as real items.")
            ),
        )


@step.risk(places.PLANTED)
def expectations_missing(facts: DesignFacts):
    open_ones = [
        f"{control.key} ({control.n_expected}/{control.n_asked})"
        for control in facts.controls
        if control.n_expected < control.n_asked
    ]
    if open_ones:
        risk = _("Controls without an expected answer to every question asked: %(controls)s.")
        yield (
            Phrase(risk, {"controls": some_of(open_ones)}),
            Phrase(_("Write the expected answers of these controls before collection.")),
        )


@step.risk(places.ORDER)
def no_repeats(facts: DesignFacts):
    if facts.n_repeats == 0:
        yield (
            Phrase(_("No item is shown twice: how far a reviewer agrees with herself stays open.")),
            Phrase(_("If that matters, plan a few hidden repeats.")),
        )


@step.risk(places.CONTROLS)
def mark_without_practice(facts: DesignFacts):
    if facts.practice_pass_mark is not None and not facts.n_training_items:
        yield (
            Phrase(_("A share is asked for at practice, and there are no practice items.")),
            Phrase(_("Plant training items with expected answers, or ask for no share.")),
        )


def _has(facts: DesignFacts, flavour: str) -> bool:
    return any(control.flavour == flavour for control in facts.controls)
