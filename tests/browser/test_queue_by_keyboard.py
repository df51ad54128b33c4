"""A whole queue, from the start page to its end, without a mouse."""

import pytest
from playwright.sync_api import Page, expect

from raters.models import Evidence, Rating, Score
from tests.browser.rating_page import wait_until

pytestmark = pytest.mark.browser

MOST_TABS = 60


@pytest.fixture
def page(arrive, browser_panel, browser_study) -> Page:
    by = browser_study.admins.get().user
    page = arrive(browser_panel.study, browser_panel.alice.user, by=by)
    # Whatever a pointer does is noted, so that the test can say that none was used.
    page.evaluate("() => { window.name = 'no pointer'; }")
    page.context.add_init_script(
        "addEventListener('pointerdown', () => { window.name = 'a pointer'; }, true);"
    )
    page.reload()
    return page


def press(page: Page, keys: str) -> None:
    for key in keys.split():
        page.keyboard.press(key)


def tab_to(page: Page, place) -> None:
    for _ in range(MOST_TABS):
        if place.evaluate("(node) => node === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{place} is not reached by Tab")


def follow(page: Page, name: str) -> None:
    """Go to a link by Tab, and press Enter."""
    tab_to(page, page.get_by_role("link", name=name))
    page.keyboard.press("Enter")


def begin(page: Page) -> None:
    follow(page, "Start with the guide")
    expect(page.get_by_role("link", name="I have read it: begin")).to_be_attached()
    follow(page, "I have read it: begin")
    expect(page.locator("[data-question].is-active")).to_have_count(1)


def rate(page: Page, *, why: str) -> None:
    for _ in page.locator("[data-question]").all():
        press(page, "1 j")
    press(page, "d e g")
    expect(page.get_by_label("Justification")).to_be_focused()
    page.keyboard.type(why)
    press(page, "Escape s")


def test_a_whole_queue_is_rated_by_keys_alone(page):
    begin(page)
    for position in range(1, 9):
        heading = page.get_by_role("heading", name=f"Item {position} of 8")
        # The first is reached by a link; each later one takes the focus to its heading.
        expect(heading).to_be_visible() if position == 1 else expect(heading).to_be_focused()
        rate(page, why=f"Reason {position}.")
    expect(page.get_by_role("heading", name="You have finished")).to_be_visible()
    assert page.evaluate("window.name") == "no pointer"
    assert Rating.objects.count() == 8
    assert set(Score.objects.values_list("value", flat=True)) == {1}
    assert set(Evidence.objects.values_list("turn__number", flat=True)) == {2}


def test_an_item_is_put_off_reported_and_found_again_by_keys_alone(page):
    begin(page)
    tab_to(page, page.get_by_role("button", name="Put off"))
    press(page, "Enter")
    expect(page.get_by_role("heading", name="Item 2 of 8")).to_be_focused()
    tab_to(page, page.get_by_text("This item is defective"))
    press(page, "Enter Tab Space Tab")
    page.keyboard.type("It is cut off.")
    tab_to(page, page.get_by_role("button", name="Report as defective and go on"))
    press(page, "Enter")
    expect(page.get_by_role("heading", name="Item 3 of 8")).to_be_focused()
    wait_until(page, Rating.objects.filter(defect_reason="It is cut off.").exists)
    assert page.evaluate("window.name") == "no pointer"
