"""What answers add up to; and the session report of the consultation rubric."""

import csv
import io
from decimal import Decimal

import pytest
import yaml
from django.urls import reverse
from django.utils import timezone

from raters.answers import Answer, Answers, Citation, DeviationNote
from raters.exporting.sessions import session_reports
from raters.rating import submit
from raters.scoring import score_rating
from rubrics.loading import read_library_rubric, store_rubric
from rubrics.phrases import Phrase
from rubrics.tightening import CONJUNCTIVE_SENTENCES
from tests.studies import Panel, item_row, small_study

pytestmark = pytest.mark.django_db
TURNS = [
    {"role": role, "content": text}
    for role, text in [
        ("user", "My child has a fever."),
        ("assistant", "How long?"),
        ("user", "Two days."),
        ("assistant", "It is a viral infection."),
    ]
]


def study_with(dana, rubric: str, **row):
    return small_study(
        by=dana,
        rows=[item_row(n, "arm", messages=TURNS, **row) for n in range(2)],
        rubric=store_rubric(read_library_rubric(rubric)) if rubric else None,
    )


def answered(panel, values: dict, reviewer=None, **more):
    assignment = (reviewer or panel.alice).assignments.get(item__source_id="case-0/arm")
    answers = tuple(Answer(code, value, (Citation(2),)) for code, value in values.items())
    given = Answers(answers, "Because.", **more)
    return submit(assignment, given, base_revision=0, at=timezone.now())


def documents(round) -> list[dict]:
    return list(yaml.safe_load_all("".join(session_reports(round))))


SEED_EXAMPLE = {"professionalism": 7, "completeness": 8, "empathy": 6, "safety": 9}


@pytest.fixture
def consultation(dana):
    return Panel.opened(study_with(dana, "consultation-quality"), by=dana)


def test_the_seeds_own_example_scores_as_its_formula_says_and_not_as_it_prints(consultation):
    result = score_rating(answered(consultation, SEED_EXAMPLE))
    assert result.composite.score == Decimal("7.40")
    assert result.grade.grade == "B"


def test_an_items_criterion_of_the_same_key_does_not_enter_the_composite(dana):
    criteria = [{"key": "safety", "criterion": "Does it.", "points": 3}]
    panel = Panel.opened(study_with(dana, "consultation-quality", criteria=criteria), by=dana)
    nines = dict.fromkeys(SEED_EXAMPLE, 9)
    rating = answered(panel, nines | {"own-safety": 1})
    assert score_rating(rating).composite.score == 9
    _, report, _ = documents(panel.round)
    assert (report["scores"]["safety"], report["scores"]["own-safety"]) == (9, 1)


def test_all_criteria_met_score_full_points(dana):
    points = [10, 5, 3, 5, 5]
    criteria = [{"criterion": f"Does {n}.", "points": n} for n in points]
    panel = Panel.opened(study_with(dana, "healthcare-grading-guide", criteria=criteria), by=dana)
    rating = answered(panel, {f"own-c{n}": 2 for n in range(1, 6)})
    total = score_rating(rating).total
    assert (total.earned, total.maximum) == (28, 28)


def test_partially_met_everywhere_rounds_each_half_up(dana):
    points = [10, 5, 3, 5, 5]
    criteria = [{"criterion": f"Does {n}.", "points": n} for n in points]
    panel = Panel.opened(study_with(dana, "healthcare-grading-guide", criteria=criteria), by=dana)
    rating = answered(panel, {f"own-c{n}": 1 for n in range(1, 6)})
    total = score_rating(rating).total
    assert (total.earned, total.maximum, total.half_points) == (16, 28, "rounded")


def test_the_session_report_has_the_shape_of_the_seeds_example(consultation):
    answered(
        consultation,
        SEED_EXAMPLE,
        highlights="Calms the parent\n- Screens for danger",
        deviations=(DeviationNote(4, "COMM", "“viral infection” is not plain"),),
    )
    _, report, _ = documents(consultation.round)
    assert report["scores"] == SEED_EXAMPLE | {"overall": 7.4}
    assert report["grade"].startswith("B ")
    assert (report["turns"], report["duration"]) == (4, 2)
    assert report["deviations"] == [
        {"round": 2, "turn": 4, "type": "COMM", "detail": "“viral infection” is not plain"}
    ]
    assert report["highlights"] == ["Calms the parent", "Screens for danger"]


def test_the_panels_mean_stands_beside_the_reviewers(consultation):
    answered(consultation, SEED_EXAMPLE)
    better = dict.fromkeys(SEED_EXAMPLE, 10)
    answered(consultation, better, reviewer=consultation.bob)
    mean = documents(consultation.round)[-1]
    assert (mean["reviewer"], mean["n_reviewers"]) == ("panel mean", 2)
    assert mean["scores"]["empathy"] == 8.0
    assert mean["scores"]["overall"] == 8.7


def test_the_session_report_is_downloaded_by_those_who_run_the_study(as_dana, consultation):
    answered(consultation, SEED_EXAMPLE)
    response = as_dana.get(reverse("sessions_yaml", args=["small"]))
    assert "attachment" in response.headers["Content-Disposition"]


def test_totals_are_exported_with_their_rule(as_dana, dana):
    criteria = [{"criterion": "Does it.", "points": 3}]
    panel = Panel.opened(study_with(dana, "healthcare-grading-guide", criteria=criteria), by=dana)
    answered(panel, {"own-c1": 1})
    response = as_dana.get(reverse("scores_csv", args=["small"]))
    text = b"".join(response.streaming_content).decode("utf-8-sig")
    (row,) = csv.DictReader(io.StringIO(text))
    assert (row["earned"], row["maximum"], row["rule"]) == ("2", "3", "points")
    assert row["half_points"] == "rounded"


def test_the_report_says_how_decisions_became_points(as_dana, dana):
    criteria = [{"criterion": "Does it.", "points": 3}]
    panel = Panel.opened(study_with(dana, "healthcare-grading-guide", criteria=criteria), by=dana)
    answered(panel, {"own-c1": 1})
    page = as_dana.get(reverse("report", args=["small"])).content.decode()
    assert str(Phrase(CONJUNCTIVE_SENTENCES["strict"])) in page


def test_the_items_page_shows_what_each_reviewer_added_up_to(as_dana, consultation):
    rating = answered(consultation, SEED_EXAMPLE)
    place = reverse("item", args=["small", rating.assignment.item.pk])
    assert "7.4 B" in as_dana.get(place).content.decode()


def test_a_cases_checklist_is_kept_with_the_case(dana):
    study = study_with(dana, "consultation-quality", checklist=["Ask duration", "Advise"])
    assert study.cases.first().checklist == ["Ask duration", "Advise"]
