import pytest
from django.urls import reverse

from raters.design.precision import icc_items_for

pytestmark = pytest.mark.django_db


def page(client, **given) -> str:
    return client.get(reverse("plan_precision"), given).content.decode()


GOOD = {"rho": 0.7, "n_reviewers": 5, "rater_share": 0.05, "width": 0.2}


def test_the_page_opens_with_a_plan(as_dana):
    assert "The plan" in page(as_dana)


def test_the_page_says_the_number_and_the_sentence_for_the_protocol(as_dana):
    shown = page(as_dana, **GOOD)
    assert f'<span class="big">{icc_items_for(**GOOD).n_items}</span>' in shown
    assert "Each of 5 reviewers rates 64 items" in shown


def test_a_width_below_the_floor_is_answered_with_what_would_help(as_dana):
    shown = page(as_dana, **GOOD | {"rater_share": 0.2, "width": 0.1})
    assert "reviewers" in shown
    assert '<span class="big">' not in shown


@pytest.mark.parametrize(
    ("name", "value"), [("rho", 1.5), ("rho", "nan"), ("n_reviewers", 1), ("width", 0)]
)
def test_a_number_no_plan_can_be_made_with_is_refused_in_words(as_dana, name, value):
    shown = page(as_dana, **GOOD | {name: value})
    assert "errorlist" in shown
    assert "<polyline" not in shown


def test_the_figure_has_a_table_beneath(as_dana):
    shown = page(as_dana, **GOOD)
    assert shown.count("<polyline") == 4
    assert "12 reviewers" in shown
