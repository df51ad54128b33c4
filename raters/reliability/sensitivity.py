"""Would the leading estimate be another one, had the ratings been treated otherwise?"""

from collections.abc import Iterable
from dataclasses import dataclass

from raters.reliability.estimate import Estimate
from raters.reliability.subgroups import Statistic, difference, part
from raters.reliability.table import RatingTable
from raters.reliability.wording import ShownInterval, shown_interval
from rubrics.phrases import Phrase, gettext_noop

AS_ENTERED = gettext_noop("as entered (leading)")
FIRST = gettext_noop("first submissions")
FINAL = gettext_noop("final decisions")
COMPLETE = gettext_noop("items rated by every reviewer")
WITHOUT = gettext_noop("without %(reviewers)s")


@dataclass(frozen=True)
class SensitivityRow:
    """`difference` from the leading estimate; None for itself and where a value is missing."""

    label: Phrase
    estimate: Estimate
    shown: ShownInterval
    difference: float | None


def sensitivity(
    as_entered: RatingTable,
    *,
    statistic: Statistic,
    first: RatingTable | None = None,
    final: RatingTable | None = None,
    flagged: Iterable[str] = (),
) -> tuple[SensitivityRow, ...]:
    """The leading row, then one for every other way that was given or differs.

    `first` holds each answer as first submitted, `final` as decided in the end; a decision that is
    one for all reviewers is no independent rating and has no place here. `flagged` are left out
    together. Complete items have a row where some item is not.
    """
    leading = statistic(as_entered)
    others = _others(as_entered, first=first, final=final, flagged=flagged)
    rows = (_row(label, statistic(table), leading) for label, table in others)
    top = SensitivityRow(Phrase(AS_ENTERED), leading, shown_interval(leading), None)
    return (top, *rows)


def _others(
    as_entered: RatingTable,
    *,
    first: RatingTable | None,
    final: RatingTable | None,
    flagged: Iterable[str],
) -> Iterable[tuple[Phrase, RatingTable]]:
    if first is not None:
        yield Phrase(FIRST), first
    if final is not None:
        yield Phrase(FINAL), final
    if not as_entered.is_complete:
        yield Phrase(COMPLETE), as_entered.complete_items()
    present = sorted(set(flagged) & set(as_entered.reviewers))
    if present:
        words = Phrase(WITHOUT, {"reviewers": ", ".join(present)})
        yield words, part(as_entered, lambda rating: rating.reviewer not in present)


def _row(label: Phrase, estimate: Estimate, leading: Estimate) -> SensitivityRow:
    shown = shown_interval(estimate)
    return SensitivityRow(label, estimate, shown, difference(estimate, leading))
