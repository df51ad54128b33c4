from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from raters.design.ordering import (
    Draw,
    OrderRules,
    QueueItem,
    control_slots,
    drawn_places,
    ordered,
)

DRAW = Draw(seed=7, round=1, pseudonym="R01")


@st.composite
def queues(draw):
    """Up to 12 cases of up to 4 items each, and up to 6 controls with cases of their own."""
    sizes = draw(st.lists(st.integers(1, 4), min_size=1, max_size=12))
    n_controls = draw(st.integers(0, 6))
    real = [
        QueueItem(f"case-{c}/{arm}", f"case-{c}") for c, n in enumerate(sizes) for arm in range(n)
    ]
    controls = [QueueItem(f"ctl-{n}", f"ctl-case-{n}", is_control=True) for n in range(n_controls)]
    return real + controls


draws = st.builds(
    Draw, seed=st.integers(0, 2**31), round=st.integers(1, 9), pseudonym=st.sampled_from("ABCD")
)


def cases(queue):
    return [item.case for item in queue]


@given(queues(), draws)
def test_the_order_holds_every_item_once(items, draw):
    assert sorted(ordered(items, draw=draw), key=repr) == sorted(items, key=repr)


@given(queues(), draws)
def test_the_order_does_not_depend_on_the_order_in_which_items_were_imported(items, draw):
    assert ordered(items, draw=draw) == ordered(list(reversed(items)), draw=draw)


@given(queues(), draws)
def test_a_control_is_never_first(items, draw):
    assert not ordered(items, draw=draw)[0].is_control


@given(queues(), draws)
def test_each_stratum_of_the_queue_holds_one_control(items, draw):
    queue = ordered(items, draw=draw)
    places = [index for index, item in enumerate(queue) if item.is_control]
    n, rest = len(places), len(queue) - 1
    bounds = [(1 + k * rest // n, 1 + (k + 1) * rest // n) for k in range(n)] if n else []
    assert [low <= place < high for place, (low, high) in zip(places, bounds, strict=True)] == (
        [True] * n
    )


@given(queues(), draws)
def test_items_of_one_case_are_not_neighbours_where_that_can_be_had(items, draw):
    real = [item for item in items if not item.is_control]
    largest = max(cases(real).count(case) for case in cases(real))
    queue = cases(ordered(items, draw=draw))
    if largest <= (len(real) + 1) // 2:
        assert [(a, b) for a, b in pairwise(queue) if a == b] == []


@given(st.integers(20, 200), st.integers(2, 6), draws)
def test_controls_are_not_neighbours_where_there_is_room(length, n_controls, draw):
    slots = control_slots(length, n_controls, draw=draw)
    assert min(b - a for a, b in pairwise(slots)) > 1


def test_two_reviewers_get_different_orders():
    items = [QueueItem(f"i{n}", f"c{n}") for n in range(12)]
    other = Draw(DRAW.seed, DRAW.round, "R02")
    assert ordered(items, draw=DRAW) != ordered(items, draw=other)


def test_the_second_round_has_an_order_of_its_own():
    items = [QueueItem(f"i{n}", f"c{n}") for n in range(12)]
    second = Draw(DRAW.seed, 2, DRAW.pseudonym)
    assert ordered(items, draw=DRAW) != ordered(items, draw=second)


def test_a_known_order_stays_the_same_on_every_machine():
    items = [QueueItem(f"item-{n}", f"case-{n // 2}") for n in range(6)]
    items.append(QueueItem("control", "own", is_control=True))
    assert [item.key for item in ordered(items, draw=DRAW)] == [
        "item-3",
        "control",
        "item-4",
        "item-2",
        "item-1",
        "item-5",
        "item-0",
    ]


def test_a_queue_of_controls_alone_is_kept_whole():
    items = [QueueItem(f"ctl-{n}", f"c{n}", is_control=True) for n in range(3)]
    assert len(ordered(items, draw=DRAW)) == 3


def test_an_empty_queue_is_empty():
    assert ordered([], draw=DRAW) == []


def test_an_order_that_was_stored_before_there_were_rules_is_drawn_again():
    items = [QueueItem(f"c{c}/{arm}", f"c{c}") for c in range(4) for arm in "ABCD"]
    items += [QueueItem(f"k{n}", f"own{n}", is_control=True) for n in range(3)]
    drawn = [item.key for item in ordered(items, draw=Draw(11, 2, "R03"))]
    assert " ".join(drawn) == (
        "c1/A c3/D c1/C c3/A c1/D k2 c2/A c0/A k1 c3/B c0/B c1/B c0/D c2/B c0/C k0 c2/C c3/C c2/D"
    )


@given(queues(), draws)
def test_without_rules_each_place_is_a_page_without_a_label(items, draw):
    places = drawn_places(items, draw=draw, rules=OrderRules())
    expected = [item.key for item in ordered(items, draw=draw)]
    assert [place.key for place in places] == expected
    assert [(p.showing, p.page, p.label) for p in places] == [
        (1, number, "") for number in range(1, len(items) + 1)
    ]
