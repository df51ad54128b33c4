import numpy as np
import pytest

from raters.reliability.crossed import CrossedDesign, Ratios
from raters.reliability.surface import deviance_surface
from tests.raters.reliability.tables import anchor_and_rotate, drawn_scores, table_of

NEAR_ZERO = np.array([0.0, 1e-6, 0.02, 0.4])
LARGE = np.array([0.0, 3.0, 500.0, 1e4])
COMPLETE = np.ones((24, 3), dtype=bool)
ROTATING = anchor_and_rotate(items=24, anchors=6, reviewers=5, each=2)
SDS = {"item": 1.0, "reviewer": 0.5, "error": 0.8}


def design_of(*, rated, cases, vectors=6):
    rng, (items, reviewers) = np.random.default_rng(3), rated.shape
    scores = [drawn_scores(rng, items=items, reviewers=reviewers, sds=SDS) for _ in range(vectors)]
    table = table_of(np.where(rated, scores[0], np.nan), cases=cases)
    return CrossedDesign.of(table, np.stack(scores))


def point_by_point(design, *, item, cases, reviewers):
    return np.array(
        [[design.deviance(Ratios(item, case, one)) for one in reviewers] for case in cases]
    )


@pytest.mark.parametrize("ratios", [NEAR_ZERO, LARGE])
@pytest.mark.parametrize("cases", [None, [row // 4 for row in range(24)]])
@pytest.mark.parametrize("rated", [COMPLETE, ROTATING], ids=["complete", "rotating"])
def test_a_surface_equals_the_deviance_at_each_of_its_points(rated, cases, ratios):
    design = design_of(rated=rated, cases=cases)
    for item in ratios:
        grid = {"item": item, "cases": ratios, "reviewers": ratios}
        np.testing.assert_allclose(
            deviance_surface(design, **grid), point_by_point(design, **grid), rtol=0, atol=1e-8
        )


def test_an_axis_that_is_only_zero_leaves_its_part_out():
    design, zero = design_of(rated=COMPLETE, cases=None), np.zeros(1)
    found = deviance_surface(design, item=0.7, cases=zero, reviewers=zero)
    np.testing.assert_allclose(found[0, 0], design.deviance(Ratios(item=0.7)), rtol=0, atol=1e-8)
