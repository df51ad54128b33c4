"""In which field of the editor's form can a fault of the rubric be mended?"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from django.forms import BoundField
from django.utils.translation import gettext as _

from rubrics.faults import Fault, Path


@dataclass(frozen=True)
class Mark:
    """A fault as the form tells it; `target` is the id to go to, empty where no field is at fault.

    `text` stands beside the field, `sentence` in the list of all of them.
    """

    target: str
    text: str
    sentence: str


FIELD_OF = {
    "better": "lower_is_better",
    "polarity": "avoidance",
    "evidence": "evidence_optional",
}


def mark(editor, faults: Iterable[Fault]) -> list[Mark]:
    """Each fault with its place; fields of a form that was not sent show theirs from now on."""
    marks = []
    for fault in faults:
        found = _mark(editor, fault) if editor.is_readable else None
        marks.append(found or Mark("", "", fault.sentence.through(_)))
    return marks


def _mark(editor, fault: Fault) -> Mark | None:
    text = _told(fault)
    if fault.path == ("name",):
        return Mark("id_name", text, _in_its_place(_("Name"), text))
    field = _field(editor, fault)
    if field is None:
        return _mark_of_question(editor, fault.path, text)
    if not field.form.is_bound:
        beside = field.form.error_class(field_id=field.auto_id)
        field.form.errors.setdefault(field.name, beside).append(text)
    place = _place(editor, fault.path, str(field.label))
    return Mark(field.id_for_label, text, _in_its_place(place, text))


def _mark_of_question(editor, path: Path, text: str) -> Mark | None:
    """What concerns a whole question leads to its fieldset."""
    if path[:1] != ("questions",) or len(path) < 2 or path[1] >= len(editor.questions):
        return None
    prefix = editor.questions[path[1]].prefix
    return Mark(prefix, text, _in_its_place(_place(editor, path, ""), text))


def _told(fault: Fault) -> str:
    """The fault; of a field with a line for each entry, with the number of the line."""
    text, path = fault.message.through(_), fault.path
    lines = ("correlations", "deviations", "grades", "coverage", "levels", "parts", "checkpoints")
    for name, entry in pairwise(path):
        if name in lines and isinstance(entry, int):
            return _("line %(n)s: %(fault)s") % {"n": entry + 1, "fault": text}
    return text


def _in_its_place(place: str, text: str) -> str:
    return _("%(place)s: %(fault)s") % {"place": place, "fault": text}


def _place(editor, path: Path, label: str) -> str:
    if path[:1] != ("questions",):
        return label
    form = editor.questions[path[1]]
    question = _("Question %(n)s (%(label)s)") % {
        "n": path[1] + 1,
        "label": form["label"].value() or "–",
    }
    return f"{question}, {label}" if label else question


def _field(editor, fault: Fault) -> BoundField | None:
    match fault.path:
        case ():
            return _named(editor.head, fault.message.values.get("name"))
        case ("scoring" | "composite", name, *_rest):
            return _named(editor.head, name)
        case ("conditions", key, *rest):
            return _field_of_condition(editor, key, rest)
        case ("questions", int(index), *rest) if index < len(editor.questions):
            return _field_of_question(editor.questions[index], rest)
        case (name, *_rest):
            return _named(editor.head, name)
    return None


def _field_of_condition(editor, key: str, rest: list) -> BoundField | None:
    rows = (row for row in editor.conditions if (row["key"].value() or "") == key)
    row = next(rows, None)
    return _named(row, rest[0] if rest else "key") if row else None


def _field_of_question(form, path: list) -> BoundField | None:
    match path:
        case ("descriptors", int(index), *rest):
            rows = form.rows_that_count
            name = rest[0] if rest and isinstance(rest[0], str) else "text"
            return _named(rows[index], name) if index < len(rows) else None
        case ("scale", "max"):
            return form["scale_max"]
        case ("scale", *_rest):
            return form["scale_min"]
        case (str(name), *_rest):
            return _named(form, FIELD_OF.get(name, name))
    return None


def _named(form, name: object) -> BoundField | None:
    return form[name] if name in form.fields else None
