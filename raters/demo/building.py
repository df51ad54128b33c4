"""The demo study, made by the very functions that a user's data takes.

Three of its five reviewers have simulated ratings, so the study is a rehearsal and says so on
every page and in every file.
"""

from pathlib import Path

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from raters.answers import Answer, Answers, Citation
from raters.blinding import questions_of
from raters.demo.rehearsal import (
    REVIEWERS,
    evidence_turn,
    justification,
    load_quality,
    opening_words,
    simulated_score,
)
from raters.evidence import find_quote
from raters.importing.pending import Upload
from raters.importing.reading import NamedBytes
from raters.importing.storing import store_import
from raters.lifecycle import open_round
from raters.models import Assignment, Reviewer, Study
from raters.panel import add_reviewers, create_study
from raters.rating import mark_as_shown, submit
from rubrics.loading import read_library_rubric, store_rubric
from rubrics.models import Question

FOLDER = Path(__file__).parent
SLUG = "demo"
ADMIN = "demo-admin"
SEED = 2024
N_REVIEWERS = 5


@transaction.atomic
def build_demo() -> Study:
    """The demo study, complete; the one that is there already if it was built before."""
    if study := Study.objects.filter(slug=SLUG).first():
        return study
    admin = get_user_model().objects.create_user(ADMIN, is_superuser=True, is_staff=True)
    study = create_study(
        by=admin,
        slug=SLUG,
        title="Demo: four assistants on abbreviations",
        public_title="How assistants handle abbreviations",
        instructions="A demonstration with invented transcripts. Rate a few items, then sign in as "
        "the admin and read the report.",
        rubric=store_rubric(read_library_rubric("abbreviation-handling")),
        seed=SEED,
        is_rehearsal=True,
    )
    for upload in _uploads():
        store_import(study, upload.plan(study), by=admin)
    reviewers = add_reviewers(study, N_REVIEWERS, by=admin)
    open_round(study, by=admin)
    for reviewer, name in zip(reviewers, REVIEWERS, strict=False):
        _rehearse(reviewer, name)
    return study


def _uploads() -> list[Upload]:
    outputs = [_file(path.name) for path in sorted(FOLDER.glob("outputs.*.jsonl"))]
    return [
        Upload(cases=_file("cases.jsonl"), outputs=outputs),
        Upload(outputs=[_file("conversations.jsonl"), _file("controls.jsonl")]),
    ]


def _file(name: str) -> NamedBytes:
    return NamedBytes(name, (FOLDER / name).read_bytes())


def _rehearse(reviewer: Reviewer, name: str) -> None:
    """Simulated ratings of the whole queue, each marked as such."""
    quality = load_quality()
    mine = reviewer.assignments.select_related("round", "study", "item__case", "item__rubric")
    for assignment in mine.in_presentation_order():
        now = timezone.now()
        mark_as_shown(assignment, at=now)
        answers = _simulated_answers(assignment, name, quality[assignment.item.source_id])
        submit(assignment, answers, base_revision=0, at=now, simulated=True)


def _simulated_answers(assignment: Assignment, name: str, quality: dict) -> Answers:
    key = assignment.item.source_id
    answers, sentences = [], []
    for code, question in questions_of(assignment.item).items():
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
