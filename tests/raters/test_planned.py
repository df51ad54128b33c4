import pytest

from raters.amending import reopen_design
from raters.lifecycle import close_round
from raters.models import Design, Study
from raters.planned import key_of, plan_of
from tests.raters.locked_studies import rotating
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


def test_hits_are_counted_by_the_key_under_which_they_were_answered(closed, dana):
    reopen_design(closed.study, reason="Another key.", by=dana)
    study = Study.objects.get(pk=closed.study.pk)
    before = key_of(plan_of(closed.round), study)
    for control in study.controls.all():
        control.expected.all().delete()
    study.controls.update(flavour="instability")
    assert key_of(plan_of(closed.round), study) == before
    assert {control.flavour for control in before.values()} == {"neg_control", "pos_control"}


def test_the_anchors_of_a_round_are_drawn_again_by_the_sealed_rule(dana):
    study = rotating(by=dana)
    marked = set(study.items.filter(is_anchor=True).values_list("source_id", flat=True))
    round = study.rounds.get(kind="live")
    units = study.items.real().values_list("source_id", flat=True)
    assert plan_of(round).anchors_among(units, seed=study.seed) == marked
