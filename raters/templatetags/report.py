"""How the report's numbers are written."""

from dataclasses import dataclass

from django import template
from django.utils.translation import gettext

from raters.models import Control
from raters.reliability import band_words, shown_interval
from raters.reliability.estimate import Estimate
from raters.reports import ReportedQuestion
from rubrics.phrases import Phrase

register = template.Library()


@dataclass(frozen=True)
class PointUse:
    point: int
    count: int
    share: float | None

    @property
    def width(self) -> int:
        return round(100 * (self.share or 0))


@register.filter
def coefficient(value: float | None) -> str:
    """Three decimals and a true minus sign."""
    return "–" if value is None else f"{value:.3f}".replace("-", "−")


@register.filter
def percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.0f}%"


@register.filter
def words(label: str | Phrase) -> str:
    return label.through(gettext) if isinstance(label, Phrase) else label


@register.filter
def flavour(value: str) -> str:
    return Control.Flavour(value).label


@register.filter
def interval(estimate: Estimate):
    return shown_interval(estimate)


@register.filter
def band(estimate: Estimate) -> Phrase | None:
    return band_words(estimate)


@register.filter
def shown_estimates(reported: ReportedQuestion) -> list[Estimate]:
    """The leading coefficient, what stands beside it, ordinal alpha, exact agreement."""
    report = reported.report
    alphas = [each for each in report.alphas if each.name == "alpha ordinal"]
    return [report.leading, *report.beside, *alphas, *report.agreement[:2]]


@register.filter
def distribution(reported: ReportedQuestion) -> list[PointUse]:
    total = reported.report.n_ratings
    return [
        PointUse(int(point), count, count / total if total else None)
        for point, count in reported.report.distribution
    ]
