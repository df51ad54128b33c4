import re

import pytest
from django.urls import reverse

from raters.models import Design, Reviewer
from raters.panel import add_reviewers
from tests import studies

pytestmark = pytest.mark.django_db


def at(name: str, *args) -> str:
    return reverse(name, args=["small", *args])


def fields(study, *strata: str, **more) -> dict:
    rows = list(study.reviewers.filter(left_at=None))
    given = {"strata-TOTAL_FORMS": len(rows), "strata-INITIAL_FORMS": len(rows)}
    for index, (reviewer, stratum) in enumerate(zip(rows, strata, strict=True)):
        given |= {f"strata-{index}-id": reviewer.pk, f"strata-{index}-stratum": stratum}
    return given | {"panel_plan": "", "consent": "", "strata": ""} | more


@pytest.fixture
def two(study, dana):
    study.design.strata = ["resident", "professor"]
    study.design.save()
    return add_reviewers(study, 2, by=dana)


def test_the_plan_and_the_level_of_each_are_saved_together(as_dana, study, two):
    given = fields(study, "resident", "professor", strata="resident\nprofessor\nresident")
    as_dana.post(at("setup_panel"), given | {"panel_plan": "By mail."})
    assert [r.stratum for r in study.reviewers.all()] == ["resident", "professor"]
    design = Design.objects.get(study=study)
    assert (design.panel_plan, design.strata) == ("By mail.", ["resident", "professor"])


def test_a_changed_level_is_in_the_log(as_dana, study, two):
    as_dana.post(at("setup_panel"), fields(study, "resident", ""))
    (event,) = study.audit_events.filter(verb="strata changed")
    assert event.details == {"strata": {"R01": "resident"}}


def test_the_levels_offered_are_those_that_were_planned(as_dana, study, two):
    page = as_dana.get(at("setup_panel")).content.decode()
    assert page.count('<option value="professor">') == 3


def test_reviewers_are_added_with_their_level(as_dana, study, two):
    as_dana.post(at("setup_panel_add"), {"count": 2, "stratum": "professor"})
    added = study.reviewers.filter(stratum="professor")
    assert [r.pseudonym for r in added] == ["R03", "R04"]


def test_a_level_that_was_not_planned_is_refused_in_words(as_dana, study, two):
    response = as_dana.post(at("setup_panel_add"), {"count": 1, "stratum": "wizard"})
    assert "Select a valid choice" in response.content.decode()
    assert study.reviewers.count() == 2


def test_an_llm_judge_is_added_without_a_sign_in(as_dana, study):
    as_dana.post(at("setup_panel_add_judge"))
    judge = study.reviewers.get()
    assert (judge.kind, judge.user) == (Reviewer.Kind.LLM_JUDGE, None)


def test_a_reviewer_is_removed_from_a_draft(as_dana, study, two):
    as_dana.post(at("setup_panel_remove", "R01"))
    assert [r.pseudonym for r in study.reviewers.all()] == ["R02"]


def test_removing_a_reviewer_is_asked_twice_without_javascript(as_dana, study, two):
    page = as_dana.get(at("setup_panel")).content.decode()
    [asked] = re.findall(r"<details class=\"confirm\"><summary>Remove R01.*?</details>", page, re.S)
    assert "It cannot be undone." in asked
    assert f'formaction="{at("setup_panel_remove", "R01")}"' in asked
    assert page.count(at("setup_panel_remove", "R01")) == 1


def test_the_row_of_somebody_removed_in_another_window_is_answered_in_words(as_dana, study, two):
    given = fields(study, "resident", "professor")
    two[1].delete()
    response = as_dana.post(at("setup_panel"), given)
    assert response.status_code == 200
    assert "Select a valid choice" in response.content.decode()


@pytest.mark.parametrize(
    ("name", "args"),
    [("setup_panel_add", ()), ("setup_panel_add_judge", ()), ("setup_panel_remove", ("R01",))],
)
def test_the_panel_of_a_locked_study_stays(as_dana, study, dana, two, name, args):
    studies.lock_in_spite(study, by=dana)
    response = as_dana.post(at(name, *args), {"count": 1}, follow=True)
    assert "An amendment, with a reason, can reopen it." in response.content.decode()
    assert study.reviewers.filter(left_at=None).count() == 2


def test_the_levels_of_a_locked_study_stay(as_dana, study, dana, two):
    studies.lock_in_spite(study, by=dana)
    as_dana.post(at("setup_panel"), fields(study, "resident", "professor"))
    assert set(study.reviewers.values_list("stratum", flat=True)) == {""}


@pytest.mark.parametrize("count", [2, 20])
def test_the_step_costs_the_same_queries_for_any_number_of_reviewers(
    as_dana, study, dana, django_assert_max_num_queries, count
):
    add_reviewers(study, count, by=dana)
    with django_assert_max_num_queries(32):
        as_dana.get(at("setup_panel"))
