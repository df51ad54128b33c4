"""Which share of the variance in the scores lies between the items, on complete data?

Six intraclass correlations after Shrout & Fleiss 1979, computed by pingouin on matrices that were
checked first. Incomplete tables are cut to the items every reviewer rated, and say so.
"""

from dataclasses import replace
from math import isfinite
from threading import Lock
from typing import NamedTuple

import numpy as np

from raters.reliability.estimate import Estimate, estimated, not_estimable
from raters.reliability.f_intervals import f_limits
from raters.reliability.guards import no_disagreement, why_not_estimable
from raters.reliability.table import RatingTable
from raters.reliability.variance import MeanSquares, mean_squares
from rubrics.phrases import Phrase, gettext_noop


class UnknownForm(KeyError):
    """No such ICC form. A filter on a wrong label silently finds nothing, so this raises."""


class IccForm(NamedTuple):
    pingouin_type: str
    words: str


FORMS = {
    "ICC(1,1)": IccForm("ICC(1,1)", gettext_noop("one-way random effects, single rater")),
    "ICC(2,1)": IccForm(
        "ICC(A,1)", gettext_noop("two-way random effects, absolute agreement, single rater")
    ),
    "ICC(3,1)": IccForm(
        "ICC(C,1)", gettext_noop("two-way mixed effects, consistency, single rater")
    ),
    "ICC(1,k)": IccForm("ICC(1,k)", gettext_noop("one-way random effects, mean of k raters")),
    "ICC(2,k)": IccForm(
        "ICC(A,k)", gettext_noop("two-way random effects, absolute agreement, mean of k raters")
    ),
    "ICC(3,k)": IccForm(
        "ICC(C,k)", gettext_noop("two-way mixed effects, consistency, mean of k raters")
    ),
}
ONE_WAY = ("ICC(1,1)", "ICC(1,k)")

# pingouin's analysis of variance refuses tables with fewer ratings.
FEWEST_RATINGS = 5

# pingouin 0.7 empties and refills its global options during each call.
_one_call_at_a_time = Lock()


def icc(table: RatingTable, form: str = "ICC(2,1)") -> Estimate:
    """One form, on the items rated by every reviewer. Raises UnknownForm."""
    return _estimates(table, (form,))[0]


def all_forms(table: RatingTable) -> tuple[Estimate, ...]:
    """All six forms, in the order of `FORMS`, from one analysis of variance."""
    return _estimates(table, tuple(FORMS))


def form_in_words(form: str) -> Phrase:
    if form not in FORMS:
        raise UnknownForm(form)
    return Phrase(FORMS[form].words)


def icc_values(squares: MeanSquares) -> dict[str, float]:
    """Point values from mean squares (McGraw & Wong 1996, table 4). Caller checks the spread."""
    n, k, items, error, within = squares.n, squares.k, squares.items, squares.error, squares.within
    bias = (squares.reviewers - error) / n
    return {
        "ICC(1,1)": _ratio(items - within, items + (k - 1) * within),
        "ICC(2,1)": _ratio(items - error, items + (k - 1) * error + k * bias),
        "ICC(3,1)": _ratio(items - error, items + (k - 1) * error),
        "ICC(1,k)": _ratio(items - within, items),
        "ICC(2,k)": _ratio(items - error, items + bias),
        "ICC(3,k)": _ratio(items - error, items),
    }


def _ratio(part: float, whole: float) -> float:
    # Items with equal means can leave a form without a denominator.
    return part / whole if whole else float("nan")


def _estimates(table: RatingTable, forms: tuple[str, ...]) -> tuple[Estimate, ...]:
    words = {form: form_in_words(form) for form in forms}
    complete = table.complete_items()
    everywhere = why_not_estimable(table) or _why_not_complete(complete)
    refused = {form: everywhere or why_form_does_not_fit(table, form) for form in forms}
    computed = None if everywhere else _compute(complete.matrix)
    found = (
        not_estimable(complete, name=form, form=words[form], reason=refused[form])
        if refused[form]
        else _judge(complete, form, words[form], computed)
        for form in forms
    )
    excluded = _left_out(table, complete)
    return tuple(replace(estimate, excluded=excluded) for estimate in found)


def _left_out(table: RatingTable, complete: RatingTable) -> tuple[Phrase, ...]:
    dropped = table.n_items - complete.n_items
    if not dropped:
        return ()
    template = gettext_noop("%(dropped)d of %(items)d items, not rated by every reviewer")
    return (Phrase(template, {"dropped": dropped, "items": table.n_items}),)


def _why_not_complete(complete: RatingTable) -> Phrase | None:
    if complete.n_items < 2:
        template = gettext_noop(
            "Not estimable on complete items: %(items)d rated by every reviewer."
        )
        return Phrase(template, {"items": complete.n_items})
    return why_not_estimable(complete)


def why_form_does_not_fit(table: RatingTable, form: str) -> Phrase | None:
    if table.identified or form in ONE_WAY:
        return None
    return Phrase(
        gettext_noop("Reviewers are anonymous or changing: only the one-way form has a meaning.")
    )


class _Computed(NamedTuple):
    squares: MeanSquares
    values: dict[str, float]
    limits: dict[str, tuple[float, float]]


def _compute(matrix: np.ndarray) -> _Computed:
    squares = mean_squares(matrix)
    # With no error at all the F ratios divide by zero, and the values are known without them.
    if not (squares.error and squares.within and squares.items):
        return _Computed(squares, icc_values(squares), {})
    if matrix.size < FEWEST_RATINGS:
        values = icc_values(squares)
        return _Computed(squares, values, f_limits(squares, values["ICC(2,1)"]))
    rows = _pingouin_rows(matrix)
    by_form = {form: rows[known.pingouin_type] for form, known in FORMS.items()}
    values = {form: float(row["ICC"]) for form, row in by_form.items()}
    limits = {form: tuple(float(x) for x in row["CI95"]) for form, row in by_form.items()}
    return _Computed(squares, values, limits)


def _pingouin_rows(matrix: np.ndarray) -> dict[str, dict]:
    """pingouin's table by its own labels; KeyError later if a release renames one."""
    import pandas as pd
    import pingouin as pg  # slow import: seconds and some 150 MB, so only when a number is due

    n, k = matrix.shape
    cells = {
        "item": np.repeat(np.arange(n), k),
        "reviewer": np.tile(np.arange(k), n),
        "score": matrix.ravel(),
    }
    with _one_call_at_a_time, np.errstate(all="ignore"):
        # Left on, the limits come back rounded to two decimals.
        pg.options["round.column.CI95"] = None
        rows = pg.intraclass_corr(pd.DataFrame(cells), "item", "reviewer", "score")
    return {row["Type"]: row for row in rows.to_dict("records")}


def _judge(complete: RatingTable, form: str, words: Phrase, computed: _Computed) -> Estimate:
    value = computed.values[form]
    reason = _why_no_value(form, value)
    if reason is not None:
        return not_estimable(complete, name=form, form=words, reason=reason)
    withheld = _why_no_interval(complete, form, computed)
    method = _method(form, with_interval=withheld is None)
    found = estimated(complete, name=form, form=words, value=value, method=method)
    if withheld is not None:
        return found.without_interval(withheld)
    return found.with_interval(*computed.limits[form])


def _why_no_value(form: str, value: float) -> Phrase | None:
    # A mean of k raters has a reliability between 0 and 1; outside it, a variance was negative.
    if form.endswith("k)") and not 0 <= value <= 1:
        return Phrase(
            gettext_noop("Not meaningful: the items differ less than the error alone would make.")
        )
    if not isfinite(value):
        return Phrase(gettext_noop("Not estimable: the items do not differ in their means."))
    return None


def _method(form: str, *, with_interval: bool) -> Phrase:
    if not with_interval:
        return Phrase(gettext_noop("analysis of variance"))
    if form.startswith("ICC(2"):
        return Phrase(gettext_noop("analysis of variance, F interval after Satterthwaite"))
    return Phrase(gettext_noop("analysis of variance, exact F interval"))


def _why_no_interval(complete: RatingTable, form: str, computed: _Computed) -> Phrase | None:
    if complete.is_unanimous:
        return no_disagreement(complete)
    if form not in computed.limits:
        return Phrase(gettext_noop("One source of variance is exactly zero: no F interval exists."))
    return why_interval_is_unusable(computed.values[form], *computed.limits[form])


def why_interval_is_unusable(value: float, low: float, high: float) -> Phrase | None:
    """An interval that contradicts itself says nothing; a page shows this reason in its place."""
    if not (isfinite(low) and isfinite(high)) or low > high:
        return Phrase(gettext_noop("The interval came out inverted or undefined."))
    if low < -1 or high > 1:
        return Phrase(gettext_noop("The interval leaves the possible range from -1 to 1."))
    if not low <= value <= high:
        return Phrase(gettext_noop("The interval does not contain its own estimate."))
    return None
