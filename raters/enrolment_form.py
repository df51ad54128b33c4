"""What a reviewer is asked at her first sign-in."""

from django import forms
from django.utils.translation import gettext_lazy as _

from raters.models import Reviewer
from raters.models.panel import digest_of

YES_OR_NO = (("", "-"), ("True", _("yes")), ("False", _("no")))


class EnrolmentForm(forms.ModelForm):
    """Her experience where the study asks for it, and her consent where there is a text."""

    consents = forms.BooleanField(
        label=_("I have read this and take part of my own will."),
        error_messages={"required": _("Without consent you cannot take part; close the page.")},
    )

    shown_consent = forms.CharField()
    years_of_experience = forms.IntegerField(
        label=_("Years of clinical experience"), min_value=0, max_value=80
    )
    prior_ai_evaluation = forms.TypedChoiceField(
        label=_("Have you evaluated AI before?"),
        choices=YES_OR_NO,
        coerce=lambda answer: answer == "True",
        error_messages={"required": _("Choose yes or no.")},
    )

    class Meta:
        model = Reviewer
        fields = ["years_of_experience", "prior_ai_evaluation", "subspecialty"]

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        design = self.instance.study.design
        self.consent = design.consent
        unasked = [] if self.consent else ["consents", "shown_consent"]
        if not design.asks_metadata:
            unasked += self.Meta.fields
        for name in unasked:
            del self.fields[name]

    @property
    def digest(self) -> str:
        """Of the text as it is shown now."""
        return digest_of(self.consent)

    def clean_shown_consent(self):
        """What was read is what is stored: until the lock an admin can still change the text."""
        if self.cleaned_data["shown_consent"] != self.digest:
            raise forms.ValidationError(
                _("The text has changed since you opened this page. Please read it again.")
            )
