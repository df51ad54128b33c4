"""Where does the report answer what a reliability study should tell, and what is left to write?

The fifteen items are those of GRRAS (Kottner et al. 2011, doi 10.1016/j.jclinepi.2010.03.002), in
words of our own.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from raters.exporting.study_facts import StudyFacts
from raters.reports.values import StudyReport
from rubrics.phrases import Phrase, gettext_noop

CITATION = (
    "Kottner J, Audigé L, Brorson S, et al. Guidelines for Reporting Reliability and Agreement "
    "Studies (GRRAS) were proposed. J Clin Epidemiol 2011;64:96-106. "
    "doi 10.1016/j.jclinepi.2010.03.002"
)


class Part(StrEnum):
    TITLE = "title and abstract"
    INTRODUCTION = "introduction"
    METHODS = "methods"
    RESULTS = "results"
    DISCUSSION = "discussion"
    MATERIAL = "further material"


class Standing(StrEnum):
    """Answered by the report, to be completed, or left to the author."""

    ANSWERED = "answered"
    PARTLY = "partly"
    AUTHOR = "author"


STANDING_WORDS = {
    Standing.ANSWERED: gettext_noop("in the report"),
    Standing.PARTLY: gettext_noop("in part: complete it"),
    Standing.AUTHOR: gettext_noop("yours to write"),
}
PART_WORDS = {
    Part.TITLE: gettext_noop("Title and abstract"),
    Part.INTRODUCTION: gettext_noop("Introduction"),
    Part.METHODS: gettext_noop("Methods"),
    Part.RESULTS: gettext_noop("Results"),
    Part.DISCUSSION: gettext_noop("Discussion"),
    Part.MATERIAL: gettext_noop("Further material"),
}


@dataclass(frozen=True)
class GrrasItem:
    """`section` is the anchor of the part of the report that answers; empty where none does.

    `known` is what the study already tells, `to_write` what its author must add.
    """

    number: int
    part: Part
    asks: Phrase
    section: str
    known: tuple[Phrase, ...]
    to_write: Phrase | None

    @property
    def standing(self) -> Standing:
        if self.to_write is None:
            return Standing.ANSWERED
        return Standing.PARTLY if self.known else Standing.AUTHOR

    @property
    def standing_in_words(self) -> Phrase:
        return Phrase(STANDING_WORDS[self.standing])

    @property
    def part_in_words(self) -> Phrase:
        return Phrase(PART_WORDS[self.part])


def grras(report: StudyReport, facts: StudyFacts) -> tuple[GrrasItem, ...]:
    """All fifteen items, in their order."""
    makers = (
        _title,
        _instrument,
        _subjects,
        _raters,
        _background,
        _sample_size,
        _sampling,
        _process,
        _independence,
        _analysis,
        _actual_numbers,
        _characteristics,
        _estimates,
        _relevance,
        _details,
    )
    return tuple(make(number, report, facts) for number, make in enumerate(makers, start=1))


def _item(number, part, asks: str, *, section="", known: Iterable = (), to_write: str = ""):
    left = Phrase(to_write) if to_write else None
    return GrrasItem(number, part, Phrase(asks), section, tuple(known), left)


def _quoted(template: str, text: str) -> list[Phrase]:
    """A text of the study itself; none where it was left empty."""
    return [Phrase(template, {"text": text.strip()})] if text.strip() else []


def _title(number: int, report: StudyReport, facts: StudyFacts) -> GrrasItem:
    both = gettext_noop("Studied: reliability and agreement between reviewers, and within them.")
    between = gettext_noop("Studied: reliability and agreement between reviewers.")
    return _item(
        number,
        Part.TITLE,
        gettext_noop("Title or abstract say that reliability or agreement was studied."),
        section="summary",
        known=[Phrase(both if facts.n_repeats else between)],
        to_write=gettext_noop("Say so in the title or the abstract of the paper."),
    )


def _instrument(number: int, report: StudyReport, facts: StudyFacts) -> GrrasItem:
    template = gettext_noop("Rubric: %(text)s.")
    questions = gettext_noop("Questions reported: %(n)d.")
    return _item(
        number,
        Part.INTRODUCTION,
        gettext_noop("The instrument is named and described."),
        section="questions",
        known=[
            *_quoted(template, report.rubric),
            Phrase(questions, {"n": len(report.questions)}),
        ],
        to_write=gettext_noop("Say where the rubric comes from, and print or cite it."),
    )


def _subjects(number: int, report: StudyReport, facts: StudyFacts) -> GrrasItem:
    counts = gettext_noop("%(items)d transcripts of %(cases)d cases were to be rated.")
    condition = gettext_noop("%(name)s: %(n)d transcripts.")
    numbers = {"items": facts.n_items, "cases": facts.n_cases}
    return _item(
        number,
        Part.INTRODUCTION,
        gettext_noop("It is said what is rated, and what that stands for."),
        section="questions",
        known=[
            Phrase(counts, numbers),
            *(Phrase(condition, {"name": name, "n": n}) for name, n in facts.conditions),
        ],
        to_write=gettext_noop("Say which conversations or patients the cases stand for."),
    )


def _raters(number: int, report: StudyReport, facts: StudyFacts) -> GrrasItem:
    plan = gettext_noop("Recruitment as planned: %(text)s")
    strata = gettext_noop("Levels of expertise: %(text)s.")
    return _item(
        number,
        Part.INTRODUCTION,
        gettext_noop("It is said whom the raters stand for."),
        section="panel",
        known=[*_quoted(plan, facts.panel_plan), *_quoted(strata, ", ".join(facts.strata))],
        to_write=gettext_noop("Say to which clinicians the result is meant to apply."),
    )


def _background(number: int, report: StudyReport, facts: StudyFacts) -> GrrasItem:
    question = gettext_noop("The evaluation question: %(text)s")
    return _item(
        number,
        Part.INTRODUCTION,
        gettext_noop("What was known before, and why the study was needed."),
        known=_quoted(question, facts.question),
        to_write=gettext_noop(
            "Tell what is known of the reliability of this rubric or of similar ones, and why "
            "you measured it again."
        ),
    )


def _sample_size(number: int, report: StudyReport, facts: StudyFacts) -> GrrasItem:
    planned = gettext_noop(
        "Planned: %(reviewers)d reviewers, %(items)d transcripts, %(repeats)d hidden repeats for "
        "each reviewer."
    )
    width = gettext_noop(
        "The 95%% interval was to be at most %(width).3f wide, with an expected ICC of "
        "%(expected).3f."
    )
    people = sum(row.kind == "human" for row in report.panel.rows)
    numbers = {"reviewers": people, "items": facts.n_items, "repeats": facts.n_repeats}
    has_width = facts.width is not None and facts.expected_icc is not None
    values = {"width": facts.width, "expected": facts.expected_icc}
    return _item(
        number,
        Part.METHODS,
        gettext_noop("How the numbers of raters, subjects and repetitions were chosen."),
        section="panel",
        known=[Phrase(planned, numbers), *([Phrase(width, values)] if has_width else [])],
        to_write="" if has_width else gettext_noop("Explain why these numbers were enough."),
    )


def _sampling(number: int, report: StudyReport, facts: StudyFacts) -> GrrasItem:
    anchors = report.protocol.anchors if report.protocol else None
    return _item(
        number,
        Part.METHODS,
        gettext_noop("How raters and subjects were selected."),
        section="protocol",
        known=[anchors] if anchors else [],
        to_write=gettext_noop(
            "Say how the cases were picked, and how reviewers were recruited: in turn, at random, "
            "or by choice."
        ),
    )


def _process(number: int, report: StudyReport, facts: StudyFacts) -> GrrasItem:
    return _item(
        number,
        Part.METHODS,
        gettext_noop("How rating was done: information at hand, intervals, blinding."),
        section="protocol",
        known=_how_it_was_rated(facts),
    )


def _how_it_was_rated(facts: StudyFacts) -> list[Phrase]:
    context = {
        True: gettext_noop("Reviewers read the context of the case."),
        False: gettext_noop("Reviewers did not read the context of the case."),
    }
    reference = {
        True: gettext_noop("They read the reference material."),
        False: gettext_noop("They did not read the reference material."),
    }
    layout = {
        True: gettext_noop("The outputs to one case stood side by side, in random order."),
        False: gettext_noop("Each reviewer met the transcripts one by one, in a random order."),
    }
    blinding = gettext_noop("The system behind a transcript was not shown.")
    practice = gettext_noop("Practice transcripts before the first rating: %(n)d.")
    repeats = gettext_noop(
        "Hidden repeats for each reviewer: %(n)d, at least %(gap)d places later."
    )
    strict = gettext_noop(
        "They came one after the other: none could be put off, or opened again once submitted."
    )
    known = [Phrase(blinding), Phrase(layout[facts.side_by_side])]
    known += [Phrase(strict)] if facts.strict_order else []
    known += [Phrase(context[facts.shows_context]), Phrase(reference[facts.shows_reference])]
    known.append(Phrase(practice, {"n": facts.n_training}))
    if facts.n_repeats:
        known.append(Phrase(repeats, {"n": facts.n_repeats, "gap": facts.repeat_gap}))
    return known


def _independence(number: int, report: StudyReport, facts: StudyFacts) -> GrrasItem:
    alone = gettext_noop("No reviewer was shown the answers of another.")
    return _item(
        number,
        Part.METHODS,
        gettext_noop("Whether the ratings were made independently of each other."),
        section="protocol",
        known=[Phrase(alone)],
        to_write=gettext_noop("Say whether reviewers could have talked about the transcripts."),
    )


def _analysis(number: int, report: StudyReport, facts: StudyFacts) -> GrrasItem:
    named = gettext_noop("Pre-specified statistic: %(text)s.")
    statistic = report.protocol.statistic if report.protocol else ""
    method = gettext_noop("Forms, intervals, software and seed are in the report.")
    return _item(
        number,
        Part.METHODS,
        gettext_noop("How the data were analysed."),
        section="computed",
        known=[*_quoted(named, statistic), Phrase(method)],
    )


def _actual_numbers(number: int, report: StudyReport, facts: StudyFacts) -> GrrasItem:
    rated = gettext_noop("Rated: %(n)d of %(assigned)d assigned transcripts.")
    rows = [row for row in report.panel.rows if row.kind == "human"]
    numbers = {"n": sum(row.n_done for row in rows), "assigned": sum(row.n_items for row in rows)}
    return _item(
        number,
        Part.RESULTS,
        gettext_noop("How many raters and subjects were included, and how many repetitions."),
        section="panel",
        known=[Phrase(rated, numbers), *report.left_out],
    )


def _characteristics(number: int, report: StudyReport, facts: StudyFacts) -> GrrasItem:
    return _item(
        number,
        Part.RESULTS,
        gettext_noop("What raters and subjects were like."),
        section="panel",
        known=report.panel.summary,
        to_write=gettext_noop("Describe the cases: source, language, difficulty."),
    )


def _estimates(number: int, report: StudyReport, facts: StudyFacts) -> GrrasItem:
    if not report.shows_reliability:
        known, left = (), gettext_noop("Not before the round is closed.")
    else:
        template = gettext_noop("Questions with an estimate: %(n)d of %(all)d.")
        found = [q for q in report.questions if q.finding and q.finding.lead.estimate.is_estimable]
        known = [Phrase(template, {"n": len(found), "all": len(report.questions)})]
        left = ""
    return _item(
        number,
        Part.RESULTS,
        gettext_noop("Estimates of reliability and agreement with their uncertainty."),
        section="summary",
        known=known,
        to_write=left,
    )


def _relevance(number: int, report: StudyReport, facts: StudyFacts) -> GrrasItem:
    reason = gettext_noop("Why this target was set: %(text)s")
    target_reason = report.protocol.target_reason if report.protocol else ""
    return _item(
        number,
        Part.DISCUSSION,
        gettext_noop("What the result means in practice."),
        section="summary",
        known=_quoted(reason, target_reason),
        to_write=gettext_noop(
            "Say what can be done with ratings of this reliability, and what cannot."
        ),
    )


def _details(number: int, report: StudyReport, facts: StudyFacts) -> GrrasItem:
    files = gettext_noop(
        "The report's values, the rating records and the locked protocol can be downloaded."
    )
    return _item(
        number,
        Part.MATERIAL,
        gettext_noop("Detailed results are available."),
        section="downloads",
        known=[Phrase(files)],
        to_write=gettext_noop("Deposit what may be shared, and cite its address."),
    )
