"""A report is computed once, and never handed out after something changed."""

import pickle
from dataclasses import replace

import pytest
from django.core.cache import cache
from django.utils import timezone
from django.utils.translation import override

from raters.rating import report_defect, submit
from raters.reports import fingerprint, study_report
from tests.studies import complete_answers, rate

pytestmark = pytest.mark.django_db
NOW = timezone.now()


@pytest.fixture(autouse=True)
def _nothing_stored():
    cache.clear()


@pytest.fixture
def half(panel):
    """Alice has rated her queue, Bob has not."""
    for number, assignment in enumerate(panel.alice.assignments.all()):
        rate(assignment, value=number % 3)
    return panel


def change_an_answer(panel):
    assignment = panel.alice.assignments.filter(item__role="real").first()
    submit(assignment, complete_answers(assignment, value=2), base_revision=1, at=NOW, page="x")


def rate_another(panel):
    rate(panel.bob.assignments.first(), value=1)


def report_one(panel):
    assignment = panel.bob.assignments.first()
    report_defect(assignment, defect="other", reason="Cut.", base_revision=0, at=NOW)


def close(panel):
    panel.study.rounds.update(closed_at=timezone.now())
    panel.round.refresh_from_db()


def state_her_years(panel):
    panel.study.reviewers.filter(pk=panel.alice.pk).update(years_of_experience=30)


@pytest.mark.parametrize(
    "change", [change_an_answer, rate_another, report_one, close, state_her_years]
)
def test_whatever_changes_is_in_the_next_report(half, change):
    before = study_report(half.round, at=NOW)
    change(half)
    after = study_report(half.round, at=NOW)
    assert after.fingerprint != before.fingerprint
    cache.clear()
    assert study_report(half.round, at=NOW) == after


def test_the_same_data_are_computed_once(half, monkeypatch):
    study_report(half.round, at=NOW)
    monkeypatch.setattr("raters.reports.building._computed", None)
    later = timezone.now()
    assert study_report(half.round, at=later).generated_at == NOW


def test_other_code_computes_anew(half, monkeypatch):
    before = study_report(half.round, at=NOW).fingerprint
    monkeypatch.setattr(fingerprint, "code_version", lambda: "the next release")
    assert study_report(half.round, at=NOW).fingerprint != before


def test_what_is_stored_reads_the_same_in_every_language(half):
    close(half)
    with override("zh-hans"):
        stored = study_report(half.round, at=NOW)
    cache.clear()
    assert replace(study_report(half.round, at=NOW), protocol=None) == replace(
        stored, protocol=None
    )


def test_a_report_survives_being_stored(half):
    close(half)
    report = study_report(half.round, at=NOW)
    assert pickle.loads(pickle.dumps(report)) == report  # noqa: S301 (our own bytes)
