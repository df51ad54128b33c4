"""A sentence and the values in it, kept apart until it is shown.

Pure modules may not import Django, yet what they say is read by people in two languages. They
hand over a `Phrase`; whoever shows it passes the translator. No Django at any depth.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


def gettext_noop(message: str) -> str:
    """Mark a template for translation (`makemessages` looks for this name) and return it."""
    return message


@dataclass(frozen=True)
class Phrase:
    """`template` uses %-style names; values may be phrases themselves."""

    template: str
    values: Mapping[str, object] = field(default_factory=dict)

    def through(self, translate: Callable[[str], str]) -> str:
        values = {
            name: value.through(translate) if isinstance(value, Phrase) else value
            for name, value in self.values.items()
        }
        translated = translate(self.template)
        return translated % values if values else translated

    def __str__(self) -> str:
        return self.through(lambda template: template)
