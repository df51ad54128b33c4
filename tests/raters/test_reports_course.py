"""Which set of ratings leads, and what stands beside it?"""

from dataclasses import replace

import pytest

from raters.reliability import RatingTable
from raters.reliability.prespecified import prespecified
from raters.reliability.summary import summary
from raters.reports.comparing import compared
from raters.reports.course import Course, RatedSet
from raters.reports.findings import finding_of
from tests.raters.reliability.tables import table_of as table_of_matrix

ANCHORS = frozenset(f"item-{n:03}" for n in range(30))
CROSSED = Course(
    statistic="icc_2_1",
    is_prespecified=True,
    target=0.6,
    leading="auto",
    rotates=False,
    anchors=frozenset(),
    anchors_drawn=True,
    hit_rate=None,
    hit_rate_good=0.8,
    seed=1,
    resamples=200,
)
ROTATING = replace(CROSSED, rotates=True, anchors=ANCHORS)


def table_of(n_items: int = 40, *, rotates: bool = False) -> RatingTable:
    """Four reviewers; where items rotate, two of them on each item that is no anchor."""
    rows = [
        (f"item-{item:03}", reviewer, (item * 7 + (item + reviewer) % 3) % 5)
        for item in range(n_items)
        for reviewer in range(4)
        if not rotates or item < 30 or (item + reviewer) % 2
    ]
    items, raters, scores = zip(*rows, strict=True)
    return RatingTable.from_columns(item=items, rater=raters, score=scores, levels=range(5))


def sets(course: Course, *, rotates: bool = False) -> tuple[RatedSet, ...]:
    return course.sets_of(table_of(rotates=rotates))


def test_fully_crossed_all_real_items_lead():
    assert sets(CROSSED) == (RatedSet.COMPLETE, RatedSet.ALL)


def test_thirty_drawn_anchors_lead_and_all_ratings_stand_beside():
    assert sets(ROTATING, rotates=True) == (RatedSet.ANCHORS, RatedSet.ALL)


def test_fewer_than_thirty_anchors_do_not_lead():
    few = replace(ROTATING, anchors=frozenset(sorted(ANCHORS)[:29]))
    assert sets(few, rotates=True) == (RatedSet.ALL, RatedSet.ANCHORS)


def test_picked_anchors_are_a_stratum_and_the_rest_is_another():
    picked = replace(ROTATING, anchors_drawn=False)
    assert sets(picked, rotates=True) == (RatedSet.ALL, RatedSet.ANCHORS, RatedSet.ROTATED)


@pytest.mark.parametrize(
    ("leading", "first"),
    [("mixed_model", RatedSet.ALL), ("anchors", RatedSet.ANCHORS)],
)
def test_what_the_protocol_says_of_rotation_goes_before_the_rule(leading, first):
    few = replace(ROTATING, anchors=frozenset(sorted(ANCHORS)[:5]), leading=leading)
    assert sets(few, rotates=True)[0] is first


def test_of_alpha_there_is_one_value_on_all_ratings():
    assert sets(replace(CROSSED, statistic="alpha_ordinal")) == (RatedSet.ALL,)


def test_the_anchors_value_is_that_of_the_anchor_items_alone():
    table = table_of(rotates=True)
    finding = finding_of(table, ROTATING, {})
    alone = prespecified(
        table.only_items(ANCHORS), "icc_2_1", lead="complete items", seed=1, resamples=200
    )
    assert finding.lead.estimate == alone
    assert finding.lead.estimate.n_items == 30
    assert [one.estimate.n_items for _on, one in finding.others] == [40]


def test_picked_anchors_are_said_to_be_picked():
    finding = finding_of(table_of(rotates=True), replace(ROTATING, anchors_drawn=False), {})
    words = [str(on) for on, _one in finding.others]
    assert "picked and not drawn at random" in words[0]


@pytest.mark.parametrize("statistic", ["icc_2_1", "alpha_ordinal", "alpha_nominal"])
@pytest.mark.parametrize("rotates", [False, True])
def test_what_the_summary_knows_is_what_the_protocol_names(statistic, rotates):
    table, course = table_of(rotates=rotates), replace(CROSSED, statistic=statistic)
    known = summary(table, seed=1, resamples=200).estimates
    assert finding_of(table, course, known) == finding_of(table, course, {})


@pytest.mark.parametrize("statistic", ["icc_2_1", "icc_3_1", "icc_1_1", "icc_2_k"])
@pytest.mark.parametrize("lead", ["all ratings", "complete items"])
def test_a_compared_value_is_the_value_of_the_full_computation(statistic, lead):
    table = table_of(rotates=True)
    asked = {"lead": lead, "seed": 1, "resamples": 200}
    quick = compared(table, statistic, **asked)
    full = prespecified(table, statistic, **asked)
    assert quick.value == pytest.approx(full.value, abs=1e-9)
    assert quick.n_items == full.n_items


@pytest.mark.parametrize(
    "scores", [[[0, 1], [1, 0]], [[0, 1], [0, 1]], [[1, 1], [1, 1]], [[0, 1], [2, 3]]]
)
@pytest.mark.parametrize("statistic", ["icc_2_1", "icc_3_1"])
def test_a_table_without_any_spread_or_error_is_compared_as_it_is_computed(scores, statistic):
    table = table_of_matrix(scores, levels=range(4))
    for lead in ("complete items", "all ratings"):
        asked = {"lead": lead, "seed": 1, "resamples": 200}
        quick, full = compared(table, statistic, **asked), prespecified(table, statistic, **asked)
        assert quick.value == pytest.approx(full.value, abs=1e-6)
        assert quick.reason == full.reason


def test_the_protocols_threshold_decides_whether_a_hit_rate_is_good():
    strict = replace(CROSSED, hit_rate=0.85, hit_rate_good=0.9)
    lenient = replace(CROSSED, hit_rate=0.7, hit_rate_good=0.6)
    assert strict.judged_hit_rate < 0.8 <= lenient.judged_hit_rate


def test_band_words_are_for_intraclass_correlations_only():
    table = table_of()
    icc = finding_of(table, CROSSED, {})
    alpha = finding_of(table, replace(CROSSED, statistic="alpha_ordinal"), {})
    assert icc.lead.band is not None
    assert alpha.lead.band is None
