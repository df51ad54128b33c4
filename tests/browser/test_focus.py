"""Whoever goes on by keyboard stands somewhere after each change of the page."""

import pytest
from django.contrib.auth.models import Permission
from playwright.sync_api import Locator, Page, expect

from rubrics.drafting import start_draft
from rubrics.loading import read_library_rubric, store_rubric
from tests.browser.every_page import saved_in_another_window
from tests.browser.rating_page import start_rating, submit
from tests.studies import small_study

pytestmark = pytest.mark.browser


@pytest.fixture
def item_page(arrive, browser_panel) -> Page:
    dana = browser_panel.study.admins.get().user
    page = arrive(browser_panel.study, browser_panel.alice.user, by=dana)
    start_rating(page)
    return page


@pytest.fixture
def first_question(item_page) -> Locator:
    return item_page.locator("[data-question]").first


def test_focus_is_on_the_list_of_what_is_missing(item_page):
    submit(item_page)
    expect(item_page.locator("#gaps")).to_be_focused()


def test_focus_is_on_the_turn_of_a_citation_that_was_added(first_question):
    first_question.get_by_role("button", name="Add a citation").click()
    expect(first_question.get_by_label("Turn", exact=True).first).to_be_focused()


def test_focus_stays_with_the_evidence_when_a_citation_is_removed(item_page, first_question):
    item_page.get_by_role("button", name="Cite turn 2").click()
    first_question.get_by_role("button", name="Remove this citation").click()
    expect(first_question.get_by_role("button", name="Add a citation")).to_be_focused()


def test_focus_is_on_the_next_item_after_one_was_put_off(item_page):
    item_page.get_by_role("button", name="Put off").click()
    expect(item_page.get_by_role("heading", name="Item 2 of 8")).to_be_focused()


def test_focus_is_on_the_next_item_after_one_was_reported(item_page):
    item_page.get_by_text("This item is defective").click()
    item_page.get_by_label("cut off").check()
    item_page.get_by_label("Reason").fill("It ends in a word.")
    item_page.get_by_role("button", name="Report as defective and go on").click()
    expect(item_page.get_by_role("heading", name="Item 2 of 8")).to_be_focused()


def test_focus_is_on_what_a_report_of_a_defect_lacks(item_page):
    item_page.get_by_text("This item is defective").click()
    item_page.get_by_role("button", name="Report as defective and go on").click()
    expect(item_page.locator(".defective .errorlist").first).to_be_focused()


def test_focus_is_on_the_state_of_saving_after_a_choice_between_two_windows(item_page):
    saved_in_another_window(item_page)
    item_page.get_by_role("button", name="Keep mine").click()
    expect(item_page.locator("#save-state [data-state]")).to_be_focused()


def test_focus_is_in_the_sheet_of_keys_and_goes_back_to_where_it_was(item_page):
    opener = item_page.get_by_role("button", name="Keyboard")
    opener.press("Enter")
    sheet = item_page.get_by_role("dialog", name="Keyboard")
    expect(sheet.locator(":focus")).to_have_count(1)
    item_page.keyboard.press("Escape")
    expect(opener).to_be_focused()


@pytest.fixture
def editor(arrive, transactional_db, django_user_model) -> Page:
    """A draft with three questions."""
    dana = django_user_model.objects.create_user("dana")
    dana.user_permissions.add(Permission.objects.get(codename="add_rubric"))
    page = arrive(small_study(by=dana, rows=[]), dana, by=dana)
    stored = store_rubric(read_library_rubric("abbreviation-handling"))
    page.goto(f"/rubrics/drafts/{start_draft(dana, base=stored).pk}/")
    return page


def test_focus_goes_with_a_question_that_is_moved(editor):
    editor.locator("button[name=move_up]").nth(2).press("Enter")
    expect(editor.locator("button[name=move_up]").nth(1)).to_be_focused()
    editor.keyboard.press("Enter")
    expect(editor.locator("button[name=move_up]").first).to_be_focused()


def test_focus_is_on_the_question_that_took_the_place_of_a_removed_one(editor):
    editor.locator("button[name=remove_question]").nth(1).press("Enter")
    expect(editor.locator(".edit-question")).to_have_count(2)
    expect(editor.locator(".edit-question").nth(1)).to_be_focused()


def test_focus_is_in_a_question_that_was_added(editor):
    editor.get_by_role("button", name="Add a criterion").press("Enter")
    expect(editor.locator(".edit-question")).to_have_count(4)
    expect(editor.locator(".edit-question").last.locator(":focus")).to_have_count(1)
