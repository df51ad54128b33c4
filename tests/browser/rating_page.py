"""What a reviewer does on the rating page."""

import re

from playwright.sync_api import Page, expect


def open_the_item(page: Page) -> None:
    """From the start page or the guide; the first time, the way leads through the guide."""
    read = page.get_by_role("link", name="I have read it")
    if not page.url.endswith("/guide/"):
        name = re.compile("Start with the guide|Start rating|Continue with item")
        page.get_by_role("link", name=name).click()
    expect(read.or_(page.locator("[data-question]").first)).to_be_visible()
    if read.is_visible():
        read.click()
    expect(page.locator("[data-question]").first).to_be_visible()


def start_rating(page: Page) -> None:
    open_the_item(page)
    # The page's script is there once a question is marked as the one that is cited for.
    expect(page.locator("[data-question].is-active")).to_have_count(1)


def answer_all(page: Page, *, score: int, why: str) -> None:
    for question in page.locator("[data-question]").all():
        question.locator(".point").nth(score).click()
        page.get_by_role("button", name="Cite turn 2").click()
    page.get_by_label("Justification").fill(why)


def submit(page: Page) -> None:
    page.get_by_role("button", name="Submit and go on").click()


def wait_until(page: Page, holds) -> None:
    """For what does not show on the page."""
    for _ in range(100):
        if holds():
            return
        page.wait_for_timeout(100)
    raise AssertionError("it never came true")
