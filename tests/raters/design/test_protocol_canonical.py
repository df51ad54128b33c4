"""One value, one sequence of bytes."""

import json
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from raters.design.protocol import canonical, sha256_of
from raters.design.protocol.canonical import plain

STEADY = settings(derandomize=True, database=None, deadline=None)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
KEYS = st.text(st.characters(max_codepoint=0xFFFF, exclude_categories=["Cs"]))
WHOLE = st.integers(-(2**53) + 1, 2**53 - 1)
VALUES = st.recursive(
    st.none() | st.booleans() | WHOLE | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner),
)


def test_the_order_of_keys_does_not_matter():
    assert sha256_of({"a": 1, "b": [2]}) == sha256_of({"b": [2], "a": 1})


def test_the_hash_of_a_fixed_value_is_known():
    expected = "43258cff783fe7036d8a43033f830adfc60ec037382473548ac742b888292777"
    assert sha256_of({"b": 2, "a": 1}) == expected


@pytest.mark.parametrize(
    ("written", "shortest"),
    [
        ("0.70", "0.7"),
        ("1E+2", "100"),
        ("0.000", "0"),
        ("-0", "0"),
        ("100", "100"),
        ("-1.50", "-1.5"),
    ],
)
def test_a_decimal_is_the_text_of_its_shortest_form(written, shortest):
    assert canonical(Decimal(written)) == f'"{shortest}"'.encode()


def test_a_text_that_looks_like_a_decimal_stays_as_it_is():
    assert canonical("0.70") == b'"0.70"'


@pytest.mark.parametrize("value", [0.7, Decimal("NaN"), {1: 2}, {"😀": 1}, {1, 2}, b"bytes"])
def test_what_has_no_canonical_form_is_refused(value):
    with pytest.raises(TypeError):
        canonical([value])


def test_a_whole_number_that_other_languages_would_round_is_refused():
    with pytest.raises(ValueError, match="9007199254740992"):
        canonical(2**53)


@STEADY
@given(VALUES)
def test_the_json_of_the_standard_library_is_the_same_bytes(value):
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert canonical(value) == text.encode()


@STEADY
@given(VALUES)
def test_what_is_plain_is_what_json_reads_back(value):
    assert json.loads(canonical(value)) == plain(value)
