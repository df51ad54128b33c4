"""The same ratings in every kind of file, and files from which nothing can be read."""

import csv
import io
import json
from contextlib import suppress

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from raters.reliability.files import FileRefused
from tests.raters.reliability.files.reading import complaint, file_of, long, table_of

ROWS = [("é1", "ann", 0), ("é1", "bob", 1), ("é2", "ann", 2), ("é2", "bob", "")]
SCORES = [("é1", "ann", 0.0), ("é1", "bob", 1.0), ("é2", "ann", 2.0)]


def workbook(rows, *, sheets=("Ratings",)):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title in sheets:
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def json_lines(rows):
    names = ("item", "rater", "score")
    records = (dict(zip(names, (i, r, None if s == "" else s), strict=True)) for i, r, s in rows)
    return "\n".join(json.dumps(record) for record in records)


TEXT = long(*ROWS)
KINDS = {
    "utf-8": TEXT.encode(),
    "with a mark": TEXT.encode("utf-8-sig"),
    "utf-16": TEXT.encode("utf-16"),
    "cp1252": TEXT.encode("cp1252"),
    "windows line ends": TEXT.replace("\n", "\r\n").encode(),
    "classic mac": TEXT.replace("\n", "\r").encode(),
    "semicolons": TEXT.replace(",", ";").encode(),
    "tabs": TEXT.replace(",", "\t").encode(),
    "excel hint": ("sep=;\n" + TEXT.replace(",", ";")).encode(),
    "blank lines": TEXT.replace("\n", "\n\n").encode(),
    "spaces": TEXT.replace(",", " , ").encode(),
    "workbook": workbook([("item", "rater", "score"), *ROWS]),
    "json lines": json_lines(ROWS).encode(),
    "json list": f"[{json_lines(ROWS).replace(chr(10), ',')}]".encode(),
    "json object": f'{{"ratings": [{json_lines(ROWS).replace(chr(10), ",")}]}}'.encode(),
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_ratings_are_read_from_every_kind_of_file(kind):
    found = table_of(KINDS[kind])
    assert [(r.item, r.reviewer, r.score) for r in found.ratings] == SCORES


def test_a_wide_file_has_a_column_for_each_rater():
    found = table_of("item,ann,bob\né1,0,1\né2,2,\n", wide=True)
    assert [(r.item, r.reviewer, r.score) for r in found.ratings] == SCORES


def test_the_first_column_of_a_wide_file_needs_no_name():
    assert table_of(",ann,bob\né1,0,1\né2,2,NA\n", wide=True).items == ("é1", "é2")


def test_of_a_wide_file_only_the_named_raters_are_taken():
    text = "note,id,ann,bob,joe\nx,1,0,1,2\ny,2,1,1,1\n"
    found = table_of(text, wide=True, item="id", rater="ann, joe")
    assert (found.items, found.reviewers) == (("1", "2"), ("ann", "joe"))


def test_columns_with_another_purpose_are_no_raters():
    text = "item,vignette,ann,bob\n1,v,0,1\n2,v,1,1\n"
    found = table_of(text, wide=True, case="vignette")
    assert (found.reviewers, found.n_cases) == (("ann", "bob"), 1)


def test_a_line_end_in_quotes_is_part_of_an_identifier():
    assert table_of('item,rater,score\n"a\nb",x,1\n"a\nb",y,1\n').items == ("a\nb",)


def test_a_row_is_named_by_its_line_even_after_line_ends_in_quotes():
    text = 'item,rater,score\n"a\nb",x,1\n\n"a\nb",y,bad\n'
    assert complaint(text).startswith("ratings.csv, row 5, column score: “bad”")


def test_identifiers_keep_their_leading_zeros():
    assert table_of(long(("007", "a", 1), ("7", "a", 2))).items == ("007", "7")


def test_numbers_of_a_workbook_are_written_as_in_a_table():
    rows = [("item", "rater", "score"), (1, "a", 1.0), (1, "b", 1.5), (2.0, "a", 2)]
    found = table_of(workbook(rows))
    assert (found.items, found.points) == (("1", "2"), (1.0, 1.5, 2.0))


def test_further_sheets_are_said_to_be_unread():
    rows = [("item", "rater", "score"), (1, "a", 1)]
    (note,) = file_of(workbook(rows, sheets=("First", "Second"))).notes
    assert str(note) == "Sheet “First” was read; not read: Second."


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "the file is empty."),
        (b"item,rater,score\n", "the file has no rows."),
        (b"item,rater,score\n1,a\n", "row 2: expected 3 cells"),
        (b"item,rater,score\n1,a,2,3\n", "row 2: expected 3 cells"),
        (b'item,rater,score\n1,a,"2\n', "the quotes of the row that starts here"),
        (b"item,rater,rater,score\n1,a,b,2\n", "more than one column is named “rater”"),
        (b"%PDF-1.4", "a PDF document"),
        (b"PK\x03\x04 xl/workbook", "the workbook cannot be read"),
        (b"<html><body></body></html>", "a web page or XML"),
        (b'{"item": 1, "rater": "a", "score": NaN}', "“NaN” is not a number that JSON allows"),
        (b"item,rater,score\n,a,1\n", "row 2, column item: the cell is empty."),
        (b"item,rater,score\n1,,1\n", "row 2, column rater: the cell is empty."),
        (workbook([("A title",), ("item", "rater", "score")]), "names of the columns"),
        (workbook([]), "no sheet of the workbook holds a table"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(content, words):
    assert words in complaint(content)


def test_an_encoding_that_nobody_knows_is_refused():
    assert "is not a known encoding" in complaint(long(("1", "a", 1)), encoding="utf-99")


cells = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), min_size=1, max_size=6)
names = cells.map(str.strip).filter(lambda text: text)


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(st.dictionaries(st.tuples(names, names), st.integers(0, 3), min_size=1, max_size=6))
def test_any_names_come_back_as_they_were_written(scores):
    file = io.StringIO()
    rows = csv.writer(file)
    rows.writerow(("item", "rater", "score"))
    rows.writerows((item, rater, score) for (item, rater), score in scores.items())
    found = table_of(file.getvalue())
    assert {(r.item, r.reviewer): r.score for r in found.ratings} == scores


@settings(max_examples=150, deadline=None, derandomize=True, database=None)
@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_no_bytes_make_it_fail_but_in_words(data):
    with suppress(FileRefused):
        assert file_of(data).groups[0].table.n_ratings >= 0
