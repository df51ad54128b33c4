"""Do the dimensions of a rubric go together as its authors expected?"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Protocol

import numpy as np

from raters.reliability.counted import Counted
from raters.reliability.estimate import Estimate, estimated, not_estimable
from raters.reliability.halo import HaloRow, halo
from raters.reliability.ranks import FEWEST_PAIRS, spearman, weighted_spearman
from raters.reliability.resampled import resampling_method, with_resampled_limits
from raters.reliability.shared import Dimension, SharedItems
from raters.reliability.wording import shown_interval
from rubrics.phrases import Phrase, gettext_noop

FORM = Phrase(
    gettext_noop("Spearman's correlation of item means, both dimensions with higher as better")
)

# What each word a rubric may use promises: the correlation lies between these.
BANDS: Mapping[str, tuple[float, float]] = {
    "high": (0.7, 1.0),
    "moderate": (0.3, 0.7),
    "low": (-0.3, 0.3),
    "negative": (-1.0, 0.0),
}


class Expected(Protocol):
    """As a rubric writes it down: `between` two keys, `expect` one of the words of `BANDS`."""

    between: tuple[str, str]
    expect: str


class Pattern(StrEnum):
    AS_EXPECTED = "as_expected"
    NOT_AS_EXPECTED = "not_as_expected"
    CANNOT_TELL = "cannot_tell"


SENTENCES = {
    Pattern.AS_EXPECTED: gettext_noop(
        "As expected: the whole interval lies from %(low).1f to %(high).1f."
    ),
    Pattern.NOT_AS_EXPECTED: gettext_noop(
        "Not as expected: the interval lies outside %(low).1f to %(high).1f."
    ),
    Pattern.CANNOT_TELL: gettext_noop(
        "Cannot tell: no interval lies wholly inside or outside %(low).1f to %(high).1f."
    ),
}


@dataclass(frozen=True)
class DimensionCorrelation:
    """Two dimensions. `expect`, `pattern` and `sentence` are None where nothing was expected.

    `halo` are the reviewers' own: whether one who scores an item higher than the others on one
    dimension does so on the other; the row without a reviewer is their mean.
    """

    between: tuple[str, str]
    estimate: Estimate
    expect: str | None
    pattern: Pattern | None
    sentence: Phrase | None
    halo: tuple[HaloRow, ...]


def dimension_correlations(
    dimensions: Iterable[Dimension],
    expected: Iterable[Expected] = (),
    *,
    seed: int,
    resamples: int = 2_000,
    bands: Mapping[str, tuple[float, float]] = BANDS,
) -> tuple[DimensionCorrelation, ...]:
    """Every two dimensions, in the order given. Deterministic given `seed`.

    KeyError where an expectation uses a word that `bands` does not know.
    """
    words = {frozenset(one.between): one.expect for one in expected}
    found = []
    for first, second in combinations(tuple(dimensions), 2):
        shared = SharedItems.of(first, second)
        estimate = _estimate(shared, seed=seed, resamples=resamples)
        expect = words.get(frozenset((first.key, second.key)))
        pattern = None if expect is None else pattern_of(estimate, bands[expect])
        sentence = None if pattern is None else _sentence(pattern, bands[expect])
        reviewers = halo(shared, seed=seed, resamples=resamples)
        found.append(
            DimensionCorrelation(
                (first.key, second.key), estimate, expect, pattern, sentence, reviewers
            )
        )
    return tuple(found)


def pattern_of(estimate: Estimate, band: tuple[float, float]) -> Pattern:
    """From the interval that may be shown; without one nobody can tell."""
    shown = shown_interval(estimate)
    if not shown.is_shown:
        return Pattern.CANNOT_TELL
    if band[0] <= shown.low and shown.high <= band[1]:
        return Pattern.AS_EXPECTED
    if shown.high < band[0] or shown.low > band[1]:
        return Pattern.NOT_AS_EXPECTED
    return Pattern.CANNOT_TELL


def _sentence(pattern: Pattern, band: tuple[float, float]) -> Phrase:
    return Phrase(SENTENCES[pattern], {"low": band[0], "high": band[1]})


def _estimate(shared: SharedItems, *, seed: int, resamples: int) -> Estimate:
    said = {"name": "dimension correlation", "form": FORM, "excluded": shared.excluded}
    x, y = shared.means
    value = spearman(x, y)
    if value is None:
        return not_estimable(shared.counted, reason=_why_not(shared.counted), **said)
    found = estimated(
        shared.counted,
        value=value,
        method=resampling_method(resamples, of_cases=shared.shares_cases),
        warnings=shared.warnings,
        **said,
    )

    def statistic(weights: np.ndarray) -> np.ndarray:
        return weighted_spearman(x, y, weights[:, shared.cluster])

    return with_resampled_limits(
        found, statistic, shared.n_clusters, seed=seed, resamples=resamples
    )


def _why_not(counted: Counted) -> Phrase:
    if counted.n_items < FEWEST_PAIRS:
        template = gettext_noop(
            "Not estimable: %(items)d items have both dimensions, fewer than %(fewest)d."
        )
        return Phrase(template, {"items": counted.n_items, "fewest": FEWEST_PAIRS})
    return Phrase(gettext_noop("Not estimable: the items do not differ on one of the dimensions."))
