import pytest

from tests.raters.reliability.files.reading import complaint, file_of


def taken(header, **options):
    columns = file_of(f"{header}\n{','.join('1' for _ in header.split(','))}\n", **options).columns
    return columns.item, columns.rater, columns.score


@pytest.mark.parametrize(
    "header",
    [
        "item_id,rater_id,score",
        "Item ID,Reviewer,Rating",
        "subject,coder,value",
        "case,observer,label",
        "id,annotator,grade",
    ],
)
def test_columns_are_guessed_from_their_names(header):
    assert taken(header) == tuple(header.split(","))


def test_the_better_name_wins():
    assert taken("case,item,note,rater,value,score") == ("item", "rater", "score")


def test_a_column_that_was_named_is_not_guessed_again():
    assert taken("case,id,rater,score", case="case") == ("id", "rater", "score")


def test_names_are_compared_without_case_and_signs():
    assert taken("A,B,C", item="a", rater="b", score="c") == ("A", "B", "C")


@pytest.mark.parametrize(
    ("header", "options", "words"),
    [
        ("a,rater,score", {}, "holds the item. Name it with --item. Columns: a, rater, score."),
        ("item,rater,score,rating", {}, "holds the score. Name it with --score."),
        ("item,rater,score", {"by": "q"}, "no column “q” (--by). Columns: item, rater, score."),
        ("item,rater,score", {"item": "rater", "rater": "rater"}, "for two purposes: --item and"),
        ("item,a", {"wide": True, "rater": "a,b"}, "there is no column “b” (--rater)."),
        ("item,a", {"wide": True, "score": "a"}, "leave out --score"),
        ("item,x", {"wide": True, "by": "x"}, "a wide table needs a column of scores"),
    ],
)
def test_what_is_unclear_is_refused_with_the_columns(header, options, words):
    assert words in complaint(f"{header}\n{','.join('1' for _ in header.split(','))}\n", **options)
