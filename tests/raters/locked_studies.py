"""Locked studies of several designs, for tests."""

from pathlib import Path

from raters.design.protocol import protocol_from_yaml
from raters.models import Study
from raters.panel import add_reviewers
from raters.protocol_files import create_from_protocol
from rubrics.loading import read_library_rubric, store_rubric
from tests.studies import control_row, item_row, lock_in_spite, small_study, welcomed

FIXED = Path(__file__).parent / "fixed.protocol.yaml"


def practice_row(name: str, **more) -> dict:
    return control_row(name, control="training", explanation=f"Why {name}.", **more)


def locked(study: Study, n_reviewers: int, *, by, **design) -> Study:
    for name, value in design.items():
        setattr(study.design, name, value)
    study.design.save()
    for reviewer in add_reviewers(study, n_reviewers, by=by):
        welcomed(reviewer)
    lock_in_spite(study, by=by)
    study.refresh_from_db()
    return study


def rotating(n_items: int = 12, n_reviewers: int = 4, *, by, rows=(), **design) -> Study:
    """Items of one arm and a control; three anchors are drawn and the rest has two reviewers."""
    rows = [*(item_row(case, "arm") for case in range(n_items)), control_row("ctl"), *rows]
    chosen = {"allocation": "anchor_and_rotate", "n_anchors": 3, "per_item": 2}
    chosen |= {"strata": ["resident", "specialist"]} | design
    return locked(small_study(by=by, rows=rows), n_reviewers, by=by, **chosen)


def pairs(
    n_cases: int = 6, n_reviewers: int = 2, *, by, arms=("SECRET-ARM", "other-arm"), **design
) -> Study:
    """Side by side: the arms' outputs to each case, and a control."""
    rows = [item_row(case, arm) for case in range(n_cases) for arm in arms]
    study = small_study(by=by, rows=[*rows, control_row("planted-id")])
    return locked(study, n_reviewers, by=by, side_by_side=True, **design)


def fixed(*, by) -> Study:
    """The draft that the fixed protocol file describes."""
    store_rubric(read_library_rubric("abbreviation-handling"))
    spec = protocol_from_yaml(FIXED.read_text(encoding="utf-8"), name=FIXED.name)
    return create_from_protocol(spec, folder=FIXED.parent, by=by)
