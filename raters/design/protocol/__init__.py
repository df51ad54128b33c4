"""What exactly was locked? The protocol as a file, and its seal. No Django at any depth.

docs/protocol.md tells the layout of the file, and how the seal is made and proved.
"""

from raters.design.protocol.canonical import canonical, sha256_of
from raters.design.protocol.faults import ProtocolFault, ProtocolRefused
from raters.design.protocol.locked import LockedItem, LockedStudy
from raters.design.protocol.proving import prove
from raters.design.protocol.publishing import public_sections
from raters.design.protocol.reading import protocol_from_mapping
from raters.design.protocol.sealing import Sealed, commitment, item_code, seal
from raters.design.protocol.spec import (
    AllocationSpec,
    ArmSpec,
    EvaluationQuestion,
    FileOptions,
    ItemFiles,
    ItemsSpec,
    JudgeSpec,
    OrderSpec,
    PanelSpec,
    PracticeSpec,
    ProtocolSpec,
    ReferenceSpec,
    ReliabilitySpec,
    ReviewerSpec,
    RubricChoice,
    StudySpec,
)
from raters.design.protocol.withholding import arm_names_in, source_ids_in
from raters.design.protocol.writing import mapping_from_protocol, rows_as_json_lines
from raters.design.protocol.yaml_files import protocol_from_yaml, protocol_to_yaml, with_lines

__all__ = [
    "AllocationSpec",
    "ArmSpec",
    "EvaluationQuestion",
    "FileOptions",
    "ItemFiles",
    "ItemsSpec",
    "JudgeSpec",
    "LockedItem",
    "LockedStudy",
    "OrderSpec",
    "PanelSpec",
    "PracticeSpec",
    "ProtocolFault",
    "ProtocolRefused",
    "ProtocolSpec",
    "ReferenceSpec",
    "ReliabilitySpec",
    "ReviewerSpec",
    "RubricChoice",
    "Sealed",
    "StudySpec",
    "arm_names_in",
    "canonical",
    "commitment",
    "item_code",
    "mapping_from_protocol",
    "protocol_from_mapping",
    "protocol_from_yaml",
    "protocol_to_yaml",
    "prove",
    "public_sections",
    "rows_as_json_lines",
    "seal",
    "sha256_of",
    "source_ids_in",
    "with_lines",
]
