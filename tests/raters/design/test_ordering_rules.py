from collections import Counter
from itertools import groupby, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raters.design.ordering import Draw, OrderRules, QueueItem, drawn_places
from tests.raters.design.test_ordering import draws

DRAW = Draw(seed=7, round=1, pseudonym="R01")


@st.composite
def queues(draw):
    """Up to 10 cases of up to 4 items in arms A to D, and up to 5 controls, also in arms."""
    sizes = draw(st.lists(st.integers(1, 4), min_size=1, max_size=10))
    controls = draw(st.integers(0, 5))
    real = [
        QueueItem(f"{case}/{arm}", f"case-{case}", arm=arm)
        for case, size in enumerate(sizes)
        for arm in "ABCD"[:size]
    ]
    return real + [QueueItem(f"k{n}", f"own-{n}", True, "A") for n in range(controls)]


@st.composite
def arms_of_own_cases(draw):
    """Real items of two arms, each of a case of its own; and controls."""
    counts = {arm: draw(st.integers(0, 20)) for arm in "AB"}
    real = [
        QueueItem(f"{arm}{n}", f"{arm}{n}", arm=arm)
        for arm, n_of in counts.items()
        for n in range(n_of)
    ]
    controls = [QueueItem(f"k{n}", f"k{n}", True) for n in range(draw(st.integers(0, 3)))]
    return real + controls


rules = st.builds(
    OrderRules,
    longest_run=st.none() | st.integers(1, 4),
    repeats=st.integers(0, 12),
    repeat_gap=st.integers(0, 60),
    side_by_side=st.booleans(),
)


def showings(places, showing):
    return [place for place in places if place.showing == showing]


def real_items(items):
    return [item for item in items if not item.is_control]


def pairs(n_cases, controls=0):
    """Cases with an item of arm A and one of arm B, and controls."""
    real = [QueueItem(f"c{n}/{arm}", f"c{n}", arm=arm) for n in range(n_cases) for arm in "AB"]
    return real + [QueueItem(f"k{n}", f"own{n}", True) for n in range(controls)]


def gaps(places):
    first = {place.key: place.page for place in showings(places, 1)}
    return [place.page - first[place.key] for place in showings(places, 2)]


@given(queues(), draws, rules)
def test_every_item_is_shown_a_first_time_once(items, draw, rules):
    places = showings(drawn_places(items, draw=draw, rules=rules), 1)
    assert sorted(place.key for place in places) == sorted(item.key for item in items)


@given(queues(), draws, rules, st.randoms(use_true_random=False))
def test_the_order_of_import_does_not_matter_under_any_rules(items, draw, rules, shuffler):
    shuffled = shuffler.sample(items, len(items))
    expected = drawn_places(items, draw=draw, rules=rules)
    assert drawn_places(shuffled, draw=draw, rules=rules) == expected


@given(queues(), draws, rules)
def test_pages_count_from_one_without_a_break(items, draw, rules):
    pages = [place.page for place in drawn_places(items, draw=draw, rules=rules)]
    assert pages == sorted(pages)
    assert set(pages) == set(range(1, pages[-1] + 1))


@given(queues(), draws, st.integers(0, 50), st.integers(0, 60))
def test_as_many_real_items_as_wanted_are_shown_again_while_there_are_so_many(
    items, draw, repeats, gap
):
    rules = OrderRules(repeats=repeats, repeat_gap=gap)
    again = showings(drawn_places(items, draw=draw, rules=rules), 2)
    real = {item.key for item in real_items(items)}
    assert len({place.key for place in again} & real) == len(again) == min(repeats, len(real))


@given(queues(), draws, st.integers(1, 12), st.data())
def test_any_distance_up_to_the_number_of_real_items_is_kept(items, draw, repeats, data):
    gap = data.draw(st.integers(0, len(real_items(items))))
    rules = OrderRules(repeats=repeats, repeat_gap=gap)
    assert min(gaps(drawn_places(items, draw=draw, rules=rules))) >= gap


@pytest.mark.parametrize("repeats", [1, 2, 3])
def test_in_a_queue_too_short_for_the_distance_repeats_come_as_late_as_they_can(repeats):
    items = [QueueItem(f"i{n}", f"c{n}") for n in range(3)]
    rules = OrderRules(repeats=repeats, repeat_gap=9)
    places = drawn_places(items, draw=DRAW, rules=rules)
    assert gaps(places) == [3] * repeats


@given(st.integers(10, 30), st.integers(0, 4), st.integers(1, 4), draws)
def test_second_showings_stand_beside_no_control_and_no_other_where_there_is_room(
    n_cases, controls, repeats, draw
):
    rules = OrderRules(repeats=repeats, repeat_gap=n_cases // 4)
    places = drawn_places(pairs(n_cases, controls), draw=draw, rules=rules)
    special = [place.showing == 2 or place.key[0] == "k" for place in places]
    again = [place.showing == 2 for place in places]
    beside = [i for i, (a, b) in enumerate(pairwise(special)) if a and b and any(again[i : i + 2])]
    assert beside == []


@given(st.integers(5, 20), st.integers(0, 3), st.integers(0, 4), draws)
def test_a_second_showing_has_no_neighbour_of_its_case(n_cases, controls, repeats, draw):
    items = pairs(n_cases, controls)
    case = {item.key: item.case for item in items}
    rules = OrderRules(repeats=repeats, repeat_gap=n_cases // 2)
    places = drawn_places(items, draw=draw, rules=rules)
    close = [
        b for a, b in pairwise(places) if case[a.key] == case[b.key] and 2 in {a.showing, b.showing}
    ]
    assert close == []


@given(queues(), draws, rules)
def test_repeats_push_no_control_into_the_first_place(items, draw, rules):
    first = drawn_places(items, draw=draw, rules=rules)[0]
    assert first.key in {item.key for item in real_items(items)}


@given(queues(), draws, st.integers(0, 12), st.integers(0, 40))
def test_each_stratum_of_the_queue_with_its_repeats_holds_one_control(items, draw, repeats, gap):
    rules = OrderRules(repeats=repeats, repeat_gap=gap)
    places = drawn_places(items, draw=draw, rules=rules)
    found = [index for index, place in enumerate(places) if place.key[0] == "k"]
    n, rest = len(found), len(places) - 1
    strata = [range(1 + k * rest // n, 1 + (k + 1) * rest // n) for k in range(n)]
    assert [at in stratum for at, stratum in zip(found, strata, strict=True)] == [True] * n


@pytest.mark.parametrize("seed", range(20))
def test_with_repeats_six_controls_still_reach_every_third_of_the_queue(seed):
    rules = OrderRules(repeats=10, repeat_gap=12)
    places = drawn_places(pairs(20, controls=6), draw=Draw(seed, 1, "R01"), rules=rules)
    thirds = Counter(
        index * 3 // len(places) for index, place in enumerate(places) if place.key[0] == "k"
    )
    assert sorted(thirds) == [0, 1, 2]


@given(
    arms_of_own_cases().filter(lambda items: len(real_items(items)) > 0), draws, st.integers(1, 4)
)
def test_an_arm_runs_too_long_only_where_nothing_else_is_left(items, draw, limit):
    rules = OrderRules(longest_run=limit)
    arm = {item.key: "" if item.is_control else item.arm for item in items}
    arms = [arm[place.key] for place in drawn_places(items, draw=draw, rules=rules)]
    for end in range(limit, len(arms)):
        run = set(arms[end - limit : end + 1])
        if len(run) == 1 and run != {""}:
            assert set(arms[end:]) - {""} == run


@given(st.integers(1, 20), st.integers(0, 4), st.integers(1, 4), draws)
def test_no_arm_runs_too_long_where_arms_are_balanced(n, controls, limit, draw):
    items = [QueueItem(f"{arm}{k}", f"{arm}{k}", arm=arm) for arm in "AB" for k in range(n)]
    items += [QueueItem(f"k{k}", f"k{k}", True) for k in range(controls)]
    places = drawn_places(items, draw=draw, rules=OrderRules(longest_run=limit))
    runs = [(arm, len(list(run))) for arm, run in groupby(place.key[0] for place in places)]
    assert [run for arm, run in runs if arm != "k" and run > limit] == []


def test_cases_are_kept_apart_before_runs_are_kept_short():
    items = [QueueItem("x/A", "x", arm="A"), QueueItem("x/B", "x", arm="B")]
    items += [QueueItem("y/A", "y", arm="A")]
    places = drawn_places(items, draw=DRAW, rules=OrderRules(longest_run=1))
    assert [place.key[0] for place in places] == ["x", "y", "x"]


def test_the_rules_of_one_reviewer_give_another_reviewer_another_order():
    rules = OrderRules(longest_run=2, repeats=3, repeat_gap=8)
    drawn = {
        drawn_places(pairs(12, 2), draw=Draw(7, 1, f"R{n:02}"), rules=rules) for n in range(10)
    }
    assert len(drawn) == 10


def test_impossible_rules_are_refused():
    with pytest.raises(ValueError, match="longest_run is below 1"):
        OrderRules(longest_run=0)
    with pytest.raises(ValueError, match="repeats or repeat_gap is below 0"):
        OrderRules(repeats=-1)


@given(queues(), draws, st.integers(0, 4))
def test_side_by_side_a_page_holds_all_items_of_one_case(items, draw, repeats):
    places = drawn_places(items, draw=draw, rules=OrderRules(repeats=repeats, side_by_side=True))
    case = {item.key: item.case for item in items}
    size = Counter(item.case for item in items)
    for _, page in groupby(places, key=lambda place: place.page):
        cases = [case[place.key] for place in page]
        assert cases == [cases[0]] * size[cases[0]]


@given(queues(), draws, st.integers(0, 4))
def test_labels_name_the_items_of_a_page_in_the_order_in_which_they_stand(items, draw, repeats):
    places = drawn_places(items, draw=draw, rules=OrderRules(repeats=repeats, side_by_side=True))
    for _, page in groupby(places, key=lambda place: place.page):
        labels = "".join(place.label for place in page)
        assert labels == "ABCD"[: len(labels)]


def test_behind_z_labels_have_two_letters():
    items = [QueueItem(f"i{n}", "one") for n in range(28)]
    places = drawn_places(items, draw=DRAW, rules=OrderRules(side_by_side=True))
    assert [place.label for place in places[24:]] == ["Y", "Z", "AA", "AB"]


def test_the_second_showing_of_a_page_has_labels_of_its_own():
    items = [QueueItem(f"i{n}", "one") for n in range(8)]
    rules = OrderRules(repeats=1, side_by_side=True)
    places = drawn_places(items, draw=DRAW, rules=rules)
    first, again = ([place.key for place in showings(places, n)] for n in (1, 2))
    assert sorted(first) == sorted(again)
    assert first != again


def test_reviewers_see_the_items_of_a_case_under_different_labels():
    items = [QueueItem(f"i{n}", "one") for n in range(6)]
    rules = OrderRules(side_by_side=True)
    drawn = {drawn_places(items, draw=Draw(7, 1, f"R{n}"), rules=rules) for n in range(5)}
    assert len(drawn) == 5


@pytest.mark.parametrize(
    ("arms_are_controls", "n_repeats"), [((True, False), 2), ((True, True), 1)]
)
def test_a_page_is_a_control_only_if_all_its_items_are(arms_are_controls, n_repeats):
    items = [QueueItem(f"x{n}", "x", known) for n, known in enumerate(arms_are_controls)]
    items.append(QueueItem("y", "y"))
    rules = OrderRules(repeats=9, side_by_side=True)
    places = drawn_places(items, draw=DRAW, rules=rules)
    assert len({place.page for place in showings(places, 2)}) == n_repeats


def test_a_known_queue_with_rules_stays_the_same_on_every_machine():
    rules = OrderRules(longest_run=2, repeats=2, repeat_gap=4)
    places = drawn_places(pairs(4, controls=2), draw=DRAW, rules=rules)
    assert " ".join(f"{p.key}:{p.showing}" for p in places) == (
        "c2/B:1 k1:1 c0/B:1 c3/A:1 c2/A:1 c1/B:1 c0/A:1 c3/A:2 c1/A:1 k0:1 c3/B:1 c0/B:2"
    )


def test_a_known_queue_side_by_side_stays_the_same_on_every_machine():
    rules = OrderRules(repeats=1, repeat_gap=3, side_by_side=True)
    places = drawn_places(pairs(4, controls=2), draw=DRAW, rules=rules)
    assert " ".join(f"{p.page}{p.label}:{p.key}:{p.showing}" for p in places) == (
        "1A:c1/A:1 1B:c1/B:1 2A:k0:1 3A:c3/B:1 3B:c3/A:1 4A:c1/B:2 4B:c1/A:2 "
        "5A:c0/A:1 5B:c0/B:1 6A:c2/A:1 6B:c2/B:1 7A:k1:1"
    )
