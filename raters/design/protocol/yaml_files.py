"""Protocol files: YAML in, YAML out. No Django at any depth."""

from collections.abc import Iterable
from decimal import Decimal

from raters.design.protocol.faults import ProtocolFault, ProtocolRefused
from raters.design.protocol.reading import protocol_from_mapping
from raters.design.protocol.spec import ProtocolSpec
from raters.design.protocol.writing import mapping_from_protocol
from rubrics.faults import RubricRefused
from rubrics.phrases import gettext_noop
from rubrics.yaml_files import (
    INDENTED_LINE,
    OTHER_LINE_BREAKS,
    PLAIN_TEXT,
    Dumper,
    Loader,
    block_style,
    line_of,
    mapping_to_yaml,
    nodes_and_document,
)

LONG = 80
LARGEST_POWER = 30
WHOLE = "tag:yaml.org,2002:int"
FRACTION = "tag:yaml.org,2002:float"


def protocol_from_yaml(text: str, *, name: str) -> ProtocolSpec:
    """`name` is the file's. Raises `ProtocolRefused`, each fault with its line, in their order."""
    try:
        root, document = nodes_and_document(text, loader=_Loader)
    except RubricRefused as refusal:
        raise ProtocolRefused(
            ProtocolFault(each.path, each.message, each.line, name) for each in refusal.faults
        ) from None
    try:
        return protocol_from_mapping(document)
    except ProtocolRefused as refusal:
        raise ProtocolRefused(_in_order(_placed(refusal.faults, root, name))) from None


def with_lines(
    faults: Iterable[ProtocolFault], text: str, *, name: str
) -> tuple[ProtocolFault, ...]:
    """Faults of a readable file that show only beside the rows of the database.

    One in a file of its own keeps that file's name and line.
    """
    here, elsewhere = ([f for f in faults if bool(f.file) == named] for named in (False, True))
    if not here:
        return tuple(elsewhere)
    root, _document = nodes_and_document(text, loader=_Loader)
    return (*_in_order(_placed(here, root, name)), *elsewhere)


def _placed(faults: Iterable[ProtocolFault], root, name: str) -> list[ProtocolFault]:
    return [
        ProtocolFault(each.path, each.message, line_of(root, each.path), name) for each in faults
    ]


def _in_order(faults: Iterable[ProtocolFault]) -> list[ProtocolFault]:
    return sorted(faults, key=lambda each: each.line)


def protocol_to_yaml(spec: ProtocolSpec) -> str:
    return mapping_to_yaml(mapping_from_protocol(spec), dumper=_Dumper)


class _Loader(Loader):
    """Fractions are `Decimal`: 0.7 in the file is 0.7, and not its nearest binary neighbour."""

    references_refused = gettext_noop("references (*name) are not used in protocol files")

    def construct_fraction(self, node):
        number = Decimal(self.construct_scalar(node).replace("_", ""))
        if abs(number.adjusted()) > LARGEST_POWER:
            raise ValueError("written out, this number would fill the memory")
        return number


_Loader.add_constructor(FRACTION, _Loader.construct_fraction)


class _Dumper(Dumper):
    """Long texts are blocks, also where they are one paragraph."""

    def represent_long_text(self, text):
        folds = not INDENTED_LINE.search(text) and not OTHER_LINE_BREAKS.search(text)
        style = ">" if len(text) > LONG and folds else block_style(text)
        return self.represent_scalar(PLAIN_TEXT, text, style=style)

    def represent_decimal(self, number):
        whole = number == number.to_integral_value()
        return self.represent_scalar(WHOLE if whole else FRACTION, format(number, "f"))


_Dumper.add_representer(str, _Dumper.represent_long_text)
_Dumper.add_representer(Decimal, _Dumper.represent_decimal)
