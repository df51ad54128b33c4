"""On which items will reliability rest, and how wide will its interval be?

No Django at any depth.
"""

from dataclasses import dataclass

from raters.design.precision import IccPlan, InvalidPlan, icc_at, icc_items_for
from raters.design.review.facts import DesignFacts
from raters.reliability.wording import FEWEST_ITEMS_FOR_WORDS
from rubrics.phrases import Phrase
from rubrics.phrases import gettext_noop as _

# What the approximation was made for.
APPROXIMATED = "icc_2_1"


@dataclass(frozen=True)
class Basis:
    """The items that lead the report, and how many reviewers each of them has."""

    is_anchors: bool
    n_items: int
    n_reviewers: int


def anchors_lead(facts: DesignFacts) -> bool:
    """By rule the anchors lead if they were drawn and are thirty or more."""
    if not facts.rotates:
        return False
    by_rule = facts.anchors_drawn and facts.n_anchors >= FEWEST_ITEMS_FOR_WORDS
    return facts.leading_set == "anchors" or (facts.leading_set == "auto" and by_rule)


def basis_of(facts: DesignFacts) -> Basis:
    """Controls never count as items. A lone LLM strategy rests on its LLM judges."""
    judges = facts.humans if len(facts.humans) > 1 or facts.judge != "llm" else facts.llm_judges
    if anchors_lead(facts):
        return Basis(True, facts.n_anchors, len(judges))
    each = min(facts.per_item or 0, len(judges)) if facts.rotates else len(judges)
    return Basis(False, facts.n_real_items, each)


def expected_plan(facts: DesignFacts) -> IccPlan | None:
    """None where the plan does not say enough. Raises InvalidPlan."""
    basis = basis_of(facts)
    if facts.expected_icc is None or facts.rater_share is None:
        return None
    if min(basis.n_items, basis.n_reviewers) < 2:
        return None
    return icc_at(
        float(facts.expected_icc),
        n_items=basis.n_items,
        n_reviewers=basis.n_reviewers,
        rater_share=float(facts.rater_share),
    )


def what_would_do(facts: DesignFacts) -> Phrase:
    """The number of items for the wanted width, or why there is none."""
    basis = basis_of(facts)
    plan = icc_items_for(
        float(facts.expected_icc),
        width=float(facts.wanted_width),
        n_reviewers=basis.n_reviewers,
        rater_share=float(facts.rater_share),
    )
    if plan.n_items is None:
        return plan.reason
    if basis.is_anchors and plan.n_items > _most_anchors(facts):
        template = _(
            "It takes %(n)d anchors, more than the cap leaves room for: raise the cap, invite more "
            "reviewers, or plan for a wider interval."
        )
    elif basis.is_anchors:
        template = _("Take %(n)d anchors, or plan for a wider interval.")
    else:
        template = _("Collect %(n)d real items, or plan for a wider interval.")
    return Phrase(template, {"n": plan.n_items})


def _most_anchors(facts: DesignFacts) -> int:
    """How many anchors these reviewers could carry under the cap, with the rest shared out."""
    if facts.cap is None:
        return facts.n_real_items
    per_item, planted = facts.per_item or 1, len(facts.controls) + facts.n_repeats
    readers = len(facts.humans)
    enough = (
        n
        for n in range(facts.n_real_items, -1, -1)
        if readers * (facts.cap - planted - n) >= per_item * (facts.n_real_items - n)
    )
    return next(enough, 0)


def why_no_plan(facts: DesignFacts) -> Phrase | None:
    """Why the width that is wanted cannot be held against the plan; None if it can."""
    try:
        if expected_plan(facts) is not None:
            what_would_do(facts)
            return None
    except InvalidPlan as refusal:
        return refusal.phrase
    if facts.expected_icc is None or facts.rater_share is None:
        return Phrase(_("No expected ICC or no share of variance between reviewers is given."))
    return Phrase(_("It takes two items and two reviewers at least."))
