"""Citing words by selecting them: the place that was meant is the place that is stored."""

import re

import pytest
from playwright.sync_api import Page, expect

from raters.models import Evidence
from tests import studies
from tests.browser.rating_page import open_the_item
from tests.browser.test_rating import submit

pytestmark = pytest.mark.browser

# What stands in a turn, the words that are selected in it, and at which place from 0.
CORPUS = [
    ("👩🏽‍⚕️ says: rest 👨‍👩‍👧 and rest.", "rest", 1),
    ("Take 👍🏿 now, 👍🏽 later.", "👍🏽 later", 0),
    ("Cafe\u0301 and nai\u0308ve, then cafe\u0301.", "cafe\u0301", 0),
    ("如有不适，请就医。如有不适，请打电话。", "如有不适", 1),
    ("راجع الطبيب إذا ساءت الحالة. راجع الطبيب.", "راجع الطبيب", 1),
    ("First line.\r\nRest.\r\n\r\nRest again.", "Rest", 1),
    ("First line.\r\nThen rest.", "line.\nThen", 0),
    ("Zero\u200bwidth and zero\u200bwidth.", "zero\u200bwidth", 0),
    ("It’s “fine” — it’s “fine”.", "“fine”", 1),
    ("no no no no no", "no", 3),
]
SELECT = """([number, words, nth]) => {
    const text = [...document.querySelectorAll(`#turn-${number} .turn-text`)]
        .find((each) => each.checkVisibility());
    const nodes = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    const points = [];
    while (nodes.nextNode())
        for (let at = 0; at < nodes.currentNode.length; at += 1)
            points.push([nodes.currentNode, at]);
    const whole = points.map(([node, at]) => node.data[at]).join("");
    let at = whole.indexOf(words);
    for (let n = 0; n < nth; n += 1) at = whole.indexOf(words, at + 1);
    const [first, from] = points[at];
    const [last, to] = points[at + words.length - 1];
    getSelection().setBaseAndExtent(first, from, last, to + 1);
}"""


def study_of(texts: list[str], *, by):
    """A study of two items whose turns are these texts, said by user and assistant in turn."""
    roles = ("user", "assistant")
    turns = [{"role": roles[n % 2], "content": text} for n, text in enumerate(texts)]
    rows = [studies.item_row(0, arm, messages=turns) for arm in ("one", "two")]
    return studies.small_study(by=by, rows=rows)


def open_item(arrive, study, *, by) -> Page:
    panel = studies.Panel.opened(study, by=by)
    page = arrive(study, panel.alice.user, by=by)
    open_the_item(page)
    expect(page.locator("[data-question].is-active")).to_have_count(1)
    return page


def cite(page: Page, number: int, words: str, nth: int = 0) -> None:
    page.evaluate(SELECT, [number, words, nth])
    page.get_by_role("button", name="Cite as supporting").click()


def place_of(text: str, words: str, nth: int) -> int:
    return [found.start() for found in re.finditer(f"(?={re.escape(words)})", text)][nth]


@pytest.fixture
def dana(transactional_db, django_user_model):
    return django_user_model.objects.create_user("dana")


def test_quotes_of_every_script_are_stored_at_the_place_that_was_selected(arrive, dana):
    study = study_of([text for text, _, _ in CORPUS], by=dana)
    page = open_item(arrive, study, by=dana)
    for number, (_, words, nth) in enumerate(CORPUS, start=1):
        cite(page, number, words, nth)
    page.keyboard.press("2")
    page.get_by_label("Justification").fill("The words say so.")
    submit(page)
    expect(page.get_by_role("heading", name="Item 2 of 2")).to_be_visible()
    stored = {row.turn.number: row for row in Evidence.objects.select_related("turn")}
    for number, (_, words, nth) in enumerate(CORPUS, start=1):
        row = stored[number]
        assert row.turn.text[row.start : row.start + len(row.words)] == row.words
        assert row.words == words.replace("\n", "\r\n" if "\r\n" in row.turn.text else "\n")
        assert row.start == place_of(row.turn.text, row.words, nth)


def highlighted(page: Page, name: str) -> list[str]:
    return page.evaluate(
        "(name) => [...CSS.highlights.get(name) ?? []].map((range) => range.toString())", name
    )


def test_a_quote_becomes_a_chip_that_leads_to_its_place(arrive, dana):
    page = open_item(arrive, study_of(["Rest. " * 900 + "Call 999."] * 3, by=dana), by=dana)
    cite(page, 3, "Call 999")
    assert highlighted(page, "quoted") == ["Call 999"]
    page.locator(".pane").first.evaluate("(pane) => pane.scrollTo(0, 0)")
    page.get_by_role("button", name="Turn 3 · supports Call 999").click()
    expect(page.locator("#turn-3 [data-turn-end]")).to_be_in_viewport()
    assert highlighted(page, "pointed-at") == ["Call 999"]


def test_a_chip_is_removed_by_one_key(arrive, dana):
    page = open_item(arrive, study_of(["Call 999 now."], by=dana), by=dana)
    cite(page, 1, "Call 999")
    page.get_by_role("button", name="Turn 1 · supports Call 999").focus()
    page.keyboard.press("Delete")
    expect(page.locator(".chip:visible")).to_have_count(0)
    assert highlighted(page, "quoted") == []


def test_the_place_of_a_quote_stays_when_an_answer_is_given_again(arrive, dana):
    page = open_item(arrive, study_of(["no no no"], by=dana), by=dana)
    cite(page, 1, "no", 2)
    page.keyboard.press("2")
    page.get_by_label("Justification").fill("First.")
    submit(page)
    expect(page.get_by_role("heading", name="Item 2 of 2")).to_be_visible()
    page.go_back()
    page.get_by_label("Justification").fill("Second.")
    submit(page)
    expect(page.get_by_role("heading", name="Item 2 of 2")).to_be_visible()
    assert list(Evidence.objects.values_list("start", flat=True)) == [6, 6]


MARKED = (
    "Take **5 mg** now.\n\n1. Call *999*.\n2. Take **5 mg** more.\n\n| a | b |\n|--|--|\n| 1 | 2 |"
)


def test_words_of_rendered_markup_are_stored_as_the_source_has_them(arrive, dana):
    study = study_of(["What now?", MARKED], by=dana)
    page = open_item(arrive, study, by=dana)
    expect(page.locator("#turn-2 td").first).to_be_visible()
    cite(page, 2, "5 mg more")
    cite(page, 2, "999")
    page.get_by_label("Plain text").check()
    expect(page.locator("#turn-2 td").first).to_be_hidden()
    assert highlighted(page, "quoted") == ["5 mg** more", "999"]
    cite(page, 2, "**5 mg**", 1)
    page.keyboard.press("2")
    page.get_by_label("Justification").fill("The words say so.")
    submit(page)
    expect(page.get_by_role("heading", name="Item 2 of 2")).to_be_visible()
    stored = set(Evidence.objects.values_list("words", "start"))
    assert stored == {
        ("5 mg** more", MARKED.index("5 mg** more")),
        ("999", MARKED.index("999")),
        ("**5 mg**", MARKED.rindex("**5 mg**")),
    }


def test_words_are_found_in_the_transcript_and_the_turn_can_be_cited(arrive, dana):
    page = open_item(arrive, study_of(["Rest.", "Drink. Rest!", "No."], by=dana), by=dana)
    page.keyboard.press("f")
    page.keyboard.type("rest")
    expect(page.locator("[data-count]")).to_have_text("1 / 2")
    page.keyboard.press("Enter")
    expect(page.locator("[data-count]")).to_have_text("2 / 2")
    assert highlighted(page, "found-now") == ["Rest"]
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    expect(page.get_by_role("button", name="Turn 2 · supports")).to_be_visible()


def test_the_first_question_stands_whole_beside_the_transcript(arrive, dana):
    study = study_of(["What now?", "Rest. " * 15_000], by=dana)
    page = open_item(arrive, study, by=dana)
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(page.locator("#question-accuracy .scale")).to_be_in_viewport(ratio=1)
    expect(page.locator("#turn-1")).to_be_in_viewport(ratio=1)
    page.locator("#transcript").hover()
    page.mouse.wheel(0, 5000)
    expect(page.locator("#turn-1")).not_to_be_in_viewport()
    expect(page.locator("#question-accuracy .scale")).to_be_in_viewport(ratio=1)


def test_under_a_thumb_no_control_is_smaller_than_44_pixels(arrive, dana):
    panel = studies.Panel.opened(study_of(["What now?", "Rest."], by=dana), by=dana)
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    page = arrive(panel.study, panel.alice.user, by=dana, **phone)
    open_the_item(page)
    page.get_by_role("button", name="Cite turn 2").click()
    controls = page.locator(".rating :is(button:not(.visually-hidden), a, .point, summary)")
    small = controls.evaluate_all(
        """(all) => all.filter((each) => each.checkVisibility())
            .map((each) => [each.textContent.trim(), each.getBoundingClientRect()])
            .filter(([, box]) => box.width < 44 || box.height < 44).map(([name]) => name)"""
    )
    assert small == []
