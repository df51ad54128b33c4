"""What is wrong with a protocol file, and on which line. No Django at any depth."""

from collections.abc import Iterable
from dataclasses import dataclass

from rubrics.faults import Fault, Path, place_in_words
from rubrics.phrases import Phrase, gettext_noop


@dataclass(frozen=True)
class ProtocolFault(Fault):
    """`file` is the name of the protocol file, where there is one."""

    file: str = ""

    @property
    def sentence(self) -> Phrase:
        place = place_in_words(self.path) if self.path else Phrase(gettext_noop("protocol"))
        values = {"place": place, "fault": self.message, "line": self.line, "file": self.file}
        if self.line is None and self.file and not self.path:
            return Phrase(gettext_noop("%(file)s: %(fault)s"), values)
        if self.line is None and self.file:
            return Phrase(gettext_noop("%(file)s, %(place)s: %(fault)s"), values)
        if self.line is None:
            return Phrase("%(place)s: %(fault)s", values)
        if not self.file:
            return Phrase(gettext_noop("line %(line)s, %(place)s: %(fault)s"), values)
        return Phrase(gettext_noop("%(file)s, line %(line)s, %(place)s: %(fault)s"), values)

    def __str__(self) -> str:
        return str(self.sentence)


class ProtocolRefused(ValueError):
    """The protocol cannot be used; `faults` says where and why, all of them."""

    def __init__(self, faults: Iterable[ProtocolFault]):
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


def fault(path: Path, template: str, **values) -> ProtocolFault:
    return ProtocolFault(path, Phrase(template, values))


def within(path: Path, faults: Iterable[Fault]) -> Iterable[ProtocolFault]:
    """Faults of a part of the document, as faults of the whole."""
    return (ProtocolFault((*path, *each.path), each.message) for each in faults)
