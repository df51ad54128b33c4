"""One question as form fields. The rating page composes them; a preview can do the same."""

from django import forms
from django.utils.translation import gettext_lazy as _

from rubrics.asked import AskedQuestion

SUPPORTS, CONTRADICTS = "supports", "contradicts"


class CitationForm(forms.Form):
    """A cited turn, and the words in it if the citation is a quote."""

    turn = forms.IntegerField(label=_("Turn"), required=False, min_value=1)
    quote = forms.CharField(
        label=_("Quote"),
        required=False,
        max_length=20000,
        widget=forms.Textarea(attrs={"rows": 1, "placeholder": _("exact words, or empty")}),
    )
    stance = forms.ChoiceField(
        label=_("This evidence"),
        choices=[(SUPPORTS, _("supports")), (CONTRADICTS, _("contradicts"))],
        initial=SUPPORTS,
    )

    @property
    def is_blank(self) -> bool:
        return not self.has_changed() or not (
            self.cleaned_data.get("turn") or self.cleaned_data.get("quote")
        )

    def clean(self):
        cleaned = super().clean()
        if cleaned.get("quote") and not cleaned.get("turn") and "turn" not in self.errors:
            self.add_error("turn", _("Say which turn this quote stands in."))
        return cleaned


CitationFormSet = forms.formset_factory(CitationForm, extra=1, max_num=40, absolute_max=60)


class QuestionForm(forms.Form):
    """The answer to one question, and a form set of the citations it rests on."""

    score = forms.TypedChoiceField(
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={
            "required": _("Choose an answer."),
            "invalid_choice": _("%(value)s is not on this scale. Choose one of the points shown."),
        },
    )

    def __init__(self, data=None, *, asked: AskedQuestion):
        super().__init__(data, prefix=asked.code)
        self.asked = asked
        self.fields["score"].choices = [(c.value, c.label) for c in asked.choices]
        self.citations = CitationFormSet(data, prefix=f"{asked.code}-evidence")

    def is_valid(self) -> bool:
        # Both are always asked, so that every gap is shown at once.
        return all([super().is_valid(), self.citations.is_valid(), self._is_cited()])

    def _is_cited(self) -> bool:
        if not self.asked.evidence_required or not self.citations.is_valid() or self.cited:
            return True
        self.add_error(None, _("Cite at least one turn for this answer."))
        return False

    @property
    def cited(self) -> list[CitationForm]:
        return [form for form in self.citations if not form.is_blank]

    def messages(self) -> list[str]:
        """Every fault of the answer and of its citations, in words."""
        forms = [self, *self.citations]
        lists = [texts for form in forms for texts in form.errors.values()]
        return [text for texts in [*lists, self.citations.non_form_errors()] for text in texts]

    @property
    def chosen(self) -> str:
        """The chosen point as it was posted, or empty."""
        value = self["score"].value()
        return "" if value is None else str(value)
