"""Which parts of a protocol may be published. No Django at any depth.

The seed is not among them: with it and a pseudonym anyone can compute where controls stand.
"""

from raters.design.protocol.canonical import plain
from raters.design.protocol.spec import ProtocolSpec, RubricChoice
from raters.design.protocol.writing import mapping_from_protocol

SECRET_IN_STUDY = {"name", "title", "seed"}
OPEN_SECTIONS = ("question", "panel", "order", "reliability", "judge")
# Not even empty where it says nothing: what was sealed before there was such a section stays so.
OPEN_WHERE_STATED = ("practice",)


def public_sections(spec: ProtocolSpec) -> dict:
    """In the file's layout, defaults left out; texts may still name an arm (see `withholding`)."""
    document = mapping_from_protocol(spec)
    sections = {"study": _without(document["study"], SECRET_IN_STUDY)}
    sections |= {name: document.get(name, {}) for name in OPEN_SECTIONS}
    sections |= {name: document[name] for name in OPEN_WHERE_STATED if name in document}
    sections["reference"] = _without(document.get("reference", {}), {"from_arm"})
    sections["allocation"] = _allocation(document.get("allocation", {}))
    sections["rubric"] = _rubric(spec.rubric)
    return plain(sections)


def _without(section: dict, names: set[str]) -> dict:
    return {name: value for name, value in section.items() if name not in names}


def _allocation(section: dict) -> dict:
    """Of anchors only how many: beside the ids, whoever else everybody meets is a control."""
    anchors = section.get("anchors", 0)
    picked = isinstance(anchors, list)
    return section | {
        "anchors": len(anchors) if picked else anchors,
        "anchors_are": "picked" if picked else "drawn",
    }


def _rubric(choice: RubricChoice | None) -> dict:
    chosen = choice.document if choice and choice.document else choice
    if chosen is None or not chosen.name:
        return {}
    return {"name": chosen.name, "version": chosen.version}
