from hypothesis import given
from hypothesis import strategies as st

from raters.importing.reading import NamedBytes
from tests.raters.importing.files import join, lines, notes, problems, read, steady, table

GOOD = table("good.csv", "id,arm,ask,answer\n1,x,a,b\n")
BAD = NamedBytes("bad.xlsx", b"PK\x03\x04 xl/workbook.xml")


def test_a_refused_file_is_a_problem_and_the_others_are_read():
    drafts = read(BAD, GOOD)

    assert [item.source_id for item in drafts.items] == ["1/x"]
    assert [problem.file for problem in drafts.problems] == ["bad.xlsx"]


def test_problems_of_reading_and_of_drafting_are_told_together():
    drafts = read(BAD, table("a.csv", "id,arm,ask,answer\n1,x,a\n2,x,,b\n"))

    assert [(p.file, p.row) for p in drafts.problems] == [
        ("bad.xlsx", None),
        ("a.csv", 2),
        ("a.csv", 3),
    ]


def test_a_guessed_encoding_is_noted():
    text = "id,arm,ask,answer\n1,x,我发烧三天了怎么办,请多喝水休息\n"
    drafts = read(NamedBytes("zh.csv", text.encode("gb18030")))

    assert notes(drafts) == ["zh.csv was read as GB18030; check the preview."]


def test_an_encoding_that_is_given_applies_to_every_file():
    text = "id,arm,ask,answer\n1,x,头痛,休息\n"
    drafts = read(NamedBytes("zh.csv", text.encode("utf-16-le")), encoding="utf-16-le")

    assert (len(drafts.items), drafts.notes) == (1, ())


def test_two_files_of_one_name_are_a_problem():
    assert problems(read(GOOD, GOOD)) == [
        "good.csv: more than one file has this name. Rename one, or leave it out."
    ]


def test_options_that_cannot_be_followed_are_problems():
    assert "“boss” is not a role" in problems(read(GOOD, roles={"x": "boss"}))[0]


def test_without_its_cases_file_a_join_tells_the_files_faults_only():
    drafts = join(BAD, lines("out.jsonl", {"id": 1, "completion": "x"}))

    assert [problem.file for problem in drafts.problems] == ["bad.xlsx"]


def test_the_same_files_twice_give_equal_drafts():
    assert read(GOOD, BAD) == read(GOOD, BAD)


def test_a_field_that_only_the_outputs_have_may_be_named():
    drafts = join(
        lines("cases.jsonl", {"id": 1, "ask": "a"}),
        lines("out.jsonl", {"id": 1, "said": "b"}),
        field={"completion": "said"},
    )

    assert (len(drafts.items), drafts.problems) == (1, ())


NAMES = st.sampled_from(
    [
        "id",
        "case_id",
        "arm",
        "messages",
        "role",
        "content",
        "prompt",
        "completion",
        "type",
        "control",
        "expected",
        "criteria",
        "points",
        "epoch",
        "error",
        "transcript",
        "text",
        "checklist",
        "status",
        "success",
    ]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=5),
    max_leaves=12,
)


@steady
@given(st.lists(st.dictionaries(NAMES, JSON), min_size=1, max_size=3))
def test_no_json_at_all_makes_reading_raise(rows):
    file = lines("rows.jsonl", *rows)

    assert read(file) == read(file)
    assert join(file, lines("out.jsonl", *rows)).items is not None
    assert all(str(problem).encode() for problem in read(file).problems)


@steady
@given(st.binary(max_size=200), st.binary(max_size=200))
def test_no_bytes_at_all_make_reading_raise(first, second):
    files = NamedBytes("a", first), NamedBytes("b", second)

    assert read(*files) == read(*files)
    assert join(*files) == join(*files)
