"""The report as a page, and its figures as files."""

import csv
import io
import re
from xml.etree import ElementTree

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from raters.lifecycle import close_round
from raters.reports import named_figures, study_report
from tests.studies import Panel, control_row, item_row, rate, small_study

pytestmark = pytest.mark.django_db
NOW = timezone.now()
QUERIES = 35
PARTS = (
    "about protocol summary questions controls behaviour correlations panel left-out computed "
    "prose grras downloads"
)


def rated(dana, *, n_cases: int, **fields) -> Panel:
    rows = [item_row(case, arm) for case in range(n_cases) for arm in ("one", "other")]
    study = small_study(by=dana, rows=[*rows, control_row("ctl")], **fields)
    panel = Panel.opened(study, by=dana)
    for number, assignment in enumerate(panel.study.assignments.all()):
        rate(assignment, value=number * 7 % 3)
    close_round(panel.study, by=dana)
    panel.round.refresh_from_db()
    return panel


@pytest.fixture
def closed(dana) -> Panel:
    return rated(dana, n_cases=4)


def page_of(client) -> str:
    return client.get(reverse("report", args=["small"])).content.decode()


def test_the_page_has_every_part_in_its_order(as_dana, closed):
    page = page_of(as_dana)
    parts = (
        "about protocol summary questions controls behaviour correlations panel left-out computed"
    )
    places = [page.index(f'id="{part}"') for part in parts.split()]
    assert places == sorted(places)


def test_every_entry_of_the_contents_leads_to_a_part(as_dana, closed):
    page = page_of(as_dana)
    wanted = set(re.findall(r'href="#([\w-]+)"', page))
    assert wanted <= set(re.findall(r'id="([\w-]+)"', page))
    assert {"summary", "question-accuracy", "left-out"} <= wanted


def test_the_page_shows_numbers_with_their_form_and_never_nan(as_dana, closed):
    page = page_of(as_dana)
    assert "two-way random effects, absolute agreement, single rater" in page
    assert re.search(r"\bnan\b", page, re.IGNORECASE) is None


def test_an_empty_round_has_a_page_that_says_why_nothing_can_be_estimated(as_dana, panel, dana):
    close_round(panel.study, by=dana)
    page = page_of(as_dana)
    assert "not estimable" in page
    assert "there are no ratings to compare" in page


def test_a_study_without_a_round_has_a_page_that_says_so(as_dana, study):
    assert "No round has been opened" in page_of(as_dana)


@pytest.mark.parametrize("ending", ["svg", "csv"])
def test_every_figure_of_the_page_can_be_had_as_a_file(as_dana, closed, ending):
    report = study_report(closed.round, at=NOW)
    addresses = {(key, figure.kind) for key, figure in named_figures(report)}
    assert len(addresses) == len(list(named_figures(report)))
    for key, kind in addresses:
        response = as_dana.get(reverse(f"figure_{ending}", args=["small", key, kind]))
        assert response.status_code == 200
        assert f"{key}-{kind}.{ending}" in response.headers["Content-Disposition"]


def test_a_figure_file_is_an_svg_with_its_own_looks(as_dana, closed):
    response = as_dana.get(reverse("figure_svg", args=["small", "all", "forest"]))
    root = ElementTree.fromstring(response.content)  # noqa: S314 (our own file)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.find("{http://www.w3.org/2000/svg}style") is not None


def test_a_figures_table_has_its_numbers_in_full(as_dana, closed):
    response = as_dana.get(reverse("figure_csv", args=["small", "accuracy", "distribution"]))
    text = b"".join(response.streaming_content).decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["Ratings by"] for row in rows] == ["all ratings", "R01", "R02"]
    assert [row["Total"] for row in rows] == ["16", "8", "8"]


@pytest.mark.parametrize("name", ["figure_svg", "figure_csv"])
def test_a_figure_that_is_none_is_not_found(as_dana, closed, name):
    assert as_dana.get(reverse(name, args=["small", "all", "nothing"])).status_code == 404


@pytest.mark.parametrize(
    "address", ["report", ("figure_svg", "all", "forest"), ("figure_csv", "all", "forest")]
)
def test_nobody_else_sees_the_report_or_its_figures(client, closed, charlie, address):
    name, *more = (address,) if isinstance(address, str) else address
    for person in (charlie, closed.alice.user):
        client.force_login(person)
        assert client.get(reverse(name, args=["small", *more])).status_code == 404


@pytest.mark.parametrize("n_cases", [4, 12])
def test_a_report_takes_as_many_queries_for_few_items_as_for_many(as_dana, dana, n_cases):
    rated(dana, n_cases=n_cases)
    cache.clear()
    with CaptureQueriesContext(
        connection,
    ) as met:
        page_of(as_dana)
    assert len(met) == QUERIES
