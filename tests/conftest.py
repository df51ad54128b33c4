"""The people of the tests.

Alice rates, Bob rates the same study, Charlie is outside it, Dana set it up.
"""

import os
from functools import cache
from unittest.mock import patch

import hypothesis
import pytest
from django.contrib.auth import get_user_model
from django.utils import translation

from raters import append_only_guard, frozen_guard
from raters.models import Study
from rubrics import loading
from tests import studies

# Playwright's event loop runs in the thread of the test; the ORM is used there between its steps.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")


# The same examples every time, however slow the machine.
hypothesis.settings.register_profile("deterministic", derandomize=True, deadline=None)
hypothesis.settings.load_profile("deterministic")


@pytest.fixture(scope="session", autouse=True)
def _the_library_is_read_once():
    """No test changes the ready-made rubrics, and a thousand begin with one of them."""
    read = loading.read_rubric
    read_once = cache(read)

    def read_rubric(path):
        return read_once(path) if path.parent == loading.LIBRARY else read(path)

    with patch.object(loading, "read_rubric", read_rubric):
        yield


@pytest.fixture
def dana(db):
    return get_user_model().objects.create_user("dana", is_superuser=False)


@pytest.fixture
def charlie(db):
    return get_user_model().objects.create_user("charlie")


@pytest.fixture
def study(dana) -> Study:
    """Three cases in three conditions, two arms and two controls; no round yet."""
    return studies.small_study(by=dana)


@pytest.fixture
def panel(study, dana):
    """Two reviewers and an open round: `panel.alice`, `panel.bob`, `panel.round`."""
    return studies.Panel.opened(study, by=dana)


@pytest.fixture
def alice(panel):
    return panel.alice


@pytest.fixture
def bob(panel):
    return panel.bob


@pytest.fixture
def as_alice(client, alice):
    client.force_login(alice.user)
    return client


@pytest.fixture
def as_dana(client, dana):
    client.force_login(dana)
    return client


@pytest.fixture(autouse=True)
def _nobody_inherits_a_language():
    """The language of a test's last request stays with its thread."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def _thawed_before_the_database_is_emptied(request):
    """A locked study and a rating refuse to be deleted, also by the end of a transactional test."""
    marker = request.node.get_closest_marker("django_db")
    is_transactional = (marker and marker.kwargs.get("transaction")) or (
        "transactional_db" in request.fixturenames
    )
    if is_transactional:
        request.getfixturevalue("transactional_db")
    yield
    if is_transactional:
        frozen_guard.remove_guards()
        append_only_guard.remove_guards()


def pytest_addoption(parser):
    parser.addoption(
        "--database-alone",
        action="store_true",
        help="leave out tests that use no database: once is enough for them",
    )


def pytest_collection_modifyitems(config, items):
    if config.getoption("--database-alone"):
        left_out = [item for item in items if not _uses_the_database(item)]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if _uses_the_database(item)]


# Whole flows in a browser, on both databases. What the other files of tests/browser show happens in
# the browser alone, and what they ask of the database is asked by tests of the views too.
FLOWS_IN_THE_BROWSER = ("test_rating", "test_rubrics", "test_setup", "test_practice", "test_asking")


def _uses_the_database(item) -> bool:
    if item.path.parent.name == "browser" and item.path.stem not in FLOWS_IN_THE_BROWSER:
        return False
    fixtures = {"db", "transactional_db", "live_server"}
    return bool(item.get_closest_marker("django_db") or fixtures & set(item.fixturenames))


def pytest_terminal_summary(terminalreporter):
    """Page by page, how much axe-core calls wrong: docs/accessibility.md."""
    reports = [*terminalreporter.getreports("passed"), *terminalreporter.getreports("failed")]
    lines = {line for report in reports for name, line in report.user_properties if name == "axe"}
    if lines:
        terminalreporter.section("axe-core, by page")
    for line in sorted(lines):
        terminalreporter.line(line)
