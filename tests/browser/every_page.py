"""Every page that a person can open, in each state that looks different."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from django.test import RequestFactory
from django.views.defaults import server_error
from playwright.sync_api import Page, expect

from tests.browser.inhabited import Site

Step = Callable[[Page], object]
QUOTED = """() => {
  const text = document.querySelector("#turn-2 .turn-text:not([data-plain])");
  const node = document.createTreeWalker(text, NodeFilter.SHOW_TEXT).nextNode();
  getSelection().setBaseAndExtent(node, 0, node, 3);
}"""


@dataclass(frozen=True)
class Shown:
    """A page of `study` as `who` sees it; names in braces are places that the study tells.

    `opened` brings it into the state that is meant.
    """

    name: str
    study: str
    who: str
    address: str
    opened: Step | None = None

    def open(self, page: Page, site: Site) -> None:
        """`page` is one of this person's."""
        page.goto(site.address(self.study, self.address))
        if self.opened:
            self.opened(page)


def in_turn(*steps: Step) -> Step:
    def all_of_them(page: Page) -> None:
        for step in steps:
            step(page)

    return all_of_them


def press(name: str) -> Step:
    return lambda page: page.get_by_role("button", name=name, exact=True).first.click()


def seen(selector: str) -> Step:
    return lambda page: expect(page.locator(selector).first).to_be_visible()


def with_details_open(page: Page) -> None:
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")


def ready_to_rate(page: Page) -> None:
    """The script is there once a question is marked as the one that is cited for."""
    expect(page.locator("[data-question].is-active")).to_have_count(1)


def answered(page: Page) -> None:
    """Each question has an answer, a cited turn, and a quote that contradicts."""
    ready_to_rate(page)
    for question in page.locator("[data-question]").all():
        question.locator(".point").first.click()
        page.get_by_role("button", name="Cite turn 2").click()
    page.evaluate(QUOTED)
    press("Cite as contradicting")(page)
    expect(page.locator("#save-state")).to_contain_text("Saved")


def quoting(page: Page) -> None:
    ready_to_rate(page)
    page.evaluate(QUOTED)
    expect(page.locator(".quote-bar")).to_be_visible()


def submitted(page: Page) -> None:
    ready_to_rate(page)
    page.get_by_role("button", name="Submit and go on").click()


def last_item_submitted(page: Page) -> None:
    answered(page)
    page.get_by_label("Justification").fill("Because of turn 2.")
    submitted(page)
    expect(page.get_by_role("heading", name="You have finished.")).to_be_visible()


def contradicted(page: Page) -> None:
    """A rationale that does not fit its decision: the page asks."""
    ready_to_rate(page)
    question = page.locator("[data-question=own-c1]")
    question.focus()
    question.locator(".point", has_text=re.compile("^MET$")).click()
    page.get_by_role("button", name="Cite turn 2").click()
    question.get_by_label("Rationale").fill("It names the moment, but the place is missing.")
    question.get_by_label("I looked for contradicting evidence and found none").check()
    submitted(page)
    expect(page.locator(".suggestion")).to_be_visible()


def shortcuts(page: Page) -> None:
    ready_to_rate(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()


def found(page: Page) -> None:
    ready_to_rate(page)
    page.keyboard.press("f")
    page.keyboard.type("a")
    expect(page.locator("[data-count]")).not_to_be_empty()


def saved_in_another_window(page: Page) -> None:
    ready_to_rate(page)
    other = page.context.new_page()
    other.goto(page.url)
    for each, words in ((other, "There."), (page, "Here.")):
        each.get_by_label("Justification").fill(words)
        expect(each.locator("#save-state")).to_contain_text("aved")
        expect(each.locator("#save-state")).not_to_contain_text("yet")
    expect(page.locator("#save-state")).to_contain_text("another window")
    other.close()


def signed_out_meanwhile(page: Page) -> None:
    ready_to_rate(page)
    cookies = page.context.cookies()
    page.context.clear_cookies(name="sessionid")
    page.get_by_label("Justification").fill("Still here.")
    expect(page.locator("#notice")).to_contain_text("signed out")
    page.context.add_cookies(cookies)


def sent_without_script(changes: str) -> Step:
    """The form as a browser sends it that runs no script."""
    return lambda page: page.evaluate(
        f"const form = document.querySelector('[data-rating-form]'); {changes}; form.submit()"
    )


def out_of_date(page: Page) -> None:
    page.context.clear_cookies(name="csrftoken")
    page.evaluate("document.querySelector('main form').submit()")
    expect(page.get_by_role("heading", name="The form was out of date")).to_be_visible()


def broken(page: Page) -> None:
    body = server_error(RequestFactory().get("/")).content
    page.route("**/broken/", lambda route: route.fulfill(status=500, body=body))
    page.goto("/broken/")


def uploaded(page: Page) -> None:
    rows = "\n".join(f"i{n},r{m},{(n + m * n) % 3}" for n in range(12) for m in range(3))
    file = {"name": "r.csv", "mimeType": "text/csv", "buffer": f"item,rater,score\n{rows}".encode()}
    page.locator("input[type=file]").set_input_files(file)
    page.locator("main form button").click()
    expect(page.locator("main table").first).to_be_visible()


def with_telling_words(page: Page) -> None:
    page.locator("[name=text]").fill("The other-arm is better.")
    press("Send")(page)
    expect(page.get_by_role("button", name="Send all the same")).to_be_visible()


def as_a_file(page: Page) -> None:
    body = page.context.request.get("/studies/demo/report.html").text()
    page.route("**/kept.html", lambda route: route.fulfill(body=body, content_type="text/html"))
    page.goto("/kept.html")


def with_a_link(page: Page) -> None:
    page.get_by_role("button", name="New link").first.click()
    expect(page.locator(".link-once")).to_be_visible()


def sent(page: Page) -> None:
    """As it stands; the server's complaints stand beside the fields, not the browser's."""
    page.evaluate("for (const form of document.forms) form.noValidate = true")
    page.locator("main form").last.locator("button").last.click()
    page.wait_for_load_state()


RATE = "/rate/open/1"
PAGES = [
    # Coming in and going out
    Shown("sign in", "nobody", "anybody", "/account/login/"),
    Shown("sign in, refused", "nobody", "anybody", "/account/login/", sent),
    Shown("password forgotten", "nobody", "anybody", "/account/password/reset/"),
    Shown("password forgotten, sent", "nobody", "anybody", "/account/password/reset/done/"),
    Shown("password reset, link over", "nobody", "anybody", "/account/password/reset/key/a-b-c/"),
    Shown("password reset, done", "nobody", "anybody", "/account/password/reset/key/done/"),
    Shown("sign-up is closed", "nobody", "anybody", "/account/signup/"),
    Shown("account inactive", "nobody", "anybody", "/account/inactive/"),
    Shown("e-mail to be verified", "nobody", "anybody", "/account/confirm-email/"),
    Shown("e-mail, link over", "nobody", "anybody", "/account/confirm-email/none/"),
    Shown("invitation", "collecting", "anybody", "/invitation/{token}/"),
    Shown("invitation, over", "nobody", "anybody", "/invitation/none/"),
    Shown("signed out", "nobody", "anybody", "/signed-out/"),
    Shown("change password", "nobody", "stranger", "/account/password/change/"),
    Shown("change password, refused", "nobody", "stranger", "/account/password/change/", sent),
    Shown("set password", "nobody", "new", "/account/password/set/"),
    Shown("sign out", "nobody", "stranger", "/account/logout/"),
    Shown("e-mail addresses", "nobody", "stranger", "/account/email/"),
    Shown("confirm it is you", "nobody", "stranger", "/account/reauthenticate/"),
    Shown("404", "nobody", "stranger", "/nowhere/"),
    Shown("403", "nobody", "stranger", "/new-study/"),
    Shown("403, form out of date", "nobody", "anybody", "/account/login/", out_of_date),
    Shown("500", "nobody", "anybody", "/account/login/", broken),
    # Somebody who rates
    Shown("home, in no study", "nobody", "stranger", "/"),
    Shown("welcome", "collecting", "newcomer", "/rate/open/welcome/"),
    Shown("welcome, refused", "collecting", "newcomer", "/rate/open/welcome/", sent),
    Shown("start, nothing yet", "draft", "waiting", "/rate/ready/"),
    Shown("start, practice", "collecting", "practising", "/rate/open/"),
    Shown("start, under way", "collecting", "rating", "/rate/open/"),
    Shown("start, finished", "collecting", "finished", "/rate/open/"),
    Shown("guide", "collecting", "rating", "/rate/open/guide/"),
    Shown("start, practice not passed", "practice", "again", "/rate/practice/"),
    Shown("start, attempts used up", "practice", "over", "/rate/practice/"),
    Shown("messages of a reviewer", "collecting", "rating", "/rate/open/messages/"),
    Shown("messages, refused", "collecting", "rating", "/rate/open/messages/", sent),
    Shown("messages about an item", "collecting", "rating", f"{RATE}/1/ask/"),
    Shown("guide, criteria", "criteria", "alice", "/rate/criteria/guide/"),
    Shown("item", "collecting", "rating", f"{RATE}/3/", ready_to_rate),
    Shown("item, cited", "collecting", "rating", f"{RATE}/4/", answered),
    Shown("item, quoting", "collecting", "rating", f"{RATE}/3/", quoting),
    Shown("item, gaps", "collecting", "rating", f"{RATE}/5/", in_turn(submitted, seen("#gaps"))),
    Shown("item, shortcuts", "collecting", "rating", f"{RATE}/3/", shortcuts),
    Shown("item, find", "collecting", "rating", f"{RATE}/3/", found),
    Shown("item, defective", "collecting", "rating", f"{RATE}/3/", with_details_open),
    Shown("item, submitted", "collecting", "rating", f"{RATE}/1/", ready_to_rate),
    Shown("item, two windows", "collecting", "rating", f"{RATE}/6/", saved_in_another_window),
    Shown("item, signed out", "collecting", "rating", f"{RATE}/7/", signed_out_meanwhile),
    Shown("finished", "collecting", "almost", f"{RATE}/8/", last_item_submitted),
    Shown("practice item", "collecting", "practising", "/rate/open/training-1/2/", ready_to_rate),
    Shown("practice feedback", "collecting", "practising", "/rate/open/training-1/1/feedback/"),
    Shown("pilot item", "piloting", "alice", "/rate/pilot/pilot-1/1/", ready_to_rate),
    Shown(
        *("item of somebody else", "collecting", "rating", f"{RATE}/3/"),
        in_turn(sent_without_script("form.elements.rated_by.value = 'R99'"), seen("h1")),
    ),
    Shown(
        *("item taken away", "collecting", "rating", f"{RATE}/3/"),
        in_turn(sent_without_script("form.action = '/rate/open/1/99/'"), seen("h1")),
    ),
    Shown("item with criteria", "criteria", "alice", "/rate/criteria/1/1/", ready_to_rate),
    Shown("criteria, cited", "criteria", "alice", "/rate/criteria/1/2/", answered),
    Shown("criteria, unfolded", "criteria", "alice", "/rate/criteria/1/3/", with_details_open),
    Shown(
        *("criteria, gaps", "criteria", "bob", "/rate/criteria/1/1/"),
        in_turn(submitted, seen("#gaps"), with_details_open),
    ),
    Shown("criteria, suggestion", "criteria", "bob", "/rate/criteria/1/2/", contradicted),
    Shown("side by side", "side_by_side", "alice", "/rate/pairs/1/1/", ready_to_rate),
    Shown("start, closed", "closed", "reviewer", "/rate/{code}/"),
    Shown("item, closed", "closed", "reviewer", "/rate/{code}/{round}/1/"),
    # Somebody who runs studies
    Shown("home", "collecting", "dana", "/"),
    Shown("new study", "nobody", "dana", "/new-study/"),
    Shown("new study, refused", "nobody", "dana", "/new-study/", sent),
    Shown("plan the precision", "nobody", "dana", "/plan/"),
    Shown("reliability of a file", "nobody", "dana", "/reliability/"),
    Shown("reliability of a file, told", "nobody", "dana", "/reliability/", uploaded),
    Shown("study, empty", "empty", "dana", "/studies/empty/"),
    Shown("set-up, empty", "empty", "dana", "/studies/empty/setup/"),
    Shown("step: items, none", "empty", "dana", "/studies/empty/setup/items/"),
    Shown("step: controls, none", "empty", "dana", "/studies/empty/setup/controls/"),
    Shown("step: allocation, none", "empty", "dana", "/studies/empty/setup/allocation/"),
    Shown("step: review, much open", "empty", "dana", "/studies/empty/setup/review/"),
    Shown("preview, nothing yet", "empty", "dana", "/studies/empty/setup/as-reviewer/"),
    Shown("panel, empty", "empty", "dana", "/studies/empty/panel/"),
    Shown("report, not yet", "empty", "dana", "/studies/empty/report/"),
    Shown("import, preview", "empty", "dana", "/studies/empty/import/{import}/", with_details_open),
    Shown("set-up", "draft", "dana", "/studies/ready/setup/"),
    Shown("step: question", "draft", "dana", "/studies/ready/setup/question/"),
    Shown("step: arms", "draft", "dana", "/studies/ready/setup/arms/"),
    Shown("step: rubric", "draft", "dana", "/studies/ready/setup/rubric/", with_details_open),
    Shown("step: panel", "draft", "dana", "/studies/ready/setup/panel/"),
    Shown("step: items", "draft", "dana", "/studies/ready/setup/items/"),
    Shown("scan", "draft", "dana", "/studies/ready/setup/items/scan/", with_details_open),
    Shown("step: controls", "draft", "dana", "/studies/ready/setup/controls/", with_details_open),
    Shown("plant, choose", "draft", "dana", "/studies/ready/setup/controls/plant/"),
    Shown("plant", "draft", "dana", "/studies/ready/setup/controls/plant/{item}/"),
    Shown("plant, refused", "draft", "dana", "/studies/ready/setup/controls/plant/{item}/", sent),
    Shown("key of a control", "draft", "dana", "/studies/ready/setup/controls/{planted}/"),
    Shown("step: allocation", "draft", "dana", "/studies/ready/setup/allocation/"),
    Shown("step: reliability", "draft", "dana", "/studies/ready/setup/reliability/"),
    Shown("step: judge", "draft", "dana", "/studies/ready/setup/judge/"),
    Shown("step: review", "draft", "dana", "/studies/ready/setup/review/", with_details_open),
    Shown("step: lock", "draft", "dana", "/studies/ready/setup/lock/"),
    Shown("pilot", "draft", "dana", "/studies/ready/protocol/pilot/"),
    Shown("preview", "draft", "dana", "/studies/ready/setup/as-reviewer/", ready_to_rate),
    Shown(
        *("preview, gaps", "draft", "dana", "/studies/ready/setup/as-reviewer/2/"),
        in_turn(submitted, seen("#gaps")),
    ),
    Shown("guide in the preview", "draft", "dana", "/studies/ready/setup/as-reviewer/guide/"),
    Shown("settings", "draft", "dana", "/studies/ready/settings/"),
    Shown("import", "draft", "dana", "/studies/ready/import/", with_details_open),
    Shown("import, problems", "draft", "dana", "/studies/ready/import/{import}/"),
    Shown("pilot, under way", "piloting", "dana", "/studies/pilot/protocol/pilot/"),
    Shown("study", "collecting", "dana", "/studies/open/"),
    Shown("items", "collecting", "dana", "/studies/open/items/"),
    Shown("item for admins", "collecting", "dana", "/studies/open/items/{item}/"),
    Shown("control for admins", "collecting", "dana", "/studies/open/items/{control}/"),
    Shown("item with criteria for admins", "criteria", "dana", "/studies/criteria/items/{item}/"),
    Shown("panel", "collecting", "dana", "/studies/open/panel/"),
    Shown("panel, a link", "collecting", "dana", "/studies/open/panel/", with_a_link),
    Shown("reviewer", "collecting", "dana", "/studies/open/panel/{pseudonym}/"),
    Shown("reviewer, to be let in", "practice", "dana", "/studies/practice/panel/{over}/"),
    Shown("messages", "collecting", "dana", "/studies/open/messages/"),
    Shown("messages, telling", "collecting", "dana", "/studies/open/messages/", with_telling_words),
    Shown("answer", "collecting", "dana", "/studies/open/messages/{pseudonym}/"),
    Shown("answer about an item", "collecting", "dana", "/studies/open/messages/{pseudonym}/1/1/"),
    Shown("amend", "collecting", "dana", "/studies/open/protocol/amend/", with_details_open),
    Shown("close the round", "collecting", "dana", "/studies/open/round/close/"),
    Shown("report, interim", "collecting", "dana", "/studies/open/report/"),
    Shown("log", "collecting", "dana", "/studies/open/log/"),
    Shown("settings, locked", "collecting", "dana", "/studies/open/settings/"),
    Shown("step: lock, locked", "collecting", "dana", "/studies/open/setup/lock/"),
    Shown("study, closed", "closed", "dana", "/studies/demo/"),
    Shown("report", "closed", "dana", "/studies/demo/report/", with_details_open),
    Shown("report as a file", "closed", "dana", "/studies/demo/report/", as_a_file),
    Shown("rubrics", "rubrics", "dana", "/rubrics/"),
    Shown("rubric", "rubrics", "dana", "/rubrics/stored/abbreviation-handling/3/"),
    Shown(
        *("rubrics compared", "rubrics", "dana"),
        "/rubrics/stored/abbreviation-handling/2/to/3/",
    ),
    Shown("rubric draft", "rubrics", "dana", "/rubrics/drafts/{consultation-quality}/"),
    Shown(
        "rubric draft, faults", "rubrics", "dana", "/rubrics/drafts/{faulty}/", with_details_open
    ),
    Shown("rubric draft, unreadable", "rubrics", "dana", "/rubrics/drafts/{unread}/"),
    Shown("rubric draft, file", "rubrics", "dana", "/rubrics/drafts/{faulty}/text/"),
]

# What is no page, by the name of its address: (study, who, address) of one of its kind.
Place = tuple[str, str, str]
FILES: dict[str, Place] = {
    "healthy": ("nobody", "anybody", "/healthy/"),
    "report_schema": ("nobody", "dana", "/report.schema.json"),
    "records_schema": ("nobody", "dana", "/records.schema.json"),
    "coverage_csv": ("draft", "dana", "/studies/ready/setup/coverage.csv"),
    "review_text": ("draft", "dana", "/studies/ready/setup/review.txt"),
    "protocol_file": ("draft", "dana", "/studies/ready/protocol/SECRET-protocol.yaml"),
    "setup_protocol_public": ("closed", "dana", "/studies/demo/protocol/protocol.json"),
    "setup_protocol_key": ("closed", "dana", "/studies/demo/protocol/SECRET-key.json"),
    "messages_csv": ("collecting", "dana", "/studies/open/messages.csv"),
    "figure_svg": ("closed", "dana", "/studies/demo/report/all/forest.svg"),
    "figure_csv": ("closed", "dana", "/studies/demo/report/all/forest.csv"),
    "report_json": ("closed", "dana", "/studies/demo/report.json"),
    "report_pdf": ("closed", "dana", "/studies/demo/report.pdf"),
    "report_xlsx": ("closed", "dana", "/studies/demo/report.xlsx"),
    "ratings_csv": ("closed", "dana", "/studies/demo/ratings.csv"),
    "ratings_jsonl": ("closed", "dana", "/studies/demo/ratings.jsonl"),
    "scores_csv": ("closed", "dana", "/studies/demo/scores.csv"),
    "sessions_yaml": ("closed", "dana", "/studies/demo/sessions.yaml"),
    "rubric_file": ("rubrics", "dana", "/rubrics/stored/abbreviation-handling/3/file/"),
}
ONLY_SENT_TO: dict[str, Place] = {
    "switch_language": ("nobody", "anybody", "/language/"),
    "practise_again": ("practice", "again", "/rate/practice/practise-again/"),
    "draft": ("collecting", "rating", f"{RATE}/3/draft/"),
    "put_off": ("collecting", "rating", f"{RATE}/3/put-off/"),
    "defective": ("collecting", "rating", f"{RATE}/3/defective/"),
    "shown": ("collecting", "rating", f"{RATE}/3/shown/"),
    "setup_panel_add": ("draft", "dana", "/studies/ready/setup/panel/add/"),
    "setup_panel_add_judge": ("draft", "dana", "/studies/ready/setup/panel/add-judge/"),
    "setup_panel_remove": ("draft", "dana", "/studies/ready/setup/panel/R01/remove/"),
    "setup_control_remove": ("draft", "dana", "/studies/ready/setup/controls/{planted}/remove/"),
    "confirm_gate": ("draft", "dana", "/studies/ready/setup/confirm/arms/"),
    "reviewer_added": ("draft", "dana", "/studies/ready/protocol/amend/added/"),
    "reviewer_left": ("draft", "dana", "/studies/ready/protocol/amend/left/R01/"),
    "change_round": ("draft", "dana", "/studies/ready/round/"),
    "add_reviewers": ("draft", "dana", "/studies/ready/panel/add/"),
    "decide_on_practice": ("practice", "dana", "/studies/practice/panel/{over}/practice/"),
    "issue_link": ("draft", "dana", "/studies/ready/panel/R01/link/"),
    "revoke_link": ("draft", "dana", "/studies/ready/panel/R01/revoke/"),
    "start_rubric": ("rubrics", "dana", "/rubrics/drafts/start/"),
    "discard_rubric": ("rubrics", "dana", "/rubrics/drafts/{faulty}/discard/"),
}
LEFT_OUT = {
    "account_request_reauthentication_code": "nobody signs in by a code",
    "account_confirm_reauthentication_code": "nobody signs in by a code",
    "account_confirm_login_code": "nobody signs in by a code",
    "report_html": "a file to keep, which is looked at as it opens from a disk",
    "ahead": "the next item, which a script puts into the page of the item",
}
