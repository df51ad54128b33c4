"""Does the report show where the leading value holds, and what else it might have been?"""

from types import SimpleNamespace

import pytest
from django.utils import timezone

from raters.lifecycle import close_round, open_round
from raters.panel import add_reviewers
from raters.rating import submit
from raters.reports import figure_named, study_report
from raters.reports.describing import coincidences, use_of_points
from raters.reports.figures import question_figures
from raters.reports.parts import remembering
from tests.raters.reliability.tables import table_of
from tests.studies import complete_answers, item_row, lock_in_spite, rate, small_study, welcomed

pytestmark = pytest.mark.django_db
NOW = timezone.now()
STRATA = {"R01": "consultant", "R02": "resident", "R03": "consultant"}


def value_for(assignment) -> int:
    number = int(assignment.item.case.source_id.partition("-")[2])
    return (number // 3 + (assignment.reviewer.pseudonym == "R02") * (number % 2)) % 3


@pytest.fixture
def accuracy(dana):
    """Twelve items in three conditions, three reviewers of two levels, one answer changed."""
    study = small_study(by=dana, rows=[item_row(case, "arm") for case in range(12)])
    for reviewer in add_reviewers(study, 3, by=dana):
        reviewer.stratum = STRATA[reviewer.pseudonym]
        welcomed(reviewer).save()
    lock_in_spite(study, by=dana)
    round = open_round(study, by=dana)
    for assignment in round.assignments.select_related("item__case", "reviewer"):
        rate(assignment, value=value_for(assignment))
    changed = round.assignments.filter(reviewer__pseudonym="R03").first()
    answers = complete_answers(changed, value=(value_for(changed) + 2) % 3)
    submit(changed, answers, base_revision=1, at=NOW)
    close_round(study, by=dana)
    round.refresh_from_db()
    return study_report(round, at=NOW).questions[0]


def test_parts_are_named_by_condition_level_and_half(accuracy):
    labels = {table.key: [row.label for row in table.groups.rows] for table in accuracy.subgroups}
    assert labels["stratum"] == ["consultant", "resident"]
    assert labels["half"] == ["first half of the queue", "second half of the queue"]
    assert labels["condition"] == sorted(labels["condition"])
    assert len(labels["condition"]) == 3


def test_the_ratings_of_all_parts_are_those_of_the_whole(accuracy):
    by_key = {table.key: table.groups for table in accuracy.subgroups}
    assert sum(row.estimate.n_ratings for row in by_key["half"].rows) == 36
    assert [row.estimate.n_ratings for row in by_key["condition"].rows] == [12, 12, 12]
    assert {groups.n_unlabelled for groups in by_key.values()} == {0}


def test_a_part_of_few_items_says_why_it_has_no_interval(accuracy):
    by_key = {table.key: table.groups.rows for table in accuracy.subgroups}
    reasons = {str(row.shown.reason) for row in by_key["condition"]}
    assert reasons == {"No interval is shown below 10 independent items."}
    assert all(row.estimate.is_estimable for row in by_key["condition"])


def test_every_reviewer_is_left_out_once(accuracy):
    assert [row.reviewer for row in accuracy.leave_one_out] == ["R01", "R02", "R03"]
    assert {row.estimate.n_reviewers for row in accuracy.leave_one_out} == {2}


def test_first_submissions_stand_beside_what_was_entered_last(accuracy):
    rows = {str(row.label): row for row in accuracy.sensitivity}
    assert rows["as entered (leading)"].estimate.value == pytest.approx(
        accuracy.finding.lead.estimate.value
    )
    assert rows["first submissions"].difference > 0
    assert rows["final decisions"].difference == 0


def test_every_point_of_the_scale_is_counted_overall_by_reviewer_and_by_condition(accuracy):
    whose = [use.whose for use in accuracy.use]
    assert whose == ["all", *["reviewer"] * 3, *["condition"] * 3]
    assert [sum(use.counts) for use in accuracy.use] == [36, 12, 12, 12, 12, 12, 12]
    assert {len(use.counts) for use in accuracy.use} == {3}


def test_a_scale_point_that_nobody_used_is_counted_as_none():
    table = table_of([[0, 2], [2, 2], [0, 0]], levels=(0, 1, 2, 3))
    assert use_of_points(table, {})[0].counts == (3, 0, 3, 0)


def test_coincidences_count_each_rating_once_and_are_symmetric():
    table = table_of([[0, 1, 1], [2, 2, 2], [0, 0, 2]], levels=(0, 1, 2))
    counts = coincidences(table).counts
    assert [sum(row) for row in counts] == pytest.approx([3, 2, 4])
    assert counts == tuple(zip(*counts, strict=True))


def test_two_raters_on_a_wide_scale_have_a_plot_of_their_differences():
    wide = table_of([[n, n + 1] for n in range(10)], levels=range(11))
    narrow = table_of([[n % 2, 1] for n in range(10)], levels=(0, 1, 2))
    drawn = {"label": "Q", "use": (), "places": (), "read": None}
    kinds = [
        {figure.kind for figure in question_figures(table, ends=(0, 10), **drawn)}
        for table in (wide, narrow)
    ]
    assert "bland-altman" in kinds[0]
    assert "bland-altman" not in kinds[1]


def test_a_figure_is_found_by_its_question_and_its_kind(accuracy):
    kinds = {figure.kind for figure in accuracy.figures}
    assert kinds == {"distribution", "disagreement", "pairs", "position"}
    nothing = SimpleNamespace(
        questions=(accuracy,),
        forest=None,
        correlations=None,
        behaviour=None,
        controls=SimpleNamespace(figures=()),
    )
    assert figure_named(nothing, key="accuracy", kind="pairs").kind == "pairs"
    assert figure_named(nothing, key="accuracy", kind="forest") is None


def test_the_same_ratings_are_not_computed_twice():
    asked = []
    statistic = remembering(lambda table: asked.append(table) or len(asked))
    table = table_of([[0, 1], [1, 1]], levels=(0, 1))
    again = table_of([[0, 1], [1, 1]], levels=(0, 1))
    other = table_of([[0, 1], [1, 0]], levels=(0, 1))
    assert [statistic(one) for one in (table, again, other)] == [1, 1, 2]
