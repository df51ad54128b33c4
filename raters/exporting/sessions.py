"""One YAML report per rated session, as the consultation rubric describes it.

Source: seed consultation-dimensions-zh, "报告格式". `round` there is the exchange: a message and
its reply. The panel's mean stands beside the reviewers' own reports.
"""

from collections.abc import Iterator
from decimal import Decimal
from itertools import chain, groupby

import yaml
from django.utils.translation import gettext as _

from raters.blinding import grading_rubric
from raters.exporting.stamping import evalsite_version
from raters.models import Item, Rating, Round
from raters.scoring import grade_of, score_rating, weights_of
from raters.transcript import exchange_numbers
from rubrics.asking import code_of
from rubrics.composite import GradeBand, composite, shown


def session_reports(round: Round) -> Iterator[str]:
    """All sessions of the round as one YAML stream: each reviewer's, then the panel's mean.

    Written as they are read, so that a large round does not keep anybody waiting.
    """
    documents = chain([_header(round)], _reviewers(round), _means(round))
    return (
        yaml.dump(each, allow_unicode=True, sort_keys=False, explicit_start=True)
        for each in documents
    )


def _header(round: Round) -> dict:
    return {
        "study": round.study.slug,
        "title": round.study.title,
        "round": round.name,
        "rehearsal": round.study.is_rehearsal,
        "protocol": round.sealed_as,
        "software": f"evalsite {evalsite_version()}",
        "rubric": str(round.rubric or ""),
        "note": _("Scores are those of reviewers, on real items and controls alike."),
    }


def _ratings(round: Round) -> Iterator[Rating]:
    rows = (
        Rating.objects.current()
        .scored()
        .filter(assignment__round=round)
        .select_related(
            "assignment__reviewer",
            "assignment__item__case",
            "assignment__item__rubric",
        )
        .prefetch_related("scores__question__rubric", "deviations__turn", "assignment__item__turns")
        .order_by("assignment__item__source_id", "assignment__reviewer__pseudonym")
    )
    for rating in rows.iterator(chunk_size=500):
        # One round for all of them: its rubric is understood once.
        rating.assignment.round = round
        yield rating


def _reviewers(round: Round) -> Iterator[dict]:
    for rating in _ratings(round):
        assignment = rating.assignment
        item = assignment.item
        exchanges = _exchange_of_turn(item)
        result = score_rating(rating)
        yield {
            **_session(item, exchanges),
            "reviewer": assignment.reviewer.pseudonym,
            "simulated": rating.simulated,
            "scores": {code_of(score.question): score.final for score in rating.scores.all()}
            | _overall(result.composite.score if result.composite else None),
            **_grade(result.grade),
            **_points(result.total),
            "deviations": [
                {
                    "round": exchanges[row.turn.number],
                    "turn": row.turn.number,
                    "type": row.tag,
                    **({"severity": row.severity} if row.severity else {}),
                    "detail": row.detail,
                }
                for row in rating.deviations.all()
            ],
            "highlights": _lines(rating.highlights),
            "training_feedback": _lines(rating.training_feedback),
        }


def _means(round: Round) -> Iterator[dict]:
    for _pk, found in groupby(_ratings(round), key=lambda rating: rating.assignment.item_id):
        ratings = list(found)
        item = ratings[0].assignment.item
        settings = grading_rubric(ratings[0].assignment).spec
        means = _mean_scores(ratings)
        overall = None
        if settings.composite is not None:
            overall = composite(means, weights=weights_of(settings)).score
        yield {
            **_session(item, _exchange_of_turn(item)),
            "reviewer": "panel mean",
            "n_reviewers": len(ratings),
            "scores": {key: float(shown(mean)) for key, mean in means.items()} | _overall(overall),
            **_grade(grade_of(settings, overall)),
        }


def _mean_scores(ratings: list[Rating]) -> dict[str, Decimal]:
    """Of dimensions alone: a mean of three-level decisions is no decision."""
    values: dict[str, list[int]] = {}
    for rating in ratings:
        for score in rating.scores.all():
            if score.question.kind == "dimension":
                values.setdefault(score.question.key, []).append(score.final)
    return {key: Decimal(sum(found)) / len(found) for key, found in values.items()}


def _session(item: Item, exchanges: dict[int, int]) -> dict:
    return {
        "session_id": item.source_id,
        "scenario_id": item.case.source_id,
        "patient_profile_id": item.case.source_id,
        "turns": len(exchanges),
        "duration": max(exchanges.values(), default=0),
    }


def _exchange_of_turn(item: Item) -> dict[int, int]:
    turns = list(item.turns.all())
    numbers = exchange_numbers([turn.role for turn in turns])
    return {turn.number: number for turn, number in zip(turns, numbers, strict=True)}


def _overall(score: Decimal | None) -> dict:
    return {} if score is None else {"overall": float(shown(score))}


def _grade(band: GradeBand | None) -> dict:
    return {"grade": f"{band.grade} {band.label}".strip()} if band else {}


def _points(total) -> dict:
    if total is None:
        return {}
    points = {
        "earned": float(total.earned),
        "maximum": float(total.maximum),
        "rule": total.rule,
        "half_points": total.half_points,
    }
    return {"points": points}


def _lines(text: str) -> list[str]:
    return [line.strip(" -•") for line in text.splitlines() if line.strip(" -•")]
