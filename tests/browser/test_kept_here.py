"""What is kept on a device: it goes when it may, and can be read as long as it is there."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from raters import frozen_guard
from raters.lifecycle import close_round
from raters.models import Assignment, Reviewer
from tests.browser.conftest import sign_in
from tests.browser.rating_page import answer_all, start_rating, submit, wait_until
from tests.browser.test_lost_work import (
    another_page,
    justification,
    kept_on,
    texts,
    without_network_type,
)

pytestmark = pytest.mark.browser
# The battery of the clock is dead.
IN_2020 = (
    "const now = Date.now; const off = now() - Date.UTC(2020, 0, 1); Date.now = () => now() - off"
)


@pytest.fixture
def dana(browser_study):
    return browser_study.admins.get().user


@pytest.fixture
def alice_page(arrive, browser_panel, dana) -> Page:
    return arrive(browser_panel.study, browser_panel.alice.user, by=dana)


def start_page_of(panel) -> str:
    return reverse("start", args=[panel.study.public_code])


def finish_without_a_network(page: Page, why: str) -> None:
    page.context.set_offline(True)
    answer_all(page, score=1, why=why)
    submit(page)
    expect(page.locator("#save-state")).to_contain_text("Not submitted yet")


def test_what_a_wrong_clock_dated_years_ago_is_sent(alice_page, browser_panel):
    alice_page.add_init_script(IN_2020)
    alice_page.reload()
    start_rating(alice_page)
    finish_without_a_network(alice_page, "Typed with a dead clock.")
    page = another_page(alice_page)
    page.goto(start_page_of(browser_panel))
    expect(page.locator("main")).to_contain_text("1 of 8 done")
    assert (texts(), kept_on(page)) == (["Typed with a dead clock."], [])


def test_an_old_page_of_signing_out_removes_no_words_that_were_typed_since(
    alice_page, browser_panel, dana
):
    alice_page.get_by_role("button", name="Sign out").click()
    expect(alice_page.get_by_role("heading", name="You are signed out.")).to_be_visible()
    other = alice_page.context.new_page()
    sign_in(other, browser_panel.study, browser_panel.alice.user, by=dana)
    start_rating(other)
    without_network_type(other, "On the night shift.")
    other.close()
    alice_page.context.clear_cookies(name="sessionid")
    alice_page.context.set_offline(False)
    alice_page.reload()
    expect(alice_page.locator("#left-here")).to_be_visible()
    assert len(kept_on(alice_page)) == 1


def test_who_was_not_asked_before_she_signed_out_is_told_what_was_removed(
    alice_page, browser_panel, dana
):
    start_rating(alice_page)
    without_network_type(alice_page, "Left behind.")
    page = another_page(alice_page)
    page.goto(reverse("guide", args=[browser_panel.study.public_code]))
    page.get_by_role("button", name="Sign out").click()
    wait_until(page, lambda: kept_on(page) == [])
    sign_in(page, browser_panel.study, browser_panel.alice.user, by=dana)
    expect(page.locator("#kept-lost")).to_contain_text("when you signed out")


GO_ON = "Go on with the next item meanwhile"


@pytest.fixture
def with_the_next(alice_page) -> Page:
    """Item 1 is open, and item 2 is fetched."""
    with alice_page.expect_response("**/1/1/ahead/") as fetched:
        start_rating(alice_page)
    fetched.value.finished()
    return alice_page


def test_the_next_item_is_not_to_be_had_once_her_session_is_over(with_the_next):
    with_the_next.context.clear_cookies(name="sessionid")
    answer_all(with_the_next, score=1, why="The session ran out.")
    expect(with_the_next.locator("#notice")).to_contain_text("You are signed out")
    finish_without_a_network(with_the_next, "And then the network.")
    expect(with_the_next.get_by_role("button", name=GO_ON)).to_be_hidden()


def test_the_next_item_is_not_to_be_had_once_somebody_else_has_signed_in(
    with_the_next, browser_panel, dana
):
    other = with_the_next.context.new_page()
    sign_in(other, browser_panel.study, browser_panel.bob.user, by=dana)
    answer_all(with_the_next, score=1, why="Of the one before.")
    expect(with_the_next.locator("#notice .error")).to_be_visible()
    finish_without_a_network(with_the_next, "And then the network.")
    expect(with_the_next.get_by_role("button", name=GO_ON)).to_be_hidden()


def test_signing_out_hides_the_transcript_in_her_other_window_and_keeps_her_words(with_the_next):
    other = with_the_next.context.new_page()
    other.goto("/")
    other.get_by_role("button", name="Sign out").click()
    expect(with_the_next.locator("#signed-out-here")).to_be_visible()
    expect(with_the_next.locator("#transcript")).to_be_hidden()
    with_the_next.context.set_offline(True)
    justification(with_the_next).fill("Hers alone.")
    submit(with_the_next)
    expect(with_the_next.locator("#save-state")).to_contain_text("Not submitted yet")
    expect(with_the_next.get_by_role("button", name=GO_ON)).to_be_hidden()
    expect(justification(with_the_next)).to_have_value("Hers alone.")


def ask(page: Page, question: str) -> None:
    page.get_by_text("Ask the study about this item").click()
    page.get_by_label("Your question").fill(question)
    expect(page.locator("[data-ask-state]")).to_contain_text("kept on this device")


def test_a_question_that_one_window_sent_leaves_the_one_of_the_other(alice_page):
    start_rating(alice_page)
    other = alice_page.context.new_page()
    other.goto(alice_page.url)
    ask(alice_page, "Question of the first window")
    ask(other, "Question of the second window")
    other.get_by_role("button", name="Send to the study").click()
    expect(other.locator("[data-ask-state]")).to_have_text("Sent.")
    expect(other.get_by_label("Your question")).to_have_value("")
    alice_page.reload()
    field = alice_page.get_by_label("Your question")
    expect(field).to_have_value("Question of the first window")


def test_two_questions_left_behind_are_put_back_one_after_the_other(alice_page):
    start_rating(alice_page)
    address, other = alice_page.url, alice_page.context.new_page()
    other.goto(address)
    ask(alice_page, "Left first")
    ask(other, "Left second")
    alice_page.close()
    page = another_page(other)
    page.goto(address)
    for question in ("Left first", "Left second"):
        expect(page.get_by_label("Your question")).to_have_value(question)
        page.get_by_role("button", name="Send to the study").click()
        expect(page.locator("#conversation")).to_contain_text(question)
    expect(page.get_by_label("Your question")).to_have_value("")
    assert "Left" not in page.evaluate("JSON.stringify(localStorage)")


def test_a_question_alone_is_told_on_the_start_page_and_can_be_removed(alice_page, browser_panel):
    start_rating(alice_page)
    ask(alice_page, "Only this one")
    page = another_page(alice_page)
    page.goto(start_page_of(browser_panel))
    expect(page.locator("#kept")).to_contain_text("a message to the study that is not sent")
    expect(page.locator("#kept").get_by_role("link", name="Item 1 of 8")).to_be_visible()
    assert "Only this one" not in page.locator("#kept").inner_text()
    page.get_by_role("button", name="Remove what is kept on this device").click()
    expect(page.locator("#kept")).to_be_hidden()
    assert "Only this one" not in page.evaluate("JSON.stringify(localStorage)")


def test_a_closed_round_says_so_and_shows_the_words_that_came_too_late(
    alice_page, browser_panel, dana
):
    start_rating(alice_page)
    address = alice_page.url
    without_network_type(alice_page, "Too late.")
    close_round(browser_panel.study, by=dana)
    page = another_page(alice_page)
    page.goto(address)
    box = page.locator("#kept-here")
    expect(box).to_contain_text("the round is closed")
    expect(box.get_by_text("Too late.")).to_be_visible()
    expect(box.get_by_role("button", name="The words of this device")).to_be_hidden()


def words_of_an_item_taken_away(page: Page, panel) -> Page:
    """Before an amendment the item was opened, and nothing of hers had reached the server."""
    start_rating(page)
    without_network_type(page, "Of an item that went away.")
    page = another_page(page)
    frozen_guard.remove_guards()
    Assignment.objects.filter(pk=panel.alice.assignments.get(position=1).pk).delete()
    page.goto(start_page_of(panel))
    expect(page.locator("#kept")).to_contain_text("not in your queue any more")
    return page


def test_words_on_an_item_that_was_taken_away_can_be_read_and_copied(alice_page, browser_panel):
    page = words_of_an_item_taken_away(alice_page, browser_panel)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    expect(page.locator("#kept").get_by_role("link")).to_have_count(0)
    page.get_by_text("Your words", exact=True).click()
    expect(page.get_by_text("Of an item that went away.")).to_be_visible()
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == "Of an item that went away."
    assert len(kept_on(page)) == 1


def test_who_was_taken_off_the_panel_is_told_so_and_not_that_there_is_no_network(
    alice_page, browser_panel
):
    start_rating(alice_page)
    frozen_guard.remove_guards()
    Reviewer.objects.filter(pk=browser_panel.alice.pk).update(user=None)
    justification(alice_page).fill("For a study that goes on without her.")
    expect(alice_page.locator("#notice")).to_contain_text("you have no item at this place")
    expect(alice_page.locator("#save-state")).not_to_contain_text("no connection")
    expect(justification(alice_page)).to_have_value("For a study that goes on without her.")
