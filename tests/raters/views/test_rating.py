"""The walk of one rating, as a browser without JavaScript and as htmx does it."""

import pytest
from django.urls import reverse

from raters.blinding import asked_in
from raters.frozen_guard import remove_guards
from raters.kept import item_mark, kept_as
from raters.lifecycle import close_round
from raters.models import Assignment, Draft, Rating
from raters.views import rating as views
from tests.forms import HTMX, address, filled_form
from tests.studies import assignment_at, rate

pytestmark = pytest.mark.django_db


@pytest.fixture
def assignment(alice):
    return assignment_at(alice, 1)


def text_of(response) -> str:
    return response.content.decode()


def test_the_page_shows_the_turns_the_questions_and_the_position(as_alice, assignment):
    page = text_of(as_alice.get(address(assignment)))
    assert "Item 1 of 8" in page
    assert 'data-turn="1"' in page
    assert 'data-question="accuracy"' in page


def test_only_questions_of_the_condition_are_on_the_page(as_alice, alice):
    low = alice.assignments.filter(item__case__condition="real_low_context").first()
    page = text_of(as_alice.get(address(low)))
    assert 'data-question="clarification"' in page
    assert 'data-question="hallucination"' not in page


def test_a_complete_form_is_stored_and_leads_to_the_next_item(as_alice, assignment):
    response = as_alice.post(address(assignment), filled_form(assignment))
    assert response.url == address(assignment, position=2)
    assert assignment.ratings.get().justification == "Because of turn 2."


def test_htmx_gets_the_next_item_as_a_fragment_and_its_address(as_alice, assignment):
    response = as_alice.post(address(assignment), filled_form(assignment), headers=HTMX)
    assert response.headers["HX-Push-Url"] == address(assignment, position=2)
    assert text_of(response).startswith('<div id="rating"')
    assert "Item 2 of 8" in text_of(response)


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_gap_is_named_and_every_word_comes_back(as_alice, assignment, headers):
    form = filled_form(assignment, justification="All my words.")
    del form["accuracy-score"]
    response = as_alice.post(address(assignment), form, headers=headers)
    assert response.status_code == 200
    assert "Accuracy: Choose an answer." in text_of(response)
    assert "All my words." in text_of(response)
    assert not Rating.objects.exists()


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("accuracy-score", "7", "7 is not on this scale."),
        ("accuracy-score", "high", "high is not on this scale."),
        ("accuracy-evidence-0-turn", "99", "There is no turn 99; this transcript has turns 1 to 2"),
        ("accuracy-evidence-0-turn", "", "Cite at least one turn for this answer."),
        ("accuracy-evidence-0-turn", "-1", "greater than or equal to 1"),
        ("accuracy-evidence-0-quote", "not there", "These words do not stand in turn 2."),
        ("accuracy-evidence-0-stance", "maybe", "maybe is not one of the available choices"),
        ("justification", "  ", "Write a sentence or two on why you answered so."),
        ("accuracy-evidence-TOTAL_FORMS", "x", "ManagementForm data is missing"),
    ],
)
def test_a_wrong_answer_gets_a_clear_message_and_stores_nothing(
    as_alice, assignment, field, value, message
):
    form = filled_form(assignment) | {field: value}
    page = text_of(as_alice.post(address(assignment), form))
    assert message in page
    assert not Rating.objects.exists()


def test_an_empty_submit_lists_every_gap_at_once(as_alice, assignment):
    empty = {
        name: "" for name in filled_form(assignment) if not name.endswith(("_FORMS", "-stance"))
    }
    form = filled_form(assignment) | empty | {"base_revision": 0}
    page = text_of(as_alice.post(address(assignment), form))
    for question in asked_in(assignment).values():
        assert f"{question.label}: Choose an answer." in page
        assert f"{question.label}: Cite at least one turn for this answer." in page
    assert "Justification: Write a sentence or two" in page


def test_a_quote_that_does_not_stand_is_told_beside_other_gaps(as_alice, assignment):
    wrong = {"justification": "", "accuracy-evidence-0-quote": "not there"}
    page = text_of(as_alice.post(address(assignment), filled_form(assignment) | wrong))
    assert "These words do not stand in turn 2." in page
    assert "Justification: Write a sentence or two" in page


def test_a_turn_that_cannot_be_read_is_not_told_to_be_missing(as_alice, assignment):
    form = filled_form(assignment) | {"accuracy-evidence-0-turn": "two"}
    page = text_of(as_alice.post(address(assignment), form))
    assert "Accuracy: Enter a whole number." in page
    assert "Accuracy: Cite at least one turn" not in page


def test_a_quote_that_stands_in_the_turn_is_stored_with_its_place(as_alice, assignment):
    form = filled_form(assignment) | {"accuracy-evidence-0-quote": "given: it could"}
    as_alice.post(address(assignment), form)
    cited = assignment.ratings.get().scores.get(question__key="accuracy").evidence.get()
    assert cited.turn.text[cited.start :].startswith(cited.words)


def test_a_double_click_on_submit_is_one_rating(as_alice, assignment):
    for _ in range(2):
        response = as_alice.post(address(assignment), filled_form(assignment))
        assert response.url == address(assignment, position=2)
    assert assignment.ratings.count() == 1


def test_a_stale_tab_cannot_overwrite_a_later_answer_and_keeps_its_words(as_alice, assignment):
    rate(assignment)
    old_tab = filled_form(assignment, justification="From the old tab.", base_revision=0)
    page = text_of(as_alice.post(address(assignment), old_tab))
    assert "You submitted this item in another window" in page
    assert "From the old tab." in page
    assert assignment.ratings.count() == 1


def test_a_stale_tab_can_be_submitted_again_on_purpose(as_alice, assignment):
    rate(assignment)
    again = filled_form(assignment, justification="On purpose.", base_revision=1)
    as_alice.post(address(assignment), again)
    assert Rating.objects.current().get().justification == "On purpose."


def test_a_stale_tab_cannot_write_onto_the_next_item(as_alice, assignment, alice):
    as_alice.post(address(assignment), filled_form(assignment))
    as_alice.post(address(assignment), filled_form(assignment, justification="Again."))
    assert not assignment_at(alice, 2).ratings.exists()


def test_a_position_she_does_not_have_is_not_found(as_alice, assignment):
    assert as_alice.get(address(assignment, position=9)).status_code == 404


@pytest.mark.parametrize("name", ["rate", "draft", "defective"])
def test_somebody_outside_the_study_finds_nothing(client, charlie, assignment, name):
    client.force_login(charlie)
    response = client.post(address(assignment, name=name), filled_form(assignment))
    assert response.status_code == 404
    assert not Rating.objects.exists()


def test_the_same_address_shows_each_reviewer_her_own_item(client, panel):
    mine, his = (assignment_at(reviewer, 1) for reviewer in (panel.alice, panel.bob))
    assert address(mine) == address(his)
    for own in (mine, his):
        client.force_login(own.reviewer.user)
        client.post(address(own), filled_form(own))
    assert [a.ratings.count() for a in (mine, his)] == [1, 1]


def test_one_more_citation_can_be_asked_for_without_javascript(as_alice, assignment):
    form = filled_form(assignment) | {"add_citation": "accuracy"}
    page = text_of(as_alice.post(address(assignment), form))
    assert "accuracy-evidence-1-turn" in page
    assert not Rating.objects.exists()


def test_a_draft_comes_back_word_for_word(as_alice, assignment):
    form = filled_form(assignment, justification="Half a sent") | {"accuracy-score": ""}
    as_alice.post(address(assignment, name="draft"), form, headers=HTMX)
    assert "Half a sent" in text_of(as_alice.get(address(assignment)))


def test_saving_a_draft_answers_with_the_time_or_goes_back_to_the_item(as_alice, assignment):
    form = filled_form(assignment)
    plain = as_alice.post(address(assignment, name="draft"), form)
    htmx = as_alice.post(address(assignment, name="draft"), form, headers=HTMX)
    assert plain.url == address(assignment)
    assert "Saved" in text_of(htmx)


def test_a_submitted_item_opens_as_it_was_submitted(as_alice, assignment):
    rate(assignment, justification="My reasons.", value=1)
    page = text_of(as_alice.get(address(assignment)))
    assert "My reasons." in page
    assert "You submitted this item at" in page


def test_a_defective_item_needs_a_reason(as_alice, assignment):
    form = {"base_revision": 0, "defect": "language", "defect_reason": ""}
    page = text_of(as_alice.post(address(assignment, name="defective"), form))
    assert "Say in a few words what you saw." in page
    assert not Rating.objects.exists()


def test_a_defective_item_is_recorded_and_the_next_one_follows(as_alice, assignment):
    form = {"base_revision": 0, "defect": "language", "defect_reason": "It is in Finnish."}
    response = as_alice.post(address(assignment, name="defective"), form)
    assert response.url == address(assignment, position=2)
    assert assignment.ratings.get().defect == "language"


def test_a_closed_round_takes_nothing_and_keeps_the_words_on_the_page(
    as_alice, assignment, panel, dana
):
    close_round(panel.study, by=dana)
    form = filled_form(assignment, justification="Too late.")
    page = text_of(as_alice.post(address(assignment), form))
    assert "The round is closed, so nothing more can be submitted." in page
    assert "Too late." in page
    answer = as_alice.post(address(assignment, name="draft"), form, headers=HTMX)
    assert "Not saved: the round is closed." in text_of(answer)
    assert not Draft.objects.exists()


def test_after_the_last_item_comes_the_end(as_alice, alice):
    *others, last = alice.assignments.in_presentation_order()
    for each in others:
        rate(each)
    response = as_alice.post(address(last), filled_form(last))
    assert response.url == reverse("start", args=[alice.study.public_code])
    assert "You have finished. 8 of 8 saved." in text_of(as_alice.get(response.url))


def test_the_first_look_at_an_item_is_recorded_once(as_alice, assignment):
    as_alice.get(address(assignment))
    assignment.refresh_from_db()
    first = assignment.first_shown_at
    as_alice.get(address(assignment))
    assignment.refresh_from_db()
    assert first is not None
    assert assignment.first_shown_at == first


@pytest.mark.parametrize("n_items", [8, 30])
def test_the_page_costs_the_same_queries_however_long_the_queue(
    client, dana, django_assert_num_queries, n_items
):
    from tests.studies import Panel, item_row, small_study

    rows = [item_row(case, "arm") for case in range(n_items)]
    panel = Panel.opened(small_study(by=dana, rows=rows), by=dana)
    client.force_login(panel.alice.user)
    with django_assert_num_queries(18):
        client.get(address(assignment_at(panel.alice, 1)))


# --- An item that an amendment took away


@pytest.fixture
def taken(assignment):
    """Her page is open, and the item is in nobody's hands any more."""
    form = filled_form(assignment, justification="All my words, typed with care.")
    remove_guards()
    assignment.delete()
    return form


@pytest.mark.parametrize("name", ["rate", "draft", "defective"])
def test_a_page_of_an_item_that_is_gone_is_answered_with_its_words(
    as_alice, assignment, taken, name
):
    place = [assignment.study.public_code, "1", assignment.position]
    response = as_alice.post(reverse(name, args=place), taken)
    assert response.status_code == 404
    assert "All my words, typed with care." in text_of(response)


@pytest.mark.parametrize("name", ["rate", "draft", "put_off", "defective", "shown"])
def test_words_for_another_item_that_stood_at_this_place_are_not_taken(as_alice, alice, name):
    assignment, gone = assignment_at(alice, 1), assignment_at(alice, 2)
    form = filled_form(assignment) | {"opened_on": item_mark(gone), "shown_ago": "5"}
    answer = as_alice.post(address(assignment, name=name), form, headers=HTMX)
    assert answer["Words-Are"] == "not-saved"
    assert "no item at this place" in answer.content.decode()
    assert not Rating.objects.exists()
    assert not Draft.objects.exists()


def test_words_for_the_item_that_stands_there_are_taken(as_alice, alice):
    assignment = assignment_at(alice, 1)
    form = filled_form(assignment) | {"opened_on": item_mark(assignment)}
    assert as_alice.post(address(assignment), form, headers=HTMX)["Words-Are"] == "submitted"


@pytest.mark.parametrize("name", ["rate", "draft", "defective"])
def test_htmx_leaves_the_page_of_an_item_that_is_gone_as_it_is(as_alice, assignment, taken, name):
    place = [assignment.study.public_code, "1", assignment.position]
    response = as_alice.post(reverse(name, args=place), taken, headers=HTMX)
    assert response.headers["HX-Retarget"] == "#notice"
    assert "Your words are still on this page" in text_of(response)


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_an_item_that_goes_while_its_form_is_read_is_answered_in_words(
    as_alice, assignment, monkeypatch, headers
):
    form, is_valid = filled_form(assignment), views.RatingForm.is_valid
    remove_guards()

    def slowly(self):
        type(assignment).objects.filter(pk=assignment.pk).delete()
        return is_valid(self)

    monkeypatch.setattr(views.RatingForm, "is_valid", slowly)
    response = as_alice.post(address(assignment), form, headers=headers)
    assert "Not saved: you have no item at this place." in text_of(response)
    assert not Rating.objects.exists()


def test_no_item_is_shown_where_there_is_none(as_alice, assignment):
    assert as_alice.get(address(assignment, position=99)).status_code == 404


@pytest.mark.parametrize(
    ("name", "more", "became"),
    [
        ("draft", {}, "saved"),
        ("rate", {}, "submitted"),
        ("rate", {"justification": ""}, "saved"),
        ("rate", {"add_citation": "accuracy"}, "not-saved"),
        ("defective", {"defect": "language", "defect_reason": "In Finnish."}, "submitted"),
        ("defective", {"defect": ""}, "saved"),
    ],
)
def test_every_answer_says_what_became_of_the_words(as_alice, assignment, name, more, became):
    form = filled_form(assignment) | more
    response = as_alice.post(address(assignment, name=name), form, headers=HTMX)
    assert response.headers["Words-Are"] == became


def test_words_that_another_window_overtook_are_told_to_be_unsaved(as_alice, assignment):
    place = address(assignment, name="draft")
    for text in ("One", "Two"):
        response = as_alice.post(place, filled_form(assignment, justification=text), headers=HTMX)
    assert response.headers["Words-Are"] == "not-saved"


def test_a_sign_in_page_never_tells_that_words_are_saved(client, assignment):
    place = address(assignment, name="draft")
    response = client.post(place, filled_form(assignment), headers=HTMX)
    assert "Words-Are" not in response.headers


def test_what_is_sent_later_shows_no_next_item(as_alice, assignment, alice):
    form = filled_form(assignment) | {"sent_later": "1"}
    response = as_alice.post(address(assignment), form, headers=HTMX)
    assert (response.status_code, response.headers["Words-Are"]) == (204, "submitted")
    assert assignment_at(alice, 2).first_shown_at is None


def test_a_submission_sent_twice_over_another_revision_is_one_rating(as_alice, assignment):
    first = filled_form(assignment, justification="First.") | {"submission": "1" * 32}
    second = filled_form(assignment, justification="Second.", base_revision=1)
    for form in (first, second, first):
        assert as_alice.post(address(assignment), form).url == address(assignment, position=2)
    assert [r.justification for r in assignment.ratings.order_by("revision")] == [
        "First.",
        "Second.",
    ]


def test_a_submission_without_a_proper_name_is_still_a_submission(as_alice, assignment):
    as_alice.post(address(assignment), filled_form(assignment) | {"submission": "no name"})
    assert assignment.ratings.get().submission is None


def test_words_are_kept_under_her_mark_and_the_place_alone(as_alice, panel, assignment):
    mine, his = kept_as(assignment), kept_as(assignment_at(panel.bob, 1))
    place = [panel.study.public_code, panel.alice.pseudonym, "1", "1", ""]
    assert mine.split("/")[1:] == place
    assert mine.split("/")[0] != his.split("/")[0]
    assert f'data-kept-as="{mine}"' in text_of(as_alice.get(address(assignment)))


def test_putting_an_item_off_keeps_its_words_and_goes_on(as_alice, assignment):
    form = filled_form(assignment, justification="Not sure yet.")
    response = as_alice.post(address(assignment, name="put_off"), form)
    assert response.url == address(assignment, position=2)
    assert Draft.objects.get().fields["justification"] == ["Not sure yet."]
    start = text_of(as_alice.get(reverse("start", args=[assignment.study.public_code])))
    assert "Put off for later" in start


def test_a_list_of_what_is_put_off_is_only_there_when_something_is(as_alice, assignment):
    start = text_of(as_alice.get(reverse("start", args=[assignment.study.public_code])))
    assert "Put off for later" not in start


def test_putting_off_does_not_overwrite_what_another_window_saved(as_alice, assignment):
    as_alice.post(address(assignment, name="draft"), filled_form(assignment, justification="One"))
    stale = filled_form(assignment, justification="Two")
    page = text_of(as_alice.post(address(assignment, name="put_off"), stale))
    assert "Another window saved other words" in page
    assert not Assignment.objects.deferred().exists()


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_putting_off_the_last_item_left_leads_to_the_start_page(as_alice, alice, headers):
    *others, last = alice.assignments.in_presentation_order()
    for each in others:
        rate(each)
    response = as_alice.post(address(last, name="put_off"), filled_form(last), headers=headers)
    start = reverse("start", args=[last.study.public_code])
    assert response.headers.get("HX-Redirect", response.headers.get("Location")) == start


def test_an_item_that_was_submitted_cannot_be_put_off(as_alice, assignment):
    rate(assignment)
    assert "put-off" not in text_of(as_alice.get(address(assignment)))


def test_the_time_that_a_page_tells_is_stored_with_the_rating(as_alice, assignment):
    as_alice.get(address(assignment))
    form = filled_form(assignment) | {"page": "p", "active_seconds": "0", "first_input_ago": "0"}
    as_alice.post(address(assignment), form)
    rating = assignment.ratings.get()
    assert rating.active_seconds == 0
    assert rating.first_input_at is not None
