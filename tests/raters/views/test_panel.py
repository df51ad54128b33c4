import re

import pytest
from django.urls import reverse
from django.utils import timezone

from raters.amending import add_round
from raters.lifecycle import close_round, start_pilot
from raters.models import Reviewer, Study
from raters.panel import add_reviewers

pytestmark = pytest.mark.django_db


def at(name, *args) -> str:
    return reverse(name, args=["small", *args])


def test_reviewers_are_added_under_the_next_pseudonyms(as_dana, study):
    as_dana.post(at("add_reviewers"), {"count": 2})
    as_dana.post(at("add_reviewers"), {"count": 1})
    assert [r.pseudonym for r in study.reviewers.all()] == ["R01", "R02", "R03"]


def test_nobody_is_added_to_the_panel_of_a_locked_study(as_dana, panel):
    response = as_dana.post(at("add_reviewers"), {"count": 2}, follow=True)
    assert "what was locked stays as it is" in response.content.decode()
    assert panel.study.reviewers.count() == 2


def test_a_locked_study_shows_how_the_panel_is_amended(as_dana, panel):
    page = as_dana.get(at("panel")).content.decode()
    assert at("amend") in page
    assert at("add_reviewers") not in page


def test_the_page_says_in_which_round_items_are_done(as_dana, panel, dana):
    assert "Done and defective in round 1<" in as_dana.get(at("panel")).content.decode()
    close_round(panel.study, by=dana)
    add_round(Study.objects.get(pk=panel.study.pk), reason="Again.", by=dana)
    assert "Done and defective in round 2<" in as_dana.get(at("panel")).content.decode()


def test_the_page_says_that_items_are_done_in_a_pilot(as_dana, study, dana):
    start_pilot(study, add_reviewers(study, 1, by=dana), n_items=1, by=dana)
    assert "Done and defective in pilot 1<" in as_dana.get(at("panel")).content.decode()


def test_no_link_is_made_for_somebody_who_left(as_dana, study, dana):
    add_reviewers(study, 1, by=dana)
    study.reviewers.update(left_at=timezone.now())
    assert as_dana.post(at("issue_link", "R01")).status_code == 404
    assert at("issue_link", "R01") not in as_dana.get(at("panel")).content.decode()


def test_too_many_reviewers_at_once_are_refused_in_words(as_dana, study):
    page = as_dana.post(at("add_reviewers"), {"count": 1000}).content.decode()
    assert "less than or equal to 100" in page


def test_a_personal_link_is_shown_once_and_signs_in(as_dana, panel, django_user_model):
    page = as_dana.post(at("issue_link", "R01")).content.decode()
    (link,) = re.findall(r"http://testserver(/invitation/[^/<]+/)", page)
    assert link not in as_dana.get(at("panel")).content.decode()
    as_dana.logout()
    response = as_dana.post(link, follow=True)
    assert response.wsgi_request.user == panel.alice.user


def test_a_link_can_be_revoked(as_dana, panel):
    page = as_dana.post(at("issue_link", "R01")).content.decode()
    (link,) = re.findall(r"http://testserver(/invitation/[^/<]+/)", page)
    as_dana.post(at("revoke_link", "R01"))
    assert as_dana.get(link).status_code == 410


def test_a_reviewers_experience_is_kept(as_dana, panel):
    given = {"years_of_experience": 12, "prior_ai_evaluation": "true", "subspecialty": "ENT"}
    as_dana.post(at("reviewer", "R01"), given)
    stored = Reviewer.objects.get(pseudonym="R01")
    assert (stored.years_of_experience, stored.prior_ai_evaluation) == (12, True)


def test_experience_beyond_a_lifetime_is_refused_in_words(as_dana, panel):
    response = as_dana.post(at("reviewer", "R01"), {"years_of_experience": 400})
    assert response.status_code == 200
    assert Reviewer.objects.get(pseudonym="R01").years_of_experience == 9
