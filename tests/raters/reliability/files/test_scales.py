"""What the scores are: numbers, labels, missing, or none of these."""

import pytest

from tests.raters.reliability.files.reading import (
    complaint,
    file_of,
    group_of,
    long,
    record_of,
    table_of,
)

MET = ("NOT MET", "PARTIALLY MET", "MET")


def of(*scores, **options):
    """The scores in pairs: two raters, an item for each pair."""
    rows = [(index // 2, "ab"[index % 2], score) for index, score in enumerate(scores)]
    return group_of(long(*rows), **options)


def notes(group):
    return " ".join(str(note) for note in group.scale.notes)


def test_few_whole_numbers_are_ordinal_and_span_the_scale():
    group = of(0, 0, 2, 2)
    assert (group.scale.level, group.table.levels) == ("ordinal", (0.0, 1.0, 2.0))
    assert "on the points 0 to 2, which is what the file holds" in notes(group)


def test_many_whole_numbers_are_interval_and_still_a_scale():
    group = of(0, 100, 50, 60)
    assert (group.scale.level, len(group.table.levels)) == ("interval", 101)


def test_decimals_are_interval_without_ends():
    group = of(0.5, 1.5, 2.25, 3)
    assert (group.scale.level, group.table.levels) == ("interval", None)
    assert "the scale has no ends" in notes(group)


def test_nominal_codes_are_no_span():
    assert of(1, 5, 9, 9, level="nominal").table.levels == (1.0, 5.0, 9.0)


def test_named_levels_are_the_scale_whatever_is_used():
    group = of(1, 2, 2, 2, levels="0,1,2,3")
    assert (group.table.levels, notes(group)) == ((0.0, 1.0, 2.0, 3.0), "")


def test_labels_are_nominal_in_sorted_order():
    group = of("yes", "no", "no", "no")
    assert (group.scale.level, group.scale.labels) == ("nominal", ("no", "yes"))
    assert "taken as categories without order" in notes(group)


def test_labels_without_an_order_have_only_what_counts():
    found = record_of(long((1, "a", "x"), (1, "b", "x"), (2, "a", "y"), (2, "b", "x")))
    known = {name for name, each in found["estimates"].items() if each["value"] is not None}
    assert known == {
        *("alpha nominal", "AC1", "Fleiss kappa"),
        *("exact agreement", "exact agreement pooled pairs", "unanimous"),
    }


def test_named_labels_are_ordered_as_named():
    group = of("MET", "NOT MET", "PARTIALLY MET", "MET", levels=",".join(MET))
    assert (group.scale.level, group.scale.labels) == ("ordinal", MET)
    assert group.table.ratings[0].score == 2
    assert "were numbered from 0" in notes(group)


@pytest.mark.parametrize("text", ["", "NA", "n/a", "NaN", "null", ".", " na "])
def test_a_missing_score_is_no_rating(text):
    group = of(1, text, 2, 2)
    assert (group.table.n_ratings, group.n_missing) == (3, 1)


def test_a_label_spelled_like_a_missing_value_counts_where_it_is_a_level():
    assert of("nan", "x", "x", "x").table.n_ratings == 3
    assert of("nan", "x", "x", "x", levels="nan,x").table.n_ratings == 4


def test_decimal_commas_are_read_and_said():
    group = group_of("item;rater;score\n1;a;1,5\n1;b;2,5\n")
    assert group.table.points == (1.5, 2.5)
    assert "Decimal commas" in notes(group)


def test_a_true_minus_sign_is_a_minus():
    assert of("−1", 1, 0, 0).table.levels == (-1.0, 0.0, 1.0)


@pytest.mark.parametrize("text", ["inf", "-Infinity", "1e999"])
def test_what_is_not_finite_is_refused(text):
    words = complaint(long((1, "a", 1), (1, "b", text)))
    assert words.startswith(f"ratings.csv, row 3, column score: “{text}” is not a score.")


@pytest.mark.parametrize(
    ("scores", "options", "words"),
    [
        ((1, "x"), {}, "row 3, column score: “x” is not a number, but other scores are."),
        ((1, 7), {"levels": "0,1,2"}, "row 3, column score: “7” is not one of the levels 0, 1, 2."),
        (("x", "z"), {"levels": "x,y"}, "“z” is not one of the levels x, y."),
        ((1, "x"), {"levels": "0,1"}, "“x” is not one of the levels 0, 1."),
        (("x", "y"), {"level": "ordinal"}, "have no order of their own"),
        ((1, 2), {"levels": "2,1"}, "--levels must be in ascending order"),
        ((1, 2), {"levels": "1,1,2"}, "--levels must be in ascending order"),
        ((1, 2), {"levels": "1,inf"}, "--levels must be in ascending order"),
        ((1, 1), {"levels": "1"}, "--levels needs two levels or more."),
        ((1, 2), {"level": "ratio"}, "--level must be nominal, ordinal or interval"),
    ],
)
def test_scores_that_fit_no_scale_are_refused(scores, options, words):
    rows = [(index // 2, "ab"[index % 2], score) for index, score in enumerate(scores)]
    assert words in complaint(long(*rows), **options)


def test_free_text_is_not_taken_for_labels():
    rows = [(index, "a", f"text {index}") for index in range(1_001)]
    assert "1001 different texts" in complaint(long(*rows))


def test_a_wide_fault_names_the_raters_column():
    text = "item,ann,bob\n1,0,1\n2,1,bad\n"
    assert "row 3, column bob: “bad”" in complaint(text, wide=True)


def test_every_group_has_the_scale_of_its_own_scores():
    text = "item,rater,score,q\n1,a,1,x\n1,b,2,x\n1,a,yes,y\n1,b,no,y\n"
    groups = file_of(text, by="q").groups
    assert [group.scale.level for group in groups] == ["ordinal", "nominal"]


def test_an_unused_level_widens_the_scale_and_changes_no_alpha():
    rows = long((1, "a", 1), (1, "b", 2), (2, "a", 2), (2, "b", 2), (3, "a", 1), (3, "b", 1))
    short, wide = (record_of(rows, levels=x)["estimates"] for x in ("1,2", "0,1,2,3"))
    assert short["alpha ordinal"] == wide["alpha ordinal"]
    assert short["AC2"]["value"] < wide["AC2"]["value"]
    assert table_of(rows, levels="0,1,2,3").distribution[0] == (0.0, 0)
