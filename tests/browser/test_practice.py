"""Practice that is not passed is practised again; until then no item opens."""

import re

from playwright.sync_api import Page, expect

from raters.models import Draft, Rating
from tests.browser.rating_page import answer_all, submit
from tests.raters.practice import EXPECTED, OTHER, first_live, practising


def open_item(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("[data-question].is-active")).to_have_count(1)


def practise(page: Page, address: str, *, score: int) -> None:
    """The one practice item, and the feedback on it."""
    open_item(page, address)
    answer_all(page, score=score, why="As I read it.")
    submit(page)
    expect(page.get_by_role("heading", name="Practice: how your answers compare")).to_be_visible()


def test_she_fails_practises_again_passes_and_rates(arrive, transactional_db, django_user_model):
    dana = django_user_model.objects.create_user("dana")
    panel = practising(by=dana, n_practice=1)
    page = arrive(panel.study, panel.alice.user, by=dana)
    practice, live = (f"/rate/{panel.study.public_code}/{name}/1/" for name in ("training-1", "1"))

    page.goto(live)
    expect(page.get_by_text("Practice comes first")).to_be_visible()
    practise(page, practice, score=OTHER)
    expect(page.get_by_text("0 of 1 as expected; 1 are asked for.")).to_be_visible()
    page.goto(live)
    expect(page.get_by_text("Practice comes first")).to_be_visible()

    page.get_by_role("button", name="Practise again").click()
    expect(page.get_by_text("This is attempt 2.")).to_be_visible()
    practise(page, practice, score=EXPECTED)
    expect(page.get_by_text("You have passed the practice: 1 of 1 as expected.")).to_be_visible()

    open_item(page, live)
    answer_all(page, score=1, why="A real one.")
    submit(page)
    expect(page.get_by_role("heading", name=re.compile("Item 2 of"))).to_be_visible()
    assert Rating.objects.filter(assignment=first_live(panel.alice)).count() == 1


def test_a_page_left_open_from_the_first_attempt_is_told_and_keeps_her_words(
    arrive, transactional_db, django_user_model
):
    dana = django_user_model.objects.create_user("dana")
    panel = practising(by=dana, n_practice=1)
    page = arrive(panel.study, panel.alice.user, by=dana)
    practice = f"/rate/{panel.study.public_code}/training-1/1/"
    practise(page, practice, score=OTHER)
    open_item(page, practice)
    other = page.context.new_page()
    other.goto(f"/rate/{panel.study.public_code}/")
    other.get_by_role("button", name="Practise again").click()
    expect(other.get_by_text("This is attempt 2.")).to_be_visible()

    page.get_by_label("Justification").fill("A thought worth keeping.")
    refused = page.locator("#save-state .not-saved")
    expect(refused).to_contain_text("Not saved: you have begun to practise again")
    page.get_by_role("button", name="Keep mine").click()
    expect(refused).to_have_count(0)
    expect(page.locator("#save-state .saved")).to_contain_text("Saved")
    assert Draft.objects.get().fields["justification"] == ["A thought worth keeping."]
    submit(page)
    expect(page.get_by_role("heading", name="Practice: how your answers compare")).to_be_visible()
    assert Rating.objects.count() == 2
