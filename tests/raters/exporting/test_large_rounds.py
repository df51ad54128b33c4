"""A round of more than a thousand ratings is handed out while it is read, with few queries."""

from datetime import UTC, datetime

import pytest
from django.urls import reverse

from raters.lifecycle import start_pilot
from raters.models import Assignment, Case, Item, Rating, Round, Score, Turn
from raters.panel import add_reviewers
from tests.studies import small_study, welcomed

pytestmark = pytest.mark.django_db
AT = datetime(2026, 1, 5, 12, tzinfo=UTC)
N_ITEMS = 601
# For 500 ratings the rows that belong to them; and so for every further 500.
FIRST_QUERIES, MOST_QUERIES = 14, 50
FILES = ("ratings_csv", "ratings_jsonl", "scores_csv", "sessions_yaml")


def filled(study) -> None:
    """As an import would store them, without a transaction for each."""
    arm = study.arms.create(name="arm")
    conditions = {"study": study, "condition": "real_high_context"}
    cases = Case.objects.bulk_create(
        Case(source_id=f"case-{n}", **conditions) for n in range(N_ITEMS)
    )
    items = Item.objects.bulk_create(
        Item(study=study, case=case, arm=arm, source_id=case.source_id, content_hash=case.source_id)
        for case in cases
    )
    Turn.objects.bulk_create(
        Turn(study=study, item=item, number=1, role="user", text="Hello.") for item in items
    )


def rated(round: Round, reviewers) -> None:
    """As `rate` would store them, without a transaction for each."""
    study = round.study
    places = [
        Assignment(study=study, round=round, reviewer=one, item=item, position=1000 + n)
        for one in reviewers
        for n, item in enumerate(study.items.exclude(assignments__reviewer=one))
    ]
    Assignment.objects.bulk_create(places)
    ratings = Rating.objects.bulk_create(
        Rating(study=study, assignment=one, revision=1, justification="So.", submitted_at=AT)
        for one in round.assignments.all()
    )
    question = study.rubric.questions.first()
    Score.objects.bulk_create(
        Score(study=study, rating=one, question=question, value=1, final=1) for one in ratings
    )


@pytest.fixture
def large(dana) -> Round:
    study = small_study(by=dana, rows=[])
    filled(study)
    reviewers = [welcomed(each) for each in add_reviewers(study, 2, by=dana)]
    pilot = start_pilot(study, reviewers, n_items=1, by=dana)
    rated(pilot, reviewers)
    return pilot


@pytest.mark.parametrize("name", FILES)
def test_of_1202_ratings_the_first_are_on_their_way_before_the_last_are_read(
    as_dana, large, name, django_assert_max_num_queries
):
    answer = as_dana.get(reverse(name, args=["small"]), {"round": "pilot-1"})
    rows = iter(answer)
    with django_assert_max_num_queries(FIRST_QUERIES):
        first = b"".join(next(rows) for _ in range(12)).decode()
    with django_assert_max_num_queries(MOST_QUERIES):
        rest = b"".join(rows).decode()
    assert "R0" in first
    assert (first + rest).count("R01") == N_ITEMS
