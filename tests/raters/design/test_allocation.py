import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from raters.design.allocation import (
    AnchorChoice,
    Change,
    PanelMember,
    PoolItem,
    Spread,
    allocation_report,
    anchor_and_rotate,
    fully_crossed,
    rank,
    with_reviewer,
    without_reviewer,
)
from raters.design.capacity import Infeasible

ARMS, DOMAINS = "ABC", ("sleep", "pain", "mood", "diet")


def pool_of(n):
    return [
        PoolItem(f"item-{i}", {"arm": ARMS[i % 3], "domain": DOMAINS[i // 3 % 4]}) for i in range(n)
    ]


def panel_of(n, strata=("",)):
    return [PanelMember(f"R{i:02}", strata[i % len(strata)]) for i in range(n)]


def allocate(n, readers, per_item, *, anchors=0, seed=7, strata=("",)):
    return anchor_and_rotate(
        pool_of(n), panel_of(readers, strata), per_item=per_item, anchors=anchors, seed=seed
    )


def begun(allocation, share):
    """A share of all seats, drawn by hash: (pseudonym, item key)."""
    return {
        (name, key)
        for key, names in allocation.readers.items()
        for name in names
        if int(rank(99, name, key)[:4], 16) < share * 0x10000
    }


def seats(allocation):
    return {(name, key) for key, names in allocation.readers.items() for name in names}


def rotated_loads(report):
    return [load.rotated for load in report.loads if not load.departed]


@st.composite
def designs(draw, most_items=2000, most_readers=40):
    """(items, readers, reviewers per item, anchors)."""
    readers = draw(st.integers(2, most_readers))
    items = draw(st.integers(1, most_items))
    return (
        items,
        readers,
        draw(st.integers(1, min(readers, 4))),
        draw(st.integers(0, min(items, 30))),
    )


small_designs = designs(most_items=80, most_readers=9)


# --- The rule


@settings(max_examples=30, deadline=None)
@given(designs(), st.integers(0, 2**31))
def test_each_rotated_item_has_its_reviewers_and_loads_are_within_one(design, seed):
    items, readers, per_item, anchors = design
    allocation = allocate(items, readers, per_item, anchors=anchors, seed=seed)
    rotated = [names for key, names in allocation.readers.items() if key not in allocation.anchors]
    assert [len(set(names)) for names in rotated] == [per_item] * (items - anchors)
    loads = rotated_loads(allocation_report(allocation))
    assert (len(loads), max(loads) - min(loads) <= 1) == (readers, True)


@settings(deadline=None)
@given(small_designs)
def test_everyone_rates_every_anchor(design):
    items, readers, per_item, anchors = design
    allocation = allocate(items, readers, per_item, anchors=anchors)
    everyone = {member.pseudonym for member in panel_of(readers)}
    assert [set(allocation.readers[key]) for key in allocation.anchors] == [everyone] * anchors


@settings(deadline=None)
@given(small_designs, st.randoms())
def test_neither_the_order_of_items_nor_of_reviewers_matters(design, random):
    items, readers, per_item, anchors = design
    pool, panel = pool_of(items), panel_of(readers, ("GP", "nurse"))
    random.shuffle(pool)
    random.shuffle(panel)
    again = anchor_and_rotate(pool, panel, per_item=per_item, anchors=anchors, seed=7)
    assert again == allocate(items, readers, per_item, anchors=anchors, strata=("GP", "nurse"))


def test_another_seed_gives_another_allocation():
    assert allocate(60, 6, 2).readers != allocate(60, 6, 2, seed=8).readers


def test_a_known_allocation_stays_the_same_on_every_machine():
    allocation = allocate(9, 4, 2, anchors=2)
    readers = {key[5:]: " ".join(names) for key, names in allocation.readers.items()}
    assert readers == {
        "2": "R01 R03 R00 R02",
        "5": "R01 R03 R00 R02",
        "3": "R00 R02",
        "8": "R03 R02",
        "1": "R01 R02",
        "4": "R01 R00",
        "7": "R03 R00",
        "0": "R01 R03",
        "6": "R01 R02",
    }


def test_a_large_known_allocation_stays_the_same_on_every_machine():
    allocation = allocate(300, 12, 3, anchors=20, strata=("GP", "nurse", "resident"))
    text = repr(sorted(allocation.readers.items()))
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == "0b5f2e9763793a52"


# --- Anchors


def test_drawn_anchors_are_the_items_of_lowest_rank():
    allocation = allocate(30, 4, 2, anchors=5)
    keys = sorted((f"item-{i}" for i in range(30)), key=lambda key: rank(7, "anchor", key))
    assert (allocation.anchors, allocation.anchor_choice) == (tuple(keys[:5]), AnchorChoice.DRAWN)


def test_picked_anchors_are_kept_and_recorded_as_picked():
    allocation = allocate(30, 4, 2, anchors=["item-3", "item-9"])
    assert (set(allocation.anchors), allocation.anchor_choice) == (
        {"item-3", "item-9"},
        AnchorChoice.GIVEN,
    )


# --- Pairs


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 40), st.integers(1, 400))
def test_pairs_of_two_meet_equally_often_within_one(readers, items):
    assert allocation_report(allocate(items, readers, 2)).meetings.width <= 1


@pytest.mark.parametrize(
    ("items", "readers", "per_item", "times"),
    [(7, 7, 3, 1), (26, 13, 3, 1), (26, 13, 4, 2), (30, 10, 3, 2), (80, 16, 3, 2), (20, 6, 3, 4)],
)
def test_known_balanced_designs_are_reached(items, readers, per_item, times):
    assert allocation_report(allocate(items, readers, per_item)).meetings == Spread(times, times)


def test_pairs_of_many_reviewers_meet_within_one():
    reports = [
        allocation_report(allocate(*sizes))
        for sizes in [(500, 12, 4), (200, 10, 3), (333, 17, 5), (101, 6, 5)]
    ]
    assert [report.meetings.width for report in reports] == [1, 1, 1, 1]


def test_a_spread_that_cannot_be_within_one_is_reported():
    report = allocation_report(allocate(40, 8, 2, strata=("GP", "nurse")))
    assert (report.meetings, report.meetings_across) == (Spread(0, 3), Spread(2, 3))


# --- Strata


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 120), st.sampled_from([(4, 2), (6, 2), (6, 3), (9, 3), (12, 3)]))
def test_the_reviewers_of_an_item_come_from_different_strata(items, panel):
    readers, kinds = panel
    strata = ("GP", "nurse", "resident")[:kinds]
    report = allocation_report(allocate(items, readers, min(kinds, 2), strata=strata))
    assert (report.items_with_stratum_twice, report.load.width <= 1) == (0, True)


def test_level_loads_come_before_different_strata():
    panel = [PanelMember("A", "GP"), PanelMember("B", "nurse"), PanelMember("C", "nurse")]
    allocation = anchor_and_rotate(pool_of(30), panel, per_item=2, anchors=0, seed=1)
    report = allocation_report(allocation)
    assert (report.load, report.items_with_stratum_twice) == (Spread(20, 20), 10)


@settings(max_examples=40, deadline=None)
@given(st.integers(24, 300), st.integers(3, 20), st.integers(2, 3))
def test_each_reviewer_meets_every_arm_and_domain_about_equally_often(items, readers, per_item):
    report = allocation_report(allocate(items, readers, per_item))
    assert report.imbalance <= 3


def test_the_reached_balance_of_strata_is_reported_level_by_level():
    report = allocation_report(allocate(120, 8, 2))
    found = [(b.factor, b.level, b.items, b.per_reviewer.width <= 1) for b in report.strata]
    assert found == [("arm", arm, 40, True) for arm in ARMS] + [
        ("domain", domain, 30, True) for domain in sorted(DOMAINS)
    ]


# --- The report


def test_the_report_of_a_small_design_says_it_all():
    pool = [PoolItem(key) for key in "abcd"]
    panel = [PanelMember(name) for name in ("Alice", "Bob", "Charlie")]
    allocation = anchor_and_rotate(pool, panel, per_item=2, anchors=["a"], seed=1)
    report = allocation_report(allocation)
    assert report.load == Spread(2, 2)
    assert report.readers_per_item == Spread(2, 2)
    assert report.overlaps == ((0, 1, 1), (1, 0, 1), (1, 1, 0))
    assert [load.total for load in report.loads] == [3, 3, 3]
    assert [sum(row) for row in report.coverage] == [3, 3, 3]
    assert [row[0] for row in report.coverage] == [True] * 3
    assert (report.items[0], report.is_connected) == ("a", True)


def test_a_panel_that_shares_no_item_is_reported_as_apart():
    report = allocation_report(allocate(2, 4, 2))
    assert (report.is_connected, sorted(map(len, report.groups))) == (False, [2, 2])


def test_one_anchor_connects_the_panel():
    assert allocation_report(allocate(3, 4, 2, anchors=1)).is_connected


def test_by_reviewer_has_the_shape_of_a_full_crossing():
    panel = [PanelMember(name) for name in ("R00", "R01", "R02")]
    crossed = fully_crossed(pool_of(5), panel, seed=1).by_reviewer()
    mine = allocate(5, 3, 2, anchors=5).by_reviewer()
    assert {name: sorted(mine[name]) for name in mine} == {
        name: sorted(crossed[name]) for name in crossed
    }


# --- What cannot be done


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"per_item": 5}, "4 reviewers cannot give an item 5 different reviewers."),
        ({"per_item": 0}, "Each item needs at least one reviewer."),
        ({"anchors": 40}, "A pool of 10 items has no 40 anchors."),
        ({"anchors": ["item-1", "nowhere"]}, "The anchor nowhere is not in the pool."),
        ({"anchors": ["item-1", "item-1"]}, "item-1 is named twice."),
        ({"pool": [PoolItem("a"), PoolItem("a")], "anchors": 0}, "a is named twice."),
        ({"panel": [PanelMember("R")] * 2}, "R is named twice."),
    ],
)
def test_an_impossible_design_is_refused_in_words(change, reason):
    wanted = {"pool": pool_of(10), "panel": panel_of(4), "per_item": 2, "anchors": 2, **change}
    with pytest.raises(Infeasible) as refusal:
        anchor_and_rotate(wanted.pop("pool"), wanted.pop("panel"), seed=1, **wanted)
    assert str(refusal.value.obstacle.reason) == reason


# --- A reviewer leaves, a reviewer comes late

shares = st.sampled_from([0, 0.2, 0.5])


def has_kept_the_rule(amended, allocation, started):
    """No started seat is gone, every rotated item has its reviewers, the panel all anchors."""
    panel = {member.pseudonym for member in amended.panel}
    full = [
        panel <= set(names)
        if key in amended.anchors
        else len(set(names)) == len(names) == amended.per_item
        for key, names in amended.readers.items()
    ]
    return started & seats(allocation) <= seats(amended) and all(full)


@settings(max_examples=60, deadline=None)
@given(designs(most_items=200, most_readers=12).filter(lambda d: d[1] > d[2]), shares)
def test_a_reviewer_who_leaves_is_replaced_without_touching_a_started_item(design, share):
    items, readers, per_item, anchors = design
    allocation = allocate(items, readers, per_item, anchors=anchors, strata=("GP", "nurse"))
    started = begun(allocation, share)
    amended = without_reviewer(allocation, "R01", started=started).allocation
    assert has_kept_the_rule(amended, allocation, started)
    assert {key for name, key in seats(amended) if name == "R01"} == {
        key for name, key in started if name == "R01"
    }


@settings(max_examples=60, deadline=None)
@given(designs(most_items=200, most_readers=12), shares)
def test_a_late_reviewer_takes_over_without_touching_a_started_item(design, share):
    items, readers, per_item, anchors = design
    allocation = allocate(items, readers, per_item, anchors=anchors, strata=("GP", "nurse"))
    started = begun(allocation, share)
    late = with_reviewer(allocation, PanelMember("late", "GP"), started=started).allocation
    assert has_kept_the_rule(late, allocation, started)


@settings(max_examples=40, deadline=None)
@given(designs(most_items=200, most_readers=12).filter(lambda d: d[1] > d[2]))
def test_before_anyone_starts_loads_stay_within_one(design):
    items, readers, per_item, anchors = design
    allocation = allocate(items, readers, per_item, anchors=anchors)
    left = without_reviewer(allocation, "R00", started=()).allocation
    late = with_reviewer(left, PanelMember("late"), started=()).allocation
    assert [allocation_report(a).load.width <= 1 for a in (left, late)] == [True, True]


def test_halfway_through_loads_are_level_again():
    allocation = allocate(320, 8, 2, anchors=20)
    started = begun(allocation, 0.5)
    left = without_reviewer(allocation, "R03", started=started).allocation
    late = with_reviewer(left, PanelMember("late"), started=started).allocation
    assert allocation_report(left).load.width <= 1
    assert allocation_report(late).load.width <= 1


def test_loads_that_cannot_be_level_are_reported():
    allocation = allocate(60, 4, 2)
    late = with_reviewer(allocation, PanelMember("late"), started=seats(allocation))
    assert (late.changes, allocation_report(late.allocation).load) == ((), Spread(0, 30))


@given(shares)
def test_the_changes_are_the_whole_difference(share):
    allocation = allocate(60, 5, 2, anchors=6)
    amendment = without_reviewer(allocation, "R02", started=begun(allocation, share))
    taken = {(c.taken_from, c.item) for c in amendment.changes if c.taken_from}
    given_to = {(c.given_to, c.item) for c in amendment.changes if c.given_to}
    before, after = seats(allocation), seats(amendment.allocation)
    assert (before - after, after - before) == (taken, given_to)


def test_only_the_items_of_who_leaves_move_while_loads_allow():
    allocation = allocate(60, 6, 2)
    changes = without_reviewer(allocation, "R02", started=()).changes
    assert {change.taken_from for change in changes} == {"R02"}


def test_a_late_reviewer_is_given_the_anchors_by_nobody():
    allocation = allocate(20, 4, 2, anchors=3)
    changes = with_reviewer(allocation, PanelMember("late"), started=()).changes
    added = {change for change in changes if change.item in allocation.anchors}
    assert added == {Change(key, None, "late") for key in allocation.anchors}


def test_a_panel_that_would_be_too_small_keeps_its_reviewer():
    with pytest.raises(Infeasible, match="1 reviewers cannot give an item 2"):
        without_reviewer(allocate(20, 2, 2), "R00", started=())


def test_a_stranger_cannot_leave_and_nobody_comes_twice():
    allocation = allocate(20, 3, 2)
    with pytest.raises(Infeasible, match="Zoe is not on the panel"):
        without_reviewer(allocation, "Zoe", started=())
    with pytest.raises(Infeasible, match="R00 is named twice"):
        with_reviewer(allocation, PanelMember("R00"), started=())
