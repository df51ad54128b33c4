import numpy as np
import pytest

from raters.reliability.crossed import CrossedDesign, Ratios
from raters.reliability.fitting import fit_design, icc_of
from raters.reliability.profile import profile_limits
from tests.raters.reliability.tables import drawn_scores, golden_table, table_of

PARTS = ("item", "reviewer", "error")


def fitted(table, parts=PARTS):
    design = CrossedDesign.of(table)
    return design, fit_design(design, parts)


def drawn(*, item=1.0, items=40):
    sds = {"item": item, "reviewer": 0.3, "error": 0.8}
    return table_of(drawn_scores(np.random.default_rng(2), items=items, reviewers=5, sds=sds))


def best_deviance(design, share):
    """The least over a fine grid of variances between reviewers, at a share of items."""
    reviewers = np.expm1(np.linspace(0, 3, 3_000))
    items = share / (1 - share) * (1 + reviewers)
    pairs = zip(items, reviewers, strict=True)
    return min(design.deviance(Ratios(item=item, reviewer=one)) for item, one in pairs)


def test_the_limits_lie_around_the_estimate_where_the_deviance_is_3_84_higher():
    design, fit = fitted(drawn())
    low, high = profile_limits(design, fit)
    assert low < icc_of(fit, "ICC(2,1)") < high
    least = design.deviance(
        Ratios(item=fit["item"] / fit["error"], reviewer=fit["reviewer"] / fit["error"])
    )
    for limit in (low, high):
        assert best_deviance(design, limit) - least == pytest.approx(3.84, abs=0.02)


def test_one_way_limits_lie_near_the_exact_ones():
    # The F interval of this table, verified in its golden file: .2302 to .3540.
    design, fit = fitted(golden_table("newsroom_informativeness"), ("item", "error"))
    assert profile_limits(design, fit) == pytest.approx((0.2302, 0.3540), abs=0.01)


def test_a_variance_of_zero_has_zero_as_its_lower_limit():
    design, fit = fitted(drawn(item=0.0))
    low, high = profile_limits(design, fit)
    assert low == 0.0
    assert 0 < high < 0.2


def test_leaving_reviewers_out_of_the_whole_raises_both_limits():
    design, fit = fitted(drawn())
    agreement = profile_limits(design, fit)
    consistency = profile_limits(design, fit, counts_reviewers=False)
    assert consistency[0] > agreement[0]
    assert consistency[1] > agreement[1]


def test_more_items_give_closer_limits():
    widths = []
    for items in (20, 80):
        low, high = profile_limits(*fitted(drawn(items=items)), counts_reviewers=False)
        widths.append(high - low)
    assert widths[1] < 0.7 * widths[0]
