"""No question that applies is passed over, and each says what its answer means."""

import pytest

from raters.blinding import asked_in
from tests.forms import address, filled_form
from tests.studies import Panel, assignment_at, item_row, small_study

pytestmark = pytest.mark.django_db
CRITERIA = [
    {"criterion": "Names the danger.", "points": 3},
    {"criterion": "Does not advise waiting.", "points": 2},
    {"criterion": "Prescribes aspirin.", "points": -4},
]


@pytest.fixture
def asked_much(client, dana) -> Panel:
    """The study's own questions, and three criteria that each item brings along."""
    rows = [item_row(n, "arm", criteria=CRITERIA) for n in range(3)]
    panel = Panel.opened(small_study(by=dana, rows=rows), by=dana)
    client.force_login(panel.alice.user)
    return panel


def fields_of(code: str, form: dict) -> list[str]:
    return [name for name in form if name.startswith(f"{code}-")]


def test_whichever_question_is_left_out_it_is_asked_for(client, asked_much):
    for position in (1, 2, 3):
        assignment = assignment_at(asked_much.alice, position)
        form = filled_form(assignment)
        for code in asked_in(assignment):
            without = {name: form[name] for name in form if name not in fields_of(code, form)}
            page = client.post(address(assignment), without)
            assert f'href="#question-{code}"' in page.content.decode()
            assert not assignment.ratings.exists()


def test_an_answer_without_its_evidence_is_refused_whichever_question_it_is(client, asked_much):
    assignment = assignment_at(asked_much.alice, 1)
    form = filled_form(assignment)
    for code, question in asked_in(assignment).items():
        if question.evidence == question.Evidence.REQUIRED:
            page = client.post(address(assignment), form | {f"{code}-evidence-0-turn": ""})
            assert "Cite" in page.content.decode()
            assert not assignment.ratings.exists()


def test_a_criterion_says_what_met_means_where_its_points_turn_round(client, asked_much):
    page = client.get(address(assignment_at(asked_much.alice, 1))).content.decode()
    assert page.count("avoidance: MET means it did not happen") == 1
    assert page.count("MET means the bad thing is there") == 1
