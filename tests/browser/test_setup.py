"""A study is set up in the browser from nothing to the lock, without a command line."""

import json

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from raters.models import Protocol, Study
from raters.reviewing import review_of
from rubrics.loading import store_rubric
from rubrics.spec import DescriptorSpec, QuestionSpec, RubricSpec
from tests.browser.conftest import sign_in
from tests.browser.rating_page import start_rating
from tests.defects import DEFECTS
from tests.ready import ready_study
from tests.studies import conversation

PASSWORD = "a-long-password-for-tests"
ARMS = ("north", "south")
# One of each decision in the browser; all of them in tests/raters/test_reviewing.py.
SOME_DEFECTS = [
    defect
    for defect in DEFECTS
    if defect.rule in ("double_barrelled", "names_in_transcripts", "personal_data")
]


@pytest.fixture
def as_a_maker(transactional_db, django_user_model, context_of) -> Page:
    django_user_model.objects.create_superuser("dana", password=PASSWORD)
    page = context_of().new_page()
    page.goto(reverse("account_login"))
    page.get_by_label("Login").fill("dana")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(lambda address: "login" not in address)
    return page


def rows() -> list[dict]:
    items = [
        {
            "id": f"case-{case:02d}/{arm}",
            "case": f"case-{case:02d}",
            "arm": arm,
            "messages": conversation(f"Answer {case}: it could be room air."),
        }
        for case in range(12)
        for arm in ARMS
    ]
    controls = [
        {
            "id": f"planted-{n}",
            "case": f"planted-{n}",
            "messages": conversation(f"Planted answer {n}."),
            "control": flavour,
            "expected": {"accuracy": [low, low]},
        }
        for n, (flavour, low) in enumerate(
            [("neg_control", 0), ("pos_control", 2), ("instability", 1)]
        )
    ]
    return [*items, *controls]


def save(page: Page) -> None:
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved.")).to_be_visible()


def step(page: Page, name: str, *, slug: str = "panel") -> None:
    page.goto(f"/studies/{slug}/setup/{name}/")


def make_the_study(page: Page) -> None:
    page.goto("/new-study/")
    page.locator("[name=title]").fill("A panel on abbreviations")
    page.locator("[name=slug]").fill("panel")
    page.locator("[name=public_title]").fill("Abbreviations")
    page.locator("[name=rubric]").select_option(label="One dimension (v1)")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/studies/panel/")


def import_items(page: Page) -> None:
    page.goto("/studies/panel/import/")
    lines = "\n".join(json.dumps(row) for row in rows())
    upload = {"name": "rows.jsonl", "mimeType": "application/json", "buffer": lines.encode()}
    page.get_by_label("Files with the transcripts").set_input_files(upload)
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_text("27 items were imported.")).to_be_visible()


def state_the_question(page: Page) -> None:
    step(page, "question")
    page.locator("[name=question]").fill("Which of two answers meanings more accurately?")
    page.locator("[name=claim]").fill("North is rated more accurate than south.")
    page.locator("[name=not_claimed]").fill("That either is fit for clinical use.")
    page.locator("[name=unit]").select_option("output")
    save(page)


def state_the_arms(page: Page) -> None:
    step(page, "arms")
    for index in range(len(ARMS)):
        page.locator(f"[name=arms-{index}-receives]").fill("The prompt and nothing else.")
        page.locator(f"[name=arms-{index}-output_format]").fill("Plain text.")
    page.locator("[name=reference_role]").select_option("none")
    save(page)
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("Confirmed.")).to_be_visible()


def gather_the_panel(page: Page) -> None:
    step(page, "panel")
    page.locator("[name=panel_plan]").fill("Two volunteers of each level.")
    page.locator("[name=strata]").fill("resident\nspecialist")
    page.locator("[name=consent]").fill("Your ratings are used for research.")
    save(page)
    for level in ("resident", "specialist"):
        page.locator("[name=count]").fill("2")
        page.locator("form:has([name=count]) [name=stratum]").select_option(level)
        page.get_by_role("button", name="Add reviewers").click()
    expect(page.get_by_role("rowheader", name="R04")).to_be_visible()


def share_out(page: Page) -> None:
    step(page, "allocation")
    page.locator("[name=allocation]").select_option("anchor_and_rotate")
    page.locator("[name=cap]").fill("25")
    page.locator("[name=n_anchors]").fill("12")
    save(page)
    expect(page.get_by_role("heading", name="Coverage")).to_be_visible()
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("Confirmed.")).to_be_visible()


def plan_reliability(page: Page) -> None:
    step(page, "reliability")
    page.locator("[name=statistic]").select_option("icc_2_1")
    page.locator("[name=target]").fill("0.6")
    page.locator("[name=target_reason]").fill("Groups are compared, not single answers.")
    page.locator("[name=width]").fill("0.7")
    page.locator("[name=expected_icc]").fill("0.6")
    page.locator("[name=rater_share]").fill("0.05")
    save(page)


def name_the_judge(page: Page) -> None:
    step(page, "judge")
    page.locator("[name=judge]").select_option("human")
    page.locator("[name=adjudication_rule]").fill("Two points apart: a third person decides.")
    page.locator("[name=adjudicator]").fill("The head of the panel")
    save(page)


def run_a_pilot(page: Page, arrive_as) -> None:
    page.goto("/studies/panel/protocol/pilot/")
    page.get_by_label("Real items").fill("1")
    page.get_by_label("R01").check()
    page.get_by_role("button", name="Start the pilot").click()
    reviewer = arrive_as("R01")
    reviewer.get_by_label("I have read this").check()
    reviewer.locator("[name=years_of_experience]").fill("7")
    reviewer.locator("[name=prior_ai_evaluation]").select_option("False")
    reviewer.get_by_role("button", name="Begin").click()
    start_rating(reviewer)
    reviewer.get_by_role("radio").first.check()
    reviewer.get_by_role("button", name="Cite turn 2").click()
    reviewer.get_by_label("Justification").fill("Because of turn 2.")
    reviewer.get_by_role("button", name="Submit and go on").click()
    expect(reviewer.get_by_role("heading", name="Item 2 of 4")).to_be_visible()
    page.get_by_role("button", name="End the pilot").click()


@pytest.fixture
def one_rubric(transactional_db):
    """One dimension with a descriptor for each point, which a maker finds in the list."""
    texts = ("Wrong meaning.", "Right, but in doubt.", "Right and sure.")
    descriptors = tuple(DescriptorSpec(n, n, text) for n, text in enumerate(texts))
    accuracy = QuestionSpec(
        key="accuracy",
        kind="dimension",
        label="Accuracy",
        scale_min=0,
        scale_max=2,
        descriptors=descriptors,
    )
    spec = RubricSpec(name="one", version=1, title="One dimension", questions=(accuracy,))
    return store_rubric(spec)


def test_a_study_is_set_up_from_nothing_to_the_lock(as_a_maker, context_of, one_rubric):
    page = as_a_maker
    make_the_study(page)
    import_items(page)
    state_the_question(page)
    state_the_arms(page)
    gather_the_panel(page)
    share_out(page)
    plan_reliability(page)
    name_the_judge(page)
    study = Study.objects.get(slug="panel")
    admin = study.admins.get().user

    def arrive_as(pseudonym: str) -> Page:
        reviewer = study.reviewers.get(pseudonym=pseudonym)
        opened = context_of().new_page()
        sign_in(opened, study, reviewer.user, by=admin)
        return opened

    run_a_pilot(page, arrive_as)
    step(page, "review")
    expect(page.get_by_text("Ready to collect").first).to_be_visible()
    step(page, "lock")
    page.get_by_role("button", name="Lock the protocol").click()
    expect(page.get_by_text(Protocol.objects.get().sha256).first).to_be_visible()


@pytest.mark.parametrize("defect", SOME_DEFECTS, ids=lambda defect: defect.name)
def test_the_review_page_names_a_planted_defect_and_its_decision(
    transactional_db, django_user_model, arrive, defect
):
    dana = django_user_model.objects.create_user("dana")
    study = ready_study(by=dana)
    defect.plant(study)
    review = review_of(Study.objects.get(pk=study.pk))
    page = arrive(study, dana, by=dana)
    step(page, "review", slug="ready")
    [finding, *_] = [each for each in review.findings if each.rule == defect.rule]
    expect(page.get_by_text(str(finding.risk)).first).to_be_visible()
    expect(page.get_by_text(str(finding.fix)).first).to_be_visible()
    expect(page.get_by_text(defect.decision.value).first).to_be_visible()
