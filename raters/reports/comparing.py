"""The leading statistic where only values are compared: without each reviewer, treated otherwise.

A limit of the mixed model takes ten times as long as its value, and a page would show dozens.
"""

from math import isfinite

from raters.reliability import prespecified, reml_components
from raters.reliability.estimate import Estimate, estimated
from raters.reliability.guards import why_not_estimable
from raters.reliability.icc import form_in_words, icc_values
from raters.reliability.prespecified import SINGLE
from raters.reliability.report import Basis
from raters.reliability.table import RatingTable
from raters.reliability.variance import mean_squares
from raters.reliability.wording import FEWEST_ITEMS_FOR_INTERVAL
from rubrics.phrases import Phrase, gettext_noop

VALUE_ALONE = gettext_noop("The value alone is compared here: no interval is computed.")
TOO_SMALL = gettext_noop("No interval is shown below %(fewest)d independent items.")
METHODS = {
    "complete items": gettext_noop("analysis of variance"),
    "all ratings": gettext_noop("crossed random effects by REML on all real ratings"),
}
TWO_WAY = ("ICC(2,1)", "ICC(3,1)")


def compared(
    table: RatingTable, statistic: str, *, lead: Basis, seed: int, resamples: int
) -> Estimate:
    """The value of `prespecified`, without the interval of an ICC."""
    own = table.complete_items() if lead == "complete items" else table
    value = _value(own, SINGLE.get(statistic), lead)
    if value is None:
        return prespecified(table, statistic, lead=lead, seed=seed, resamples=resamples)
    form = SINGLE[statistic]
    return estimated(
        own,
        name=form if lead == "complete items" else f"{form} REML",
        form=form_in_words(form),
        value=value,
        method=Phrase(METHODS[lead]),
        interval_reason=_why_no_interval(own),
    )


def is_too_small(table: RatingTable) -> bool:
    """Its interval would be withheld, so that it need not be computed."""
    return min(table.n_items, table.n_cases) < FEWEST_ITEMS_FOR_INTERVAL


def _why_no_interval(own: RatingTable) -> Phrase:
    if is_too_small(own):
        return Phrase(TOO_SMALL, {"fewest": FEWEST_ITEMS_FOR_INTERVAL})
    return Phrase(VALUE_ALONE)


def _value(own: RatingTable, form: str | None, lead: Basis) -> float | None:
    """None where there is no short cut, or nothing that can be estimated at its end."""
    if form not in TWO_WAY or why_not_estimable(own) is not None or own.is_unanimous:
        return None
    if lead == "complete items":
        value = icc_values(mean_squares(own.matrix))[form]
        return value if isfinite(value) else None
    found = reml_components(own)
    offsets = (found.reviewer or 0.0) if form == "ICC(3,1)" else 0.0
    whole = found.total - offsets
    return found.between_items / whole if whole else None
