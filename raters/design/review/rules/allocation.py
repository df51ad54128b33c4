"""Can the items be shared out, and are pages fit to be compared? No Django at any depth."""

from raters.design.review import places
from raters.design.review.facts import DesignFacts
from raters.design.review.findings import RuleMaker
from raters.design.review.wording import some_of
from rubrics.phrases import Phrase
from rubrics.phrases import gettext_noop as _

step = RuleMaker("allocation")


@step.needs_redesign(places.UNIT)
def cannot_be_allocated(facts: DesignFacts):
    if facts.allocation_obstacle is not None:
        yield (
            Phrase(
                _("The items cannot be shared out. %(why)s"), {"why": facts.allocation_obstacle}
            ),
            Phrase(_("Change the cap, the anchors, the items or the panel until they can be.")),
        )


@step.needs_redesign(places.PER_ITEM)
def rated_once(facts: DesignFacts):
    if facts.rotates and (facts.per_item or 0) < 2:
        risk = _("Each rotated item has %(n)d reviewers: one rating cannot be checked by another.")
        yield (
            Phrase(risk, {"n": facts.per_item or 0}),
            Phrase(_("Let at least two reviewers rate each rotated item.")),
        )


@step.needs_redesign(places.ANCHOR_SET)
def no_anchors(facts: DesignFacts):
    if facts.rotates and facts.n_anchors == 0:
        yield (
            Phrase(_("Anchor and rotate without anchors: no item is rated by all reviewers.")),
            Phrase(_("Let the app draw anchors from the real items.")),
        )


@step.risk(places.ANCHOR_SET)
def anchors_picked(facts: DesignFacts):
    if facts.rotates and facts.n_anchors and not facts.anchors_drawn:
        reason = facts.anchor_reason.strip() or Phrase(_("no reason is given"))
        risk = _("The anchors were picked by hand (%(reason)s): they may not represent the items.")
        yield (
            Phrase(risk, {"reason": reason}),
            Phrase(_("Let the app draw the anchors at random.")),
        )


@step.risk(places.ORDER)
def above_the_cap(facts: DesignFacts):
    longest = max(facts.queue_lengths, default=0)
    if facts.cap is not None and longest > facts.cap:
        risk = _("A reviewer would meet %(longest)d items; the cap is %(cap)d.")
        yield (
            Phrase(risk, {"longest": longest, "cap": facts.cap}),
            Phrase(_("Raise the cap, rotate items, or invite more reviewers.")),
        )


@step.needs_redesign(places.STANDALONE)
def comparison_out_of_sight(facts: DesignFacts):
    labels = _comparative(facts)
    if labels and (not facts.side_by_side or facts.outputs_per_page == {1}):
        risk = _("%(labels)s: a comparison is asked for, and outputs are shown one at a time.")
        yield (
            Phrase(risk, {"labels": some_of(labels)}),
            Phrase(_("Show outputs side by side, or ask about each output by itself.")),
        )


@step.risk(places.STANDALONE)
def not_standalone(facts: DesignFacts):
    if facts.side_by_side and not _comparative(facts):
        yield (
            Phrase(_("Outputs are side by side and nothing compares them: ratings lean over.")),
            Phrase(_("Show one output at a time.")),
        )


@step.needs_redesign(places.BLINDED)
def pages_unequal(facts: DesignFacts):
    if facts.side_by_side and len(facts.outputs_per_page) > 1:
        risk = _("Pages have different numbers of outputs (%(sizes)s): a gap gives an arm away.")
        yield (
            Phrase(risk, {"sizes": some_of(sorted(facts.outputs_per_page))}),
            Phrase(_("Keep side by side only cases with an output of every arm.")),
        )


@step.needs_redesign(places.BLINDED)
def control_pages_recognisable(facts: DesignFacts):
    if facts.side_by_side and facts.control_pages_differ:
        yield (
            Phrase(_("Pages with controls look different from others: reviewers can tell them.")),
            Phrase(_("Give control pages as many outputs as the other pages.")),
        )


def _comparative(facts: DesignFacts) -> list[str]:
    questions = facts.rubric.questions if facts.rubric else ()
    return [question.label for question in questions if question.comparative]
