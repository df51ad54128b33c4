import pytest
from django.urls import reverse

from raters.amending import add_round
from raters.lifecycle import close_round
from raters.models import Study
from tests.studies import Panel, rate

pytestmark = pytest.mark.django_db


@pytest.fixture
def two_rounds(panel, dana) -> Panel:
    """Alice rated everything in round 1; round 2 is open and nobody has rated."""
    for assignment in panel.alice.assignments.all():
        rate(assignment)
    close_round(panel.study, by=dana)
    add_round(Study.objects.get(pk=panel.study.pk), reason="To see it again.", by=dana)
    return panel


def shown(client, query: str = "") -> str:
    return client.get(reverse("report", args=["small"]) + query).content.decode()


def test_the_report_of_an_earlier_round_is_within_reach(as_dana, two_rounds):
    assert '<a href="?round=1">Round 1</a>' in shown(as_dana)
    assert "Round 1, computed" in shown(as_dana, "?round=1")


def test_its_files_are_those_of_that_round(as_dana, two_rounds):
    assert "report.json?round=1" in shown(as_dana, "?round=1")
    of_the_first = as_dana.get(reverse("report_json", args=["small"]) + "?round=1").json()
    assert of_the_first["round"] == 1


def test_a_study_of_one_round_has_no_choice_of_rounds(as_dana, panel):
    assert "?round=" not in shown(as_dana).replace("?round=pilot-1", "")


def test_a_round_that_is_not_there_is_not_found(as_dana, panel):
    assert as_dana.get(reverse("report", args=["small"]) + "?round=9").status_code == 404


def test_a_file_of_an_earlier_round_tells_the_hash_under_which_it_was_rated(as_dana, two_rounds):
    sealed = [protocol.sha256 for protocol in two_rounds.study.protocols.order_by("version")]
    told = str(as_dana.get(reverse("report_json", args=["small"]) + "?round=1").json())
    assert sealed[0] in told
    assert sealed[-1] not in told


def test_a_figures_file_tells_its_study_and_the_protocol(as_dana, two_rounds):
    figures = reverse("figure_csv", args=["small", "all", "forest"])
    text = b"".join(as_dana.get(f"{figures}?round=1").streaming_content).decode()
    assert two_rounds.study.protocols.get(version=1).sha256 in text
