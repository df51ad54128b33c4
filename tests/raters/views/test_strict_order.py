"""One item after the other: what the pages of a strict study offer, and what they refuse."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from raters.amending import reopen_design
from raters.lifecycle import close_round, open_round
from raters.messages import ask
from raters.models import Draft, Rating, Study
from tests.forms import HTMX, address, filled_form
from tests.raters.locked_studies import pairs
from tests.raters.practice import practice_items, practising, with_design
from tests.studies import Panel, assignment_at, rate, small_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def panel(study, dana):
    return Panel.opened(with_design(study, strict_order=True), by=dana)


@pytest.fixture
def first(alice):
    return assignment_at(alice, 1)


def test_the_start_page_leads_to_the_next_item_alone(as_alice, panel, alice, first):
    rate(first)
    page = as_alice.get(reverse("start", args=[panel.study.public_code])).content.decode()
    mine = [address(each) for each in alice.assignments.in_presentation_order()]
    assert [place for place in mine if f'href="{place}"' in page] == [mine[1]]


@pytest.mark.parametrize("position", [1, 3])
def test_a_typed_address_leads_to_the_item_that_is_next_and_says_why(as_alice, first, position):
    rate(first)
    answer = as_alice.get(address(first, position=position), follow=True)
    assert answer.redirect_chain == [(address(first, position=2), 302)]
    assert "In this study" in answer.content.decode()


def test_looking_at_a_later_item_does_not_show_it(as_alice, alice, first):
    later = assignment_at(alice, 3)
    as_alice.get(address(later))
    later.refresh_from_db()
    assert later.first_shown_at is None


def test_no_byte_of_a_later_item_is_told(as_alice, alice):
    current, later = assignment_at(alice, 1), assignment_at(alice, 2)
    words = later.item.turns.last().text
    form = filled_form(later)
    answers = [
        as_alice.get(address(later)),
        as_alice.get(address(current, name="ahead"), headers=HTMX),
        *(
            as_alice.post(address(later, name=name), form | more, headers=headers)
            for name in ("rate", "draft", "put_off", "defective", "shown")
            for more in ({}, {"add_citation": "1"}, {"shown_ago": "5"})
            for headers in ({}, HTMX)
        ),
    ]
    told = "".join(answer.content.decode() for answer in answers)
    assert "data-turn" not in told
    assert words not in told


def test_nothing_can_be_put_off(as_alice, alice, first):
    assert address(first, name="put_off") not in as_alice.get(address(first)).content.decode()
    answer = as_alice.post(address(first, name="put_off"), filled_form(first), headers=HTMX)
    assert "none can be put off" in answer.content.decode()
    assert not alice.assignments.deferred().exists()


def test_a_submission_leads_to_the_next_item(as_alice, first):
    answer = as_alice.post(address(first), filled_form(first), headers=HTMX)
    assert answer.headers["HX-Push-Url"] == address(first, position=2)


def test_a_submission_that_is_sent_again_is_taken_once(as_alice, first):
    form = filled_form(first) | {"submission": str(uuid4()), "sent_later": "1"}
    answers = [as_alice.post(address(first), form, headers=HTMX) for _ in range(2)]
    assert [answer.headers["Words-Are"] for answer in answers] == ["submitted", "submitted"]
    assert Rating.objects.count() == 1


def test_other_words_for_a_submitted_item_are_refused_and_given_back(as_alice, first):
    rate(first)
    told = {"justification": "On second thoughts.", "base_revision": "1"}
    answer = as_alice.post(address(first), filled_form(first) | told)
    assert answer.status_code == 409
    assert "On second thoughts." in answer.content.decode()
    assert Rating.objects.count() == 1


@pytest.mark.parametrize("name", ["rate", "defective"])
def test_once_the_round_is_closed_no_sending_opens_a_submitted_item(as_alice, first, dana, name):
    sent = filled_form(first) | {"defect": "unreadable", "defect_reason": "It ends in a word."}
    as_alice.post(address(first, name=name), sent)
    close_round(first.study, by=dana)
    answer = as_alice.post(address(first, name=name), sent | {"base_revision": "1"})
    assert answer.status_code == 409
    assert "data-turn" not in answer.content.decode()


def hrefs(client, study) -> set[str]:
    page = client.get(reverse("start", args=[study.public_code])).content.decode()
    return set(re.findall(r'href="([^"]*)"', page))


def test_a_message_leads_to_no_item_of_a_strict_round_also_when_the_next_is_free(
    as_alice, alice, first, dana
):
    rate(first)
    ask(alice, "Why?", about=first, at=timezone.now())
    close_round(first.study, by=dana)
    reopen_design(Study.objects.get(pk=first.study.pk), reason="Too strict.", by=dana)
    with_design(Study.objects.get(pk=first.study.pk), strict_order=False)
    links = hrefs(as_alice, first.study)
    assert address(first, name="ask") in links
    assert address(first) not in links


def test_a_message_leads_to_its_item_where_practice_is_not_in_strict_order(client, dana):
    alice = practising(by=dana, strict_order=True).alice
    place = practice_items(alice)[0]
    ask(alice, "Why?", about=place, at=timezone.now())
    client.force_login(alice.user)
    page = client.get(reverse("start", args=[alice.study.public_code])).content.decode()
    assert f'<a href="{address(place)}">about item 1</a>' in page


def test_a_draft_for_a_submitted_item_is_refused_in_words(as_alice, first):
    rate(first)
    told = {"justification": "On second thoughts."}
    answer = as_alice.post(address(first, name="draft"), told, headers=HTMX)
    assert answer.headers["Words-Are"] == "not-saved"
    assert "submitted once" in answer.content.decode()
    assert not Draft.objects.exclude(fields={}).exists()


def test_at_the_end_every_address_leads_to_the_start_page(as_alice, panel, alice, first):
    for assignment in alice.assignments.in_presentation_order():
        rate(assignment)
    answer = as_alice.get(address(first))
    assert answer.url == reverse("start", args=[panel.study.public_code])


def test_side_by_side_the_other_outputs_are_shown_and_not_linked(client, dana):
    study = pairs(by=dana, strict_order=True)
    open_round(study, by=dana)
    alice = study.reviewers.get(pseudonym="R01")
    client.force_login(alice.user)
    page = client.get(address(alice.assignments.get(position=1))).content.decode()
    assert page.count('class="output') >= 2
    assert f'href="{address(alice.assignments.get(position=2))}"' not in page


def test_the_option_is_stated_where_items_are_shared_out(as_dana, dana):
    study = small_study(by=dana, slug="another")
    told = {"allocation": "crossed", "per_item": 2, "anchors_drawn": "on", "strict_order": "on"}
    as_dana.post(reverse("setup_allocation", args=[study.slug]), told)
    study.design.refresh_from_db()
    assert study.design.strict_order
