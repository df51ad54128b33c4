"""A study that is ready to collect, made from a protocol file; tests plant one defect in it."""

from copy import deepcopy
from pathlib import Path

from django.utils import timezone

from raters.answers import Answer, Answers, Citation
from raters.blinding import asked_in
from raters.design.protocol import protocol_from_mapping
from raters.lifecycle import end_pilot, start_pilot
from raters.models import Study
from raters.panel import enrol
from raters.protocol_files import create_from_protocol
from raters.rating import submit
from tests.studies import conversation

ARMS = ("north-7b", "south-9b")
RUBRIC = {
    "name": "two-axes",
    "version": 1,
    "title": "Two axes",
    "questions": [
        {
            "key": key,
            "kind": "dimension",
            "label": label,
            "scale": {"min": 0, "max": 2},
            "descriptors": [
                {"at": 0, "text": f"{label} is not there."},
                {"at": 1, "text": f"{label} is there in part."},
                {"at": 2, "text": f"{label} is all there."},
            ],
        }
        for key, label in (("validity", "Validity"), ("novelty", "Novelty"))
    ],
    "correlations": [{"between": ["validity", "novelty"], "expect": "low"}],
}
PROTOCOL = {
    "protocol": 1,
    "study": {"name": "ready", "title": "Ready", "public_title": "Answers", "seed": 11},
    "question": {
        "asks": "Which arm answers more validly?",
        "claim": "The first arm is rated more valid than the second.",
        "not_claimed": "That either helps a patient.",
        "unit": "output",
    },
    "reference": {"role": "none"},
    "arms": [{"name": name, "receives": "The question.", "output": "Plain text."} for name in ARMS],
    "rubric": {"document": RUBRIC},
    "panel": {
        "plan": "Volunteers of both levels.",
        "strata": ["resident", "specialist"],
        "consent": "Your ratings are used for research.",
        "reviewers": [
            {"pseudonym": f"R{n:02d}", "stratum": ("resident", "specialist")[n % 2]}
            for n in range(1, 6)
        ],
    },
    "allocation": {"kind": "crossed", "cap": 60},
    "order": {"repeats": 2, "repeat_gap": 8},
    "reliability": {
        "statistic": "icc_2_1",
        "target": 0.6,
        "reason": "Groups are compared, not single answers.",
        "width": 0.5,
        "expected_icc": 0.6,
        "rater_share": 0.05,
    },
    "judge": {
        "strategy": "human",
        "adjudication": "Two points apart: a third person decides.",
        "adjudicator": "The head of the panel",
    },
}


def rows() -> list[dict]:
    items = [
        {
            "id": f"c{case:02d}/{arm}",
            "case": f"c{case:02d}",
            "arm": arm,
            "messages": conversation(f"Answer {case}{arm[0]} given: it could be room air."),
        }
        for case in range(15)
        for arm in ARMS
    ]
    flavours = [("pos_control", 2), ("neg_control", 0), ("instability", 1)]
    controls = [
        {
            "id": f"planted-{n}",
            "case": f"planted-{n}",
            "messages": conversation(f"Planted answer {n}."),
            "control": flavour,
            "expected": {"validity": point, "novelty": "0-2"},
        }
        for n, (flavour, point) in enumerate(flavours)
    ]
    return [*items, *controls]


def ready_study(*, by) -> Study:
    mapping = deepcopy(PROTOCOL) | {"items": {"rows": rows()}}
    spec = protocol_from_mapping(mapping)
    study = create_from_protocol(spec, folder=Path(), by=by)
    piloted(study, by=by)
    study.refresh_from_db()
    return study


def piloted(study: Study, *, by) -> None:
    """One reviewer has tried the rubric out on one item."""
    reviewer = study.reviewers.first()
    enrol(reviewer, consent=study.design.consent, at=timezone.now())
    start_pilot(study, [reviewer], n_items=1, by=by)
    assignment = reviewer.assignments.first()
    answers = tuple(Answer(code, 1, (Citation(2),)) for code in asked_in(assignment))
    submit(
        assignment,
        Answers(answers, justification="Because of turn 2."),
        base_revision=0,
        at=timezone.now(),
    )
    end_pilot(study, by=by)
