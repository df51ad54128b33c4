import pytest

from raters.models import Study
from raters.telltale import telltale_controls
from tests.ready import ready_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def ready(dana) -> Study:
    return ready_study(by=dana)


def features(study: Study) -> set[str]:
    return {str(feature) for _control, feature in telltale_controls(Study.objects.get(pk=study.pk))}


def test_a_control_that_looks_like_real_items_gives_nothing_away(ready):
    assert telltale_controls(ready) == ()


def test_a_condition_that_only_real_items_have_gives_controls_away(ready):
    ready.cases.exclude(source_id__startswith="planted").update(condition="adult")
    assert features(ready) == {"its condition"}


def test_a_context_that_only_real_items_have_gives_controls_away_where_it_is_shown(ready):
    ready.cases.exclude(source_id__startswith="planted").update(context="A note.")
    assert features(ready) == {"a context or none"}
    Study.objects.filter(pk=ready.pk).update(show_context=False)
    assert features(ready) == set()


def test_a_control_longer_than_every_real_item_gives_itself_away(ready):
    item = ready.items.controls().first()
    for number in (3, 4):
        item.turns.create(study=ready, number=number, role="user", text="More.")
    assert features(ready) == {"its number of turns"}


def test_a_speaker_that_no_real_item_has_gives_a_control_away(ready):
    ready.items.controls().first().turns.filter(number=1).update(role="nurse")
    assert features(ready) == {"who speaks in it"}
