"""From the invitation through the welcome and the guide to the first item; and the calm end."""

import re

import pytest
from playwright.sync_api import Page, expect

from raters.models import Assignment, Reviewer
from tests.browser.rating_page import answer_all, start_rating, submit
from tests.studies import rate


@pytest.fixture
def dana(browser_study):
    return browser_study.admins.get().user


@pytest.fixture
def newcomer_page(arrive, browser_panel, dana) -> Page:
    """Alice's, at her first sign-in."""
    Reviewer.objects.update(enrolled_at=None, years_of_experience=None, prior_ai_evaluation=None)
    return arrive(browser_panel.study, browser_panel.alice.user, by=dana)


def test_the_first_visit_leads_by_way_of_the_guide_to_the_first_item(newcomer_page):
    newcomer_page.get_by_label("Years of clinical experience").fill("8")
    newcomer_page.get_by_label("Have you evaluated AI before?").select_option("yes")
    newcomer_page.get_by_role("button", name="Begin").click()
    expect(newcomer_page.get_by_role("heading", name="Abbreviation handling")).to_be_visible()
    assert not Assignment.objects.filter(first_shown_at__isnull=False).exists()
    newcomer_page.get_by_role("link", name="I have read it: begin").click()
    expect(newcomer_page.get_by_role("heading", name="Item 1 of 8")).to_be_visible()


def test_the_guide_is_read_on_a_phone_without_scrolling_sideways(arrive, browser_panel, dana):
    narrow = {"viewport": {"width": 320, "height": 640}}
    page = arrive(browser_panel.study, browser_panel.alice.user, by=dana, **narrow)
    page.get_by_role("link", name="Start with the guide").click()
    expect(page.get_by_role("link", name="I have read it: begin")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 320


@pytest.fixture
def last_item(arrive, browser_panel, dana) -> Page:
    """Alice's page, open at the one item that is left."""
    *others, _ = browser_panel.alice.assignments.in_presentation_order()
    for assignment in others:
        rate(assignment)
    page = arrive(browser_panel.study, browser_panel.alice.user, by=dana)
    start_rating(page)
    return page


def test_after_the_last_submit_the_record_is_there_and_has_the_focus_above_it(last_item):
    answer_all(last_item, score=1, why="The last one.")
    submit(last_item)
    end = last_item.get_by_role("heading", name="You have finished. 8 of 8 saved.")
    expect(end).to_be_focused()
    expect(last_item.get_by_role("region", name="For your records")).to_contain_text("8 of 8")


def test_on_paper_the_record_has_study_and_date_and_no_list_of_items(last_item):
    answer_all(last_item, score=1, why="The last one.")
    submit(last_item)
    last_item.get_by_role("link", name="To your start page").click()
    expect(last_item.get_by_role("button", name="Print this for your records")).to_be_visible()
    last_item.emulate_media(media="print")
    record = last_item.get_by_role("region", name="For your records")
    expect(record.get_by_text("Abbreviations in clinic letters")).to_be_visible()
    expect(record.get_by_text("As of")).to_be_visible()
    expect(last_item.get_by_role("heading", name="Your items")).to_be_hidden()
    expect(last_item.get_by_role("button", name=re.compile("Print"))).to_be_hidden()
