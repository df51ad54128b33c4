"""Every sentence that a person reads is there in both languages."""

import re
from functools import cache
from html import unescape
from pathlib import Path

import pytest
from babel.messages.mofile import read_mo
from django.template.base import Lexer, TokenType

from tests.messages import catalogue as book
from tests.messages.checks import faults_of
from tests.messages.extraction import ROOT, template_catalogue, templates

# Names; abbreviations and the names of files are the same in both languages as well.
SAME_IN_BOTH = {"evalsite", "Language", "语言", "Koo", "Li", "Esc", "Del"}
FILE = re.compile(r"[\w.]+\.(?:csv|jsonl?|yaml|html|pdf|xlsx|svg)\b")
SAID_BY_ATTRIBUTES = ("title", "alt", "placeholder", "aria-label", "aria-description")
CLASSES = re.compile(r"{% block body_class %}[^{]*{% endblock %}")
WORD = re.compile(r"[^\W\d_]{2,}")


@cache
def sentences():
    return book.sentences(book.read())


def test_the_catalogue_holds_every_sentence_of_the_product_and_no_other():
    told = {(message.context, book.key(message)) for message in sentences()}
    product = book.sentences(template_catalogue())
    assert told == {(message.context, book.key(message)) for message in product}


def test_every_sentence_is_translated():
    missing = [message for message in sentences() if not all(book.translations(message))]
    assert [book.key(message) for message in missing] == []


def test_no_translation_is_of_a_sentence_that_has_changed():
    assert [book.key(message) for message in sentences() if message.fuzzy] == []


def test_every_translation_keeps_the_values_the_tags_and_the_full_stop():
    faults = {
        book.key(message): found
        for message in sentences()
        for text in book.translations(message)
        if text and (found := faults_of(book.source(message), text))
    }
    assert faults == {}


def test_what_the_site_reads_is_compiled_from_the_catalogue():
    with book.PO.with_suffix(".mo").open("rb") as file:
        compiled = {forms(each.id): forms(each.string) for each in read_mo(file) if each.id}
    ready = book.sentences(book.ready(book.read()))
    assert compiled == {forms(message.id): forms(message.string) for message in ready}


def forms(text) -> tuple[str, ...]:
    """One sentence, or its plural forms."""
    return (text,) if isinstance(text, str) else tuple(text)


@pytest.mark.parametrize("path", templates(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_template_says_nothing_that_is_not_marked_for_translation(path):
    assert unmarked_words(path) == []


def unmarked_words(path: Path) -> list[str]:
    """Words between the tags, and in the attributes that are read out."""
    html = unmarked_text(CLASSES.sub("", path.read_text(encoding="utf-8")))
    html = re.sub(r"<(script|style)\b.*?</\1>|<!--.*?-->", " ", html, flags=re.DOTALL)
    said = re.findall(rf'\s(?:{"|".join(SAID_BY_ATTRIBUTES)})="([^"]*)"', html)
    text = unescape(" ".join([re.sub(r"<[^>]*>", " ", html), *said]))
    words = WORD.findall(FILE.sub("", text))
    return [word for word in words if word not in SAME_IN_BOTH and not word.isupper()]


@pytest.mark.parametrize("path", sorted((ROOT / "static").glob("*.js")), ids=lambda p: p.name)
def test_a_script_says_nothing_of_its_own(path):
    """Its words come with the page, in data attributes."""
    lines = path.read_text(encoding="utf-8").splitlines()
    code = "\n".join(line for line in lines if not line.lstrip().startswith("//"))
    assert (
        re.findall(r"""["'`](?:[A-Z][a-z]+\b[^"'`\n]* [a-z]|[^"'`\n]*[a-z]\.["'`])""", code) == []
    )


def unmarked_text(template: str) -> str:
    """A template without its tags and without what stands in a {% blocktranslate %}."""
    text, is_marked, is_comment = [], False, False
    for token in Lexer(template).tokenize():
        name = token.contents.split()[0] if token.token_type == TokenType.BLOCK else ""
        is_marked = name.startswith("blocktrans") or (is_marked and name != "endblocktranslate")
        is_comment = name == "comment" or (is_comment and name != "endcomment")
        if token.token_type == TokenType.TEXT and not is_marked and not is_comment:
            text.append(token.contents)
    return "".join(text)


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("%(n)d items", "条目"),
        ("%(n)d items", "%(n)s 个条目"),
        ("Turn {turn}", "话轮"),
        ("about 95%% of %(n)d", "%(n)d 个的约 95%"),
        ("<strong>Two</strong> rows", "两行"),
        ("Saved.", "已保存"),
        ("Save", "保存。"),
        ("Save", "Save"),
        (" of 5", "共 5"),
        ("Save", ""),
    ],
    ids=str,
)
def test_a_translation_that_lost_something_is_refused(english, chinese):
    assert faults_of(english, chinese) != []


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("%(n)d of %(total)d items.", "%(total)d 个条目中的 %(n)d 个。"),
        ("about 95%% of %(n)d", "%(n)d 个的约 95%%"),
        ("about 95% of them", "其中约 95%"),
        ("ICC(2,1)", "ICC(2,1)"),
        ("Why is it wrong (if it is)?", "若有错，错在哪里？"),
        ("It ends in a “quotation.”", "以“引文”结尾。"),
    ],
    ids=str,
)
def test_a_translation_that_says_the_same_in_another_order_is_taken(english, chinese):
    assert faults_of(english, chinese) == []


def test_filling_in_takes_the_good_ones_and_returns_the_others_with_the_reason():
    catalogue = book.new_catalogue()
    catalogue.add("%(n)d items")
    catalogue.add("Save")
    refused = book.fill(catalogue, {"Save": "保存", "%(n)d items": "条目", "Gone": "没有"})
    assert set(refused) == {"%(n)d items", "Gone"}
    assert catalogue["Save"].string == "保存"


def test_a_sentence_that_changed_keeps_its_translation_marked_fuzzy():
    before, after = book.new_catalogue(), book.new_catalogue()
    before.add("The round is open for ratings.", "本轮次开放评分。")
    after.add("The round is open for your ratings.")
    book.update(before, after)
    assert before["The round is open for your ratings."].string == "本轮次开放评分。"
    assert book.is_missing(before["The round is open for your ratings."])


def test_a_sentence_that_comes_back_has_its_translation_again():
    catalogue, without, back = (book.new_catalogue() for _ in range(3))
    catalogue.add("Save", "保存")
    back.add("Save")
    book.update(catalogue, without)
    assert "Save" not in catalogue
    book.update(catalogue, back)
    assert catalogue["Save"].string == "保存"


def test_filling_in_moves_no_sentence_so_that_translators_can_work_on_parts(tmp_path):
    path = tmp_path / "django.po"
    book.write(template_catalogue(), path)
    before = [book.key(message) for message in book.sentences(book.read(path))]
    book.write(book.read(path), path)
    assert [book.key(message) for message in book.sentences(book.read(path))] == before
