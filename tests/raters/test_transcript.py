from hypothesis import given
from hypothesis import strategies as st

from raters.transcript import exchange_numbers


def test_a_message_and_its_reply_are_one_exchange():
    roles = ["patient", "clinician", "patient", "clinician"]
    assert exchange_numbers(roles) == [1, 1, 2, 2]


def test_two_messages_running_by_the_opener_stay_together():
    roles = ["patient", "patient", "clinician", "patient"]
    assert exchange_numbers(roles) == [1, 1, 1, 2]


def test_a_guest_who_answers_belongs_to_the_running_exchange():
    roles = ["clinician", "patient", "guest", "clinician", "patient"]
    assert exchange_numbers(roles) == [1, 1, 1, 2, 2]


def test_no_turns_have_no_exchanges():
    assert exchange_numbers([]) == []


@given(st.lists(st.sampled_from(["user", "assistant", "guest"]), min_size=1))
def test_exchanges_count_up_from_one_without_a_gap(roles):
    numbers = exchange_numbers(roles)
    assert numbers[0] == 1
    assert set(numbers) == set(range(1, max(numbers) + 1))
    assert numbers == sorted(numbers)
