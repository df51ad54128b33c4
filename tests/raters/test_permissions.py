"""Every view names its role, and sign-in is asked for everywhere else."""

import pytest
from django.urls import URLPattern, URLResolver, reverse

from raters import urls

PUBLIC = {"healthy", "signed_out", "invitation", "switch_language"}


def patterns(found=urls.urlpatterns):
    for each in found:
        if isinstance(each, URLResolver):
            yield from patterns(each.url_patterns)
        elif isinstance(each, URLPattern):
            yield each


@pytest.mark.parametrize("pattern", list(patterns()), ids=lambda pattern: pattern.name)
def test_every_view_names_its_role(pattern):
    roles = {"public", "signed in", "reviewer", "study admin", "study creator"}
    assert pattern.callback.role in roles
    assert (pattern.callback.role == "public") == (pattern.name in PUBLIC)


def an_address(pattern) -> str:
    values = {"code": "abc", "slug": "abc", "round_name": "1", "position": 1, "pk": 1}
    values |= {"pseudonym": "R01", "token": "abc", "gate": "question", "n": 1}
    values |= {"kind": "forest", "key": "study"}
    names = pattern_arguments(pattern.name)
    return reverse(pattern.name, kwargs={name: values[name] for name in names})


def pattern_arguments(name: str) -> list[str]:
    from django.urls import get_resolver

    (possibility, *_), *_ = (entry[0] for entry in get_resolver().reverse_dict.getlist(name))
    return possibility[1]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "pattern", [p for p in patterns() if p.name not in PUBLIC], ids=lambda pattern: pattern.name
)
def test_without_sign_in_every_page_leads_to_it(client, pattern):
    place = an_address(pattern)
    response = client.get(place)
    assert response.url == f"{reverse('account_login')}?next={place}"
