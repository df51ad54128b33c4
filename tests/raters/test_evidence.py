from hypothesis import given
from hypothesis import strategies as st

from raters.evidence import Place, find_quote

TURN = "Take 5 mg — once daily.\n\nCall “999” if it’s worse 👩🏽‍⚕️ today. 如有不适,请就医。"


def test_a_quote_is_found_at_its_code_point():
    assert find_quote(TURN, "once daily") == Place(12, "once daily")


def test_words_that_are_not_there_are_not_found():
    assert find_quote(TURN, "twice daily") is None


def test_a_blank_quote_is_no_quote():
    assert find_quote(TURN, "  \n ") is None


def test_a_line_break_typed_as_a_blank_still_matches():
    found = find_quote(TURN, "once daily. Call")
    assert found == Place(12, "once daily.\n\nCall")


def test_straight_quotes_match_the_typographic_ones_in_the_turn():
    assert find_quote(TURN, """"999" if it's""").exact == "“999” if it’s"


def test_a_hyphen_matches_a_dash():
    assert find_quote(TURN, "5 mg - once").exact == "5 mg — once"


def test_an_emoji_before_the_quote_does_not_shift_its_place():
    found = find_quote(TURN, "如有不适")
    assert TURN[found.start :].startswith("如有不适")


def test_case_is_part_of_the_words():
    assert find_quote(TURN, "ONCE DAILY") is None


def test_pattern_signs_in_a_quote_are_plain_characters():
    assert find_quote("a.b (c) [d]* e", "(c) [d]*") == Place(4, "(c) [d]*")


@given(st.text(min_size=1), st.integers(0, 50), st.integers(1, 50))
def test_every_piece_of_a_turn_is_found_in_it_and_stands_where_it_says(text, start, length):
    quote = text[start : start + length]
    found = find_quote(text, quote)
    if quote.strip():
        assert text[found.start : found.start + len(found.exact)] == found.exact
