"""How long did a reviewer work on an item?"""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raters.activity import NOTHING_TOLD, Activity, shown_by, told_by

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
PAGES = st.dictionaries(st.sampled_from(["p", "q", "r"]), st.integers(0, 5000))


def minutes(count: int) -> datetime:
    return NOW - timedelta(minutes=count)


def test_what_a_page_tells_again_is_not_counted_again():
    once = Activity({"p": 30})
    assert once.joined(Activity({"p": 45})).total(since=minutes(9), until=NOW) == 45
    assert once.joined(Activity({"p": 10})).total(since=minutes(9), until=NOW) == 30


def test_two_tabs_or_devices_are_added_up():
    both = Activity({"p": 30}).joined(Activity({"q": 12}))
    assert both.total(since=minutes(9), until=NOW) == 42


def test_no_more_is_believed_than_went_by():
    assert Activity({"p": 9999}).total(since=minutes(1), until=NOW) == 60


def test_where_no_page_told_nothing_is_known():
    assert NOTHING_TOLD.total(since=minutes(1), until=NOW) is None


def test_the_first_input_is_the_earliest_of_all_pages():
    earlier, later = Activity({}, minutes(5)), Activity({}, minutes(2))
    assert later.joined(earlier).joined(NOTHING_TOLD).first_input_at == minutes(5)


@pytest.mark.parametrize("told", ["", "-3", "1e9", "soon", "3.5", "٣", "9" * 40])
def test_what_is_no_whole_number_of_seconds_tells_nothing(told):
    assert told_by("p", active=told, first_input_ago=told, at=NOW) == NOTHING_TOLD


def test_a_page_tells_how_long_ago_and_the_server_knows_when():
    told = told_by("p", active="7", first_input_ago="120", at=NOW)
    assert told == Activity({"p": 7}, minutes(2))


def test_the_first_input_is_not_before_the_item_was_shown():
    assert Activity({}, minutes(3)).began(since=minutes(2)) == minutes(2)
    assert Activity({}, minutes(1)).began(since=minutes(2)) == minutes(1)
    assert Activity({}, minutes(1)).began(since=None) == minutes(1)
    assert NOTHING_TOLD.began(since=minutes(2)) is None


@given(st.integers(0, 10**9 - 1), st.integers(0, 10**6))
def test_an_item_was_shown_between_the_opening_of_its_round_and_now(ago, open_for):
    opened = NOW - timedelta(seconds=open_for)
    shown = shown_by(str(ago), since=opened, at=NOW)
    assert opened <= shown <= NOW
    assert shown == max(opened, NOW - timedelta(seconds=ago))


@pytest.mark.parametrize("told", ["", "-3", "1e9", "soon", "3.5", "٣", "9" * 40])
def test_what_is_no_number_of_seconds_shows_nothing(told):
    assert shown_by(told, since=minutes(9), at=NOW) is None


@given(PAGES, PAGES, PAGES)
def test_the_order_in_which_pages_tell_does_not_matter(one, two, three):
    a, b, c = Activity(one), Activity(two), Activity(three)
    assert a.joined(b).joined(c) == c.joined(b.joined(a))
