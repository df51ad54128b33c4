"""Asking and answering on the site: who may, what is refused in words, and what never leaks."""

import csv
import io

import pytest
from django.urls import reverse
from django.utils import timezone

from raters.lifecycle import close_round
from raters.message_forms import EVERYBODY, MOST_CHARACTERS
from raters.messages import ask, tell, tell_panel
from raters.models import AuditEvent, Draft, Message, Reviewer
from raters.panel import add_reviewers
from raters.rating import mark_as_shown
from tests.forms import HTMX, address, filled_form
from tests.raters.views.test_blinding import TELLTALES, everything, whole_walk
from tests.studies import SECRET_ARM, assignment_at

pytestmark = pytest.mark.django_db
PLANTED = "PLANTED-WORDS"


@pytest.fixture
def place(alice):
    found = assignment_at(alice, 2)
    mark_as_shown(found, at=timezone.now())
    return found


def asking(place, text: str = "Does a brand name count?", **more) -> dict:
    return {"text": text, "asked_by": place.reviewer.pseudonym} | more


def sent() -> list[str]:
    return list(Message.objects.order_by("pk").values_list("text", flat=True))


def page_of(response) -> str:
    return response.content.decode()


# --- A reviewer asks


def test_a_question_is_sent_in_place_and_stands_in_the_conversation(as_alice, place):
    response = as_alice.post(address(place, name="ask"), asking(place), headers=HTMX)
    assert response.headers["Words-Are"] == "saved"
    assert "Does a brand name count?" in page_of(response)
    assert "<html" not in page_of(response)


def test_without_javascript_a_question_has_a_page_of_its_own(as_alice, place):
    response = as_alice.post(address(place, name="ask"), asking(place), follow=True)
    assert response.redirect_chain == [(address(place, name="ask"), 302)]
    assert "Messages about item 2" in page_of(response)
    assert "Does a brand name count?" in page_of(response)


def test_the_form_of_the_question_stands_outside_the_form_of_the_rating(as_alice, place):
    page = page_of(as_alice.get(address(place)))
    rating = page[page.index("data-rating-form") :]
    assert "asked_by" not in rating[: rating.index("</form>")]
    assert "asked_by" in rating[rating.index("</form>") :]


def test_a_question_is_no_part_of_the_draft(as_alice, place):
    as_alice.post(address(place, name="draft"), filled_form(place), headers=HTMX)
    before = Draft.objects.get().fields
    as_alice.post(address(place, name="ask"), asking(place), headers=HTMX)
    assert Draft.objects.get().fields == before


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("   ", "Write something first"),
        ("x" * (MOST_CHARACTERS + 1), "at most 5000 characters"),
        ("nothing\x00typed", "Null characters are not allowed"),
    ],
)
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_what_cannot_be_sent_is_refused_in_words(as_alice, place, text, said, headers):
    response = as_alice.post(address(place, name="ask"), asking(place, text), headers=headers)
    assert said in page_of(response)
    assert response.headers.get("Words-Are") == ("not-saved" if headers else None)
    assert sent() == []


def test_too_long_a_question_stands_in_its_field_again(as_alice, place):
    text = "w" * (MOST_CHARACTERS + 1)
    assert text in page_of(as_alice.post(address(place, name="ask"), asking(place, text)))


def test_a_page_that_somebody_else_opened_sends_nothing(as_alice, place):
    response = as_alice.post(
        address(place, name="ask"), asking(place, asked_by="R02"), headers=HTMX
    )
    assert response.headers["HX-Retarget"] == "#notice"
    assert as_alice.post(address(place, name="ask"), asking(place, asked_by="R02")).status_code == (
        409
    )
    assert sent() == []


def test_an_item_that_she_has_not_seen_cannot_be_asked_about(as_alice, alice, place):
    unseen = assignment_at(alice, 5)
    assert as_alice.post(address(unseen, name="ask"), asking(unseen)).status_code == 404
    assert sent() == []


def test_a_question_can_be_asked_after_submitting_and_after_the_round_closed(as_alice, place, dana):
    as_alice.post(address(place), filled_form(place))
    close_round(place.study, by=dana)
    assert "Ask the study about this item" in page_of(as_alice.get(address(place)))
    as_alice.post(address(place, name="ask"), asking(place))
    assert sent() == ["Does a brand name count?"]


def test_the_same_question_pressed_twice_is_one(as_alice, place):
    for _ in range(2):
        as_alice.post(address(place, name="ask"), asking(place), headers=HTMX)
    assert len(sent()) == 1


def test_a_message_about_no_item_is_sent_and_everything_is_read_on_its_page(
    as_alice, alice, dana, place
):
    tell(alice, "From the study.", by=dana, at=timezone.now())
    note = reverse("write_to_study", args=[alice.study.public_code])
    page = page_of(as_alice.post(note, asking(place, "I am away next week."), follow=True))
    assert "I am away next week." in page
    assert "From the study." in page
    alice.refresh_from_db()
    assert alice.messages_read_at is not None


def test_an_answer_is_announced_at_its_item_until_it_was_read(as_alice, alice, dana, place):
    tell(alice, "It does.", by=dana, about=place, at=timezone.now())
    assert "There is a new answer from the study" in page_of(as_alice.get(address(place)))
    as_alice.get(reverse("write_to_study", args=[alice.study.public_code]))
    page = page_of(as_alice.get(address(place)))
    assert "There is a new answer from the study" not in page
    assert "It does." in page


# --- What nobody else receives


def test_a_colleague_receives_no_byte_of_a_question_or_of_its_answer(
    as_alice, alice, bob, dana, client
):
    theirs = bob.assignments.order_by("position")
    for other in theirs:
        mark_as_shown(other, at=timezone.now())
        ask(bob, f"{PLANTED} asked", about=other, at=timezone.now())
        tell(bob, f"{PLANTED} answered", by=dana, about=other, at=timezone.now())
    ask(bob, f"{PLANTED} at large", at=timezone.now())
    received = "\n".join(everything(each) for each in whole_walk(as_alice, alice))
    code = alice.study.public_code
    received += everything(as_alice.get(reverse("write_to_study", args=[code])))
    for mine in alice.assignments.all():
        received += everything(as_alice.get(address(mine, name="ask")))
        received += everything(as_alice.post(address(mine, name="ask"), asking(mine, "Mine.")))
    assert "Mine." in page_of(as_alice.get(address(mine, name="ask")))
    assert PLANTED not in received


def test_what_a_reviewer_gets_with_a_conversation_tells_no_arm_and_no_control(
    as_alice, alice, dana
):
    received = ""
    for mine in alice.assignments.all():
        mark_as_shown(mine, at=timezone.now())
        ask(alice, "A question.", about=mine, at=timezone.now())
        tell(alice, "An answer.", by=dana, about=mine, at=timezone.now())
        received += everything(as_alice.get(address(mine, name="ask")))
        received += everything(as_alice.get(address(mine)))
    received += everything(as_alice.get(reverse("write_to_study", args=[alice.study.public_code])))
    assert "An answer." in received
    assert [word for word in [*TELLTALES, "ctl-", "dana"] if word in received] == []


@pytest.mark.parametrize("who", ["alice", "charlie"])
def test_only_those_who_run_the_study_open_its_messages(client, alice, charlie, place, who):
    ask(alice, PLANTED, about=place, at=timezone.now())
    client.force_login(alice.user if who == "alice" else charlie)
    addresses = [
        reverse("messages", args=["small"]),
        reverse("messages_csv", args=["small"]),
        reverse("answer", args=["small", "R01"]),
        reverse("answer_about", args=["small", "R01", "1", 2]),
    ]
    for each in addresses:
        assert client.get(each).status_code == 404
        assert client.post(each, {"text": "x", "to": EVERYBODY}).status_code in (404, 405)
    assert sent() == [PLANTED]


def test_those_who_run_another_study_do_not_open_them(client, charlie, alice, place):
    from tests.studies import small_study

    small_study(by=charlie, slug="other")
    client.force_login(charlie)
    assert client.get(reverse("messages", args=["other"])).status_code == 200
    assert client.get(reverse("answer", args=["other", "R01"])).status_code == 404
    assert client.get(reverse("messages", args=["small"])).status_code == 404


def test_nobody_who_is_no_reviewer_of_the_study_asks(client, charlie, place):
    client.force_login(charlie)
    assert client.post(address(place, name="ask"), asking(place)).status_code == 404
    assert sent() == []


# --- Those who run the study answer


def test_the_page_counts_what_waits_and_names_the_item(as_dana, alice, place):
    ask(alice, "Does it count?", about=place, at=timezone.now())
    page = page_of(as_dana.get(reverse("messages", args=["small"])))
    assert '1<span class="visually-hidden"> to answer' in page
    assert place.item.source_id in page
    assert "R01 knows it as item 2" in page


def test_an_answer_reaches_the_reviewer_and_ends_the_waiting(as_dana, alice, place):
    ask(alice, "Does it count?", about=place, at=timezone.now())
    answer = reverse("answer_about", args=["small", "R01", "1", 2])
    page = page_of(as_dana.post(answer, {"text": "It does."}, follow=True))
    assert "to answer" not in page
    assert Message.objects.last().assignment == place
    assert Message.objects.last().reviewer == alice


def test_a_message_goes_to_the_whole_panel_or_to_one(as_dana, alice):
    show = reverse("messages", args=["small"])
    as_dana.post(show, {"to": EVERYBODY, "text": "To all."})
    as_dana.post(show, {"to": "R01", "text": "To one."})
    assert list(Message.objects.values_list("reviewer__pseudonym", "text")) == [
        (None, "To all."),
        ("R01", "To one."),
    ]


@pytest.mark.parametrize("text", [f"{SECRET_ARM} wrote it.", "As R02 said.", "See ctl-1."])
def test_telling_words_are_held_back_until_they_are_confirmed(as_dana, alice, place, text):
    answer = reverse("answer_about", args=["small", "R01", "1", 2])
    response = as_dana.post(answer, {"text": text})
    assert "Send all the same" in page_of(response)
    assert text in page_of(response)
    assert sent() == []
    confirmed = [slip.words for slip in response.context["slips"]]
    as_dana.post(answer, {"text": text, "confirmed": confirmed})
    assert sent() == [text]
    assert AuditEvent.objects.get(verb="answer sent").details["despite"]


def test_words_that_were_added_after_confirming_are_held_back_again(as_dana, alice):
    show = reverse("messages", args=["small"])
    text = f"As R02 said of {SECRET_ARM}."
    response = as_dana.post(show, {"to": "R01", "text": text, "confirmed": ["R02"]})
    assert "Send all the same" in page_of(response)
    assert sent() == []


def test_the_page_says_that_an_item_is_planted_or_from_which_arm(as_dana, alice):
    said = {}
    for place in alice.assignments.all():
        mark_as_shown(place, at=timezone.now())
        answer = reverse("answer_about", args=["small", "R01", "1", place.position])
        page = page_of(as_dana.get(answer))
        said[place.item.role, "This item is planted." in page] = True
        assert ("This item is from the arm" in page) == (place.item.role == "real")
    assert set(said) == {("control", True), ("real", False)}


def test_while_a_round_is_open_the_page_says_what_should_go_to_all(as_dana, dana, panel):
    for name, args in (("messages", ["small"]), ("answer", ["small", "R01"])):
        assert "A round is open" in page_of(as_dana.get(reverse(name, args=args)))
    close_round(panel.study, by=dana)
    for name, args in (("messages", ["small"]), ("answer", ["small", "R01"])):
        assert "A round is open" not in page_of(as_dana.get(reverse(name, args=args)))


def test_an_llm_judge_has_no_page_to_be_written_to_and_is_on_no_list(as_dana, study, dana):
    (judge,) = add_reviewers(study, 1, by=dana, kind=Reviewer.Kind.LLM_JUDGE)
    name = judge.pseudonym
    assert as_dana.get(reverse("answer", args=["small", name])).status_code == 404
    response = as_dana.post(reverse("messages", args=["small"]), {"to": name, "text": "Hello."})
    assert response.status_code == 200
    assert sent() == []


def test_the_report_says_how_much_was_asked_and_told(as_dana, alice, dana, place):
    ask(alice, "A question.", about=place, at=timezone.now())
    for text in ("First.", "Second."):
        tell_panel(place.study, text, by=dana, at=timezone.now())
    page = page_of(as_dana.get(reverse("report", args=["small"])))
    assert "while the round was open: 1. Messages to the whole panel meanwhile: 2." in page


def test_an_empty_answer_is_refused_in_words(as_dana, panel):
    for name, args in (("messages", ["small"]), ("answer", ["small", "R01"])):
        page = page_of(as_dana.post(reverse(name, args=args), {"text": " ", "to": EVERYBODY}))
        assert "Write something first" in page


def test_what_somebody_wrote_is_shown_as_text(as_dana, as_alice, alice, place, client):
    ask(alice, "<script>alert(1)</script>", about=place, at=timezone.now())
    for user, page in (
        (alice.user, address(place)),
        (place.study.admins.get().user, reverse("messages", args=["small"])),
    ):
        client.force_login(user)
        assert "<script>alert" not in page_of(client.get(page))


def test_the_file_is_safe_in_a_spreadsheet(as_dana, alice, place):
    ask(alice, "=HYPERLINK(1)", about=place, at=timezone.now())
    response = as_dana.get(reverse("messages_csv", args=["small"]))
    text = b"".join(response.streaming_content).decode("utf-8-sig")
    (row,) = csv.DictReader(io.StringIO(text))
    assert (row["from"], row["text"]) == ("R01", "'=HYPERLINK(1)")
    assert "messages.csv" in response.headers["Content-Disposition"]


@pytest.mark.parametrize("n", [1, 8])
def test_the_page_costs_the_same_queries_however_many_ask(
    as_dana, alice, n, django_assert_max_num_queries
):
    for place in alice.assignments.all()[:n]:
        ask(alice, "A question.", about=place, at=timezone.now())
    tell_panel(alice.study, "To all.", by=alice.study.admins.get().user, at=timezone.now())
    with django_assert_max_num_queries(10):
        as_dana.get(reverse("messages", args=["small"]))
