"""What a results paragraph says of a study, in no language yet."""

from collections.abc import Iterator

from raters.exporting.prose.fragments import (
    Fragment,
    Sentence,
    Slot,
    Word,
    coefficient,
    percent,
)
from raters.exporting.prose.methods import leads, whole
from raters.exporting.prose.reasons import reason_key
from raters.reliability.alpha import METRICS
from raters.reliability.controls import HitRate
from raters.reliability.wording import is_high, is_low
from raters.reports.values import (
    Finding,
    QuestionBehaviour,
    ReportedQuestion,
    ShownEstimate,
    StudyReport,
)
from rubrics.phrases import Phrase


def results(report: StudyReport) -> list[Sentence]:
    return [
        *_standing(report),
        *_questions(report),
        *_hits(report),
        *_consistency(report),
    ]


def _standing(report: StudyReport) -> Iterator[Sentence]:
    """What must be known before any number is read."""
    if report.is_rehearsal:
        yield Sentence("rehearsal", {})
    if report.simulated_ratings:
        n = whole(report.simulated_ratings, "/simulated_ratings")
        yield Sentence("simulated", {"n": n})
    if not report.shows_reliability:
        yield Sentence("withheld", {})
    elif not report.is_closed:
        yield Sentence("interim", {})


def _questions(report: StudyReport) -> Iterator[Sentence]:
    findings = dict(leads(report))
    for n, question in enumerate(report.questions):
        at = f"/questions/{n}"
        if f"{at}/finding" in findings:
            yield from _question(question, at)


def _question(question: ReportedQuestion, at: str) -> Iterator[Sentence]:
    yield _value(question, at)
    yield from _verdict(question.finding, f"{at}/finding")
    yield from _agreement(question, at)


def _value(question: ReportedQuestion, at: str) -> Sentence:
    lead, place = question.finding.lead, f"{at}/finding/lead"
    slots = _named(question, at) | _counts(lead, place)
    estimate = lead.estimate
    if not estimate.is_estimable:
        return Sentence("not_estimable", slots | _because(estimate.reason, f"{place}/estimate"))
    slots["value"] = Fragment(coefficient(estimate.value), f"{place}/estimate/value")
    if not lead.shown.is_shown:
        because = _because(lead.shown.reason, f"{place}/shown")
        return Sentence("value_without_interval", slots | because)
    slots |= {
        "level": Fragment(percent(estimate.level), f"{place}/estimate/level"),
        "low": Fragment(coefficient(lead.shown.low), f"{place}/shown/low"),
        "high": Fragment(coefficient(lead.shown.high), f"{place}/shown/high"),
    }
    return Sentence("value", slots)


# An estimate's own name -> the word for it. What the protocol named may have no form here.
WORD_OF = {
    "ICC(1,1)": "icc_1_1",
    "ICC(2,1)": "icc_2_1",
    "ICC(3,1)": "icc_3_1",
    "ICC(2,k)": "icc_2_k",
    **{f"alpha {metric}": f"alpha_{metric}" for metric in METRICS},
    "kappa quadratic": "kappa_weighted",
}
VARIANTS = (" REML", " criteria")


def _named(question: ReportedQuestion, at: str) -> dict[str, Slot]:
    name = question.finding.lead.estimate.name
    for variant in VARIANTS:
        name = name.removesuffix(variant)
    statistic = Word(WORD_OF.get(name, name), f"{at}/finding/lead/name")
    return {"label": _label(question, at), "statistic": statistic}


def _label(question: ReportedQuestion | QuestionBehaviour, at: str) -> Slot:
    """The rubric's own words stay as they are; what we call by a name has one in each language."""
    if isinstance(question.label, str):
        return Fragment(question.label, f"{at}/label")
    of = question.label.values.get("composite", "")
    return Word(f"label {question.key}", f"{at}/label", of=str(of))


def _counts(lead: ShownEstimate, at: str) -> dict[str, Slot]:
    return {
        name: whole(getattr(lead.estimate, name), f"{at}/estimate/{name}")
        for name in ("n_items", "n_reviewers", "n_ratings")
    }


def _because(reason: Phrase | None, at: str) -> dict[str, Slot]:
    return {"reason": Word(reason_key(reason), f"{at}/reason")}


def _verdict(finding: Finding, at: str) -> Iterator[Sentence]:
    estimate, target = finding.lead.estimate, finding.target
    if target is None or not estimate.is_estimable:
        return
    slots = {"target": Fragment(coefficient(target), f"{at}/target")}
    if is_high(estimate, target=target):
        yield Sentence("target_met", slots)
    elif is_low(estimate, target=target):
        yield Sentence("target_missed", slots)
    elif finding.lead.shown.is_shown:
        yield Sentence("target_not_settled", slots)
    else:
        yield Sentence("target_without_interval", slots)


def _agreement(question: ReportedQuestion, at: str) -> Iterator[Sentence]:
    for n, shown in enumerate(question.exploratory):
        if shown.name == "exact agreement" and shown.estimate.is_estimable:
            place = f"{at}/exploratory/{n}/estimate/value"
            share = Fragment(percent(shown.estimate.value), place)
            yield Sentence("exact_agreement", {"share": share})


def _hits(report: StudyReport) -> Iterator[Sentence]:
    panel, at = report.controls.report.panel, "/controls/report/panel"
    if not panel.overall.n:
        return
    yield Sentence("hits", _rate(panel.overall, f"{at}/overall"))
    for n, (flavour, rate) in enumerate(panel.by_flavour):
        word = Word(f"flavour {flavour}")
        yield Sentence("hits_of", {"flavour": word} | _rate(rate, f"{at}/by_flavour/{n}/1"))


def _rate(rate: HitRate, at: str) -> dict[str, Slot]:
    return {
        "hits": whole(rate.hits, f"{at}/hits"),
        "n": whole(rate.n, f"{at}/n"),
        "share": Fragment(percent(rate.value), f"{at}/value"),
    }


def _consistency(report: StudyReport) -> Iterator[Sentence]:
    rows = report.behaviour.questions if report.behaviour else ()
    for n, one in enumerate(rows):
        if one.consistency is None or not one.consistency.pooled.exact.is_estimable:
            continue
        pooled, at = one.consistency.pooled, f"/behaviour/questions/{n}"
        place = f"{at}/consistency/pooled"
        slots = {
            "label": _label(one, at),
            "n": whole(pooled.n_pairs, f"{place}/n_pairs"),
            "share": Fragment(percent(pooled.exact.value), f"{place}/exact/value"),
        }
        yield Sentence("self_consistency", slots)
