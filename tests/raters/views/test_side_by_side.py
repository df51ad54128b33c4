"""Side by side: every output to a case on one page, under letters that tell nothing."""

import re
from collections import Counter

import pytest
from django.urls import reverse

from raters.lifecycle import open_round
from raters.models import Assignment, Rating, Study
from tests.forms import HTMX, address, filled_form
from tests.raters.locked_studies import pairs
from tests.raters.views.test_blinding import everything, whole_walk
from tests.studies import Panel, rate, small_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def study(dana) -> Study:
    study = pairs(by=dana)
    open_round(study, by=dana)
    return study


@pytest.fixture
def alice(study):
    return study.reviewers.get(pseudonym="R01")


@pytest.fixture
def first(alice) -> Assignment:
    """The first output of the first page, which is never a control's."""
    return alice.assignments.get(position=1)


@pytest.fixture
def page(client, alice, first) -> str:
    client.force_login(alice.user)
    return client.get(address(first)).content.decode()


def test_all_outputs_to_the_case_stand_on_the_page_under_their_letters(page, first):
    headings = re.findall(r"<h2>(Output [A-Z][^<]*)</h2>", page)
    assert headings == ["Output A, which you rate", "Output B"]
    assert page.count(f"Answer {first.item.case.source_id[-1]} given") == 2


def test_the_other_outputs_are_one_click_away(client, page, first, alice):
    other = alice.assignments.get(page=first.page, label="B")
    assert f'href="{address(other)}"' in page
    assert "Output B, which you rate" in client.get(address(other)).content.decode()


def test_an_output_that_is_rated_is_marked_for_her(client, page, first, alice):
    assert "done" not in page
    rate(first)
    other = alice.assignments.get(page=first.page, label="B")
    assert '<span class="muted">done</span>' in client.get(address(other)).content.decode()


def test_letters_mean_another_arm_to_another_reviewer(study):
    def arms(name):
        mine = study.reviewers.get(pseudonym=name).assignments.filter(item__role="real")
        return dict(mine.values_list("item__source_id", "label"))

    assert arms("R01") != arms("R02")


def test_no_byte_of_the_whole_walk_tells_an_arm_or_a_control(client, alice):
    client.force_login(alice.user)
    received = "\n".join(everything(each) for each in whole_walk(client, alice))
    telltales = ["SECRET-ARM", "other-arm", "neg_control", "planted-id", "case-0", "Comparing"]
    assert "Answer 1 given" in received
    assert [word for word in telltales if word in received] == []


def test_no_id_stands_twice_on_the_page(page):
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert [name for name, n in Counter(ids).items() if n > 1] == []


def test_only_the_output_that_is_rated_can_be_cited(page):
    assert page.count("data-cite=") == 2
    assert page.count('class="output is-this"') == 1
    rated = page.split('class="output is-this"')[1].split("</section>")[0]
    assert rated.count("data-cite=") == 2


def test_a_citation_of_a_turn_that_only_another_output_has_is_refused(client, page, first):
    form = filled_form(first)
    turns = {name: "3" for name in form if name.endswith("turn")}
    assert turns
    answer = client.post(address(first), form | turns, headers=HTMX)
    assert "Not submitted yet" in answer.content.decode()
    assert not Rating.objects.exists()


def test_submitting_leads_to_the_next_output_of_the_page(client, page, first):
    answer = client.post(address(first), filled_form(first), headers=HTMX)
    assert "Output B, which you rate" in answer.content.decode()
    assert answer.headers["HX-Push-Url"] == address(first, position=2)


def test_every_position_can_be_opened_from_the_start_page(client, alice):
    client.force_login(alice.user)
    start = client.get(reverse("start", args=[alice.study.public_code])).content.decode()
    for assignment in alice.assignments.all():
        assert f'href="{address(assignment)}"' in start
        assert client.get(address(assignment)).status_code == 200


@pytest.mark.parametrize("n_arms", [2, 6])
def test_a_page_costs_the_same_number_of_queries_with_more_outputs(
    client, dana, n_arms, django_assert_num_queries
):
    study = pairs(2, by=dana, arms=[f"arm-{n}" for n in range(n_arms)])
    open_round(study, by=dana)
    alice = study.reviewers.get(pseudonym="R01")
    client.force_login(alice.user)
    place = address(alice.assignments.get(position=1))
    client.get(place)
    with django_assert_num_queries(17):
        assert client.get(place).content.count(b"<h2>Output") == n_arms


def test_side_by_side_nobody_is_told_to_judge_each_item_alone(client, alice, page, study):
    start = client.get(reverse("start", args=[study.public_code])).content.decode()
    assert "Judge each output by the questions; the others to the same case" in start
    assert "Judge this output by the questions." in page
    assert "item alone" not in start + page


def test_one_at_a_time_each_item_is_judged_alone(client, dana):
    panel = Panel.opened(small_study(by=dana), by=dana)
    client.force_login(panel.alice.user)
    start = client.get(reverse("start", args=[panel.study.public_code])).content.decode()
    assert "Judge each item alone" in start
