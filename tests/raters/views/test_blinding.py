"""No byte a reviewer receives tells the arm, the control status or another's answers."""

import re

import pytest
from django.urls import reverse

from raters.lifecycle import close_round
from tests.forms import HTMX, address, filled_form
from tests.studies import (
    SECRET_ARM,
    Panel,
    assignment_at,
    control_row,
    conversation,
    item_row,
    rate,
    small_study,
)

pytestmark = pytest.mark.django_db

# What must be in no byte: the arms, the flavours, the words for planting, ids from the files.
TELLTALES = [
    SECRET_ARM,
    "other-arm",
    "neg_control",
    "pos_control",
    "planted-id",
    "case-of-",
    "case-0",
    "Comparing",
    "small",
]


def everything(response) -> str:
    """Body, headers and cookies as one text."""
    headers = "\n".join(f"{name}: {value}" for name, value in response.headers.items())
    cookies = response.cookies.output()
    return "\n".join([headers, cookies, response.content.decode()])


def whole_walk(client, reviewer):
    """Every response on the way through a reviewer's whole queue, errors included."""
    code = reviewer.study.public_code
    yield client.get(reverse("home"))
    yield client.get(reverse("start", args=[code]))
    yield client.get(reverse("guide", args=[code]))
    for assignment in reviewer.assignments.in_presentation_order():
        yield client.get(address(assignment))
        yield client.get(address(assignment), headers=HTMX)
        form = filled_form(assignment)
        yield client.post(address(assignment, name="draft"), form, headers=HTMX)
        yield client.post(address(assignment), form | {"accuracy-score": ""}, headers=HTMX)
        yield client.post(address(assignment, name="defective"), {"base_revision": 0})
        yield client.post(address(assignment), form, headers=HTMX)
        yield client.get(address(assignment))
    yield client.get(reverse("start", args=[code]))
    yield client.get(address(assignment, position=999))


@pytest.fixture
def planted(dana):
    rows = [item_row(case, arm) for case in range(3) for arm in (SECRET_ARM, "other-arm")]
    for row in rows:
        row["context"] = "Seen in an outpatient clinic."
    rows += [control_row("planted-id-1"), control_row("planted-id-2", control="pos_control")]
    return Panel.opened(small_study(by=dana, rows=rows), by=dana)


def test_no_byte_of_the_whole_walk_tells_the_arm_or_a_control(client, planted):
    client.force_login(planted.alice.user)
    received = "\n".join(everything(response) for response in whole_walk(client, planted.alice))
    assert "Answer 1 given" in received
    assert [word for word in TELLTALES if word in received] == []


def test_a_colleagues_words_are_in_no_byte(client, planted):
    for assignment in planted.bob.assignments.all():
        rate(assignment, justification="SECRET-OPINION")
    client.force_login(planted.alice.user)
    received = "\n".join(everything(response) for response in whole_walk(client, planted.alice))
    assert "SECRET-OPINION" not in received


def masked(text: str, position: int) -> str:
    """The answer without its position and without the random names that differ on every page."""
    text = re.sub(r'(name="(?:csrfmiddlewaretoken|opened_on)" value=")[^"]+', r"\1", text)
    text = re.sub(r"(csrftoken|sessionid)=[^;]+", r"\1", text)
    text = re.sub(r"(Expires|expires)(: |=)[^;\n]+", r"\1", text)
    text = text.replace(f"/1/{position}/", "/1/N/")
    text = text.replace(f"Item {position} of", "Item N of")
    return text.replace(f'<progress value="{position}"', '<progress value="N"')


@pytest.fixture
def twins(dana):
    """One text, once as an item of an arm and once as a planted control."""
    same = {"condition": "real_high_context", "messages": conversation("The same answer.")}
    criteria = {"criteria": [{"criterion": "Names the danger.", "points": 3}]}
    rows = [item_row(n, "arm", **same | criteria) for n in range(5)]
    rows.append(control_row("twin", **same | criteria, expected={"accuracy": [0, 0]}))
    return Panel.opened(small_study(by=dana, rows=rows), by=dana)


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_an_item_and_a_control_of_one_text_are_the_same_bytes_but_for_the_position(
    client, twins, headers
):
    client.force_login(twins.alice.user)
    mine = twins.alice.assignments.order_by("-position")
    control = mine.get(item__role="control")
    item = mine.filter(item__role="real").first()
    answers = [
        masked(everything(client.get(address(each), headers=headers)), each.position)
        for each in (control, item)
    ]
    assert answers[0] == answers[1]


def test_submitting_either_gets_answers_of_the_same_shape(client, twins):
    client.force_login(twins.alice.user)
    control = twins.alice.assignments.get(item__role="control")
    item = twins.alice.assignments.filter(item__role="real", position__gt=1).first()
    for name in ("draft", "defective"):
        answers = [
            client.post(address(each, name=name), filled_form(each), headers=HTMX)
            for each in (control, item)
        ]
        shapes = [
            re.sub(r"\d\d:\d\d:\d\d", "", masked(everything(a), e.position))
            for a, e in zip(answers, (control, item), strict=True)
        ]
        assert shapes[0] == shapes[1]


def test_a_reviewer_cannot_open_the_pages_of_those_who_run_the_study(client, planted):
    client.force_login(planted.alice.user)
    names = ["study", "items", "panel", "report", "report_json", "ratings_csv", "import", "log"]
    found = {name: client.get(reverse(name, args=["small"])).status_code for name in names}
    assert set(found.values()) == {404}


@pytest.mark.parametrize("shows", [True, False])
def test_reference_material_is_shown_only_where_the_study_says_so(client, dana, shows):
    rows = [item_row(n, "arm", reference="EXPECTED-ANSWER") for n in range(2)]
    panel = Panel.opened(small_study(by=dana, rows=rows, show_reference=shows), by=dana)
    client.force_login(panel.alice.user)
    shown = client.get(address(assignment_at(panel.alice, 1))).content.decode()
    assert ("EXPECTED-ANSWER" in shown) == shows


def test_after_the_round_is_closed_nothing_more_is_told(client, planted, dana):
    close_round(planted.study, by=dana)
    client.force_login(planted.alice.user)
    received = everything(client.get(address(assignment_at(planted.alice, 1))))
    assert [word for word in TELLTALES if word in received] == []
