"""The editor's page: forms made from a draft's document, and the document made from the forms."""

from rubrics import drafting
from rubrics.forms import ConditionFormSet, HeadForm, QuestionEditForm
from rubrics.models import RubricDraft
from rubrics.yaml_files import mapping_to_yaml


class Editor:
    """Bound to `data` it can be saved; else it shows the draft.

    `has_changed_shape` is true after a button added, removed or moved something, so that the
    forms must be drawn anew and not the preview alone.
    """

    def __init__(self, draft: RubricDraft, data=None):
        self.draft = draft
        self.data = data
        self.document = drafting.document_of(draft)
        self.has_changed_shape = False
        if self.is_readable:
            self._make_forms()

    @property
    def is_readable(self) -> bool:
        """Can the text be shown as a form? Where it is no mapping, only its text can be edited."""
        try:
            HeadForm.fields_of(self.document)
            [QuestionEditForm.fields_of(row) for row in self.document.get("questions", [])]
            [dict(about) for about in self.document.get("conditions", {}).values()]
        except (AttributeError, TypeError, KeyError, IndexError, ValueError):
            return False
        return True

    def _make_forms(self) -> None:
        self.head = HeadForm(self.data, initial=HeadForm.fields_of(self.document))
        self.conditions = ConditionFormSet(
            self.data,
            prefix="conditions",
            initial=[
                {"key": key, **about} for key, about in self.document.get("conditions", {}).items()
            ],
        )
        rows = self.document.get("questions", [])
        self.questions = [
            QuestionEditForm(
                self.data, prefix=f"question-{index}", initial=QuestionEditForm.fields_of(row)
            )
            for index, row in enumerate(rows)
        ]

    def save(self) -> None:
        """Write what the forms say into the draft, then do what the pressed button says."""
        if not self.is_readable or not self._is_valid():
            return
        document = self._document()
        for name, act in self.BUTTONS.items():
            if name in self.data:
                act(self, document, self.data[name])
                self.has_changed_shape = True
        self.draft.text = mapping_to_yaml(document)
        self.draft.save()

    def _is_valid(self) -> bool:
        return all(form.is_valid() for form in (self.head, self.conditions, *self.questions))

    def _document(self) -> dict:
        kept = {name: self.document[name] for name in ("name", "version") if name in self.document}
        kept["name"] = self.data.get("name", kept.get("name", ""))
        conditions = {
            row["key"]: {name: row[name] for name in ("label", "text") if row[name]}
            for form in self.conditions
            if (row := form.cleaned_data) and row.get("key")
        }
        return (
            kept
            | self.head.document()
            | ({"conditions": conditions} if conditions else {})
            | {"questions": [form.document() for form in self.questions]}
        )

    def _add_question(self, document: dict, kind: str) -> None:
        if kind in drafting.NEW_QUESTIONS:
            document["questions"].append(dict(drafting.NEW_QUESTIONS[kind]))

    def _remove_question(self, document: dict, place: str) -> None:
        if (index := self._index(document, place)) is not None:
            del document["questions"][index]

    def _move_up(self, document: dict, place: str) -> None:
        if (index := self._index(document, place)) is not None:
            document["questions"] = drafting.moved(document["questions"], index, -1)

    def _move_down(self, document: dict, place: str) -> None:
        if (index := self._index(document, place)) is not None:
            document["questions"] = drafting.moved(document["questions"], index, 1)

    def _redraw(self, document: dict, _value: str) -> None:
        """Nothing but new blank rows."""

    @staticmethod
    def _index(document: dict, place: str) -> int | None:
        is_there = place.isdecimal() and len(place) < 4 and int(place) < len(document["questions"])
        return int(place) if is_there else None

    BUTTONS = {
        "add_question": _add_question,
        "remove_question": _remove_question,
        "move_up": _move_up,
        "move_down": _move_down,
        "redraw": _redraw,
    }
