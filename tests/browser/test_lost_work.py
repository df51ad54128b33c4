"""No word is lost: without a network, without a session, over a reload and in two tabs."""

import json
import re

import pytest
from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from raters.lifecycle import close_round
from raters.models import Draft, Rating
from raters.rating import save_draft
from tests.browser.conftest import sign_in
from tests.browser.rating_page import answer_all, start_rating, submit, wait_until

pytestmark = pytest.mark.browser
KEPT = "Object.fromEntries(Object.entries(localStorage).filter(([n]) => n.includes('/kept/')))"


@pytest.fixture
def dana(browser_study):
    return browser_study.admins.get().user


@pytest.fixture
def alice_page(arrive, browser_panel, dana) -> Page:
    return arrive(browser_panel.study, browser_panel.alice.user, by=dana)


def kept_on(page: Page) -> list[dict]:
    return [json.loads(entry) for entry in page.evaluate(KEPT).values()]


def justification(page: Page):
    return page.get_by_label("Justification")


def without_network_type(page: Page, words: str) -> None:
    page.context.set_offline(True)
    justification(page).fill(words)
    expect(page.locator("#save-state")).to_contain_text("kept on this device")


def another_page(page: Page) -> Page:
    """The page is gone without a word; the network is back, and the reviewer too."""
    page.close()
    page.context.set_offline(False)
    return page.context.new_page()


def texts() -> list[str]:
    return list(Rating.objects.order_by("pk").values_list("justification", flat=True))


def test_saved_words_are_not_kept_on_the_device(alice_page):
    start_rating(alice_page)
    justification(alice_page).fill("Soon on the server.")
    expect(alice_page.locator("#save-state")).to_contain_text(re.compile(r"Saved \d\d:\d\d"))
    assert kept_on(alice_page) == []


def test_only_her_own_words_are_kept_and_never_the_transcript(alice_page):
    start_rating(alice_page)
    text = alice_page.locator("#turn-2 .turn-text").inner_text()
    without_network_type(alice_page, "Mine alone.")
    (entry,) = kept_on(alice_page)
    assert ["justification", "Mine alone."] in entry["words"]
    assert text not in json.dumps(entry)
    assert "csrfmiddlewaretoken" not in json.dumps(entry)


def test_an_item_finished_without_a_network_is_submitted_once_when_it_is_back(alice_page):
    start_rating(alice_page)
    alice_page.context.set_offline(True)
    answer_all(alice_page, score=1, why="Written in the lift.")
    submit(alice_page)
    expect(alice_page.locator("#save-state")).to_contain_text("Not submitted yet")
    alice_page.context.set_offline(False)
    expect(alice_page.get_by_role("heading", name="Item 2 of 8")).to_be_visible()
    assert (texts(), kept_on(alice_page)) == (["Written in the lift."], [])


def test_words_typed_after_an_unsent_submit_ask_for_another(alice_page):
    start_rating(alice_page)
    alice_page.context.set_offline(True)
    answer_all(alice_page, score=1, why="First.")
    submit(alice_page)
    expect(alice_page.locator("#save-state")).to_contain_text("Not submitted yet")
    justification(alice_page).fill("Second thoughts.")
    expect(alice_page.locator("#news")).to_contain_text("press Submit again")
    alice_page.context.set_offline(False)
    expect(alice_page.locator("#save-state")).to_contain_text("Saved")
    assert texts() == []


def test_unsent_words_survive_the_page_and_stand_in_the_item_again(alice_page):
    start_rating(alice_page)
    address = alice_page.url
    without_network_type(alice_page, "Typed before the battery died.")
    alice_page = another_page(alice_page)
    alice_page.goto(address)
    expect(justification(alice_page)).to_have_value("Typed before the battery died.")
    assert kept_on(alice_page) == []


def test_an_unsent_submission_is_sent_by_the_start_page_and_shows_nothing_more(
    alice_page, browser_panel
):
    start_rating(alice_page)
    alice_page.context.set_offline(True)
    answer_all(alice_page, score=1, why="Sent from the start page.")
    submit(alice_page)
    expect(alice_page.locator("#save-state")).to_contain_text("Not submitted yet")
    alice_page = another_page(alice_page)
    alice_page.goto(reverse("start", args=[browser_panel.study.public_code]))
    expect(alice_page.locator("main")).to_contain_text("1 of 8 done")
    expect(alice_page.locator("#kept")).to_be_hidden()
    assert texts() == ["Sent from the start page."]
    assert browser_panel.alice.assignments.get(position=2).first_shown_at is None


def test_a_submission_whose_answer_was_lost_is_one_rating(alice_page):
    start_rating(alice_page)
    answer_all(alice_page, score=1, why="Arrived, but who knows.")
    expect(alice_page.locator("#save-state")).to_contain_text("Saved")
    alice_page.route("**/1/1/", lambda route: (route.fetch(), route.abort()))
    submit(alice_page)
    expect(alice_page.locator("#save-state")).to_contain_text("Not submitted yet")
    alice_page.unroute("**/1/1/")
    expect(alice_page.get_by_role("heading", name="Item 2 of 8")).to_be_visible()
    assert texts() == ["Arrived, but who knows."]


def test_unsent_words_overtaken_on_another_device_are_offered_and_not_pressed(
    alice_page, arrive, browser_panel, dana
):
    start_rating(alice_page)
    address = alice_page.url
    without_network_type(alice_page, "On the ward computer.")
    alice_page.close()
    phone = arrive(browser_panel.study, browser_panel.alice.user, by=dana)
    phone.goto(address)
    justification(phone).fill("On the phone.")
    expect(phone.locator("#save-state")).to_contain_text("Saved")
    alice_page = another_page(alice_page)
    alice_page.goto(address)
    expect(justification(alice_page)).to_have_value("On the phone.")
    alice_page.get_by_role("button", name="The words of this device").click()
    expect(justification(alice_page)).to_have_value("On the ward computer.")
    assert kept_on(alice_page) == []


def test_unsent_words_overtaken_can_be_given_up(alice_page, browser_panel):
    start_rating(alice_page)
    address = alice_page.url
    without_network_type(alice_page, "Not wanted any more.")
    save_elsewhere(browser_panel, "Newer.")
    alice_page = another_page(alice_page)
    alice_page.goto(address)
    alice_page.get_by_role("button", name="What stands below").click()
    expect(alice_page.locator("#kept-here")).to_be_hidden()
    expect(justification(alice_page)).to_have_value("Newer.")
    assert kept_on(alice_page) == []


def save_elsewhere(panel, words: str) -> None:

    assignment = panel.alice.assignments.get(position=1)
    fields = QueryDict(mutable=True)
    fields["justification"] = words
    save_draft(assignment, fields, base_version=0, at=timezone.now())


def test_two_tabs_on_one_item_are_a_choice_and_never_the_last_to_write(alice_page):
    start_rating(alice_page)
    other = alice_page.context.new_page()
    other.goto(alice_page.url)
    justification(alice_page).fill("In the first tab.")
    expect(alice_page.locator("#save-state")).to_contain_text("Saved")
    justification(other).fill("In the second tab.")
    expect(other.locator("#save-state")).to_contain_text("another window saved this item")
    assert Draft.objects.get().fields["justification"] == ["In the first tab."]
    other.get_by_role("button", name="Keep mine").click()
    expect(other.locator("#save-state")).to_contain_text("Saved")
    assert Draft.objects.get().fields["justification"] == ["In the second tab."]


def test_taking_the_words_of_the_other_tab_asks_no_second_time(alice_page):
    start_rating(alice_page)
    other = alice_page.context.new_page()
    other.goto(alice_page.url)
    justification(alice_page).fill("In the first tab.")
    expect(alice_page.locator("#save-state")).to_contain_text("Saved")
    justification(other).fill("Given up.")
    other.get_by_role("link", name="Take the other").click()
    expect(justification(other)).to_have_value("In the first tab.")
    expect(other.locator("#kept-here")).to_be_hidden()
    assert kept_on(other) == []


def test_words_left_when_the_round_was_closed_can_be_removed(alice_page, browser_panel, dana):
    start_rating(alice_page)
    address = alice_page.url
    without_network_type(alice_page, "Too late.")
    close_round(browser_panel.study, by=dana)
    alice_page = another_page(alice_page)
    alice_page.goto(address)
    alice_page.get_by_role("button", name="What stands below").click()
    assert kept_on(alice_page) == []


def test_after_signing_in_again_elsewhere_the_submission_goes_by_itself(
    alice_page, browser_panel, dana
):
    start_rating(alice_page)
    answer_all(alice_page, score=1, why="The session ran out.")
    expect(alice_page.locator("#save-state")).to_contain_text("Saved")
    alice_page.context.clear_cookies(name="sessionid")
    submit(alice_page)
    expect(alice_page.locator("#notice")).to_contain_text("You are signed out")
    other = alice_page.context.new_page()
    sign_in(other, browser_panel.study, browser_panel.alice.user, by=dana)
    expect(alice_page.get_by_role("heading", name="Item 2 of 8")).to_be_visible()
    assert texts() == ["The session ran out."]


def test_an_answer_that_is_not_the_servers_is_not_believed(alice_page):
    start_rating(alice_page)
    page_of_the_network = {"status": 200, "body": "<h1>Accept our terms</h1>"}
    alice_page.route("**/draft/", lambda route: route.fulfill(**page_of_the_network))
    justification(alice_page).fill("Behind a captive portal.")
    expect(alice_page.locator("#save-state")).to_contain_text("kept on this device")
    expect(alice_page.locator("main")).not_to_contain_text("Accept our terms")
    alice_page.unroute("**/draft/")
    expect(alice_page.locator("#save-state")).to_contain_text("Saved")


def test_signing_out_removes_what_is_hers_after_asking(alice_page):
    start_rating(alice_page)
    without_network_type(alice_page, "Left on the ward computer.")
    alice_page.evaluate("localStorage.setItem('evalsite/kept/somebody/s/R9/1/1/p', '{}')")
    alice_page.route("**/draft/", lambda route: route.abort())
    alice_page.context.set_offline(False)
    asked = []
    alice_page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.accept()))
    alice_page.get_by_role("button", name="Sign out").click()
    expect(alice_page.get_by_role("heading", name="You are signed out.")).to_be_visible()
    assert "Signing out removes them" in asked[0]
    others = ["evalsite/kept/somebody/s/R9/1/1/p"]
    wait_until(alice_page, lambda: list(alice_page.evaluate(KEPT)) == others)


def test_one_button_removes_what_is_kept_on_this_device(alice_page, browser_panel):
    start_rating(alice_page)
    without_network_type(alice_page, "To be forgotten.")
    alice_page = another_page(alice_page)
    alice_page.route("**/draft/", lambda route: route.abort())
    alice_page.goto(reverse("start", args=[browser_panel.study.public_code]))
    expect(alice_page.locator("#kept")).to_contain_text("Item 1 of 8 typed at")
    alice_page.get_by_role("button", name="Remove what is kept on this device").click()
    expect(alice_page.locator("#kept")).to_be_hidden()
    assert kept_on(alice_page) == []


def test_the_back_button_shows_what_was_submitted(alice_page):
    start_rating(alice_page)
    answer_all(alice_page, score=1, why="As submitted.")
    submit(alice_page)
    expect(alice_page.get_by_role("heading", name="Item 2 of 8")).to_be_visible()
    alice_page.go_back()
    expect(alice_page.get_by_role("heading", name="Item 1 of 8")).to_be_visible()
    expect(justification(alice_page)).to_have_value("As submitted.")
    assert len(texts()) == 1


def test_words_on_the_way_when_the_page_is_reloaded_at_once_come_back(alice_page):
    start_rating(alice_page)
    justification(alice_page).fill("Typed in this very moment.")
    alice_page.reload()
    wait_until(alice_page, Draft.objects.exists)
    expect(justification(alice_page)).to_have_value("Typed in this very moment.")
    wait_until(alice_page, lambda: kept_on(alice_page) == [])


def test_the_time_of_active_work_is_stored_and_shown_nowhere(alice_page):
    start_rating(alice_page)
    alice_page.wait_for_timeout(2500)
    answer_all(alice_page, score=1, why="Some seconds later.")
    submit(alice_page)
    expect(alice_page.get_by_role("heading", name="Item 2 of 8")).to_be_visible()
    rating = Rating.objects.get()
    assert rating.active_seconds >= 2
    assert rating.shown_at < rating.first_input_at <= rating.submitted_at


def test_an_item_put_off_is_one_click_away_on_the_start_page(alice_page, browser_panel):
    start_rating(alice_page)
    justification(alice_page).fill("Later, with the guideline.")
    alice_page.get_by_role("button", name="Put off").click()
    expect(alice_page.get_by_role("heading", name="Item 2 of 8")).to_be_visible()
    alice_page.goto(reverse("start", args=[browser_panel.study.public_code]))
    alice_page.get_by_role("link", name="1", exact=True).click()
    expect(justification(alice_page)).to_have_value("Later, with the guideline.")


# --- A computer that others use too


def leave_words_and_go(page: Page) -> Page:
    """She closes the browser without a network and without signing out; her session runs out."""
    start_rating(page)
    without_network_type(page, "PRIVATE-WORDS")
    page = another_page(page)
    page.context.clear_cookies(name="sessionid")
    return page


@pytest.mark.parametrize("place", ["account_login", "signed_out"])
def test_words_of_somebody_who_did_not_sign_out_can_be_removed_by_whoever_comes(
    alice_page, browser_panel, place
):
    page = leave_words_and_go(alice_page)
    page.goto(reverse(place))
    expect(page.locator("#left-here")).to_contain_text("did not sign out")
    shown = page.locator("body").inner_text()
    hers = ["PRIVATE-WORDS", browser_panel.alice.pseudonym, browser_panel.study.public_code]
    assert [word for word in [*hers, "Item 1", "Abbreviations"] if word in shown] == []
    asked = []
    page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    page.get_by_role("button", name="Remove them").click()
    assert "cannot be brought back" in asked[0]
    assert len(kept_on(page)) == 1
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Remove them").click()
    expect(page.locator("#left-here")).to_be_hidden()
    assert "PRIVATE-WORDS" not in page.evaluate("JSON.stringify(localStorage)")


def test_nothing_is_said_at_the_sign_in_page_where_nothing_is_kept(alice_page):
    start_rating(alice_page)
    alice_page.context.clear_cookies()
    alice_page.goto(reverse("account_login"))
    expect(alice_page.get_by_role("button", name="Sign in")).to_be_visible()
    expect(alice_page.locator("#left-here")).to_be_hidden()


def test_their_owner_is_told_once_that_they_were_removed(alice_page, browser_panel, dana):
    page = leave_words_and_go(alice_page)
    page.goto(reverse("account_login"))
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Remove them").click()
    expect(page.locator("#left-here")).to_be_hidden()
    sign_in(page, browser_panel.study, browser_panel.alice.user, by=dana)
    expect(page.locator("#kept-lost")).to_contain_text("were removed before they could be sent")
    page.reload()
    expect(page.locator("#kept-lost")).to_be_hidden()


def test_another_person_sees_and_sends_nothing_of_them(alice_page, browser_panel, dana):
    page = leave_words_and_go(alice_page)
    sign_in(page, browser_panel.study, browser_panel.bob.user, by=dana)
    start_rating(page)
    expect(page.locator("#kept")).to_be_hidden()
    assert "PRIVATE-WORDS" not in page.content()
    assert len(kept_on(page)) == 1
    assert not Draft.objects.exists()


def test_their_owner_finds_them_sent_when_she_comes_back(alice_page, browser_panel, dana):
    page = leave_words_and_go(alice_page)
    sign_in(page, browser_panel.study, browser_panel.alice.user, by=dana)
    # The page is loaded anew when they have arrived.
    expect(page.get_by_role("link", name=re.compile("^1 begun"))).to_be_visible()
    assert kept_on(page) == []
    assert Draft.objects.get().fields["justification"] == ["PRIVATE-WORDS"]


def test_after_thirty_days_they_are_gone_and_their_owner_is_told(alice_page, browser_panel, dana):
    page = leave_words_and_go(alice_page)
    page.clock.install()
    page.clock.fast_forward(31 * 24 * 3600 * 1000)
    page.goto(reverse("account_login"))
    expect(page.locator("#left-here")).to_be_hidden()
    wait_until(page, lambda: kept_on(page) == [])
    sign_in(page, browser_panel.study, browser_panel.alice.user, by=dana)
    expect(page.locator("#kept-lost")).to_contain_text("after 30 days")


# --- Time-outs and sleep


def test_a_server_that_never_answers_is_as_good_as_no_network(alice_page):
    start_rating(alice_page)
    answer_all(alice_page, score=1, why="Into the void.")
    expect(alice_page.locator("#save-state")).to_contain_text("Saved")
    alice_page.locator("[data-rating-form]").evaluate(
        """(form) => form.setAttribute("hx-request", '{"timeout": 500}')"""
    )
    waiting = []
    alice_page.route("**/1/1/", lambda route: waiting.append(route))
    submit(alice_page)
    expect(alice_page.locator("#save-state")).to_contain_text("Not submitted yet")
    alice_page.unroute("**/1/1/")
    expect(alice_page.get_by_role("heading", name="Item 2 of 8")).to_be_visible()
    assert texts() == ["Into the void."]


def test_a_laptop_that_slept_counts_no_work_and_saves_when_it_wakes(alice_page):
    alice_page.clock.install()
    start_rating(alice_page)
    justification(alice_page).fill("Before the night.")
    expect(alice_page.locator("#save-state")).to_contain_text("Saved")
    alice_page.clock.fast_forward(8 * 3600 * 1000)
    answer_all(alice_page, score=1, why="The morning after.")
    with alice_page.expect_request("**/1/1/") as sent:
        submit(alice_page)
    expect(alice_page.get_by_role("heading", name="Item 2 of 8")).to_be_visible()
    told = QueryDict(sent.value.post_data)
    assert int(told["active_seconds"]) < 3600 < int(told["first_input_ago"])
    assert texts() == ["The morning after."]
