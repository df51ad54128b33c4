"""Every input of a person, checked and handed on as domain values."""

from django import forms
from django.utils.translation import gettext_lazy as _

from raters.answers import Answer, Answers, Citation
from raters.blinding import BlindedItem
from raters.evidence import find_quote
from raters.importing.options import FieldNames
from raters.importing.pending import Upload
from raters.importing.problems import ImportRefused
from raters.importing.reading import NamedBytes
from raters.models import Rating, Reviewer, Study
from rubrics.models import Rubric
from rubrics.widgets import CitationForm, QuestionForm


class RatingForm(forms.Form):
    """All questions of one item, the justification, and what would change it.

    Bound to a draft it shows the words as they stood; `answers` is what a valid one holds.
    """

    base_revision = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    draft_version = forms.IntegerField(min_value=0, widget=forms.HiddenInput, required=False)
    justification = forms.CharField(
        label=_("Justification"),
        max_length=20000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Why these answers? Judge this item alone."),
        error_messages={"required": _("Write a sentence or two on why you answered so.")},
    )
    what_would_change_it = forms.CharField(
        label=_("What further evidence would change it?"),
        max_length=20000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, data=None, *, item: BlindedItem, initial=None):
        super().__init__(data, initial=initial)
        self.item = item
        self.questions = [QuestionForm(data, asked=asked) for asked in item.questions]

    def is_valid(self) -> bool:
        valid = [super().is_valid(), *[question.is_valid() for question in self.questions]]
        return all(valid) and self._citations_stand()

    def _citations_stand(self) -> bool:
        """Every cited turn exists and every quote stands in it."""
        self.citations = {
            question.asked.code: [self._citation(form) for form in question.cited]
            for question in self.questions
        }
        return all(all(found) for found in self.citations.values())

    def _citation(self, form: CitationForm) -> Citation | None:
        number, quote = form.cleaned_data["turn"], form.cleaned_data["quote"].strip()
        turn = self.item.turn(number)
        if turn is None:
            form.add_error(
                "turn",
                _("There is no turn %(number)s; this transcript has turns 1 to %(last)s.")
                % {"number": number, "last": len(self.item.turns)},
            )
            return None
        place = find_quote(turn.text, quote)
        if quote and place is None:
            form.add_error(
                "quote",
                _(
                    "These words do not stand in turn %(number)s. Copy them exactly, or leave the "
                    "quote empty to cite the whole turn."
                )
                % {"number": number},
            )
            return None
        stance = form.cleaned_data["stance"]
        if place is None:
            return Citation(number, stance=stance)
        return Citation(number, place.exact, place.start, stance)

    def answers(self) -> Answers:
        return Answers(
            answers=tuple(
                Answer(
                    question.asked.code,
                    question.cleaned_data["score"],
                    tuple(sorted(set(self.citations[question.asked.code]), key=repr)),
                )
                for question in self.questions
            ),
            justification=self.cleaned_data["justification"].strip(),
            what_would_change_it=self.cleaned_data["what_would_change_it"].strip(),
        )

    def gaps(self) -> list[tuple[str, str]]:
        """(anchor, what is missing) for each fault, in page order; empty before a check."""
        found = []
        for question in self.questions:
            place, label = f"question-{question.asked.code}", question.asked.label
            found += [(place, f"{label}: {message}") for message in question.messages()]
        for name, messages in self.errors.items():
            label = self.fields[name].label or name
            found += [(f"id_{name}", f"{label}: {message}") for message in messages]
        return found


def form_fields(answers: Answers) -> dict[str, list[str]]:
    """`answers` as the fields of the form that would submit them."""
    fields = {
        "justification": [answers.justification],
        "what_would_change_it": [answers.what_would_change_it],
    }
    for answer in answers.answers:
        prefix = f"{answer.code}-evidence"
        fields[f"{answer.code}-score"] = [str(answer.value)]
        fields |= {
            f"{prefix}-TOTAL_FORMS": [str(len(answer.citations) + 1)],
            f"{prefix}-INITIAL_FORMS": ["0"],
        }
        for index, citation in enumerate(answer.citations):
            fields |= {
                f"{prefix}-{index}-turn": [str(citation.turn)],
                f"{prefix}-{index}-quote": [citation.quote],
                f"{prefix}-{index}-stance": [citation.stance],
            }
        fields[f"{prefix}-{len(answer.citations)}-stance"] = ["supports"]
    return fields


class DefectForm(forms.Form):
    """This item cannot be judged as it is. It ends the item; it is no answer of UNSURE."""

    base_revision = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    defect = forms.ChoiceField(
        label=_("What is wrong with it?"),
        choices=Rating.Defect,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose what is wrong with the item.")},
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=5000,
        widget=forms.Textarea(attrs={"rows": 2}),
        error_messages={"required": _("Say in a few words what you saw.")},
    )


class StudyForm(forms.ModelForm):
    """What reviewers see is kept apart from what the study is called inside."""

    class Meta:
        model = Study
        fields = [
            "title",
            "slug",
            "public_title",
            "instructions",
            "rubric",
            "show_context",
            "show_reference",
            "numbered_by",
            "is_rehearsal",
        ]
        widgets = {"instructions": forms.Textarea(attrs={"rows": 3})}
        help_texts = {"slug": _("For addresses of admins and file names; a-z, 0-9 and hyphens.")}

    # Items were checked against these; changed later, keys and orders would no longer fit.
    FIXED_ONCE_THERE_ARE_ITEMS = ("slug", "rubric", "is_rehearsal")

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["rubric"].queryset = Rubric.objects.filter(for_one_item=False)
        if self.instance.pk and self.instance.items.exists():
            for name in self.FIXED_ONCE_THERE_ARE_ITEMS:
                self.fields[name].disabled = True
                self.fields[name].help_text = _("Fixed, since the study has items.")


class AddReviewersForm(forms.Form):
    count = forms.IntegerField(
        label=_("How many reviewers?"), min_value=1, max_value=100, initial=1
    )


class ReviewerForm(forms.ModelForm):
    class Meta:
        model = Reviewer
        fields = ["years_of_experience", "prior_ai_evaluation", "subspecialty"]


class ManyFilesInput(forms.ClearableFileInput):
    allow_multiple_selected = True


class ManyFilesField(forms.FileField):
    widget = ManyFilesInput

    def clean(self, data, initial=None):
        files = data if isinstance(data, list | tuple) else [data]
        return [super(ManyFilesField, self).clean(file, initial) for file in files]


class PairsField(forms.CharField):
    """One `name=value` a line, as a mapping."""

    widget = forms.Textarea

    def __init__(self, **kwargs):
        super().__init__(required=False, widget=forms.Textarea(attrs={"rows": 2}), **kwargs)

    def clean(self, value):
        lines = [line.strip() for line in super().clean(value).splitlines() if line.strip()]
        for line in lines:
            if "=" not in line:
                raise forms.ValidationError(
                    _("“%(line)s” is not of the form name=value."), params={"line": line}
                )
        pairs = (line.split("=", 1) for line in lines)
        return {name.strip(): value.strip() for name, value in pairs}


class ImportForm(forms.Form):
    """Files, and what the app cannot know about them."""

    files = ManyFilesField(
        label=_("Files with the transcripts"),
        help_text=_("JSON Lines, JSON or CSV. With a cases file: one outputs file per arm."),
    )
    cases = forms.FileField(
        label=_("Cases file"),
        required=False,
        help_text=_("What all arms answered, joined on the case's id. Leave empty otherwise."),
    )
    arm = forms.CharField(label=_("Arm of rows that name none"), required=False, max_length=100)
    default_condition = forms.CharField(
        label=_("Condition of rows that name none"), required=False, max_length=60
    )
    system_messages = forms.ChoiceField(
        label=_("System messages"),
        choices=[
            ("drop", _("leave out (they often name the system)")),
            ("keep", _("show to reviewers")),
        ],
    )
    skip_failed = forms.BooleanField(label=_("Skip outputs that failed"), required=False)
    id_prefix = forms.CharField(
        label=_("Put before every id"),
        required=False,
        max_length=60,
        help_text=_("Where ids are unique only within their file. {file} stands for its name."),
    )
    encoding = forms.CharField(
        label=_("Encoding"),
        required=False,
        max_length=30,
        help_text=_("Only where the preview shows wrong characters, such as gb18030."),
    )
    fields_by_name = PairsField(
        label=_("Field names"), help_text=_("One a line, such as id=prompt_id")
    )
    roles = PairsField(label=_("Who is who"), help_text=_("One a line, such as user=clinician"))

    def clean_fields_by_name(self):
        names = self.cleaned_data["fields_by_name"]
        try:
            FieldNames().with_overrides(names)
        except ImportRefused as refusal:
            raise forms.ValidationError([str(problem) for problem in refusal.problems]) from None
        return names

    def upload(self) -> Upload:
        given = self.cleaned_data
        cases = given["cases"]
        return Upload(
            outputs=[NamedBytes(file.name, file.read()) for file in given["files"]],
            cases=NamedBytes(cases.name, cases.read()) if cases else None,
            fields=given["fields_by_name"],
            roles=given["roles"],
            choices={
                "arm": given["arm"] or None,
                "default_condition": given["default_condition"] or None,
                "system_messages": given["system_messages"],
                "skip_failed": given["skip_failed"],
                "id_prefix": given["id_prefix"],
                "encoding": given["encoding"] or None,
            },
        )
