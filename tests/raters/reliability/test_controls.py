import pytest

from raters.reliability import ControlAnswer, control_report, wilson
from raters.reliability.controls import HitRate, InvalidControls
from tests.raters.reliability.tables import golden


def answered(reviewer, control, answer, *, question="q", **changes):
    given = {
        "flavour": "positive",
        "position": 1,
        "queue_length": 9,
        "low": 2,
        "high": 2,
        **changes,
    }
    return ControlAnswer(reviewer, control, question=question, answer=answer, **given)


def test_a_control_is_hit_when_every_answer_is_inside_its_range():
    report = control_report(
        [
            answered("alice", "c1", 2),
            answered("alice", "c1", 7, question="r", low=7, high=10),
            answered("bob", "c1", 2),
            answered("bob", "c1", 6, question="r", low=7, high=10),
        ]
    )
    assert (report.panel.overall.hits, report.panel.overall.n) == (1, 2)


def test_a_miss_is_listed_with_what_was_answered():
    report = control_report([answered("bob", "c1", 1), answered("bob", "c1", 2, question="r")])
    (miss,) = report.misses
    assert (miss.reviewer, miss.control) == ("bob", "c1")
    assert [(one.question, one.answer) for one in miss.outside] == [("q", 1)]


def test_a_blank_answer_is_a_miss():
    assert control_report([answered("bob", "c1", None)]).misses[0].outside[0].answer is None


def test_an_open_side_accepts_everything_beyond():
    report = control_report([answered("bob", "c1", 9, low=7, high=None)])
    assert report.misses == ()


def test_the_two_flavours_stand_beside_their_common_rate():
    report = control_report(
        [
            answered("alice", "c1", 2),
            answered("alice", "c2", 2, flavour="negative", low=0, high=0),
        ]
    )
    assert report.panel.overall == HitRate(1, 2)
    assert report.panel.by_flavour == (("negative", HitRate(0, 1)), ("positive", HitRate(1, 1)))


def test_only_a_reviewer_has_an_interval():
    report = control_report([answered("alice", "c1", 2), answered("bob", "c1", 1)])
    assert report.panel.overall.low is None
    assert report.by_third[0][1].overall.low is None
    assert dict(report.by_reviewer)["alice"].overall == HitRate(1, 1, *wilson(1, 1))


def test_showings_are_counted_by_third_of_the_queue():
    places = [("c1", 1), ("c2", 3), ("c3", 4), ("c4", 9)]
    report = control_report(
        [answered("alice", control, 2, position=position) for control, position in places]
    )
    counted = [(third, hits.overall.n) for third, hits in report.by_third]
    assert counted == [(1, 2), (2, 1), (3, 1)]


def test_wilson_has_the_published_limits():
    # Newcombe 1998 (doi 10.1002/(SICI)1097-0258(19980430)17:8<857::AID-SIM777>3.0.CO;2-E).
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=5e-5)


def test_wilson_says_nothing_without_showings():
    assert wilson(0, 0) is None


def test_golden_hit_rates_come_out_by_reviewer_and_for_the_panel():
    case = golden("paradox_controls_likert3")
    key = case["control_key"]
    report = control_report(
        answered(rater, item, score, low=key[item], high=key[item])
        for item, rater, score in case["data"]
    )
    by_reviewer = {name: hits.overall.value for name, hits in report.by_reviewer}
    assert by_reviewer == case["expected"]["control_hit_rate_by_rater"]
    assert report.panel.overall.value == case["expected"]["control_hit_rate_overall"]


@pytest.mark.parametrize(
    ("second", "reason"),
    [
        (answered("alice", "c1", 1), "two answers"),
        (answered("alice", "c1", 1, question="r", low=None, high=None), "no expected range"),
        (answered("alice", "c2", 1, position=10), "outside the queue"),
        (answered("alice", "c1", 1, question="r", flavour="negative"), "disagree on flavour"),
    ],
)
def test_contradicting_answers_are_refused(second, reason):
    with pytest.raises(InvalidControls, match=reason):
        control_report([answered("alice", "c1", 2), second])


def test_no_controls_give_an_empty_report():
    report = control_report([])
    assert (report.panel.overall.value, report.by_reviewer, report.misses) == (None, (), ())
