import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from raters.reliability import wilson
from raters.reliability.behaviour import Length, ReadingLimits, length_of, very_fast
from tests.raters.reliability.showings import shown

LIMITS = ReadingLimits(words_per_minute=300, characters_per_minute=600)
fixed = {"deadline": None, "derandomize": True, "database": None}


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("The patient's BP is 140/90.", Length(words=6)),
        ("", Length(words=0)),
        ("患者血压偏高。", Length(words=0, characters=6)),
        ("服用 aspirin 100 mg 每日一次", Length(words=3, characters=6)),
        ("well-known, re-check", Length(words=2)),
    ],
)
def test_words_and_chinese_characters_are_counted_apart(text, length):
    assert length_of(text) == length


@settings(max_examples=50, **fixed)
@given(st.text("ab 血压。", max_size=30), st.text("ab 血压。", max_size=30))
def test_two_texts_side_by_side_are_as_long_as_both(first, second):
    both, one, other = (length_of(text) for text in (f"{first} {second}", first, second))
    assert both == Length(one.words + other.words, one.characters + other.characters)


def test_both_kinds_of_text_take_their_time():
    assert LIMITS.least_seconds(Length(words=150, characters=100)) == pytest.approx(30 + 10)


def test_an_item_answered_faster_than_it_can_be_read_is_named():
    rows = [shown(position=p, seconds=s, length=Length(300)) for p, s in ((1, 59.9), (2, 60.0))]
    (found,) = very_fast(rows, LIMITS)
    assert [(one.item, one.seconds, one.least_seconds) for one in found.fast] == [
        ("i01", 59.9, 60.0)
    ]


def test_the_rate_is_of_the_items_with_time_and_length_and_has_a_wilson_interval():
    rows = [shown(position=p, seconds=1.0, length=Length(300)) for p in range(1, 4)]
    rows += [shown(position=4, seconds=None, length=Length(300)), shown(position=5)]
    rows += [shown(position=6, seconds=900.0, length=Length(300))]
    (found,) = very_fast(rows, LIMITS)
    assert (found.rate.hits, found.rate.n, found.n_unknown) == (3, 4, 2)
    assert (found.rate.low, found.rate.high) == wilson(3, 4)


def test_no_time_at_all_is_not_a_rate_of_zero():
    (found,) = very_fast([shown(seconds=None, length=Length(9))])
    assert found.rate.value is None
    assert str(found.reason).startswith("Not known")


def test_each_reviewer_has_a_row():
    rows = [shown("bob", length=Length(9)), shown("alice", length=Length(9))]
    assert [row.reviewer for row in very_fast(rows)] == ["alice", "bob"]
