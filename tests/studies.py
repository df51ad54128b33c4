"""Studies for tests, made by the functions that a user's data takes."""

import json
from dataclasses import dataclass

from django.utils import timezone

from raters.answers import Answer, Answers, Citation
from raters.blinding import asked_in
from raters.importing.pending import Upload
from raters.importing.reading import NamedBytes
from raters.importing.storing import store_import
from raters.lifecycle import open_round
from raters.locking import lock
from raters.models import Assignment, Rating, Reviewer, Round, SignOff, Study
from raters.panel import add_reviewers, create_study, enrol
from raters.rating import submit
from raters.signing import sign
from rubrics.loading import read_library_rubric, store_rubric

SECRET_ARM = "SECRET-ARM"
CONDITIONS = ("real_high_context", "real_low_context", "synthetic_high_context")


def rows_file(name: str, rows: list[dict]) -> NamedBytes:
    lines = "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    return NamedBytes(name, lines.encode())


def conversation(text: str) -> list[dict]:
    return [
        {"role": "user", "content": "What does RA mean here?"},
        {"role": "assistant", "content": text},
    ]


def item_row(case: int, arm: str, **more) -> dict:
    return {
        "id": f"case-{case}/{arm}",
        "case": f"case-{case}",
        "arm": arm,
        "condition": CONDITIONS[case % 3],
        "messages": conversation(f"Answer {case} given: it could be room air."),
    } | more


def control_row(name: str, **more) -> dict:
    return {
        "id": name,
        "case": f"case-of-{name}",
        "condition": "real_high_context",
        "messages": conversation("An answer that a careful reader cannot miss."),
        "control": "neg_control",
        "expected": {"accuracy": [0, 0]},
    } | more


def default_rows() -> list[dict]:
    items = [item_row(case, arm) for case in range(3) for arm in (SECRET_ARM, "other-arm")]
    return [*items, control_row("ctl-1"), control_row("ctl-2", control="pos_control")]


def small_study(*, by, rows: list[dict] | None = None, **fields) -> Study:
    study = create_study(
        by=by,
        **{
            "slug": "small",
            "title": "Comparing SECRET-ARM with another",
            "public_title": "Abbreviations in clinic letters",
            "rubric": store_rubric(read_library_rubric("abbreviation-handling")),
            "seed": 7,
        }
        | fields,
    )
    rows = default_rows() if rows is None else rows
    if rows:
        import_rows(study, rows, by=by)
    return study


def import_rows(study: Study, rows: list[dict], *, by=None, **options) -> int:
    upload = Upload(outputs=[rows_file("rows.jsonl", rows)], **options)
    return store_import(study, upload.plan(study), by=by)


@dataclass(frozen=True)
class Panel:
    study: Study
    alice: Reviewer
    bob: Reviewer
    round: Round

    @classmethod
    def opened(cls, study: Study, *, by) -> "Panel":
        """Alice and Bob have been welcomed; the study is locked although little of it is stated."""
        alice, bob = (welcomed(each) for each in add_reviewers(study, 2, by=by))
        lock_in_spite(study, by=by)
        return cls(study, alice, bob, open_round(study, by=by))


def welcomed(reviewer: Reviewer) -> Reviewer:
    reviewer.years_of_experience, reviewer.prior_ai_evaluation = 9, True
    enrol(reviewer, consent="", at=timezone.now())
    return reviewer


def lock_in_spite(study: Study, *, by):
    for gate in SignOff.Gate:
        sign(study, gate, by=by)
    return lock(study, by=by, despite="a small study for tests")


def assignment_at(reviewer: Reviewer, position: int) -> Assignment:
    return reviewer.assignments.get(position=position)


def complete_answers(assignment: Assignment, *, value: int | None = None, **more) -> Answers:
    """An answer to every question that applies, each citing the last turn."""
    last = assignment.item.turns.last().number
    answers = tuple(
        Answer(code, question.scale.low if value is None else value, (Citation(last),))
        for code, question in asked_in(assignment).items()
    )
    return Answers(answers, **{"justification": "Because of turn 2."} | more)


def rate(assignment: Assignment, *, value: int | None = None, **more) -> Rating:
    answers = complete_answers(assignment, value=value, **more)
    return submit(assignment, answers, base_revision=0, at=timezone.now())
