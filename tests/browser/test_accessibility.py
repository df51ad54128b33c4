"""Every page, looked at once: axe-core finds nothing, it is built well, and it fits."""

import re

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client
from django.urls import Resolver404, URLPattern, get_resolver, resolve
from playwright.sync_api import Browser, BrowserContext, Page, expect

from raters import append_only_guard, frozen_guard
from tests.browser.conftest import PATIENCE_MS
from tests.browser.every_page import FILES, LEFT_OUT, ONLY_SENT_TO, PAGES, Place, Shown
from tests.browser.inhabited import Site
from tests.browser.looking import Look, look_at

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def transactional_db(django_db_setup, django_db_blocker):
    """In this module the database is filled once for all pages, and emptied at the end."""
    with django_db_blocker.unblock():
        yield
        frozen_guard.remove_guards()
        append_only_guard.remove_guards()
        call_command("flush", verbosity=0, interactive=False)


@pytest.fixture(scope="module")
def site(transactional_db) -> Site:
    return Site(get_user_model().objects.create_superuser("dana"))


@pytest.fixture(scope="module")
def context_for(browser: Browser, live_server, site):
    """A browser for each person, signed in."""
    contexts: dict[str, BrowserContext] = {}

    def made(shown: Shown) -> BrowserContext:
        context = browser.new_context(base_url=live_server.url)
        context.set_default_timeout(PATIENCE_MS)
        if user := site.person(shown.study, shown.who):
            context.add_cookies([session_of(user, live_server.url)])
        return context

    def of(shown: Shown) -> BrowserContext:
        name = f"{shown.study} {shown.who}"
        contexts[name] = contexts.get(name) or made(shown)
        return contexts[name]

    yield of
    for context in contexts.values():
        context.close()


def session_of(user, address: str) -> dict[str, str]:
    client = Client()
    client.force_login(user)
    value = client.cookies[settings.SESSION_COOKIE_NAME].value
    return {"name": settings.SESSION_COOKIE_NAME, "value": value, "url": address}


@pytest.fixture(scope="module")
def looks() -> dict[str, Look]:
    return {}


@pytest.fixture(scope="module", params=PAGES, ids=[shown.name for shown in PAGES])
def shown(request) -> Shown:
    return request.param


@pytest.fixture(scope="module")
def look(shown: Shown, site: Site, context_for, looks) -> Look:
    """Some pages can be reached only once, so one look serves all tests of a page."""
    if shown.name not in looks:
        page = context_for(shown).new_page()
        shown.open(page, site)
        looks[shown.name] = look_at(page)
        page.close()
    return looks[shown.name]


def test_axe_finds_nothing_wrong(look: Look, shown, record_property):
    counts = " · ".join(f"{colours} {len(each)}" for colours, each in look.violations.items())
    record_property("axe", f"{shown.name} · {counts}")
    found = [f"{c}: {each}" for c, violations in look.violations.items() for each in violations]
    assert not found, "\n\n".join(found)


def test_a_page_has_one_heading_a_title_a_language_a_main_part_and_no_reference_that_leads_nowhere(
    look,
):
    assert look.faults == []


def test_a_page_fits_a_narrow_window_and_a_large_zoom(look):
    assert look.too_wide == {name: [] for name in look.too_wide}


def test_no_text_is_cut_off_where_it_is_widely_spaced(look):
    assert look.cut_off == []


@pytest.fixture
def page_named(site, context_for):
    opened: list[Page] = []

    def named(name: str) -> Page:
        shown = next(each for each in PAGES if each.name == name)
        opened.append(context_for(shown).new_page())
        shown.open(opened[-1], site)
        return opened[-1]

    yield named
    for page in opened:
        page.close()


@pytest.mark.parametrize("name", ["item", "guide", "step: arms"])
def test_the_first_key_leads_past_the_head_of_the_page(page_named, name):
    page = page_named(name)
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


SMOOTH = """() => [...document.querySelectorAll("*")].filter((each) => {
  const style = getComputedStyle(each);
  const moves = style.transitionDuration.split(", ").some((time) => time !== "0s");
  return style.scrollBehavior === "smooth" || style.animationName !== "none" || moves;
}).length"""


@pytest.mark.parametrize(
    ("name", "wish", "moves"),
    [("guide", "no-preference", True), ("guide", "reduce", False), ("item", "reduce", False)],
)
def test_nothing_moves_by_itself_for_who_wants_it_so(page_named, name, wish, moves):
    page = page_named(name)
    page.emulate_media(reduced_motion=wish)
    assert bool(page.evaluate(SMOOTH)) is moves


def patterns(resolver=None):
    for each in (resolver or get_resolver()).url_patterns:
        if isinstance(each, URLPattern):
            yield each.name
        elif each.app_name != "admin":
            yield from patterns(each)


def test_every_address_is_looked_at_or_said_to_be_no_page():
    looked_at = {name_of(shown.address) for shown in PAGES}
    assert set(patterns()) - looked_at == {*FILES, *ONLY_SENT_TO, *LEFT_OUT}


def name_of(address: str) -> str:
    """Whatever the names in braces stand for, "1" is a number and a word."""
    try:
        return resolve(re.sub(r"{.*?}", "1", address)).url_name
    except Resolver404:
        return ""


def answer_of(site: Site, place: Place):
    study, who, address = place
    client = Client()
    if user := site.person(study, who):
        client.force_login(user)
    return client.get(site.address(study, address))


def test_what_is_only_sent_to_shows_no_page(site):
    statuses = {name: answer_of(site, place).status_code for name, place in ONLY_SENT_TO.items()}
    assert statuses == dict.fromkeys(ONLY_SENT_TO, 405)


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_no_page(site, name):
    answer = answer_of(site, FILES[name])
    assert answer.status_code == 200
    assert not answer["Content-Type"].startswith("text/html")
