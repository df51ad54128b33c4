"""How likely are many score vectors at every point of a grid of variance ratios?

The likelihood of `crossed`, for many ratios at once. What does not depend on a ratio is worked out
before it enters: the items once for each item ratio, the cases for all case ratios together, and
the reviewers' system on its eigenvectors, where each reviewer ratio costs two matrix products.
"""

import numpy as np

from raters.reliability.crossed import CrossedDesign, Products


def deviance_surface(
    design: CrossedDesign, *, item: float, cases: np.ndarray, reviewers: np.ndarray
) -> np.ndarray:
    """`design.deviance` at one item ratio, C case ratios and R reviewer ratios: C x R x B."""
    log_determinant, left = _without_cases(design, item, cases)
    inflation, information, surface = _without_reviewers(left, reviewers)
    log_determinant = log_determinant[:, None] + np.log(inflation).sum(axis=-1)
    free = design.n_ratings - 1
    same_for_all = log_determinant + np.log(information) + free * (1 - np.log(free))
    # In place: new arrays of this size would take as long as the arithmetic.
    np.maximum(surface, np.finfo(float).tiny, out=surface)
    np.log(surface, out=surface)
    surface *= free
    surface += same_for_all[..., None]
    return surface


def _without_cases(
    design: CrossedDesign, item: float, cases: np.ndarray
) -> tuple[np.ndarray, Products]:
    """log|W| and products weighted by W⁻¹, where W = I + items + cases, with a leading axis C."""
    log_determinant, shrink, left = design.without_items(item)
    if not cases.any():
        # Where each item is its own case, what follows would be the longest step, for nothing.
        return np.full(len(cases), log_determinant), _repeated(left, len(cases))
    # Not tensordot: on arrays this flat, starting its threads takes longer than the sums.
    x, y = (np.einsum("d,dcb->cb", shrink, part) for part in (design.x_in_cases, design.y_in_cases))
    inflation = 1 + np.outer(cases, x[:, -1])
    weight = cases[:, None] / inflation
    weighted = weight[:, None, :] * x.T
    removed = (weighted @ x, weighted @ y, weight @ y**2)
    left = Products(*(whole - part for whole, part in zip(left, removed, strict=True)))
    return log_determinant + np.log(inflation).sum(axis=1), left


def _repeated(products: Products, times: int) -> Products:
    return Products(*(np.broadcast_to(part, (times, *part.shape)) for part in products))


def _without_reviewers(
    left: Products, reviewers: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Eigenvalues of the reviewers' system, 1'V⁻¹1, and residual sums of squares.

    In this order C x R x k, C x R and C x R x B.
    """
    values, vectors = np.linalg.eigh(left.xx[:, :-1, :-1])
    onto = vectors.swapaxes(1, 2)
    one = (onto @ left.xx[:, :-1, -1:])[:, None, :, 0]
    y = onto @ left.xy[:, :-1]
    inflation = 1 + reviewers[:, None] * values[:, None, :]
    weight = reviewers[:, None] / inflation
    information = left.xx[:, -1:, -1] - (weight * one**2).sum(axis=-1)
    residual = _whole_less(weight, y**2, left.yy)
    # The part along the constant, scaled so that its square is what the mean explains.
    mean = _whole_less(weight * one, y, left.xy[:, -1], 1 / np.sqrt(information))
    mean *= mean
    residual -= mean
    return inflation, information, residual


def _whole_less(
    weight: np.ndarray, parts: np.ndarray, whole: np.ndarray, scale: np.ndarray | None = None
) -> np.ndarray:
    """scale x (whole - weight @ parts), C x R x B, as a single product of matrices for each C."""
    weights = np.concatenate([-weight, np.ones_like(weight[..., :1])], axis=-1)
    if scale is not None:
        weights *= scale[..., None]
    return weights @ np.concatenate([parts, whole[:, None]], axis=1)
