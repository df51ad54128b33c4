"""Take the screenshots of the documentation from the demo study, in a throw-away database.

python -m docs.shots
"""

import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests import chromium

ROOT = Path(__file__).parent.parent
IMAGES = ROOT / "docs" / "images"
PORT = 8765
SITE = f"http://localhost:{PORT}"
DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}


def manage(*arguments: str, environment: dict) -> str:
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


def wait_for_site() -> None:
    for _ in range(100):
        try:
            urllib.request.urlopen(f"{SITE}/healthy/")
            return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError("The site did not start.")


def take(page, name: str, address: str) -> None:
    page.goto(SITE + address)
    page.screenshot(path=IMAGES / f"{name}.png")


def be_welcomed(page) -> str:
    """Through the first sign-in and the practice item; the address of the start page."""
    page.wait_for_url(lambda address: "/rate/" in address)
    start = page.url.replace("welcome/", "")
    if page.url != start:
        page.get_by_label("I have read this").check()
        page.locator("[name=years_of_experience]").fill("8")
        page.locator("[name=prior_ai_evaluation]").select_option("True")
        page.get_by_role("button", name="Begin").click()
        page.wait_for_url(start)
    return start


def rate_something(page, start: str) -> None:
    """Half an answer, so that the picture shows what citing looks like."""
    page.goto(start + "1/2/")
    page.locator(".point").nth(1).click()
    page.locator("#turn-2 .turn-text").click()
    page.get_by_label("Justification").fill("It names the meaning, but hedges where it need not.")
    page.locator("#save-state", has_text=re.compile(r"Saved \d")).wait_for()


def photograph(links: dict[str, str]) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        for suffix, viewport in (("", DESKTOP), ("-phone", PHONE)):
            page = browser.new_context(viewport=viewport).new_page()
            page.goto(links["rate as R04"])
            page.get_by_role("button", name="Sign in").click()
            start = be_welcomed(page)
            page.screenshot(path=IMAGES / f"start{suffix}.png")
            rate_something(page, start)
            page.screenshot(path=IMAGES / f"rating{suffix}.png")
        page = browser.new_context(viewport=DESKTOP).new_page()
        page.goto(links["run the study"])
        page.get_by_role("button", name="Sign in").click()
        for name in ("report", "panel", "import"):
            take(page, name, f"/studies/demo/{name}/")
        take(page, "study", "/studies/demo/")
        take(page, "setup", "/studies/demo/setup/")
        take(page, "review", "/studies/demo/setup/review/")
        take(page, "allocation", "/studies/demo/setup/allocation/")
        page.goto(f"{SITE}/rubrics/")
        page.get_by_role("button", name="New version of Consultation quality (v1)").click()
        page.screenshot(path=IMAGES / "rubric-editor.png")


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "EVALSITE_ENV_FILE": os.devnull,
            "SECRET_KEY": "for-the-screenshots-only-and-nowhere-else-at-all-ever",
            "PLAIN_HTTP": "true",
            "ALLOWED_HOSTS": "localhost",
            "DATABASE_URL": f"sqlite:///{folder}/shots.sqlite3",
            "SITE_ADDRESS": SITE,
        }
        manage("migrate", "-v0", environment=environment)
        manage("collectstatic", "--noinput", "-v0", environment=environment)
        output = manage("demo", environment=environment)
        links = dict(re.findall(r"  (rate as R04|run the study)\s+(http\S+)", output))
        command = [sys.executable, "manage.py", "runserver", "--noreload", str(PORT)]
        with subprocess.Popen(command, cwd=ROOT, env=environment) as server:
            try:
                wait_for_site()
                photograph(links)
            finally:
                server.terminate()


if __name__ == "__main__":
    main()
