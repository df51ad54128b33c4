"""Show what pure modules say: a phrase in the reader's language."""

from django import template
from django.utils.translation import gettext

from rubrics.phrases import Phrase

register = template.Library()


@register.filter
def in_words(phrase: Phrase | None) -> str:
    return phrase.through(gettext) if phrase is not None else ""
