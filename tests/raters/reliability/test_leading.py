import numpy as np
import pytest

from raters.reliability import summary as module
from raters.reliability.summary import leading_estimate, summary
from tests.raters.reliability.tables import anchor_and_rotate, drawn_scores, table_of

SDS = {"item": 1.0, "reviewer": 0.4, "error": 0.8}
ROTATING = anchor_and_rotate(items=24, anchors=6, reviewers=4, each=2)


def panel(*, items=24, reviewers=4, rated=None, **shape):
    scores = drawn_scores(np.random.default_rng(2), items=items, reviewers=reviewers, sds=SDS)
    scores = np.clip(np.rint(2 + scores), 0, 4)
    return table_of(scores if rated is None else np.where(rated, scores, np.nan), **shape)


@pytest.mark.parametrize(
    "shape",
    [
        {},
        {"rated": ROTATING},
        {"cases": [row // 3 for row in range(24)]},
        {"identified": False},
        {"items": 6},
        {"items": 120, "reviewers": 3},
        {"reviewers": 1},
    ],
)
@pytest.mark.parametrize("level", ["ordinal", "nominal"])
def test_the_leading_estimate_alone_is_the_one_of_the_summary(shape, level):
    table = panel(**shape)
    whole = summary(table, seed=1, resamples=20, level=level)
    alone = leading_estimate(table, seed=1, resamples=20, level=level)
    assert alone == whole.estimates[whole.leading]


def test_labels_without_an_order_lead_with_nominal_alpha():
    found = leading_estimate(panel(), seed=1, resamples=20, is_ordered=False)
    assert found.name == "alpha nominal"


def test_nothing_else_is_computed(monkeypatch):
    for other in ("all_forms", "alpha", "standard_errors", "quadratic_kappa"):
        monkeypatch.setattr(module, other, None)
    assert leading_estimate(panel(), seed=1).name == "ICC(2,1)"
