"""Drafts against what the study holds: what is added, what is refused and why."""

import json

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from raters.importing.pending import Upload, keep_upload
from raters.importing.problems import ImportRefused
from raters.importing.reading import NamedBytes
from raters.importing.storing import store_import
from raters.models import Item
from tests.studies import control_row, conversation, import_rows, item_row, rows_file, small_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def empty(dana):
    return small_study(by=dana, rows=[])


def problems(study, rows) -> list[str]:
    plan = Upload(outputs=[rows_file("rows.jsonl", rows)]).plan(study)
    return [str(problem) for problem in plan.problems]


def training_row(name: str, **more) -> dict:
    told = {"control": "training", "expected": {"accuracy": "0-1"}, "explanation": "See turn 2."}
    return control_row(name, **told | more)


def test_the_same_file_twice_adds_nothing(empty):
    rows = [item_row(1, "a"), control_row("c")]
    assert (import_rows(empty, rows), import_rows(empty, rows)) == (2, 0)


def test_the_same_id_with_another_text_is_refused_and_nothing_is_stored(empty):
    import_rows(empty, [item_row(1, "a")])
    changed = item_row(1, "a", messages=conversation("Another answer."))
    with pytest.raises(ImportRefused, match="in the study already, with another transcript"):
        import_rows(empty, [changed, item_row(2, "a")])
    assert empty.items.count() == 1


def test_problems_can_be_skipped_when_asked(empty):
    rows = [item_row(1, "a"), item_row(2, "a", condition="no_such_condition")]
    assert len(problems(empty, rows)) == 1
    upload = Upload(outputs=[rows_file("rows.jsonl", rows)])
    assert store_import(empty, upload.plan(empty), by=None, skip_problems=True) == 1


def test_a_second_answer_of_one_arm_to_a_case_is_refused(empty):
    rows = [item_row(1, "a"), item_row(1, "a", messages=conversation("A second answer."))]
    assert len(problems(empty, rows)) == 1


def test_an_unknown_condition_is_named_with_those_there_are(empty):
    (found,) = problems(empty, [item_row(1, "a", condition="unclear")])
    assert found.startswith("rows.jsonl, row 1, field condition: “unclear” is no condition")


def test_a_control_that_expects_what_is_not_asked_is_refused(empty):
    rows = [control_row("c", expected={"accuracy": [0, 0], "hallucination": [2, 2]})]
    (found,) = problems(empty, rows)
    assert "“hallucination” is not asked of this item; asked are: accuracy" in found


def test_an_expected_range_off_the_scale_is_refused(empty):
    (found,) = problems(empty, [control_row("c", expected={"accuracy": [0, 7]})])
    assert "does not lie on the scale, whole numbers from 0 to 2" in found


def test_an_expected_point_off_the_scale_is_refused_by_name(empty):
    (found,) = problems(empty, [control_row("c", expected={"accuracy": "0|7"})])
    assert "the point 7 does not lie on the scale, whole numbers from 0 to 2" in found


def test_a_control_keeps_its_flavour_and_its_set_of_points(empty):
    import_rows(empty, [control_row("c", expected={"accuracy": {"any_of": [2, 0]}})])
    control = empty.items.controls().get().control
    (row,) = control.expected.all()
    assert (control.flavour, row.low, row.high, row.only) == ("neg_control", 0, 2, [0, 2])


def test_a_training_item_keeps_its_key_and_explanation_and_has_no_flavour(empty):
    import_rows(empty, [training_row("t")])
    control = empty.items.training().get().control
    (row,) = control.expected.all()
    assert (control.flavour, control.explanation, row.points) == ("", "See turn 2.", "0-1")


def test_a_training_item_and_a_set_of_points_twice_add_nothing(empty):
    rows = [training_row("t"), control_row("c", expected={"accuracy": "0|2"})]
    assert (import_rows(empty, rows), import_rows(empty, rows)) == (2, 0)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"control": "neg_control"}, "control"),
        ({"control": None, "expected": None, "arm": "a"}, "arm, control"),
        ({"expected": {"accuracy": "0|2"}}, "expected"),
        ({"explanation": "See turn 1."}, "explanation"),
    ],
)
def test_what_differs_of_a_stored_training_item_is_named(empty, change, named):
    import_rows(empty, [training_row("case-t/a", case="case-t")])
    (found,) = problems(empty, [training_row("case-t/a", case="case-t", **change)])
    assert f"in the study already, with another {named}." in found


def test_a_stored_control_may_not_change_its_flavour(empty):
    import_rows(empty, [control_row("c")])
    (found,) = problems(empty, [control_row("c", control="instability")])
    assert "in the study already, with another control." in found


def test_controls_and_training_items_are_counted_apart(empty):
    rows = [item_row(1, "a"), control_row("c"), training_row("t"), training_row("u")]
    plan = Upload(outputs=[rows_file("rows.jsonl", rows)]).plan(empty)
    assert (len(plan.new_items), plan.new_controls, plan.new_training) == (4, 1, 2)


def test_the_command_counts_training_items_only_where_there_are_any(empty, tmp_path, capsys):
    path = tmp_path / "rows.jsonl"
    for rows in ([control_row("c")], [training_row("t")]):
        path.write_text("\n".join(json.dumps(row) for row in rows))
        call_command("import_items", "small", str(path), "--dry-run")
    first, second = capsys.readouterr().out.splitlines()
    assert "1 new items (1 controls), 1 cases" in first
    assert "1 new items (0 controls, 1 for training), 1 cases" in second


def test_the_preview_counts_training_items(empty, dana, client):
    rows = [control_row("c"), training_row("t")]
    pending = keep_upload(empty, Upload(outputs=[rows_file("rows.jsonl", rows)]), by=dana)
    client.force_login(dana)
    shown = client.get(reverse("import_preview", args=["small", pending.pk])).content.decode()
    assert "new items, 1 of them planted controls and 1 for training" in shown


def test_an_item_that_nothing_would_be_asked_of_is_refused(dana):
    study = small_study(by=dana, rows=[], rubric=None, slug="bare")
    (found,) = problems(study, [item_row(1, "a")])
    assert "nothing would be asked of this item" in found


def test_own_criteria_are_shared_by_the_items_of_a_case(dana):
    study = small_study(by=dana, rows=[], rubric=None, slug="own")
    criteria = [{"criterion": "Names the red flag.", "points": 5}]
    rows = [item_row(1, arm, criteria=criteria) for arm in ("a", "b")]
    import_rows(study, rows)
    (rubric_id,) = {item.rubric_id for item in study.items.all()}
    assert Item.objects.first().rubric.questions.get().text == "Names the red flag."
    assert rubric_id


def test_a_case_file_and_one_outputs_file_per_arm_are_joined(empty):
    cases = [{"prompt_id": f"p{n}", "condition": "real_low_context", "prompt": "Q"} for n in (1, 2)]
    outputs = [
        rows_file(
            f"responses.{arm}.jsonl",
            [{"prompt_id": f"p{n}", "model_key": arm, "completion": f"A{n}"} for n in (1, 2)],
        )
        for arm in ("one", "two")
    ]
    upload = Upload(cases=rows_file("prompts.jsonl", cases), outputs=outputs)
    plan = upload.plan(empty)
    assert (len(plan.new_items), plan.new_arms, list(plan.problems)) == (4, ["one", "two"], [])


def test_the_command_imports_and_says_how_much(empty, tmp_path, capsys):
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps(item_row(1, "a")))
    call_command("import_items", "small", str(path))
    assert "1 items were imported into small." in capsys.readouterr().out


def test_the_command_ends_with_an_error_and_stores_nothing_on_a_bad_row(empty, tmp_path, capsys):
    path = tmp_path / "rows.jsonl"
    rows = [item_row(1, "a"), item_row(2, "a", messages=[])]
    path.write_text("\n".join(json.dumps(row) for row in rows))
    with pytest.raises(SystemExit):
        call_command("import_items", "small", str(path))
    assert "row 2: the row has no turn to rate" in capsys.readouterr().err
    assert empty.items.count() == 0


@pytest.fixture
def doubtful(empty, tmp_path):
    """A file with a fault that earns points."""
    path = tmp_path / "rows.jsonl"
    criteria = [{"text": "Fails to ask for the age", "points": 5}]
    path.write_text(json.dumps(item_row(1, "a", criteria=criteria)))
    return str(path)


def test_the_command_lists_criteria_of_doubtful_sign_and_imports_nothing(empty, doubtful, capsys):
    with pytest.raises(CommandError, match="--signs-checked"):
        call_command("import_items", "small", doubtful)
    assert "+5 Fails to ask for the age" in capsys.readouterr().err
    assert empty.items.count() == 0


def test_the_command_imports_them_once_it_is_told_that_they_are_right(empty, doubtful):
    call_command("import_items", "small", doubtful, "--signs-checked")
    assert empty.items.count() == 1
    assert empty.audit_events.get(verb="signs confirmed").details == {"criteria": 1}


def test_a_dry_run_asks_for_no_confirmation(empty, doubtful, capsys):
    call_command("import_items", "small", doubtful, "--dry-run")
    assert "1 new items" in capsys.readouterr().out


def test_the_command_names_the_studies_there_are(empty, tmp_path):
    with pytest.raises(CommandError, match="Studies: small"):
        call_command("import_items", "no-such", str(tmp_path / "x"))


@pytest.mark.parametrize("data", [b"", b"   \n", b"PK\x03\x04rest", b"[]", b"{}"])
def test_a_file_without_rows_is_a_problem_in_words(empty, data):
    plan = Upload(outputs=[NamedBytes("rows.jsonl", data)]).plan(empty)
    assert len(plan.problems) == 1
