"""What would the mixed model have estimated, had these reviewers rated again?

Refits many simulated score vectors at once. They share the pattern of who rated what, so the same
work on a grid of variance ratios serves all of them. Parabolas through the best grid points then
stand in for hundreds of separate searches, one axis inside the other, so that an optimum on the
edge (a variance of zero) is found on the edge.
"""

from collections.abc import Iterable, Iterator

import numpy as np

from raters.reliability.crossed import CrossedDesign
from raters.reliability.surface import deviance_surface

# Points per axis by number of axes: sixty to four thousand in all.
POINTS = {1: 60, 2: 25, 3: 16}


def refit_ratios(design: CrossedDesign, *, tops: dict[str, float]) -> dict[str, np.ndarray]:
    """Best variance ratios of each of B score vectors, as B values for each part.

    `tops` gives, for each part in the order of `Ratios`, the largest ratio considered. Items are
    always among the parts. Zero is on the grid.
    """
    points = POINTS[len(tops)]
    # Squared steps: close together near zero, where many simulated variances end up.
    steps = {part: np.log1p(top) / (points - 1) ** 2 for part, top in tops.items()}
    nodes = {part: np.expm1(step * np.arange(points) ** 2) for part, step in steps.items()}
    positions = _nested_minimum(_slices(design, nodes))
    return {
        part: np.expm1(step * position**2)
        for (part, step), position in zip(steps.items(), positions, strict=True)
    }


def _slices(design: CrossedDesign, nodes: dict[str, np.ndarray]) -> Iterator[np.ndarray]:
    """The deviance at each item ratio in turn: points x ... x B, an axis for each other part."""
    absent = np.zeros(1)
    cases, reviewers = nodes.get("case", absent), nodes.get("reviewer", absent)
    shape = [len(points) for part, points in nodes.items() if part != "item"]
    for item in nodes["item"]:
        surface = deviance_surface(design, item=item, cases=cases, reviewers=reviewers)
        yield surface.reshape(*shape, -1)


def _nested_minimum(slices: Iterable[np.ndarray]) -> list[np.ndarray]:
    """Grid coordinates of the minimum: B values for each axis, the one across slices first.

    Slices are dropped as soon as their own minima are known: together they would be large.
    """
    values, inner = zip(*(_minima_along_axes(one) for one in slices), strict=True)
    _, outermost = _minimum_along_last(np.stack(values))
    positions = [outermost]
    for conditional in zip(*inner, strict=True):
        where = np.stack(conditional)
        # The best place on this axis depends on where the axes before it ended up.
        for position in positions:
            where = _interpolated(where, position)
        positions.append(where)
    return positions


def _minima_along_axes(values: np.ndarray) -> tuple[np.ndarray, list[np.ndarray]]:
    """B smallest values of points x ... x B, and the best place on each axis given those before."""
    conditional: list[np.ndarray] = []
    while values.ndim > 1:
        values, where = _minimum_along_last(values)
        conditional.insert(0, where)
    return values, conditional


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
