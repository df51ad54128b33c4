"""Fifteen items, each with what the report tells and what is left to its author."""

import pytest

from raters.exporting.grras import PART_WORDS, Part, Standing, grras
from tests.raters.exporting.reports import ODD, a_report, facts, odd, withheld

SECTIONS = {"summary", "questions", "protocol", "panel", "computed", "downloads", ""}


@pytest.mark.parametrize("name", ODD)
def test_there_are_fifteen_items_in_their_order(name):
    items = grras(odd(name), facts())
    assert [item.number for item in items] == list(range(1, 16))
    parts = [item.part for item in items]
    assert parts == sorted(parts, key=list(Part).index)


@pytest.mark.parametrize("name", ODD)
def test_every_item_says_something_known_or_something_to_write(name):
    assert [i for i in grras(odd(name), facts()) if not i.known and not i.to_write] == []


def test_every_item_names_a_section_that_the_report_has():
    assert {item.section for item in grras(a_report(), facts())} <= SECTIONS


def test_what_only_the_author_knows_is_left_to_the_author():
    items = grras(a_report(protocol=None), facts(question=""))
    left = [item.number for item in items if item.standing is Standing.AUTHOR]
    assert left == [5, 7, 14]


def test_a_planned_width_answers_how_many_raters_and_subjects_there_are():
    items = {item.number: item for item in grras(a_report(), facts())}
    without = grras(a_report(), facts(width=None))[5]
    assert items[6].standing is Standing.ANSWERED
    assert "at most 0.200 wide" in str(items[6].known[1])
    assert without.standing is Standing.PARTLY


def test_machine_judges_are_no_raters():
    assert "Planned: 3 reviewers" in str(grras(a_report(), facts())[5].known[0])


def test_estimates_are_not_reported_while_they_are_withheld():
    estimates = grras(withheld(), facts())[12]
    assert estimates.standing is Standing.AUTHOR
    assert str(estimates.to_write) == "Not before the round is closed."


def test_hidden_repeats_are_told_where_there_are_any():
    told = {n: str(grras(a_report(), facts(n_repeats=n))[7].known[-1]) for n in (0, 3)}
    assert told[3] == "Hidden repeats for each reviewer: 3, at least 10 places later."
    assert "repeats" not in told[0]


def test_every_part_has_words():
    assert set(PART_WORDS) == set(Part)
