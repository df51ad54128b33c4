"""How sure is a mean, where values from the same case resemble each other?"""

import numpy as np


def mean_limits(values: np.ndarray, clusters: np.ndarray) -> tuple[float, float] | None:
    """95% limits of the mean, t with (clusters - 1) degrees of freedom.

    With a cluster for each value this is the ordinary t interval. None with fewer than two
    clusters, or where all clusters agree and nothing is left to measure by.
    """
    from scipy.special import stdtrit  # slow import

    names, index = np.unique(clusters, return_inverse=True)
    count = len(names)
    if count < 2:
        return None
    mean = values.mean()
    by_cluster = np.bincount(index, weights=values - mean)
    error = float(np.sqrt(count / (count - 1) * (by_cluster**2).sum()) / len(values))
    # Equal decimals leave rounding dust, not spread.
    if error <= 1e-12 * max(1.0, float(np.abs(values).max())):
        return None
    half = float(stdtrit(count - 1, 0.975)) * error
    return float(mean - half), float(mean + half)
