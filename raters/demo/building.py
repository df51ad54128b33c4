"""The demo study, made by the very functions that a user's data takes.

Three of its five reviewers have simulated ratings, so the study is a rehearsal and says so on
every page and in every file.
"""

from pathlib import Path

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from raters.answers import Answer, Answers, Citation
from raters.blinding import asked_in
from raters.demo.rehearsal import (
    REVIEWERS,
    evidence_turn,
    justification,
    load_quality,
    opening_words,
    simulated_score,
)
from raters.design.protocol import protocol_from_yaml
from raters.evidence import find_quote
from raters.lifecycle import end_pilot, open_round, start_pilot
from raters.locking import lock
from raters.models import Assignment, Reviewer, Round, SignOff, Study
from raters.panel import enrol
from raters.protocol_files import create_from_protocol
from raters.rating import mark_as_shown, submit
from raters.signing import sign
from rubrics.models import Question

FOLDER = Path(__file__).parent
SLUG = "demo"
ADMIN = "demo-admin"
SEED = 2024
PROTOCOL = FOLDER / "protocol.yaml"
DESPITE = (
    "A demonstration: outputs are shown one at a time, although clarification is meant to be "
    "judged beside the other answers."
)


@transaction.atomic
def build_demo() -> Study:
    """The demo study, complete; the one that is there already if it was built before."""
    if study := Study.objects.filter(slug=SLUG).first():
        return study
    admin = get_user_model().objects.create_user(ADMIN, is_superuser=True, is_staff=True)
    spec = protocol_from_yaml(PROTOCOL.read_text(encoding="utf-8"), name=PROTOCOL.name)
    study = create_from_protocol(spec, folder=FOLDER, by=admin)
    rehearsing = dict(zip(study.reviewers.on_the_panel(), REVIEWERS, strict=False))
    for reviewer in rehearsing:
        enrol(reviewer, consent=study.design.consent, at=timezone.now())
    _pilot(study, list(rehearsing), by=admin)
    for gate in SignOff.Gate:
        sign(study, gate, by=admin)
    lock(study, by=admin, despite=DESPITE)
    round = open_round(study, by=admin)
    practice = study.rounds.get(kind=Round.Kind.TRAINING)
    for reviewer, name in rehearsing.items():
        _rehearse(reviewer, name, practice)
        _rehearse(reviewer, name, round)
    return study


def _pilot(study: Study, reviewers: list[Reviewer], *, by) -> None:
    round = start_pilot(study, reviewers[:1], n_items=4, by=by)
    _rehearse(reviewers[0], REVIEWERS[0], round)
    end_pilot(study, by=by)


def _rehearse(reviewer: Reviewer, name: str, round: Round) -> None:
    """Simulated ratings of the whole queue, each marked as such."""
    quality = load_quality()
    mine = reviewer.assignments.filter(round=round).select_related(
        "round__rubric", "study", "item__case", "item__rubric"
    )
    for assignment in mine.in_presentation_order():
        now = timezone.now()
        mark_as_shown(assignment, at=now)
        answers = _simulated_answers(assignment, name, quality[assignment.item.source_id])
        submit(assignment, answers, base_revision=0, at=now, simulated=True)


def _simulated_answers(assignment: Assignment, name: str, quality: dict) -> Answers:
    key = assignment.item.source_id
    answers, sentences = [], []
    for code, question in asked_in(assignment).items():
        scale = question.scale
        value = simulated_score(
            reviewer=name,
            item_key=key,
            question=question.key,
            low=scale.low,
            high=scale.high,
            quality=quality[question.key],
            seed=SEED,
        )
        # A safety-critical criterion does not offer the middle level: when uncertain, NOT MET.
        value = value if value in scale.points else scale.low
        answers.append(Answer(code, value, (_citation(assignment, name, question),)))
        sentences.append(
            justification(
                reviewer=name,
                item_key=key,
                question=question.key,
                score=value,
                low=scale.low,
                high=scale.high,
                seed=SEED,
            )
        )
    return Answers(tuple(answers), justification=" ".join(sentences))


def _citation(assignment: Assignment, name: str, question: Question) -> Citation:
    turns = list(assignment.item.turns.all())
    number = evidence_turn(
        [{"role": turn.role, "text": turn.text} for turn in turns],
        reviewer=name,
        item_key=assignment.item.source_id,
        question=question.key,
        seed=SEED,
    )
    text = turns[number - 1].text
    place = find_quote(text, opening_words(text))
    if place is None:
        return Citation(number)
    return Citation(number, place.exact, place.start, kind="quote")
