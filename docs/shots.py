"""Take the screenshots of the documentation from the demo study, in a throw-away database.

python -m docs.shots

The Chinese pages need a font that has Chinese, such as that of Debian's fonts-noto-cjk.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from itertools import product
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests import chromium

ROOT = Path(__file__).parent.parent
IMAGES = ROOT / "docs" / "images"
PORT = 8765
SITE = f"http://localhost:{PORT}"
DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
SIZES = {"": DESKTOP, "-phone": PHONE}
LANGUAGES = {"": "en-GB", "-zh": "zh-CN"}
SCHEMES = {"": "light", "-dark": "dark"}


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


def arrive(browser, link: str, **options):
    page = browser.new_context(**options).new_page()
    page.goto(link)
    page.locator("main form button").click()
    page.wait_for_url(lambda address: "/invitation/" not in address)
    return page


def be_welcomed(page) -> str:
    """Through the first sign-in; the address of the start page."""
    start = re.sub(r"(/rate/\w+/).*", r"\1", page.url)
    page.get_by_label("I have read this").check()
    page.locator("[name=years_of_experience]").fill("8")
    page.locator("[name=prior_ai_evaluation]").select_option("True")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url(lambda address: "/welcome/" not in address)
    return start


def practise(page, start: str) -> None:
    """The practice item of the demo, answered as it expects."""
    page.goto(start + "training-1/1/")
    page.locator("[data-question].is-active").wait_for()
    for question in page.locator("[data-question]").all():
        question.locator(".point").first.click()
        page.locator("[data-cite='2']").click()
    page.get_by_label("Justification").fill("It takes one of several meanings for granted.")
    page.locator(".submit").click()
    page.wait_for_url("**/feedback/")


def rate_something(page, start: str) -> None:
    """Half an answer, so that the picture shows what citing looks like."""
    page.goto(start + "1/2/")
    page.locator("[data-question].is-active").wait_for()
    page.locator(".point").nth(1).click()
    if page.locator(".citation.is-folded").count() == 0:
        page.locator("[data-cite='2']").evaluate("button => button.click()")
    page.locator("#save-state", has_text=re.compile(r"\d:\d\d:\d\d")).wait_for()


def photograph_for_reviewers(browser, link: str) -> None:
    """Each page at both sizes, in both languages, light and dark."""
    start = be_welcomed(page := arrive(browser, link, viewport=DESKTOP, locale="en-GB"))
    practise(page, start)
    for suffixes in product(SIZES, LANGUAGES, SCHEMES):
        viewport, locale, scheme = SIZES[suffixes[0]], LANGUAGES[suffixes[1]], SCHEMES[suffixes[2]]
        page = arrive(browser, link, viewport=viewport, locale=locale, color_scheme=scheme)
        suffix = "".join(suffixes)
        take(page, f"start{suffix}", start.removeprefix(SITE))
        take(page, f"guide{suffix}", f"{start.removeprefix(SITE)}guide/")
        rate_something(page, start)
        page.screenshot(path=IMAGES / f"rating{suffix}.png")
        page.context.close()


def photograph_for_admins(browser, link: str) -> None:
    page = arrive(browser, link, viewport=DESKTOP, locale="en-GB")
    for name in ("report", "panel", "import", "messages"):
        take(page, name, f"/studies/demo/{name}/")
    take(page, "study", "/studies/demo/")
    take(page, "setup", "/studies/demo/setup/")
    take(page, "review", "/studies/demo/setup/review/")
    take(page, "allocation", "/studies/demo/setup/allocation/")
    page.goto(f"{SITE}/rubrics/")
    page.get_by_role("button", name="New version of Consultation quality (v1)").click()
    page.screenshot(path=IMAGES / "rubric-editor.png")


def photograph(links: dict[str, str]) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        photograph_for_reviewers(browser, links["rate as R04"])
        photograph_for_admins(browser, links["run the study"])


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
