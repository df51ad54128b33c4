"""What are the scores of one question like, before any coefficient?"""

from collections.abc import Callable, Iterable, Mapping

import numpy as np

from raters.reliability.report import components
from raters.reliability.table import RatingTable
from raters.reports.values import (
    Coincidences,
    Components,
    ComponentShare,
    DataLines,
    ScalePoint,
    UseOfPoints,
)
from rubrics.phrases import Phrase, gettext_noop

MOST_POINTS_IN_A_MATRIX = 21
PARTS = {
    "case": gettext_noop("between cases"),
    "item": gettext_noop("between items"),
    "reviewer": gettext_noop("between reviewers (severity)"),
    "error": gettext_noop("error: all that is left"),
}
ITEM_WITHIN_CASE = gettext_noop("between items of one case")


def data_lines(
    table: RatingTable,
    *,
    scale: tuple[ScalePoint, ...],
    left_out: Iterable[Phrase] = (),
    has_steps: bool = True,
    level: str = "ordinal",
) -> DataLines:
    return DataLines(
        scale=scale,
        has_steps=has_steps,
        level=level,
        n_items=table.n_items,
        n_reviewers=table.n_reviewers,
        n_ratings=table.n_ratings,
        n_cases=table.n_cases,
        share_filled=table.share_filled,
        items_rated_once=table.items_rated_once,
        items_rated_twice_or_more=table.items_rated_twice_or_more,
        is_complete=table.is_complete,
        left_out=tuple(left_out),
    )


def use_of_points(table: RatingTable, condition_of: Mapping[str, str]) -> tuple[UseOfPoints, ...]:
    """Overall, then by reviewer, then by condition where there are several."""
    if table.levels is None or not table.n_ratings:
        return ()
    point = np.searchsorted(table.points, table.scores)

    def counts(kept: np.ndarray) -> tuple[int, ...]:
        return tuple(np.bincount(point[kept], minlength=len(table.points)).tolist())

    everything = np.ones(len(point), dtype=bool)
    overall = UseOfPoints("all", Phrase(gettext_noop("all ratings")), counts(everything))
    by_reviewer = (
        UseOfPoints("reviewer", name, counts(table.columns == column))
        for column, name in enumerate(table.reviewers)
    )
    return (overall, *by_reviewer, *_by_condition(table, condition_of, counts))


def _by_condition(
    table: RatingTable, condition_of: Mapping[str, str], counts: Callable
) -> Iterable[UseOfPoints]:
    of_item = np.array([condition_of.get(item, "") for item in table.items])
    names = sorted(set(of_item.tolist()) - {""})
    if len(names) > 1:
        for name in names:
            yield UseOfPoints("condition", name, counts((of_item == name)[table.rows]))


def variance_shares(table: RatingTable) -> Components | None:
    found = components(table)
    if found is None or not found.shares:
        return None
    words = PARTS | ({"item": ITEM_WITHIN_CASE} if found.case is not None else {})
    shares = (
        ComponentShare(part, Phrase(words[part]), getattr(found, part), share)
        for part, share in found.shares.items()
    )
    return Components(
        shares=tuple(shares),
        basis=found.basis,
        sem_agreement=found.sem_agreement,
        sem_consistency=found.sem_consistency,
        smallest_detectable_difference=found.smallest_detectable_difference,
    )


def coincidences(table: RatingTable) -> Coincidences | None:
    """None without a scale, without shared items, or with more points than a page can show."""
    twice = table.items_rated_by_two()
    if table.levels is None or len(table.levels) > MOST_POINTS_IN_A_MATRIX or not twice.n_items:
        return None
    each = 1 / (twice.ratings_per_item - 1)
    counts = twice.counts
    pairs = (counts * each[:, None]).T @ counts - np.diag((counts * each[:, None]).sum(axis=0))
    return Coincidences(table.levels, tuple(tuple(row) for row in pairs.tolist()))
