"""Rating by thumb: the transcript and the questions are two panes, one swipe or tap apart."""

import re

import pytest
from playwright.sync_api import Page, expect

from raters.models import Rating
from tests import studies
from tests.browser.rating_page import start_rating, submit
from tests.browser.test_citing import SELECT, highlighted, study_of

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LANDSCAPE = {"width": 844, "height": 390}


@pytest.fixture
def dana(transactional_db, django_user_model):
    return django_user_model.objects.create_user("dana")


@pytest.fixture
def open_on(arrive, dana):
    """Alice's first item on a phone; its turns are these texts."""

    def opened(*texts: str, **options) -> Page:
        study = study_of(list(texts) or ["What now?", "Rest and drink."], by=dana)
        panel = studies.Panel.opened(study, by=dana)
        page = arrive(study, panel.alice.user, by=dana, **(PHONE | options))
        start_rating(page)
        return page

    return opened


@pytest.fixture
def page(open_on) -> Page:
    return open_on()


def link_to(page: Page, name: str):
    return page.get_by_role("navigation", name="Parts of this item").get_by_role("link", name=name)


def expect_in_view(page: Page, name: str) -> None:
    """The pane fills the screen from side to side, the other is off it, and the bar says so."""
    other = {"Transcript": "Questions", "Questions": "Transcript"}[name]
    expect(page.get_by_role("region", name=name, exact=True)).to_be_in_viewport()
    expect(page.get_by_role("region", name=other, exact=True)).not_to_be_in_viewport()
    expect(link_to(page, name)).to_have_attribute("aria-current", "true")
    expect(link_to(page, other)).not_to_have_attribute("aria-current", re.compile(".*"))


def swipe(page: Page, by: int) -> None:
    page.locator("[data-panes]").evaluate("(box, by) => box.scrollBy({ left: by })", by)


def told(page: Page):
    return page.locator(".transcript-foot .told")


def test_an_item_is_read_cited_scored_and_submitted_by_touch(page):
    expect_in_view(page, "Transcript")
    page.tap("#turn-2 .turn-text")
    expect(told(page)).to_contain_text("Turn 2 cited for Accuracy.")
    page.get_by_role("button", name="Answer it").tap()
    expect_in_view(page, "Questions")
    page.locator("#question-accuracy .point").nth(1).tap()
    page.get_by_label("Justification").tap()
    page.keyboard.type("Rest is right.")
    page.get_by_role("button", name="Submit and go on").tap()
    expect(page.get_by_role("heading", name="Item 2 of 2")).to_be_focused()
    expect_in_view(page, "Transcript")
    stored = Rating.objects.get()
    assert [(row.value, row.evidence.get().turn.number) for row in stored.scores.all()] == [(1, 2)]


def test_a_tap_on_the_name_of_a_pane_brings_it_into_view(page):
    link_to(page, "Questions").tap()
    expect_in_view(page, "Questions")
    link_to(page, "Transcript").tap()
    expect_in_view(page, "Transcript")
    assert "#" not in page.url


def test_a_swipe_brings_the_other_pane_whole(page):
    swipe(page, 250)
    expect_in_view(page, "Questions")
    swipe(page, -250)
    expect_in_view(page, "Transcript")


def test_each_pane_keeps_its_place(open_on):
    page = open_on(*["Rest. " * 300] * 3)
    page.locator("#transcript").evaluate("(pane) => pane.scrollTo(0, 700)")
    link_to(page, "Questions").tap()
    page.locator("#questions").evaluate("(pane) => pane.scrollTo(0, 200)")
    link_to(page, "Transcript").tap()
    assert page.locator(".pane").evaluate_all("(all) => all.map((pane) => pane.scrollTop)") == [
        700,
        200,
    ]


def test_focus_moved_into_the_other_pane_brings_it_into_view(page):
    page.keyboard.press("j")
    expect_in_view(page, "Questions")
    page.keyboard.press("d")
    expect_in_view(page, "Transcript")
    page.get_by_role("button", name="Cite turn 2").focus()
    for _ in range(12):
        page.keyboard.press("Tab")
    expect_in_view(page, "Questions")


def test_a_chip_leads_to_its_turn_and_a_gap_to_its_question(page):
    page.tap("#turn-2 .turn-text")
    link_to(page, "Questions").tap()
    page.get_by_role("button", name="Turn 2 · supports").tap()
    expect_in_view(page, "Transcript")
    link_to(page, "Questions").tap()
    submit(page)
    page.locator("#gaps").get_by_role("link", name=re.compile("Justification")).tap()
    expect(page.get_by_label("Justification")).to_be_focused()
    expect(page.get_by_label("Justification")).to_be_in_viewport()


def test_what_a_tap_cites_for_is_named_and_can_be_chosen(arrive, browser_panel, browser_study):
    by = browser_study.admins.get().user
    page = arrive(browser_panel.study, browser_panel.alice.user, by=by, **PHONE)
    start_rating(page)
    choice = page.get_by_label("A tap cites for")
    expect(choice.locator(":checked")).to_have_text("Accuracy")
    other = choice.locator("option").nth(1).text_content()
    choice.select_option(other)
    page.tap("#turn-1 .turn-text")
    expect(told(page)).to_contain_text(f"Turn 1 cited for {other}.")
    expect(page.locator("[data-question].is-active legend")).to_contain_text(other)


def test_a_slip_of_the_thumb_is_taken_back_at_the_place(page):
    page.tap("#turn-1 .turn-text")
    page.get_by_role("button", name="Undo").tap()
    expect(told(page)).to_contain_text("Citation removed from Accuracy.")
    expect(page.locator("#turn-1")).not_to_have_class(re.compile("is-cited"))
    expect(page.get_by_role("button", name="Undo")).to_be_hidden()
    expect(page.get_by_role("button", name="Answer it")).to_be_focused()


def test_the_state_of_saving_stands_at_the_foot_of_the_transcript_too(page):
    page.tap("#turn-2 .turn-text")
    expect(told(page)).to_contain_text(re.compile(r"Saved \d\d:\d\d"))
    page.context.set_offline(True)
    page.tap("#turn-1 .turn-text")
    expect(told(page)).to_contain_text("Not saved, kept on this device")
    page.context.set_offline(False)
    expect(told(page)).to_contain_text(re.compile(r"Saved \d\d:\d\d"))


def test_selected_words_are_cited_from_the_foot_of_the_screen(page):
    page.evaluate(SELECT, [2, "Rest", 0])
    bar = page.locator(".quote-bar")
    expect(bar).to_contain_text("Accuracy")
    box = bar.bounding_box()
    assert (box["x"], box["width"], box["y"] + box["height"]) == (0, 390, 844)
    page.get_by_role("button", name="Cite as contradicting").tap()
    expect(told(page)).to_contain_text("Words of turn 2 cited for Accuracy: contradicts.")
    assert highlighted(page, "quoted") == ["Rest"]
    expect(bar).to_have_count(0)


def test_a_tap_that_takes_a_selection_away_cites_nothing(page):
    page.evaluate(SELECT, [2, "Rest", 0])
    page.tap("#turn-1 .turn-text")
    expect(page.locator(".quote-bar")).to_have_count(0)
    expect(page.locator(".turn.is-cited")).to_have_count(0)


def test_the_bar_on_top_is_one_line_and_the_page_no_wider_than_the_phone(page):
    page.get_by_role("heading", level=1).evaluate("(h1) => (h1.textContent = 'Item 38 of 40')")
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert page.locator(".rating-bar").bounding_box()["height"] < 64
        expect(page.get_by_role("link", name="Rubric")).to_be_in_viewport(ratio=1)


def test_turned_on_its_side_the_pane_in_view_stays_and_fills_the_screen(page):
    link_to(page, "Questions").tap()
    page.set_viewport_size(LANDSCAPE)
    expect_in_view(page, "Questions")
    expect(page.locator(".submit-row")).to_be_in_viewport(ratio=1)
    page.reload()
    expect(page.locator("[data-question].is-active")).to_have_count(1)
    expect(page.locator(".rating-bar")).to_be_in_viewport(ratio=1)
    expect(page.locator(".transcript-foot")).to_be_in_viewport(ratio=1)


def test_an_incomplete_answer_does_not_lose_the_place_in_the_transcript(open_on):
    page = open_on(*["Rest. " * 300] * 6)
    page.locator("#turn-5").evaluate("(turn) => turn.scrollIntoView()")
    submit(page)
    expect(page.locator("#gaps")).to_be_focused()
    expect_in_view(page, "Questions")
    link_to(page, "Transcript").tap()
    expect(page.locator("#turn-5")).to_be_in_viewport()
    expect(page.locator("#turn-1")).not_to_be_in_viewport()


def test_what_a_report_of_a_defect_lacks_is_told_in_view(page):
    link_to(page, "Questions").tap()
    page.get_by_text("This item is defective").tap()
    page.get_by_role("button", name="Report as defective and go on").tap()
    expect_in_view(page, "Questions")
    expect(page.locator(".defective .errorlist").first).to_be_in_viewport()


def test_without_a_script_the_names_of_the_panes_lead_to_them(arrive, dana):
    study = study_of(["What now?", "Rest."], by=dana)
    panel = studies.Panel.opened(study, by=dana)
    page = arrive(study, panel.alice.user, by=dana, java_script_enabled=False, **PHONE)
    page.goto(f"{page.url}1/1/")
    link_to(page, "Questions").tap()
    expect(page.locator("#question-accuracy .scale")).to_be_in_viewport()
    submit(page)
    expect(page.locator("#gaps")).to_be_in_viewport()


def test_on_paper_stand_all_turns_and_texts_and_nothing_to_press(open_on):
    page = open_on(*["Rest. " * 300] * 12)
    page.tap("#turn-1 .turn-text")
    long = "Line.\n" * 40
    page.get_by_label("Justification").fill(long)
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    for name in (".panes", ".transcript-bar", ".transcript-foot", ".submit-row", ".site nav"):
        expect(page.locator(name).first).to_be_hidden()
    hidden = "(all) => all.filter((each) => !each.checkVisibility({contentVisibilityAuto: true}))"
    assert page.locator(".turn-text").evaluate_all(hidden) == []
    cut = """(all) => all.filter((each) => each.checkVisibility()
        && (each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1))
        .map((each) => each.className)"""
    assert page.locator("body, main, .rating, .item-panes, .pane, .printed").evaluate_all(cut) == []
    expect(page.locator(".printed", has_text="Line.")).to_have_text(long)
    expect(page.locator(".chip-go").first).to_be_visible()
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    expect(page.locator(".printed")).to_have_count(0)


def test_nothing_on_the_page_scrolls_by_itself(page):
    """Neither by style nor by script: who asked for less motion gets none, nor does anybody."""
    page.emulate_media(reduced_motion="no-preference")
    scrollers = page.locator("html, .item-panes, .pane, .beside")
    behaviours = "(all) => [...new Set(all.map((each) => getComputedStyle(each).scrollBehavior))]"
    assert scrollers.evaluate_all(behaviours) == ["auto"]
