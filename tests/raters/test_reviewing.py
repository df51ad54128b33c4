"""From rows to the review: a ready study is ready, and one with a defect is told which."""

import pytest

from raters.design.review import Decision
from raters.models import Study
from raters.reviewing import review_of
from tests.defects import DEFECTS
from tests.ready import ready_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def ready(dana):
    return ready_study(by=dana)


def test_a_ready_study_has_no_finding(ready):
    review = review_of(ready)
    assert [finding.rule for finding in review.findings] == []
    assert review.decision is Decision.READY


@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.name)
def test_a_planted_defect_gets_its_finding_and_its_decision(ready, defect):
    defect.plant(ready)
    review = review_of(Study.objects.get(pk=ready.pk))
    assert defect.rule in {finding.rule for finding in review.findings}
    assert review.decision is defect.decision
