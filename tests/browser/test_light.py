"""What the rating page takes from the network, and that a script does what its modules do."""

from urllib.parse import urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page, expect

from evalsite.bundling import bundles, read_module
from tests.browser.rating_page import answer_all, start_rating, submit
from tests.browser.traffic import Traffic, bytes_of

pytestmark = pytest.mark.browser
KB = 1000


@pytest.fixture
def rating_page(browser_panel, dana_of_browser, arrive) -> Page:
    page = arrive(browser_panel.study, browser_panel.alice.user, by=dana_of_browser)
    start_rating(page)
    return page


@pytest.fixture
def dana_of_browser(browser_study):
    return browser_study.admins.get().user


@pytest.fixture
def cold(rating_page) -> Traffic:
    """The rating page, as a browser takes it that was never here."""
    traffic = Traffic(rating_page)
    rating_page.reload()
    expect(rating_page.locator("[data-question].is-active")).to_have_count(1)
    return traffic


def test_a_rating_page_is_seventy_kilobytes_in_eight_requests_at_most(cold):
    cold.page.wait_for_load_state("networkidle")
    assert 20 * KB < bytes_of(cold.of_the_page()) <= 70 * KB
    assert len(cold.of_the_page()) <= 8


def test_the_next_item_is_one_answer_and_thirty_kilobytes_at_most(cold):
    """It comes ahead of time, or else with the answer to the submit."""
    page = cold.page
    page.wait_for_load_state("networkidle")
    ahead = [each for each in cold.by_its_script() if each.method == "GET"]
    answer_all(page, score=1, why="Because of turn 2.")
    expect(page.locator("#save-state")).to_contain_text("Saved")
    cold.warm()
    submit(page)
    expect(page.get_by_role("heading", name="Item 2")).to_be_visible()
    submitted = [each for each in cold.by_its_script() if each.method == "POST"]
    assert (len(ahead), len(submitted)) == (1, 1)
    assert 4 * KB < bytes_of(ahead) + bytes_of(submitted) <= 30 * KB


NAMES = st.sampled_from(["form", "said", "$", "tell"])


@st.composite
def graphs(draw) -> dict[str, str]:
    """Modules that keep state and names of their own, in no circle."""
    size = draw(st.integers(2, 6))
    before = [draw(st.permutations(range(n)).map(tuple)) for n in range(size)]
    kept = [each[: draw(st.integers(0, n))] for n, each in enumerate(before)]
    return {f"m{n}.js": module(n, imports, draw(NAMES)) for n, imports in enumerate(kept)}


def module(number: int, imports: tuple[int, ...], name: str) -> str:
    """Its `name` is the name of something else in another module."""
    head = "".join(
        f'import {{ count as count{n}, value as value{n} }} from "./m{n}.js";\n' for n in imports
    )
    counts = "".join(f", count{n}()" for n in imports)
    values = "".join(f", value{n}" for n in imports)
    return (
        f"{head}let {name} = {number};\n"
        f"export function count() {{\n  {name} += 100;\n  return {name};\n}}\n"
        f'export const value = [{name}{values}].join("<");\n'
        f"window.heard.push([value{counts}, this === undefined]);\n"
    )


def heard(browser: Browser, files: dict[str, str], entries: list[str]) -> list:
    """What the modules have said, in the order in which they said it."""
    page = browser.new_page()
    page.route("**/*", lambda route: route.fulfill(**answer(files, entries, route.request.url)))
    page.goto("http://modules.test/")
    found = page.evaluate("window.heard")
    page.close()
    return found


def answer(files: dict[str, str], entries: list[str], address: str) -> dict:
    name = urlsplit(address).path.removeprefix("/")
    if name in files:
        return {"content_type": "text/javascript", "body": files[name]}
    scripts = "".join(f'<script type="module" src="/{each}"></script>' for each in entries)
    return {"content_type": "text/html", "body": f"<script>heard = []</script>{scripts}"}


@settings(max_examples=8)
@given(files=graphs())
def test_scripts_do_what_their_modules_do_in_their_order(browser, files):
    """Also where a page asks for several: a module that two of them hold runs once."""
    made = bundles({name: read_module(name, text) for name, text in files.items()})
    assert heard(browser, made, list(made)) == heard(browser, files, list(made))
