"""Whole queues in a real browser."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from raters.models import Draft, Evidence, Rating, Score
from tests.browser.conftest import sign_in
from tests.browser.rating_page import open_the_item
from tests.studies import rate

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def dana(browser_study):
    return browser_study.admins.get().user


@pytest.fixture
def alice_page(arrive, browser_panel, dana) -> Page:
    return arrive(browser_panel.study, browser_panel.alice.user, by=dana)


def start_rating(page: Page) -> None:
    open_the_item(page)
    expect(page.get_by_role("heading", name="Item 1 of 8")).to_be_visible()
    # The page's script is there once a question is marked as the one that is cited for.
    expect(page.locator("[data-question].is-active")).to_have_count(1)


def answer_all(page: Page, *, score: int, why: str) -> None:
    for question in page.locator("[data-question]").all():
        question.locator(".point").nth(score).click()
        page.get_by_role("button", name="Cite turn 2").click()
    page.get_by_label("Justification").fill(why)


def submit(page: Page) -> None:
    page.get_by_role("button", name="Submit and go on").click()


def rate_whole_queue(page: Page, *, score: int) -> None:
    start_rating(page)
    for position in range(1, 9):
        expect(page.get_by_role("heading", name=f"Item {position} of 8")).to_be_visible()
        answer_all(page, score=score if position % 2 else 0, why=f"Reason {position}.")
        submit(page)
    expect(page.get_by_role("heading", name="You have finished.")).to_be_visible()


def test_two_reviewers_rate_their_queues_and_the_report_is_read(
    arrive, browser_panel, alice_page, dana
):
    rate_whole_queue(alice_page, score=2)
    bob_page = arrive(browser_panel.study, browser_panel.bob.user, by=dana, **PHONE)
    rate_whole_queue(bob_page, score=1)
    report = arrive(browser_panel.study, dana, by=dana)
    report.goto(reverse("confirm_closing", args=["small"]))
    report.get_by_role("button", name="Close the round for good").click()
    report.goto(reverse("report", args=["small"]))
    accuracy = report.locator("#question-accuracy")
    expect(accuracy).to_contain_text("6 items from 3 cases, 2 reviewers, 12 ratings")
    expect(report.locator("#controls")).to_contain_text("2 / 2")
    assert Rating.objects.count() == 16


def test_what_is_typed_is_saved_and_stands_there_after_a_reload(alice_page, browser_panel):
    start_rating(alice_page)
    alice_page.locator(".point").nth(1).click()
    alice_page.get_by_label("Justification").fill("Half a sentence that must")
    expect(alice_page.locator("#save-state")).to_contain_text("Saved")
    alice_page.reload()
    expect(alice_page.get_by_label("Justification")).to_have_value("Half a sentence that must")
    expect(alice_page.locator("input[type=radio]").nth(1)).to_be_checked()
    assert Draft.objects.count() == 1


def test_clicking_a_turn_cites_it_in_the_active_question(alice_page):
    start_rating(alice_page)
    alice_page.locator("#turn-2 .turn-text").click()
    row = alice_page.locator("[data-citation]").first
    expect(row.get_by_label("Turn", exact=True)).to_have_value("2")
    expect(alice_page.locator("#turn-2")).to_have_class(re.compile("is-cited"))


def test_selected_words_are_cited_as_a_quote_that_the_server_accepts(alice_page):
    start_rating(alice_page)
    text = alice_page.locator("#turn-2 .turn-text")
    text.evaluate(
        "(node) => window.getSelection().setBaseAndExtent(node.firstChild, 0, node.firstChild, 9)"
    )
    alice_page.get_by_role("button", name="Cite as contradicting").click()
    alice_page.locator(".point").nth(0).click()
    answer_all(alice_page, score=0, why="The words say so.")
    submit(alice_page)
    expect(alice_page.get_by_role("heading", name="Item 2 of 8")).to_be_visible()
    quoted = Evidence.objects.get(kind="quote")
    assert quoted.turn.text.startswith(quoted.words)
    assert quoted.stance == "contradicts"


def test_on_a_phone_a_cited_turn_says_for_which_question(arrive, browser_panel, dana):
    page = arrive(browser_panel.study, browser_panel.alice.user, by=dana, **PHONE)
    start_rating(page)
    page.get_by_role("button", name="Cite turn 2").click()
    told = page.locator(".transcript-foot .told")
    expect(told).to_contain_text("Turn 2 cited for Accuracy.")
    expect(told).to_be_in_viewport()


def test_a_gap_is_listed_and_its_link_leads_there(alice_page):
    start_rating(alice_page)
    submit(alice_page)
    gaps = alice_page.locator("#gaps")
    expect(gaps).to_contain_text("Accuracy: Choose an answer.")
    gaps.get_by_role("link", name=re.compile("Justification")).click()
    expect(alice_page.get_by_label("Justification")).to_be_focused()


def test_a_double_click_on_submit_rates_one_item(alice_page, browser_panel):
    start_rating(alice_page)
    answer_all(alice_page, score=1, why="Once.")
    alice_page.get_by_role("button", name="Submit and go on").dblclick()
    expect(alice_page.get_by_role("heading", name="Item 2 of 8")).to_be_visible()
    assert list(Rating.objects.values_list("assignment__position", flat=True)) == [1]


def test_a_stale_tab_keeps_its_words_and_does_not_overwrite(alice_page, browser_panel):
    start_rating(alice_page)
    answer_all(alice_page, score=1, why="Written in the old tab.")
    rate(browser_panel.alice.assignments.get(position=1), justification="From another device.")
    submit(alice_page)
    expect(alice_page.locator("#questions")).to_contain_text("in another window")
    expect(alice_page.get_by_label("Justification")).to_have_value("Written in the old tab.")
    assert Rating.objects.get().justification == "From another device."


@pytest.mark.parametrize(
    ("lost", "notice"), [("sessionid", "You are signed out"), (None, "This was not saved")]
)
def test_signed_out_in_another_window_the_words_stay_and_can_be_sent_later(
    alice_page, browser_panel, dana, lost, notice
):
    start_rating(alice_page)
    answer_all(alice_page, score=1, why="Still here.")
    expect(alice_page.locator("#save-state")).to_contain_text("Saved")
    alice_page.context.clear_cookies(name=lost)
    submit(alice_page)
    expect(alice_page.locator("#notice")).to_contain_text(notice)
    sign_in_again(alice_page, browser_panel, dana)
    submit(alice_page)
    expect(alice_page.get_by_role("heading", name="Item 2 of 8")).to_be_visible()
    assert Rating.objects.get().justification == "Still here."


def sign_in_again(page: Page, panel, dana) -> None:
    other = page.context.new_page()
    sign_in(other, panel.study, panel.alice.user, by=dana)
    other.close()


def test_everything_can_be_done_from_the_keyboard(alice_page):
    start_rating(alice_page)
    press = alice_page.keyboard.press
    for question in alice_page.locator("[data-question]").all():
        question.locator("input[type=radio]").first.focus()
        press("Space")
        press("ArrowDown")
        tab_to(alice_page, question.get_by_role("button", name="Add a citation"))
        press("Enter")
        alice_page.keyboard.type("2")
    tab_to(alice_page, alice_page.get_by_label("Justification"))
    alice_page.keyboard.type("By keyboard.")
    tab_to(alice_page, alice_page.get_by_role("button", name="Submit and go on"))
    press("Enter")
    expect(alice_page.get_by_role("heading", name="Item 2 of 8")).to_be_focused()
    assert set(Score.objects.values_list("value", flat=True)) == {1}


def tab_to(page: Page, place) -> None:
    for _ in range(15):
        if place.evaluate("(node) => node === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{place} is not reached by Tab")


def test_it_works_without_javascript(arrive, browser_panel, dana):
    page = arrive(browser_panel.study, browser_panel.alice.user, by=dana, java_script_enabled=False)
    open_the_item(page)
    for question in page.locator("[data-question]").all():
        question.locator(".point").nth(1).click()
        question.get_by_label("Turn", exact=True).fill("2")
        question.get_by_label("Quote").fill("it could be")
    page.get_by_label("Justification").fill("Without a script.")
    submit(page)
    expect(page.get_by_role("heading", name="Item 2 of 8")).to_be_visible()
    assert Rating.objects.get().justification == "Without a script."


def test_the_reported_defect_is_recorded_and_the_next_item_follows(alice_page):
    start_rating(alice_page)
    alice_page.get_by_text("This item is defective").click()
    alice_page.get_by_label("in the wrong language").check()
    alice_page.get_by_label("Reason").fill("It is in Finnish.")
    alice_page.get_by_role("button", name="Report as defective and go on").click()
    expect(alice_page.get_by_role("heading", name="Item 2 of 8")).to_be_visible()
    assert Rating.objects.get().defect_reason == "It is in Finnish."


def test_two_people_in_one_browser_cannot_mix_their_answers(alice_page, browser_panel, dana):
    start_rating(alice_page)
    answer_all(alice_page, score=1, why="Alice wrote this.")
    other = alice_page.context.new_page()
    sign_in(other, browser_panel.study, browser_panel.bob.user, by=dana)
    submit(alice_page)
    expect(alice_page.locator("#notice")).to_contain_text("somebody else has signed in")
    expect(alice_page.get_by_label("Justification")).to_have_value("Alice wrote this.")
    assert not Rating.objects.exists()
    assert not Draft.objects.filter(assignment__reviewer=browser_panel.bob).exists()


def test_without_a_network_nothing_is_called_saved_and_the_words_arrive_when_it_is_back(alice_page):
    start_rating(alice_page)
    alice_page.context.set_offline(True)
    alice_page.get_by_label("Justification").fill("Typed on the ward lift.")
    expect(alice_page.locator("#save-state")).to_contain_text("no connection")
    alice_page.context.set_offline(False)
    expect(alice_page.locator("#save-state")).to_contain_text("Saved")
    assert Draft.objects.get().fields["justification"] == ["Typed on the ward lift."]


def test_a_server_error_on_submit_is_said_and_loses_nothing(alice_page):
    start_rating(alice_page)
    answer_all(alice_page, score=1, why="Sent into an error.")
    expect(alice_page.locator("#save-state")).to_contain_text("Saved")
    alice_page.route("**/1/1/", lambda route: route.fulfill(status=500, body="broken"))
    submit(alice_page)
    expect(alice_page.locator("#save-state")).to_contain_text("Not submitted yet")
    alice_page.unroute("**/1/1/")
    submit(alice_page)
    expect(alice_page.get_by_role("heading", name="Item 2 of 8")).to_be_visible()


def test_submitting_while_a_draft_is_on_its_way_goes_through(alice_page):
    start_rating(alice_page)
    answer_all(alice_page, score=1, why="First words.")
    waiting = []
    alice_page.route("**/draft/", lambda route: waiting.append(route))
    alice_page.get_by_label("Justification").fill("Last words.")
    alice_page.wait_for_timeout(1200)
    submit(alice_page)
    expect(alice_page.get_by_role("heading", name="Item 2 of 8")).to_be_visible()
    assert Rating.objects.get().justification == "Last words."


def test_words_typed_just_before_an_incomplete_submit_are_kept(alice_page):
    start_rating(alice_page)
    alice_page.get_by_label("Justification").fill("Typed a moment ago.")
    submit(alice_page)
    expect(alice_page.locator("#gaps")).to_be_visible()
    alice_page.reload()
    expect(alice_page.get_by_label("Justification")).to_have_value("Typed a moment ago.")


def wait_until(page: Page, holds) -> None:
    """The last save outlives its page, so there is nothing on the page to wait for."""
    for _ in range(100):
        if holds():
            return
        page.wait_for_timeout(100)
    raise AssertionError("it never came true")


def test_leaving_the_page_at_once_keeps_the_last_words(alice_page):
    start_rating(alice_page)
    alice_page.get_by_label("Justification").fill("Then the phone rang.")
    alice_page.get_by_role("link", name="Abbreviations in clinic letters").click()
    expect(
        alice_page.get_by_role("heading", name="Abbreviations in clinic letters")
    ).to_be_visible()
    wait_until(alice_page, Draft.objects.exists)
    # In a window of its own: the start page loads itself anew when it has sent what was kept.
    again = alice_page.context.new_page()
    again.goto(alice_page.url + "1/1/")
    expect(again.get_by_label("Justification")).to_have_value("Then the phone rang.")
