"""Is agreement to be measured by the right statistic, well enough? No Django at any depth."""

from raters.design.review import places
from raters.design.review.facts import DesignFacts
from raters.design.review.findings import RuleMaker
from raters.design.review.precision import (
    APPROXIMATED,
    basis_of,
    expected_plan,
    what_would_do,
    why_no_plan,
)
from raters.design.review.wording import stated
from raters.reliability.wording import FEWEST_ITEMS_FOR_WORDS
from rubrics.phrases import Phrase
from rubrics.phrases import gettext_noop as _

step = RuleMaker("reliability")


@step.needs_redesign(places.STATISTIC)
def no_statistic(facts: DesignFacts):
    if not stated(facts.statistic):
        yield (
            Phrase(_("No reliability statistic is chosen: it could be picked by its result.")),
            Phrase(_("Choose the statistic and its form, for example ICC(2,1).")),
        )


@step.needs_redesign(places.TARGET)
def no_target(facts: DesignFacts):
    if facts.target is None:
        yield (
            Phrase(_("No target is set, so any agreement could be called enough.")),
            Phrase(_("Set the value that reliability is to reach.")),
        )


@step.needs_redesign(places.TARGET)
def target_unjustified(facts: DesignFacts):
    if not stated(facts.target_reason):
        yield (
            Phrase(_("Nothing says why this target is enough for the claim.")),
            Phrase(_("Write why reliability of this size is needed, and is enough.")),
        )


@step.needs_redesign(places.TWO_RATERS)
def kappa_for_many(facts: DesignFacts):
    if facts.statistic == "kappa_weighted" and len(facts.humans) > 2:
        risk = _("Weighted kappa is for two raters; the panel has %(n)d.")
        yield (
            Phrase(risk, {"n": len(facts.humans)}),
            Phrase(_("Choose an ICC or Krippendorff's alpha (ordinal).")),
        )


@step.risk(places.WIDTH)
def no_wanted_width(facts: DesignFacts):
    if facts.wanted_width is None:
        yield (
            Phrase(_("No width of the interval is planned, so the number of items has no reason.")),
            Phrase(_("Say how wide the interval may be.")),
        )


@step.risk(places.TARGET)
def expected_below_target(facts: DesignFacts):
    if facts.target is None or facts.expected_icc is None:
        return
    if facts.statistic == APPROXIMATED and float(facts.expected_icc) < float(facts.target):
        risk = _("The expected ICC (%(expected).2f) is below the target (%(target).2f).")
        values = {"expected": float(facts.expected_icc), "target": float(facts.target)}
        yield (
            Phrase(risk, values),
            Phrase(_("Train the panel, sharpen the rubric, or justify another target.")),
        )


@step.risk(places.WIDTH)
def width_not_checked(facts: DesignFacts):
    if facts.wanted_width is not None and (why := why_no_plan(facts)):
        risk = _("Whether the interval will be narrow enough cannot be told. %(why)s")
        yield (
            Phrase(risk, {"why": why}),
            Phrase(_("Give the expected ICC and the reviewers' share of variance from a pilot.")),
        )


@step.needs_redesign(places.WIDTH)
def interval_too_wide(facts: DesignFacts):
    if facts.wanted_width is None or why_no_plan(facts):
        return
    plan, basis = expected_plan(facts), basis_of(facts)
    if plan.width > float(facts.wanted_width):
        yield (
            Phrase(
                _too_wide(facts),
                {
                    "items": basis.n_items,
                    "reviewers": basis.n_reviewers,
                    "width": plan.width,
                    "wanted": float(facts.wanted_width),
                },
            ),
            what_would_do(facts),
        )


@step.risk(places.ANCHOR_SET)
def few_leading_items(facts: DesignFacts):
    basis = basis_of(facts)
    if 0 < basis.n_items < FEWEST_ITEMS_FOR_WORDS:
        template = (
            _("Reliability will rest on %(n)d anchors, fewer than %(fewest)d.")
            if basis.is_anchors
            else _("Reliability will rest on %(n)d real items, fewer than %(fewest)d.")
        )
        values = {"n": basis.n_items, "fewest": FEWEST_ITEMS_FOR_WORDS}
        fix = _("Let at least %(fewest)d real items lead.")
        yield Phrase(template, values), Phrase(fix, {"fewest": FEWEST_ITEMS_FOR_WORDS})


@step.risk(places.CONTROLS)
def no_hit_rate(facts: DesignFacts):
    if facts.hit_rate_target is None:
        yield (
            Phrase(_("Nothing says which hit rate on the controls counts as good.")),
            Phrase(_("Set the hit rate on the controls that counts as good.")),
        )


def _too_wide(facts: DesignFacts) -> str:
    if facts.statistic == APPROXIMATED:
        return _(
            "With %(items)d leading items and %(reviewers)d reviewers each, the 95%% interval is "
            "expected to be %(width).2f wide; %(wanted).2f is wanted."
        )
    return _(
        "With %(items)d leading items and %(reviewers)d reviewers each, the 95%% interval is "
        "expected to be about %(width).2f wide (by the approximation for ICC(2,1)); %(wanted).2f "
        "is wanted."
    )
