import re
from decimal import Decimal

import pytest
from django.urls import reverse

from raters.checklist import STEPS
from raters.lifecycle import start_pilot
from raters.models import Design, ExpectedAnswer, Protocol, SignOff, Study
from raters.panel import add_reviewers
from raters.signing import sign
from rubrics.loading import read_library_rubric, store_rubric
from tests import studies

pytestmark = pytest.mark.django_db


def at(name: str, *args) -> str:
    return reverse(name, args=["small", *args])


def shown(client, name: str, *args) -> str:
    return client.get(at(name, *args)).content.decode()


def question_fields(**more) -> dict:
    return {"question": "Which is better?", "claim": "", "not_claimed": "", "unit": "item"} | more


def arm_fields(study: Study, *new: str, **more) -> dict:
    """The form set as the page sends it: the stored arms, then those that are typed in."""
    stored = list(study.arms.order_by("name"))
    fields = {"arms-TOTAL_FORMS": len(stored) + len(new), "arms-INITIAL_FORMS": len(stored)}
    for index, name in enumerate([*(arm.name for arm in stored), *new]):
        fields |= {f"arms-{index}-name": name, f"arms-{index}-kind": "system"}
    fields |= {f"arms-{index}-id": arm.pk for index, arm in enumerate(stored)}
    return fields | more


def removal(study: Study, name: str) -> str:
    """The field that asks for this arm to be removed."""
    names = list(study.arms.order_by("name").values_list("name", flat=True))
    return f"arms-{names.index(name)}-DELETE"


@pytest.fixture
def locked(study, dana):
    add_reviewers(study, 2, by=dana)
    studies.lock_in_spite(study, by=dana)
    study.refresh_from_db()
    return study


@pytest.mark.parametrize("key", STEPS)
def test_every_step_opens_and_marks_itself_as_the_current_one(as_dana, study, key):
    page = shown(as_dana, f"setup_{key}")
    number = list(STEPS).index(key) + 1
    assert f"<h1>{number}. {STEPS[key]}</h1>" in page
    assert page.count('aria-current="step"') == 2


@pytest.mark.parametrize("key", STEPS)
def test_every_step_of_a_locked_study_opens(as_dana, locked, key):
    assert "The protocol is locked." in shown(as_dana, f"setup_{key}")


@pytest.mark.parametrize("key", STEPS)
def test_every_step_of_an_empty_study_opens(as_dana, dana, key):
    studies.small_study(by=dana, rows=[], rubric=None)
    assert as_dana.get(at(f"setup_{key}")).status_code == 200


@pytest.mark.parametrize("name", ["setup", "setup_arms", "setup_panel", "as_reviewer"])
def test_somebody_who_does_not_run_the_study_finds_no_set_up(client, charlie, study, name):
    client.force_login(charlie)
    assert client.get(at(name)).status_code == 404


def test_the_checklist_names_two_reasons_and_counts_the_others(as_dana, study):
    page = shown(as_dana, "setup")
    assert "There is no evaluation question" in page
    assert "The unit of rating is not chosen" not in page
    assert "and 1 more" in page


def test_the_checklist_says_the_decision_and_what_comes_next(as_dana, study):
    page = shown(as_dana, "setup")
    assert "Needs arm or judge redesign" in page
    assert re.search(r'What comes next:\s*<a href="[^"]*/setup/question/">1\. ', page)


def test_a_locked_study_is_told_to_open_its_round(as_dana, locked):
    assert "The protocol is locked: open the round" in shown(as_dana, "setup")


@pytest.mark.parametrize("n_cases", [3, 12])
@pytest.mark.parametrize(("name", "queries"), [("setup", 27), ("setup_arms", 30)])
def test_a_page_costs_the_same_queries_for_any_number_of_items(
    as_dana, dana, django_assert_max_num_queries, name, queries, n_cases
):
    arms = ("one-arm", "other-arm")
    rows = [studies.item_row(case, arm) for case in range(n_cases) for arm in arms]
    studies.small_study(by=dana, rows=rows)
    with django_assert_max_num_queries(queries):
        as_dana.get(at(name))


def test_a_finding_is_told_on_its_step_with_the_fix_and_its_place(as_dana, study):
    page = shown(as_dana, "setup_question")
    assert "No exact claim is stated" in page
    assert "Write the one sentence that the ratings are to support or refute." in page
    assert "Phase 1: the exact claim the benchmark must support" in page


def test_what_makes_the_design_invalid_is_told_before_the_risks(as_dana, study):
    page = shown(as_dana, "setup_question")
    assert page.rindex("must be mended") < page.index("Nothing says what is not claimed")


def test_saving_stays_on_the_step(as_dana, study):
    response = as_dana.post(at("setup_question"), question_fields())
    assert response.url == at("setup_question")
    assert Design.objects.get(study=study).question == "Which is better?"


def test_saving_and_going_on_leads_to_the_step_that_follows(as_dana, study):
    response = as_dana.post(at("setup_question"), question_fields(next="arms"))
    assert response.url == at("setup_arms")


def test_what_is_refused_is_said_in_words_and_changes_nothing(as_dana, locked):
    response = as_dana.post(at("setup_question"), question_fields(next="arms"), follow=True)
    assert "An amendment, with a reason, can reopen it." in response.content.decode()
    assert Design.objects.get(study=locked).question == ""


def test_the_form_of_a_locked_study_is_disabled_and_has_no_button(as_dana, locked):
    page = shown(as_dana, "setup_question")
    assert '<fieldset disabled class="plain">' in page
    assert "Save and go on" not in page


def digest_shown(client) -> str:
    return re.search(r'name="digest" value="(\w+)"', shown(client, "setup_arms"))[1]


def test_what_changed_after_the_page_was_opened_is_not_confirmed(as_dana, study):
    seen = digest_shown(as_dana)
    Design.objects.filter(study=study).update(claim="Another claim.")
    response = as_dana.post(at("confirm_gate", "question"), {"digest": seen}, follow=True)
    assert "It has changed since this page was opened." in response.content.decode()
    assert not study.sign_offs.exists()


def test_a_gate_is_confirmed_on_its_step(as_dana, study):
    assert "Nobody has confirmed it yet." in shown(as_dana, "setup_arms")
    as_dana.post(at("confirm_gate", "question"), {"digest": digest_shown(as_dana)})
    page = shown(as_dana, "setup_arms")
    assert "Confirmed by dana" in page
    assert "Nothing it covers has changed since." in page


def test_a_gate_asks_to_be_confirmed_again_after_a_change(as_dana, study, dana):
    sign(study, SignOff.Gate.QUESTION, by=dana)
    as_dana.post(at("setup_question"), question_fields())
    page = shown(as_dana, "setup_arms")
    assert "It has changed since" in page
    assert at("confirm_gate", "question") in page


def test_nothing_is_confirmed_after_the_lock(as_dana, locked):
    before = locked.sign_offs.count()
    response = as_dana.post(at("confirm_gate", "question"), follow=True)
    assert "An amendment, with a reason, can reopen it." in response.content.decode()
    assert locked.sign_offs.count() == before


def test_an_arm_can_be_added_before_its_outputs_are_imported(as_dana, study):
    as_dana.post(at("setup_arms"), arm_fields(study, "third-arm"))
    assert study.arms.filter(name="third-arm").exists()


def test_an_arm_with_items_offers_no_removal_and_one_without_does(as_dana, study):
    study.arms.create(name="a-third-arm")
    page = shown(as_dana, "setup_arms")
    offered = re.findall(r'name="(arms-\d-DELETE)"', page)
    assert offered == [removal(study, "a-third-arm")]
    assert page.count("3 items, cases: 3.") == 2


def test_an_arm_without_items_is_removed(as_dana, study):
    study.arms.create(name="a-third-arm")
    as_dana.post(at("setup_arms"), arm_fields(study) | {removal(study, "a-third-arm"): "on"})
    assert {arm.name for arm in study.arms.all()} == {"SECRET-ARM", "other-arm"}


def test_an_arm_with_items_is_not_removed_by_a_made_up_request(as_dana, study):
    as_dana.post(at("setup_arms"), arm_fields(study) | {removal(study, "other-arm"): "on"})
    assert study.arms.count() == 2
    assert study.items.real().count() == 6


def test_an_arm_that_is_removed_is_no_longer_the_source_of_the_reference(as_dana, study):
    third = study.arms.create(name="a-third-arm")
    fields = arm_fields(study) | {"reference_from_arm": third.pk}
    as_dana.post(at("setup_arms"), fields | {removal(study, "a-third-arm"): "on"})
    assert Design.objects.get(study=study).reference_from_arm is None


@pytest.mark.parametrize("index", [0, 1, 2])
def test_two_arms_of_one_name_are_refused_beside_the_field(as_dana, study, index):
    names = {"arms-0-name": "SECRET-ARM", f"arms-{index}-name": "other-arm"}
    fields = arm_fields(study, "other-arm") | names
    page = as_dana.post(at("setup_arms"), fields).content.decode()
    assert "Another arm has this name." in page
    assert study.arms.count() == 2


def test_the_rubric_step_shows_what_is_asked_and_what_its_points_mean(as_dana, study):
    page = shown(as_dana, "setup_rubric")
    assert "Hallucination" in page
    assert "Gives the right meaning without doubt" in page
    assert "Expected correlations" in page


def test_another_rubric_says_which_expected_answers_are_lost(as_dana, study):
    other = store_rubric(read_library_rubric("consultation-quality"))
    response = as_dana.post(at("setup_rubric"), {"rubric": other.pk}, follow=True)
    page = response.content.decode()
    assert "2 expected answers of planted items are gone: ctl-1: accuracy" in page
    assert not ExpectedAnswer.objects.filter(study=study).exists()


def test_the_rubric_is_fixed_while_a_pilot_is_under_way(as_dana, study, dana):
    reviewers = add_reviewers(study, 1, by=dana)
    start_pilot(study, reviewers, n_items=1, by=dana)
    assert "A pilot is under way" in shown(as_dana, "setup_rubric")
    as_dana.post(at("setup_rubric"), {"rubric": ""})
    assert Study.objects.get(pk=study.pk).rubric is not None


def test_the_reliability_step_tells_the_interval_to_expect(as_dana, study, dana):
    add_reviewers(study, 3, by=dana)
    expected = {"expected_icc": Decimal("0.6"), "rater_share": Decimal("0.05")}
    Design.objects.filter(study=study).update(**expected, width=Decimal("0.3"))
    page = shown(as_dana, "setup_reliability")
    assert "expected width of the 95% interval" in page
    assert "Floor for this number of reviewers: 0.118." in page
    assert re.search(r"Collect \d+ real items, or plan for a wider interval", page)


def test_numbers_no_plan_can_be_made_of_are_answered_in_words(as_dana, study, dana):
    add_reviewers(study, 3, by=dana)
    Design.objects.filter(study=study).update(expected_icc=Decimal("0.9"), rater_share=Decimal(1))
    assert "share of the variance must lie between" in shown(as_dana, "setup_reliability")


def test_the_plan_gets_the_numbers_of_the_design_and_hands_its_own_back(as_dana, study, dana):
    add_reviewers(study, 3, by=dana)
    Design.objects.filter(study=study).update(expected_icc=Decimal("0.7"))
    (query,) = re.findall(r'href="/plan/\?([^"]*)"', shown(as_dana, "setup_reliability"))
    plan = as_dana.get(f"/plan/?{query.replace('&amp;', '&')}").content.decode()
    (back,) = re.findall(rf'href="({at("setup_reliability")}\?[^"]*)"', plan)
    page = as_dana.get(back.replace("&amp;", "&")).content.decode()
    assert "They are not saved yet." in page
    assert re.search(r'name="expected_icc" value="0.7"', page)


def test_somebody_elses_study_is_not_named_by_the_plan(client, charlie, study):
    client.force_login(charlie)
    assert study.title not in client.get("/plan/?study=small").content.decode()


def test_the_review_links_each_risk_and_fix_with_its_step(as_dana, study):
    page = shown(as_dana, "setup_review")
    risk = r"No target is set[^<]*<a href=\"[^\"]*/setup/reliability/\">8\. "
    fix = r"Choose the judge strategy\.[^<]*<a href=\"[^\"]*/setup/judge/\">9\. "
    assert re.search(risk, page)
    assert re.search(fix, page)


def test_the_review_shows_the_sections_of_the_standard_output_in_order(as_dana, study):
    page = shown(as_dana, "setup_review")
    headings = re.findall(r"<h2>([^<]*)</h2>", page)
    assert headings[0] == "AI-Benchmark Design Review"
    assert headings[-3:] == ["Judge strategy", "Validity risks", "Minimal fixes"]
    assert "Needs arm or judge redesign" in page


def test_the_lock_says_what_is_missing_and_its_button_is_disabled(as_dana, study):
    page = shown(as_dana, "setup_lock")
    assert "Add at least one reviewer." in page
    assert "“panel, strata and randomization” is not confirmed" in page
    assert '<button class="primary" disabled>Lock the protocol</button>' in page


def test_a_design_that_is_not_ready_is_locked_with_a_reason_only(as_dana, study, dana):
    add_reviewers(study, 2, by=dana)
    for gate in SignOff.Gate:
        sign(study, gate, by=dana)
    refused = as_dana.post(at("setup_lock"), {"despite": ""}).content.decode()
    assert "or give the reason to lock all the same" in refused
    as_dana.post(at("setup_lock"), {"despite": "a dry run"})
    assert Protocol.objects.get(study=study).despite == "a dry run"


def test_a_refused_lock_keeps_the_reason_that_was_typed(as_dana, study):
    page = as_dana.post(at("setup_lock"), {"despite": "a dry run"}).content.decode()
    assert ">\na dry run</textarea>" in page
    assert not Protocol.objects.exists()


def test_after_the_lock_its_hash_and_both_files_are_there(as_dana, locked):
    page = shown(as_dana, "setup_lock")
    assert Protocol.objects.get(study=locked).sha256 in page
    assert at("setup_protocol_public") in page
    assert at("setup_protocol_key") in page


def test_the_round_is_opened_from_the_lock(as_dana, locked):
    assert 'name="action" value="open"' in shown(as_dana, "setup_lock")
    as_dana.post(at("change_round"), {"action": "open"})
    assert 'name="action" value="open"' not in shown(as_dana, "setup_lock")


def test_the_design_is_reopened_from_the_lock_and_the_reason_is_listed(as_dana, locked):
    assert 'name="action" value="reopen"' in shown(as_dana, "setup_lock")
    as_dana.post(at("amend"), {"action": "reopen", "reason": "a case was wrong"})
    page = shown(as_dana, "setup_lock")
    assert "a case was wrong" in page
    assert "Lock the protocol" in page


def test_nobody_is_asked_for_a_reason_to_lock_during_a_pilot(as_dana, study, dana):
    reviewers = add_reviewers(study, 1, by=dana)
    start_pilot(study, reviewers, n_items=1, by=dana)
    page = shown(as_dana, "setup_lock")
    assert "A pilot is under way: end it first." in page
    assert "Lock the protocol" not in page
