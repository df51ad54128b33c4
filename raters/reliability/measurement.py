"""How many scale points does one rating err by? Standard errors of measurement as estimates."""

from dataclasses import replace
from math import sqrt

from raters.reliability.estimate import Estimate, estimated, not_estimable
from raters.reliability.guards import why_not_estimable
from raters.reliability.mixed import reml_components
from raters.reliability.table import RatingTable
from raters.reliability.variance import VarianceComponents, anova_components
from rubrics.phrases import Phrase, gettext_noop

FORMS = {
    "SEM agreement": gettext_noop("standard error of measurement, absolute agreement"),
    "SEM consistency": gettext_noop(
        "standard error of measurement, consistency: raters' offsets removed"
    ),
}


def standard_errors(table: RatingTable) -> tuple[Estimate, Estimate]:
    """Agreement and consistency, in scale points.

    By analysis of variance on the items every rater rated; where these are fewer than two or all
    scored alike, by the mixed model on all ratings.
    """
    reason = why_not_estimable(table)
    if reason is not None:
        refused = (
            not_estimable(table, name=name, form=Phrase(words), reason=reason)
            for name, words in FORMS.items()
        )
        return tuple(refused)
    on, components = _components(table)
    anonymous = Phrase(gettext_noop("Not defined: without identities, offsets cannot be removed."))
    errors = (_agreement(table, components), _consistency(table, components))
    return tuple(
        _estimate(on, name, components, value, anonymous)
        for name, value in zip(FORMS, errors, strict=True)
    )


def _components(table: RatingTable) -> tuple[RatingTable, VarianceComponents]:
    complete = table.complete_items()
    if why_not_estimable(complete) is None:
        return complete, anova_components(complete.matrix, identified=table.identified)
    return table, reml_components(table)


def _agreement(table: RatingTable, components: VarianceComponents) -> float:
    return 0.0 if table.is_unanimous else components.sem_agreement


def _consistency(table: RatingTable, components: VarianceComponents) -> float | None:
    if not table.identified:
        return None
    return 0.0 if table.is_unanimous else sqrt(components.error)


def _estimate(
    on: RatingTable, name: str, components: VarianceComponents, value: float | None, anonymous
) -> Estimate:
    form = Phrase(FORMS[name])
    if value is None:
        return not_estimable(on, name=name, form=form, reason=anonymous)
    found = estimated(on, name=name, form=form, value=value, method=components.basis)
    why = Phrase(gettext_noop("Descriptive: no interval is computed."))
    return replace(found, interval_reason=why)
