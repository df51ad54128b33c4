"""What a study says is printed as it stands, and never run."""

import json
import time
from dataclasses import replace

import pytest
import typst

from raters.exporting import typesetting
from raters.exporting.documents import Document, Drawn, Grid, Heading, Paragraph
from raters.exporting.paper import document
from raters.exporting.typesetting import NotTypeset, lay_out, typeset
from tests.raters.exporting.reports import AT, ODD, a_bundle, odd

HOSTILE = '#eval("1+1") *x* $y$ [z] <b> @me https://a.b `c` \\ // = "'
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20" viewBox="0 0 40 20"></svg>'


def a_document(text: str = "words", **changes) -> Document:
    blocks = (
        Heading(text),
        Paragraph(text),
        Grid(text, (text, "n"), ((text, "1"),), numbers=(1,)),
        Drawn(text, text, SVG),
    )
    return replace(Document(text, "en", "", text, (text,), blocks), **changes)


def asked(found: Document, folder, selector: str) -> str:
    lay_out(found, folder)
    return typst.query(str(folder / "report.typ"), selector)


def test_a_title_that_looks_like_a_program_is_printed_as_it_stands(tmp_path):
    (heading,) = json.loads(asked(a_document(HOSTILE), tmp_path, "heading"))
    assert heading["body"] == {"func": "text", "text": HOSTILE}


def test_every_kind_of_block_takes_hostile_text():
    assert typeset(a_document(HOSTILE), at=AT).startswith(b"%PDF-")


def test_the_template_names_no_value_of_a_study():
    template = typesetting.TEMPLATE.read_text(encoding="utf-8")
    assert "sys.inputs" not in template
    assert "eval(" not in template


def test_the_same_document_and_time_give_the_same_bytes():
    assert typeset(a_document(), at=AT) == typeset(a_document(), at=AT)


def test_the_mark_of_a_rehearsal_is_part_of_the_file():
    assert typeset(a_document(), at=AT) != typeset(a_document(mark="REHEARSAL"), at=AT)


def test_a_file_that_takes_too_long_is_given_up():
    before = time.monotonic()
    with pytest.raises(NotTypeset):
        typeset(a_document(), at=AT, seconds=0.001)
    assert time.monotonic() - before < typesetting.SECONDS


def test_what_typst_refuses_is_told_for_the_log():
    broken = Drawn("a", "b", SVG.replace("</svg>", "<"))
    with pytest.raises(NotTypeset, match="SVG"):
        typeset(a_document(blocks=(broken,)), at=AT)


def test_a_tall_drawing_stays_on_its_page(tmp_path):
    tall = Drawn("t", "t", SVG.replace('"0 0 40 20"', '"0 0 40 9000"'))
    lay_out(a_document(blocks=(tall,)), tmp_path)
    # A single page comes as bytes, several as a list.
    assert isinstance(typst.compile(str(tmp_path / "report.typ"), format="png", ppi=10), bytes)


@pytest.mark.parametrize("name", ODD)
def test_every_report_can_be_printed(name):
    assert typeset(document(a_bundle(odd(name))), at=AT).startswith(b"%PDF-")


def test_without_a_chinese_font_the_document_says_what_is_missing(monkeypatch):
    monkeypatch.setattr("raters.exporting.paper.chinese_fonts", tuple)
    texts = list(document(a_bundle()).texts)
    assert any("no font with Chinese characters" in text for text in texts)
    assert not any("组内相关系数" in text for text in texts)


def test_with_a_chinese_font_the_chinese_paragraphs_are_printed(monkeypatch):
    monkeypatch.setattr("raters.exporting.paper.chinese_fonts", lambda: ("Noto Serif CJK SC",))
    texts = list(document(a_bundle()).texts)
    assert any("组内相关系数" in text for text in texts)


def test_only_fonts_of_this_machine_are_named():
    assert set(typesetting.chinese_fonts()) <= set(typst.Fonts().families())
