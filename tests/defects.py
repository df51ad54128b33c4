"""One defect each, planted into a study that is ready: what the review must say of it."""

from collections.abc import Callable
from dataclasses import dataclass

from raters.design.review import Decision
from raters.importing.drafts import ItemDraft
from raters.importing.speakers import TurnDraft
from raters.models import Design, Study
from rubrics.loading import store_rubric
from rubrics.reading import spec_from_mapping
from tests.ready import RUBRIC

READY, RUBRIC_REVISION, REDESIGN = Decision.READY, Decision.RUBRIC, Decision.REDESIGN


@dataclass(frozen=True)
class Defect:
    rule: str
    decision: Decision
    plant: Callable[[Study], object]

    @property
    def name(self) -> str:
        return f"{self.rule}-{self.decision.name.lower()}"


def stated(**fields) -> Callable[[Study], object]:
    return lambda study: Design.objects.filter(study=study).update(**fields)


def said(text: str, *, role: str = "assistant") -> Callable[[Study], object]:
    """Words that one transcript now holds."""

    def plant(study: Study):
        item = study.items.real().order_by("source_id").first()
        turn = item.turns.order_by("number").last()
        turn.text, turn.role = text, role
        turn.save()
        turns = tuple(TurnDraft(each.role, each.text) for each in item.turns.all())
        item.content_hash = ItemDraft("", "", None, turns, None, (), "", None).content_hash
        item.save()

    return plant


def asked_by(**changes) -> Callable[[Study], object]:
    """Another version of the rubric; it is piloted again, so that this is its only defect."""

    def plant(study: Study):
        rubric = store_rubric(spec_from_mapping(RUBRIC | {"version": 2} | changes))
        Study.objects.filter(pk=study.pk).update(rubric=rubric)
        study.rounds.filter(kind="pilot").update(rubric=rubric)
        for row in study.controls.all():
            row.expected.all().delete()

    return plant


def question(label: str = "Novelty", **changes) -> list[dict]:
    first, second = RUBRIC["questions"]
    return [first, second | {"label": label} | changes]


def without_controls(study: Study) -> None:
    """They become practice: a control that was piloted stays on record."""
    study.items.controls().update(role="training")
    study.controls.update(flavour="")


def many_controls(study: Study) -> None:
    for n in range(12):
        case = study.cases.create(source_id=f"more-{n}")
        item = study.items.create(study=study, case=case, role="control", source_id=f"more-{n}")
        for number, role in enumerate(("user", "assistant"), start=1):
            item.turns.create(study=study, number=number, role=role, text=f"Planted {n}.")
        study.controls.create(item=item, flavour="neg_control")


def reference_from_an_arm(study: Study) -> None:
    item = study.items.real().first()
    item.case.reference = item.turns.first().text
    item.case.save()


DEFECTS = [
    Defect("no_question", REDESIGN, stated(question="")),
    Defect("no_claim", REDESIGN, stated(claim="")),
    Defect("no_unit", REDESIGN, stated(unit="")),
    Defect("no_reference_role", REDESIGN, stated(reference_role="")),
    Defect("reference_equals_output", REDESIGN, reference_from_an_arm),
    Defect(
        "inputs_differ",
        REDESIGN,
        lambda s: s.arms.filter(name="north-7b").update(receives="The question and the chart."),
    ),
    Defect(
        "input_unstated", REDESIGN, lambda s: s.arms.filter(name="north-7b").update(receives="")
    ),
    Defect("cases_differ", REDESIGN, lambda s: s.items.get(source_id="c03/north-7b").delete()),
    Defect("double_barrelled", RUBRIC_REVISION, asked_by(questions=question("Novelty and value"))),
    Defect(
        "blended_score",
        RUBRIC_REVISION,
        asked_by(
            questions=[each | {"weight": 0.5} for each in RUBRIC["questions"]],
            composite={"label": "Overall"},
        ),
    ),
    Defect(
        "not_piloted", RUBRIC_REVISION, lambda s: s.rounds.filter(kind="pilot").update(rubric=None)
    ),
    Defect("unverified_rubric", RUBRIC_REVISION, asked_by(guidance="Sepsis is [VERIFY] >= 2.")),
    Defect("unverified_texts", REDESIGN, stated(target_reason="[UNVERIFIED - NEEDS MANUAL CHECK]")),
    Defect("uncited_works", READY, stated(target_reason="As Koo & Li 2016 advise.")),
    Defect("no_controls", REDESIGN, without_controls),
    Defect(
        "no_positive_control",
        READY,
        lambda s: s.controls.filter(flavour="pos_control").update(flavour="instability"),
    ),
    Defect("many_controls", READY, many_controls),
    Defect("names_in_transcripts", REDESIGN, said("As ChatGPT, I cannot examine you.")),
    Defect("names_in_transcripts", REDESIGN, said("The north-7b system would say room air.")),
    Defect("personal_data", READY, said("Write to jane.doe@example.org, MRN 1234567.")),
    Defect("too_few_reviewers", REDESIGN, lambda s: s.reviewers.exclude(pseudonym="R01").delete()),
    Defect("one_level_of_expertise", READY, lambda s: s.reviewers.update(stratum="resident")),
    Defect("no_target", REDESIGN, stated(target=None)),
    Defect("target_unjustified", REDESIGN, stated(target_reason="")),
    Defect("interval_too_wide", REDESIGN, stated(width="0.1")),
    Defect("no_adjudicator", REDESIGN, stated(adjudicator="")),
    Defect("no_adjudication_rule", REDESIGN, stated(adjudication_rule="")),
    Defect("cannot_be_allocated", REDESIGN, stated(cap=20)),
    Defect("kappa_for_many", REDESIGN, stated(statistic="kappa_weighted")),
]
