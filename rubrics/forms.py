"""The rubric editor's forms: each holds a part of the document and gives it back."""

from django import forms
from django.utils.translation import gettext_lazy as _

from rubrics import editing


def text_area(rows: int = 2, **attributes) -> forms.Textarea:
    return forms.Textarea(attrs={"rows": rows, **attributes})


class HeadForm(forms.Form):
    """What holds for the whole rubric."""

    title = forms.CharField(label=_("Title"), required=False)
    language = forms.CharField(label=_("Language"), required=False)
    source = forms.CharField(label=_("Source"), required=False, strip=False, widget=text_area())
    guidance = forms.CharField(
        label=_("Guidance for reviewers"), required=False, strip=False, widget=text_area(6)
    )
    own_criteria = forms.BooleanField(
        label=_("Made for criteria that items bring themselves"), required=False
    )
    rule = forms.ChoiceField(
        label=_("Scoring rule for criteria"),
        required=False,
        choices=[
            ("points", _("points: sum over maximum")),
            ("healthbench", _("healthbench: met points over the sum of positive points")),
        ],
    )
    half_points = forms.ChoiceField(
        label=_("Half points"),
        required=False,
        choices=[("rounded", _("rounded half up")), ("exact", _("exact"))],
    )
    pass_mark = forms.CharField(
        label=_("Pass mark"), required=False, help_text=_("A share from 0 to 1, or empty.")
    )
    partial = forms.ChoiceField(
        label=_("PARTIALLY MET"),
        required=False,
        choices=[("", _("as usual for the rule")), ("yes", _("offered")), ("no", _("not offered"))],
    )
    conjunctive = forms.ChoiceField(
        label=_("Criteria of several parts"),
        required=False,
        choices=[
            ("strict", _("strict: an unmet part allows only NOT MET")),
            ("most_parts", _("most parts: an unmet part allows PARTIALLY MET at most")),
        ],
    )
    composite = forms.CharField(
        label=_("Composite"), required=False, help_text=_("Its name, or empty for none.")
    )
    grades = forms.CharField(
        label=_("Grades"),
        required=False,
        strip=False,
        widget=text_area(),
        help_text=_("One a line: grade | from | label | text"),
    )
    deviations = forms.CharField(
        label=_("Deviation tags"),
        required=False,
        strip=False,
        widget=text_area(),
        help_text=_("One a line: TAG | label | text | severities, separated by commas"),
    )
    highlights = forms.BooleanField(label=_("Ask for highlights"), required=False)
    training_feedback = forms.BooleanField(label=_("Ask for training feedback"), required=False)
    correlations = forms.CharField(
        label=_("Expected correlations"),
        required=False,
        strip=False,
        widget=text_area(),
        help_text=_("One a line: key ~ key | high, moderate, low or negative | why"),
    )

    @staticmethod
    def fields_of(document: dict) -> dict:
        scoring, composite = document.get("scoring", {}), document.get("composite", {})
        partial = {True: "yes", False: "no"}.get(scoring.get("partial"), "")
        plain = ("title", "language", "source", "guidance", "own_criteria", "conjunctive")
        return {name: document[name] for name in plain if name in document} | {
            "rule": scoring.get("rule", "points"),
            "half_points": scoring.get("half_points", "rounded"),
            "pass_mark": scoring.get("pass_mark", ""),
            "partial": partial,
            "composite": composite.get("label", ""),
            "grades": editing.grades_text(composite.get("grades", [])),
            "deviations": editing.deviations_text(document.get("deviations", [])),
            "highlights": document.get("highlights", False),
            "training_feedback": document.get("training_feedback", False),
            "correlations": editing.correlations_text(document.get("correlations", [])),
        }

    def document(self) -> dict:
        given = self.cleaned_data
        plain = (
            "title",
            "language",
            "source",
            "guidance",
            "own_criteria",
            "conjunctive",
            "highlights",
            "training_feedback",
        )
        return editing.without_empty({name: given[name] for name in plain}) | (
            editing.without_empty(
                {
                    "scoring": self._scoring(),
                    "composite": self._composite(),
                    "deviations": editing.deviations_from(given["deviations"]),
                    "correlations": editing.correlations_from(given["correlations"]),
                }
            )
        )

    def _scoring(self) -> dict:
        given = self.cleaned_data
        scoring = {"rule": given["rule"] or "points"}
        scoring["half_points"] = given["half_points"] or "rounded"
        if given["pass_mark"]:
            scoring["pass_mark"] = editing.number(given["pass_mark"])
        if given["partial"]:
            scoring["partial"] = given["partial"] == "yes"
        return scoring

    def _composite(self) -> dict:
        given = self.cleaned_data
        grades = editing.grades_from(given["grades"])
        if not given["composite"] and not grades:
            return {}
        return {"label": given["composite"]} | editing.without_empty({"grades": grades})


class ConditionForm(forms.Form):
    key = forms.CharField(label=_("Key"), required=False)
    label = forms.CharField(label=_("Label"), required=False)
    text = forms.CharField(label=_("Explanation"), required=False, strip=False, widget=text_area(1))


class DescriptorForm(forms.Form):
    at = forms.CharField(label=_("Point or band"), required=False)
    when = forms.CharField(label=_("Condition"), required=False)
    text = forms.CharField(label=_("Descriptor"), required=False, strip=False, widget=text_area())
    examples = forms.CharField(
        label=_("Examples"),
        required=False,
        strip=False,
        widget=text_area(1),
        help_text=_("One a line."),
    )

    @staticmethod
    def fields_of(row: dict) -> dict:
        return {
            "at": editing.band_text(row.get("at", "")),
            "when": row.get("when", ""),
            "text": row.get("text", ""),
            "examples": "\n".join(row.get("examples", [])),
        }

    @property
    def says_something(self) -> bool:
        return any(self.cleaned_data.get(name) for name in ("at", "when", "text", "examples"))

    def document(self) -> dict:
        given = self.cleaned_data
        return {"at": editing.band(given["at"]), "text": given["text"]} | editing.without_empty(
            {"when": given["when"], "examples": editing.lines(given["examples"])}
        )


ConditionFormSet = forms.formset_factory(ConditionForm, extra=1, max_num=30)
DescriptorFormSet = forms.formset_factory(DescriptorForm, extra=1, max_num=120)


class QuestionEditForm(forms.Form):
    """One question of any kind; `descriptors` is the form set of a dimension's points."""

    kind = forms.ChoiceField(
        choices=[
            ("dimension", _("dimension")),
            ("criterion", _("criterion")),
            ("tiers", _("tier set")),
        ],
        widget=forms.HiddenInput,
    )
    key = forms.CharField(label=_("Key"), required=False)
    label = forms.CharField(label=_("Label"), required=False)
    text = forms.CharField(label=_("Question"), required=False, strip=False, widget=text_area())
    conditions = forms.CharField(
        label=_("Asked only in"), required=False, help_text=_("Keys, separated by commas.")
    )
    tags = forms.CharField(
        label=_("Tags"), required=False, help_text=_("Separated by commas; reviewers see none.")
    )
    evidence_optional = forms.BooleanField(label=_("Evidence is optional"), required=False)

    scale_min = forms.CharField(label=_("Lowest point"), required=False)
    scale_max = forms.CharField(label=_("Highest point"), required=False)
    lower_is_better = forms.BooleanField(label=_("Lower is better"), required=False)
    comparative = forms.BooleanField(
        label=_("Judged beside the other answers to the same case"), required=False
    )
    weight = forms.CharField(label=_("Weight in the composite"), required=False)
    checkpoints = forms.CharField(
        label=_("What to look at"),
        required=False,
        strip=False,
        widget=text_area(),
        help_text=_("One a line."),
    )
    coverage = forms.CharField(
        label=_("Checklist coverage suggests"),
        required=False,
        strip=False,
        widget=text_area(),
        help_text=_("One a line: share | band, such as 0.8 | 7-8"),
    )

    points = forms.CharField(label=_("Points"), required=False)
    avoidance = forms.BooleanField(
        label=_("Avoidance: MET means it did not happen"), required=False
    )
    safety_critical = forms.BooleanField(label=_("Safety-critical"), required=False)
    emergency = forms.BooleanField(label=_("Emergency"), required=False)
    parts = forms.CharField(
        label=_("Parts"),
        required=False,
        strip=False,
        widget=text_area(),
        help_text=_("One a line."),
    )
    levels = forms.CharField(
        label=_("Levels, best first"),
        required=False,
        strip=False,
        widget=text_area(4),
        help_text=_("One a line: text | points"),
    )

    OF_KIND = {
        "dimension": (
            "scale_min",
            "scale_max",
            "lower_is_better",
            "comparative",
            "weight",
            "checkpoints",
            "coverage",
        ),
        "criterion": ("points", "avoidance", "safety_critical", "emergency", "parts"),
        "tiers": ("levels",),
    }
    SHARED = ("key", "label", "text", "conditions", "tags", "evidence_optional")

    def __init__(self, data=None, *, prefix: str, initial: dict | None = None):
        super().__init__(data, prefix=prefix, initial=initial)
        self.descriptors = DescriptorFormSet(
            data, prefix=f"{prefix}-points", initial=(initial or {}).get("descriptors")
        )

    @property
    def chosen_kind(self) -> str:
        return self["kind"].value() or "dimension"

    @property
    def rows_that_count(self) -> list[DescriptorForm]:
        """The descriptors as the document numbers them: blank rows are no part of it."""
        return [row for row in self.descriptors if not row.is_bound or row.says_something]

    def shown_fields(self):
        return [self[name] for name in (*self.SHARED, *self.OF_KIND[self.chosen_kind])]

    @classmethod
    def fields_of(cls, row: dict) -> dict:
        scale = row.get("scale", {})
        if row.get("kind", "dimension") not in cls.OF_KIND:
            raise ValueError(row.get("kind"))
        return {
            "kind": row.get("kind", "dimension"),
            "key": row.get("key", ""),
            "label": row.get("label", ""),
            "text": row.get("text", ""),
            "conditions": ", ".join(row.get("conditions", [])),
            "tags": ", ".join(row.get("tags", [])),
            "evidence_optional": row.get("evidence") == "optional",
            "scale_min": scale.get("min", ""),
            "scale_max": scale.get("max", ""),
            "lower_is_better": row.get("better") == "lower",
            "comparative": row.get("comparative", False),
            "weight": row.get("weight", ""),
            "checkpoints": "\n".join(row.get("checkpoints", [])),
            "coverage": editing.coverage_text(row.get("coverage", [])),
            "points": row.get("points", 1),
            "avoidance": row.get("polarity") == "avoidance",
            "safety_critical": row.get("safety_critical", False),
            "emergency": row.get("emergency", False),
            "parts": "\n".join(row.get("parts", [])),
            "levels": editing.levels_text(row.get("levels", [])),
            "descriptors": [DescriptorForm.fields_of(each) for each in row.get("descriptors", [])],
        }

    def is_valid(self) -> bool:
        return all([super().is_valid(), self.descriptors.is_valid()])

    def document(self) -> dict:
        given = self.cleaned_data
        shared = {"key": given["key"], "kind": given["kind"], "label": given["label"]}
        shared |= editing.without_empty(
            {
                "text": given["text"],
                "conditions": _listed(given["conditions"]),
                "tags": _listed(given["tags"]),
                "evidence": "optional" if given["evidence_optional"] else "",
            }
        )
        own = {"dimension": self._dimension, "criterion": self._criterion, "tiers": self._tiers}
        return shared | own[given["kind"]]()

    def _dimension(self) -> dict:
        given = self.cleaned_data
        scale = {
            "min": editing.number(given["scale_min"]),
            "max": editing.number(given["scale_max"]),
        }
        rows = [form.document() for form in self.rows_that_count]
        return (
            {"scale": scale}
            | editing.without_empty(
                {
                    "better": "lower" if given["lower_is_better"] else "",
                    "comparative": given["comparative"],
                    "weight": editing.number(given["weight"]) if given["weight"] else "",
                    "checkpoints": editing.lines(given["checkpoints"]),
                    "coverage": editing.coverage_from(given["coverage"]),
                }
            )
            | {"descriptors": rows}
        )

    def _criterion(self) -> dict:
        given = self.cleaned_data
        return {"points": editing.number(given["points"])} | editing.without_empty(
            {
                "polarity": "avoidance" if given["avoidance"] else "",
                "safety_critical": given["safety_critical"],
                "emergency": given["emergency"],
                "parts": editing.lines(given["parts"]),
            }
        )

    def _tiers(self) -> dict:
        return {"levels": editing.levels_from(self.cleaned_data["levels"])}


def _listed(text: str) -> list[str]:
    return [each.strip() for each in text.split(",") if each.strip()]
