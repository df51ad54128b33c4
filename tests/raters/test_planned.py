import pytest

from raters.amending import reopen_design
from raters.lifecycle import close_round
from raters.models import Design, Study
from raters.planned import plan_of
from tests.studies import Panel, lock_in_spite, small_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def closed(dana) -> Panel:
    study = small_study(by=dana)
    Design.objects.filter(study=study).update(statistic="icc_2_1", target="0.65")
    panel = Panel.opened(Study.objects.get(pk=study.pk), by=dana)
    close_round(panel.study, by=dana)
    panel.round.refresh_from_db()
    return panel


def test_a_round_is_held_against_the_target_under_which_it_was_rated(closed, dana):
    reopen_design(closed.study, reason="Too easy.", by=dana)
    Design.objects.filter(study=closed.study).update(target="0.9")
    lock_in_spite(Study.objects.get(pk=closed.study.pk), by=dana)
    assert str(plan_of(closed.round).reliability.target) == "0.65"
    assert plan_of(closed.round).protocol.version == 1


def test_a_study_that_was_never_locked_is_held_against_its_design(study):
    round = study.rounds.create(number=1)
    assert (plan_of(round).protocol, plan_of(round).rotates) == (None, False)
