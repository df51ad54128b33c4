"""The first visit: consent and experience, once, then the guide, before any item."""

import html

import pytest
from django.urls import reverse
from django.utils import timezone

from raters.lifecycle import end_pilot, start_pilot
from raters.models import Assignment, Consent, Rating, Reviewer
from raters.models.panel import digest_of
from raters.panel import add_reviewers, enrol
from rubrics.guide import guide_to
from rubrics.loading import read_library_rubric, store_rubric
from tests.forms import HTMX, address, filled_form
from tests.studies import Panel, assignment_at, item_row, small_study, welcomed

pytestmark = pytest.mark.django_db

TEXT = "I take part.\n\nI can stop at any time."
GIVEN = {
    "consents": "on",
    "shown_consent": digest_of(TEXT),
    "years_of_experience": "0",
    "prior_ai_evaluation": "False",
    "subspecialty": "呼吸科",
}
CRITERION = {"criterion": "Names the room air.", "points": 2}


@pytest.fixture
def newcomer(study, dana, client) -> Reviewer:
    """Alice before her first sign-in, to a study with a consent text and an open round."""
    study.design.consent = TEXT
    study.design.save()
    alice = Panel.opened(study, by=dana).alice
    Reviewer.objects.update(enrolled_at=None, years_of_experience=None, prior_ai_evaluation=None)
    client.force_login(alice.user)
    return Reviewer.objects.get(pk=alice.pk)


def at(name: str, reviewer: Reviewer) -> str:
    return reverse(name, args=[reviewer.study.public_code])


def test_who_comes_for_the_first_time_is_welcomed_before_the_start_page(client, newcomer):
    response = client.get(at("start", newcomer))
    assert response.url == at("welcome", newcomer)
    assert "I can stop at any time." in client.get(response.url).content.decode()


def test_no_item_is_shown_before_the_welcome(client, newcomer):
    assignment = newcomer.assignments.get(position=1)
    assert client.get(address(assignment)).url == at("welcome", newcomer)
    assert not Assignment.objects.filter(first_shown_at__isnull=False).exists()


@pytest.mark.parametrize("name", ["rate", "draft", "defective"])
def test_nothing_can_be_sent_before_the_welcome(client, newcomer, name):
    assignment = newcomer.assignments.get(position=1)
    response = client.post(address(assignment, name=name), filled_form(assignment))
    assert response.url == at("welcome", newcomer)
    assert not Rating.objects.exists()


def test_htmx_is_told_to_leave_the_page_for_the_welcome(client, newcomer):
    assignment = newcomer.assignments.get(position=1)
    response = client.post(address(assignment), filled_form(assignment), headers=HTMX)
    assert response.headers["HX-Redirect"] == at("welcome", newcomer)


def test_what_she_tells_is_stored_with_her_and_the_consent_as_she_read_it(client, newcomer):
    client.post(at("welcome", newcomer), GIVEN)
    newcomer.refresh_from_db()
    told = (newcomer.years_of_experience, newcomer.prior_ai_evaluation, newcomer.subspecialty)
    assert told == (0, False, "呼吸科")
    assert [consent.text for consent in newcomer.consents.all()] == [TEXT]


def test_after_the_welcome_comes_the_guide(client, newcomer):
    assert client.post(at("welcome", newcomer), GIVEN).url == at("guide", newcomer)


def test_she_is_welcomed_once(client, newcomer):
    client.post(at("welcome", newcomer), GIVEN)
    again = client.post(at("welcome", newcomer), GIVEN | {"years_of_experience": "7"})
    assert again.url == at("start", newcomer)
    newcomer.refresh_from_db()
    assert (newcomer.years_of_experience, Consent.objects.count()) == (0, 1)


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        ("consents", "Without consent you cannot take part"),
        ("years_of_experience", "This field is required"),
        ("prior_ai_evaluation", "Choose yes or no."),
    ],
)
def test_what_is_required_is_asked_for_in_words(client, newcomer, missing, words):
    given = {name: value for name, value in GIVEN.items() if name != missing}
    page = client.post(at("welcome", newcomer), given)
    assert words in page.content.decode()
    newcomer.refresh_from_db()
    assert newcomer.enrolled_at is None
    assert not Consent.objects.exists()


@pytest.mark.parametrize("years", ["81", "-1", "99999999", "many"])
def test_years_that_cannot_be_are_refused_in_words(client, newcomer, years):
    page = client.post(at("welcome", newcomer), GIVEN | {"years_of_experience": years})
    assert 'class="errorlist"' in page.content.decode()
    newcomer.refresh_from_db()
    assert newcomer.enrolled_at is None


def test_a_text_that_changed_while_it_was_read_is_shown_again(client, newcomer):
    older = GIVEN | {"shown_consent": digest_of("An older text.")}
    page = client.post(at("welcome", newcomer), older).content.decode()
    assert "The text has changed since you opened this page" in page
    assert f'value="{digest_of(TEXT)}"' in page
    assert not Consent.objects.exists()


def test_the_rubric_can_be_read_before_the_welcome(client, newcomer):
    assert client.get(at("guide", newcomer)).status_code == 200


def test_a_study_that_asks_nothing_begins_at_once(client, study, dana):
    study.design.asks_metadata = False
    study.design.save()
    alice = Panel.opened(study, by=dana).alice
    Reviewer.objects.update(enrolled_at=None)
    client.force_login(alice.user)
    assert client.get(at("start", alice)).status_code == 200
    assert client.get(at("welcome", alice)).url == at("start", alice)


def test_without_a_consent_text_only_experience_is_asked(client, study, dana):
    alice = Panel.opened(study, by=dana).alice
    Reviewer.objects.update(enrolled_at=None)
    client.force_login(alice.user)
    page = client.get(at("welcome", alice)).content.decode()
    assert 'name="years_of_experience"' in page
    assert 'name="consents"' not in page
    client.post(at("welcome", alice), {"years_of_experience": "3", "prior_ai_evaluation": "True"})
    assert not Consent.objects.exists()
    assert client.get(at("start", alice)).status_code == 200


def test_of_two_sign_ins_at_the_same_time_the_second_changes_nothing(newcomer):
    second = Reviewer.objects.get(pk=newcomer.pk)
    newcomer.years_of_experience, second.years_of_experience = 4, 5
    for each in (newcomer, second):
        enrol(each, consent=TEXT, at=timezone.now())
    assert Consent.objects.count() == 1
    assert Reviewer.objects.get(pk=newcomer.pk).years_of_experience == 4


# The guide.


def guide_of(client, reviewer: Reviewer) -> str:
    client.force_login(reviewer.user)
    return client.get(at("guide", reviewer)).content.decode()


def test_the_guide_ends_in_the_way_to_the_first_item(client, alice):
    first = assignment_at(alice, 1)
    assert f'href="{address(first)}">I have read it: begin' in guide_of(client, alice)


def test_who_has_seen_an_item_goes_back_from_the_guide_to_her_start_page(client, alice):
    client.force_login(alice.user)
    client.get(address(assignment_at(alice, 1)))
    page = guide_of(client, alice)
    assert "I have read it" not in page
    assert f'href="{at("start", alice)}">To your start page' in page


def test_before_a_round_is_open_the_guide_can_be_read_but_leads_to_no_item(client, study, dana):
    alice = welcomed(add_reviewers(study, 1, by=dana)[0])
    page = guide_of(client, alice)
    assert "Accuracy" in page
    assert "I have read it" not in page


def test_reading_the_guide_shows_no_item(client, alice):
    guide_of(client, alice)
    assert not Assignment.objects.filter(first_shown_at__isnull=False).exists()


def test_the_guide_has_every_point_of_every_question_in_every_condition(client, alice):
    page = html.unescape(guide_of(client, alice))
    told = guide_to(alice.study.rubric.spec)
    for condition in told.conditions:
        assert condition.label in page
        for question in condition.questions:
            assert question.text in page
            for choice in question.choices:
                assert choice.meaning.text in page
                assert all(example in page for example in choice.meaning.examples)


def test_the_guide_has_the_note_from_the_study(client, study, dana):
    study.instructions = "Brackets count as part of the answer."
    study.save()
    panel = Panel.opened(study, by=dana)
    assert "Brackets count as part of the answer." in guide_of(client, panel.alice)


@pytest.mark.parametrize(
    ("rubric", "is_told"), [("abbreviation-handling", False), ("healthcare-grading-guide", True)]
)
def test_three_level_decisions_are_explained_where_criteria_are_asked(
    client, dana, rubric, is_told
):
    rows = [item_row(0, arm, criteria=[CRITERION]) for arm in ("one", "two")]
    rubric = store_rubric(read_library_rubric(rubric))
    panel = Panel.opened(small_study(by=dana, rows=rows, rubric=rubric), by=dana)
    assert ("PARTIALLY MET is never the answer" in guide_of(client, panel.alice)) == is_told


def test_without_a_partial_level_none_is_explained():
    spec = read_library_rubric("healthbench-criteria")
    assert [label for label, _text in guide_to(spec).decisions] == ["MET", "NOT MET"]


def test_in_strict_order_the_guide_offers_no_way_back(client, study, dana):
    study.design.strict_order = True
    study.design.save()
    page = guide_of(client, Panel.opened(study, by=dana).alice)
    assert "What is submitted cannot be opened again" in page
    assert "Put off" not in page


def test_the_guide_of_a_round_is_that_of_the_rubric_it_was_opened_with(client, study, dana):
    alice = welcomed(add_reviewers(study, 1, by=dana)[0])
    start_pilot(study, [alice], n_items=2, by=dana)
    study.refresh_from_db()
    end_pilot(study, by=dana)
    first, study.rubric = study.rubric, store_rubric(read_library_rubric("consultation-quality"))
    study.save()
    assert first.title in guide_of(client, alice)


def test_the_guide_tells_nothing_of_planted_items_or_colleagues(client, panel):
    page = guide_of(client, panel.alice).lower()
    told = ("planted", "control", "secret-arm", "ctl-", panel.bob.pseudonym.lower(), "repeat")
    assert [word for word in told if word in page] == []
