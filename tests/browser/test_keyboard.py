"""Rating by single keys."""

import re
from dataclasses import replace

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Page, expect

from raters.models import Evidence, Score
from rubrics.loading import read_library_rubric, store_rubric
from tests import studies
from tests.browser.test_rating import start_rating

pytestmark = pytest.mark.browser

MOST_KEYS = 8


@pytest.fixture
def browser_study(transactional_db, django_user_model):
    """All three scales are asked of every item."""
    rubric = read_library_rubric("abbreviation-handling")
    asked = tuple(replace(question, conditions=()) for question in rubric.questions)
    by = django_user_model.objects.create_user("dana")
    rubric = store_rubric(replace(rubric, name="three-scales", questions=asked))
    return studies.small_study(by=by, rubric=rubric)


@pytest.fixture
def page(arrive, browser_panel, browser_study) -> Page:
    by = browser_study.admins.get().user
    page = arrive(browser_panel.study, browser_panel.alice.user, by=by)
    start_rating(page)
    return page


def press(page: Page, keys: str) -> int:
    """Press the keys, parted by blanks; how many they are."""
    for key in keys.split():
        page.keyboard.press(key)
    return len(keys.split())


def active(page: Page):
    return page.locator("[data-question].is-active legend")


def cited(page: Page) -> list[str]:
    """Turn and stance of each citation of the active question."""
    rows = page.locator("[data-question].is-active [data-citation]").all()
    told = [
        (
            row.locator("[name$='-turn']").input_value(),
            row.locator("[name$='-stance']").input_value(),
        )
        for row in rows
    ]
    return [f"{turn} {stance}" for turn, stance in told if turn]


def test_an_item_of_three_scales_with_one_cited_turn_takes_eight_keys(page):
    taken = press(page, "2 j 1 j 0 d e")
    for_text = press(page, "g")
    page.keyboard.type("The words of turn 2 say so.")
    for_text += press(page, "Escape")
    taken += press(page, "s")
    expect(page.get_by_role("heading", name="Item 2 of 8")).to_be_focused()
    scores = Score.objects.order_by("question__position")
    assert list(scores.values_list("value", flat=True)) == [2, 1, 0]
    assert list(Evidence.objects.values_list("turn__number", flat=True)) == [2, 2, 2]
    print(f"\n{taken} keys for one item, {for_text} more for its free text")  # noqa: T201 - a count to read
    assert taken <= MOST_KEYS


def test_the_keys_move_between_questions_and_stop_at_the_ends(page):
    press(page, "k")
    expect(active(page)).to_contain_text("Accuracy")
    press(page, "j j j j")
    expect(active(page)).to_contain_text("Hallucination")


def test_a_citation_is_made_turned_round_and_removed_by_one_key_each(page):
    press(page, "d u c")
    assert cited(page) == ["1 supports"]
    press(page, "x")
    assert cited(page) == ["1 contradicts"]
    press(page, "d c z")
    assert cited(page) == ["1 contradicts"]


def test_citing_without_a_turn_says_what_to_do(page):
    press(page, "c")
    expect(page.locator("#news")).to_have_text("First choose a turn, with d or u.")


def test_in_the_preview_the_keys_answer_too(arrive, browser_panel, browser_study):
    dana = browser_study.admins.get().user
    page = arrive(browser_panel.study, dana, by=dana)
    page.goto(reverse("as_reviewer", args=[browser_study.slug]))
    expect(active(page)).to_contain_text("Accuracy")
    press(page, "c")
    expect(page.locator("#news")).to_have_text("First choose a turn, with d or u.")
    press(page, "d c")
    expect(page.locator("#news")).to_have_text("Turn 2 cited for Accuracy.")


def test_a_number_that_the_scale_does_not_have_changes_nothing(page):
    press(page, "1 9")
    expect(page.locator(".scale input:checked")).to_have_value("1")


def test_no_key_does_anything_while_one_types(page):
    page.get_by_label("Justification").fill("")
    page.get_by_label("Justification").press_sequentially("2 jdces?")
    expect(page.get_by_label("Justification")).to_have_value("2 jdces?")
    expect(page.locator(".scale input:checked")).to_have_count(0)


@pytest.mark.parametrize("held", ["Control", "Alt", "Meta"])
def test_no_key_does_anything_together_with(page, held):
    press(page, f"{held}+2 {held}+d")
    expect(page.locator(".scale input:checked")).to_have_count(0)
    expect(page.locator(".turn.is-current")).to_have_count(0)


def test_the_next_gap_is_the_first_question_without_answer_or_evidence(page):
    press(page, "2 d c g")
    expect(active(page)).to_contain_text("Clarification")
    press(page, "1 g g")
    expect(page.get_by_label("Justification")).to_be_focused()
    press(page, "Escape g")
    expect(active(page)).to_contain_text("Clarification")


def test_the_sheet_opens_by_its_key_and_gives_the_focus_back(page):
    press(page, "j ?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()
    press(page, "2 Escape")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_hidden()
    expect(page.locator("#question-clarification")).to_be_focused()
    expect(page.locator(".scale input:checked")).to_have_count(0)


def test_the_sheet_names_each_thing_that_a_key_does_and_no_other(page):
    script = (settings.BASE_DIR / "static" / "rating.js").read_text()
    actions = script.partition("const ACTIONS = {")[2].partition("};")[0]
    does = re.findall(r'^  "?([\w-]+)"?:', actions, flags=re.MULTILINE)
    listed = page.locator("[data-does]").evaluate_all("(all) => all.map((e) => e.dataset.does)")
    assert set(does) == set(listed)


def test_the_keys_can_be_switched_off_and_stay_so_in_this_browser(page):
    page.get_by_role("button", name="Keyboard").click()
    page.get_by_label("Use these keys").uncheck()
    press(page, "Escape")
    page.reload()
    expect(page.locator("[data-question].is-active")).to_have_count(1)
    press(page, "2")
    expect(page.locator(".scale input:checked")).to_have_count(0)
    assert page.evaluate("Object.entries(localStorage)") == [["evalsite-shortcuts", "off"]]


def test_the_rubric_opens_in_a_window_of_its_own(page):
    with page.expect_popup() as opened:
        press(page, "r")
    expect(opened.value.get_by_role("heading", level=1)).to_be_visible()
