"""What is typed into a message, checked."""

from django import forms
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

from raters.models import Study

MOST_CHARACTERS = 5000
# The hint stands in templates/raters/_ask_form.html.
DESCRIBED = {"aria-describedby": "ask-hint"}
# Longer than any pseudonym.
EVERYBODY = "the-whole-panel"


class WordsField(forms.CharField):
    """Too long a text is refused and never cut: a limit on the field itself would cut it."""

    def __init__(self, *, label, rows: int = 3, **attrs):
        super().__init__(
            label=label,
            widget=forms.Textarea(attrs={"rows": rows} | attrs),
            validators=[MaxLengthValidator(MOST_CHARACTERS)],
            error_messages={"required": _("Write something first: nothing was sent.")},
        )


class ToTheStudyForm(forms.Form):
    """A reviewer's. It may stand beside the form of a rating, so its ids are its own."""

    def __init__(self, data=None):
        super().__init__(data, auto_id="ask_%s")


class QuestionForm(ToTheStudyForm):
    text = WordsField(label=_("Your question"), **DESCRIBED)


class NoteForm(ToTheStudyForm):
    """About no item."""

    text = WordsField(label=_("Your message"), **DESCRIBED)


class AnswerForm(forms.Form):
    text = WordsField(label=_("Your reply"), rows=5)


class MessageForm(forms.Form):
    """`to` becomes the reviewer, or None for the whole panel."""

    to = forms.ChoiceField(label=_("To"))
    text = WordsField(label=_("Message"), rows=5)

    def __init__(self, *args, study: Study, **kwargs):
        super().__init__(*args, **kwargs)
        self.panel = {one.pseudonym: one for one in study.reviewers.on_the_panel()}
        everybody = (EVERYBODY, _("the whole panel, also those who are added later"))
        self.fields["to"].choices = [everybody, *((name, name) for name in self.panel)]

    def clean_to(self):
        return self.panel.get(self.cleaned_data["to"])
