import pytest

from raters.allocating import planned_allocation
from raters.design.protocol import prove, sha256_of
from raters.lifecycle import NotPermitted
from raters.locking import lock, missing_for_locking
from raters.models import Assignment, Design, Protocol, SignOff
from raters.panel import add_reviewers
from raters.reviewing import review_of
from raters.signing import latest_sign_off, sign, still_holds
from tests.studies import SECRET_ARM, item_row, lock_in_spite, small_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def ready(study, dana):
    add_reviewers(study, 2, by=dana)
    return study


def test_both_gates_must_be_confirmed_before_the_lock(ready, dana):
    assert len(missing_for_locking(ready)) == 2
    sign(ready, SignOff.Gate.QUESTION, by=dana)
    assert len(missing_for_locking(ready)) == 1


def test_a_sign_off_is_stale_once_what_it_confirmed_has_changed(ready, dana):
    sign(ready, SignOff.Gate.QUESTION, by=dana)
    signed = latest_sign_off(ready, SignOff.Gate.QUESTION)
    assert still_holds(signed, ready)
    ready.arms.filter(name=SECRET_ARM).update(receives="more than the others")
    assert not still_holds(signed, ready)


def test_a_change_of_the_panel_leaves_the_gate_of_the_question_alone(ready, dana):
    for gate in SignOff.Gate:
        sign(ready, gate, by=dana)
    add_reviewers(ready, 1, by=dana)
    holds = [still_holds(latest_sign_off(ready, gate), ready) for gate in SignOff.Gate]
    assert holds == [True, False]


def test_what_is_not_ready_is_locked_only_for_a_reason(ready, dana):
    for gate in SignOff.Gate:
        sign(ready, gate, by=dana)
    with pytest.raises(NotPermitted, match="Needs arm or judge redesign"):
        lock(ready, by=dana, despite="  ")
    assert not Assignment.objects.exists()


def test_locking_draws_every_queue_and_opens_none(ready, dana):
    lock_in_spite(ready, by=dana)
    round = ready.rounds.get()
    assert (round.opened_at, round.assignments.count()) == (None, 2 * ready.items.count())


def test_the_hash_is_that_of_the_stored_document(ready, dana):
    protocol = lock_in_spite(ready, by=dana)
    assert protocol.sha256 == sha256_of(Protocol.objects.get().document)


def test_the_key_can_be_proved_from_what_is_stored(ready, dana):
    lock_in_spite(ready, by=dana)
    stored = Protocol.objects.get()
    assert prove(stored.document, stored.secret) == ()


def test_another_key_is_not_proved(ready, dana):
    lock_in_spite(ready, by=dana)
    stored = Protocol.objects.get()
    forged = stored.secret | {"title": "Another title"}
    assert len(prove(stored.document, forged)) == 1


def test_the_public_document_names_no_arm_and_no_item(ready, dana):
    ready.design.claim = f"{SECRET_ARM} is as good as the other."
    ready.design.save()
    lock_in_spite(ready, by=dana)
    told = str(Protocol.objects.get().document)
    assert SECRET_ARM not in told
    assert not [item.source_id for item in ready.items.all() if item.source_id in told]


def test_the_reason_to_lock_in_spite_is_kept_with_the_protocol(ready, dana):
    protocol = lock_in_spite(ready, by=dana)
    assert protocol.decision == "Needs arm or judge redesign"
    assert protocol.despite == "a small study for tests"


def test_a_reviewer_without_an_item_keeps_a_study_from_being_locked(dana):
    """Only without anchors can somebody be left out; then the review is not content."""
    study = small_study(by=dana, rows=[item_row(n, "arm") for n in range(2)])
    add_reviewers(study, 5, by=dana)
    design = {"allocation": "anchor_and_rotate", "n_anchors": 0, "per_item": 2}
    Design.objects.filter(study=study).update(**design)
    study.refresh_from_db()
    assert () in planned_allocation(study).by_reviewer().values()
    assert "no_anchors" in {finding.rule for finding in review_of(study).findings}
    for gate in SignOff.Gate:
        sign(study, gate, by=dana)
    with pytest.raises(NotPermitted, match="Mend it"):
        lock(study, by=dana)
