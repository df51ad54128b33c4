"""Each person reads the site in the language she chose."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from rubrics.loading import store_rubric
from rubrics.reading import spec_from_mapping
from tests.forms import address
from tests.rubrics.test_translating import BOTH
from tests.studies import Panel, assignment_at, item_row, small_study

pytestmark = pytest.mark.django_db
SWITCH = "/language/"
CHINESE = {"Accept-Language": "zh-CN,zh;q=0.9,en;q=0.5"}


def language_of(response) -> str:
    return response.headers["Content-Language"]


def test_a_first_visit_follows_the_browser(client):
    assert language_of(client.get(reverse("account_login"), headers=CHINESE)) == "zh-hans"


def test_a_browser_that_asks_for_neither_language_gets_english(client):
    response = client.get(reverse("account_login"), headers={"Accept-Language": "fr"})
    assert language_of(response) == "en"


def test_the_page_says_which_language_it_is_in(client):
    page = client.get(reverse("account_login"), headers=CHINESE).content.decode()
    assert '<html lang="zh-Hans">' in page


def test_a_visitor_who_is_not_signed_in_keeps_a_choice(client):
    client.post(SWITCH, {"language": "zh-hans"})
    assert language_of(client.get(reverse("account_login"))) == "zh-hans"


def test_a_choice_is_kept_for_the_next_sign_in_on_any_machine(as_dana, dana):
    as_dana.post(SWITCH, {"language": "zh-hans"})
    elsewhere = Client()
    elsewhere.force_login(dana)
    assert language_of(elsewhere.get(reverse("home"))) == "zh-hans"


def test_a_choice_counts_more_than_the_browser(as_dana):
    as_dana.post(SWITCH, {"language": "en"})
    assert language_of(as_dana.get(reverse("home"), headers=CHINESE)) == "en"


def test_a_choice_is_nobody_elses(as_dana, charlie):
    as_dana.post(SWITCH, {"language": "zh-hans"})
    as_dana.force_login(charlie)
    assert language_of(as_dana.get(reverse("home"))) == "en"


def test_the_switch_leads_back_to_the_page_it_was_on(as_dana):
    answer = as_dana.post(SWITCH, {"language": "zh-hans", "next": "/plan/?items=12"})
    assert answer.url == "/plan/?items=12"


def test_the_switch_never_leads_to_another_site(as_dana):
    answer = as_dana.post(SWITCH, {"language": "zh-hans", "next": "https://example.org/"})
    assert answer.url == reverse("home")


def test_a_language_that_the_site_does_not_have_is_refused(as_dana):
    assert as_dana.post(SWITCH, {"language": "fr"}).status_code == 400


def test_a_page_asks_the_database_no_more_for_a_chosen_language(as_dana):
    before = queries_of_home(as_dana)
    as_dana.post(SWITCH, {"language": "zh-hans"})
    assert queries_of_home(as_dana) == before


def queries_of_home(client) -> int:
    with CaptureQueriesContext(connection) as queries:
        client.get(reverse("home"))
        return len(queries)


def test_the_switch_is_on_every_page_and_names_each_language_in_its_own_words(client):
    page = client.get(reverse("account_login")).content.decode()
    assert '<form class="language" method="post" action="/language/"' in page
    assert 'lang="zh-Hans" >简体中文</button>' in page
    assert 'lang="en" aria-current="true">English</button>' in page


def test_in_chinese_the_switch_still_says_english(client):
    page = client.get(reverse("account_login"), headers=CHINESE).content.decode()
    assert 'lang="en" >English</button>' in page


def test_a_reviewer_reads_a_rubric_in_her_language_where_it_has_it(client, dana):
    rows = [item_row(n, "a", condition="adult") for n in range(2)]
    study = small_study(by=dana, rows=rows, rubric=store_rubric(spec_from_mapping(BOTH)))
    alice = Panel.opened(study, by=dana).alice
    client.force_login(alice.user)
    page = address(assignment_at(alice, 1))
    assert "询问" in client.get(page, headers=CHINESE).content.decode()
    assert "询问" not in client.get(page).content.decode()
