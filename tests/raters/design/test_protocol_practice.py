"""The practice section and strict order in a protocol file, and in what is sealed."""

from dataclasses import replace
from decimal import Decimal

import pytest

from raters.design.protocol import (
    OrderSpec,
    PracticeSpec,
    ProtocolRefused,
    ProtocolSpec,
    StudySpec,
    mapping_from_protocol,
    protocol_from_mapping,
    protocol_from_yaml,
    protocol_to_yaml,
    prove,
    public_sections,
    seal,
)
from tests.raters.design.test_protocol_seal import LOCKED, SALT

BARE = ProtocolSpec(StudySpec("s", "S", "S"))
MARKED = replace(BARE, practice=PracticeSpec(Decimal("0.8"), 2))


def document(**practice) -> dict:
    return mapping_from_protocol(BARE) | {"practice": practice}


def test_what_is_stated_comes_back_from_the_file():
    spec = replace(MARKED, order=OrderSpec(strict=True))
    assert protocol_from_yaml(protocol_to_yaml(spec), name="p") == spec


def test_a_file_without_it_asks_for_nothing():
    spec = protocol_from_mapping(mapping_from_protocol(BARE))
    assert (spec.practice, spec.order.strict) == (PracticeSpec(None, None), False)


def test_where_nothing_is_asked_nothing_is_written():
    written = mapping_from_protocol(BARE)
    assert "practice" not in written
    assert "order" not in written
    assert "practice" not in public_sections(BARE)


@pytest.mark.parametrize("mark", [0, 1.1, -0.5])
def test_a_mark_is_a_share(mark):
    with pytest.raises(ProtocolRefused, match="more than 0 and at most 1"):
        protocol_from_mapping(document(pass_mark=mark))


def test_all_of_it_may_be_asked():
    assert protocol_from_mapping(document(pass_mark=1)).practice.pass_mark == 1


def test_a_mark_has_at_most_three_decimals():
    with pytest.raises(ProtocolRefused, match="at most three decimals"):
        protocol_from_mapping(document(pass_mark=0.1234))


def test_attempts_go_with_a_mark():
    with pytest.raises(ProtocolRefused, match="goes with a pass mark"):
        protocol_from_mapping(document(attempts=2))


def test_an_attempt_is_given_at_least():
    with pytest.raises(ProtocolRefused):
        protocol_from_mapping(document(pass_mark=0.8, attempts=0))


def test_a_mark_is_published_with_the_protocol():
    assert public_sections(MARKED)["practice"] == {"pass_mark": "0.8", "attempts": 2}


@pytest.mark.parametrize(
    ("kept", "written"), [("0.800", "0.8"), ("1.000", "1"), ("0.667", "0.667")]
)
def test_a_mark_is_written_without_the_decimals_that_a_database_adds(kept, written):
    spec = replace(BARE, practice=PracticeSpec(Decimal(kept)))
    assert public_sections(spec)["practice"] == {"pass_mark": written}
    assert f"pass_mark: {written}\n" in protocol_to_yaml(spec)


def test_a_seal_with_a_mark_is_another_and_is_proved():
    locked = replace(LOCKED, spec=replace(LOCKED.spec, practice=MARKED.practice))
    sealed = seal(locked, salt=SALT)
    assert sealed.sha256 != seal(LOCKED, salt=SALT).sha256
    assert prove(sealed.public, sealed.secret) == ()
