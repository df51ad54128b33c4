import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raters.importing.decoding import decode
from raters.importing.problems import ImportRefused
from tests.raters.importing.files import steady

CHINESE = "编号,问题,回答\n1,我发烧三天了，怎么办？,请多喝水，如果持续发烧请去医院。\n"
WESTERN = "id,text\n1,It’s a café; 39°C\n"


def refusal(data, **options):
    with pytest.raises(ImportRefused) as refused:
        decode(data, name="file")
    return str(refused.value)


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (CHINESE.encode(), "UTF-8"),
        (CHINESE.encode("utf-8-sig"), "UTF-8"),
        (codecs.BOM_UTF16_LE + CHINESE.encode("utf-16-le"), "UTF-16"),
        (codecs.BOM_UTF16_BE + CHINESE.encode("utf-16-be"), "UTF-16"),
        (codecs.BOM_UTF32_LE + CHINESE.encode("utf-32-le"), "UTF-32"),
    ],
)
def test_marks_and_utf8_are_read_without_a_note(data, encoding):
    decoded = decode(data, name="a.csv")

    assert (decoded.text, decoded.encoding, decoded.note) == (CHINESE, encoding, None)


def test_gb18030_is_guessed_and_reported():
    decoded = decode(CHINESE.encode("gb18030"), name="a.csv")

    assert (decoded.text, decoded.encoding) == (CHINESE, "GB18030")
    assert str(decoded.note) == "a.csv was read as GB18030; check the preview."


@pytest.mark.parametrize("text", [WESTERN, "It’s fine\n", "39°C\n", "Größe über Öl\n"])
def test_western_text_with_single_accents_is_not_taken_for_chinese(text):
    decoded = decode(text.encode("cp1252"), name="a.csv")

    assert (decoded.text, decoded.encoding) == (text, "Windows-1252")


@pytest.mark.parametrize(
    ("codec", "text"),
    [
        ("cp1251", "Привет, как дела сегодня\n"),
        ("cp932", "患者さんは熱があります。\n"),
        ("cp949", "환자는 오늘 열이 난다\n"),
    ],
)
def test_other_legacy_encodings_are_guessed(codec, text):
    assert decode(text.encode(codec), name="a.csv").text == text


def test_one_accent_in_a_long_file_is_not_overlooked():
    text = "plain words\n" * 50_000 + "café\n" + "plain words\n" * 50_000

    assert decode(text.encode("cp1252"), name="a.csv").text == text


def test_a_named_encoding_overrides_the_guess():
    decoded = decode(CHINESE.encode("utf-16-le"), name="a.csv", encoding="utf-16-le")

    assert (decoded.text, decoded.note) == (CHINESE, None)


def test_a_mark_never_becomes_part_of_the_first_name():
    decoded = decode(CHINESE.encode("utf-8-sig"), name="a.csv", encoding="utf-8")

    assert decoded.text == CHINESE


@pytest.mark.parametrize("encoding", ["klingon", "rot13", "zip", "utf-8\x00", ""])
def test_an_unknown_encoding_is_refused_or_ignored_when_blank(encoding):
    if encoding:
        with pytest.raises(ImportRefused, match="is not a known encoding"):
            decode(b"a", name="a.csv", encoding=encoding)
    else:
        assert decode(b"a", name="a.csv", encoding=encoding).text == "a"


def test_a_wrong_named_encoding_is_refused_with_the_place():
    with pytest.raises(ImportRefused, match=r"not valid utf-8 \(byte 3\)"):
        decode(b"ab\xff", name="a.csv", encoding="utf-8")


def test_a_file_that_was_cut_off_within_utf16_is_refused():
    assert "not valid UTF-16" in refusal(codecs.BOM_UTF16_LE + b"a\x00b")


@pytest.mark.parametrize("data", [b"", b" \n\r\n\t", codecs.BOM_UTF8, codecs.BOM_UTF8 + b"\n"])
def test_an_empty_file_is_refused(data):
    assert refusal(data) == "file: the file is empty."


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"PK\x03\x04..xl/workbook.xml", "an Excel workbook (XLSX)"),
        (b"PK\x03\x04..word/document.xml", "a Word document (DOCX)"),
        (b"%PDF-1.7", "a PDF document"),
        (b"\xd0\xcf\x11\xe0\xa1", "an old Office file (XLS or DOC)"),
    ],
)
def test_an_office_file_is_named_with_the_way_out(data, kind):
    assert f"this is {kind}" in refusal(data)
    assert "CSV UTF-8" in refusal(data)


@pytest.mark.parametrize("data", [b"PK\x03\x04..notes.txt", b"\x1f\x8b\x08"])
def test_an_archive_should_be_unpacked(data):
    assert "Unpack it" in refusal(data)


def test_an_inspect_eval_file_should_be_converted():
    assert "inspect log convert" in refusal(b"PK\x03\x04 header.json samples/1.json")


@pytest.mark.parametrize("data", [b"a\x00b", "id,text".encode("utf-16-le"), b"\xff\x00\x80"])
def test_nul_bytes_are_refused_as_binary(data):
    assert "NUL bytes" in refusal(data)


def test_every_line_end_becomes_a_line_feed():
    assert decode(b"a\r\nb\rc\nd", name="a").text == "a\nb\nc\nd"


def test_characters_lost_earlier_are_noted():
    note = decode("caf\ufffd".encode(), name="a").note

    assert str(note) == "Characters that were lost before the file came here (shown as \ufffd): 1."


@steady
@given(st.binary(max_size=300), st.sampled_from([None, "utf-8", "utf-16", "gb18030", "punycode"]))
def test_bytes_are_decoded_or_refused_and_nothing_else(data, encoding):
    try:
        decoded = decode(data, name="file", encoding=encoding)
    except ImportRefused:
        return
    assert decoded.text.strip()
    assert "\r" not in decoded.text
    assert "\x00" not in decoded.text


@steady
@given(st.text(min_size=1).filter(lambda text: text.strip() and "\x00" not in text))
def test_any_text_in_utf8_comes_back_whole(text):
    data = b"x" + text.encode()
    expected = "x" + text.replace("\r\n", "\n").replace("\r", "\n")

    assert decode(data, name="file").text == expected
