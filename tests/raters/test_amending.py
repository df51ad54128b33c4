"""Somebody leaves or comes late, a round is added, the design is reopened: what comes of each."""

import threading

import pytest
from django.db import connection
from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone

from raters.amending import add_round, add_to_the_panel, reopen_design, take_off_the_panel
from raters.design.protocol import sha256_of
from raters.drawing import report_of_queue
from raters.frozen_guard import install_guards, remove_guards
from raters.lifecycle import NotPermitted, close_round, open_round
from raters.models import (
    Amendment,
    Assignment,
    Draft,
    DrawnQueue,
    Protocol,
    Rating,
    Reviewer,
    Round,
    Study,
)
from raters.panel import add_reviewers
from raters.planned import plan_of
from raters.rating import mark_as_shown, save_draft
from raters.reports import protocol_line
from tests.forms import HTMX, address, filled_form
from tests.raters.locked_studies import locked, pairs, practice_row, rotating
from tests.studies import default_rows, lock_in_spite, rate, small_study

pytestmark = pytest.mark.django_db
WHY = "She has a new post."


def leave(study: Study, name: str, *, by) -> Amendment:
    return take_off_the_panel(study.reviewers.get(pseudonym=name), reason=WHY, by=by)


def join(study: Study, *, by, stratum: str = "") -> Reviewer:
    return add_to_the_panel(study, stratum=stratum, reason="Too few.", by=by)


def queue_of(reviewer: Reviewer) -> list[tuple[int, str]]:
    mine = reviewer.assignments.filter(round__kind="live").in_presentation_order()
    return list(mine.values_list("position", "item__source_id"))


def readers_of(study: Study, *, anchors: bool = False) -> dict[str, set[str]]:
    rows = Assignment.objects.filter(
        study=study, item__role="real", item__is_anchor=anchors, showing=Assignment.FIRST
    )
    readers: dict[str, set[str]] = {}
    for item, name in rows.values_list("item__source_id", "reviewer__pseudonym"):
        readers.setdefault(item, set()).add(name)
    return readers


def loads_of(study: Study) -> list[int]:
    panel = study.reviewers.on_the_panel()
    return [reviewer.assignments.filter(item__role="real").count() for reviewer in panel]


def opened(study: Study, *, by) -> Study:
    open_round(study, by=by)
    study.refresh_from_db()
    return study


@pytest.fixture
def rotation(dana) -> Study:
    """Twelve items, four reviewers, three anchors, two reviewers for each other item; open."""
    return opened(rotating(by=dana), by=dana)


# Somebody leaves a crossed study.


def test_what_the_leaver_has_not_started_is_gone_and_what_she_rated_is_kept(panel, dana):
    first, second = panel.alice.assignments.filter(position__lte=2)
    rating = rate(first)
    mark_as_shown(second, at=timezone.now())
    take_off_the_panel(panel.alice, reason=WHY, by=dana)
    assert [place for place, _ in queue_of(panel.alice)] == [1, 2]
    assert Rating.objects.get() == rating


def test_her_colleagues_queues_stay_as_they_are(panel, dana):
    before = queue_of(panel.bob)
    take_off_the_panel(panel.alice, reason=WHY, by=dana)
    assert queue_of(panel.bob) == before


def test_an_item_with_a_draft_counts_as_started_even_if_it_was_never_shown(panel, dana):
    third = panel.alice.assignments.get(position=3)
    words = QueryDict("justification=My words")
    save_draft(third, words, base_version=0, at=timezone.now())
    take_off_the_panel(panel.alice, reason=WHY, by=dana)
    assert [place for place, _ in queue_of(panel.alice)] == [3]
    assert Draft.objects.get().fields == {"justification": ["My words"]}


def test_rounds_that_are_closed_keep_what_was_left_unrated(panel, dana):
    close_round(panel.study, by=dana)
    add_round(panel.study, reason="Agreement over time.", by=dana)
    take_off_the_panel(panel.alice, reason=WHY, by=dana)
    assert set(panel.alice.assignments.values_list("round__number", flat=True)) == {1}
    assert panel.round.assignments.filter(reviewer=panel.alice).count() == 8


def test_a_page_counts_the_places_that_are_left(client, rotation, dana):
    leave(rotation, "R01", by=dana)
    taker = max(rotation.reviewers.on_the_panel(), key=lambda r: r.assignments.count())
    last = taker.assignments.in_presentation_order().last()
    Assignment.objects.filter(pk=last.pk).update(first_shown_at=timezone.now())
    client.force_login(taker.user)
    total = taker.assignments.count()
    assert f"Item {total} of {total}" in client.get(address(last)).content.decode()


def test_who_gave_items_away_is_shown_numbers_without_holes(client, rotation, dana):
    join(rotation, by=dana)
    giver = next(r for r in rotation.reviewers.all() if has_holes(r))
    client.force_login(giver.user)
    last = giver.assignments.in_presentation_order().last()
    total = giver.assignments.count()
    assert last.position > total
    assert f"Item {total} of {total}" in client.get(address(last)).content.decode()
    start = client.get(reverse("start", args=[rotation.public_code])).content.decode()
    assert f">{total}<span" in start
    assert f">{last.position}<span" not in start


def has_holes(reviewer: Reviewer) -> bool:
    places = [place for place, _ in queue_of(reviewer)]
    return places != list(range(1, len(places) + 1)) and max(places) > len(places)


# Somebody leaves where items rotate.


def test_each_item_has_as_many_reviewers_again_when_one_leaves(rotation, dana):
    leave(rotation, "R01", by=dana)
    readers = readers_of(rotation)
    assert {len(names) for names in readers.values()} == {2}
    assert len(readers) == 9
    assert not any("R01" in names for names in readers.values())


def test_all_who_stay_still_rate_every_anchor(rotation, dana):
    leave(rotation, "R01", by=dana)
    assert set(map(frozenset, readers_of(rotation, anchors=True).values())) == {
        frozenset({"R02", "R03", "R04"})
    }


def test_loads_differ_by_at_most_one_after_somebody_left(rotation, dana):
    leave(rotation, "R02", by=dana)
    loads = loads_of(rotation)
    assert max(loads) - min(loads) <= 1


def test_what_anybody_started_stays_where_it_is(rotation, dana):
    started = []
    for reviewer in rotation.reviewers.all():
        for assignment in reviewer.assignments.in_presentation_order()[:4]:
            mark_as_shown(assignment, at=timezone.now())
            started.append(assignment.pk)
    leave(rotation, "R03", by=dana)
    assert Assignment.objects.filter(pk__in=started).count() == len(started) == 16


def test_what_is_taken_over_stands_behind_what_was_there(rotation, dana):
    before = {r.pseudonym: queue_of(r) for r in rotation.reviewers.all()}
    leave(rotation, "R04", by=dana)
    for reviewer in rotation.reviewers.on_the_panel():
        kept = [each for each in queue_of(reviewer) if each in before[reviewer.pseudonym]]
        added = [each for each in queue_of(reviewer) if each not in kept]
        assert kept == before[reviewer.pseudonym]
        assert all(place > kept[-1][0] for place, _ in added)


def test_the_stored_report_of_an_order_is_of_the_queue_as_it_was_amended(rotation, dana):
    leave(rotation, "R04", by=dana)
    join(rotation, by=dana)
    for queue in DrawnQueue.objects.filter(reviewer__in=rotation.reviewers.on_the_panel()):
        fresh = report_of_queue(queue.round, queue.reviewer)
        assert queue.report["length"] == fresh.length == queue.reviewer.assignments.count()


def test_the_second_showing_of_an_item_that_is_handed_over_goes_with_it(dana):
    study = opened(rotating(by=dana, repeats=2, repeat_gap=2), by=dana)
    leave(study, "R01", by=dana)
    join(study, by=dana)
    seconds = Assignment.objects.filter(showing=Assignment.SECOND)
    assert seconds.exists()
    for second in seconds:
        first = second.reviewer.assignments.get(item=second.item, showing=Assignment.FIRST)
        assert first.position < second.position


def test_an_item_she_met_only_again_stays_with_both_its_showings(dana):
    study = opened(rotating(by=dana, repeats=2, repeat_gap=2), by=dana)
    reviewer = study.reviewers.get(pseudonym="R01")
    second = reviewer.assignments.filter(showing=Assignment.SECOND).first()
    mark_as_shown(second, at=timezone.now())
    leave(study, "R01", by=dana)
    left = reviewer.assignments.values_list("item", "showing")
    assert sorted(left) == [(second.item_id, 1), (second.item_id, 2)]


# What is refused.


def test_too_few_who_stay_are_refused_in_words_with_what_would_help(dana):
    study = opened(rotating(n_reviewers=2, by=dana), by=dana)
    with pytest.raises(NotPermitted, match=r"1 reviewers cannot give .* Ask for at most 1"):
        leave(study, "R01", by=dana)
    assert study.reviewers.on_the_panel().count() == 2
    assert not Amendment.objects.exists()


def test_nobody_is_given_more_than_the_cap(dana):
    study = opened(rotating(by=dana, cap=9), by=dana)
    with pytest.raises(NotPermitted, match=r"the cap is 9\. Add a reviewer first"):
        leave(study, "R01", by=dana)
    join(study, by=dana)
    leave(study, "R01", by=dana)
    assert max(r.assignments.count() for r in study.reviewers.on_the_panel()) <= 9


def test_the_last_reviewer_cannot_leave(dana, study):
    opened(locked(study, 1, by=dana), by=dana)
    with pytest.raises(NotPermitted, match="R01 is the last reviewer"):
        leave(study, "R01", by=dana)


def test_who_has_left_cannot_leave_again(panel, dana):
    stale = Reviewer.objects.get(pk=panel.alice.pk)
    take_off_the_panel(panel.alice, reason=WHY, by=dana)
    with pytest.raises(NotPermitted, match="R01 is not on the panel any more"):
        take_off_the_panel(stale, reason="Again.", by=dana)
    assert Amendment.objects.count() == 1


@pytest.mark.parametrize("reason", ["", "  \n "])
def test_an_amendment_without_a_reason_changes_nothing(panel, dana, reason):
    with pytest.raises(NotPermitted, match="needs a reason"):
        take_off_the_panel(panel.alice, reason=reason, by=dana)
    assert panel.study.reviewers.on_the_panel().count() == 2
    assert Protocol.objects.count() == 1


def test_a_draft_is_changed_without_an_amendment(study, dana):
    with pytest.raises(NotPermitted, match="is a draft"):
        join(study, by=dana)


# Somebody comes late.


def test_crossed_a_late_reviewer_gets_every_item_and_every_control(panel, dana):
    late = join(panel.study, by=dana)
    assert sorted(key for _, key in queue_of(late)) == sorted(row["id"] for row in default_rows())


def test_rotating_a_late_reviewer_takes_over_until_loads_are_level(rotation, dana):
    late = join(rotation, by=dana)
    loads = loads_of(rotation)
    assert max(loads) - min(loads) <= 1
    assert {len(names) for names in readers_of(rotation).values()} == {2}
    assert all(late.pseudonym in names for names in readers_of(rotation, anchors=True).values())


def test_a_late_reviewer_practises_first(dana):
    rows = [*default_rows(), practice_row("practice")]
    study = opened(locked(small_study(by=dana, rows=rows), 2, by=dana), by=dana)
    late = join(study, by=dana)
    practice = late.assignments.filter(round__kind="training")
    assert [row.item.source_id for row in practice] == ["practice"]


def test_a_late_reviewer_takes_nothing_that_was_started(rotation, dana):
    for reviewer in rotation.reviewers.all():
        for assignment in reviewer.assignments.all():
            mark_as_shown(assignment, at=timezone.now())
    late = join(rotation, by=dana)
    assert late.assignments.filter(item__role="real").count() == 3
    assert late.assignments.filter(item__is_anchor=True).count() == 3


def test_who_comes_before_the_round_is_opened_comes_by_amendment_too(dana):
    study = rotating(by=dana)
    late = join(study, by=dana, stratum="resident")
    study.refresh_from_db()
    assert (study.state, study.protocol_version) == (Study.State.LOCKED, 2)
    assert (late.pseudonym, late.stratum) == ("R05", "resident")


# What every amendment leaves behind.


def test_an_amendment_makes_a_new_version_with_a_hash_of_its_own(rotation, dana):
    leave(rotation, "R01", by=dana)
    first, second = Protocol.objects.order_by("version")
    rotation.refresh_from_db()
    assert (second.version, rotation.protocol_version) == (2, 2)
    assert second.sha256 == sha256_of(second.document) != first.sha256
    assert rotation.state == Study.State.COLLECTING


def test_an_amendment_tells_who_and_which_items(rotation, dana):
    left = leave(rotation, "R01", by=dana)
    assert (left.kind, left.version, left.reason, left.by) == ("reviewer_left", 2, WHY, dana)
    assert left.changes["reviewer"] == "R01"
    assert {each["from"] for each in left.changes["items"]} >= {"R01"}
    join(rotation, by=dana)
    assert Amendment.objects.get(version=3).changes["reviewer"] == "R05"


def test_the_report_lists_every_amendment(rotation, dana):
    leave(rotation, "R01", by=dana)
    join(rotation, by=dana)
    round = rotation.rounds.get(kind="live")
    lines = protocol_line(round, plan_of(round)).amendments
    assert [(line.version, line.kind, line.reason) for line in lines] == [
        (2, "a reviewer left", WHY),
        (3, "a reviewer was added", "Too few."),
    ]


def test_a_second_amendment_starts_from_what_the_first_one_left(rotation, dana):
    for name in ("R01", "R02"):
        leave(rotation, name, by=dana)
    assert set(map(frozenset, readers_of(rotation).values())) == {frozenset({"R03", "R04"})}


# Side by side.


@pytest.fixture
def beside(dana) -> Study:
    return opened(pairs(by=dana), by=dana)


def torn_pages(study: Study) -> list[str]:
    """Pages that lack an output of their case."""
    pages: dict[tuple, list[Assignment]] = {}
    for row in Assignment.objects.filter(study=study).select_related("item__case"):
        pages.setdefault((row.reviewer_id, row.page), []).append(row)
    return [
        str(key)
        for key, rows in pages.items()
        if {r.item_id for r in rows} != {i.pk for i in rows[0].item.case.items.all()}
        or sorted(r.label for r in rows) != list("AB")[: len(rows)]
    ]


def test_a_leavers_page_that_she_began_stays_whole(beside, dana):
    alice = beside.reviewers.get(pseudonym="R01")
    rate(alice.assignments.get(position=1))
    leave(beside, "R01", by=dana)
    page = alice.assignments.get(position=1).page
    assert set(alice.assignments.values_list("page", flat=True)) == {page}
    assert torn_pages(beside) == []


def test_pages_that_change_hands_stay_whole_under_letters(dana):
    rotate = {"allocation": "anchor_and_rotate", "n_anchors": 1, "per_item": 2}
    study = opened(pairs(8, 4, by=dana, **rotate), by=dana)
    before = Assignment.objects.count()
    leave(study, "R02", by=dana)
    join(study, by=dana)
    assert torn_pages(study) == []
    assert Assignment.objects.count() == before


# The leaver's own pages.


def test_a_stale_tab_of_the_leaver_is_answered_and_keeps_its_words(client, panel, dana):
    client.force_login(panel.alice.user)
    assignment = panel.alice.assignments.get(position=1)
    client.get(address(assignment))
    form = filled_form(assignment)
    client.post(address(assignment, name="draft"), form, headers=HTMX)
    take_off_the_panel(panel.alice, reason=WHY, by=dana)
    answer = client.post(address(assignment), form | {"page": "x"}, headers=HTMX)
    assert (answer.status_code, answer.headers["HX-Retarget"]) == (200, "#notice")
    assert Draft.objects.get(assignment=assignment).fields["justification"]


def test_the_leavers_links_stop_working(client, panel, dana):
    client.force_login(panel.alice.user)
    take_off_the_panel(panel.alice, reason=WHY, by=dana)
    response = client.get(reverse("start", args=[panel.study.public_code]))
    assert response.status_code == 302


# A further round, and the design once more.


def test_a_further_round_holds_the_same_items_in_other_orders_and_is_open(panel, dana):
    close_round(panel.study, by=dana)
    second = add_round(panel.study, reason="Agreement over time.", by=dana)
    queues = [
        list(
            r.assignments.filter(reviewer=panel.bob)
            .in_presentation_order()
            .values_list("item", flat=True)
        )
        for r in (panel.round, second)
    ]
    assert sorted(queues[0]) == sorted(queues[1])
    assert queues[0] != queues[1]
    assert second.is_open
    panel.study.refresh_from_db()
    assert (panel.study.state, panel.study.protocol_version) == (Study.State.COLLECTING, 2)


def test_a_further_round_asks_nothing_of_who_left(panel, dana):
    take_off_the_panel(panel.alice, reason=WHY, by=dana)
    close_round(panel.study, by=dana)
    second = add_round(panel.study, reason="Agreement over time.", by=dana)
    assert set(second.assignments.values_list("reviewer__pseudonym", flat=True)) == {"R02"}


def test_there_is_no_further_round_while_one_is_open(panel, dana):
    with pytest.raises(NotPermitted, match="A round is open"):
        add_round(panel.study, reason="Now.", by=dana)


def test_reopening_throws_away_the_queues_that_nobody_has_met(dana):
    study = rotating(by=dana)
    reopen_design(study, reason="A typing error in the note.", by=dana)
    study.refresh_from_db()
    assert study.state == Study.State.DRAFT
    assert not Assignment.objects.exists()
    assert not study.items.filter(is_anchor=True).exists()


def test_a_reopened_design_is_locked_again_as_the_next_version(dana):
    study = rotating(by=dana)
    before = {r.pseudonym: queue_of(r) for r in study.reviewers.all()}
    reopen_design(study, reason="A typing error in the note.", by=dana)
    protocol = lock_in_spite(Study.objects.get(pk=study.pk), by=dana)
    assert protocol.version == 2
    assert {r.pseudonym: queue_of(r) for r in study.reviewers.all()} == before
    assert protocol.document["amendments"][0]["reason"] == "A typing error in the note."


def test_what_was_rated_stays_when_a_closed_study_is_reopened(panel, dana):
    rate(panel.alice.assignments.get(position=1))
    close_round(panel.study, by=dana)
    reopen_design(panel.study, reason="A new question.", by=dana)
    study = Study.objects.get(pk=panel.study.pk)
    lock_in_spite(study, by=dana)
    second = open_round(study, by=dana)
    assert (second.number, Rating.objects.count()) == (2, 1)
    assert panel.round.assignments.count() == second.assignments.count() == 16


def test_a_picked_anchor_stays_picked_when_the_design_is_reopened(dana):
    study = rotating(by=dana)
    assert study.items.filter(is_anchor=True).count() == 3
    reopen_design(study, reason="Picked by hand now.", by=dana)
    study.items.filter(source_id="case-1/arm").update(is_anchor=True)
    type(study.design).objects.update(anchors_drawn=False)
    lock_in_spite(Study.objects.get(pk=study.pk), by=dana)
    reopen_design(Study.objects.get(pk=study.pk), reason="Once more.", by=dana)
    picked = study.items.filter(is_anchor=True).values_list("source_id", flat=True)
    assert list(picked) == ["case-1/arm"]


# Two admins at once.


@pytest.mark.django_db(transaction=True)
def test_of_two_who_take_off_the_same_reviewer_the_second_is_told(django_user_model):
    dana = django_user_model.objects.create_user("dana")
    study = opened(rotating(by=dana), by=dana)
    reviewer = study.reviewers.get(pseudonym="R01")
    barrier, outcomes = threading.Barrier(2), []

    def one():
        mine = Reviewer.objects.select_related("study").get(pk=reviewer.pk)
        barrier.wait()
        try:
            outcomes.append(take_off_the_panel(mine, reason=WHY, by=dana).version)
        except NotPermitted as refusal:
            outcomes.append(str(refusal))
        finally:
            connection.close()

    threads = [threading.Thread(target=one) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(map(str, outcomes)) == ["2", "R01 is not on the panel any more."]


def test_of_two_who_open_a_further_round_the_second_is_told(as_dana, rotation, dana):
    close_round(rotation, by=dana)
    asked = {"action": "round", "reason": "More."}
    for _ in range(2):
        answer = as_dana.post(reverse("amend", args=[rotation.slug]), asked, follow=True)
    assert answer.status_code == 200
    assert "A round is open" in answer.content.decode()
    assert Round.objects.filter(study=rotation).count() == 2


# --- Studies from before there was a lock


@pytest.fixture
def never_locked(study, dana):
    """As migration 0003 leaves a study whose round was open then."""
    reviewers = add_reviewers(study, 2, by=dana)
    remove_guards()
    round = Round.objects.create(study=study, rubric=study.rubric, opened_at=timezone.now())
    for reviewer in reviewers:
        for position, item in enumerate(study.items.all(), start=1):
            given = {"study": study, "reviewer": reviewer, "item": item}
            round.assignments.create(position=position, **given)
    Study.objects.filter(pk=study.pk).update(state=Study.State.COLLECTING)
    install_guards()
    study.refresh_from_db()
    return study


def test_the_panel_of_a_study_that_was_never_locked_is_not_amended(never_locked, dana):
    with pytest.raises(NotPermitted, match="was never locked"):
        add_to_the_panel(never_locked, stratum="", reason="More.", by=dana)
    with pytest.raises(NotPermitted, match="was never locked"):
        take_off_the_panel(never_locked.reviewers.first(), reason="Ill.", by=dana)


def test_a_study_that_was_never_locked_gets_no_further_round(never_locked, dana):
    close_round(never_locked, by=dana)
    with pytest.raises(NotPermitted, match="was never locked"):
        add_round(never_locked, reason="Again.", by=dana)


def test_a_study_that_was_never_locked_is_reopened_and_locked_as_its_first_version(
    never_locked, dana
):
    close_round(never_locked, by=dana)
    reopen_design(never_locked, reason="To lock it.", by=dana)
    protocol = lock_in_spite(never_locked, by=dana)
    assert (protocol.version, protocol.document["amendments"][0]["version"]) == (1, 1)
    assert open_round(never_locked, by=dana).number == 2
