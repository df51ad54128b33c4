"""What would the mixed model have estimated, had these reviewers rated again?

Refits many simulated score vectors at once. They share the pattern of who rated what, so one
factorisation at a point of a grid of variance ratios serves all of them. Parabolas through the
best grid points then stand in for hundreds of separate searches, one axis inside the other, so
that an optimum on the edge (a variance of zero) is found on the edge.
"""

from itertools import product

import numpy as np

from raters.reliability.crossed import CrossedDesign, Ratios

# Points per axis by number of axes: a few hundred to four thousand factorisations in all.
POINTS = {1: 60, 2: 25, 3: 16}


def refit_ratios(design: CrossedDesign, *, tops: dict[str, float]) -> dict[str, np.ndarray]:
    """Best variance ratios of each of B score vectors, as B values for each part.

    `tops` gives, for each part, the largest ratio considered. Zero is on the grid.
    """
    points = POINTS[len(tops)]
    # Squared steps: close together near zero, where many simulated variances end up.
    steps = {part: np.log1p(top) / (points - 1) ** 2 for part, top in tops.items()}
    nodes = [np.expm1(step * np.arange(points) ** 2) for step in steps.values()]
    surface = np.stack(
        [
            design.deviance(Ratios(**dict(zip(tops, ratios, strict=True))))
            for ratios in product(*nodes)
        ]
    )
    positions = _nested_minimum(surface.reshape(*(points for _ in tops), -1))
    return {
        part: np.expm1(step * position**2)
        for (part, step), position in zip(steps.items(), positions, strict=True)
    }


def _nested_minimum(surface: np.ndarray) -> list[np.ndarray]:
    """`surface` is points x ... x B. Grid coordinates of the minimum: B values for each axis."""
    conditional, values = [], surface
    while values.ndim > 1:
        values, where = _minimum_along_last(values)
        conditional.insert(0, where)
    positions: list[np.ndarray] = []
    for where in conditional:
        # The best place on this axis depends on where the axes before it ended up.
        for position in positions:
            where = _interpolated(where, position)
        positions.append(where)
    return positions


def _minimum_along_last(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Smallest value over the last grid axis (next to last of all), and its coordinate."""
    points = values.shape[-2]
    cell = values.argmin(axis=-2)
    centre = np.clip(cell, 1, points - 2)
    left, middle, right = (
        np.take_along_axis(values, (centre + side)[..., None, :], axis=-2)[..., 0, :]
        for side in (-1, 0, 1)
    )
    slope, curvature = (right - left) / 2, left - 2 * middle + right
    bowl = curvature > 0
    vertex = centre - np.where(bowl, slope, 0.0) / np.where(bowl, curvature, 1.0)
    where = np.clip(vertex, np.maximum(cell - 1, 0), np.minimum(cell + 1, points - 1))
    # A best point at zero stays there: the first step is too short to be told from zero.
    where = np.where(bowl & (cell > 0), where, cell)
    step = where - centre
    return middle + slope * step + curvature * step**2 / 2, where


def _interpolated(values: np.ndarray, position: np.ndarray) -> np.ndarray:
    """`values` (points x ... x B) at B places on the first axis, linearly between grid points."""
    below = np.minimum(position.astype(int), len(values) - 2)
    vectors = np.arange(len(position))
    low, high = values[below, ..., vectors], values[below + 1, ..., vectors]
    share = (position - below).reshape(-1, *([1] * (low.ndim - 1)))
    return np.moveaxis(low + share * (high - low), 0, -1)
