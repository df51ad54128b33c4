"""With every sentence of the catalogue in brackets, and a study all in Chinese, no page says an
English word outside brackets: what was marked for translation was also translated when shown."""

import html
import re

import pytest
from django.test import Client
from django.utils.translation import trans_real
from django.utils.translation.trans_real import CONTEXT_SEPARATOR

from rubrics.loading import read_library_rubric, store_rubric
from tests.forms import address
from tests.studies import Panel, assignment_at, small_study

STUDY_PAGES = ["", "items/", "import/", "panel/", "panel/R01/", "round/close/", "protocol/amend/"]
SETUP_PAGES = [
    *("", "question/", "arms/", "panel/", "items/", "items/scan/", "controls/", "controls/plant/"),
    *("allocation/", "reliability/", "judge/", "review/", "lock/"),
    *("as-reviewer/", "as-reviewer/1/", "as-reviewer/guide/"),
]
PAGES = [
    *("/plan/", "/reliability/"),
    *(f"/studies/small/{page}" for page in STUDY_PAGES),
    *(f"/studies/small/setup/{page}" for page in SETUP_PAGES),
]
TURNS = [{"role": "user", "content": "胸口疼。"}, {"role": "assistant", "content": "请就医。"}]
MARKED = re.compile("⟦[^⟦⟧]*⟧")
READ_OUT = re.compile(r'\s(?:title|aria-label|placeholder|alt)="([^"]*)"')
WORD = re.compile(r"[A-Za-z]{3,}")
FINGERPRINT = re.compile(r"\b[0-9a-f]{12,64}\b")
# The product's name, and what the switch says; abbreviations and tags as well.
SAME_IN_BOTH = {"evalsite", "Language", "English", "Esc", "Del"}
# Why the tests' studies are locked as they are.
DESPITE = "a small study for tests"


@pytest.fixture
def chinese(dana, monkeypatch):
    """A study in which every word of its own is Chinese, and a site that marks its own words."""
    rows = [{"id": str(n), "case": str(n), "arm": "甲", "messages": TURNS} for n in range(2)]
    study = small_study(
        by=dana,
        rows=rows,
        title="问诊",
        public_title="问诊",
        rubric=store_rubric(read_library_rubric("consultation-quality-zh")),
    )
    panel = Panel.opened(study, by=dana)
    site = trans_real.translation("zh-hans")
    monkeypatch.setattr(site, "gettext", bracketed)
    monkeypatch.setattr(site, "ngettext", lambda one, many, n: f"⟦{one if n == 1 else many}⟧")
    return panel


def bracketed(text: str) -> str:
    """A sentence with a context is looked up behind its context and a separator."""
    return f"⟦{text.split(CONTEXT_SEPARATOR)[-1]}⟧" if text else ""


def in_chinese(user=None) -> Client:
    client = Client(headers={"Accept-Language": "zh-CN"})
    if user:
        client.force_login(user)
    return client


def english_words(client: Client, page: str) -> set[str]:
    response = client.get(page, follow=True)
    assert response.status_code == 200
    text = response.content.decode()
    said = " ".join([re.sub(r"<[^>]*>", " ", text), *READ_OUT.findall(text)])
    said = FINGERPRINT.sub("", html.unescape(said)).replace(DESPITE, "")
    while MARKED.search(said):
        said = MARKED.sub("", said)
    words = {word for word in WORD.findall(said) if not word.isupper()}
    return words - SAME_IN_BOTH


@pytest.mark.parametrize("page", PAGES)
def test_a_page_for_those_who_run_a_study_says_no_untranslated_word(chinese, dana, page):
    assert english_words(in_chinese(dana), page) == set()


@pytest.mark.parametrize("page", ["", "guide/"])
def test_a_page_for_reviewers_says_no_untranslated_word(chinese, page):
    start = f"/rate/{chinese.study.public_code}/"
    assert english_words(in_chinese(chinese.alice.user), start + page) == set()


def test_the_page_of_an_item_says_no_untranslated_word(chinese):
    page = address(assignment_at(chinese.alice, 1))
    assert english_words(in_chinese(chinese.alice.user), page) == set()


def test_the_page_to_sign_in_on_says_no_untranslated_word(chinese):
    assert english_words(in_chinese(), "/account/login/") == set()
