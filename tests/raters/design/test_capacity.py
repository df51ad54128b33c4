from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raters.design.capacity import Infeasible, Workload

PUBLISHED = Workload(cap=30, anchors=20, per_item=2)

workloads = st.builds(
    Workload,
    cap=st.integers(1, 80),
    anchors=st.integers(0, 40),
    per_item=st.integers(1, 5),
    controls=st.integers(0, 10),
    repeats=st.integers(0, 5),
)


def words(obstacle):
    return [str(obstacle.reason), *map(str, obstacle.remedies)]


def test_four_to_eight_readers_carry_pools_of_40_to_60():
    pools = [PUBLISHED.largest_pool(readers) for readers in range(4, 9)]
    assert pools == [40, 45, 50, 55, 60]


def test_with_four_controls_they_carry_pools_of_32_to_44():
    pools = [replace(PUBLISHED, controls=4).largest_pool(readers) for readers in range(4, 9)]
    assert pools == [32, 35, 38, 41, 44]


def test_pools_of_40_to_60_need_four_to_eight_readers():
    assert [PUBLISHED.readers_for(pool) for pool in (40, 41, 45, 60)] == [4, 5, 5, 8]


def test_repeats_take_places_like_controls():
    assert replace(PUBLISHED, controls=2, repeats=2).largest_pool(4) == 32


def test_a_pool_of_anchors_alone_needs_as_many_readers_as_an_item():
    assert PUBLISHED.readers_for(20) == 2


@given(workloads.filter(lambda w: w.slots > 0), st.integers(0, 2000))
def test_the_fewest_readers_carry_the_pool_and_one_fewer_do_not(workload, more):
    pool = workload.anchors + more
    readers = workload.readers_for(pool)
    assert workload.obstacle_to(pool=pool, readers=readers) is None
    assert workload.obstacle_to(pool=pool, readers=readers - 1) is not None


def test_a_cap_without_a_place_for_rotated_items_is_answered_in_words():
    obstacle = Workload(cap=24, anchors=20, per_item=2, controls=3, repeats=2).obstacle()
    assert words(obstacle) == [
        "20 anchors, 3 controls and 2 repeats leave no place for rotated items under a cap of 24.",
        "Raise the cap to at least 26.",
        "Take at most 18 anchors.",
        "Take at most 1 controls.",
        "Take at most 0 repeats.",
    ]


@given(workloads.filter(lambda w: w.slots <= 0))
def test_raising_the_cap_as_told_makes_the_design_feasible(workload):
    told = workload.obstacle().remedies[0].values["cap"]
    assert replace(workload, cap=told).obstacle() is None
    assert replace(workload, cap=told - 1).obstacle() is not None


def test_an_infeasible_design_has_no_largest_pool():
    with pytest.raises(Infeasible, match="leave no place for rotated items"):
        Workload(cap=20, anchors=20, per_item=2).largest_pool(4)


def test_too_large_a_pool_is_told_each_way_out():
    assert words(PUBLISHED.obstacle_to(pool=50, readers=4)) == [
        "4 reviewers with a cap of 30 cannot give each of 30 rotated items 2 reviewers.",
        "Find at least 6 reviewers.",
        "Raise the cap to at least 35.",
        "Take a pool of at most 40 items.",
    ]


def test_one_reviewer_cannot_give_an_item_two():
    assert words(PUBLISHED.obstacle_to(pool=30, readers=1)) == [
        "1 reviewers cannot give an item 2 different reviewers.",
        "Find at least 2 reviewers.",
        "Ask for at most 1 reviewers per item.",
    ]


def test_more_anchors_than_items_are_refused():
    assert words(PUBLISHED.obstacle_to(pool=12, readers=4)) == [
        "A pool of 12 items has no 20 anchors.",
        "Take at most 12 anchors.",
    ]


def test_counts_below_zero_and_items_without_reviewers_are_refused():
    assert words(replace(PUBLISHED, controls=-1).obstacle()) == ["A count is below zero."]
    assert words(replace(PUBLISHED, per_item=0).obstacle()) == [
        "Each item needs at least one reviewer."
    ]
