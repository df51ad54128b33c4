"""The rating records behind a report: one row per reviewer, item, question and round.

A defective item has one row without a question. Arm and control status are here, so these rows
are for those who run the study and never for a reviewer.
"""

import csv
import json
from collections.abc import Iterable, Iterator, Sequence

from raters.evidence import Place, text_quote_selector
from raters.models import Evidence, Rating, Round, Score
from raters.rating import OF_A_CITATION, OF_ONE_ANSWER

COLUMNS = (
    "study",
    "is_rehearsal",
    "protocol",
    "round",
    "record",
    "reviewer",
    "reviewer_kind",
    "position",
    "showing",
    "page",
    "label",
    "item",
    "case",
    "condition",
    "domain",
    "arm",
    "role",
    "control_flavour",
    "rubric",
    "rubric_version",
    "question",
    "question_kind",
    "score",
    "answer",
    "suggested",
    "final",
    "kept_because",
    "rationale",
    "could_harm",
    "looked_for_contradiction",
    "rests_on_absence",
    "part_states",
    "steps_done",
    "outcome",
    "defect",
    "defect_reason",
    "justification",
    "what_would_change_it",
    "highlights",
    "training_feedback",
    "deviations",
    "evidence",
    "revision",
    "simulated",
    "shown_at",
    "submitted_at",
    "exported_at",
    "software",
    "first_input_at",
    "active_seconds",
)


class Echo:
    """A file that hands back what is written to it, so that rows can be streamed."""

    def write(self, line: str) -> str:
        return line


def csv_lines(columns: Sequence[str], rows: Iterable[dict]) -> Iterator[str]:
    """UTF-8 with a byte order mark, which makes a spreadsheet read it as UTF-8."""
    writer = csv.DictWriter(Echo(), columns)
    yield "\ufeff"
    yield writer.writeheader()
    for row in rows:
        yield writer.writerow({name: harmless(value) for name, value in row.items()})


def harmless(value: object) -> object:
    """A text that a spreadsheet would run as a formula gets an apostrophe before it."""
    starts_a_formula = isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r")
    return f"'{value}" if starts_a_formula else value


WITH_THE_ITEM = (
    "assignment__reviewer",
    "assignment__item__case",
    "assignment__item__arm",
    "assignment__item__control",
    "assignment__item__rubric",
)


def rating_records(round: Round) -> Iterator[dict]:
    """Current revisions, in order of reviewer and position."""
    ratings = (
        Rating.objects.current()
        .filter(assignment__round=round)
        .select_related(*WITH_THE_ITEM)
        .prefetch_related("scores__question__rubric", "scores__evidence__turn", "deviations__turn")
        .order_by("assignment__reviewer__pseudonym", "assignment__position")
    )
    for rating in ratings.iterator(chunk_size=500):
        shared = about(round, rating)
        scores = list(rating.scores.all())
        yield from (shared | _answered(score) for score in scores)
        if not scores:
            yield shared


def about(round: Round, rating: Rating) -> dict:
    assignment = rating.assignment
    item, reviewer = assignment.item, assignment.reviewer
    return {
        "study": round.study.slug,
        "is_rehearsal": round.study.is_rehearsal,
        "protocol": round.sealed_as,
        "round": round.name,
        "record": assignment.public_id,
        "reviewer": reviewer.pseudonym,
        "reviewer_kind": reviewer.kind,
        "position": assignment.position,
        "showing": assignment.showing,
        "page": assignment.page or "",
        "label": assignment.label,
        "item": item.source_id,
        "case": item.case.source_id,
        "condition": item.case.condition,
        "domain": item.case.domain,
        "arm": item.arm.name if item.arm else "",
        "role": item.role,
        "control_flavour": item.control.flavour if hasattr(item, "control") else "",
        "outcome": rating.outcome,
        "defect": rating.defect,
        "defect_reason": rating.defect_reason,
        "justification": rating.justification,
        "what_would_change_it": rating.what_would_change_it,
        "highlights": rating.highlights,
        "training_feedback": rating.training_feedback,
        "deviations": as_json(_deviations(rating)),
        "revision": rating.revision,
        "simulated": rating.simulated,
        "shown_at": rating.shown_at.isoformat() if rating.shown_at else "",
        "submitted_at": rating.submitted_at.isoformat(),
        "first_input_at": rating.first_input_at.isoformat() if rating.first_input_at else "",
        "active_seconds": rating.active_seconds,
    }


def _answered(score: Score) -> dict:
    question = score.question
    entered = {name: getattr(score, name) for name in OF_ONE_ANSWER}
    return {name: value for name, value in entered.items() if name != "value"} | {
        "rubric": question.rubric.name,
        "rubric_version": question.rubric.version,
        "question": question.key,
        "question_kind": question.kind,
        "score": score.value,
        "answer": question.answer_label(score.value),
        "part_states": as_json(score.part_states),
        "steps_done": as_json(score.steps_done),
        "evidence": as_json(_evidence(score)),
    }


def as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _evidence(score: Score) -> list[dict]:
    return [
        {"turn": row.turn.number}
        | {name: getattr(row, name) for name in OF_A_CITATION}
        | {"selector": _selector(row)}
        for row in score.evidence.all()
    ]


def _selector(row: Evidence) -> dict[str, str] | None:
    if row.start is None:
        return None
    return text_quote_selector(row.turn.text, Place(row.start, row.words))


def _deviations(rating: Rating) -> list[dict]:
    return [
        {"turn": row.turn.number, "tag": row.tag, "severity": row.severity, "detail": row.detail}
        for row in rating.deviations.all()
    ]
