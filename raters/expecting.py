"""How wide will the interval of reliability be, as the design stands?"""

from dataclasses import dataclass
from urllib.parse import urlencode

from raters.design.precision import IccPlan, InvalidPlan
from raters.design.review import DesignFacts, ReviewerFacts
from raters.design.review.precision import Basis, basis_of, expected_plan, what_would_do
from raters.models import Study
from rubrics.phrases import Phrase


@dataclass(frozen=True)
class ExpectedInterval:
    """`plan` is None where the design does not say enough, or says what no plan can be made of.

    `query` hands what is stated over to the page that plans the precision.
    """

    basis: Basis
    plan: IccPlan | None
    refusal: Phrase | None
    for_the_width: Phrase | None
    query: str
    wanted: float | None

    @property
    def is_narrow_enough(self) -> bool:
        return bool(self.plan and self.wanted is not None and self.plan.width <= self.wanted)


def expected_of(study: Study) -> ExpectedInterval:
    facts = _facts(study)
    plan, refusal, for_the_width = None, None, None
    try:
        plan = expected_plan(facts)
        if plan is not None and facts.wanted_width is not None:
            for_the_width = what_would_do(facts)
    except InvalidPlan as found:
        refusal = found.phrase
    query, wanted = _query(study, facts), facts.wanted_width
    return ExpectedInterval(basis_of(facts), plan, refusal, for_the_width, query, wanted)


def _facts(study: Study) -> DesignFacts:
    """Those that the width depends on, and no other: the review reads every transcript besides."""
    design = study.design
    anchors = study.items.filter(is_anchor=True)
    panel = study.reviewers.filter(left_at=None)
    return DesignFacts(
        reviewers=tuple(ReviewerFacts(r.pseudonym, r.kind, r.stratum) for r in panel),
        n_real_items=study.items.real().count(),
        allocation=design.allocation,
        per_item=design.per_item,
        n_anchors=design.n_anchors if design.anchors_drawn else anchors.count(),
        anchors_drawn=design.anchors_drawn,
        leading_set=design.leading_set,
        judge=design.judge,
        wanted_width=_number(design.width),
        expected_icc=_number(design.expected_icc),
        rater_share=_number(design.rater_share),
    )


def _number(value) -> float | None:
    return None if value is None else float(value)


def _query(study: Study, facts: DesignFacts) -> str:
    """The names are those of the fields of PrecisionForm; all must be there."""
    given = {
        "rho": facts.expected_icc,
        "n_reviewers": basis_of(facts).n_reviewers or None,
        "rater_share": facts.rater_share,
        "width": facts.wanted_width,
    }
    stated = {name: value for name, value in given.items() if value is not None}
    return urlencode(stated | {"study": study.slug})
