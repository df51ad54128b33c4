import pytest
from django.urls import reverse
from django.utils import timezone

from raters.kept import kept_by
from raters.lifecycle import close_round, open_round
from raters.messages import tell_panel
from raters.models import Invitation
from raters.panel import add_reviewers, invite, revoke_invitations
from tests.forms import address, filled_form
from tests.studies import Panel, assignment_at, lock_in_spite, rate, small_study, welcomed

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


# The home of somebody who rates in several studies.


@pytest.fixture
def second(alice, dana) -> Panel:
    """Another study in which Alice rates, too."""
    study = small_study(by=dana, slug="second", public_title="Discharge letters")
    same, other = (welcomed(each) for each in add_reviewers(study, 2, by=dana))
    same.user = alice.user
    same.save()
    lock_in_spite(study, by=dana)
    return Panel(study, same, other, open_round(study, by=dana))


def home(client) -> str:
    return client.get(reverse("home")).content.decode()


def test_home_tells_of_each_study_how_far_she_is(as_alice, alice, second):
    rate(assignment_at(alice, 1))
    page = home(as_alice)
    for words in ("1 of 8 done", "0 of 8 done", alice.study.public_title, "Discharge letters"):
        assert words in page


def test_what_is_put_off_is_one_click_away_from_home(as_alice, second):
    item = assignment_at(second.alice, 2)
    as_alice.post(address(item, name="put_off"), filled_form(item))
    assert f'href="{address(item)}">item 2</a>' in home(as_alice)


def test_home_counts_the_messages_she_has_not_read(as_alice, second, dana):
    tell_panel(second.study, "Brackets count.", by=dana, at=timezone.now())
    assert "1 new message" in home(as_alice)
    as_alice.get(reverse("start", args=[second.study.public_code]))
    assert "new message" not in home(as_alice)


def test_a_closed_study_is_listed_apart_with_what_she_did(as_alice, second, dana):
    rate(assignment_at(second.alice, 1))
    close_round(second.study, by=dana)
    to_rate, closed = home(as_alice).split(">Closed<")
    assert "Discharge letters" not in to_rate
    assert "You rated 1 of 8." in closed


def test_home_tells_nothing_of_a_colleague(as_alice, second):
    for assignment in second.bob.assignments.all():
        rate(assignment)
    page = home(as_alice)
    assert "8 of 8" not in page
    assert second.bob.pseudonym not in page
