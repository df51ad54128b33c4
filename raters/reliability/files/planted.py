"""Which rows are planted, what score were they to get, and how often did they get it?

Planted rows never enter a coefficient; these are their own numbers.
"""

import re
from dataclasses import dataclass

import numpy as np

from raters.reliability.controls import wilson
from raters.reliability.files.entries import Entries, Names
from raters.reliability.files.refusals import refused
from raters.reliability.files.scales import MISSING, Scale, as_number
from rubrics.phrases import Phrase, gettext_noop

NEVER_PLANTED = MISSING | {"none", "real", "false", "f", "n"}
# Not planted, unless it is the score that a planted item should get.
PERHAPS_SCORES = frozenset({"no", "0", "0.0"})
FLAGS = frozenset({"1", "1.0", "yes", "y", "true", "t", "x"})

_NUMBER = r"[+-]?\d+(?:\.\d+)?"
_RANGE = re.compile(rf"({_NUMBER})\s*(?:-|–|—|\.\.|to)\s*({_NUMBER})")

AMBIGUOUS = gettext_noop(
    "column %(controls)s has empty cells and “%(text)s”, which may mean “not planted” or be the "
    "score that is expected. Leave the cells of real items empty and write the score as a range, "
    "such as %(text)s..%(text)s."
)
UPSIDE_DOWN = gettext_noop("the range “%(text)s” runs downwards. Give the lower end first.")


@dataclass(frozen=True)
class Hits:
    """`hits` of the `n` planted ratings with an expected score; limits are one rater's own."""

    hits: int
    n: int
    low: float | None = None
    high: float | None = None

    @property
    def rate(self) -> float | None:
        return self.hits / self.n if self.n else None


@dataclass(frozen=True)
class Planted:
    """`n_missing` planted cells hold no score and count neither way."""

    column: str
    n_items: int
    n_ratings: int
    n_missing: int
    overall: Hits
    by_rater: tuple[tuple[str, Hits], ...]
    reason: Phrase | None


@dataclass(frozen=True)
class Expected:
    """The scores that are a hit: those in `only`, or from `low` to `high`."""

    low: float
    high: float
    only: frozenset[float] | None = None

    def __contains__(self, score: float) -> bool:
        return score in self.only if self.only is not None else self.low <= score <= self.high


@dataclass(frozen=True)
class Marked:
    """`mask` is true for planted entries; `holds_scores` when the column says what is expected."""

    mask: np.ndarray
    holds_scores: bool


def marked(entries: Entries, column: str | None) -> Marked:
    """Raises FileRefused where a 0 or a "no" may mean two things."""
    names = entries.control
    if names is None:
        return Marked(np.zeros(len(entries), dtype=bool), False)
    folds = {text: text.casefold() for text in names.texts}
    holds_scores = not set(folds.values()) <= NEVER_PLANTED | PERHAPS_SCORES | FLAGS
    unmarked = set(NEVER_PLANTED)
    doubtful = _that_are_scores(entries, set(folds.values()) & PERHAPS_SCORES)
    has_blanks = bool(set(folds.values()) & NEVER_PLANTED)
    if doubtful and has_blanks and not holds_scores:
        raise refused(entries.file, AMBIGUOUS, controls=column, text=min(doubtful))
    unmarked |= PERHAPS_SCORES - (doubtful if has_blanks else frozenset())
    planted = np.array([folds[text] not in unmarked for text in names.texts], dtype=bool)
    return Marked(planted[names.codes], holds_scores)


def _that_are_scores(entries: Entries, words: set[str]) -> frozenset[str]:
    seen = {text.casefold() for text in entries.score.texts}
    zero = any(as_number(text) == 0 for text in seen)
    return frozenset(word for word in words if word in seen or (zero and as_number(word) == 0))


def planted_numbers(
    entries: Entries, scores: np.ndarray, scale: Scale, mark: Marked, *, column: str
) -> Planted:
    """`entries` and `scores` are all of one group; only those that are marked are counted."""
    own, given = entries.only(mark.mask), scores[mark.mask]
    expected = _expected(own, scale) if mark.holds_scores else {}
    known = np.array([text in expected for text in own.control.texts], dtype=bool)
    counted = known[own.control.codes] & np.isfinite(given)
    hits = np.zeros(len(own), dtype=bool)
    for entry in np.nonzero(counted)[0]:
        hits[entry] = given[entry] in expected[own.control[entry]]
    return Planted(
        column=column,
        n_items=len(np.unique(own.item.codes)),
        n_ratings=int(np.isfinite(given).sum()),
        n_missing=int(np.isnan(given).sum()),
        overall=Hits(int(hits.sum()), int(counted.sum())),
        by_rater=_by_rater(own.rater, hits, counted),
        reason=None if counted.any() else Phrase(_why_none(len(own))),
    )


def _why_none(n: int) -> str:
    if not n:
        return gettext_noop("No row is planted.")
    return gettext_noop("The column does not say which scores are expected.")


def _by_rater(raters: Names | None, hits: np.ndarray, counted: np.ndarray):
    if raters is None:
        return ()
    rates = []
    for code in np.unique(raters.codes[counted]):
        own = counted & (raters.codes == code)
        n, hit = int(own.sum()), int(hits[own].sum())
        rates.append((raters.texts[code], Hits(hit, n, *wilson(hit, n))))
    return tuple(sorted(rates))


def _expected(entries: Entries, scale: Scale) -> dict[str, Expected]:
    """What each text of the column expects; texts that name no score are not in it."""
    found = {}
    for code in np.unique(entries.control.codes):
        text = entries.control.texts[code]
        if (expected := expected_scores(text, scale)) is None:
            continue
        if expected.low > expected.high:
            entry = int(np.nonzero(entries.control.codes == code)[0][0])
            raise refused(entries.file, UPSIDE_DOWN, row=int(entries.rows[entry]), text=text)
        found[text] = expected
    return found


def expected_scores(text: str, scale: Scale) -> Expected | None:
    """“2”, “0-1” or “0|2” (labels: “MET” or “MET|PARTIALLY MET”); None where it is no score."""
    points = [scale.number(part.strip()) for part in text.split("|")]
    if None not in points:
        return Expected(min(points), max(points), frozenset(points))
    ends = _RANGE.fullmatch(text)
    if ends is None or scale.labels is not None:
        return None
    return Expected(float(ends[1]), float(ends[2]))
