"""Which ratings go into the analysis, and which never do."""

import pytest
from django.utils import timezone

from raters.frozen_guard import remove_guards
from raters.lifecycle import close_round
from raters.models import Assignment, Reviewer
from raters.rating import report_defect, submit
from raters.reliability import NotReliabilityEvidence, RatingTable
from raters.reports import study_report
from raters.reports.questions import asked_of_all
from raters.reports.rows import rows_of
from raters.reports.tables import rating_of
from tests.studies import complete_answers, rate

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def value_for(assignment) -> int:
    """Spread between items and a little disagreement, by rule."""
    number = sum(map(ord, assignment.item.source_id))
    return (number + (assignment.reviewer.pseudonym == "R02") * (number % 3 == 0)) % 3


@pytest.fixture
def rated(panel):
    for assignment in panel.study.assignments.select_related("item", "reviewer"):
        rate(assignment, value=value_for(assignment))
    return panel


@pytest.fixture
def reported(rated, dana):
    """The report after the round is closed."""

    def report():
        if rated.study.rounds.open().exists():
            close_round(rated.study, by=dana)
        rated.round.refresh_from_db()
        return study_report(rated.round, at=NOW)

    return report


def question(report, key):
    return next(each for each in report.questions if each.key == key)


def left_out(report) -> list[str]:
    return [str(phrase) for phrase in report.left_out]


def tables_of(round) -> list:
    """What every coefficient of the questions is computed from."""
    asked = asked_of_all(round, rows_of(round))
    return [(one.key, one.tables.entered.ratings) for one in asked]


def test_a_question_counts_real_items_only(reported):
    data = question(reported(), "accuracy").data
    assert (data.n_items, data.n_reviewers, data.n_ratings) == (6, 2, 12)


def test_a_question_of_one_condition_counts_its_items_and_says_what_it_left_out(reported):
    found = question(reported(), "hallucination")
    assert found.data.n_items == 2
    assert "2 of 6 real items" in str(found.data.left_out[0])


def test_other_answers_to_every_control_change_no_table(rated):
    before = tables_of(rated.round)
    for assignment in rated.study.assignments.filter(item__role="control"):
        answers = complete_answers(assignment, value=2 - value_for(assignment))
        submit(assignment, answers, base_revision=1, at=NOW)
    assert tables_of(rated.round) == before


def test_another_answer_to_a_real_item_changes_a_table(rated):
    before = tables_of(rated.round)
    assignment = rated.alice.assignments.filter(item__role="real").first()
    value = (value_for(assignment) + 1) % 3
    submit(assignment, complete_answers(assignment, value=value), base_revision=1, at=NOW)
    assert tables_of(rated.round) != before


@pytest.mark.parametrize("planted", [{"item__role": "control"}, {"item__role": "real"}])
def test_a_control_or_a_second_showing_handed_to_a_coefficient_is_refused(rated, planted):
    if planted["item__role"] == "real":
        remove_guards()
        Assignment.objects.filter(**planted).update(showing=Assignment.SECOND)
    roles = planted["item__role"]
    place = next(one for one in rows_of(rated.round).places if one.item.role == roles)
    with pytest.raises(NotReliabilityEvidence):
        RatingTable.of([rating_of(place, 1)], levels=(0, 1, 2))


def test_controls_are_counted_apart_per_reviewer_and_flavour(rated, reported):
    controls = reported().controls.report
    counted = {
        name: {flavour: (rate.hits, rate.n) for flavour, rate in hits.by_flavour}
        for name, hits in controls.by_reviewer
    }
    expected = {
        reviewer.pseudonym: {
            a.item.control.flavour: (int(value_for(a) == 0), 1)
            for a in reviewer.assignments.filter(item__role="control")
        }
        for reviewer in (rated.alice, rated.bob)
    }
    assert counted == expected


def test_the_last_revision_counts_as_entered(rated, reported):
    assignment = rated.alice.assignments.filter(item__role="real").first()
    value = (value_for(assignment) + 1) % 3
    submit(assignment, complete_answers(assignment, value=value), base_revision=1, at=NOW)
    report = reported()
    places = rows_of(rated.round).evidence
    mine = next(p for p in places if p.item.pk == assignment.item_id and p.reviewer == "R01")
    assert set(mine.scored.entered.values()) == {value}
    assert "Earlier revisions of ratings that were changed: 1." in left_out(report)


def test_a_defective_item_is_left_out_and_listed(rated, reported):
    assignment = rated.alice.assignments.filter(item__role="real").first()
    report_defect(assignment, defect="language", reason="Finnish.", base_revision=1, at=NOW)
    report = reported()
    (line,) = report.defects
    assert (line.reviewer, line.item) == ("R01", assignment.item.source_id)
    assert (str(line.what), line.reason) == ("in the wrong language", "Finnish.")
    assert question(report, "accuracy").data.n_ratings == 11


def test_an_llm_judge_never_counts_as_a_rater(rated, reported):
    remove_guards()
    judge = rated.study.reviewers.create(pseudonym="J1", kind=Reviewer.Kind.LLM_JUDGE)
    for position, item in enumerate(rated.study.items.rated_live(), start=1):
        shared = {"study": rated.study, "round": rated.round, "item": item, "position": position}
        rate(judge.assignments.create(**shared), value=2)
    report = reported()
    assert question(report, "accuracy").data.n_reviewers == 2
    assert "J1" not in {name for name, _hits in report.controls.report.by_reviewer}
    assert "Ratings by LLM judges: 8." in left_out(report)


def test_a_second_showing_enters_no_table_and_makes_a_repeat(rated, reported):
    remove_guards()
    item = rated.study.items.real().first()
    shared = {"study": rated.study, "round": rated.round, "item": item, "position": 99}
    rate(rated.alice.assignments.create(showing=Assignment.SECOND, **shared), value=2)
    report = reported()
    repeats = next(q for q in report.behaviour.questions if q.key == "accuracy").consistency
    assert question(report, "accuracy").data.n_ratings == 12
    assert repeats.pooled.n_pairs == 1
    assert "Second showings of hidden repeats: 1." in left_out(report)


def test_what_was_not_rated_is_said(panel, dana):
    close_round(panel.study, by=dana)
    panel.round.refresh_from_db()
    report = study_report(panel.round, at=NOW)
    assert left_out(report) == ["Assigned items not rated yet: 16."]
    assert report.questions[0].finding.lead.estimate.value is None


def test_a_pilot_has_no_report(rated):
    rated.round.kind = "pilot"
    with pytest.raises(NotReliabilityEvidence):
        study_report(rated.round, at=NOW)


def test_reviewers_without_a_score_are_named(panel, dana):
    for assignment in panel.alice.assignments.all():
        rate(assignment, value=value_for(assignment))
    close_round(panel.study, by=dana)
    panel.round.refresh_from_db()
    found = question(study_report(panel.round, at=NOW), "accuracy")
    assert "No score from: R02." in [str(phrase) for phrase in found.warnings]
