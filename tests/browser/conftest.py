"""A real Chromium against the live site; a missing browser fails, it does not skip."""

import time
from collections import Counter
from unittest.mock import patch

import pytest
from django.conf import settings
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.test import override_settings
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

from raters.panel import invite
from tests import chromium, studies

# A slow machine is no fault of the product; nothing is measured here.
PATIENCE_MS = 40_000
expect.set_options(timeout=PATIENCE_MS)

FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]


@pytest.fixture(scope="package")
def collected(tmp_path_factory):
    """Static files as users get them: bundled, compressed, and served by WhiteNoise.

    Django's own handler, which would serve them from static/ as they are, is put out of the way.
    """
    bundled = {"BACKEND": "evalsite.static_files.BundledStaticFilesStorage"}
    folder = tmp_path_factory.mktemp("static")
    storages = settings.STORAGES | {"staticfiles": bundled}
    with override_settings(STATIC_ROOT=folder, STORAGES=storages, WHITENOISE_AUTOREFRESH=False):
        call_command("collectstatic", interactive=False, verbosity=0, ignore=["admin"])
        with patch.object(StaticFilesHandler, "_should_handle", return_value=False):
            yield folder


@pytest.fixture(scope="package")
def live_server(collected):
    """In place of pytest-django's: WhiteNoise looks for its files when the site is started."""
    server = LiveServer("localhost")
    yield server
    server.stop()


@pytest.fixture(scope="session")
def browser() -> Browser:
    path = chromium.find()
    assert path, "The browser tests need Chromium; `make browser` installs it or says how."
    with sync_playwright() as playwright:
        chromium_running = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium_running
        chromium_running.close()


@pytest.fixture
def requests_under_way():
    """How many requests the live site is answering; a page's last save may outlive its page."""
    count = Counter()

    def began(**kwargs):
        count["n"] += 1

    def ended(**kwargs):
        count["n"] -= 1

    request_started.connect(began)
    request_finished.connect(ended)
    yield lambda: count["n"]
    request_started.disconnect(began)
    request_finished.disconnect(ended)


@pytest.fixture
def context_of(browser, transactional_db, live_server, requests_under_way):
    """Make a browser of one's own, with its cookies: `context_of(user)`; it reports errors.

    It asks for the database itself, so that the database is emptied after the browsers are gone
    and the site has come to rest, and not while an answer is on its way.
    """
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def make(**options) -> BrowserContext:
        context = browser.new_context(base_url=live_server.url, **options)
        context.set_default_timeout(PATIENCE_MS)
        context.on("weberror", lambda error: faults.append(str(error.error)))
        context.on("console", lambda line: _note(faults, line))
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()
    come_to_rest(requests_under_way)
    assert faults == []


def come_to_rest(requests_under_way) -> None:
    quiet = 0
    for _ in range(600):
        quiet = quiet + 1 if requests_under_way() <= 0 else 0
        if quiet == 4:
            return
        time.sleep(0.05)
    raise AssertionError("the site is still answering after half a minute")


def _note(faults: list[str], line) -> None:
    # A refused inline script or style is reported here, and nowhere else.
    if line.type == "error" and "Content Security Policy" in line.text:
        faults.append(line.text)


@pytest.fixture
def arrive(context_of):
    """Open a reviewer's (or admin's) own link in a browser of their own."""

    def by_link(study, user, *, by, **options) -> Page:
        page = context_of(**options).new_page()
        sign_in(page, study, user, by=by)
        return page

    return by_link


def sign_in(page: Page, study, user, *, by) -> None:
    """Come in by a fresh link, and wait until that has happened."""
    _, token = invite(study, user, by=by)
    page.goto(f"/invitation/{token}/")
    page.get_by_role("button", name="Sign in with this link").click()
    page.wait_for_url(lambda address: "/invitation/" not in address)


@pytest.fixture
def browser_study(transactional_db, django_user_model):
    dana = django_user_model.objects.create_user("dana")
    return studies.small_study(by=dana)


@pytest.fixture
def browser_panel(browser_study):
    dana = browser_study.admins.get().user
    return studies.Panel.opened(browser_study, by=dana)
