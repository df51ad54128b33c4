"""How a turn is shown."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from raters import markup

register = template.Library()


@register.filter
def rendered(text: str) -> SafeString:
    """The Markdown of a turn as harmless HTML; empty where there is none in it."""
    return mark_safe(markup.rendered(text))  # noqa: S308 - markup lets no HTML of the text through
