from decimal import Decimal

import pytest

from raters.design.review.precision import basis_of, expected_plan
from raters.expecting import expected_of
from raters.models import Study
from raters.panel import add_reviewers
from raters.reviewing import design_facts

pytestmark = pytest.mark.django_db


def stated(study: Study, **fields) -> Study:
    for name, value in fields.items():
        setattr(study.design, name, value)
    study.design.save()
    return Study.objects.select_related("design").get(pk=study.pk)


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"allocation": "anchor_and_rotate", "n_anchors": 30, "per_item": 2},
        {"allocation": "anchor_and_rotate", "n_anchors": 3, "leading_set": "anchors"},
        {"allocation": "anchor_and_rotate", "anchors_drawn": False, "leading_set": "anchors"},
        {"judge": "llm"},
    ],
)
def test_the_interval_is_the_one_that_the_review_expects(study, dana, fields):
    add_reviewers(study, 3, by=dana)
    add_reviewers(study, 2, by=dana, kind="llm_judge")
    study.items.filter(source_id__startswith="case-0/").update(is_anchor=True)
    numbers = {"expected_icc": Decimal("0.6"), "rater_share": Decimal("0.05")}
    changed = stated(study, **numbers, **fields)
    expected, facts = expected_of(changed), design_facts(changed)
    assert (expected.basis, expected.plan) == (basis_of(facts), expected_plan(facts))
    assert expected.plan is not None


def test_without_expected_numbers_there_is_no_interval(study, dana):
    add_reviewers(study, 3, by=dana)
    assert expected_of(study).plan is None


def test_the_query_names_what_is_stated_and_the_study(study, dana):
    add_reviewers(study, 2, by=dana)
    query = expected_of(stated(study, width=Decimal("0.2"))).query
    assert query == "n_reviewers=2&width=0.2&study=small"
