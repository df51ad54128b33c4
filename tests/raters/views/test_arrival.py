import pytest
from django.urls import reverse
from django.utils import timezone

from raters.kept import kept_by
from raters.models import Invitation
from raters.panel import invite, revoke_invitations

pytestmark = pytest.mark.django_db


@pytest.fixture
def link(alice, dana):
    _, token = invite(alice.study, alice.user, by=dana)
    return reverse("invitation", args=[token])


def test_opening_the_link_asks_and_signs_nobody_in(client, link):
    page = client.get(link)
    assert "In this study you are known as <strong>R01</strong>" in page.content.decode()
    assert "_auth_user_id" not in client.session


def test_the_button_signs_the_reviewer_in_and_leads_to_her_study(client, link, alice):
    response = client.post(link, follow=True)
    assert response.redirect_chain[-1][0] == reverse("start", args=[alice.study.public_code])
    assert response.wsgi_request.user == alice.user


def test_the_link_works_again_on_another_device(client, link):
    client.post(link)
    client.logout()
    assert client.post(link).status_code == 302


@pytest.mark.parametrize("verb", ["get", "post"])
def test_an_expired_link_says_so_and_signs_nobody_in(client, link, verb):
    Invitation.objects.update(expires_at=timezone.now())
    response = getattr(client, verb)(link)
    assert response.status_code == 410
    assert "This link no longer works" in response.content.decode()
    assert "_auth_user_id" not in client.session


def test_a_revoked_link_does_not_work(client, link, alice, dana):
    revoke_invitations(alice.study, alice.user, by=dana)
    assert client.post(link).status_code == 410


def test_a_new_link_replaces_the_earlier_one(client, link, alice, dana):
    invite(alice.study, alice.user, by=dana)
    assert client.post(link).status_code == 410


def test_a_made_up_link_does_not_work(client, db):
    assert client.get(reverse("invitation", args=["made-up"])).status_code == 410


def test_the_token_is_stored_nowhere(link):
    token = link.rstrip("/").rsplit("/", 1)[-1]
    row = Invitation.objects.values().get()
    assert token not in str(row)


def test_the_front_door_asks_for_sign_in(client, db):
    response = client.get(reverse("home"))
    assert response.url == f"{reverse('account_login')}?next=/"


def test_nobody_can_sign_up_on_their_own(client, db):
    page = client.get(reverse("account_signup")).content.decode()
    assert 'name="password1"' not in page


def test_a_person_without_a_study_is_told_so(client, charlie):
    client.force_login(charlie)
    assert "You are not in any study" in client.get(reverse("home")).content.decode()


def test_a_monitor_can_ask_without_signing_in(client, db):
    assert client.get(reverse("healthy")).content == b"ok\n"


def test_signing_out_leads_to_the_page_that_forgets_what_the_browser_kept(as_alice, alice):
    page = as_alice.post(reverse("account_logout"), follow=True).content.decode()
    assert f'data-person="{kept_by(alice.user.pk)}"' in page
    assert "signed_out.js" in page


def test_signing_out_twice_is_no_error(client):
    assert client.post(reverse("account_logout"), follow=True).status_code == 200
