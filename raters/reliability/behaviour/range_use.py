"""Does a reviewer use the whole scale, or give the same answer again and again?"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import log

import numpy as np

from raters.reliability.behaviour.shown import InvalidBehaviour, Presented, by_reviewer
from rubrics.phrases import Phrase, gettext_noop


@dataclass(frozen=True)
class LevelUse:
    level: float
    n: int
    share: float | None


@dataclass(frozen=True)
class RangeUse:
    """One reviewer on one question.

    `longest_run` counts equal scores in the order shown, items that were not scored passed over;
    `run_level` is the score of the first such run. `chance_of_run` is the share of random orders of
    the same scores that hold a run this long. `entropy` is 0 where one level took all scores and 1
    where every level of the scale is used alike; None with its reason.
    """

    reviewer: str
    n: int
    n_unscored: int
    levels: tuple[LevelUse, ...]
    longest_run: int
    run_level: float | None
    chance_of_run: float | None
    entropy: float | None
    entropy_reason: Phrase | None


def range_use(
    presented: Iterable[Presented],
    *,
    levels: Iterable[float] | None,
    seed: int,
    shuffles: int = 1_000,
) -> tuple[RangeUse, ...]:
    """`levels`: all points of the scale, None for free numbers. Raises InvalidBehaviour.

    Deterministic given `seed`.
    """
    scale = None if levels is None else tuple(float(level) for level in levels)
    return tuple(
        _row(reviewer, shown, scale, np.random.default_rng(seed), shuffles)
        for reviewer, shown in by_reviewer(presented)
    )


def longest_runs(rows: np.ndarray) -> np.ndarray:
    """The length of the longest run of equal values in each row of B x n."""
    run = longest = np.ones(len(rows), dtype=int)
    for before, now in zip(rows.T[:-1], rows.T[1:], strict=True):
        run = np.where(before == now, run + 1, 1)
        longest = np.maximum(longest, run)
    return longest


def _row(
    reviewer: str,
    shown: tuple[Presented, ...],
    scale: tuple[float, ...] | None,
    rng: np.random.Generator,
    shuffles: int,
) -> RangeUse:
    scores = np.array([one.score for one in shown if one.score is not None], dtype=float)
    used = _levels(reviewer, scores, scale)
    longest, level, chance = _run(scores, rng, shuffles)
    entropy, reason = _entropy([one.n for one in used], scale)
    unscored = len(shown) - len(scores)
    return RangeUse(reviewer, len(scores), unscored, used, longest, level, chance, entropy, reason)


def _levels(
    reviewer: str, scores: np.ndarray, scale: tuple[float, ...] | None
) -> tuple[LevelUse, ...]:
    counted = dict(
        zip(*(part.tolist() for part in np.unique(scores, return_counts=True)), strict=True)
    )
    points = tuple(counted) if scale is None else scale
    off = sorted(set(counted) - set(points))
    if off:
        raise InvalidBehaviour(f"{reviewer}: {off[0]} is not on the scale")
    n = len(scores)
    return tuple(
        LevelUse(point, counted.get(point, 0), counted.get(point, 0) / n if n else None)
        for point in points
    )


def _run(
    scores: np.ndarray, rng: np.random.Generator, shuffles: int
) -> tuple[int, float | None, float | None]:
    if not len(scores):
        return 0, None, None
    longest = int(longest_runs(scores[None])[0])
    starts = range(len(scores) - longest + 1)
    level = next(scores[s] for s in starts if len(set(scores[s : s + longest])) == 1)
    orders = rng.permuted(np.tile(scores, (shuffles, 1)), axis=1)
    return longest, float(level), float((longest_runs(orders) >= longest).mean())


def _entropy(
    counts: list[int], scale: tuple[float, ...] | None
) -> tuple[float | None, Phrase | None]:
    if scale is None:
        return None, Phrase(gettext_noop("Not defined: the scale has no fixed points."))
    if len(scale) < 2:
        return None, Phrase(gettext_noop("Not defined: the scale has a single point."))
    n = sum(counts)
    if not n:
        return None, Phrase(gettext_noop("Not estimable: nothing was scored."))
    entropy = sum(count / n * log(n / count) for count in counts if count)
    return entropy / log(len(scale)), None
