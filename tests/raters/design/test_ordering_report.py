import json
from dataclasses import asdict, replace

from hypothesis import given

from raters.design.ordering import (
    Draw,
    OrderReport,
    OrderRules,
    Place,
    QueueItem,
    broken_constraints,
    drawn_places,
    order_report,
)
from tests.raters.design.test_ordering import draws
from tests.raters.design.test_ordering_rules import queues, rules

KEPT = OrderReport(
    length=12,
    n_controls=3,
    controls_by_third=(1, 1, 1),
    first_is_control=False,
    adjacent_controls=0,
    neighbours_of_one_case=0,
    longest_run=2,
    allowed_run=2,
    n_repeats=1,
    repeats_wanted=1,
    shortest_gap=6,
    wanted_gap=6,
)
ITEMS = [
    QueueItem("x/A", "x", arm="A"),
    QueueItem("x/B", "x", arm="B"),
    QueueItem("y/A", "y", arm="A"),
    QueueItem("k", "k", True, "A"),
    QueueItem("l", "l", True),
]


def reported(order, **asked):
    """A report of the queue whose keys are in `order`; a key that comes again is a repeat."""
    words = order.split()
    places = [
        Place(key, 2 if key in words[:index] else 1, index + 1) for index, key in enumerate(words)
    ]
    return order_report(places, ITEMS, rules=OrderRules(**asked))


def words(**changes):
    return [str(phrase) for phrase in broken_constraints(replace(KEPT, **changes))]


def test_a_report_counts_what_stands_in_the_queue():
    assert reported("x/A y/A k l x/B x/A", longest_run=1, repeats=2, repeat_gap=7) == OrderReport(
        length=6,
        n_controls=2,
        controls_by_third=(0, 2, 0),
        first_is_control=False,
        adjacent_controls=1,
        neighbours_of_one_case=1,
        longest_run=2,
        allowed_run=1,
        n_repeats=1,
        repeats_wanted=2,
        shortest_gap=5,
        wanted_gap=7,
    )


def test_a_control_between_two_items_of_an_arm_ends_the_run():
    assert reported("x/A k y/A l x/B").longest_run == 1


def test_a_queue_that_begins_with_a_control_is_reported():
    assert reported("k x/A l x/B y/A").first_is_control


def test_without_repeats_there_is_no_gap():
    assert reported("x/A k y/A l x/B").shortest_gap is None


def test_side_by_side_the_report_counts_pages():
    places = [Place("x/A", 1, 1, "A"), Place("x/B", 1, 1, "B"), Place("k", 1, 2, "A")]
    places += [Place("y/A", 1, 3, "A"), Place("x/B", 2, 4, "A"), Place("x/A", 2, 4, "B")]
    report = order_report(places, ITEMS, rules=OrderRules(repeats=1, side_by_side=True))
    assert (report.length, report.n_repeats, report.shortest_gap) == (4, 1, 3)
    assert (report.neighbours_of_one_case, report.longest_run) == (0, 1)


def test_an_empty_queue_has_a_report():
    report = order_report((), (), rules=OrderRules())
    assert (report.length, report.controls_by_third, report.longest_run) == (0, (0, 0, 0), 0)


@given(queues(), draws, rules)
def test_a_report_survives_json(items, draw, rules):
    report = order_report(drawn_places(items, draw=draw, rules=rules), items, rules=rules)
    kept = json.loads(json.dumps(asdict(report)))
    assert OrderReport(**kept | {"controls_by_third": tuple(kept["controls_by_third"])}) == report


def test_an_order_that_keeps_every_rule_has_nothing_broken():
    assert words() == []


def test_a_limit_that_was_not_asked_for_is_not_broken():
    assert words(longest_run=9, allowed_run=None) == []


def test_each_broken_rule_is_said_in_words():
    broken = words(
        first_is_control=True,
        adjacent_controls=1,
        neighbours_of_one_case=2,
        longest_run=3,
        n_repeats=0,
        shortest_gap=4,
    )
    assert broken == [
        "The queue begins with a control.",
        "Pairs of neighbours that are both controls: 1.",
        "Pairs of neighbours that are of one case: 2.",
        "The longest run of one arm is 3; at most 2 was asked for.",
        "Shown a second time: 0; 1 was asked for.",
        "The shortest distance between two showings is 4; at least 6 was asked for.",
    ]


def test_a_queue_too_short_for_its_repeats_says_so():
    items = [QueueItem(f"i{n}", f"c{n}") for n in range(3)]
    rules = OrderRules(repeats=1, repeat_gap=5)
    places = drawn_places(items, draw=Draw(7, 1, "R01"), rules=rules)
    assert [
        str(phrase) for phrase in broken_constraints(order_report(places, items, rules=rules))
    ] == ["The shortest distance between two showings is 3; at least 5 was asked for."]
