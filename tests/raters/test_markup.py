from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raters.evidence import find_quote
from raters.markup import rendered

HARMLESS = {
    *("p", "br", "strong", "em", "code", "pre", "ol", "ul", "li", "blockquote", "hr"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}
ATTRIBUTES = {"dir", "class", "start"}
PIECES = [
    *("<script>alert(1)</script>", '<img src=x onerror="y">', "<style>", "&lt;b&gt;", "\\<"),
    *("![a](http://x/y.png)", "[a](javascript:alert(1))", '[b](http://x "t" onclick=y)'),
    *("[a](", "<http://x>", "|a|", "\n|-|:-:|\n", "\n\n", "\n1. ", "\n- ", "**", "`", "\n```\n"),
    *("# ", "> ", "word"),
]


class Tags(HTMLParser):
    def __init__(self, html: str):
        super().__init__()
        self.tags, self.attributes, self.words = set(), set(), []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data):
        self.words.append(data)


def shown(text: str) -> str:
    return "".join(Tags(rendered(text)).words)


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_nothing_but_harmless_tags_comes_out(text):
    found = Tags(rendered(text))
    assert found.tags <= HARMLESS
    assert found.attributes <= ATTRIBUTES


def test_a_text_without_markup_is_not_rendered():
    assert rendered("Take 5 mg.\nThen 2 * 3 tablets.") == ""


def test_emphasis_lists_and_tables_are_rendered():
    html = rendered("**Rest**\n\n1. one\n2. two\n\n|a|b|\n|-|:-:|\n|1|2|")
    assert Tags(html).tags >= {"strong", "ol", "li", "table", "td"}


def test_html_in_the_text_is_shown_as_text():
    assert "<b>not bold</b>" in shown("**x** <b>not bold</b>")


def test_a_link_is_its_words_and_its_address():
    assert shown("See [the page](https://x.org/a b?c=1&d=2)".replace("a b", "ab")).strip() == (
        "See the page (https://x.org/ab?c=1&d=2)"
    )


def test_a_picture_is_its_description_and_its_address():
    assert shown("![a rash](http://x/y.png)").strip() == "a rash (http://x/y.png)"


SOURCE = (
    "Take **5 mg** daily.\n\n1. First *rest*.\n2. Then [call](https://x.org) `999`.\n\n"
    "| drug | dose |\n|:--|--:|\n| A | 5 |\n\n```text\nno fever\n```\nTake 5 mg more."
)


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        ("Take 5 mg daily", "Take **5 mg** daily"),
        ("rest.\nThen call", "rest*.\n2. Then [call"),
        ("call (https://x.org) 999", "call](https://x.org) `999"),
        ("drug\tdose\nA\t5", "drug | dose |\n|:--|--:|\n| A | 5"),
        ("5\nno fever", "5 |\n\n```text\nno fever"),
    ],
)
def test_words_quoted_from_the_rendered_text_are_stored_as_they_were_written(quote, words):
    assert find_quote(SOURCE, quote, is_marked_up=True).exact == words


def test_the_second_of_two_places_is_found_across_markup():
    found = find_quote(SOURCE, "Take 5 mg", nth=1, is_marked_up=True)
    assert found.start == SOURCE.rindex("Take 5 mg")


def test_markup_may_only_be_missing_where_it_is_rendered():
    assert find_quote("Take **5 mg**.", "Take 5 mg") is None
