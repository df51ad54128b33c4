"""A file of ratings and what it means, for one answer; nothing of it is kept."""

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from raters.forms import refuse_large
from raters.reliability.files import FileOptions, FileRefused, read_ratings
from raters.reliability.files.options import levels_of

# What a page can answer while somebody waits; the command line has no limit.
MOST_RATINGS = 50_000
MOST_GROUPS = 20

LEVELS = [
    ("", _("told by the scores")),
    ("nominal", _("nominal: categories without order")),
    ("ordinal", _("ordinal: ordered categories")),
    ("interval", _("interval: distances count")),
]


class ReliabilityFileForm(forms.Form):
    """`found` is the RatingsFile once the form is valid."""

    file = forms.FileField(
        label=_("File"), help_text=_("CSV, TSV, XLSX, JSON Lines or JSON, with names of columns.")
    )
    item = forms.CharField(label=_("Column of the items"), required=False)
    rater = forms.CharField(
        label=_("Column of the raters"),
        required=False,
        help_text=_("In a wide table the raters' own columns, with commas; empty for all others."),
    )
    score = forms.CharField(label=_("Column of the scores"), required=False)
    wide = forms.BooleanField(
        label=_("Wide: a row for each item, a column for each rater"), required=False
    )
    level = forms.ChoiceField(label=_("Level of measurement"), choices=LEVELS, required=False)
    levels = forms.CharField(
        label=_("All points of the scale, ascending"),
        required=False,
        help_text=_("Such as 0,1,2 or NOT MET,PARTIALLY MET,MET."),
    )
    by = forms.CharField(label=_("Each value of this column on its own"), required=False)
    case = forms.CharField(label=_("Column of the case that items share"), required=False)
    controls = forms.CharField(
        label=_("Column that marks planted items"),
        required=False,
        help_text=_(
            "These rows enter no coefficient. It may hold the expected score: 2, 0-1, 0|2."
        ),
    )
    anonymous_raters = forms.BooleanField(
        label=_("Raters are anonymous or change from item to item"), required=False
    )
    target = forms.FloatField(
        label=_("Target that the interval should reach"), required=False, min_value=-1, max_value=1
    )
    encoding = forms.CharField(label=_("Encoding, where it is not UTF-8"), required=False)

    def clean_file(self):
        file = self.cleaned_data["file"]
        refuse_large(file)
        return file

    def clean(self):
        given = super().clean()
        if self.errors:
            return given
        try:
            self.found = _read(given)
        except FileRefused as refusal:
            self.add_error("file", refusal.phrase.through(gettext))
            return given
        _refuse_what_takes_too_long(self.found)
        return given


def _read(given: dict):
    names = ("item", "rater", "score", "by", "case", "controls", "level", "encoding")
    options = FileOptions(
        wide=given["wide"],
        anonymous_raters=given["anonymous_raters"],
        levels=levels_of(given["levels"]),
        **{name: given[name] or None for name in names},
    )
    return read_ratings(given["file"].read(), name=given["file"].name, options=options)


def _refuse_what_takes_too_long(found) -> None:
    if sum(group.n_cells for group in found.groups) > MOST_RATINGS:
        raise forms.ValidationError(
            _("More than %(limit)s ratings take too long here. Use manage.py reliability."),
            params={"limit": MOST_RATINGS},
        )
    if len(found.groups) > MOST_GROUPS:
        raise forms.ValidationError(
            _("More than %(limit)s groups take too long here. Use manage.py reliability."),
            params={"limit": MOST_GROUPS},
        )
