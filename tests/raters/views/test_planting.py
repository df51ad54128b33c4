import re

import pytest
from django.urls import reverse

from raters.designing import change_rubric
from raters.models import Control
from raters.planting import points_by_code
from tests.forms import HTMX, address, filled_form
from tests.raters.views.test_blinding import everything, masked, whole_walk
from tests.studies import Panel, control_row, conversation, import_rows, item_row, small_study

pytestmark = pytest.mark.django_db

CONTROLS = reverse("setup_controls", args=["small"])


def plant_address(study, source_id: str) -> str:
    pk = study.items.get(source_id=source_id).pk
    return reverse("setup_plant_from", args=["small", pk])


def filled(**more) -> dict:
    """The form for planting a changed copy of an item of `conversation`."""
    return {
        "flavour": "neg_control",
        "expected-accuracy": "0",
        "explanation": "",
        "text-1": "What does RA mean here?",
        "text-2": "It certainly means rheumatoid arthritis.",
    } | more


@pytest.fixture
def place(study) -> str:
    return plant_address(study, "case-0/other-arm")


def test_a_control_is_planted_in_the_browser(as_dana, study, place):
    assert as_dana.post(place, filled()).url == CONTROLS
    made = study.items.get(source_id="case-0/planted-1")
    assert made.turns.get(number=2).text == "It certainly means rheumatoid arthritis."
    assert points_by_code(made) == {"accuracy": "0"}


def test_the_form_opens_with_the_words_of_the_item(as_dana, study, place):
    shown = as_dana.get(place).content.decode()
    assert "Answer 0 given: it could be room air.</textarea>" in shown


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"expected-accuracy": "9"}, "does not lie on the scale, whole numbers from 0 to 2"),
        ({"expected-accuracy": "well"}, "“well” is not a score"),
        ({"expected-accuracy": ""}, "at least one question which answer counts"),
        ({"expected-accuracy": "2-0"}, "give the lower end first"),
        ({"flavour": "odd"}, "is not one of the available choices"),
        ({"text-2": ""}, "This field is required."),
        ({"text-2": " \n"}, "This field is required."),
    ],
)
def test_what_cannot_be_planted_is_told_in_words_and_stays_typed(as_dana, study, place, sent, said):
    shown = as_dana.post(place, filled(explanation="My words.") | sent).content.decode()
    assert said in shown
    assert "My words.</textarea>" in shown
    assert not study.items.filter(source_id__contains="planted").exists()


def test_unchanged_words_are_refused_whatever_line_ends_the_browser_sends(as_dana, dana):
    row = item_row(1, "a", messages=conversation("One line.\nAnother."))
    study = small_study(by=dana, rows=[row])
    place = plant_address(study, "case-1/a")
    shown = as_dana.post(place, filled(**{"text-2": "One line.\r\nAnother."})).content.decode()
    assert "The reviewer would meet the same transcript twice" in shown


def test_the_original_is_taken_out_where_it_is_asked_for(as_dana, study, place):
    as_dana.post(place, filled(in_its_place="on"))
    assert study.items.get(source_id="case-0/other-arm").role == "control"


def test_a_training_item_is_planted_with_its_explanation(as_dana, study, place):
    as_dana.post(place, filled(flavour="training", explanation="It was ambiguous."))
    made = study.items.training().get()
    assert made.control.explanation == "It was ambiguous."


def test_an_item_is_found_by_a_part_of_its_id(as_dana, study):
    shown = as_dana.get(reverse("setup_plant", args=["small"]), {"q": "CASE-1/other"})
    assert [item.source_id for item in shown.context["found"]] == ["case-1/other-arm"]


def test_a_search_that_finds_nothing_says_so(as_dana, study):
    shown = as_dana.get(reverse("setup_plant", args=["small"]), {"q": "%"}).content.decode()
    assert "No item has this in its id." in shown


def test_the_step_lists_what_is_planted(as_dana, study):
    shown = as_dana.get(CONTROLS).content.decode()
    assert "ctl-1" in shown
    assert "case-of-ctl-1" in shown
    assert "negative control" in shown


def test_without_a_rubric_the_pages_say_that_one_is_needed(as_dana, study, place):
    change_rubric(study, None, by=None)
    control = study.items.get(source_id="ctl-1")
    assert as_dana.get(CONTROLS).status_code == 200
    for target in (place, reverse("setup_control", args=["small", control.pk])):
        assert "choose a rubric first" in as_dana.get(target).content.decode()


def test_a_key_is_changed_in_the_browser(as_dana, study):
    control = study.items.get(source_id="ctl-1")
    place = reverse("setup_control", args=["small", control.pk])
    assert 'name="expected-accuracy" value="0"' in as_dana.get(place).content.decode()
    as_dana.post(place, {"flavour": "pos_control", "expected-accuracy": "1|2"})
    assert points_by_code(study.items.get(pk=control.pk)) == {"accuracy": "1-2"}


def test_a_real_item_has_no_key_to_change(as_dana, study):
    real = study.items.real().first()
    assert as_dana.get(reverse("setup_control", args=["small", real.pk])).status_code == 404


def test_a_planted_item_is_removed_in_the_browser(as_dana, study):
    control = study.items.get(source_id="ctl-1")
    as_dana.post(reverse("setup_control_remove", args=["small", control.pk]))
    assert not study.items.filter(pk=control.pk).exists()


def test_removing_a_planted_item_is_asked_twice_without_javascript(as_dana, study):
    remove_it = reverse(
        "setup_control_remove", args=["small", study.items.get(source_id="ctl-1").pk]
    )
    page = as_dana.get(CONTROLS).content.decode()
    [asked] = re.findall(r'<details class="confirm"><summary>Remove ctl-1.*?</details>', page, re.S)
    assert "It cannot be undone." in asked
    assert page.count(remove_it) == asked.count(remove_it) == 1


def test_a_planted_item_that_was_a_real_one_is_said_to_become_it_again(as_dana, study):
    Control.objects.filter(item__source_id="ctl-1").update(original_texts=["a", "b"])
    assert "It becomes the real item again" in as_dana.get(CONTROLS).content.decode()


def test_the_name_of_a_link_begins_with_its_visible_words(as_dana, study):
    page = as_dana.get(CONTROLS).content.decode()
    links = re.findall(r'aria-label="([^"]+)">([^<]+)</a>', page)
    assert ("See it: ctl-1 as a reviewer sees it", "See it") in links
    assert all(visible in name for name, visible in links)


def test_hidden_repeats_are_saved_on_this_step(as_dana, study):
    as_dana.post(CONTROLS, {"repeats": "2", "repeat_gap": "9"})
    study.design.refresh_from_db()
    assert (study.design.repeats, study.design.repeat_gap) == (2, 9)


def test_side_by_side_the_step_says_that_a_lone_control_can_be_recognised(as_dana, study):
    sentence = "a page with a lone control"
    assert sentence not in as_dana.get(CONTROLS).content.decode()
    type(study.design).objects.update(side_by_side=True)
    assert sentence in as_dana.get(CONTROLS).content.decode()


def test_a_locked_study_refuses_every_post_in_words(as_dana, study, place, dana):
    control = study.items.get(source_id="ctl-1")
    Panel.opened(study, by=dana)
    key = {"flavour": "pos_control", "expected-accuracy": "1"}
    for target, sent in (
        (place, filled()),
        (reverse("setup_control", args=["small", control.pk]), key),
        (reverse("setup_control_remove", args=["small", control.pk]), {}),
        (CONTROLS, {"repeats": "2", "repeat_gap": "9"}),
    ):
        assert "A round is open" in as_dana.post(target, sent, follow=True).content.decode()
    assert study.items.count() == 8


def test_a_locked_study_shows_its_forms_disabled(as_dana, study, place, dana):
    Panel.opened(study, by=dana)
    for shown in (as_dana.get(place), as_dana.get(CONTROLS)):
        assert '<fieldset class="plain" disabled>' in shown.content.decode()


@pytest.mark.parametrize("more", [0, 6])
def test_the_step_needs_the_same_queries_for_few_and_for_many(
    as_dana, study, more, django_assert_max_num_queries
):
    if more:
        import_rows(study, [control_row(f"more-{n}") for n in range(more)])
    with django_assert_max_num_queries(31):
        as_dana.get(CONTROLS)


@pytest.mark.parametrize("name", ["setup_controls", "setup_plant"])
def test_somebody_who_does_not_run_the_study_finds_nothing(client, charlie, study, name):
    client.force_login(charlie)
    assert client.get(reverse(name, args=["small"])).status_code == 404


SAME = {"condition": "real_high_context", "context": "Seen in an outpatient clinic."}


@pytest.fixture
def disguised(as_dana, dana):
    """Five items of one shape, and a control that was planted from the last in the browser."""
    text = conversation("The same answer.")
    rows = [item_row(n, "SECRET-ARM", messages=text, **SAME) for n in range(6)]
    study = small_study(by=dana, rows=rows)
    sent = filled(
        flavour="mechanism_contra",
        explanation="SECRET-EXPLANATION",
        in_its_place="on",
        **{"text-2": "The same answer."},
    )
    as_dana.post(plant_address(study, "case-5/SECRET-ARM"), sent, follow=True)
    return Panel.opened(study, by=dana)


def test_no_byte_tells_that_a_control_was_planted_or_why(client, disguised):
    client.force_login(disguised.alice.user)
    received = "\n".join(everything(response) for response in whole_walk(client, disguised.alice))
    assert "The same answer." in received
    secrets = ["SECRET", "mechanism_contra", "planted", "case-5", "control_"]
    assert [word for word in secrets if word in received] == []


def test_a_planted_control_and_an_item_of_its_shape_are_the_same_bytes(client, disguised):
    client.force_login(disguised.alice.user)
    mine = disguised.alice.assignments.order_by("position")
    control = mine.get(item__role="control")
    item = next(each for each in mine if each.item.role == "real" and each.position > 1)
    pages = [masked(everything(client.get(address(a))), a.position) for a in (control, item)]
    assert pages[0] == pages[1]


def test_answering_a_planted_control_is_answered_like_any_item(client, disguised):
    client.force_login(disguised.alice.user)
    mine = disguised.alice.assignments.order_by("position")
    control = mine.get(item__role="control")
    item = next(each for each in mine if each.item.role == "real" and each.position > 1)
    answers = [
        client.post(address(a, name="draft"), filled_form(a), headers=HTMX) for a in (control, item)
    ]
    shapes = [re.sub(r"\d\d:\d\d:\d\d", "", everything(answer)) for answer in answers]
    assert masked(shapes[0], control.position) == masked(shapes[1], item.position)
