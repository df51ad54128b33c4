"""What an admin states about a study, step by step; each form holds what one page asks."""

from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext_lazy as _

from raters.forms import AddReviewersForm, RubricChoiceField
from raters.models import Arm, Design, PracticeDecision, Reviewer, Study
from rubrics.models import Rubric


class LinesField(forms.CharField):
    """One value a line, as a list without repetitions."""

    widget = forms.Textarea

    def prepare_value(self, value):
        return "\n".join(value) if isinstance(value, list) else value

    def clean(self, value):
        lines = (line.strip() for line in super().clean(value).splitlines())
        return list(dict.fromkeys(line for line in lines if line))


def few_lines(*names: str) -> dict[str, forms.Textarea]:
    return {name: forms.Textarea(attrs={"rows": 3}) for name in names}


class QuestionForm(forms.ModelForm):
    class Meta:
        model = Design
        fields = ["question", "claim", "not_claimed", "unit"]
        widgets = few_lines("question", "claim", "not_claimed")


class ArmForm(forms.ModelForm):
    class Meta:
        model = Arm
        fields = ["name", "kind", "receives", "output_format"]
        widgets = {
            "receives": forms.Textarea(attrs={"rows": 2}),
            "output_format": forms.Textarea(attrs={"rows": 2}),
        }


class ArmFormSet(forms.BaseModelFormSet):
    """The arms as one list; of its queryset it wants `n_items`. Who has items cannot be deleted."""

    def add_fields(self, form, index):
        super().add_fields(form, index)
        if getattr(form.instance, "n_items", 0):
            form.fields.pop("DELETE", None)

    def clean(self):
        super().clean()
        stored = {arm.name: arm.pk for arm in self.get_queryset()}
        stored = {name: pk for name, pk in stored.items() if pk not in self._to_be_deleted()}
        for form in self.forms:
            name = form.cleaned_data.get("name") if hasattr(form, "cleaned_data") else None
            if name and not self._should_delete_form(form):
                own = form.instance.pk or form.prefix
                if stored.setdefault(name, own) != own:
                    form.add_error("name", _("Another arm has this name."))

    def _to_be_deleted(self) -> set[int]:
        return {form.instance.pk for form in self.deleted_forms if form.instance.pk}


class ReferenceForm(forms.ModelForm):
    class Meta:
        model = Design
        fields = ["reference_role", "reference", "reference_from_arm"]
        widgets = few_lines("reference")

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["reference_from_arm"].queryset = self.instance.study.arms.all()
        self.fields["reference_from_arm"].empty_label = _("no, it is independent of the arms")


class RubricForm(forms.ModelForm):
    class Meta:
        model = Study
        fields = ["rubric"]
        field_classes = {"rubric": RubricChoiceField}

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["rubric"].queryset = Rubric.objects.filter(for_one_item=False)


class PanelForm(forms.ModelForm):
    strata = LinesField(
        label=_("Levels of expertise"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One a line, such as: resident, specialist, professor."),
    )

    class Meta:
        model = Design
        fields = ["panel_plan", "strata", "asks_metadata", "consent"]
        widgets = {
            "panel_plan": forms.Textarea(attrs={"rows": 3}),
            "consent": forms.Textarea(attrs={"rows": 5}),
        }
        help_texts = {
            "consent": _("Shown at the first sign-in, to be agreed to. Empty: nobody is asked."),
        }


class StratumForm(forms.ModelForm):
    """One reviewer's level; the levels are those that were planned."""

    class Meta:
        model = Reviewer
        fields = ["stratum"]

    def __init__(self, *args, strata: list[str] = (), **kwargs):
        super().__init__(*args, **kwargs)
        names = dict.fromkeys([*strata, *filter(None, [self.instance.stratum])])
        choices = [("", "-"), *((name, name) for name in names)]
        self.fields["stratum"].widget = forms.Select(choices=choices)


class AddToPanelForm(AddReviewersForm):
    """`levels` are those that were planned."""

    stratum = forms.ChoiceField(label=_("Level of expertise"), required=False)

    def __init__(self, *args, levels: Sequence[str], **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["stratum"].choices = [("", "-"), *((name, name) for name in levels)]


class ControlsForm(forms.ModelForm):
    """What is stated beside the planted items: hidden repeats, and when practice is passed."""

    class Meta:
        model = Design
        fields = ["repeats", "repeat_gap", "practice_pass_mark", "practice_attempts"]
        help_texts = {
            "practice_pass_mark": _(
                "Such as 0.8: eight of ten. Within an attempt her first answer to each item "
                "counts. Empty: practice is over when every item has an answer."
            ),
            "practice_attempts": _(
                "Whoever has used them up waits for your decision. Empty: not limited."
            ),
        }

    def clean_practice_pass_mark(self):
        mark = self.cleaned_data["practice_pass_mark"]
        if mark is not None and not 0 < mark <= 1:
            raise forms.ValidationError(_("It must be more than 0 and at most 1, such as 0.8."))
        return mark

    def clean_practice_attempts(self):
        attempts = self.cleaned_data["practice_attempts"]
        if attempts == 0:
            raise forms.ValidationError(_("At least one. Leave it empty if they are not limited."))
        return attempts

    def clean(self):
        given = super().clean()
        has_no_mark = "practice_pass_mark" in given and given["practice_pass_mark"] is None
        if has_no_mark and given.get("practice_attempts"):
            self.add_error(
                "practice_attempts",
                _("A number of attempts goes with a share that is asked for. State it, or none."),
            )
        return given

    def of_repeats(self):
        return [self["repeats"], self["repeat_gap"]]

    def of_practice(self):
        return [self["practice_pass_mark"], self["practice_attempts"]]


class AllocationForm(forms.ModelForm):
    """How items are shared out; `picked` are the ids of anchors chosen by hand."""

    picked = LinesField(
        label=_("Items picked as anchors"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("One id a line. Only where the app does not draw them."),
    )

    class Meta:
        model = Design
        fields = [
            "allocation",
            "cap",
            "per_item",
            "anchors_drawn",
            "n_anchors",
            "anchor_reason",
            "longest_run",
            "side_by_side",
            "strict_order",
        ]
        widgets = {"anchor_reason": forms.Textarea(attrs={"rows": 2})}
        help_texts = {
            "cap": _(
                "Everything she meets counts: anchors, shared items, controls and repeats. Side "
                "by side it counts pages. Empty: no limit."
            ),
            "n_anchors": _("How many the app draws. Side by side they are cases."),
            "anchor_reason": _("Printed in the report where they were picked by hand."),
            "longest_run": _("Empty: not limited."),
            "strict_order": _(
                "A reviewer opens only the item that is next. What she has submitted she can "
                "neither see again nor change, and nothing can be put off."
            ),
        }

    field_order = ["allocation", "cap", "per_item", "anchors_drawn", "n_anchors", "picked"]

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["n_anchors"].required = False
        anchors = self.instance.study.items.filter(is_anchor=True).order_by("source_id")
        if not self.instance.anchors_drawn:
            self.initial["picked"] = list(anchors.values_list("source_id", flat=True))

    def clean_n_anchors(self):
        return self.cleaned_data["n_anchors"] or 0

    def clean_picked(self):
        picked = self.cleaned_data["picked"]
        real = self.instance.study.items.real().filter(source_id__in=picked)
        unknown = sorted(set(picked) - set(real.values_list("source_id", flat=True)))
        if unknown:
            raise forms.ValidationError(
                _("No real item has the id %(id)s."), params={"id": ", ".join(unknown[:5])}
            )
        return picked


class ReliabilityForm(forms.ModelForm):
    class Meta:
        model = Design
        fields = [
            "statistic",
            "target",
            "target_reason",
            "width",
            "expected_icc",
            "rater_share",
            "leading_set",
            "hit_rate",
            "interim_looks",
        ]
        widgets = few_lines("target_reason")
        help_texts = {
            "target": _("Between 0 and 1, such as 0.75. The report holds the interval against it."),
            "expected_icc": _("What earlier studies or the pilot make likely; for the width."),
            "rater_share": _("Such as 0.05: how much of the variance is severity and leniency."),
            "interim_looks": _(
                "Each look is logged, and the report lists that looks were allowed."
            ),
        }


class JudgeForm(forms.ModelForm):
    class Meta:
        model = Design
        fields = ["judge", "judge_note", "adjudication_rule", "adjudicator"]
        widgets = few_lines("judge_note", "adjudication_rule")
        help_texts = {
            "adjudication_rule": _(
                "When are answers so far apart that somebody else decides, and how?"
            ),
            "adjudicator": _("Who that is: a name or a role, not one of the reviewers."),
        }


class LockForm(forms.Form):
    despite = forms.CharField(
        label=_("Why it is to be locked although the review found it not ready"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Printed in the report."),
    )


class PracticeDecisionForm(forms.Form):
    """What an admin decides about a reviewer who did not pass; `kinds` are those open now."""

    kind = forms.ChoiceField(label=_("Decision"), widget=forms.RadioSelect)
    reason = forms.CharField(
        label=_("Reason"),
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Stays in the log. The reviewer does not see it."),
    )

    def __init__(self, *args, kinds: Sequence[PracticeDecision.Kind], **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["kind"].choices = [(kind.value, kind.label) for kind in kinds]


class ReasonForm(forms.Form):
    """An amendment says why."""

    reason = forms.CharField(label=_("Reason"), widget=forms.Textarea(attrs={"rows": 2}))


class LateReviewerForm(ReasonForm):
    """Her level is one of those that the protocol plans."""

    stratum = forms.ChoiceField(label=_("Level of expertise"), required=False)

    def __init__(self, *args, study: Study, **kwargs):
        super().__init__(*args, **kwargs)
        planned = study.design.strata
        self.fields["stratum"].choices = [("", "-"), *((name, name) for name in planned)]


class PilotForm(forms.Form):
    """Who tries the rubric out, and on how many items."""

    n_items = forms.IntegerField(
        label=_("Real items"),
        min_value=1,
        initial=5,
        help_text=_("Drawn at random; all controls come with them."),
    )
    reviewers = forms.ModelMultipleChoiceField(
        label=_("Reviewers"), queryset=Reviewer.objects.none(), widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args, study: Study, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["reviewers"].queryset = study.reviewers.on_the_panel()
