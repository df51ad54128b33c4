import pytest

from raters.lifecycle import (
    NotPermitted,
    close_round,
    current_round,
    end_pilot,
    missing_for_rating,
    open_round,
    round_to_rate,
    start_pilot,
)
from raters.models import Reviewer
from raters.panel import add_reviewers
from raters.reports import study_report
from raters.states import AMENDED_MOVES, MOVES, PERMITS, Action, State
from tests.studies import (
    Panel,
    control_row,
    default_rows,
    import_rows,
    item_row,
    lock_in_spite,
    rate,
    small_study,
)

pytestmark = pytest.mark.django_db


def queue_of(reviewer, round):
    mine = reviewer.assignments.filter(round=round).in_presentation_order()
    return list(mine.values_list("item__source_id", flat=True))


@pytest.fixture
def piloting(study, dana):
    alice, bob = add_reviewers(study, 2, by=dana)
    return Panel(study, alice, bob, start_pilot(study, [alice], n_items=2, by=dana))


def test_an_empty_study_says_what_is_missing(dana):
    study = small_study(by=dana, rows=[])
    assert missing_for_rating(study) == [
        "Import the items to be rated.",
        "Add at least one reviewer.",
    ]


def test_a_draft_cannot_be_opened(study, dana):
    with pytest.raises(NotPermitted, match="lock its protocol first"):
        open_round(study, by=dana)


def test_opening_gives_every_reviewer_every_item_in_an_order_of_her_own(panel):
    mine, his = queue_of(panel.alice, panel.round), queue_of(panel.bob, panel.round)
    assert sorted(mine) == sorted(his) == sorted(row["id"] for row in default_rows())
    assert mine != his


def test_the_order_follows_from_seed_round_and_pseudonym_alone(dana):
    first = Panel.opened(small_study(by=dana), by=dana)
    rows = list(reversed(default_rows()))
    second = Panel.opened(small_study(by=dana, rows=rows, slug="copy"), by=dana)
    assert queue_of(first.alice, first.round) == queue_of(second.alice, second.round)


def test_an_open_round_cannot_be_opened_again(panel, dana):
    with pytest.raises(NotPermitted, match="A round is open"):
        open_round(panel.study, by=dana)


def test_items_cannot_be_added_once_the_protocol_is_locked(panel, dana):
    with pytest.raises(NotPermitted, match="what was locked stays as it is"):
        import_rows(panel.study, [item_row(9, "late-arm")], by=dana)


def test_a_closed_round_cannot_be_closed_again(panel, dana):
    close_round(panel.study, by=dana)
    with pytest.raises(NotPermitted):
        close_round(panel.study, by=dana)


def test_an_llm_judge_has_no_queue_and_no_account(study, dana):
    (judge,) = add_reviewers(study, 1, by=dana, kind=Reviewer.Kind.LLM_JUDGE)
    panel = Panel.opened(study, by=dana)
    assert (judge.user, queue_of(judge, panel.round)) == (None, [])


def test_everything_done_to_a_study_is_in_its_log(panel, dana):
    close_round(panel.study, by=dana)
    verbs = [event.verb for event in panel.study.audit_events.order_by("pk")]
    assert verbs == [
        "study created",
        "items imported",
        "reviewers added",
        "gate confirmed",
        "gate confirmed",
        "protocol sealed",
        "round opened",
        "round closed",
    ]


def test_controls_are_never_first_whoever_rates(dana):
    rows = default_rows() + [control_row(f"more-{n}") for n in range(3)]
    study = small_study(by=dana, rows=rows)
    reviewers = add_reviewers(study, 20, by=dana)
    lock_in_spite(study, by=dana)
    round = open_round(study, by=dana)
    first = {r.assignments.get(round=round, position=1).item.role for r in reviewers}
    assert first == {"real"}


# --- Pilots


def test_a_pilot_gives_the_chosen_reviewer_few_items_and_all_controls(piloting):
    roles = [row.item.role for row in piloting.alice.assignments.select_related("item")]
    assert sorted(roles) == ["control", "control", "real", "real"]
    assert not piloting.bob.assignments.exists()


def test_ratings_of_a_pilot_never_enter_reliability(piloting, dana):
    for assignment in piloting.alice.assignments.all():
        rate(assignment, value=2)
    end_pilot(piloting.study, by=dana)
    assert current_round(piloting.study) is None
    lock_in_spite(piloting.study, by=dana)
    report = study_report(open_round(piloting.study, by=dana), at=piloting.round.opened_at)
    assert report.questions[0].data.n_ratings == 0


def test_the_protocol_is_not_locked_in_the_middle_of_a_pilot(piloting, dana):
    with pytest.raises(NotPermitted, match="end it first"):
        lock_in_spite(piloting.study, by=dana)


def test_nobody_is_left_in_the_pilot_when_the_round_is_open(piloting, dana):
    end_pilot(piloting.study, by=dana)
    lock_in_spite(piloting.study, by=dana)
    assert round_to_rate(piloting.alice).kind == "pilot"
    open_round(piloting.study, by=dana)
    assert round_to_rate(piloting.alice).kind == "live"


# --- The table of states


def test_every_state_is_reached_and_left():
    moves = MOVES | AMENDED_MOVES
    assert {new for _old, new in moves} | {State.DRAFT} == set(State)
    assert {old for old, _new in moves} == set(State)


def test_ratings_are_taken_only_where_a_round_is_open():
    takes = {state for state in State if Action.RATE in PERMITS[state]}
    assert takes == {State.PILOTING, State.COLLECTING}
