from hypothesis import given
from hypothesis import strategies as st

from raters.evidence import Place, find_quote, text_quote_selector

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


@given(
    st.text("ab *\n👩🏽e\u0301如", min_size=1, max_size=30), st.integers(0, 30), st.integers(1, 5)
)
def test_of_several_places_the_one_that_was_selected_is_found(text, start, length):
    quote = text[start : start + length].strip()
    at = text.find(quote, start)
    if bare(quote):
        nth = places_before(text, quote, at)
        assert find_quote(text, quote, nth=nth) == Place(at, quote)


def bare(text: str) -> str:
    return "".join(char for char in text if not char.isspace() and char != "*")


def places_before(text: str, quote: str, at: int) -> int:
    """Counted as a page does: without white space and markup."""
    first = len(bare(text[:at]))
    whole, words = bare(text), bare(quote)
    return sum(whole.startswith(words, each) for each in range(first))


def test_a_place_that_was_found_before_is_kept():
    assert find_quote("no no no", "no", at=6) == Place(6, "no")


def test_a_place_where_other_words_stand_is_looked_for_again():
    assert find_quote("no no yes", "no", at=6) == Place(0, "no")


def test_the_last_place_is_taken_where_there_are_fewer():
    assert find_quote("no no", "no", nth=7) == Place(3, "no")


@given(st.text(min_size=80, max_size=120), st.integers(0, 79), st.integers(1, 80))
def test_a_selector_holds_the_words_and_what_stands_around_them(text, start, length):
    place = Place(start, text[start : start + length])
    found = text_quote_selector(text, place)
    around = found["prefix"] + found["exact"] + found["suffix"]
    assert around in text
    assert len(found["prefix"]) == min(32, start)
