"""What those who run studies put in, checked and handed on as domain values."""

from django import forms
from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from raters.design.precision import InvalidPlan, icc_curves, icc_items_for
from raters.importing.options import FieldNames
from raters.importing.pending import Upload
from raters.importing.problems import ImportRefused
from raters.importing.reading import NamedBytes
from raters.models import Reviewer, Study
from raters.states import Action, permits
from rubrics.models import Rubric


class RubricChoiceField(forms.ModelChoiceField):
    """Says which rubrics compare outputs: they need a study that shows them side by side."""

    def label_from_instance(self, obj: Rubric) -> str:
        if any(question.get("comparative") for question in obj.document.get("questions", [])):
            return gettext("%(rubric)s (needs side by side)") % {"rubric": obj}
        return str(obj)


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
            "consistency",
            "is_rehearsal",
        ]
        field_classes = {"rubric": RubricChoiceField}
        widgets = {"instructions": forms.Textarea(attrs={"rows": 3})}
        help_texts = {"slug": _("For addresses of admins and file names; a-z, 0-9 and hyphens.")}

    # Items were checked against these; changed later, keys and orders would no longer fit.
    FIXED_ONCE_THERE_ARE_ITEMS = ("slug", "rubric", "is_rehearsal")

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["rubric"].queryset = Rubric.objects.filter(for_one_item=False)
        if self.instance.pk and not permits(self.instance.state, Action.CHANGE_DESIGN):
            for field in self.fields.values():
                field.disabled = True
        if self.instance.pk and self.instance.items.exists():
            for name in self.FIXED_ONCE_THERE_ARE_ITEMS:
                self.fields[name].disabled = True
                self.fields[name].help_text = _("Fixed, since the study has items.")


class PrecisionForm(forms.Form):
    """What is expected of a panel; `plan` answers how many items give the wanted interval."""

    rho = forms.FloatField(label=_("Expected ICC(2,1)"), initial=0.6)
    n_reviewers = forms.IntegerField(label=_("Reviewers"), initial=5)
    rater_share = forms.FloatField(
        label=_("Share of the variance that lies between reviewers"), initial=0.05
    )
    width = forms.FloatField(label=_("Wanted width of the 95% interval"), initial=0.2)

    def clean(self):
        given = super().clean()
        self.plan = None
        if not self.errors:
            try:
                self.plan = icc_items_for(**given)
                panel = {"rater_share": given["rater_share"]}
                self.curves = icc_curves(given["rho"], reviewers=(3, 5, 8, 12), **panel)
            except InvalidPlan as refusal:
                name = refusal.field if refusal.field in self.fields else None
                self.add_error(name, refusal.phrase.through(gettext))
        return given


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
        found = [super(ManyFilesField, self).clean(file, initial) for file in files or [None]]
        for file in found:
            refuse_large(file)
        return found


def refuse_large(file) -> None:
    """Django's own limit counts form fields and leaves files out."""
    if file.size > settings.MAX_UPLOAD_MB * 1024 * 1024:
        raise forms.ValidationError(
            _("%(name)s is larger than %(limit)s MB."),
            params={"name": file.name, "limit": settings.MAX_UPLOAD_MB},
        )


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
        validators=[refuse_large],
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
