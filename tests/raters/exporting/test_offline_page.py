"""The report in one file needs no network, no script and no other file."""

import re
from html.parser import HTMLParser

import pytest

from raters.exporting.offline_page import offline_page
from tests.raters.exporting.reports import ODD, a_bundle, a_report, odd


class Seen(HTMLParser):
    """Every tag with its attributes."""

    def __init__(self, page: str):
        super().__init__()
        self.tags: list[tuple[str, dict]] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def named(self, *names: str) -> list[dict]:
        return [attributes for tag, attributes in self.tags if tag in names]


@pytest.mark.parametrize("name", ODD)
def test_the_file_reaches_for_nothing(name):
    page = offline_page(a_bundle(odd(name)))
    seen = Seen(page)
    assert seen.named("script", "link", "img", "iframe", "form", "object", "base") == []
    assert [each for _tag, each in seen.tags if {"src", "srcset", "action"} & each.keys()] == []
    assert re.findall(r"url\(|@import", page) == []


@pytest.mark.parametrize("name", sorted(ODD.keys() - {"withheld"}))
def test_every_link_stays_inside_the_file(name):
    seen = Seen(offline_page(a_bundle(odd(name))))
    places = {f"#{attributes['id']}" for _tag, attributes in seen.tags if "id" in attributes}
    assert {each["href"] for each in seen.named("a")} - places == set()


def test_the_file_brings_its_styles_and_allows_no_script():
    seen = Seen(offline_page(a_bundle()))
    (policy,) = [each for each in seen.named("meta") if "http-equiv" in each]
    assert policy["content"] == "default-src 'none'; style-src 'unsafe-inline'"
    assert len(seen.named("style")) == 1


def test_the_file_tells_study_date_software_and_protocol():
    page = offline_page(a_bundle())
    told = ("Letters of 2 clinics", "2026-03-04 05:06", "numpy 2.0.0", "ab12" * 16)
    assert [each for each in told if each not in page] == []


def test_a_title_is_text_and_no_tag():
    page = offline_page(a_bundle(a_report(study="<script>alert(1)</script>")))
    assert "<script" not in page
    assert "&lt;script&gt;" in page


def test_a_rehearsal_is_marked_in_title_and_page():
    page = offline_page(a_bundle(odd("rehearsal"), mark="REHEARSAL"))
    assert "<title>REHEARSAL" in page
    assert 'class="watermark"' in page
    assert "watermark" not in offline_page(a_bundle()).partition("</style>")[2]


def test_the_paragraphs_name_their_language_and_the_source_of_each_figure():
    page = offline_page(a_bundle())
    assert 'lang="zh-Hans"' in page
    assert '<data value="/questions/0/finding/lead/estimate/value">' in page
