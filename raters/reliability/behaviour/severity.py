"""Who scores higher or lower than the others, on the same items?"""

from dataclasses import dataclass

import numpy as np

from raters.reliability.clustered import mean_limits
from raters.reliability.estimate import Estimate, estimated, not_estimable
from raters.reliability.table import RatingTable
from rubrics.phrases import Phrase, gettext_noop

FORM = Phrase(
    gettext_noop(
        "mean deviation from the others' mean on the same item, in scale points; above zero: "
        "higher scores"
    )
)
METHODS = {
    False: gettext_noop("t interval over %(n)d items; the others taken as given"),
    True: gettext_noop("t interval clustered by %(n)d cases; the others taken as given"),
}


@dataclass(frozen=True)
class Severity:
    reviewer: str
    estimate: Estimate


def severity(table: RatingTable) -> tuple[Severity, ...]:
    """Every reviewer in order of name, matched by item: items nobody else rated are left out."""
    from_others = deviations(table.matrix).T
    return tuple(
        Severity(reviewer, _estimate(table, column, own))
        for column, (reviewer, own) in enumerate(zip(table.reviewers, from_others, strict=True))
    )


def deviations(matrix: np.ndarray) -> np.ndarray:
    """Each score less the mean of the others on that item; NaN where nobody else rated it."""
    filled = np.isfinite(matrix)
    others = filled.sum(axis=1, keepdims=True) - filled
    sums = np.where(filled, matrix, 0.0).sum(axis=1, keepdims=True) - np.where(filled, matrix, 0.0)
    compared = filled & (others > 0)
    means = sums / np.where(compared, others, 1)
    return np.where(compared, matrix - means, np.nan)


def _estimate(table: RatingTable, column: int, own: np.ndarray) -> Estimate:
    compared = np.isfinite(own)
    used = table.only_items(np.array(table.items)[compared].tolist())
    said = {"name": "severity", "form": FORM, "excluded": _excluded(table, column, compared)}
    reason = _why_not(table, compared)
    if reason is not None:
        return not_estimable(used, reason=reason, **said)
    method = Phrase(METHODS[table.shares_cases], {"n": used.n_cases})
    warnings = _warnings(used)
    found = estimated(used, value=own[compared].mean(), method=method, warnings=warnings, **said)
    limits = mean_limits(own[compared], table.case_index[compared])
    if limits is not None:
        return found.with_interval(*limits)
    return found.without_interval(_why_no_interval(used))


def _why_not(table: RatingTable, compared: np.ndarray) -> Phrase | None:
    if not table.identified:
        return Phrase(gettext_noop("Not defined: without reviewer identities nobody is compared."))
    if not compared.any():
        return Phrase(gettext_noop("Not estimable: nobody else rated these items."))
    return None


def _why_no_interval(used: RatingTable) -> Phrase:
    if used.n_cases < 2:
        return Phrase(gettext_noop("All items compared come from one case."))
    return Phrase(gettext_noop("The deviation is the same throughout: nothing to measure by."))


def _excluded(table: RatingTable, column: int, compared: np.ndarray) -> tuple[Phrase, ...]:
    alone = int((np.isfinite(table.matrix[:, column]) & ~compared).sum())
    if not alone:
        return ()
    return (Phrase(gettext_noop("items nobody else rated: %(items)d"), {"items": alone}),)


def _warnings(used: RatingTable) -> tuple[Phrase, ...]:
    if used.is_complete:
        return ()
    return (
        Phrase(
            gettext_noop(
                "The others are not the same people on every item: their own severity is mixed in."
            )
        ),
    )
