"""The server dies between typing and submitting, and is started again on the same database."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.rating_page import answer_all, start_rating, submit, wait_until

pytestmark = pytest.mark.browser

SET_UP = """
from django.contrib.auth import get_user_model
from raters.panel import invite
from tests.studies import Panel, small_study
dana = get_user_model().objects.create_user("dana")
panel = Panel.opened(small_study(by=dana), by=dana)
print("TOKEN", invite(panel.study, panel.alice.user, by=dana)[1])
"""


class Server:
    """The site as a process of its own, which can be killed."""

    def __init__(self, folder):
        self.database = folder / "site.sqlite3"
        # Its settings are the product's own, not those of the tests.
        self.environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "evalsite.settings",
            "EVALSITE_ENV_FILE": os.devnull,
            "SECRET_KEY": "a-key-for-tests-only-that-guards-nothing-at-all-anywhere",
            "DEBUG": "true",
            "PLAIN_HTTP": "true",
            "ALLOWED_HOSTS": "127.0.0.1",
            "DATABASE_URL": f"sqlite:///{self.database}",
        }
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.process = None

    def manage(self, *arguments: str) -> str:
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(
            command, env=self.environment, check=True, capture_output=True, text=True
        ).stdout

    def start(self) -> None:
        command = [sys.executable, "manage.py", "runserver", "--noreload", f"127.0.0.1:{self.port}"]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen(command, env=self.environment, **quiet)
        for _ in range(300):
            if self._answers():
                return
            time.sleep(0.1)
        raise AssertionError("the server did not start")

    def _answers(self) -> bool:
        try:
            return urllib.request.urlopen(f"{self.address}/healthy/").status == 200  # noqa: S310
        except OSError:
            return False

    def kill(self) -> None:
        if self.process and self.process.poll() is None:
            os.kill(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def texts(self, query: str) -> list:
        connection = sqlite3.connect(self.database)
        try:
            return [row[0] for row in connection.execute(query)]
        finally:
            connection.close()

    def submitted(self) -> list:
        return self.texts("SELECT justification FROM raters_rating ORDER BY id")


@pytest.fixture
def server(tmp_path):
    server = Server(tmp_path)
    server.manage("migrate", "-v", "0")
    server.start()
    yield server
    server.kill()


@pytest.fixture
def page(server, browser: Browser):
    told = server.manage("shell", "-v", "0", "-c", SET_UP)
    context = browser.new_context(base_url=server.address)
    page = context.new_page()
    page.goto(f"/invitation/{told.split('TOKEN ')[1].strip()}/")
    page.get_by_role("button", name="Sign in with this link").click()
    start_rating(page)
    yield page
    context.close()


def test_killed_before_the_submit_every_word_arrives_after_the_restart(server, page: Page):
    answer_all(page, score=1, why="Acknowledged words.")
    expect(page.locator("#save-state")).to_contain_text("Saved")
    server.kill()
    assert "Acknowledged words." in server.texts("SELECT fields FROM raters_draft")[0]
    page.get_by_label("Justification").fill("Acknowledged words, and more.")
    submit(page)
    expect(page.locator("#save-state")).to_contain_text("Not submitted yet")
    server.start()
    expect(page.get_by_role("heading", name="Item 2 of 8")).to_be_visible()
    assert server.submitted() == ["Acknowledged words, and more."]


def test_killed_in_the_middle_of_a_submit_it_is_one_rating(server, page: Page):
    answer_all(page, score=1, why="On its way when it died.")
    expect(page.locator("#save-state")).to_contain_text("Saved")
    page.evaluate("document.querySelector('.submit').click()")
    server.kill()
    server.start()
    expect(page.get_by_role("heading", name="Item 2 of 8")).to_be_visible()
    assert server.submitted() == ["On its way when it died."]


def test_killed_with_the_browser_closed_too_the_words_are_there_again(server, page: Page):
    address = page.url
    server.kill()
    page.get_by_label("Justification").fill("Only on this device.")
    expect(page.locator("#save-state")).to_contain_text("kept on this device")
    page.close()
    server.start()
    again = page.context.new_page()
    again.goto(address)
    expect(again.get_by_label("Justification")).to_have_value("Only on this device.")
    wait_until(again, lambda: "Only on this device." in str(server.texts(DRAFTS)))


DRAFTS = "SELECT fields FROM raters_draft"
