import pytest

from raters.lifecycle import NotPermitted, close_round, missing_for_opening, open_round
from raters.models import Reviewer
from raters.panel import add_reviewers
from tests.studies import Panel, control_row, default_rows, import_rows, item_row, small_study

pytestmark = pytest.mark.django_db


def queue_of(reviewer, round):
    mine = reviewer.assignments.filter(round=round).in_presentation_order()
    return list(mine.values_list("item__source_id", flat=True))


def test_an_empty_study_says_what_is_missing(dana):
    study = small_study(by=dana, rows=[])
    assert missing_for_opening(study) == [
        "Import the items to be rated.",
        "Add at least one reviewer.",
    ]
    with pytest.raises(NotPermitted, match="Import the items"):
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
    with pytest.raises(NotPermitted, match="Round 1 is open already"):
        open_round(panel.study, by=dana)


def test_items_cannot_be_added_once_a_round_was_opened(panel, dana):
    with pytest.raises(NotPermitted, match="a round has been opened"):
        import_rows(panel.study, [item_row(9, "late-arm")], by=dana)


def test_a_closed_round_cannot_be_closed_again(panel, dana):
    close_round(panel.round, by=dana)
    with pytest.raises(NotPermitted):
        close_round(panel.round, by=dana)


def test_a_second_round_has_another_order(panel, dana):
    close_round(panel.round, by=dana)
    second = open_round(panel.study, by=dana)
    assert queue_of(panel.alice, second) != queue_of(panel.alice, panel.round)


def test_a_late_reviewer_gets_her_queue_at_once(panel, dana):
    (late,) = add_reviewers(panel.study, 1, by=dana)
    assert len(queue_of(late, panel.round)) == panel.study.items.count()


def test_an_llm_judge_has_no_queue_and_no_account(panel, dana):
    (judge,) = add_reviewers(panel.study, 1, by=dana, kind=Reviewer.Kind.LLM_JUDGE)
    assert (judge.user, queue_of(judge, panel.round)) == (None, [])


def test_everything_done_to_a_study_is_in_its_log(panel, dana):
    close_round(panel.round, by=dana)
    verbs = [event.verb for event in panel.study.audit_events.order_by("pk")]
    assert verbs == [
        "study created",
        "items imported",
        "reviewers added",
        "round opened",
        "round closed",
    ]


def test_controls_are_never_first_whoever_rates(dana):
    rows = default_rows() + [control_row(f"more-{n}") for n in range(3)]
    study = small_study(by=dana, rows=rows)
    reviewers = add_reviewers(study, 20, by=dana)
    round = open_round(study, by=dana)
    first = {r.assignments.get(round=round, position=1).item.role for r in reviewers}
    assert first == {"real"}
