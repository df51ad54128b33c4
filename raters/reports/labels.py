"""What is stored for later must speak every language: a choice's words, not yet translated."""

from django.utils.translation import override

from rubrics.phrases import Phrase


def untranslated(label) -> Phrase:
    """`label` is lazy, as the labels of choices are."""
    with override(None):
        return Phrase(str(label))
