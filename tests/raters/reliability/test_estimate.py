import pytest

from raters.reliability.estimate import Estimate, estimated, not_estimable
from rubrics.phrases import Phrase
from tests.raters.reliability.tables import table_of

TABLE = table_of([[1, 2], [3, 4], [2, 2]])
FORM = Phrase("some form")


def test_an_estimate_takes_its_counts_from_the_table():
    found = estimated(TABLE, name="x", form=FORM, value=0.5)
    counts = (found.n_items, found.n_reviewers, found.n_ratings, found.n_cases)
    assert counts == (3, 2, 6, 3)


def test_a_value_that_is_no_number_cannot_become_an_estimate():
    with pytest.raises(ValueError, match="finite or None"):
        estimated(TABLE, name="x", form=FORM, value=float("nan"))


def test_a_missing_value_needs_a_reason():
    with pytest.raises(ValueError, match="reason go together"):
        Estimate("x", FORM, None, None, None, 0.95, None, 1, 1, 1, 1)


def test_an_interval_needs_both_limits():
    with pytest.raises(ValueError, match="two limits or none"):
        Estimate("x", FORM, 0.5, 0.1, None, 0.95, None, 1, 1, 1, 1)


def test_what_is_not_estimable_says_why():
    found = not_estimable(TABLE, name="x", form=FORM, reason=Phrase("because"))
    assert (found.is_estimable, found.has_interval, str(found.reason)) == (False, False, "because")


def test_a_width_is_the_distance_between_the_limits():
    assert estimated(TABLE, name="x", form=FORM, value=0.5).width is None
    found = estimated(TABLE, name="x", form=FORM, value=0.5).with_interval(0.25, 0.75)
    assert found.width == 0.5
