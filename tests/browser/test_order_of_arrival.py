"""What comes late, twice, or from a second tab never undoes what the page says is saved."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from raters.frozen_guard import remove_guards
from raters.models import Draft, Rating
from tests.browser.rating_page import answer_all, start_rating, submit, wait_until
from tests.browser.test_lost_work import justification, kept_on, texts

pytestmark = pytest.mark.browser
NO_ROOM = """() => {
  Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""


@pytest.fixture
def dana(browser_study):
    return browser_study.admins.get().user


@pytest.fixture
def alice_page(arrive, browser_panel, dana) -> Page:
    page = arrive(browser_panel.study, browser_panel.alice.user, by=dana)
    start_rating(page)
    return page


def state(page: Page):
    return page.locator("#save-state")


def saved(page: Page) -> None:
    expect(state(page)).to_contain_text(re.compile(r"Saved \d\d:\d\d"))


def drafted() -> list[str]:
    return [draft.fields["justification"][0] for draft in Draft.objects.exclude(fields={})]


def held(page: Page, place: str) -> list[Route]:
    """Posts to `place` are on their way for as long as the test likes."""
    waiting: list[Route] = []

    def take(route: Route) -> None:
        waiting.append(route) if route.request.method == "POST" else route.continue_()

    page.route(place, take)
    return waiting


def arrive_late(page: Page, route: Route) -> None:
    """Its page gave it up; it is processed all the same."""
    sent = route.request
    headers = {"content-type": sent.headers["content-type"], "hx-request": "true"}
    page.context.request.post(
        sent.url, data=sent.post_data, headers={**headers, "referer": page.url}
    )


def test_a_save_processed_after_a_later_one_does_not_replace_it(alice_page):
    waiting = held(alice_page, "**/draft/")
    justification(alice_page).fill("Old.")
    wait_until(alice_page, lambda: waiting)
    first = waiting[0].request
    waiting[0].abort()
    alice_page.unroute("**/draft/")
    expect(state(alice_page)).to_contain_text("kept on this device")
    justification(alice_page).fill("New.")
    saved(alice_page)
    arrive_late(alice_page, waiting[0])
    assert "Old." in first.post_data.replace("+", " ")
    assert drafted() == ["New."]


def test_a_submit_processed_after_its_words_were_corrected_is_not_done(alice_page):
    answer_all(alice_page, score=1, why="First thoughts.")
    saved(alice_page)
    waiting = held(alice_page, "**/1/1/")
    submit(alice_page)
    wait_until(alice_page, lambda: waiting)
    waiting[0].abort()
    alice_page.unroute("**/1/1/")
    expect(state(alice_page)).to_contain_text("Not submitted yet")
    justification(alice_page).fill("Corrected.")
    saved(alice_page)
    arrive_late(alice_page, waiting[0])
    assert (texts(), drafted()) == ([], ["Corrected."])


def test_a_second_tab_sends_nothing_of_a_tab_that_is_still_open(alice_page):
    alice_page.route("**/draft/", lambda route: route.abort())
    justification(alice_page).fill("Typed in the first tab.")
    expect(state(alice_page)).to_contain_text("kept on this device")
    other = alice_page.context.new_page()
    posts = held(other, "**/draft/")
    other.goto(alice_page.url)
    expect(other.locator("[data-question].is-active")).to_have_count(1)
    justification(other).click()
    expect(justification(other)).to_be_focused()
    assert posts == []
    alice_page.unroute("**/draft/")
    saved(alice_page)
    assert drafted() == ["Typed in the first tab."]


def test_a_report_of_a_defect_without_a_network_brings_the_words_of_the_rating(alice_page):
    address = alice_page.url
    alice_page.context.set_offline(True)
    justification(alice_page).fill("Half a sentence.")
    alice_page.get_by_text("This item is defective").click()
    alice_page.get_by_label("in the wrong language").check()
    alice_page.get_by_label("Reason", exact=True).fill("It is in Finnish.")
    alice_page.get_by_role("button", name="Report as defective").click()
    expect(state(alice_page)).to_contain_text("Not reported yet")
    alice_page.context.set_offline(False)
    expect(alice_page.get_by_role("heading", name="Item 2 of 8")).to_be_visible()
    assert Rating.objects.get().outcome == Rating.Outcome.DEFECTIVE
    alice_page.goto(address)
    expect(justification(alice_page)).to_have_value("Half a sentence.")


# --- Refused


def test_a_refused_submit_does_not_say_that_nothing_need_be_done(alice_page):
    answer_all(alice_page, score=1, why="The session ran out.")
    saved(alice_page)
    alice_page.context.clear_cookies(name="sessionid")
    submit(alice_page)
    expect(alice_page.locator("#notice")).to_contain_text("You are signed out")
    expect(state(alice_page)).to_contain_text("see the message above")
    expect(state(alice_page)).not_to_contain_text("need not do anything")


def test_an_item_that_was_taken_away_is_told_and_not_sent_for_ever(alice_page, browser_panel):
    answer_all(alice_page, score=1, why="For nobody.")
    saved(alice_page)
    remove_guards()
    Draft.objects.all().delete()
    browser_panel.alice.assignments.get(position=1).delete()
    alice_page.clock.install()
    posts = []
    alice_page.on("request", lambda sent: sent.method == "POST" and posts.append(sent.url))
    submit(alice_page)
    expect(alice_page.locator("#notice")).to_contain_text("you have no item at this place")
    expect(state(alice_page)).to_contain_text("see the message above")
    alice_page.clock.run_for(60_000)
    assert len(posts) == 1
    assert len(kept_on(alice_page)) == 1


# --- Words that are on the page alone


def asks_before_closing(page: Page) -> bool:
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    other = page.context.new_page()
    page.close(run_before_unload=True)
    wait_until(other, lambda: asked or page.is_closed())
    return asked == ["beforeunload"]


def test_a_device_without_room_is_not_said_to_keep_anything(alice_page):
    alice_page.evaluate(NO_ROOM)
    alice_page.context.set_offline(True)
    answer_all(alice_page, score=1, why="Nowhere but here.")
    expect(state(alice_page)).to_contain_text("not kept on this device either")
    submit(alice_page)
    expect(state(alice_page)).to_contain_text("Not sent yet, and not kept on this device")
    assert asks_before_closing(alice_page)


def test_a_page_that_is_still_saving_what_nothing_else_keeps_asks_before_it_closes(alice_page):
    alice_page.evaluate(NO_ROOM)
    waiting = held(alice_page, "**/draft/")
    justification(alice_page).press_sequentially("Under way.")
    wait_until(alice_page, lambda: waiting)
    expect(state(alice_page)).to_contain_text("Saving")
    assert asks_before_closing(alice_page)


def test_a_page_whose_words_are_saved_closes_without_asking(alice_page):
    alice_page.evaluate(NO_ROOM)
    justification(alice_page).press_sequentially("On the server.")
    saved(alice_page)
    assert not asks_before_closing(alice_page)


def test_words_removed_by_signing_out_in_another_tab_are_not_said_to_be_kept(alice_page):
    alice_page.route("**/draft/", lambda route: route.abort())
    justification(alice_page).press_sequentially("In the first tab.")
    expect(state(alice_page)).to_contain_text("Not saved, kept on this device")
    other = alice_page.context.new_page()
    other.on("dialog", lambda dialog: dialog.accept())
    other.goto(reverse("home"))
    other.get_by_role("button", name="Sign out").click()
    expect(other.get_by_role("heading", name="You are signed out.")).to_be_visible()
    wait_until(other, lambda: kept_on(other) == [])
    expect(state(alice_page)).to_contain_text("not kept on this device either")
    assert asks_before_closing(alice_page)


def test_what_was_removed_from_the_device_is_not_kept_again_by_a_retry(alice_page):
    answer_all(alice_page, score=1, why="On a shared computer.")
    saved(alice_page)
    alice_page.clock.install()
    tries = held(alice_page, "**/1/1/")
    submit(alice_page)
    wait_until(alice_page, lambda: tries)
    assert len(kept_on(alice_page)) == 1
    alice_page.evaluate("localStorage.clear()")
    try_again(alice_page, tries)
    assert kept_on(alice_page) == []


# --- A network that hangs


@pytest.fixture
def tries(alice_page) -> list[Route]:
    """Of a submit into a network that says nothing."""
    answer_all(alice_page, score=1, why="Into the void.")
    saved(alice_page)
    alice_page.clock.install()
    waiting = held(alice_page, "**/1/1/")
    submit(alice_page)
    wait_until(alice_page, lambda: waiting)
    return waiting


@pytest.fixture
def hanging_page(alice_page, tries) -> Page:
    alice_page.clock.run_for(3000)
    return alice_page


def try_again(page: Page, tries: list[Route]) -> None:
    tries[0].abort()
    wait_until(page, lambda: page.clock.run_for(1000) or len(tries) == 2)


def rests(page: Page) -> bool:
    return page.locator("[data-rating-form]").evaluate("(form) => form.inert")


def test_a_form_rests_for_a_moment_and_gives_the_focus_back(hanging_page):
    expect(state(hanging_page)).to_contain_text("Not submitted yet, kept on this device")
    expect(hanging_page.get_by_role("button", name="Submit and go on")).to_be_focused()
    assert not rests(hanging_page)


def test_what_is_sent_again_disturbs_nobody(hanging_page, tries):
    justification(hanging_page).focus()
    try_again(hanging_page, tries)
    assert not rests(hanging_page)
    expect(justification(hanging_page)).to_be_focused()
    expect(state(hanging_page)).to_contain_text("Not submitted yet, kept on this device")


def test_words_changed_while_a_submit_hangs_are_saved_and_ask_for_another(hanging_page):
    justification(hanging_page).fill("Second thoughts.")
    expect(hanging_page.locator("#news")).to_contain_text("press Submit again")
    hanging_page.clock.run_for(1000)
    saved(hanging_page)
    assert (texts(), drafted()) == ([], ["Second thoughts."])


def test_the_next_item_is_offered_while_a_submit_hangs(hanging_page, tries):
    go_on = hanging_page.get_by_role("button", name="Go on with the next item meanwhile")
    expect(go_on).to_be_visible()
    try_again(hanging_page, tries)
    expect(go_on).to_be_visible()
    go_on.click()
    hanging_page.clock.run_for(1000)
    expect(hanging_page.get_by_role("heading", name="Item 2 of 8")).to_be_visible()
