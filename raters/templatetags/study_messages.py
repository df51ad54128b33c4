"""How many reviewers wait for an answer, beside the link in the study's navigation."""

from django import template

from raters.conversations import count_waiting
from raters.models import Study

register = template.Library()


@register.simple_tag
def waiting_in(study: Study) -> int:
    return count_waiting(study)
