"""A question to the study from the rating page: sent in place, and apart from the rating."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from raters.messages import tell
from raters.models import Draft, Message, Rating
from tests.browser.rating_page import answer_all, submit, wait_until

pytestmark = pytest.mark.browser
QUESTION = "Does a brand name count?"
KEPT = "JSON.stringify(localStorage)"


@pytest.fixture
def dana(browser_study):
    return browser_study.admins.get().user


@pytest.fixture
def alice_page(arrive, browser_panel, dana) -> Page:
    page = arrive(browser_panel.study, browser_panel.alice.user, by=dana)
    page.goto(f"/rate/{browser_panel.study.public_code}/1/1/")
    expect(page.locator("[data-question].is-active")).to_have_count(1)
    return page


def field(page: Page):
    return page.get_by_label("Your question")


def state(page: Page):
    return page.locator("[data-ask-state]")


def open_block(page: Page) -> None:
    page.get_by_text("Ask the study about this item").click()


def send(page: Page) -> None:
    page.get_by_role("button", name="Send to the study").click()


def questions() -> list[str]:
    return list(Message.objects.values_list("text", flat=True))


def test_a_question_is_sent_in_place_and_the_rating_stays_as_it_was_typed(alice_page):
    answer_all(alice_page, score=1, why="Typed before I asked.")
    expect(alice_page.locator("#save-state")).to_contain_text("Saved")
    address, saved = alice_page.url, alice_page.locator("#save-state").inner_text()
    open_block(alice_page)
    field(alice_page).fill(QUESTION)
    send(alice_page)
    expect(alice_page.locator("#conversation")).to_contain_text(QUESTION)
    expect(state(alice_page)).to_have_text("Sent.")
    expect(field(alice_page)).to_have_value("")
    assert (alice_page.url, alice_page.locator("#save-state").inner_text()) == (address, saved)
    assert QUESTION not in str(Draft.objects.get().fields)
    submit(alice_page)
    expect(alice_page.get_by_role("heading", name="Item 2 of 8")).to_be_visible()
    assert list(Rating.objects.values_list("justification", flat=True)) == ["Typed before I asked."]
    assert questions() == [QUESTION]


def test_without_a_network_a_question_stays_in_its_field_and_over_a_reload(alice_page):
    open_block(alice_page)
    field(alice_page).fill(QUESTION)
    alice_page.context.set_offline(True)
    send(alice_page)
    expect(state(alice_page)).to_contain_text("Not sent")
    expect(field(alice_page)).to_have_value(QUESTION)
    # The rating's own state says nothing of it.
    expect(alice_page.locator("#save-state")).not_to_contain_text("Not saved")
    alice_page.context.set_offline(False)
    alice_page.reload()
    expect(field(alice_page)).to_have_value(QUESTION)
    send(alice_page)
    expect(state(alice_page)).to_have_text("Sent.")
    assert questions() == [QUESTION]


def test_a_question_that_was_not_sent_waits_at_its_item(alice_page):
    answer_all(alice_page, score=1, why="Done.")
    open_block(alice_page)
    field(alice_page).fill(QUESTION)
    submit(alice_page)
    expect(alice_page.get_by_role("heading", name="Item 2 of 8")).to_be_visible()
    expect(field(alice_page)).to_have_value("")
    alice_page.go_back()
    expect(alice_page.get_by_role("heading", name="Item 1 of 8")).to_be_visible()
    expect(field(alice_page)).to_have_value(QUESTION)
    assert questions() == []


def test_an_answer_of_the_network_is_not_taken_for_the_servers(alice_page):
    open_block(alice_page)
    field(alice_page).fill(QUESTION)
    portal = {"status": 200, "body": "<h1>Accept our terms</h1>"}
    alice_page.route("**/ask/", lambda route: route.fulfill(**portal))
    send(alice_page)
    expect(state(alice_page)).to_contain_text("Not sent")
    expect(alice_page.locator("main")).not_to_contain_text("Accept our terms")
    expect(field(alice_page)).to_have_value(QUESTION)


def test_signing_out_removes_a_question_that_was_not_sent_after_asking(alice_page):
    open_block(alice_page)
    field(alice_page).fill(QUESTION)
    expect(state(alice_page)).to_contain_text("kept on this device")
    asked = []
    alice_page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.accept()))
    alice_page.get_by_role("button", name="Sign out").click()
    expect(alice_page.get_by_role("heading", name="You are signed out.")).to_be_visible()
    assert "has not been sent yet" in asked[0]
    wait_until(alice_page, lambda: QUESTION not in alice_page.evaluate(KEPT))


def test_a_question_that_was_not_sent_can_be_removed_at_the_sign_in_page(alice_page):
    open_block(alice_page)
    field(alice_page).fill(QUESTION)
    expect(state(alice_page)).to_contain_text("kept on this device")
    alice_page.context.clear_cookies()
    alice_page.goto(reverse("account_login"))
    expect(alice_page.locator("#left-here")).to_contain_text("The last of them were typed at")
    alice_page.once("dialog", lambda dialog: dialog.accept())
    alice_page.get_by_role("button", name="Remove them").click()
    expect(alice_page.locator("#left-here")).to_be_hidden()
    assert QUESTION not in alice_page.evaluate(KEPT)


def test_without_javascript_a_question_opens_a_page_of_its_own(arrive, browser_panel, dana):
    page = arrive(browser_panel.study, browser_panel.alice.user, by=dana, java_script_enabled=False)
    page.goto(f"/rate/{browser_panel.study.public_code}/1/1/")
    page.get_by_label("Justification").fill("Not saved yet.")
    open_block(page)
    field(page).fill(QUESTION)
    with page.context.expect_page() as opened:
        send(page)
    expect(opened.value.locator("#conversation")).to_contain_text(QUESTION)
    expect(page.get_by_label("Justification")).to_have_value("Not saved yet.")


def test_an_answer_is_read_at_its_item(alice_page, browser_panel, dana):
    place = browser_panel.alice.assignments.get(position=1)
    tell(browser_panel.alice, "It does.", by=dana, about=place, at=place.round.opened_at)
    alice_page.reload()
    expect(alice_page.locator("main")).to_contain_text("There is a new answer from the study")
    open_block(alice_page)
    expect(alice_page.locator("#conversation")).to_contain_text("It does.")
