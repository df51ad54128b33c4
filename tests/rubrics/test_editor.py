"""The browser editor: drafts, versions, differences, and a preview of the very rating form."""

import re

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from rubrics import drafting
from rubrics.diff import diff
from rubrics.editor import Editor
from rubrics.loading import LIBRARY, read_library_rubric
from rubrics.models import Rubric, RubricDraft
from rubrics.yaml_files import mapping_to_yaml, rubric_from_yaml, rubric_to_yaml
from tests.forms import HTMX

pytestmark = pytest.mark.django_db


@pytest.fixture
def editor_client(client, django_user_model):
    user = django_user_model.objects.create_user("erin")
    user.user_permissions.add(Permission.objects.get(codename="add_rubric"))
    client.force_login(user)
    client.user = user
    return client


@pytest.fixture
def draft(editor_client):
    base = Rubric.objects.get(name="abbreviation-handling", version=2)
    return drafting.start_draft(editor_client.user, base=base)


def save(client, draft, *, headers=HTMX, **changes):
    draft.refresh_from_db()
    data = Editor(draft).fields() | {"version": draft.version} | changes
    address = reverse("rubric_draft", args=[draft.pk])
    return client.post(address, data, headers=headers).content.decode()


@pytest.mark.parametrize("name", sorted(path.stem for path in LIBRARY.glob("*.yaml")))
def test_every_rubric_of_the_library_can_be_edited_as_a_form(editor_client, name):
    text = rubric_to_yaml(read_library_rubric(name))
    assert Editor(drafting.start_draft(editor_client.user, text=text)).is_readable


@pytest.mark.parametrize("name", sorted(path.stem for path in LIBRARY.glob("*.yaml")))
def test_saving_the_form_unchanged_keeps_the_rubric_as_it_is(editor_client, name):
    spec = read_library_rubric(name)
    draft = drafting.start_draft(editor_client.user, text=rubric_to_yaml(spec))
    save(editor_client, draft)
    draft.refresh_from_db()
    assert same_text(rubric_from_yaml(draft.text)) == same_text(spec)


def same_text(spec) -> str:
    """A browser sends text areas without their last line end."""
    lines = (line.rstrip() for line in rubric_to_yaml(spec).splitlines())
    return "\n".join(line.replace(">-", ">").replace("|-", "|") for line in lines)


def publish(client, draft, **options):
    draft.refresh_from_db()
    data = Editor(draft).fields() | {"version": draft.version, "publish": "1"}
    return client.post(reverse("rubric_draft", args=[draft.pk]), data, **options)


def test_what_was_typed_last_is_stored_with_the_press_on_store(editor_client, draft):
    data = Editor(draft).fields() | {"version": draft.version, "publish": "1"}
    data["question-0-label"] = "Typed a moment ago"
    editor_client.post(reverse("rubric_draft", args=[draft.pk]), data)
    stored = Rubric.objects.get(name="abbreviation-handling", version=3)
    assert stored.questions.first().label == "Typed a moment ago"


def test_another_windows_changes_are_not_overwritten(editor_client, draft):
    old = {"version": draft.version, "title": "From the old window"}
    save(editor_client, draft, title="From the new window")
    data = Editor(draft).fields() | old
    page = editor_client.post(reverse("rubric_draft", args=[draft.pk]), data, headers=HTMX)
    draft.refresh_from_db()
    assert "changed in another window" in page.content.decode()
    assert "From the new window" in draft.text


def test_a_page_may_save_again_before_it_has_heard_of_its_last_save(editor_client, draft):
    for title in ("One", "One two"):
        data = Editor(draft).fields() | {"version": 1, "page": "p", "title": title}
        editor_client.post(reverse("rubric_draft", args=[draft.pk]), data, headers=HTMX)
    draft.refresh_from_db()
    assert "title: One two" in draft.text


def test_a_browsers_line_ends_change_nothing(editor_client, draft):
    text = Editor(draft).head["guidance"].value()
    save(editor_client, draft, guidance=text.replace("\n", "\r\n"))
    draft.refresh_from_db()
    assert drafting.document_of(draft)["guidance"] == text


def test_what_the_form_cannot_show_is_left_to_the_text(editor_client):
    spec = rubric_to_yaml(read_library_rubric("consultation-quality"))
    text = spec.replace("- tag: SKIP\n    label: Step left out", "- tag: SKIP\n    label: a | b")
    assert text != spec
    assert not Editor(drafting.start_draft(editor_client.user, text=text)).is_readable


def test_a_new_version_begins_as_a_copy_of_the_stored_one(editor_client, draft):
    document = drafting.document_of(draft)
    assert (document["name"], document["version"]) == ("abbreviation-handling", 3)
    assert draft.base.document["questions"] == document["questions"]


def test_a_changed_word_is_kept_and_shows_in_the_preview(editor_client, draft):
    page = save(editor_client, draft, **{"question-0-label": "Accuracy of meaning"})
    draft.refresh_from_db()
    assert "Accuracy of meaning" in draft.text
    assert "<legend>Accuracy of meaning" in page


def test_the_preview_is_the_very_rating_form(editor_client, draft):
    page = save(editor_client, draft)
    assert 'name="accuracy-score"' in page
    assert 'name="accuracy-evidence-0-turn"' in page


def test_a_fault_is_said_with_its_place_and_nothing_can_be_stored(editor_client, draft):
    page = save(editor_client, draft, **{"question-0-scale_max": "many"})
    assert "Question 1 (Accuracy), Highest point: must be a whole number" in page
    assert "must be a whole number" in publish(editor_client, draft, follow=True).content.decode()
    assert not Rubric.objects.filter(name="abbreviation-handling", version=3).exists()


SLIPS = {
    "correlations": "accuracy, hallucination: high",
    "deviations": "DANGER",
    "grades": "A | 8\nB",
    "question-0-coverage": "most of it",
    "question-0-scale_max": "many",
    "question-0-key": "two words",
    "question-0-conditions": "nowhere",
    "question-0-points-0-at": "nought",
    "question-0-points-0-when": "somewhere else",
    "pass_mark": "half",
    "composite": "Sum",
    "title": "",
}


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_in_one_field_stays_as_typed_with_the_fault_beside_it(editor_client, draft, name):
    save(editor_client, draft, **{name: SLIPS[name]})
    page = editor_client.get(reverse("rubric_draft", args=[draft.pk])).content.decode()
    assert Editor(RubricDraft.objects.get()).fields().get(name, "") == SLIPS[name]
    field = re.search(rf'<(input|textarea)[^>]* name="{name}"[^>]*>', page)[0]
    assert 'aria-invalid="true"' in field


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_in_one_field_leads_to_it_and_keeps_the_preview_of_the_rest(
    editor_client, draft, name
):
    page = save(editor_client, draft, **{name: SLIPS[name]})
    assert f'<a href="#id_{name}"' in page
    assert 'name="hallucination-score"' in page
    assert re.search(r'name="publish" value="1" disabled', page)


def test_a_line_that_is_not_understood_is_named_with_what_is_expected(editor_client, draft):
    page = save(editor_client, draft, correlations="accuracy ~ clarification | high\nso so")
    assert "line 2, “so so”, is not understood; expected is key ~ key" in page


def test_a_mended_slip_is_stored(editor_client, draft):
    save(editor_client, draft, correlations="accuracy, hallucination: high")
    save(editor_client, draft, correlations="accuracy ~ hallucination | high")
    publish(editor_client, draft)
    stored = Rubric.objects.get(name="abbreviation-handling", version=3)
    assert stored.spec.correlations[0].between == ("accuracy", "hallucination")


TYPED = st.text(st.characters(codec="utf-8", exclude_characters="\x00\r"), max_size=30)
TEXT_FIELDS = ["correlations", "deviations", "grades", "composite", "title", "pass_mark"] + [
    f"question-0-{name}" for name in ("key", "conditions", "coverage", "points-0-text")
]


@settings(max_examples=60, deadline=None)
@given(name=st.sampled_from(TEXT_FIELDS), text=TYPED | st.text("a1|~,: \n", max_size=20))
def test_whatever_is_typed_into_a_field_comes_back_in_it(name, text):
    base = rubric_to_yaml(read_library_rubric("abbreviation-handling"))
    draft = RubricDraft(text=base)
    draft.text = mapping_to_yaml(typed_into(draft, name, text))
    shown = Editor(draft)
    assert shown.is_readable
    assert words_of(shown.fields().get(name, "")) == words_of(text)


def typed_into(draft, name: str, text: str) -> dict:
    editor = Editor(draft, Editor(draft).fields() | {name: text})
    assert editor.is_valid()
    return editor.edited_document()


def words_of(text: str) -> str:
    """Without blanks, and without the marks between cells, which empty cells may lose."""
    return "".join(mark for mark in text if not mark.isspace() and mark not in "|,")


def test_a_draft_with_half_a_row_opens_as_a_form(editor_client, draft):
    draft.text += 'correlations:\n  - between: ["accuracy, hallucination: high"]\n'
    assert Editor(draft).head["correlations"].value() == "accuracy, hallucination: high"


def test_a_warning_is_shown_and_stops_nobody(editor_client, draft):
    page = save(editor_client, draft, **{"question-0-label": "Accuracy and tone"})
    assert "seems to name two constructs" in page
    publish(editor_client, draft)
    assert Rubric.objects.filter(name="abbreviation-handling", version=3).exists()


@pytest.mark.parametrize("kind", ["dimension", "criterion", "tiers"])
def test_a_question_is_added_in_the_form(editor_client, draft, kind):
    page = save(editor_client, draft, add_question=kind)
    draft.refresh_from_db()
    assert drafting.document_of(draft)["questions"][-1]["kind"] == kind
    assert f"Question 4 ({kind})" in page


def test_questions_are_moved_and_removed(editor_client, draft):
    save(editor_client, draft, move_up="1")
    save(editor_client, draft, remove_question="2")
    draft.refresh_from_db()
    keys = [question["key"] for question in drafting.document_of(draft)["questions"]]
    assert keys == ["clarification", "accuracy"]


def test_without_htmx_the_whole_page_comes_back(editor_client, draft):
    page = save(editor_client, draft, headers={})
    assert "<!doctype html>" in page


def test_storing_makes_a_version_and_drops_the_draft(editor_client, draft):
    save(editor_client, draft, title="Abbreviations, third wording")
    response = publish(editor_client, draft)
    assert response.url == reverse("rubric", args=["abbreviation-handling", 3])
    assert not RubricDraft.objects.exists()


def test_a_stored_version_is_never_overwritten(editor_client, draft):
    save(editor_client, draft)
    draft.refresh_from_db()
    draft.text = draft.text.replace("version: 3", "version: 1")
    draft.save()
    response = publish(editor_client, draft, follow=True)
    assert "give the change a new version" in response.content.decode()


def test_a_difference_shows_what_came_and_what_went():
    one, two = (
        read_library_rubric(name)
        for name in ("abbreviation-handling", "abbreviation-handling-regrade")
    )
    signs = {line.sign for group in diff(one, two) for line in group}
    assert signs == {" ", "+", "-"}
    assert diff(one, one) == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "just words",
        "- a\n- b",
        "name: [",
        "questions: 5",
        "name: x\nquestions: [1, 2]",
        "conditions: [a]\nname: x",
    ],
)
def test_a_text_that_is_no_rubric_can_still_be_opened_and_mended(editor_client, text):
    draft = drafting.start_draft(editor_client.user, text=text)
    for name in ("rubric_draft", "rubric_text"):
        page = editor_client.get(reverse(name, args=[draft.pk])).content.decode()
        assert "It cannot be stored yet" in page


def test_the_text_is_edited_directly_too(editor_client, draft):
    text = draft.text.replace("Abbreviation handling", "Other title")
    address = reverse("rubric_text", args=[draft.pk])
    given = {"text": text, "version": draft.version}
    page = editor_client.post(address, given, headers=HTMX).content.decode()
    draft.refresh_from_db()
    assert draft.text == text
    assert "As a reviewer answers it" in page


def test_a_file_is_opened_as_a_draft(editor_client, tmp_path):
    path = tmp_path / "r.yaml"
    path.write_text(rubric_to_yaml(read_library_rubric("consultation-quality")), encoding="utf-8")
    with path.open("rb") as file:
        response = editor_client.post(reverse("start_rubric"), {"file": file})
    assert response.url == reverse("rubric_draft", args=[RubricDraft.objects.get().pk])


@pytest.mark.parametrize("name", ["rubrics"])
def test_only_who_may_add_rubrics_can_open_the_editor(client, charlie, name):
    client.force_login(charlie)
    assert client.get(reverse(name)).status_code == 403


def test_a_draft_belongs_to_its_owner(client, draft, charlie):
    charlie.user_permissions.add(Permission.objects.get(codename="add_rubric"))
    client.force_login(charlie)
    assert client.get(reverse("rubric_draft", args=[draft.pk])).status_code == 404


@pytest.mark.parametrize("pair", [("abbreviation-handling", 1), ("consultation-quality-zh", 1)])
def test_a_stored_rubric_is_shown_and_downloaded(editor_client, pair):
    assert editor_client.get(reverse("rubric", args=pair)).status_code == 200
    text = editor_client.get(reverse("rubric_file", args=pair)).content.decode()
    assert rubric_from_yaml(text) == Rubric.objects.get(name=pair[0], version=pair[1]).spec


def test_two_versions_are_compared_on_a_page(editor_client):
    address = reverse("compare_rubrics", args=["abbreviation-handling", 1, 2])
    assert "came" in editor_client.get(address).content.decode()
