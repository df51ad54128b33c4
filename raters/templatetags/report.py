"""How the report's numbers are written."""

from django import template
from django.utils.translation import gettext

from raters.models import Control
from raters.reliability import band_words, shown_interval
from raters.reliability.estimate import Estimate
from rubrics.phrases import Phrase

register = template.Library()


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
