"""Every estimate of a report in one list, each with the place it has there."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from raters.reliability.criteria import CriterionRow
from raters.reliability.estimate import Estimate
from raters.reliability.wording import ShownInterval, shown_interval
from raters.reports.values import Finding, Label, ReportedQuestion, StudyReport
from rubrics.phrases import Phrase, gettext_noop

LEAD = gettext_noop("leading")
OTHER_SET = gettext_noop("same statistic, other ratings")
EXPLORATORY = gettext_noop("exploratory")
SUBGROUP = gettext_noop("part of the ratings: %(by)s")
WITHOUT = gettext_noop("without one reviewer")
SENSITIVITY = gettext_noop("sensitivity")
CRITERION = gettext_noop("criterion by itself")
TAG = gettext_noop("criteria of a tag")


@dataclass(frozen=True)
class EstimateLine:
    """`part` is the table of the report it stands in, `group` its line there."""

    question: str
    label: Label
    part: Phrase
    group: Label
    name: str
    estimate: Estimate
    shown: ShownInterval


def estimate_lines(report: StudyReport) -> Iterator[EstimateLine]:
    """The leading one of each question first."""
    for question in report.questions:
        for part, group, name, estimate in _of(question):
            place = (question.key, question.label, part, group, name)
            yield EstimateLine(*place, estimate, shown_interval(estimate))


Row = tuple[Phrase, Label, str, Estimate]


def _of(question: ReportedQuestion) -> Iterator[Row]:
    if question.finding is not None:
        yield from _finding(question.finding)
    for one in question.exploratory:
        yield Phrase(EXPLORATORY), "", one.name, one.estimate
    for table in question.subgroups:
        part = Phrase(SUBGROUP, {"by": table.by})
        for row in table.groups.rows:
            yield part, row.label, row.estimate.name, row.estimate
    for one in question.leave_one_out:
        yield Phrase(WITHOUT), one.reviewer, one.estimate.name, one.estimate
    for one in question.sensitivity:
        yield Phrase(SENSITIVITY), one.label, one.estimate.name, one.estimate
    yield from _criteria(Phrase(CRITERION), question.criteria)
    yield from _criteria(Phrase(TAG), question.tags)


def _finding(finding: Finding) -> Iterator[Row]:
    yield Phrase(LEAD), finding.on, finding.lead.name, finding.lead.estimate
    for on, shown in finding.others:
        yield Phrase(OTHER_SET), on, shown.name, shown.estimate


def _criteria(part: Phrase, rows: Iterable[CriterionRow]) -> Iterator[Row]:
    for row in rows:
        for estimate in (row.icc, row.alpha):
            yield part, row.name, estimate.name, estimate
