"""The same raters with the same noise: reliable on extreme controls, unreliable on real items."""

import numpy as np
import pytest

from raters.reliability.icc import icc_values
from raters.reliability.variance import mean_squares

BIAS, NOISE, REAL_SD = 0.15, 0.375, 0.176
CONTROLS = np.array([0.0, 0.0, 2.0, 2.0])
DRAWS = 4_000


def median_icc(true_scores_of):
    """Median ICC(2,1) over panels of five drawn from score = true + bias + noise."""
    rng = np.random.default_rng(1272)
    values = []
    for _ in range(DRAWS):
        true = true_scores_of(rng)[:, None]
        bias = rng.normal(0, BIAS, (1, 5))
        scores = true + bias + rng.normal(0, NOISE, (len(true), 5))
        values.append(icc_values(mean_squares(scores))["ICC(2,1)"])
    return float(np.median(values))


def closed_form(between_items):
    return between_items / (between_items + BIAS**2 + NOISE**2)


def real_items(rng):
    return rng.normal(1, REAL_SD, 40)


def test_planted_controls_look_reliable():
    found = median_icc(lambda rng: CONTROLS)
    assert found == pytest.approx(closed_form(CONTROLS.var(ddof=1)), abs=0.01)
    assert found == pytest.approx(0.89, abs=0.01)


def test_real_items_do_not():
    found = median_icc(real_items)
    assert found == pytest.approx(closed_form(REAL_SD**2), abs=0.01)
    assert found == pytest.approx(0.16, abs=0.01)


def test_pooling_controls_with_real_items_would_move_the_coefficient():
    pooled = median_icc(lambda rng: np.concatenate([CONTROLS, real_items(rng)]))
    assert pooled == pytest.approx(0.43, abs=0.01)
