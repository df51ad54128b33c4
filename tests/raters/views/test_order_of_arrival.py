"""A request that is processed late never replaces what its own page has told since."""

import pytest

from raters.models import Assignment, Draft, Rating
from tests.forms import HTMX, address, filled_form
from tests.studies import assignment_at

pytestmark = pytest.mark.django_db
DEFECT = {"defect": "language", "defect_reason": "In Finnish."}


@pytest.fixture
def assignment(alice):
    return assignment_at(alice, 1)


@pytest.fixture
def send(as_alice, assignment):
    """What the page `p` sends after so many changes of its words."""

    def sent(words: str, mark: int, name: str = "draft", **more) -> str:
        told = {"page": "p", "mark": mark} | more
        form = filled_form(assignment, justification=words) | told
        answer = as_alice.post(address(assignment, name=name), form, headers=HTMX)
        return answer.headers["Words-Are"]

    return sent


def drafted() -> str:
    return Draft.objects.get().fields["justification"][0]


def test_an_older_save_of_the_same_page_is_answered_and_changes_nothing(send):
    send("New.", 2)
    assert (send("Old.", 1), drafted()) == ("saved", "New.")


def test_older_words_sent_in_knowledge_of_the_newer_ones_are_refused_and_not_dropped(send):
    send("New.", 2)
    assert (send("Old.", 1, draft_version=1), drafted()) == ("not-saved", "New.")


def test_a_page_saves_again_and_again(send):
    assert [send(words, mark) for mark, words in enumerate("abc")] == ["saved"] * 3
    assert drafted() == "c"


def test_an_older_save_changes_nothing_when_the_newer_one_took_the_words_back(send):
    send("As before.", 1)
    send("As before.", 3)
    assert (send("Between the two.", 2), drafted()) == ("saved", "As before.")


def test_words_that_another_page_took_over_are_not_undone_by_its_older_save(send):
    send("Common.", 1)
    send("Common.", 2, page="q", draft_version=1)
    send("Between the two.", 1, page="q", draft_version=1)
    assert drafted() == "Common."


@pytest.mark.parametrize(("name", "more"), [("rate", {}), ("put_off", {}), ("defective", DEFECT)])
def test_what_was_pressed_before_newer_words_were_saved_is_not_done(send, name, more):
    send("Corrected.", 2)
    assert (send("Old.", 1, name, **more), drafted()) == ("not-saved", "Corrected.")
    assert not Rating.objects.exists()
    assert not Assignment.objects.deferred().exists()


def test_a_submit_that_lacks_something_does_not_replace_newer_words_either(send):
    send("Corrected.", 2)
    assert send("Old.", 1, "rate", **{"accuracy-score": ""}) == "not-saved"
    assert drafted() == "Corrected."


@pytest.mark.parametrize("has_draft", [True, False])
@pytest.mark.parametrize("mark", [1, 2])
def test_a_save_that_comes_after_the_submit_of_its_page_is_no_draft_again(send, has_draft, mark):
    if has_draft:
        send("First.", 0)
    send("Submitted.", 2, "rate")
    assert send("Old.", mark) == "saved"
    assert Draft.objects.get().fields == {}


def test_words_changed_after_the_submit_of_their_page_are_a_draft(send):
    send("Submitted.", 2, "rate")
    assert (send("Corrected.", 3), drafted()) == ("saved", "Corrected.")


def test_an_older_submit_of_the_same_page_is_no_second_revision(send):
    send("Submitted.", 2, "rate", submission="2" * 32)
    assert send("Old.", 1, "rate", submission="1" * 32) == "not-saved"
    assert Rating.objects.get().justification == "Submitted."


def test_of_two_pages_the_one_that_does_not_know_the_draft_is_refused_whatever_its_mark(send):
    send("Of the first.", 1)
    assert (send("Of the second.", 9, page="q"), drafted()) == ("not-saved", "Of the first.")


@pytest.mark.parametrize("mark", ["", "x", "-1", "1" * 30, "²"])
def test_a_page_that_tells_no_proper_mark_saves_as_it_always_did(send, mark):
    send("One.", mark)
    assert (send("Two.", mark), drafted()) == ("saved", "Two.")


def test_the_longest_page_and_mark_find_room_in_the_draft(send):
    send("x", 9999999, page="a" * 50)
    assert Draft.objects.get().page == "a" * 32 + ":9999999"


def test_a_mark_is_none_of_her_words(send):
    send("x", 1)
    assert "mark" not in Draft.objects.get().fields


# --- A report of a defect


def test_a_report_of_a_defect_saves_the_words_of_the_rating(send):
    assert send("Half a sentence.", 1, "defective", **DEFECT) == "submitted"
    assert drafted() == "Half a sentence."


def test_the_same_report_again_saves_the_words_typed_since(send, assignment):
    send("Half a sentence.", 1, "defective", **DEFECT)
    send("A whole sentence.", 2, "defective", base_revision=1, **DEFECT)
    assert (drafted(), assignment.ratings.count()) == ("A whole sentence.", 1)


def test_a_report_of_a_defect_does_not_overwrite_what_another_window_saved(send):
    send("Of another window.", 1, page="q")
    assert send("Mine.", 1, "defective", **DEFECT) == "not-saved"
    assert drafted() == "Of another window."
    assert not Rating.objects.exists()
