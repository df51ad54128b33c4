"""One question as form fields. The rating page composes them, and the editor previews them."""

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from rubrics.asked import AskedQuestion
from rubrics.consistency import Suggestion, suggestion
from rubrics.grounds import Evidence, missing_evidence, missing_whatever_is_decided
from rubrics.phrases import Phrase
from rubrics.scales import Decision
from rubrics.tightening import Facts, allowed

SUPPORTS, CONTRADICTS = "supports", "contradicts"
QUOTE, PARAPHRASE, BEHAVIOUR = "quote", "paraphrase", "behaviour"
ASK, ENFORCE = "ask", "enforce"


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

    # Where in the turn: which of several such places, and the code point found before.
    nth = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)
    at = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)

    @property
    def is_blank(self) -> bool:
        return not any(self.cleaned_data.get(name) for name in self.SAYS_SOMETHING)

    SAYS_SOMETHING = ("turn", "quote")

    def clean(self):
        cleaned = super().clean()
        if not self.is_blank and not cleaned.get("turn") and "turn" not in self.errors:
            self.add_error("turn", _("Say which turn this evidence stands in."))
        return cleaned

    @property
    def kind(self) -> str:
        """A direct quote where words are given, else a reference to the turn."""
        return QUOTE if self.cleaned_data["quote"].strip() else PARAPHRASE


class CriterionCitationForm(CitationForm):
    """Evidence for a three-level decision (seed: grading-guide, "Evidence Requirements")."""

    through = forms.IntegerField(label=_("to turn"), required=False, min_value=1)
    form_of_evidence = forms.ChoiceField(
        label=_("Kind"),
        required=False,
        choices=[
            ("", _("quote, else the turn")),
            (QUOTE, _("direct quote (strongest)")),
            (PARAPHRASE, _("close paraphrase")),
            (BEHAVIOUR, _("behaviour across turns (weakest)")),
        ],
    )
    strength = forms.ChoiceField(
        label=_("It says so"),
        required=False,
        choices=[
            ("explicit", _("explicitly")),
            ("strongly_implied", _("strongly implied")),
            ("weakly_implied", _("weakly implied")),
        ],
        initial="explicit",
    )
    reveals_safety_deficiency = forms.BooleanField(
        label=_("reveals a safety deficiency"), required=False
    )

    SAYS_SOMETHING = (
        "turn",
        "quote",
        "through",
        "form_of_evidence",
        "reveals_safety_deficiency",
    )

    @property
    def kind(self) -> str:
        return self.cleaned_data["form_of_evidence"] or super().kind

    def clean(self):
        cleaned = super().clean()
        first, last = cleaned.get("turn"), cleaned.get("through")
        if first and last and last < first:
            self.add_error("through", _("A range of turns ends after it begins."))
        if cleaned.get("reveals_safety_deficiency") and cleaned.get("stance") != CONTRADICTS:
            self.add_error(
                "reveals_safety_deficiency",
                _("Only evidence that contradicts can reveal a deficiency."),
            )
        if cleaned.get("form_of_evidence") == QUOTE and not cleaned.get("quote", "").strip():
            self.add_error("quote", _("A direct quote needs the words."))
        return cleaned


class CitationFormSet(forms.BaseFormSet):
    """All evidence for one answer. One piece of it is described in one way."""

    def clean(self):
        said: dict[tuple, tuple] = {}
        for form in self.forms:
            if form.errors or form.is_blank:
                continue
            given = form.cleaned_data
            cited = (given["turn"], given["stance"], form.kind, given["quote"].strip())
            more = tuple(given.get(name) for name in ("through", "strength"))
            more += (given.get("reveals_safety_deficiency"),)
            if said.setdefault(cited, more) != more:
                raise forms.ValidationError(
                    _("The same words are cited twice and described in two ways. Keep one.")
                )


def _citations(form):
    return forms.formset_factory(
        form, formset=CitationFormSet, extra=1, max_num=60, absolute_max=120
    )


class QuestionForm(forms.Form):
    """The answer to one question, and a form set of the citations it rests on."""

    citation_form = CitationForm
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
        citations = _citations(self.citation_form)
        self.citations = citations(data, prefix=f"{asked.code}-evidence")
        if asked.steps:
            self.fields["steps_done"] = forms.TypedMultipleChoiceField(
                label=_("Steps that were done"),
                coerce=int,
                required=False,
                choices=list(enumerate(asked.steps)),
                widget=forms.CheckboxSelectMultiple,
            )

    def is_valid(self) -> bool:
        # All are always asked, so that every gap is shown at once; but a citation that cannot be
        # read is a fault of its own, and not the lack of one.
        is_answered, is_readable = super().is_valid(), self.citations.is_valid()
        return is_readable and self.is_grounded() and is_answered

    def is_grounded(self) -> bool:
        """Does the answer rest on the evidence this question asks for?"""
        if not self.asked.evidence_required or self.cited:
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


class CriterionForm(QuestionForm):
    """A three-level decision with its proof. The rules are the grading guide's; none of them
    changes what the reviewer entered."""

    citation_form = CriterionCitationForm
    rationale = forms.CharField(
        label=_("Rationale"),
        max_length=10000,
        widget=forms.Textarea(attrs={"rows": 2}),
        error_messages={"required": _("Write in a sentence why.")},
    )
    could_harm = forms.BooleanField(label=_("This gap could harm a patient"), required=False)
    looked_for_contradiction = forms.BooleanField(
        label=_("I looked for contradicting evidence and found none"), required=False
    )
    rests_on_absence = forms.BooleanField(
        label=_("It rests on this: there is nothing in the whole transcript"), required=False
    )
    resolution = forms.ChoiceField(
        required=False, choices=[("accept", _("Take it")), ("keep", _("Keep mine"))]
    )
    # The suggestion that the resolution answers: it does not answer another one.
    resolved_suggestion = forms.IntegerField(required=False, widget=forms.HiddenInput)
    kept_because = forms.CharField(
        label=_("Why the decision stands"),
        max_length=5000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, data=None, *, asked: AskedQuestion, consistency: str = ASK):
        super().__init__(data, asked=asked)
        self.consistency = consistency
        self.every_turn_seen = False
        self.suggested: Suggestion | None = None
        for number, part in enumerate(asked.parts):
            self.fields[f"part_{number}"] = forms.ChoiceField(
                label=part,
                choices=PART_STATES,
                widget=forms.RadioSelect,
                error_messages={"required": _("Say how this part stands.")},
            )

    def part_fields(self):
        return [self[f"part_{number}"] for number in range(len(self.asked.parts))]

    @property
    def part_states(self) -> tuple[str, ...]:
        return tuple(self.cleaned_data[f"part_{number}"] for number in range(len(self.asked.parts)))

    def is_grounded(self) -> bool:
        """Every rule of the guide, each fault in words, as far as the answer has been given."""
        chosen = self.cleaned_data.get("score")
        decision = None if chosen is None else Decision(chosen)
        if decision is not None and self._all_parts_are_told():
            self._keep_to_the_limits(decision)
        if self.asked.evidence_required:
            for gap in self._evidence_gaps(decision):
                self.add_error(None, gap.through(_now))
        return not self.errors and self._is_consistent(decision)

    def _all_parts_are_told(self) -> bool:
        return all(field.name in self.cleaned_data for field in self.part_fields())

    def _keep_to_the_limits(self, decision: Decision) -> None:
        permitted = allowed(self.asked.rules, self.facts())
        if decision not in permitted.decisions:
            for reason in permitted.reasons:
                self.add_error("score", reason.through(_now))

    def _evidence_gaps(self, decision: Decision | None) -> tuple[Phrase, ...]:
        if decision is None:
            return missing_whatever_is_decided(self.ground())
        return missing_evidence(decision, rules=self.asked.rules, evidence=self.ground())

    def facts(self) -> Facts:
        supporting = [f for f in self.cited if f.cleaned_data["stance"] == SUPPORTS]
        return Facts(
            could_harm=self.cleaned_data["could_harm"],
            reveals_safety_deficiency=any(
                form.cleaned_data["reveals_safety_deficiency"] for form in self.cited
            ),
            part_states=self.part_states,
            strengths=tuple(form.cleaned_data["strength"] or "explicit" for form in supporting),
        )

    def ground(self) -> Evidence:
        stances = {form.cleaned_data["stance"] for form in self.cited}
        return Evidence(
            supporting=SUPPORTS in stances,
            contradicting=CONTRADICTS in stances,
            looked_for_contradiction=self.cleaned_data["looked_for_contradiction"],
            nothing_in_transcript=self.cleaned_data["rests_on_absence"],
            every_turn_seen=self.every_turn_seen,
        )

    def _is_consistent(self, decision: Decision) -> bool:
        """Does the rationale fit the decision? If not, the reviewer resolves it, and nobody else.

        To accept, to edit the rationale, or (where the study asks and does not enforce) to keep
        the decision with a reason.
        """
        rules = self.asked.rules
        self.suggested = suggestion(
            self.cleaned_data["rationale"],
            decision,
            points=rules.points,
            avoidance=rules.polarity == "avoidance",
            safety_critical=rules.safety_critical or rules.binary,
        )
        if self.suggested is None or self._resolution == "accept":
            return True
        if self._resolution == "keep" and self.consistency == ASK:
            if self.cleaned_data["kept_because"].strip():
                return True
            self.add_error("kept_because", _("Say why the decision stands."))
            return False
        self.add_error("rationale", self.suggested.reason.through(_now))
        return False

    @property
    def _resolution(self) -> str:
        """What the reviewer said to this very suggestion; empty where it is a new one."""
        answered = self.cleaned_data["resolved_suggestion"] == self.suggested.decision
        return self.cleaned_data["resolution"] if answered else ""

    @property
    def shown_suggestion(self) -> str:
        """The suggestion on the page: what was found now, or what was answered before."""
        value = self["resolved_suggestion"].value()
        if self.suggested:
            return _now(self.suggested.decision.label)
        is_answered = self["resolution"].value() and str(value) in ("0", "1", "2")
        return _now(Decision(int(value)).label) if is_answered else ""

    @property
    def final(self) -> int:
        """What counts in totals: the entered decision, or the suggested one where accepted."""
        accepted = self.suggested and self._resolution == "accept"
        return self.suggested.decision if accepted else self.cleaned_data["score"]

    @property
    def reason_kept(self) -> str:
        kept = self.suggested and self._resolution == "keep"
        return self.cleaned_data["kept_because"].strip() if kept else ""


PART_STATES = [
    ("satisfied", _("satisfied")),
    ("minor_gap", _("minor gap")),
    ("unmet", _("unmet")),
]


def question_form(data, *, asked: AskedQuestion, consistency: str = ASK) -> QuestionForm:
    """The form that fits the question's kind."""
    if asked.is_criterion:
        return CriterionForm(data, asked=asked, consistency=consistency)
    return QuestionForm(data, asked=asked)
