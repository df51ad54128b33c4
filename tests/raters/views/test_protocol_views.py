"""Pilots, downloads and amendments in the browser, and what the coverage page costs."""

import hashlib
import json
import re
from collections import Counter

import pytest
from django.urls import reverse

from raters.amending import take_off_the_panel
from raters.design.protocol import prove
from raters.lifecycle import close_round, open_round
from raters.models import Amendment, Round, Study
from raters.panel import add_reviewers
from tests.raters.locked_studies import rotating
from tests.studies import SECRET_ARM

pytestmark = pytest.mark.django_db

QUERIES = 45


def at(name: str, *args) -> str:
    return reverse(name, args=["small", *args])


def text_of(response) -> str:
    return response.content.decode()


@pytest.fixture
def rotation(dana) -> Study:
    study = rotating(by=dana)
    open_round(study, by=dana)
    return study


# Amendments.


def test_a_reviewer_is_taken_off_the_panel_with_a_reason(as_dana, rotation):
    answer = as_dana.post(at("reviewer_left", "R01"), {"reason": "A new post."}, follow=True)
    assert "Done, and noted in the log." in text_of(answer)
    page = text_of(as_dana.get(at("amend")))
    assert "a reviewer left (R01)" in page
    assert "A new post." in page


def test_a_missing_reason_is_asked_for_beside_the_field(as_dana, rotation):
    page = text_of(as_dana.post(at("reviewer_left", "R02"), {"reason": " "}))
    form = page.split(at("reviewer_left", "R02"))[1].split("</form>")[0]
    assert "This field is required." in form
    assert not Amendment.objects.exists()


def test_a_refused_amendment_keeps_the_reason_that_was_typed(as_dana, dana):
    open_round(rotating(n_reviewers=2, by=dana), by=dana)
    page = text_of(as_dana.post(at("reviewer_left", "R01"), {"reason": "My typed reason"}))
    assert "cannot give an item 2 different reviewers" in page
    assert "My typed reason</textarea>" in page


def test_the_second_of_two_admins_gets_a_message(as_dana, rotation, dana):
    take_off_the_panel(rotation.reviewers.get(pseudonym="R01"), reason="First.", by=dana)
    answer = as_dana.post(at("reviewer_left", "R01"), {"reason": "Second."})
    assert (answer.status_code, "R01 is not on the panel any more." in text_of(answer)) == (
        200,
        True,
    )


def test_a_late_reviewer_is_added_with_a_reason(as_dana, rotation):
    given = {"reason": "Too few.", "stratum": "resident"}
    as_dana.post(at("reviewer_added"), given)
    assert rotation.reviewers.get(pseudonym="R05").stratum == "resident"


def test_a_late_reviewer_without_a_reason_is_not_added(as_dana, rotation):
    page = text_of(as_dana.post(at("reviewer_added"), {"stratum": "resident"}))
    assert "This field is required." in page
    assert 'value="resident"' in page
    assert rotation.reviewers.count() == 4


def test_the_design_is_reopened_from_the_page(as_dana, dana):
    study = rotating(by=dana)
    answer = as_dana.post(at("amend"), {"action": "reopen", "reason": "A slip."})
    assert answer.url == at("setup")
    study.refresh_from_db()
    assert study.state == Study.State.DRAFT


def test_a_further_round_is_opened_from_the_page(as_dana, rotation, dana):
    close_round(rotation, by=dana)
    as_dana.post(at("amend"), {"action": "round", "reason": "Over time."})
    assert Round.objects.live().open().get().number == 2


def test_an_action_that_does_not_exist_is_not_found(as_dana, rotation):
    answer = as_dana.post(at("amend"), {"action": "explode", "reason": "Why not."})
    assert answer.status_code == 404


def test_what_the_state_does_not_permit_is_refused_in_words(as_dana, rotation):
    page = text_of(as_dana.post(at("amend"), {"action": "reopen", "reason": "Now."}))
    assert "A round is open" in page
    assert not Amendment.objects.exists()


def test_a_draft_needs_no_amendment_and_says_where_to_go(as_dana, study):
    page = text_of(as_dana.get(at("amend")))
    assert "no amendment is needed" in page
    assert at("setup") in page


@pytest.mark.parametrize("is_closed", [False, True])
def test_no_id_stands_twice_on_the_page_of_amendments(as_dana, rotation, dana, is_closed):
    if is_closed:
        close_round(rotation, by=dana)
    ids = re.findall(r'\sid="([^"]+)"', text_of(as_dana.get(at("amend"))))
    assert [name for name, n in Counter(ids).items() if n > 1] == []


# Downloads.


def test_the_public_document_is_byte_for_byte_what_was_hashed(as_dana, rotation):
    body = as_dana.get(at("setup_protocol_public")).content
    assert hashlib.sha256(body).hexdigest() == rotation.protocols.get().sha256


def test_public_document_and_key_prove_each_other(as_dana, rotation):
    public = json.loads(as_dana.get(at("setup_protocol_public")).content)
    key = json.loads(as_dana.get(at("setup_protocol_key")).content)
    assert list(prove(public, key)) == []


def test_whoever_downloads_the_key_is_in_the_log(as_dana, rotation, dana):
    as_dana.get(at("setup_protocol_key"))
    event = rotation.audit_events.get(verb="key downloaded")
    assert event.actor == dana


def test_there_is_nothing_to_download_before_the_lock(as_dana, study):
    for name in ("setup_protocol_public", "setup_protocol_key"):
        assert as_dana.get(at(name)).status_code == 404


def test_the_protocol_file_of_a_draft_can_be_downloaded(as_dana, study):
    answer = as_dana.get(at("protocol_file"))
    assert SECRET_ARM in text_of(answer)
    assert 'filename="SECRET-small.yaml"' in answer.headers["Content-Disposition"]


@pytest.mark.parametrize("name", ["setup_protocol_public", "setup_protocol_key", "protocol_file"])
def test_a_reviewer_can_download_nothing(client, rotation, name):
    client.force_login(rotation.reviewers.get(pseudonym="R01").user)
    assert client.get(at(name)).status_code == 404


# Pilots.


def test_a_pilot_is_started_and_ended_from_the_page(as_dana, study, dana):
    alice, bob = add_reviewers(study, 2, by=dana)
    as_dana.post(at("pilot"), {"n_items": 2, "reviewers": [alice.pk]})
    pilot = Round.objects.get(kind="pilot")
    assert (alice.assignments.count(), bob.assignments.count()) == (4, 0)
    assert "A pilot is under way" in text_of(as_dana.get(at("pilot")))
    as_dana.post(at("pilot"), {"end": "1"})
    pilot.refresh_from_db()
    assert not pilot.is_open


def test_a_pilot_that_cannot_start_says_why(as_dana, study):
    page = text_of(as_dana.post(at("pilot"), {"n_items": 2, "reviewers": []}))
    assert "This field is required." in page
    assert not Round.objects.exists()


def test_a_locked_study_starts_no_pilot(as_dana, rotation):
    pks = list(rotation.reviewers.values_list("pk", flat=True))
    answer = as_dana.post(at("pilot"), {"n_items": 2, "reviewers": pks})
    assert "A round is open" in text_of(answer)
    assert not Round.objects.filter(kind="pilot").exists()


def test_ending_a_pilot_twice_is_answered_in_words(as_dana, study, dana):
    add_reviewers(study, 1, by=dana)
    answer = as_dana.post(at("pilot"), {"end": "1"}, follow=True)
    assert answer.status_code == 200
    assert 'class="message error"' in text_of(answer)


# Coverage.


@pytest.mark.parametrize(("n_items", "n_reviewers"), [(12, 4), (24, 8)])
def test_the_coverage_page_costs_the_same_however_large_the_study(
    as_dana, dana, n_items, n_reviewers, django_assert_max_num_queries
):
    rotating(n_items, n_reviewers, by=dana)
    as_dana.get(at("setup_allocation"))
    with django_assert_max_num_queries(QUERIES):
        assert as_dana.get(at("setup_allocation")).status_code == 200


def test_the_coverage_table_has_a_row_for_each_reviewer_and_item(as_dana, dana):
    rotating(by=dana)
    lines = as_dana.get(at("coverage_csv")).getvalue().decode().splitlines()
    assert len(lines) == 1 + 4 * 3 + 9 * 2
    assert "R01,case-1/arm," in "\n".join(lines)


def test_what_is_amended_is_seen_in_the_coverage(as_dana, rotation, dana):
    take_off_the_panel(rotation.reviewers.get(pseudonym="R01"), reason="A new post.", by=dana)
    page = text_of(as_dana.get(at("setup_allocation")))
    assert "2–2</dt><dd>reviewers of a shared item" in page
