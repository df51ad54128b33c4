import numpy as np
import pytest

from raters.reliability.estimate import estimated
from raters.reliability.wording import band_words, plain_sentence, shown_interval, verdict
from rubrics.phrases import Phrase
from tests.raters.reliability.tables import table_of


def between(low, high, *, items=40, cases=None):
    table = table_of(np.arange(2.0 * items).reshape(items, 2), cases=cases)
    found = estimated(table, name="x", form=Phrase("form"), value=(low + high) / 2)
    return found.with_interval(low, high)


def sentence(low, high, *, exact, hits, target=0.7):
    found = plain_sentence(between(low, high), exact_agreement=exact, hit_rate=hits, target=target)
    return None if found is None else str(found)


def test_an_interval_on_ten_items_is_shown():
    shown = shown_interval(between(0.5, 0.8, items=10))
    assert (shown.low, shown.high, shown.reason) == (0.5, 0.8, None)


def test_an_interval_on_nine_items_is_withheld_with_the_reason():
    shown = shown_interval(between(0.5, 0.8, items=9))
    assert (shown.low, shown.is_shown) == (None, False)
    assert str(shown.reason) == "No interval is shown below 10 independent items."


def test_an_interval_on_nine_cases_is_withheld_however_many_items():
    assert not shown_interval(between(0.5, 0.8, cases=[row % 9 for row in range(40)])).is_shown


def test_an_interval_that_does_not_exist_shows_its_own_reason():
    estimate = between(0.5, 0.8).without_interval(Phrase("no disagreement"))
    assert str(shown_interval(estimate).reason) == "no disagreement"


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (0.1, 0.4, "poor"),
        (0.5, 0.74, "moderate"),
        (0.4, 0.6, "poor to moderate"),
        (0.76, 0.95, "good to excellent"),
        (0.91, 0.99, "excellent"),
    ],
)
def test_band_words_come_from_the_interval(low, high, words):
    assert str(band_words(between(low, high))) == words


def test_no_band_words_when_the_interval_spans_three_bands():
    assert band_words(between(0.45, 0.8)) is None


def test_no_band_words_below_thirty_items():
    assert band_words(between(0.91, 0.99, items=29)) is None


def test_low_coefficient_and_high_agreement_points_at_the_spread():
    assert sentence(0.1, 0.4, exact=0.9, hits=0.9) == (
        "Raters rarely differ, but the items hardly differ either: the coefficient has little "
        "spread to work with. This is not evidence of careless raters."
    )


def test_low_coefficient_and_low_agreement_points_at_the_rubric():
    assert sentence(0.1, 0.4, exact=0.5, hits=0.8) == (
        "Raters recognise clear cases and part ways on these items: the rubric does not "
        "separate them."
    )


def test_low_coefficient_and_missed_controls_points_at_the_raters():
    expected = "Look at the raters first: clear cases are missed too."
    assert sentence(0.1, 0.4, exact=0.9, hits=0.79) == expected


def test_high_coefficient_and_wide_interval_is_not_yet_known():
    found = sentence(0.61, 0.95, exact=0.9, hits=0.9, target=0.6)
    assert found == "Promising, and not yet known."


@pytest.mark.parametrize(
    "given",
    [
        {"low": 0.5, "high": 0.8, "exact": 0.9, "hits": 0.9},
        {"low": 0.75, "high": 0.9, "exact": 0.9, "hits": 0.9},
        {"low": 0.1, "high": 0.4, "exact": 0.9, "hits": None},
        {"low": 0.1, "high": 0.4, "exact": None, "hits": 0.9},
        {"low": 0.1, "high": 0.4, "exact": 0.9, "hits": 0.9, "target": None},
    ],
)
def test_where_the_rules_say_nothing_nothing_is_said(given):
    assert sentence(given.pop("low"), given.pop("high"), **given) is None


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (0.7, 0.9, "The target of 0.70 is met: the whole interval reaches it."),
        (0.2, 0.69, "The target of 0.70 is missed: the interval lies under it."),
        (0.6, 0.8, "Not settled: the interval includes the target of 0.70."),
    ],
)
def test_the_verdict_holds_the_interval_against_the_target(low, high, words):
    assert str(verdict(between(low, high), target=0.7)) == words


def test_without_a_target_there_is_no_verdict():
    assert verdict(between(0.1, 0.4), target=None) is None
