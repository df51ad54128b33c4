"""Between which limits does an ICC lie, by the F distributions of its mean squares?

Shrout & Fleiss 1979 and McGraw & Wong 1996, table 7. pingouin gives the same limits from five
ratings on; these serve the tables that it refuses.
"""

from raters.reliability.variance import MeanSquares

TAIL = 0.025


def f_limits(squares: MeanSquares, icc_2_1: float) -> dict[str, tuple[float, float]]:
    """95% limits of the six forms. No mean square may be zero; the ICC(2,1) is the estimate."""
    single = {
        "ICC(1,1)": _one_way(squares),
        "ICC(2,1)": _satterthwaite(squares, icc_2_1),
        "ICC(3,1)": _consistency(squares),
    }
    means = {
        name.replace(",1)", ",k)"): tuple(_stepped_up(limit, squares.k) for limit in limits)
        for name, limits in single.items()
    }
    return single | means


def _one_way(squares: MeanSquares) -> tuple[float, float]:
    n, k = squares.n, squares.k
    return _exact(squares.items / squares.within, (n - 1, n * (k - 1)), k)


def _consistency(squares: MeanSquares) -> tuple[float, float]:
    n, k = squares.n, squares.k
    return _exact(squares.items / squares.error, (n - 1, (n - 1) * (k - 1)), k)


def _exact(ratio: float, freedom: tuple[int, int], k: int) -> tuple[float, float]:
    lowest = ratio / _quantile(*freedom)
    highest = ratio * _quantile(*freedom[::-1])
    return (lowest - 1) / (lowest + k - 1), (highest - 1) / (highest + k - 1)


def _satterthwaite(squares: MeanSquares, icc: float) -> tuple[float, float]:
    n, k, items, error = squares.n, squares.k, squares.items, squares.error
    ratio, rest = squares.reviewers / error, n * (1 + (k - 1) * icc) - k * icc
    freedom = (k - 1) * (n - 1) * (k * icc * ratio + rest) ** 2
    freedom /= (n - 1) * (k * icc * ratio) ** 2 + rest**2
    below, above = _quantile(n - 1, freedom), _quantile(freedom, n - 1)
    noise = k * squares.reviewers + (k * n - k - n) * error
    low = n * (items - below * error) / (below * noise + n * items)
    return low, n * (above * items - error) / (noise + n * above * items)


def _stepped_up(single: float, k: int) -> float:
    """The reliability of a mean of k raters (Spearman-Brown)."""
    return k * single / (1 + (k - 1) * single)


def _quantile(upper: float, lower: float) -> float:
    from scipy.stats import f  # slow import

    return float(f.ppf(1 - TAIL, upper, lower))
