"""What does a rating page take from the network? `make bench` prints the table.

Not a test: tests/browser/test_light.py holds the limits. The demo study is served as it is in
production, by gunicorn with collected static files, and Chromium counts.
"""

import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests import chromium
from tests.bench import write
from tests.browser.rating_page import answer_all
from tests.browser.traffic import Request, Traffic, by_kind, bytes_of

ROOT = Path(__file__).parent.parent
HEAD = (
    *("transcript", "characters", "cold: requests", "bytes", "page", "style", "scripts"),
    *("next item, fetched ahead: requests", "bytes", "submit: requests", "bytes"),
)


class Site:
    """The demo study in a folder of its own, served by gunicorn."""

    def __init__(self, folder: str):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.environment = os.environ | {
            "EVALSITE_ENV_FILE": os.devnull,
            "SECRET_KEY": "for-the-measurements-only-and-nowhere-else-at-all-ever",
            "PLAIN_HTTP": "true",
            "ALLOWED_HOSTS": "127.0.0.1",
            "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3",
        }

    def manage(self, *arguments: str) -> str:
        command = [sys.executable, "manage.py", *arguments]
        told = {"capture_output": True, "text": True, "check": True}
        return subprocess.run(command, cwd=ROOT, env=self.environment, **told).stdout

    @contextmanager
    def running(self):
        command = [sys.executable, "-m", "gunicorn", "evalsite.wsgi", "--threads", "4"]
        command += ["--bind", f"127.0.0.1:{self.port}", "--log-level", "warning"]
        with subprocess.Popen(command, cwd=ROOT, env=self.environment) as server:
            try:
                self._wait()
                yield
            finally:
                server.terminate()

    def _wait(self) -> None:
        for _ in range(300):
            try:
                urllib.request.urlopen(f"{self.address}/healthy/")  # noqa: S310
                return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError("The site did not start.")


def signed_in(browser: Browser, site: Site, token: str) -> Page:
    page = browser.new_context(base_url=site.address).new_page()
    page.goto(f"/invitation/{token}/")
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(lambda address: "/invitation/" not in address)
    return page


def arrive(page: Page, address: str) -> None:
    page.goto(address)
    page.locator("[data-question].is-active").wait_for()
    page.wait_for_load_state("networkidle")


def cold(page: Page, address: str) -> list[Request]:
    """What the page takes, without what its script fetches once it is there."""
    traffic = Traffic(page)
    arrive(page, address)
    traffic.session.detach()
    return traffic.of_the_page()


def warm(page: Page, before: str) -> tuple[list[Request], list[Request]]:
    """What is fetched ahead on the page before, and what it takes to submit that and to go on."""
    traffic = Traffic(page)
    traffic.warm()
    arrive(page, before)
    ahead = [each for each in traffic.by_its_script() if each.method == "GET"]
    answer_all(page, score=1, why="Because of turn 2.")
    page.locator("#save-state", has_text=re.compile(r"Saved \d")).wait_for()
    page.wait_for_load_state("networkidle")
    traffic.warm()
    heading = page.locator("#item-heading").inner_text()
    page.get_by_role("button", name="Submit and go on").click()
    page.locator("#item-heading").filter(has_not_text=heading).wait_for()
    page.wait_for_load_state("networkidle")
    traffic.session.detach()
    return ahead, [each for each in traffic.by_its_script() if each.method == "POST"]


def line(page: Page, name: str, item: dict) -> str:
    taken = cold(page, item["address"])
    kinds = by_kind(taken)
    ahead, submitted = warm(page, item["before"])
    numbers = (
        *(item["characters"], len(taken), bytes_of(taken)),
        *(kinds.get(kind, 0) for kind in ("Document", "Stylesheet", "Script")),
        *(len(ahead), bytes_of(ahead), len(submitted), bytes_of(submitted)),
    )
    return f"| {name} | " + " | ".join(f"{number:,}" for number in numbers) + " |"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        site = Site(folder)
        site.manage("migrate", "-v", "0")
        site.manage("collectstatic", "--noinput", "-v", "0")
        told = site.manage("shell", "-v", "0", "-c", "from tests.bench_demo import tell; tell()")
        found = json.loads(told)
        with site.running(), sync_playwright() as playwright:
            options = {"executable_path": chromium.find(), "args": ["--no-sandbox"]}
            browser = playwright.chromium.launch(**options)
            page = signed_in(browser, site, found["token"])
            write("\n| " + " | ".join(HEAD) + " |")
            write("| --- |" + " ---: |" * (len(HEAD) - 1))
            for name, item in found["items"].items():
                write(line(page, name, item))
            browser.close()


if __name__ == "__main__":
    main()
