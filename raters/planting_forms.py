"""What an admin puts in for a planted item: its words, what it is for, what counts as a hit."""

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from raters.blinding import questions_of
from raters.models import Control, Item
from raters.planting import TRAINING, Planting, points_by_code, read_key
from raters.speakers import speaker_label
from rubrics.models import Question


class KeyForm(forms.Form):
    """`key` is there once the form is valid; its questions are named by their codes."""

    flavour = forms.ChoiceField(
        label=_("What it is for"),
        choices=[("", _("choose")), *Control.Flavour.choices, (TRAINING, _("training item"))],
    )
    explanation = forms.CharField(
        label=_("Explanation"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Read after answering a training item. Nobody is shown that of a control."),
    )

    def __init__(self, *args, item: Item, **kwargs):
        super().__init__(*args, **kwargs)
        self.item = item
        self.questions = questions_of(item, rubric=item.study.rubric)
        for code, question in self.questions.items():
            self.fields[f"expected-{code}"] = _points_field(question)

    @property
    def expected_fields(self):
        return [self[f"expected-{code}"] for code in self.questions]

    def clean(self):
        given = super().clean()
        points = {code: given.get(f"expected-{code}", "") for code in self.questions}
        if not any(points.values()):
            self.add_error(
                None, gettext("Say of at least one question which answer counts as a hit.")
            )
        elif "flavour" in given:
            self._read_key(given["flavour"], points, given.get("explanation", ""))
        return given

    def _read_key(self, flavour: str, points: dict[str, str], explanation: str) -> None:
        self.key, problems = read_key(
            flavour, points, explanation=explanation, questions=self.questions
        )
        for problem in problems:
            _expected, _dot, code = (problem.field or "").partition(".")
            name = f"expected-{code}" if code in self.questions else None
            self.add_error(name, capfirst(problem.message.through(gettext)))


class ChangeKeyForm(KeyForm):
    """Opens with the key as it is stored."""

    def __init__(self, *args, item: Item, **kwargs):
        stored = {f"expected-{code}": text for code, text in points_by_code(item).items()}
        stored |= {
            "flavour": item.control.flavour or TRAINING,
            "explanation": item.control.explanation,
        }
        super().__init__(*args, item=item, initial=stored, **kwargs)


class PlantForm(KeyForm):
    """Besides the key, the words of every turn, which open as they are in the original."""

    in_its_place = forms.BooleanField(
        label=_("Take the original out of the rated items"),
        required=False,
        help_text=_(
            "It becomes the control itself. Its arm then lacks this case, which the review says."
        ),
    )

    def __init__(self, *args, item: Item, **kwargs):
        super().__init__(*args, item=item, **kwargs)
        self.turns = list(item.turns.all())
        for turn in self.turns:
            self.fields[f"text-{turn.number}"] = _words_field(turn)

    @property
    def text_fields(self):
        return [self[f"text-{turn.number}"] for turn in self.turns]

    def planting(self) -> Planting:
        texts = tuple(self._text(turn) for turn in self.turns)
        return Planting(texts, self.key, self.cleaned_data["in_its_place"])

    def _text(self, turn) -> str:
        """A browser sends other line ends than the turn may have: those alone change nothing."""
        sent = _with_plain_line_ends(self.cleaned_data[f"text-{turn.number}"])
        return turn.text if sent == _with_plain_line_ends(turn.text) else sent


def _with_plain_line_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _points_field(question: Question) -> forms.CharField:
    points = question.scale.points
    named = ", ".join(f"{point} {gettext(question.answer_label(point))}" for point in points)
    ends = gettext("%(low)s to %(high)s") % {"low": points[0], "high": points[-1]}
    help_text = named if question.kind == Question.Kind.CRITERION else ends
    return forms.CharField(
        label=question.label, required=False, max_length=100, help_text=help_text
    )


def _words_field(turn) -> forms.CharField:
    label = gettext("Turn %(number)s, %(speaker)s") % {
        "number": turn.number,
        "speaker": gettext(speaker_label(turn.role)),
    }
    rows = min(14, 2 + len(turn.text) // 80 + turn.text.count("\n"))
    widget = forms.Textarea(attrs={"rows": rows, "dir": "auto"})
    return forms.CharField(
        label=label,
        initial=turn.text,
        strip=False,
        widget=widget,
        validators=[_says_something],
    )


def _says_something(text: str) -> None:
    if not text.strip():
        raise forms.ValidationError(forms.CharField.default_error_messages["required"])
