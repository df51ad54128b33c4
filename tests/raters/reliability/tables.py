"""Tables for the tests: from golden files, from plain matrices, and drawn from a model."""

import json
from functools import cache
from pathlib import Path

import numpy as np

from raters.reliability import Rating, RatingTable

FOLDER = Path(__file__).parent / "golden"
CODES = {"no": 0, "yes": 1}


def golden_names() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.json"))


@cache
def golden(name: str) -> dict:
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


@cache
def golden_table(name: str) -> RatingTable:
    case = golden(name)
    rows = [(item, rater, CODES.get(score, score)) for item, rater, score in case["data"]]
    levels = sorted({score for _, _, score in rows if score is not None})
    return RatingTable.of(
        [Rating(item, None, rater, score) for item, rater, score in rows],
        levels=levels,
        identified=case["rater_identity"] == "identified",
    )


def table_of(matrix, *, levels=None, cases=None, identified=True) -> RatingTable:
    """`matrix`: items in rows, reviewers in columns, NaN for not rated; `cases`: one per row."""
    matrix = np.asarray(matrix, dtype=float)
    ratings = [
        Rating(f"i{row:03}", None if cases is None else str(cases[row]), f"r{column:02}", score)
        for (row, column), score in np.ndenumerate(matrix)
        if not np.isnan(score)
    ]
    return RatingTable.of(ratings, levels=levels, identified=identified)


def anchor_and_rotate(*, items: int, anchors: int, reviewers: int, each: int) -> np.ndarray:
    """True where rated: everyone rates the anchors, `each` reviewers in turn rate the others."""
    rated = np.zeros((items, reviewers), dtype=bool)
    rated[:anchors] = True
    for row in range(anchors, items):
        rated[row, [(row * each + step) % reviewers for step in range(each)]] = True
    return rated


def drawn_scores(rng, *, items: int, reviewers: int, sds: dict[str, float]) -> np.ndarray:
    """score = item + reviewer + error with the given standard deviations."""
    item = sds["item"] * rng.standard_normal((items, 1))
    reviewer = sds["reviewer"] * rng.standard_normal((1, reviewers))
    return item + reviewer + sds["error"] * rng.standard_normal((items, reviewers))
