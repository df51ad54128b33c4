"""The editor's page: forms made from a draft's document, and the document made from the forms."""

from rubrics import drafting
from rubrics.faults import RubricRefused
from rubrics.forms import ConditionFormSet, HeadForm, QuestionEditForm
from rubrics.models import RubricDraft
from rubrics.reading import spec_from_mapping
from rubrics.yaml_files import mapping_to_yaml


class Editor:
    """Bound to `data` it can be saved; else it shows the draft.

    `is_readable` is false where the text is no rubric's mapping, or where the form would change
    what it cannot show; then the text itself is edited. `has_changed_shape` is true after a button
    added, removed or moved something, so that the forms must be drawn anew.
    """

    def __init__(self, draft: RubricDraft, data=None):
        self.draft = draft
        self.data = _with_plain_newlines(data)
        self.document = drafting.document_of(draft)
        self.has_changed_shape = False
        self.is_readable = self._make_forms() and (data is not None or self._is_faithful())

    def _make_forms(self) -> bool:
        """False for any document that the forms cannot be made from, whatever is wrong with it."""
        try:
            self.head = HeadForm(self.data, initial=HeadForm.fields_of(self.document))
            self.conditions = ConditionFormSet(
                self.data,
                prefix="conditions",
                initial=[
                    {"key": key, **about}
                    for key, about in self.document.get("conditions", {}).items()
                ],
            )
            self.questions = [
                QuestionEditForm(
                    self.data, prefix=f"question-{index}", initial=QuestionEditForm.fields_of(row)
                )
                for index, row in enumerate(self.document.get("questions", []))
            ]
        except (AttributeError, TypeError, LookupError, ValueError):
            return False
        return True

    def _is_faithful(self) -> bool:
        """Would saving the form unchanged keep a usable rubric as it is?"""
        try:
            spec = spec_from_mapping(self.document)
        except RubricRefused:
            return True
        shown = Editor(self.draft, self.fields())
        try:
            return shown.is_valid() and spec_from_mapping(shown.edited_document()) == spec
        except RubricRefused:
            return False

    def fields(self) -> dict:
        """Every field with the value it shows, as a browser would send it back."""
        forms = [self.head, *self.conditions, self.conditions.management_form]
        for question in self.questions:
            forms += [question, *question.descriptors, question.descriptors.management_form]
        sent = {"name": self.document.get("name", "")}
        for field in (field for form in forms for field in form):
            value = field.value()
            if value is not None and value is not False and value != "":
                sent[field.html_name] = "on" if value is True else str(value)
        return sent

    @property
    def has_fault_further_down(self) -> bool:
        """Is there one in what the head's form folds away?"""
        return bool(self.head.errors.keys() - {"title", "guidance"})

    def is_valid(self) -> bool:
        return self.is_readable and all(
            form.is_valid() for form in (self.head, self.conditions, *self.questions)
        )

    def save(self) -> None:
        """Write what the forms say into the draft, then do what the pressed button says.

        Raises `ChangedElsewhere`.
        """
        if not self.is_valid():
            return
        document = self.edited_document()
        for name, act in self.BUTTONS.items():
            if name in self.data:
                act(self, document, self.data[name])
                self.has_changed_shape = True
        drafting.keep(
            self.draft,
            mapping_to_yaml(document),
            base_version=drafting.whole_number(self.data.get("version", "")),
            page=self.data.get("page", "")[:40],
        )

    def edited_document(self) -> dict:
        unshown = ("name", "version", "translations")
        kept = {name: self.document[name] for name in unshown if name in self.document}
        kept["name"] = self.data.get("name", kept.get("name", ""))
        conditions = self._edited_conditions()
        return (
            kept
            | self.head.document()
            | ({"conditions": conditions} if conditions else {})
            | {"questions": [form.document() for form in self.questions]}
        )

    def _edited_conditions(self) -> dict:
        """By key; a key that is there already, or missing, gets one that shows in the faults."""
        conditions: dict[str, dict] = {}
        for form in self.conditions:
            row = form.cleaned_data or {}
            if any(row.get(name) for name in ("key", "label", "text")):
                key = row["key"]
                while key in conditions:
                    key += " (again)"
                conditions[key] = {name: row[name] for name in ("label", "text") if row[name]}
        return conditions

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


def _with_plain_newlines(data) -> dict | None:
    """A browser sends a text area's lines with a carriage return each."""
    if data is None:
        return None
    return {name: str(data[name]).replace("\r\n", "\n").replace("\x00", "") for name in data}
