"""Settings that would lock everybody out are told before anybody is; and where it happens, why."""

import pytest
from django.core.checks import run_checks
from django.test import Client
from django.urls import reverse

# A site behind a proxy that speaks HTTPS, set up as docs/running.md says.
GOOD = {
    "SITE_ADDRESS": "https://rate.example.org",
    "ALLOWED_HOSTS": ["rate.example.org"],
    "CSRF_TRUSTED_ORIGINS": ["https://rate.example.org"],
    "PLAIN_HTTP": False,
    "TRUST_PROXY_HEADER": True,
}


def told(settings, **changes) -> list[str]:
    for name, value in (GOOD | changes).items():
        setattr(settings, name, value)
    found = run_checks(tags=["security"], include_deployment_checks=True)
    return [message.id for message in found if message.id.startswith("evalsite.")]


def test_settings_that_fit_each_other_are_nothing_to_tell(settings):
    assert told(settings) == []


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"ALLOWED_HOSTS": ["other.example.org"], "CSRF_TRUSTED_ORIGINS": []}, "evalsite.W001"),
        ({"SITE_ADDRESS": "http://rate.example.org"}, "evalsite.W002"),
        ({"CSRF_TRUSTED_ORIGINS": ["https://elsewhere.org"]}, "evalsite.W003"),
        ({"CSRF_TRUSTED_ORIGINS": ["https://*.elsewhere.org"]}, "evalsite.W003"),
        ({"TRUST_PROXY_HEADER": False}, "evalsite.W004"),
    ],
)
def test_before_a_site_goes_live_is_told_that(settings, changes, message):
    assert told(settings, **changes) == [message]


def test_names_of_a_whole_domain_fit(settings):
    origins = ["https://*.example.org"]
    assert told(settings, ALLOWED_HOSTS=[".example.org"], CSRF_TRUSTED_ORIGINS=origins) == []


def test_a_site_on_ones_own_machine_needs_no_proxy(settings):
    own = {"SITE_ADDRESS": "http://localhost:8000", "ALLOWED_HOSTS": ["localhost"]}
    own |= {"CSRF_TRUSTED_ORIGINS": [], "PLAIN_HTTP": True, "TRUST_PROXY_HEADER": False}
    assert told(settings, **own) == []


@pytest.mark.django_db
def test_a_sign_in_from_an_address_that_is_not_trusted_says_what_to_set():
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post(reverse("account_login"), {}, headers={"Origin": "https://testserver"})
    assert answer.status_code == 403
    assert "TRUST_PROXY_HEADER=true" in answer.content.decode()


@pytest.mark.django_db
def test_an_old_token_is_not_told_to_be_a_matter_of_the_address():
    strict = Client(enforce_csrf_checks=True)
    shown = strict.post(reverse("account_login"), {}).content.decode()
    assert "The form was out of date" in shown
    assert "TRUST_PROXY_HEADER" not in shown
