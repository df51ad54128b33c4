"""From the texts of the scores to numbers on a scale, or the first text that is none."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import copysign, inf, isfinite, isinf, nan

import numpy as np

from raters.reliability.files.entries import Entries
from raters.reliability.files.options import FileOptions
from raters.reliability.files.refusals import refused
from rubrics.phrases import Phrase, gettext_noop

MISSING = frozenset({"", "na", "n/a", "nan", "null", "."})
NOMINAL, ORDINAL, INTERVAL = "nominal", "ordinal", "interval"
LEVELS = (NOMINAL, ORDINAL, INTERVAL)

# Whole numbers on so few points are taken as ordered categories; 0 to 10 are eleven.
MOST_ORDINAL_POINTS = 11
# Whole numbers from the lowest to the highest score are taken as the scale up to this many.
MOST_POINTS = 101
MOST_LABELS = 1_000
# Squares of larger numbers, summed, are no numbers any more.
LARGEST_SCORE = 1e100

_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+")
_INFINITE = frozenset({"inf", "+inf", "-inf", "infinity", "+infinity", "-infinity"})

NOT_FINITE = gettext_noop("“%(text)s” is not a score. Expected a finite number, or an empty cell.")
MIXED = gettext_noop(
    "“%(text)s” is not a number, but other scores are. Leave the cell empty if the score is "
    "missing; if the scores are labels, name all of them with --levels."
)
OFF_SCALE = gettext_noop("“%(text)s” is not one of the levels %(levels)s.")
NO_ORDER = gettext_noop(
    "the scores are labels such as “%(text)s”, which have no order of their own. Name all levels "
    "in ascending order with --levels, or choose --level nominal."
)
TOO_MANY = gettext_noop(
    "the scores are %(count)s different texts such as “%(text)s”. Is this the column of scores?"
)
NOT_ASCENDING = gettext_noop("--levels must be in ascending order and hold no level twice.")
ONE_LEVEL = gettext_noop("--levels needs two levels or more.")

TAKEN_LABELS = gettext_noop("The scores are labels; they were taken as categories without order.")
TAKEN_ORDINAL = gettext_noop(
    "The scores were taken as ordinal on the points %(low)g to %(high)g, which is what the file "
    "holds. Name the points of the scale with --levels if there are more."
)
TAKEN_INTERVAL = gettext_noop(
    "The scores were taken as interval. Without --levels the scale has no ends, and what needs "
    "them is not computed."
)
TAKEN_INTERVAL_ON = gettext_noop("The scores were taken as interval.")
TAKEN_POINTS = gettext_noop(
    "The points %(low)g to %(high)g were taken as the scale, which is what the file holds. Name "
    "them with --levels if there are more."
)
NUMBERED = gettext_noop(
    "The labels were numbered from 0 in the order of --levels; ICC, SEM and weights take the steps "
    "between them as equal."
)
NOT_NUMBERS = gettext_noop(
    "The scores are nominal: ICC, SEM, ordinal and interval alpha, AC2, weighted kappa and "
    "agreement within one step take the codes as numbers and have no meaning here."
)
COMMAS = gettext_noop("Decimal commas were read as decimal points.")


@dataclass(frozen=True)
class Scale:
    """What the scores are. `labels` are the texts that the numbers 0, 1, ... stand for.

    `levels` are all points in ascending order, None for free numbers. `is_ordered` is False for
    labels without an order, from which no number may be computed but by counting.
    """

    level: str
    is_guessed: bool
    levels: tuple[float, ...] | None
    labels: tuple[str, ...] | None = None
    is_ordered: bool = True
    notes: tuple[Phrase, ...] = ()

    def shown(self, point: float) -> str | float:
        """A point as the file writes it."""
        if self.labels is not None:
            return self.labels[int(point)]
        return int(point) if float(point).is_integer() else point

    def number(self, text: str) -> float | None:
        """The number that a text of the file stands for; None where it is no score."""
        if self.labels is not None:
            return float(self.labels.index(text)) if text in self.labels else None
        number = as_number(text)
        return number if number is not None and isfinite(number) else None


def as_number(text: str) -> float | None:
    """None for what is not written as a number; "inf" and 1e999 are infinite ones."""
    text = text.replace("−", "-")
    if text.casefold() in _INFINITE:
        return float(text)
    if _DECIMAL_COMMA.fullmatch(text):
        text = text.replace(",", ".")
    if not _NUMBER.fullmatch(text):
        return None
    number = float(text)
    return number if abs(number) <= LARGEST_SCORE else copysign(inf, number)


def is_missing(text: str, levels: tuple[str, ...] | None) -> bool:
    """A label that is spelled like a missing value counts where it is named as a level."""
    return text.casefold() in MISSING and not (levels and text in levels)


def read_scores(entries: Entries, options: FileOptions) -> tuple[Scale, np.ndarray]:
    """The scale, and a number for each entry (NaN where missing). Raises FileRefused."""
    used = np.unique(entries.score.codes)
    texts = {entries.score.texts[code]: int(code) for code in used}
    given = [text for text in texts if not is_missing(text, options.levels)]
    scale = _scale(entries, options, given)
    numbers = np.full(len(entries.score.texts), nan)
    for text in given:
        numbers[texts[text]] = _on_scale(entries, scale, text, texts[text])
    return scale, numbers[entries.score.codes]


def _on_scale(entries: Entries, scale: Scale, text: str, code: int) -> float:
    number = scale.number(text)
    if number is not None and (scale.levels is None or number in scale.levels):
        return number
    levels = ", ".join(str(scale.shown(point)) for point in scale.levels or ())
    template = NOT_FINITE if scale.levels is None else OFF_SCALE
    raise entries.refused(template, entry=_first(entries, code), text=text, levels=levels)


def _scale(entries: Entries, options: FileOptions, texts: list[str]) -> Scale:
    if options.levels:
        return _named_scale(entries.file, options)
    numbers = {text: as_number(text) for text in texts}
    words = [text for text in texts if numbers[text] is None]
    if not words:
        return _scale_of_numbers(entries, options.level, numbers)
    if len(words) < len(texts) and options.level != NOMINAL:
        code = entries.score.texts.index(words[0])
        raise entries.refused(MIXED, entry=_first(entries, code), text=words[0])
    return _scale_of_labels(entries, options.level, texts)


def _named_scale(file: str, options: FileOptions) -> Scale:
    named = options.levels
    level = options.level or ORDINAL
    if len(named) < 2:
        raise refused(file, ONE_LEVEL)
    numbers = [as_number(text) for text in named]
    is_numeric = None not in numbers
    levels = tuple(numbers) if is_numeric else tuple(map(float, range(len(named))))
    if len(set(named)) < len(named) or not _ascending(levels):
        raise refused(file, NOT_ASCENDING)
    labels = None if is_numeric else named
    ordered = is_numeric or level != NOMINAL
    notes = (Phrase(NUMBERED),) if labels and ordered else ()
    if is_numeric and level == NOMINAL:
        notes = (Phrase(NOT_NUMBERS),)
    return Scale(level, options.level is None, levels, labels, ordered, notes)


def _ascending(levels: Iterable[float]) -> bool:
    values = tuple(levels)
    return all(map(isfinite, values)) and all(low < high for low, high in pairwise(values))


def _scale_of_numbers(entries: Entries, level: str | None, numbers: dict[str, float]) -> Scale:
    for text, number in numbers.items():
        if isinf(number):
            code = entries.score.texts.index(text)
            raise entries.refused(NOT_FINITE, entry=_first(entries, code), text=text)
    points = sorted(set(numbers.values()))
    commas = any(_DECIMAL_COMMA.fullmatch(text) for text in numbers)
    notes = (Phrase(COMMAS),) if commas else ()
    span = _whole_span(points)
    if level == NOMINAL:
        return Scale(level, False, tuple(points) or None, None, True, (*notes, Phrase(NOT_NUMBERS)))
    few = not points or (span and len(span) <= MOST_ORDINAL_POINTS)
    chosen = level or (ORDINAL if few else INTERVAL)
    return Scale(chosen, level is None, span, None, True, notes + _said(level, chosen, span))


def _whole_span(points: list[float]) -> tuple[float, ...] | None:
    """Every whole number from the lowest to the highest score; None where that is no scale."""
    whole = points and all(point.is_integer() for point in points)
    if not whole or points[-1] - points[0] >= MOST_POINTS:
        return None
    return tuple(map(float, range(int(points[0]), int(points[-1]) + 1)))


def _said(level: str | None, chosen: str, span: tuple[float, ...] | None) -> tuple[Phrase, ...]:
    """What was decided without being told; nothing where there is no score."""
    if span:
        template = TAKEN_ORDINAL if level is None and chosen == ORDINAL else TAKEN_POINTS
        taken = (Phrase(template, {"low": span[0], "high": span[-1]}),)
        return taken if level or chosen == ORDINAL else (Phrase(TAKEN_INTERVAL_ON), *taken)
    return (Phrase(TAKEN_INTERVAL),) if chosen == INTERVAL and level is None else ()


def _scale_of_labels(entries: Entries, level: str | None, texts: list[str]) -> Scale:
    labels = tuple(sorted(texts))
    if level not in (None, NOMINAL):
        raise refused(entries.file, NO_ORDER, text=labels[0])
    if len(labels) > MOST_LABELS:
        raise refused(entries.file, TOO_MANY, count=len(labels), text=labels[0][:40])
    points = tuple(map(float, range(len(labels))))
    notes = (Phrase(TAKEN_LABELS),) if level is None else ()
    return Scale(NOMINAL, level is None, points, labels, False, notes)


def _first(entries: Entries, code: int) -> int:
    return int(np.nonzero(entries.score.codes == code)[0][0])
