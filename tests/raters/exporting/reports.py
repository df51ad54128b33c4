"""Reports made of values, without a database: a good one, and odd ones."""

from dataclasses import replace
from datetime import UTC, datetime
from functools import cache

from raters.exporting.bundles import Bundle
from raters.exporting.grras import grras
from raters.exporting.prose import paragraphs
from raters.exporting.stamping import Stamp
from raters.exporting.study_facts import StudyFacts
from raters.reliability import ControlAnswer, Rating, RatingTable, control_report
from raters.reliability.behaviour import (
    Presented,
    RepeatPair,
    drift_by_thirds,
    order_effects,
    range_use,
    self_consistency,
    severity,
)
from raters.reliability.prespecified import prespecified
from raters.reliability.report import provenance
from raters.reliability.summary import summary
from raters.reliability.wording import verdict
from raters.reports.findings import shown
from raters.reports.values import (
    BehaviourReport,
    DataLines,
    DefectLine,
    Finding,
    PanelRow,
    PanelTable,
    ProtocolLine,
    QuestionBehaviour,
    QuestionKind,
    ReportedControls,
    ReportedQuestion,
    ScalePoint,
    StudyReport,
    Thresholds,
)
from rubrics.phrases import Phrase

AT = datetime(2026, 3, 4, 5, 6, tzinfo=UTC)
POINTS = (0, 1, 2)
REVIEWERS = ("R01", "R02", "R03")


def scores(n_items: int = 24) -> dict[tuple[str, str], int]:
    """By rule: items differ, and the third reviewer disagrees on every fourth."""
    return {
        (f"item-{n:02}", name): (n * 5 % 3 + (name == "R03" and n % 4 == 0)) % 3
        for n in range(n_items)
        for name in REVIEWERS
    }


def table(given: dict[tuple[str, str], int]) -> RatingTable:
    ratings = [Rating(item=i, case=None, reviewer=r, score=s) for (i, r), s in given.items()]
    return RatingTable.of(ratings, levels=POINTS)


def a_question(key="accuracy", *, given=None, statistic="icc_2_1", target=0.6, **more):
    found = table(scores() if given is None else given)
    lead = prespecified(found, statistic, seed=1, resamples=50)
    everything = summary(found, seed=1, resamples=50).estimates
    finding = Finding(
        statistic=statistic,
        is_prespecified=True,
        on=Phrase("on all real items"),
        lead=shown(lead),
        target=target,
        verdict=verdict(lead, target=target),
        sentence=None,
        others=(),
    )
    return ReportedQuestion(
        **{
            "key": key,
            "label": key.capitalize(),
            "kind": QuestionKind.DIMENSION,
            "lower_is_better": False,
            "data": _data(found),
            "finding": finding,
            "exploratory": tuple(shown(one, name=name) for name, one in everything.items()),
        }
        | more
    )


def _data(found: RatingTable) -> DataLines:
    return DataLines(
        scale=tuple(ScalePoint(float(point), str(point)) for point in POINTS),
        has_steps=True,
        level="ordinal",
        n_items=found.n_items,
        n_reviewers=found.n_reviewers,
        n_ratings=found.n_ratings,
        n_cases=found.n_cases,
        share_filled=found.share_filled,
        items_rated_once=found.items_rated_once,
        items_rated_twice_or_more=found.items_rated_twice_or_more,
        is_complete=found.is_complete,
        left_out=(),
    )


def a_protocol(**changes) -> ProtocolLine:
    return replace(
        ProtocolLine(
            version=2,
            sha256="ab12" * 16,
            locked_at=AT,
            decision="Ready to benchmark",
            despite="",
            statistic="ICC(2,1): two-way random, absolute agreement, single rater",
            target=0.6,
            target_reason="Half of the spread must be the items'.",
            anchors=None,
            amendments=(),
        ),
        **changes,
    )


def controls() -> ReportedControls:
    answers = [
        ControlAnswer(name, f"ctl-{n}", flavour, n, 30, "accuracy", answer, 0, 0)
        for name in REVIEWERS
        for n, (flavour, answer) in enumerate([("neg_control", 0), ("pos_control", 2)], start=1)
    ]
    return ReportedControls(control_report(answers), 2, ())


def behaviour() -> BehaviourReport:
    met = [
        Presented(name, item, None, position, 30, 20.0, None, score)
        for position, ((item, name), score) in enumerate(scores(9).items(), start=1)
    ]
    pairs = [RepeatPair("R01", f"item-{n:02}", n % 3, (n + (n == 3)) % 3, 12) for n in range(6)]
    one = QuestionBehaviour(
        key="accuracy",
        label="Accuracy",
        severity=severity(table(scores())),
        range_use=range_use(met, levels=POINTS, seed=1, shuffles=20),
        order=order_effects(met),
        drift=drift_by_thirds(met),
        consistency=self_consistency(pairs, levels=POINTS, seed=1, resamples=50),
        figures=(),
    )
    return BehaviourReport((one,), (), (), ())


def panel() -> PanelTable:
    rows = (
        PanelRow(name, "human", "senior", 9, True, "cardiology", 26, 26, 0, left=False)
        for name in REVIEWERS
    )
    judge = PanelRow("J1", "llm_judge", "", None, None, "", 26, 26, 0, left=False)
    return PanelTable((*rows, judge), (Phrase("Reviewers: %(n)d.", {"n": 3}),))


def a_report(**changes) -> StudyReport:
    return StudyReport(
        **{
            "study": "Letters of 2 clinics",
            "slug": "letters",
            "is_rehearsal": False,
            "round": 1,
            "is_closed": True,
            "generated_at": AT,
            "fingerprint": "f" * 64,
            "is_interim_look": False,
            "shows_reliability": True,
            "why_withheld": None,
            "rubric": "Abbreviations (v3)",
            "language": "en",
            "protocol": a_protocol(),
            "statistic": "icc_2_1",
            "target": 0.6,
            "thresholds": Thresholds(0.8, 0.8, 0.3, 10, 30),
            "grading": (),
            "panel": panel(),
            "questions": (a_question(),),
            "forest": None,
            "controls": controls(),
            "behaviour": behaviour(),
            "correlations": None,
            "left_out": (Phrase("Ratings of planted controls: %(n)s.", {"n": 6}),),
            "defects": (DefectLine("R01", "item-01", Phrase("unreadable"), "=cut off"),),
            "simulated_ratings": 0,
            "looks": (),
            "provenance": provenance(seed=1, resamples=50),
            "notes": (),
        }
        | changes
    )


def withheld() -> StudyReport:
    counted = replace(a_question(), finding=None, exploratory=())
    why = Phrase("Reliability is shown once the round is closed.")
    return a_report(
        is_closed=False,
        shows_reliability=False,
        why_withheld=why,
        questions=(counted,),
        behaviour=None,
    )


def every_score_alike() -> dict[tuple[str, str], int]:
    return dict.fromkeys(scores(), 1)


ANCHORS = Phrase("The %(n)s anchors were drawn at random by the app.", {"n": 12})

# Named by what is odd about them; made when asked for, since each is computed.
ODD = {
    "ordinary": a_report,
    "withheld": withheld,
    "never locked": lambda: a_report(protocol=None),
    "no questions": lambda: a_report(questions=()),
    "not estimable": lambda: about(given=every_score_alike()),
    "nothing rated": lambda: about(given={}),
    "few items": lambda: about(given=scores(6)),
    "no disagreement": lambda: about(given={k: v for k, v in scores().items() if k[1] != "R03"}),
    "alpha": lambda: about(statistic="alpha_ordinal", target=None),
    "kappa": lambda: about(statistic="kappa_weighted", target=0.99),
    "anchors": lambda: a_report(protocol=a_protocol(anchors=ANCHORS)),
    "rehearsal": lambda: a_report(is_rehearsal=True, simulated_ratings=78, is_closed=False),
    "own criteria": lambda: about(
        key="own_criteria", label=Phrase("The items' own criteria"), rubric=""
    ),
    "grade": lambda: about(
        key="total-grade", label=Phrase("Grade of %(composite)s", {"composite": "Part 2"})
    ),
    "no controls": lambda: a_report(controls=ReportedControls(control_report([]), 0, ())),
}


@cache
def odd(name: str) -> StudyReport:
    return ODD[name]()


def about(rubric="Abbreviations (v3)", **question) -> StudyReport:
    """A report on one question that is not the usual one."""
    return a_report(rubric=rubric, questions=(a_question(**question),))


def facts(**changes) -> StudyFacts:
    return StudyFacts(
        **{
            "question": "Is it as good as a colleague?",
            "panel_plan": "Five clinicians of two hospitals.",
            "strata": ("junior", "senior"),
            "n_items": 24,
            "n_cases": 24,
            "conditions": (("little context", 12), ("detailed context", 12)),
            "n_training": 2,
            "n_repeats": 3,
            "repeat_gap": 10,
            "side_by_side": False,
            "shows_context": True,
            "shows_reference": False,
            "width": 0.2,
            "expected_icc": 0.7,
        }
        | changes
    )


def a_stamp(**changes) -> Stamp:
    versions = (("evalsite", "0.1.0"), ("numpy", "2.0.0"))
    stamp = Stamp("Letters of 2 clinics", "letters", "1", "", "ab12" * 16, AT, versions)
    return replace(stamp, **changes)


def a_bundle(report: StudyReport | None = None, **stamped) -> Bundle:
    report = report or odd("ordinary")
    told = grras(report, facts())
    return Bundle(report, a_stamp(**stamped), told, paragraphs(report), ())
