"""How far is each reviewer? Whoever asks gets the same answer: the one that the rows give."""

import pytest
from django.contrib.auth.models import Permission
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from raters.amending import take_off_the_panel
from raters.lifecycle import start_pilot
from raters.models import Assignment, Round
from raters.panel import add_reviewers
from raters.queue import Progress, next_assignment, progress, progress_by_reviewer, progress_of_all
from raters.rating import RatedElsewhere, current_rating, defer, report_defect, submit
from raters.reports import coverage, reviewer_rows
from raters.reports.progress import panel_table
from raters.reports.rows import rows_of
from raters.standing import standing_in
from tests.studies import assignment_at, complete_answers, rate, welcomed

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def rated(assignment: Assignment) -> None:
    current = current_rating(assignment)
    answers = complete_answers(assignment, justification=f"After {current}.")
    base = current.revision if current else 0
    submit(assignment, answers, base_revision=base, at=NOW)


def reported(assignment: Assignment) -> None:
    current = current_rating(assignment)
    base = current.revision if current else 0
    report_defect(
        assignment, defect="language", reason=f"After {current}.", base_revision=base, at=NOW
    )


def put_off(assignment: Assignment) -> None:
    defer(assignment, at=NOW)


def refused(assignment: Assignment) -> None:
    rated(assignment)
    answers = complete_answers(assignment, justification="From an older page.")
    with pytest.raises(RatedElsewhere):
        submit(assignment, answers, base_revision=0, at=NOW)


STEPS = st.tuples(st.integers(0, 15), st.sampled_from([rated, reported, put_off, refused]))


class UndoneAgain(Exception):
    pass


def counted_by_hand(round: Round) -> dict[str, Progress]:
    """Row by row, without the query that is proved."""
    found: dict[str, Progress] = {}
    for one in round.assignments.select_related("reviewer"):
        name = one.reviewer.pseudonym
        before = found.get(name, Progress(0, 0))
        found[name] = Progress(before.done + one.ratings.exists(), before.total + 1)
    return found


@given(steps=st.lists(STEPS, max_size=12), leaves=st.booleans())
@settings(max_examples=15)
def in_every_course(study, round, bob, dana, *, steps, leaves):
    try:
        with transaction.atomic():
            places = list(round.assignments.order_by("pk"))
            for index, step in steps:
                step(places[index])
            if leaves:
                take_off_the_panel(bob, reason="Is ill.", by=dana)
            everybody_is_told_the_same(study, round)
            raise UndoneAgain
    except UndoneAgain:
        study.refresh_from_db()


def everybody_is_told_the_same(study, round) -> None:
    expected = counted_by_hand(round)
    assert progress_by_reviewer(round) == expected
    assert dict(coverage(round)) == expected
    on_the_page = {row.reviewer.pseudonym: row.progress for row in reviewer_rows(study, at=NOW)}
    assert {name: one for name, one in on_the_page.items() if one.total} == expected
    in_the_report = panel_table(round, rows_of(round)).rows
    assert {row.pseudonym: Progress(row.n_done, row.n_items) for row in in_the_report} == expected
    for reviewer in study.reviewers.all():
        mine = expected.get(reviewer.pseudonym, Progress(0, 0))
        assert progress(reviewer, round) == standing_in(round, reviewer).progress == mine
        assert (next_assignment(reviewer, round) is None) == (mine.done == mine.total)
    of_all = progress_of_all(round)
    assert of_all.done == sum(one.done for one in expected.values())
    assert of_all.total == sum(one.total for one in expected.values())


def test_whatever_happens_everybody_is_told_the_same_progress(panel, dana):
    in_every_course(panel.study, panel.round, panel.bob, dana)


def test_progress_is_counted_by_one_query_for_any_number_of_reviewers(
    panel, django_assert_num_queries
):
    with django_assert_num_queries(1):
        assert list(progress_by_reviewer(panel.round)) == ["R01", "R02"]


def test_a_queue_is_finished_by_what_cannot_be_judged_too(alice, bob, panel):
    for assignment in alice.assignments.all():
        reported(assignment)
    assert progress(alice, panel.round).is_finished
    assert progress(bob, panel.round).done == 0


def test_what_was_reported_and_then_rated_is_counted_as_defective_no_longer(panel, alice):
    reported(assignment_at(alice, 1))
    reported(assignment_at(alice, 2))
    rated(assignment_at(alice, 1))
    [row, _bobs] = reviewer_rows(panel.study, at=NOW)
    assert row.defective == 1


def test_nothing_is_held_back_by_what_a_colleague_has_open(client, panel, alice, bob):
    client.force_login(alice.user)
    for assignment in alice.assignments.all():
        client.get(reverse("rate", args=[panel.study.public_code, "1", assignment.position]))
    mine = bob.assignments.order_by("position")
    for assignment in mine:
        assert next_assignment(bob, panel.round) == assignment
        rate(assignment)
    assert next_assignment(bob, panel.round) is None


def test_the_pages_of_those_who_run_the_study_show_it(as_dana, panel, alice):
    rate(assignment_at(alice, 1))
    for name in ("study", "confirm_closing"):
        shown = as_dana.get(reverse(name, args=["small"])).context["coverage"]
        assert shown == [("R01", Progress(1, 8)), ("R02", Progress(0, 8))]
    shown = as_dana.get(reverse("panel", args=["small"])).content.decode()
    assert "1 / 8" in shown


def test_who_pilots_reads_on_her_front_page_how_far_she_is_in_the_pilot(client, study, dana):
    one, _other = (welcomed(each) for each in add_reviewers(study, 2, by=dana))
    pilot = start_pilot(study, [one], n_items=2, by=dana)
    rate(assignment_at(one, 1))
    client.force_login(one.user)
    one.user.user_permissions.add(Permission.objects.get(codename="add_study"))
    shown = client.get(reverse("home")).content.decode()
    assert f"1 of {pilot.assignments.count()}" in shown
