"""Every address of the site, those to come included: who finds what there, and what it tells."""

import pytest
from django.contrib.auth import get_user_model
from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone

from raters.models import Assignment, Message
from raters.rating import save_draft
from tests.forms import HTMX, filled_form
from tests.raters.test_permissions import an_address, pattern_arguments, patterns
from tests.raters.views.test_blinding import TELLTALES, everything
from tests.studies import (
    SECRET_ARM,
    Panel,
    control_row,
    item_row,
    rate,
    small_study,
)

pytestmark = pytest.mark.django_db
OF_REVIEWERS = [p for p in patterns() if p.callback.role == "reviewer"]
OF_THOSE_WHO_RUN_IT = [p for p in patterns() if p.callback.role == "study admin"]
NOT_THERE = {404, 405}
SECRET_WORDS = "SECRET-OPINION"


def place(pattern, study, **values) -> str:
    """The address in this study: the pages of an item at a place that reviewers have."""
    usual = an_address(pattern).replace("/rate/abc/", f"/rate/{study.public_code}/")
    if not values:
        return usual.replace("/studies/abc/", f"/studies/{study.slug}/")
    return reverse(pattern.name, kwargs={"code": study.public_code} | values)


def answers(client, address: str) -> set[int]:
    return {client.get(address).status_code, client.post(address, {}).status_code}


@pytest.fixture
def someone_else(panel):
    """Runs another study, and has an account like anybody."""
    user = get_user_model().objects.create_user("erin")
    small_study(by=user, slug="hers", rows=[])
    return user


@pytest.mark.parametrize("pattern", OF_THOSE_WHO_RUN_IT, ids=lambda p: p.name)
def test_nobody_but_those_who_run_a_study_finds_its_page(
    client, panel, charlie, someone_else, pattern
):
    for user in (panel.alice.user, charlie, someone_else):
        client.force_login(user)
        found = answers(client, place(pattern, panel.study))
        assert found <= NOT_THERE
        assert 404 in found


@pytest.mark.parametrize("pattern", OF_REVIEWERS, ids=lambda p: p.name)
def test_nobody_but_its_reviewers_finds_a_page_of_rating(client, panel, dana, charlie, pattern):
    for user in (dana, charlie):
        client.force_login(user)
        found = answers(client, place(pattern, panel.study))
        assert found <= NOT_THERE
        assert 404 in found


@pytest.mark.parametrize("address", ["/site-admin/", "/site-admin/raters/study/"])
def test_a_reviewer_is_not_let_into_the_administration(as_alice, address):
    answer = as_alice.get(address)
    assert answer.status_code == 302
    assert answer.url == f"{reverse('admin:login')}?next={address}"


@pytest.fixture
def observed(dana) -> Panel:
    """A round with practice in which Bob has rated, drafted and asked; Alice has all to do."""
    rows = [item_row(case, arm) for case in range(2) for arm in (SECRET_ARM, "other-arm")]
    practice = control_row("planted-id-2", control="training", explanation="Because of turn 2.")
    rows += [control_row("planted-id-1"), practice]
    panel = Panel.opened(small_study(by=dana, rows=rows), by=dana)
    *others, last = practice_first(panel.bob)
    for assignment in others:
        rate(assignment, justification=SECRET_WORDS)
    draft = filled_form(last) | {"justification": SECRET_WORDS}
    save_draft(last, as_sent(draft), base_version=0, at=timezone.now())
    ask(panel.bob, SECRET_WORDS)
    return panel


def practice_first(reviewer) -> list[Assignment]:
    return list(reviewer.assignments.order_by("-round__kind", "position"))


def as_sent(fields: dict) -> QueryDict:
    data = QueryDict(mutable=True)
    data.update(fields)
    return data


def ask(reviewer, text: str) -> None:
    Message.objects.create(
        study=reviewer.study,
        reviewer=reviewer,
        assignment=reviewer.assignments.first(),
        by_study=False,
        author=reviewer.user,
        text=text,
        sent_at=timezone.now(),
    )


def whole_site(client, reviewer):
    """Every answer of every address that a reviewer may open, at each of her places."""
    for assignment in practice_first(reviewer):
        here = {"round_name": assignment.round.name, "position": assignment.position}
        sent = filled_form(assignment) | {"text": "My own question.", "defect": "language"}
        for pattern in OF_REVIEWERS:
            names = set(pattern_arguments(pattern.name))
            values = {name: value for name, value in here.items() if name in names}
            address = place(pattern, reviewer.study, **values)
            for headers in ({}, HTMX):
                yield client.get(address, headers=headers)
                yield client.post(address, sent, headers=headers)


def test_no_address_tells_a_reviewer_an_arm_a_control_or_a_colleagues_words(client, observed):
    client.force_login(observed.alice.user)
    received = "\n".join(everything(answer) for answer in whole_site(client, observed.alice))
    assert "Answer 1 given" in received
    assert [word for word in [*TELLTALES, SECRET_WORDS] if word in received] == []


def test_every_place_shows_its_own_item_and_no_other(as_alice, panel):
    for assignment in panel.alice.assignments.select_related("item"):
        address = reverse("rate", args=[panel.study.public_code, "1", assignment.position])
        turns = as_alice.get(address).context["item"].turns
        own = assignment.item.turns.values_list("text", flat=True)
        assert [turn.text for turn in turns] == list(own)
