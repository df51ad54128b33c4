"""Each ready-made rubric is loaded, rated and scored in a browser; a rubric is written in one."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from playwright.sync_api import Page, expect

from raters.models import Rating, Score
from raters.scoring import score_rating
from rubrics.loading import read_library_rubric, store_rubric
from rubrics.models import Rubric
from tests.browser.rating_page import open_the_item
from tests.studies import Panel, item_row, small_study

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TURNS = [
    {"role": "user", "content": "My child has had a fever since Monday."},
    {"role": "assistant", "content": "Any rash, stiff neck or trouble breathing?"},
    {"role": "user", "content": "No, none of these."},
    {"role": "assistant", "content": "Give paracetamol; come back at once if a rash appears."},
]


@pytest.fixture
def dana(transactional_db):
    return get_user_model().objects.create_user("dana")


@pytest.fixture
def rate_with(arrive, dana):
    def opened(rubric: str, **row) -> Page:
        study = small_study(
            by=dana,
            rows=[item_row(0, arm, messages=TURNS, **row) for arm in "ab"],
            rubric=store_rubric(read_library_rubric(rubric)),
        )
        panel = Panel.opened(study, by=dana)
        page = arrive(study, panel.alice.user, by=dana)
        open_the_item(page)
        expect(page.get_by_role("heading", name="Item 1 of 2")).to_be_visible()
        expect(page.locator("[data-question].is-active")).to_have_count(1)
        return page

    return opened


def submit(page: Page) -> None:
    page.get_by_role("button", name="Submit and go on").click()
    expect(page.get_by_role("heading", name="Item 2 of 2")).to_be_visible()


def answer(page: Page, key: str, label: str) -> None:
    question = page.locator(f"[data-question={key}]")
    question.locator(".point", has_text=re.compile(rf"^{label}$")).click()
    page.get_by_role("button", name="Cite turn 4").click()


@pytest.mark.parametrize("rubric", ["consultation-quality", "consultation-quality-zh"])
def test_a_consultation_is_rated_with_steps_deviations_and_a_grade(rate_with, rubric):
    page = rate_with(rubric, checklist=["Duration", "Danger signs", "Medication", "Safety net"])
    for step in ("Duration", "Danger signs", "Safety net"):
        page.get_by_label(step, exact=True).check()
    expect(page.locator("[data-coverage]")).to_contain_text("3 / 4")
    expect(page.locator(".is-suggested")).to_contain_text("5")
    scores = {"professionalism": "7", "completeness": "8", "empathy": "6", "safety": "9"}
    for key, score in scores.items():
        answer(page, key, score)
    row = page.locator(".deviation").first
    row.locator("input").first.fill("2")
    row.locator("select").nth(0).select_option("DANGER")
    row.locator("select").nth(1).select_option("LOW")
    row.locator("textarea").fill("No question about drinking.")
    page.get_by_label("Justification").fill("Sound and brief.")
    submit(page)
    result = score_rating(Rating.objects.get())
    assert (str(result.composite.score), result.grade.grade) == ("7.40", "B")
    assert Rating.objects.get().deviations.get().severity == "LOW"
    assert Score.objects.get(question__key="completeness").steps_done == [0, 1, 3]


def test_a_danger_without_a_severity_is_refused(rate_with):
    page = rate_with("consultation-quality")
    for key in ("professionalism", "completeness", "empathy", "safety"):
        answer(page, key, "7")
    row = page.locator(".deviation").first
    row.locator("input").first.fill("2")
    row.locator("select").nth(0).select_option("DANGER")
    row.locator("textarea").fill("Something.")
    page.get_by_label("Justification").fill("x")
    page.get_by_role("button", name="Submit and go on").click()
    expect(page.locator("#gaps")).to_contain_text("DANGER needs one of these severities")


def test_the_elicitation_rubric_is_rated_without_a_blended_score(rate_with):
    page = rate_with("ai-benchmark-elicitation")
    for key in ("validity", "novelty", "feasibility", "added-value", "actionability"):
        answer(page, key, "4")
    page.get_by_label("Justification").fill("Four throughout.")
    submit(page)
    assert score_rating(Rating.objects.get()).composite is None


CRITERION = {"criterion": "Says when to come back.", "points": 5}


def test_a_three_level_decision_is_made_with_its_proof(rate_with):
    page = rate_with("healthcare-grading-guide", criteria=[CRITERION])
    answer(page, "own-c1", "MET")
    page.get_by_label("Rationale").fill("It names the moment, but the place is missing.")
    page.get_by_label("I looked for contradicting evidence and found none").check()
    page.get_by_role("button", name="Submit and go on").click()
    expect(page.locator(".suggestion")).to_contain_text("PARTIALLY MET")
    page.get_by_label("Take the suggested decision").check()
    submit(page)
    score = Score.objects.get()
    assert (score.value, score.final) == (2, 1)
    assert score_rating(Rating.objects.get()).total.earned == 3


def test_reading_every_turn_is_noticed_and_absence_can_then_be_claimed(rate_with):
    page = rate_with("healthcare-grading-guide", criteria=[CRITERION])
    expect(page.get_by_label("I have read every turn of the transcript")).to_be_checked()
    question = page.locator("[data-question=own-c1]")
    question.locator(".point", has_text=re.compile("^NOT MET$")).click()
    page.get_by_label("Rationale").fill("The reply says nothing of it.")
    page.get_by_label("I looked for contradicting evidence and found none").check()
    page.get_by_label("It rests on this").check()
    submit(page)
    assert Score.objects.get().rests_on_absence


def test_healthbench_criteria_are_answered_met_or_not_met(rate_with):
    bad = {"criterion": "Tells the parent to wait a week.", "points": -8}
    page = rate_with("healthbench-criteria", criteria=[CRITERION, bad])
    expect(page.get_by_text("PARTIALLY MET", exact=True)).to_have_count(0)
    for key, decision in (("own-c1", "MET"), ("own-c2", "MET")):
        answer(page, key, decision)
        question = page.locator(f"[data-question={key}]")
        question.get_by_label("Rationale").fill("Stated in the reply.")
        question.get_by_label("I looked for contradicting evidence").check()
    submit(page)
    total = score_rating(Rating.objects.get()).total
    assert (total.earned, total.maximum) == (-3, 5)


def test_a_rubric_is_written_in_the_browser_and_stored(arrive, dana):
    dana.user_permissions.add(Permission.objects.get(codename="add_rubric"))
    study = small_study(by=dana, rows=[])
    page = arrive(study, dana, by=dana)
    page.goto("/rubrics/")
    page.get_by_role("button", name="Start empty").click()
    page.get_by_label("Name", exact=True).fill("bedside-manner")
    page.get_by_label("Title").fill("Bedside manner")
    page.get_by_role("button", name="Add a dimension").click()
    page.get_by_label("Key").last.fill("tone")
    expect(page.locator("#draft-state")).to_have_text("Saved")
    expect(page.get_by_label("Key").last).to_be_focused()
    page.get_by_label("Label").last.fill("Tone and clarity")
    for place, words in enumerate(("Cold", "Civil", "Warm")):
        page.get_by_label("Descriptor").nth(place).fill(words)
    expect(page.locator("#preview")).to_contain_text("seems to name two constructs")
    page.get_by_label("Label").last.fill("Tone")
    expect(page.locator("#preview legend")).to_contain_text("Tone")
    expect(page.locator("#preview")).to_contain_text("Civil")
    page.get_by_role("button", name="Store as version 1").click()
    expect(page.get_by_role("heading", name="Bedside manner (v1)")).to_be_visible()
    assert Rubric.objects.get(name="bedside-manner").questions.get().key == "tone"


def test_a_slip_in_one_field_is_told_beside_it_and_survives_a_reload(arrive, dana):
    dana.user_permissions.add(Permission.objects.get(codename="add_rubric"))
    page = arrive(small_study(by=dana, rows=[]), dana, by=dana)
    page.goto("/rubrics/")
    page.get_by_role("button", name="New version of Abbreviation handling (v2)").click()
    page.get_by_text("Language, scoring").click()
    field = page.get_by_label("Expected correlations")
    field.fill("accuracy, hallucination: high")
    for _reload in range(2):
        expect(page.locator("#id_correlations_error")).to_contain_text("is not understood")
        expect(page.locator("#preview legend", has_text="Accuracy").first).to_be_visible()
        expect(page.get_by_role("button", name="Store")).to_be_disabled()
        page.reload()
    expect(field).to_have_value("accuracy, hallucination: high")
    page.get_by_role("link", name=re.compile("^Expected correlations")).click()
    expect(field).to_be_focused()
    field.fill("accuracy ~ hallucination | high")
    expect(page.get_by_role("button", name="Store as version 3")).to_be_enabled()
