"""How the study's report lays out its values."""

from collections.abc import Iterator
from dataclasses import dataclass

from django import template
from django.utils.translation import gettext

from raters.figures.values import decimals
from raters.models import Design, Reviewer
from raters.reliability.estimate import Estimate
from raters.reliability.wording import ShownInterval, shown_interval
from raters.reports.figures import flavour_words
from raters.reports.values import (
    Coincidences,
    ReportedQuestion,
    ShownEstimate,
    SubgroupTable,
    UseOfPoints,
)
from rubrics.phrases import Phrase

register = template.Library()


@register.filter
def two(value: float | None) -> str:
    return "–" if value is None else decimals(value, 2)


@register.filter
def signed(value: float | None) -> str:
    """A difference: above zero with a plus."""
    if value is None:
        return "–"
    text = decimals(value, 2)
    return f"+{text}" if value > 0 and text.strip("0.") else text


@register.filter
def limits(shown: ShownInterval) -> str:
    """The limits, or what stands in their place."""
    if shown.is_shown:
        ends = {"low": decimals(shown.low, 2), "high": decimals(shown.high, 2)}
        return gettext("%(low)s to %(high)s") % ends
    return shown.reason.through(gettext) if shown.reason else "–"


@register.filter
def value_of(estimate: Estimate) -> str:
    return decimals(estimate.value, 2) if estimate.is_estimable else gettext("not estimable")


@register.filter
def limits_of(estimate: Estimate) -> str:
    return limits(shown_interval(estimate))


@register.filter
def short_limits(estimate: Estimate) -> str:
    """In a cell among many; the rule is told once, above."""
    shown = shown_interval(estimate)
    return limits(shown) if shown.is_shown else gettext("no interval")


@register.filter
def statistic(code: str) -> str:
    return Design.Statistic(code).label


@register.filter
def reviewer_kind(code: str) -> str:
    return Reviewer.Kind(code).label


@register.filter
def in_flavour(code: str) -> str:
    return flavour_words(code).through(gettext)


@register.filter
def group_label(label: str, table: SubgroupTable) -> str:
    """Halves are our words; conditions and levels of expertise are the study's."""
    return gettext(label) if table.key == "half" else label


@register.filter
def exact(question: ReportedQuestion) -> ShownEstimate | None:
    """Exact agreement, which stands beside every coefficient."""
    found = (one for one in question.exploratory if one.name.startswith("exact agreement"))
    return next(found, None)


@dataclass(frozen=True)
class UseRow:
    label: str | Phrase
    counts: tuple[int, ...]
    total: int


@register.filter
def rows_of_use(use: tuple[UseOfPoints, ...]) -> Iterator[UseRow]:
    for one in use:
        yield UseRow(one.label, one.counts, sum(one.counts))


@register.filter
def rows_with_points(found: Coincidences, question: ReportedQuestion) -> Iterator[tuple]:
    labels = (point.label for point in question.data.scale)
    yield from zip(labels, found.counts, strict=True)


@register.filter
def first_few(rows, n: int):
    return list(rows)[:n]
