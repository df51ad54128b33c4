"""What is said of the time left is her own pace, calm, and never made up."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raters.pace import FEWEST_ITEMS, HOUR, LAST_ITEMS, MINUTE, about, seconds_left

SECONDS = st.integers(0, 4 * HOUR)
ENOUGH = st.lists(SECONDS, min_size=FEWEST_ITEMS, max_size=40)
N_LEFT = st.integers(1, 500)


def told(words: str) -> float:
    """The seconds that a person would take these words for."""
    number = re.search(r"\d+", words)
    amount = int(number[0]) if number else 1
    unit = HOUR if "hour" in words else MINUTE
    return (amount + ("half" in words) / 2) * unit


@given(st.lists(SECONDS, max_size=FEWEST_ITEMS - 1), N_LEFT)
def test_of_fewer_than_three_items_nothing_is_said(worked, n_left):
    assert seconds_left(worked, n_left=n_left) is None


@given(ENOUGH)
def test_where_nothing_is_left_nothing_is_said(worked):
    assert seconds_left(worked, n_left=0) is None


@given(ENOUGH, N_LEFT, st.data())
def test_items_whose_seconds_nobody_counted_are_left_out(worked, n_left, data):
    with_gaps = list(worked)
    for place in data.draw(st.lists(st.integers(0, len(worked)), max_size=5)):
        with_gaps.insert(place, None)
    assert seconds_left(with_gaps, n_left=n_left) == seconds_left(worked, n_left=n_left)


@given(ENOUGH, st.lists(SECONDS, max_size=20), N_LEFT)
def test_only_her_last_twenty_items_count(latest, earlier, n_left):
    latest = (latest * LAST_ITEMS)[:LAST_ITEMS]
    assert seconds_left([*latest, *earlier], n_left=n_left) == seconds_left(latest, n_left=n_left)


@given(ENOUGH, N_LEFT)
def test_it_lies_between_her_quickest_and_her_slowest_item(worked, n_left):
    counted = worked[:LAST_ITEMS]
    assert min(counted) * n_left <= seconds_left(worked, n_left=n_left) <= max(counted) * n_left


@given(ENOUGH, N_LEFT)
def test_one_item_more_never_takes_less_time(worked, n_left):
    assert seconds_left(worked, n_left=n_left) <= seconds_left(worked, n_left=n_left + 1)


@given(st.lists(SECONDS, min_size=3, max_size=19), N_LEFT, st.integers(0, 24 * HOUR))
def test_one_item_over_which_she_fell_asleep_does_not_make_it_longer_than_her_slowest_other(
    worked, n_left, asleep
):
    assert seconds_left([asleep, *worked], n_left=n_left) <= max(worked) * n_left


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "a few minutes"),
        (7 * MINUTE, "a few minutes"),
        (8 * MINUTE, "about 10 minutes"),
        (48 * MINUTE, "about 50 minutes"),
        (58 * MINUTE, "about an hour"),
        (80 * MINUTE, "about an hour and a half"),
        (118 * MINUTE, "about 2 hours"),
        (150 * MINUTE, "about 2 and a half hours"),
        (6 * HOUR + 25 * MINUTE, "about 6 hours"),
    ],
)
def test_time_is_said_as_people_say_it(seconds, words):
    assert str(about(seconds)) == words


@given(st.integers(10 * MINUTE, 100 * HOUR))
def test_the_words_are_at_most_a_quarter_off(seconds):
    assert abs(told(str(about(seconds))) - seconds) <= seconds / 4


@given(st.integers(10 * MINUTE, 20 * HOUR), st.integers(0, HOUR))
def test_the_words_for_more_time_never_say_less(seconds, more):
    assert told(str(about(seconds))) <= told(str(about(seconds + more)))
