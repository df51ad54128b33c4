"""What a methods paragraph says of a study, in no language yet."""

from collections.abc import Iterator

from raters.exporting.prose.fragments import Fragment, Sentence, Word, coefficient, percent
from raters.reliability.alpha import BCA as ALPHA_BCA
from raters.reliability.criteria.icc import METHOD as CRITERIA
from raters.reliability.estimate import Estimate
from raters.reliability.mixed import METHOD as MIXED
from raters.reliability.resampled import BCA
from raters.reports.values import Finding, StudyReport
from rubrics.phrases import Phrase

# The templates by which an estimate tells its method, and what is told of each.
INTERVALS = {
    "analysis of variance, F interval after Satterthwaite": "interval_satterthwaite",
    "analysis of variance, exact F interval": "interval_exact_f",
    MIXED: "interval_mixed",
    BCA: "interval_bca",
    ALPHA_BCA: "interval_bca",
    CRITERIA: "interval_profile",
}


def methods(report: StudyReport) -> list[Sentence]:
    return [
        *_design(report),
        *_protocol(report),
        *_statistic(report),
        *_intervals(report),
        Sentence("agreement", {}),
        *_controls(report),
        *_repeats(report),
        _software(report),
    ]


def whole(value: int, source: str) -> Fragment:
    return Fragment(str(value), source)


def leads(report: StudyReport) -> Iterator[tuple[str, Finding]]:
    """(pointer to the finding, finding) of each question that has one."""
    for n, question in enumerate(report.questions):
        if question.finding is not None:
            yield f"/questions/{n}/finding", question.finding


def _design(report: StudyReport) -> Iterator[Sentence]:
    people = sum(row.kind == "human" for row in report.panel.rows)
    slots = {"n": whole(people, "/panel/rows[human]")}
    if report.rubric:
        yield Sentence("design", slots | {"rubric": Fragment(report.rubric, "/rubric")})
    else:
        yield Sentence("design_own_criteria", slots)
    anchors = report.protocol and report.protocol.anchors
    if anchors:
        n = whole(anchors.values["n"], "/protocol/anchors")
        yield Sentence("anchors", {"n": n})
    elif report.protocol:
        yield Sentence("crossed", {})


def _protocol(report: StudyReport) -> Iterator[Sentence]:
    protocol = report.protocol
    if protocol is None:
        yield Sentence("no_protocol", {})
        return
    slots = {
        "version": whole(protocol.version, "/protocol/version"),
        "day": Fragment(protocol.locked_at.date().isoformat(), "/protocol/locked_at"),
        "hash": Fragment(protocol.sha256, "/protocol/sha256"),
    }
    yield Sentence("protocol", slots)
    if protocol.amendments:
        n = whole(len(protocol.amendments), "/protocol/amendments")
        yield Sentence("amended", {"n": n})


def _statistic(report: StudyReport) -> Iterator[Sentence]:
    at, finding = next(leads(report), (None, None))
    if finding is None:
        return
    name = Word(f"form {finding.statistic}", f"{at}/statistic")
    if not finding.is_prespecified:
        yield Sentence("no_statistic", {"statistic": name})
    elif finding.target is None:
        yield Sentence("statistic_without_target", {"statistic": name})
    else:
        target = Fragment(coefficient(finding.target), f"{at}/target")
        yield Sentence("statistic", {"statistic": name, "target": target})


def _intervals(report: StudyReport) -> Iterator[Sentence]:
    """Each way in which an interval was computed, once."""
    told = set()
    for at, finding in leads(report):
        estimate = finding.lead.estimate
        for key, method in _methods_of(estimate.method):
            if key not in told:
                told.add(key)
                yield Sentence(key, _slots(estimate, method, at=f"{at}/lead/estimate"))
    fewest = report.thresholds.fewest_items_for_interval
    if told:
        slots = {"n": whole(fewest, "/thresholds/fewest_items_for_interval")}
        yield Sentence("withheld_intervals", slots)


def _methods_of(method: Phrase | None) -> Iterator[tuple[str, Phrase]]:
    """A method may stand inside another: the interval of one model for the value of the other."""
    if method is None:
        return
    if method.template in INTERVALS:
        yield INTERVALS[method.template], method
    for value in method.values.values():
        if isinstance(value, Phrase):
            yield from _methods_of(value)


def _slots(estimate: Estimate, method: Phrase, *, at: str) -> dict:
    slots = {"level": Fragment(percent(estimate.level), f"{at}/level")}
    if "resamples" in method.values:
        slots["resamples"] = whole(method.values["resamples"], f"{at}/method")
    units = method.values.get("units")
    return slots if units is None else slots | {"units": Word(f"units {units}")}


def _controls(report: StudyReport) -> Iterator[Sentence]:
    planted = report.controls.n_in_study
    if not planted:
        yield Sentence("no_controls", {})
        return
    good = report.thresholds.hit_rate_good
    slots = {
        "n": whole(planted, "/controls/n_in_study"),
        "good": Fragment(percent(good), "/thresholds/hit_rate_good"),
    }
    yield Sentence("controls", slots)


def _repeats(report: StudyReport) -> Iterator[Sentence]:
    if report.behaviour and any(one.consistency for one in report.behaviour.questions):
        yield Sentence("repeats", {})


def _software(report: StudyReport) -> Sentence:
    versions = ", ".join(f"{name} {version}" for name, version in report.provenance.software)
    slots = {
        "software": Fragment(versions, "/provenance/software"),
        "seed": whole(report.provenance.seed, "/provenance/seed"),
    }
    return Sentence("software", slots)
