"""The next item is there at once, and it can be finished while there is no network."""

import json

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Response, expect

from raters.models import Assignment, Draft, Rating
from tests.browser.rating_page import answer_all, start_rating, submit, wait_until
from tests.browser.test_lost_work import KEPT, justification, kept_on, texts

pytestmark = pytest.mark.browser
GO_ON = "Go on with the next item meanwhile"
# Whatever a browser can keep beyond this page.
STORED = """async () => JSON.stringify([
  {...localStorage}, {...sessionStorage}, history.state, await caches.keys(),
  (await indexedDB.databases()).map(({name}) => name),
])"""


@pytest.fixture
def dana(browser_study):
    return browser_study.admins.get().user


@pytest.fixture
def alice_page(arrive, browser_panel, dana) -> Page:
    """Item 1 is open, and item 2 is fetched."""
    page = arrive(browser_panel.study, browser_panel.alice.user, by=dana)
    with page.expect_response("**/1/1/ahead/") as fetched:
        start_rating(page)
    fetched.value.finished()
    return page


def at(panel, position: int) -> Assignment:
    return panel.alice.assignments.get(position=position)


def heading(page: Page, position: int):
    return page.get_by_role("heading", name=f"Item {position} of 8")


def finish(page: Page, why: str) -> None:
    answer_all(page, score=1, why=why)
    submit(page)


def finish_without_a_network(page: Page, why: str) -> None:
    page.context.set_offline(True)
    finish(page, why)
    expect(page.locator("#save-state")).to_contain_text("Not submitted yet")


def go_on(page: Page) -> None:
    page.get_by_role("button", name=GO_ON).click()
    expect(heading(page, 2)).to_be_focused()


def is_submit(answer: Response) -> bool:
    return answer.request.method == "POST" and answer.url.endswith("/1/1/")


def test_the_next_item_is_shown_from_the_pages_memory(alice_page, browser_panel):
    assert at(browser_panel, 2).first_shown_at is None
    with alice_page.expect_response(is_submit) as answer:
        finish(alice_page, "The first.")
    expect(heading(alice_page, 2)).to_be_focused()
    assert answer.value.body() == b""
    assert alice_page.url.endswith("/1/2/")
    expect(alice_page).to_have_title("Item 2 of 8 · Abbreviations in clinic letters")
    assert at(browser_panel, 2).first_shown_at is not None


def test_it_can_be_answered_like_any_other_and_the_back_button_leads_back(alice_page):
    finish(alice_page, "The first.")
    expect(heading(alice_page, 2)).to_be_visible()
    finish(alice_page, "The second.")
    expect(heading(alice_page, 3)).to_be_visible()
    alice_page.go_back()
    expect(justification(alice_page)).to_have_value("The second.")
    assert texts() == ["The first.", "The second."]


def test_what_is_fetched_is_kept_in_no_store_of_the_browser(alice_page, browser_panel):
    secret = at(browser_panel, 2).item.turns.last().text
    finish_without_a_network(alice_page, "Kept.")
    go_on(alice_page)
    expect(alice_page.locator("#turn-2")).to_contain_text(secret)
    stored = alice_page.evaluate(STORED)
    assert "Kept." in stored
    assert secret not in stored


def test_without_a_network_both_items_are_finished_and_sent_once_and_in_order(
    alice_page, browser_panel
):
    finish_without_a_network(alice_page, "In the lift.")
    go_on(alice_page)
    expect(alice_page.locator("#kept")).to_contain_text("Item 1 of 8 typed at")
    finish(alice_page, "In the cellar.")
    expect(alice_page.locator("#save-state")).to_contain_text("Not submitted yet")
    expect(alice_page.get_by_role("button", name=GO_ON)).to_be_hidden()
    alice_page.context.set_offline(False)
    expect(heading(alice_page, 3)).to_be_visible()
    expect(alice_page.locator("#kept")).to_be_hidden()
    assert (texts(), kept_on(alice_page)) == (["In the lift.", "In the cellar."], [])
    second = Rating.objects.get(justification="In the cellar.")
    assert second.shown_at <= second.first_input_at <= second.submitted_at


def test_that_an_item_was_shown_is_told_although_nothing_was_typed(alice_page, browser_panel):
    finish_without_a_network(alice_page, "In the lift.")
    go_on(alice_page)
    alice_page.context.set_offline(False)
    wait_until(alice_page, lambda: at(browser_panel, 2).first_shown_at)
    wait_until(alice_page, lambda: kept_on(alice_page) == [])
    assert not Draft.objects.filter(assignment__position=2).exists()


def test_what_turns_out_incomplete_is_said_with_a_link_to_its_words(alice_page):
    finish_without_a_network(alice_page, " ")
    go_on(alice_page)
    justification(alice_page).fill("Of the second item.")
    alice_page.context.set_offline(False)
    line = alice_page.locator("#kept li").filter(has_text="something is missing")
    expect(line).to_be_visible()
    assert texts() == []
    line.get_by_role("link", name="Item 1 of 8").click()
    expect(heading(alice_page, 1)).to_be_visible()
    expect(alice_page.locator("[data-question] input[type=radio]").nth(1)).to_be_checked()
    wait_until(alice_page, lambda: kept_on(alice_page) == [])
    assert Draft.objects.get(assignment__position=2).fields["justification"] == [
        "Of the second item."
    ]


def test_the_page_of_another_item_sends_what_an_earlier_page_kept(alice_page, browser_panel):
    finish_without_a_network(alice_page, "Then the battery died.")
    alice_page.close()
    alice_page.context.set_offline(False)
    again = alice_page.context.new_page()
    again.goto(reverse("rate", args=[browser_panel.study.public_code, "1", 3]))
    wait_until(again, lambda: texts() == ["Then the battery died."])
    wait_until(again, lambda: kept_on(again) == [])


def test_an_item_is_put_off_without_a_network(alice_page, browser_panel):
    alice_page.context.set_offline(True)
    justification(alice_page).fill("Later.")
    alice_page.get_by_role("button", name="Put off").click()
    expect(alice_page.locator("#save-state")).to_contain_text("Not put off yet")
    go_on(alice_page)
    alice_page.context.set_offline(False)
    wait_until(alice_page, lambda: at(browser_panel, 1).deferred_at)
    assert Draft.objects.get(assignment__position=1).fields["justification"] == ["Later."]


def report_as_defective(page: Page) -> None:
    page.get_by_text("This item is defective").click()
    page.get_by_label("in the wrong language").check()
    page.get_by_label("Reason", exact=True).fill("It is in Finnish.")
    page.get_by_role("button", name="Report as defective and go on").click()


def test_a_defect_is_reported_without_a_network_and_recorded_once(alice_page):
    alice_page.context.set_offline(True)
    report_as_defective(alice_page)
    expect(alice_page.locator("#save-state")).to_contain_text("Not reported yet")
    go_on(alice_page)
    alice_page.context.set_offline(False)
    wait_until(alice_page, lambda: kept_on(alice_page) == [])
    assert [rating.defect_reason for rating in Rating.objects.all()] == ["It is in Finnish."]


def test_a_defect_whose_answer_was_lost_is_sent_again_by_itself_and_is_one(alice_page):
    alice_page.route("**/defective/", lambda route: (route.fetch(), route.abort()))
    report_as_defective(alice_page)
    expect(alice_page.locator("#save-state")).to_contain_text("Not reported yet")
    alice_page.unroute("**/defective/")
    expect(heading(alice_page, 2)).to_be_visible()
    assert Rating.objects.count() == 1


def test_words_changed_since_are_not_put_off_by_themselves(alice_page, browser_panel):
    alice_page.context.set_offline(True)
    alice_page.get_by_role("button", name="Put off").click()
    expect(alice_page.locator("#save-state")).to_contain_text("Not put off yet")
    justification(alice_page).fill("I know it after all.")
    expect(alice_page.get_by_role("button", name=GO_ON)).to_be_hidden()
    alice_page.context.set_offline(False)
    expect(alice_page.locator("#save-state")).to_contain_text("Saved")
    assert at(browser_panel, 1).deferred_at is None


def test_an_item_that_was_answered_elsewhere_meanwhile_is_sent_from_the_server(
    alice_page, browser_panel
):
    fields = {"justification": ["From the phone."]}
    Draft.objects.create(
        study=browser_panel.study,
        assignment=at(browser_panel, 2),
        fields=fields,
        saved_at=browser_panel.round.opened_at,
    )
    finish(alice_page, "The first.")
    expect(heading(alice_page, 2)).to_be_visible()
    expect(justification(alice_page)).to_have_value("From the phone.")


def test_the_words_of_a_page_that_is_still_open_are_its_own_to_send(alice_page, browser_panel):
    finish_without_a_network(alice_page, "Waits in its own tab.")
    (entry,) = kept_on(alice_page)
    alice_page.route("**/1/1/", lambda route: route.abort())
    alice_page.context.set_offline(False)
    other = alice_page.context.new_page()
    other.goto(reverse("start", args=[browser_panel.study.public_code]))
    expect(other.locator("#kept")).to_contain_text("Item 1 of 8 typed at")
    assert json.loads(next(iter(other.evaluate(KEPT).values())))["page"] == entry["page"]
    assert texts() == []
    alice_page.close()
    expect(other.locator("main")).to_contain_text("1 of 8 done")
    assert texts() == ["Waits in its own tab."]
