import json
from decimal import Decimal

import pytest

from raters.importing.decoding import Decoded, decode
from raters.importing.problems import ImportRefused
from raters.importing.recognising import read_records


def read(text, name="file"):
    return read_records(Decoded(text, "UTF-8"), name=name)


def rows(text, name="file"):
    return [(record.row, dict(record.fields)) for record in read(text, name).records]


def refusal(text):
    with pytest.raises(ImportRefused) as refused:
        read(text)
    return [str(problem) for problem in refused.value.problems]


def test_json_lines_count_the_lines_of_the_file():
    assert rows('{"id": 1}\n\n{"id": 2}\n') == [(1, {"id": 1}), (3, {"id": 2})]
    assert read('{"id": 1}\n{"id": 2}').format == "JSON Lines"


def test_a_json_list_counts_its_entries():
    assert rows('[\n{"id": 1},\n{"id": 2}\n]') == [(1, {"id": 1}), (2, {"id": 2})]


@pytest.mark.parametrize("key", ["items", "samples", "anything"])
def test_an_object_that_holds_one_list_is_that_list(key):
    text = json.dumps({"version": 2, key: [{"id": 1}], "tags": []}, indent=1)

    assert rows(text) == [(1, {"id": 1})]


def test_the_samples_of_a_log_go_before_its_other_lists():
    text = json.dumps({"reductions": [{"x": 1}], "samples": [{"id": 1}]})

    assert rows(text) == [(1, {"id": 1})]


def test_a_single_record_is_not_mistaken_for_a_list_of_messages():
    record = {"id": 1, "messages": [{"role": "user", "content": "Hi"}]}

    assert rows(json.dumps(record)) == [(1, record)]
    assert rows(json.dumps(record, indent=2)) == [(1, record)]


def test_several_lists_are_refused_by_name():
    (problem,) = refusal(json.dumps({"a": [{"x": 1}], "b": [{"x": 1}]}))

    assert "several lists (a, b)" in problem


def test_the_format_is_told_by_the_content_not_by_the_ending():
    assert read('{"id": 1}\n{"id": 2}', "chats.csv").format == "JSON Lines"
    assert read("id,text\n1,a", "chats.json").format == "CSV"


def test_a_fraction_keeps_its_digits():
    assert rows('[{"points": 0.1}]') == [(1, {"points": Decimal("0.1")})]


def test_every_nan_is_refused_with_its_row_and_path():
    text = '[{"id": 1, "scores": {"a": [1, NaN]}}, {"id": 2}, {"id": 3, "x": -Infinity}]'
    records = read(text)

    assert [record.row for record in records.records] == [2]
    assert [(p.row, p.field) for p in records.problems] == [(1, "scores.a[1]"), (3, "x")]


def test_a_nan_outside_the_records_is_a_problem_of_the_file():
    (problem,) = read('{"results": {"mean": NaN}, "samples": [{"id": 1}]}').problems

    assert (problem.row, problem.field) == (None, "results.mean")


def test_a_key_given_twice_is_refused():
    (problem,) = refusal('{"id": 1, "meta": {"a": 1, "a": 2}}')

    assert "row 1, field meta.a: this key stands twice" in problem


def test_every_broken_line_is_reported_and_the_others_are_read():
    records = read('{"id": 1}\n{"id": }\n[2]\n{"id": 3}\n{"id": 4')

    assert [record.row for record in records.records] == [1, 4]
    assert [problem.row for problem in records.problems] == [2, 3, 5]


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1',
        "[" * 100_000,
        '{"a":' * 100_000,
        '[{"a": ' + "9" * 5000 + "}]",
        '[{"a": 1e' + "9" * 30 + "}]",
        "[]",
    ],
)
def test_broken_or_absurd_json_is_refused_not_raised(text):
    assert refusal(text)


@pytest.mark.parametrize(
    ("delimiter", "name"),
    [(",", "CSV"), (";", "CSV (semicolons)"), ("\t", "TSV"), ("|", "CSV (bars)")],
)
def test_the_delimiter_comes_from_the_header_line(delimiter, name):
    text = f'id{delimiter}text\n1{delimiter}"a, b; c | d"\n'

    assert rows(text) == [(2, {"id": "1", "text": "a, b; c | d"})]
    assert read(text).format == name


def test_a_delimiter_inside_a_quoted_name_does_not_count():
    assert rows('"a;b;c",d\n1,2') == [(2, {"a;b;c": "1", "d": "2"})]


def test_excels_hint_names_the_delimiter_and_is_no_row():
    assert rows("sep=;\nid;a,b,c\n1;x") == [(3, {"id": "1", "a,b,c": "x"})]


def test_a_row_is_named_by_the_line_it_starts_on():
    text = 'id,text\n1,"one\ntwo\nthree"\n\n2,x\n'

    assert [row for row, _ in rows(text)] == [2, 6]


def test_a_cell_may_be_longer_than_the_usual_limit():
    long = "word " * 60_000

    assert rows(f'id,text\n1,"{long}"')[0][1]["text"] == long


def test_a_single_column_may_hold_commas():
    assert rows("transcript\nDoctor: hello, you\n") == [(2, {"transcript": "Doctor: hello, you"})]


def test_ragged_rows_are_named_and_the_others_are_read():
    records = read("a,b\n1,2\n3\n4,5,6\n7,8,,\n")

    assert [record.row for record in records.records] == [2, 5]
    assert [problem.row for problem in records.problems] == [3, 4]
    assert "expected 2 cells, as in the first line, and found 3" in str(records.problems[1])


def test_names_that_stand_twice_are_refused():
    assert ["field id" in problem for problem in refusal("id,text,ID\n1,2,3")] == [True, False]


def test_a_blank_name_over_a_blank_column_is_ignored():
    assert rows("id,,text\n1,,a\n") == [(2, {"id": "1", "text": "a"})]


def test_a_blank_name_over_text_is_refused():
    (problem,) = refusal("id,,text\n1,lost,a\n")

    assert "column 2 has no name, yet row 2 has text in it" in problem


def test_a_title_above_the_names_is_recognised():
    (problem,) = refusal("Panel 2026,,\nid,arm,text\n1,a,x\n")

    assert "Delete the title lines" in problem


def test_a_quote_that_is_never_closed_is_reported_where_it_opens():
    records = read('id,text\n1,a\n2,"never\nclosed\n3,b\n')

    assert [record.row for record in records.records] == [2]
    assert [problem.row for problem in records.problems] == [3]


def test_a_table_without_rows_is_refused():
    assert "has no rows" in refusal("id,text\n")[0]


def test_a_web_page_is_refused():
    assert "web page" in refusal("<!DOCTYPE html><html></html>")[0]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_rows_do_not_depend_on_the_line_ends(end):
    decoded = decode(f'id,text{end}1,"a{end}b"{end}2,c{end}'.encode(), name="f")
    found = [(r.row, dict(r.fields)) for r in read_records(decoded, name="f").records]

    assert found == [(2, {"id": "1", "text": "a\nb"}), (4, {"id": "2", "text": "c"})]


def test_a_classic_mac_file_may_hold_bare_line_feeds_in_its_cells():
    decoded = decode(b"id,text\r1,Doctor: hi\nPatient: hello\r2,x\r", name="f")
    found = [(r.row, dict(r.fields)) for r in read_records(decoded, name="f").records]

    assert found == [
        (2, {"id": "1", "text": "Doctor: hi\nPatient: hello"}),
        (4, {"id": "2", "text": "x"}),
    ]
