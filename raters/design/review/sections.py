"""The review's sections, in the order and under the headings of the benchmark method.

They say what is configured and nothing else: what is missing is "not stated yet". No Django at any
depth.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from raters.design.review.facts import ArmFacts, DesignFacts
from raters.design.review.findings import Decision, Finding
from raters.design.review.precision import anchors_lead
from raters.design.review.wording import NOT_STATED, cut, some_of, stated
from rubrics.phrases import Phrase
from rubrics.phrases import gettext_noop as _
from rubrics.spec import QuestionSpec

Line = Phrase | str

UNITS = {"item": _("item"), "case": _("case"), "output": _("output")}
REFERENCE_ROLES = {
    "ground_truth": _("sets the ground truth"),
    "comparison_arm": _("is a comparison arm"),
    "both": _("sets the ground truth and is a comparison arm"),
    "none": _("no expert reference"),
}
FLAVOURS = {
    "pos_control": _("positive control"),
    "neg_control": _("known-bad"),
    "instability": _("instability"),
    "mechanism_contra": _("mechanism-contradiction"),
}
STATISTICS = {
    "icc_2_1": _("ICC(2,1): two-way random effects, absolute agreement, single rater"),
    "icc_3_1": _("ICC(3,1): two-way mixed effects, consistency, single rater"),
    "icc_1_1": _("ICC(1,1): one-way random effects, single rater"),
    "icc_2_k": _("ICC(2,k): two-way random effects, absolute agreement, mean of k raters"),
    "alpha_ordinal": _("Krippendorff's alpha, ordinal"),
    "alpha_nominal": _("Krippendorff's alpha, nominal"),
    "alpha_interval": _("Krippendorff's alpha, interval"),
    "kappa_weighted": _("weighted kappa, two raters"),
}
JUDGES = {
    "human": _("human-as-judge"),
    "llm": _("LLM-as-judge"),
    "both": _("human-as-judge and LLM-as-judge"),
}


@dataclass(frozen=True)
class Section:
    """`layout`: "title", "field" (one line after the heading), "list" or "numbered"."""

    heading: Phrase
    lines: tuple[Line, ...]
    layout: str = "list"


def sections_of(
    facts: DesignFacts, findings: Sequence[Finding], decision: Decision
) -> tuple[Section, ...]:
    first = sorted(findings, key=lambda finding: finding.weight != "invalid")
    fixes = {str(finding.fix): finding.fix for finding in first}.values()
    none = Phrase(_("none found"))
    return (
        _section(_("AI-Benchmark Design Review"), _title(facts), "title"),
        _section(_("Evaluation question"), _question(facts), "field"),
        _section(_("Arms / systems compared"), _arms(facts), "field"),
        _section(_("Reference (human-expert panel)"), _reference(facts), "field"),
        _section(_("Unit of rating"), [_named(UNITS, facts.unit)], "field"),
        _section(_("Rubric (decoupled dimensions)"), _rubric(facts)),
        _section(_("Calibration probes (blinded, randomized)"), _controls(facts)),
        _section(_("Reviewer panel"), _panel(facts)),
        _section(_("Reliability plan"), _reliability(facts)),
        _section(_("Judge strategy"), _judge(facts)),
        _section(_("Validity risks"), [_weighed(f) for f in first] or [none], "numbered"),
        _section(_("Minimal fixes"), fixes or [none]),
        _section(_("Decision"), _decision(facts, decision)),
    )


def _weighed(finding: Finding) -> Phrase:
    """What must be mended is told from what may stand."""
    template = _("must be mended: %(risk)s") if finding.weight == "invalid" else _("%(risk)s")
    return Phrase(template, {"risk": finding.risk})


def _section(heading: str, lines, layout: str = "list") -> Section:
    return Section(Phrase(heading), tuple(lines), layout)


def _named(names: dict[str, str], key: str) -> Line:
    return Phrase(names[key]) if key in names else key or NOT_STATED


def _title(facts: DesignFacts) -> Iterator[Line]:
    if stated(facts.title):
        yield facts.title


def _question(facts: DesignFacts) -> Iterator[Line]:
    yield facts.question if stated(facts.question) else NOT_STATED
    claim = facts.claim if stated(facts.claim) else NOT_STATED
    yield Phrase(_("claim: %(claim)s"), {"claim": claim})
    if stated(facts.not_claimed):
        yield Phrase(_("not claimed: %(text)s"), {"text": facts.not_claimed})


def _arms(facts: DesignFacts) -> list[Line]:
    return [_arm(arm) for arm in facts.arms] or [NOT_STATED]


def _arm(arm: ArmFacts) -> Line:
    template = (
        _("%(name)s (human experts; receives: %(receives)s; output: %(output)s; cases: %(n)d)")
        if arm.kind == "human_reference"
        else _("%(name)s (receives: %(receives)s; output: %(output)s; cases: %(n)d)")
    )
    receives = cut(arm.receives) if stated(arm.receives) else NOT_STATED
    output = cut(arm.output_format) if stated(arm.output_format) else NOT_STATED
    values = {"name": arm.name, "receives": receives, "output": output, "n": len(arm.cases)}
    return Phrase(template, values)


def _reference(facts: DesignFacts) -> Iterator[Line]:
    yield _named(REFERENCE_ROLES, facts.reference_role)
    if stated(facts.reference):
        yield facts.reference


def _rubric(facts: DesignFacts) -> Iterator[Line]:
    if stated(facts.rubric_label):
        yield facts.rubric_label
    questions = facts.rubric.questions if facts.rubric else ()
    yield from map(_asked, questions)
    if facts.n_items_with_own_criteria:
        template = _("items with criteria of their own: %(n)d")
        yield Phrase(template, {"n": facts.n_items_with_own_criteria})
    elif not questions:
        yield NOT_STATED


def _asked(question: QuestionSpec) -> Line:
    construct = cut(question.text) if stated(question.text) else question.label
    values = {"label": question.label, "construct": construct}
    if question.kind == "dimension":
        scale = {"low": question.scale_min, "high": question.scale_max}
        return Phrase(
            _("%(label)s -> %(construct)s -> anchors (%(low)d..%(high)d)"), values | scale
        )
    if question.kind == "tiers":
        n = {"n": len(question.levels)}
        return Phrase(_("%(label)s -> %(construct)s -> levels (%(n)d)"), values | n)
    return Phrase(_("%(label)s -> %(construct)s -> met or not"), values)


def _controls(facts: DesignFacts) -> Iterator[Line]:
    counts = Counter(control.flavour for control in facts.controls)
    for flavour, n in sorted(counts.items(), key=lambda pair: [*FLAVOURS].index(pair[0])):
        yield Phrase(_("%(flavour)s: %(n)d"), {"flavour": Phrase(FLAVOURS[flavour]), "n": n})
    if not counts:
        yield NOT_STATED
    if facts.n_training_items:
        yield Phrase(_("training items, not analyzed: %(n)d"), {"n": facts.n_training_items})
    yield from _pass_mark(facts)


def _pass_mark(facts: DesignFacts) -> Iterator[Line]:
    if facts.practice_pass_mark is None:
        return
    values = {"share": f"{facts.practice_pass_mark:g}", "n": facts.practice_attempts}
    if facts.practice_attempts is None:
        yield Phrase(
            _("practice is passed with a share of %(share)s; attempts not limited"), values
        )
    else:
        yield Phrase(_("practice is passed with a share of %(share)s; attempts: %(n)d"), values)


def _panel(facts: DesignFacts) -> Iterator[Line]:
    yield Phrase(_("human reviewers: %(n)d"), {"n": len(facts.humans)})
    if facts.llm_judges:
        yield Phrase(_("LLM judges: %(n)d"), {"n": len(facts.llm_judges)})
    strata = dict.fromkeys([*facts.planned_strata, *(one.stratum for one in facts.humans)])
    named = [stratum for stratum in strata if stated(stratum)]
    levels = some_of(named) if named else NOT_STATED
    yield Phrase(_("levels of expertise: %(levels)s"), {"levels": levels})
    yield Phrase(_("metadata captured") if facts.captures_metadata else _("metadata not captured"))
    yield Phrase(_("randomized order for each reviewer"))
    yield from _what_each_meets(facts)
    if stated(facts.panel_plan):
        yield facts.panel_plan


def _what_each_meets(facts: DesignFacts) -> Iterator[Line]:
    if facts.queue_lengths:
        values = {"fewest": min(facts.queue_lengths), "most": max(facts.queue_lengths)}
        yield Phrase(_("items met by each: %(fewest)d to %(most)d"), values)
    if facts.n_repeats:
        values = {"n": facts.n_repeats, "gap": facts.repeat_gap}
        yield Phrase(_("hidden repeats for each: %(n)d, at least %(gap)d items later"), values)
    if facts.side_by_side:
        yield Phrase(_("the outputs of a case side by side"))
    if facts.strict_order:
        yield Phrase(_("one item after the other, without going back"))
    if facts.longest_run is not None:
        yield Phrase(_("at most %(n)d items of one arm in a row"), {"n": facts.longest_run})


def _reliability(facts: DesignFacts) -> Iterator[Line]:
    yield _named(STATISTICS, facts.statistic)
    yield _target(facts)
    yield _leading(facts)
    if facts.wanted_width is not None:
        template = _("95%% interval at most %(width)g wide")
        yield Phrase(template, {"width": float(facts.wanted_width)})
    template = _("control-item hit rate (a competence check, reported separately): %(rate)s")
    rate = NOT_STATED
    if facts.hit_rate_target is not None:
        rate = Phrase(_("at least %(rate)g"), {"rate": float(facts.hit_rate_target)})
    yield Phrase(template, {"rate": rate})


def _target(facts: DesignFacts) -> Line:
    if facts.target is None:
        return Phrase(_("target: %(target)s"), {"target": NOT_STATED})
    reason = facts.target_reason if stated(facts.target_reason) else NOT_STATED
    values = {"target": float(facts.target), "reason": reason}
    return Phrase(_("target: %(target)g, because: %(reason)s"), values)


def _leading(facts: DesignFacts) -> Line:
    if anchors_lead(facts):
        template = _("on the anchor set of real items: %(n)d")
        return Phrase(template, {"n": facts.n_anchors})
    if facts.rotates:
        template = _("on all real items: %(n)d, of which anchors: %(anchors)d")
        return Phrase(template, {"n": facts.n_real_items, "anchors": facts.n_anchors})
    return Phrase(_("on all real items, rated by everybody: %(n)d"), {"n": facts.n_real_items})


def _judge(facts: DesignFacts) -> Iterator[Line]:
    yield _named(JUDGES, facts.judge)
    if stated(facts.judge_note):
        yield facts.judge_note
    rule = facts.adjudication_rule if stated(facts.adjudication_rule) else NOT_STATED
    yield Phrase(_("adjudication rule: %(rule)s"), {"rule": rule})
    who = facts.adjudicator if stated(facts.adjudicator) else NOT_STATED
    yield Phrase(_("adjudicator: %(who)s"), {"who": who})


def _decision(facts: DesignFacts, decision: Decision) -> Iterator[Line]:
    yield decision.label
    if facts.n_hits_kept:
        template = _("names and data in transcripts, looked at and kept: %(n)d")
        yield Phrase(template, {"n": facts.n_hits_kept})
    if facts.is_rehearsal:
        yield Phrase(_("a rehearsal: nothing collected in it is evidence"))
