"""One reviewer's answer to one item, checked and handed on as values."""

from dataclasses import replace

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from raters.answers import Answer, Answers, Citation, DeviationNote
from raters.blinding import BlindedItem
from raters.evidence import Place, find_quote
from raters.models import Rating
from rubrics.composite import DeviationKind, deviation_problem
from rubrics.drafting import whole_number
from rubrics.widgets import QUOTE, CitationForm, QuestionForm, question_form

MOST_ROWS = 60


class DeviationForm(forms.Form):
    """A point where the conversation went wrong, under one of the rubric's tags."""

    turn = forms.IntegerField(label=_("Turn"), required=False, min_value=1)
    tag = forms.ChoiceField(label=_("What went wrong"), required=False)
    severity = forms.ChoiceField(label=_("Severity"), required=False)
    detail = forms.CharField(
        label=_("Detail"), required=False, max_length=5000, widget=forms.Textarea(attrs={"rows": 1})
    )

    def __init__(self, *args, kinds: tuple[DeviationKind, ...] = (), last_turn: int = 0, **kwargs):
        super().__init__(*args, **kwargs)
        self.kinds = {kind.tag: kind for kind in kinds}
        self.last_turn = last_turn
        severities = dict.fromkeys(each for kind in kinds for each in kind.severities)
        tags = [(kind.tag, f"{kind.tag} - {kind.label}") for kind in kinds]
        self.fields["tag"].choices = [("", "-"), *tags]
        self.fields["severity"].choices = [("", "-"), *((each, each) for each in severities)]

    def clean(self):
        cleaned = super().clean()
        if self.errors or not self.has_changed():
            return cleaned
        for name in ("turn", "tag", "detail"):
            if not cleaned.get(name):
                self.add_error(name, _("A deviation needs a turn, a tag and a detail."))
        if (cleaned.get("turn") or 0) > self.last_turn:
            self.add_error("turn", no_such_turn(cleaned["turn"], last=self.last_turn))
        if kind := self.kinds.get(cleaned.get("tag")):
            problem = deviation_problem(kind, severity=cleaned.get("severity") or None)
            if problem:
                self.add_error("severity", problem.through(_now))
        return cleaned


DeviationFormSet = forms.formset_factory(DeviationForm, extra=1, max_num=60, absolute_max=80)


def no_such_turn(number: int, *, last: int) -> str:
    return _("There is no turn %(number)s; this transcript has turns 1 to %(last)s.") % {
        "number": number,
        "last": last,
    }


class RatingForm(forms.Form):
    """All questions of one item, the justification, and what the rubric asks besides.

    Bound to a draft it shows the words as they stood; `answers` is what a valid one holds.
    """

    base_revision = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    draft_version = forms.IntegerField(min_value=0, widget=forms.HiddenInput, required=False)
    attempt = forms.CharField(widget=forms.HiddenInput, required=False)
    read_whole_transcript = forms.BooleanField(
        label=_("I have read every turn of the transcript"), required=False
    )
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
    highlights = forms.CharField(
        label=_("What was done well?"),
        max_length=20000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("One point a line."),
    )
    training_feedback = forms.CharField(
        label=_("Feedback for training"),
        max_length=20000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("One point a line."),
    )

    def __init__(self, data=None, *, item: BlindedItem, initial=None):
        super().__init__(data, initial=initial)
        self.item = item
        self.questions = [
            question_form(data, asked=asked, consistency=item.consistency)
            for asked in item.questions
        ]
        self.deviations = self._deviations(data) if item.deviations else None
        if item.beside:
            self.fields["justification"].help_text = _(
                "Why these answers? Judge this output by the questions."
            )
        self._leave_out_what_is_not_asked()

    def _deviations(self, data):
        given = {"kinds": self.item.deviations, "last_turn": len(self.item.turns)}
        return DeviationFormSet(data, prefix="deviations", form_kwargs=given)

    def _leave_out_what_is_not_asked(self) -> None:
        if not self.item.asks_highlights:
            del self.fields["highlights"]
        if not self.item.asks_training_feedback:
            del self.fields["training_feedback"]
        # Each criterion has a rationale of its own; one more text would only repeat them.
        if self.item.questions and all(asked.is_criterion for asked in self.item.questions):
            del self.fields["justification"]

    @property
    def has_criteria(self) -> bool:
        return any(question.asked.is_criterion for question in self.questions)

    def optional_texts(self):
        names = ("what_would_change_it", "highlights", "training_feedback")
        return [self[name] for name in names if name in self.fields]

    def is_valid(self) -> bool:
        valid = [super().is_valid()]
        for question in self.questions:
            if question.asked.is_criterion:
                question.every_turn_seen = self.cleaned_data.get("read_whole_transcript", False)
            valid.append(question.is_valid())
        if self.deviations is not None:
            valid.append(self.deviations.is_valid())
        return self._citations_stand() and all(valid)

    def _citations_stand(self) -> bool:
        """Every cited turn exists and every quote stands in it, where they can be read."""
        self.citations = {
            question.asked.code: [self._citation(form) for form in question.cited]
            for question in self.questions
            if question.citations.is_valid()
        }
        return all(all(found) for found in self.citations.values())

    def _citation(self, form: CitationForm) -> Citation | None:
        given = form.cleaned_data
        number, words = given["turn"], given["quote"].strip()
        for name in ("turn", "through"):
            if given.get(name) and self.item.turn(given[name]) is None:
                form.add_error(name, no_such_turn(given[name], last=len(self.item.turns)))
                return None
        more = {
            "stance": given["stance"],
            "kind": form.kind,
            "through": given.get("through"),
            "strength": given.get("strength") or "explicit",
            "reveals_safety_deficiency": given.get("reveals_safety_deficiency", False),
        }
        if form.kind != QUOTE:
            return Citation(number, words, **more)
        place = self._place(given, words)
        if place is None:
            message = _(
                "These words do not stand in turn %(number)s. Copy them exactly, or leave the "
                "quote empty to cite the whole turn."
            )
            form.add_error("quote", message % {"number": number})
            return None
        return Citation(number, place.exact, place.start, **more)

    def _place(self, given: dict, words: str) -> Place | None:
        turn = self.item.turn(given["turn"])
        return find_quote(
            turn.text,
            words,
            nth=given["nth"] or 0,
            at=given["at"],
            is_marked_up=turn.is_marked_up,
        )

    def answers(self) -> Answers:
        texts = {
            name: self.cleaned_data.get(name, "").strip()
            for name in (
                "justification",
                "what_would_change_it",
                "highlights",
                "training_feedback",
            )
        }
        answers = tuple(self._answer(question) for question in self.questions)
        if "justification" not in self.fields:
            texts["justification"] = "\n".join(answer.rationale for answer in answers)
        return Answers(
            answers,
            **texts,
            read_whole_transcript=self.cleaned_data["read_whole_transcript"],
            deviations=tuple(self._noted_deviations()),
        )

    def _answer(self, question: QuestionForm) -> Answer:
        given = question.cleaned_data
        shared = {
            "code": question.asked.code,
            "value": given["score"],
            "citations": _each_once(self.citations[question.asked.code]),
            "steps_done": tuple(given.get("steps_done", ())),
        }
        if not question.asked.is_criterion:
            return Answer(**shared, final=given["score"])
        return Answer(
            **shared,
            rationale=given["rationale"].strip(),
            suggested=question.suggested.decision if question.suggested else None,
            final=question.final,
            kept_because=question.reason_kept,
            could_harm=given["could_harm"],
            looked_for_contradiction=given["looked_for_contradiction"],
            rests_on_absence=given["rests_on_absence"],
            part_states=question.part_states,
        )

    def _noted_deviations(self):
        for form in self.deviations or ():
            if form.has_changed() and form.cleaned_data.get("tag"):
                given = form.cleaned_data
                yield DeviationNote(
                    given["turn"], given["tag"], given["detail"].strip(), given["severity"]
                )

    def gaps(self) -> list[tuple[str, str]]:
        """(anchor, what is missing) for each fault, in page order; empty before a check."""
        found = []
        for question in self.questions:
            place, label = f"question-{question.asked.code}", question.asked.label
            found += [(place, f"{label}: {message}") for message in question.messages()]
        if self.deviations is not None:
            found += [("deviations", text) for text in self.deviations.non_form_errors()]
        for form in self.deviations or ():
            found += [("deviations", text) for texts in form.errors.values() for text in texts]
        for name, messages in self.errors.items():
            label = self.fields[name].label or name
            found += [(f"id_{name}", f"{label}: {message}") for message in messages]
        return found


def _each_once(citations: list[Citation]) -> tuple[Citation, ...]:
    """The same words of one turn are one piece of evidence, at whichever place they stand."""
    kept: dict[Citation, Citation] = {}
    for citation in citations:
        kept.setdefault(replace(citation, start=None), citation)
    return tuple(kept.values())


def with_one_more_row(fields: QueryDict) -> QueryDict:
    """What was sent, with one more row to type evidence (or a deviation) into."""
    data = fields.copy()
    wanted = data["add_citation"]
    name = f"{wanted if wanted == 'deviations' else f'{wanted}-evidence'}-TOTAL_FORMS"
    rows = whole_number(data.get(name, ""))
    data[name] = str(max(rows, min(rows + 1, MOST_ROWS)))
    return data


def form_fields(answers: Answers) -> dict[str, list[str]]:
    """`answers` as the fields of the form that would submit them."""
    fields = {
        name: [getattr(answers, name)]
        for name in ("justification", "what_would_change_it", "highlights", "training_feedback")
    }
    if answers.read_whole_transcript:
        fields["read_whole_transcript"] = ["on"]
    for answer in answers.answers:
        fields |= _answer_fields(answer)
    rows = [
        {"turn": note.turn, "tag": note.tag, "severity": note.severity, "detail": note.detail}
        for note in answers.deviations
    ]
    return fields | _formset_fields("deviations", rows, blank={})


def _answer_fields(answer: Answer) -> dict[str, list[str]]:
    texts = {
        "score": answer.value,
        "rationale": answer.rationale,
        "resolution": _resolution(answer),
        "resolved_suggestion": "" if answer.suggested is None else int(answer.suggested),
        "kept_because": answer.kept_because,
    }
    texts |= {f"part_{n}": state for n, state in enumerate(answer.part_states)}
    ticks = ("could_harm", "looked_for_contradiction", "rests_on_absence")
    texts |= {name: "on" for name in ticks if getattr(answer, name)}
    fields = {f"{answer.code}-{name}": [str(value)] for name, value in texts.items()}
    if answer.steps_done:
        fields[f"{answer.code}-steps_done"] = [str(step) for step in answer.steps_done]
    rows = [_citation_fields(citation) for citation in answer.citations]
    blank = {"stance": "supports", "strength": "explicit"}
    return fields | _formset_fields(f"{answer.code}-evidence", rows, blank=blank)


def _resolution(answer: Answer) -> str:
    if answer.suggested is None:
        return ""
    return "accept" if answer.final == answer.suggested else "keep"


def _citation_fields(citation: Citation) -> dict[str, object]:
    given = {
        "turn": citation.turn,
        "through": citation.through or "",
        "quote": citation.words,
        "at": "" if citation.start is None else citation.start,
        "stance": citation.stance,
        "form_of_evidence": citation.kind,
        "strength": citation.strength,
    }
    return given | (
        {"reveals_safety_deficiency": "on"} if citation.reveals_safety_deficiency else {}
    )


def _formset_fields(prefix: str, rows: list[dict], *, blank: dict) -> dict[str, list[str]]:
    """The rows of a form set, and one blank row to go on with."""
    fields = {f"{prefix}-TOTAL_FORMS": [str(len(rows) + 1)], f"{prefix}-INITIAL_FORMS": ["0"]}
    for index, row in enumerate([*rows, blank]):
        fields |= {f"{prefix}-{index}-{name}": [str(value)] for name, value in row.items()}
    return fields


class DefectForm(forms.Form):
    """This item cannot be judged as it is. It ends the item; it is no answer of UNSURE."""

    base_revision = forms.IntegerField(min_value=0)
    defect = forms.ChoiceField(
        label=_("What is wrong with it?"),
        choices=Rating.Defect,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose what is wrong with the item.")},
    )
    defect_reason = forms.CharField(
        label=_("Reason"),
        max_length=5000,
        widget=forms.Textarea(attrs={"rows": 2}),
        error_messages={"required": _("Say in a few words what you saw.")},
    )
