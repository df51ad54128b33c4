from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raters.design.ordering import Draw, OrderRules, QueueItem, drawn_places
from raters.design.ordering.filling import Filling
from raters.design.ordering.pages import Page
from raters.design.ordering.slots import RepeatSlots
from tests.raters.design.test_ordering import draws

# What must not depend on whose order it is, is drawn for several.
SEEDS = pytest.mark.parametrize("seed", range(8))


def filled(order, *, seed, second_at, gap, longest_run=None):
    """`order` names real items in their shuffled order: case, then arm where there is one."""
    items = [QueueItem(name, name[0], arm=name[1:]) for name in order.split()]
    queue = Filling(
        {},
        [Page(item.key, (item,)) for item in items],
        repeats=RepeatSlots((second_at,), gap),
        longest_run=longest_run,
        draw=Draw(seed, 1, "R01"),
    ).filled()
    return " ".join(page.key + ("'" if showing == 2 else "") for page, showing in queue)


@SEEDS
def test_the_item_before_a_repeat_is_not_of_the_case_that_must_be_repeated(seed):
    queue = filled("x1 y1 x2 z1 w1", seed=seed, second_at=3, gap=3)
    assert queue == "x1 y1 z1 x1' w1 x2"


@SEEDS
def test_a_repeat_does_not_lengthen_a_run_that_is_at_its_limit(seed):
    queue = filled("pB qA rA sB tA uB", seed=seed, second_at=3, gap=2, longest_run=2)
    assert queue.startswith("pB qA rA pB'")


@SEEDS
def test_a_repeat_is_not_of_an_arm_that_the_others_can_hardly_part(seed):
    queue = filled("pA qB rC sB tB uB", seed=seed, second_at=3, gap=2, longest_run=3)
    assert queue.startswith("pA qB rC pA'")


@given(st.integers(3, 12), st.integers(1, 12), draws)
def test_a_second_showing_never_directly_follows_the_first(n, repeats, draw):
    items = [QueueItem(f"i{k}", f"c{k}") for k in range(n)]
    keys = [
        place.key for place in drawn_places(items, draw=draw, rules=OrderRules(repeats=repeats))
    ]
    assert [a for a, b in pairwise(keys) if a == b] == []
