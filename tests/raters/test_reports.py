"""Which ratings go into the analysis, and which never do."""

import csv
import io
import json

import pytest
from django.urls import reverse
from django.utils import timezone

from raters.frozen_guard import remove_guards
from raters.models import Reviewer, Score
from raters.rating import report_defect, submit
from raters.reliability import NotReliabilityEvidence, RatingTable
from raters.reports import _rating, study_report
from tests.studies import Panel, complete_answers, item_row, rate, small_study

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


def question(panel, key):
    report = study_report(panel.round, at=NOW)
    return next(each for each in report.questions if each.key == key).report


def left_out(panel) -> list[str]:
    return [str(phrase) for phrase in study_report(panel.round, at=NOW).left_out]


def test_a_question_counts_real_items_only(rated):
    accuracy = question(rated, "accuracy")
    assert (accuracy.n_items, accuracy.n_reviewers, accuracy.n_ratings) == (6, 2, 12)


def test_a_question_of_one_condition_counts_its_items_and_says_what_it_left_out(rated):
    report = study_report(rated.round, at=NOW)
    found = next(each for each in report.questions if each.key == "hallucination")
    assert found.report.n_items == 2
    assert "2 of 6 real items" in str(found.left_out[0])


def test_changing_every_answer_to_a_control_changes_no_coefficient(rated):
    before = [each.report for each in study_report(rated.round, at=NOW).questions]
    for assignment in rated.study.assignments.filter(item__role="control"):
        answers = complete_answers(assignment, value=2 - value_for(assignment))
        submit(assignment, answers, base_revision=1, at=NOW)
    assert [each.report for each in study_report(rated.round, at=NOW).questions] == before


def test_a_control_handed_to_a_coefficient_is_refused(rated):
    score = Score.objects.filter(rating__assignment__item__role="control").first()
    with pytest.raises(NotReliabilityEvidence):
        RatingTable.of([_rating(score)], levels=(0, 1, 2))


def test_controls_are_counted_apart_per_reviewer_and_flavour(rated):
    controls = study_report(rated.round, at=NOW).controls
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


def test_the_last_revision_counts(rated):
    assignment = rated.alice.assignments.filter(item__role="real").first()
    before = question(rated, "accuracy").distribution
    value = (value_for(assignment) + 1) % 3
    submit(assignment, complete_answers(assignment, value=value), base_revision=1, at=NOW)
    after = question(rated, "accuracy").distribution
    assert dict(after)[value] == dict(before)[value] + 1
    assert "Earlier revisions of ratings that were changed: 1." in left_out(rated)


def test_a_defective_item_is_left_out_and_listed(rated):
    assignment = rated.alice.assignments.filter(item__role="real").first()
    report_defect(assignment, defect="language", reason="Finnish.", base_revision=1, at=NOW)
    report = study_report(rated.round, at=NOW)
    listed = [("R01", assignment.item.source_id, "in the wrong language", "Finnish.")]
    assert list(report.defects) == listed
    assert question(rated, "accuracy").n_ratings == 11


def test_an_llm_judge_never_counts_as_a_rater(rated):
    remove_guards()
    judge = rated.study.reviewers.create(pseudonym="J1", kind=Reviewer.Kind.LLM_JUDGE)
    item = rated.study.items.real().first()
    shared = {"study": rated.study, "round": rated.round, "item": item, "position": 1}
    rate(judge.assignments.create(**shared), value=2)
    assert question(rated, "accuracy").n_reviewers == 2
    assert "Ratings by LLM judges: 1." in left_out(rated)


def test_what_was_not_rated_is_said(panel):
    report = study_report(panel.round, at=NOW)
    assert left_out(panel) == ["Assigned items not rated yet: 16."]
    assert report.questions[0].report.leading.value is None


def test_own_criteria_are_taken_together_over_item_and_criterion(dana):
    criteria = [{"criterion": "Names it.", "points": 3}, {"criterion": "Asks.", "points": 1}]
    rows = [item_row(n, "arm", criteria=criteria) for n in range(4)]
    panel = Panel.opened(small_study(by=dana, rows=rows, rubric=None), by=dana)
    for assignment in panel.study.assignments.all():
        rate(assignment, value=value_for(assignment))
    (own,) = study_report(panel.round, at=NOW).questions
    assert (own.report.n_items, own.report.n_cases, own.report.n_ratings) == (8, 4, 16)


def test_the_page_shows_numbers_with_their_form_and_never_nan(as_dana, rated):
    page = as_dana.get(reverse("report", args=["small"])).content.decode()
    assert "two-way random effects, absolute agreement, single rater" in page
    assert "nan" not in page.lower().replace("finance", "")


def test_an_empty_round_has_a_page_that_says_why_nothing_can_be_estimated(as_dana, panel):
    page = as_dana.get(reverse("report", args=["small"])).content.decode()
    assert "not estimable" in page


def test_the_json_is_the_same_report_without_nan(as_dana, rated):
    text = as_dana.get(reverse("report_json", args=["small"])).content.decode()
    found = json.loads(text, parse_constant=pytest.fail)
    assert found["questions"][0]["report"]["leading"]["n_items"] == 6


def test_the_csv_has_one_row_per_reviewer_item_and_question(as_dana, rated):
    response = as_dana.get(reverse("ratings_csv", args=["small"]))
    text = b"".join(response.streaming_content).decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    keys = {(row["reviewer"], row["item"], row["question"]) for row in rows}
    assert len(rows) == len(keys) == Score.objects.count()
    assert {row["arm"] for row in rows if row["role"] == "real"} == {"SECRET-ARM", "other-arm"}
    assert json.loads(rows[0]["evidence"]) == [
        {
            "turn": 2,
            "words": "",
            "start": None,
            "stance": "supports",
            "kind": "paraphrase",
            "through": None,
            "strength": "explicit",
            "reveals_safety_deficiency": False,
        }
    ]


def test_files_of_a_rehearsal_say_so_in_their_name(as_dana, dana):
    Panel.opened(small_study(by=dana, is_rehearsal=True), by=dana)
    response = as_dana.get(reverse("report_json", args=["small"]))
    assert 'filename="REHEARSAL-small-' in response.headers["Content-Disposition"]
