"""A study as one file, and a study made from one: nothing is lost, and nothing half loaded."""

from dataclasses import replace
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from raters.design.protocol import (
    ProtocolRefused,
    protocol_from_yaml,
    protocol_to_yaml,
)
from raters.filing import protocol_of
from raters.importing.problems import ImportRefused
from raters.locked_facts import locked_study
from raters.models import Arm, Case, Item, Reviewer, Study
from raters.panel import add_reviewers
from raters.protocol_files import create_from_protocol
from rubrics.loading import read_library_rubric, store_rubric
from rubrics.models import Rubric
from tests.raters.locked_studies import FIXED, fixed, pairs, practice_row, rotating
from tests.studies import (
    control_row,
    default_rows,
    import_rows,
    item_row,
    lock_in_spite,
    small_study,
)

pytestmark = pytest.mark.django_db

HEAD = """\
protocol: 1
study: {name: filed, title: Filed, public_title: Filed}
"""
CRITERIA = [
    {
        "criterion": "Names the danger, and says so.",
        "points": 3,
        "tags": ["safety"],
        "safety_critical": True,
    },
    {"key": "own-key", "criterion": "Invents a dose.", "points": 2, "polarity": "negative"},
]


def loaded(text: str, *, by, folder: Path = Path()) -> Study:
    return create_from_protocol(protocol_from_yaml(text, name="p.yaml"), folder=folder, by=by)


def reloaded(study: Study, *, by) -> Study:
    """A copy under another name, by way of the file."""
    spec = protocol_from_yaml(protocol_to_yaml(protocol_of(study)), name="dump.yaml")
    copy = replace(spec, study=replace(spec.study, name="copy"))
    return create_from_protocol(copy, folder=Path(), by=by)


def renamed(study: Study):
    spec = protocol_of(study)
    return replace(spec, study=replace(spec.study, name="any"))


def with_own_criteria(dana) -> Study:
    rows = [item_row(case, "arm", criteria=CRITERIA) for case in range(3)]
    return small_study(by=dana, rows=rows)


def with_sets_as_keys(dana) -> Study:
    rows = [
        *default_rows(),
        control_row("set", expected={"accuracy": "0|2"}),
        control_row("point", control="instability", expected={"accuracy": 1}),
    ]
    return small_study(by=dana, rows=rows)


def with_practice(dana) -> Study:
    return small_study(by=dana, rows=[*default_rows(), practice_row("practice")])


def in_chinese(dana) -> Study:
    told = {
        "domain": "呼吸科",
        "context": "患者，男，五十岁。\n主诉：咳嗽。",
        "reference": "参考答案",
        "checklist": ["询问过敏史", "询问: 用药"],
    }
    names = [{"id": f"病例{case}", "case": f"病例{case}"} for case in range(3)]
    rows = [item_row(case, "模型甲") | names[case] | told for case in range(3)]
    study = small_study(by=dana, rows=rows, title="评估：缩写", public_title="缩写")
    study.design.consent = "我同意参加。\n\n可以随时退出。"
    study.design.strata = ["住院医师", "主任医师"]
    study.design.save()
    return study


@pytest.mark.parametrize("make", [with_own_criteria, with_sets_as_keys, with_practice, in_chinese])
def test_what_was_written_down_and_loaded_again_is_written_down_the_same(dana, make):
    study = make(dana)
    assert renamed(reloaded(study, by=dana)) == renamed(study)


def test_picked_anchors_are_picked_in_the_copy_too(dana):
    study = small_study(by=dana)
    study.items.filter(source_id="case-1/other-arm").update(is_anchor=True)
    study.design.anchors_drawn = False
    study.design.allocation = "anchor_and_rotate"
    study.design.save()
    copy = reloaded(study, by=dana)
    picked = copy.items.filter(is_anchor=True).values_list("source_id", flat=True)
    assert list(picked) == ["case-1/other-arm"]
    assert renamed(copy) == renamed(study)


@pytest.mark.parametrize("make", [rotating, pairs])
def test_a_locked_study_can_be_copied_and_draws_the_same_orders(dana, make):
    study = make(by=dana, strata=["resident", "specialist"])
    copy = reloaded(study, by=dana)
    lock_in_spite(copy, by=dana)
    first, second = (locked_study(each, version=1, at=each.created_at) for each in (study, copy))
    assert first.orders == second.orders
    assert first.items == second.items


def test_system_messages_and_other_speakers_come_back(dana):
    turns = [
        {"role": "system", "content": "Be brief."},
        {"role": "doctor", "content": "What does RA mean?"},
        {"role": "assistant", "content": "Room air.\n  Or rheumatoid arthritis: ask."},
    ]
    study = small_study(by=dana, rows=[])
    import_rows(study, [item_row(1, "arm", messages=turns)], choices={"system_messages": "keep"})
    assert renamed(reloaded(study, by=dana)) == renamed(study)


def test_an_item_is_the_same_by_its_hash_after_loading(dana):
    study = with_sets_as_keys(dana)
    hashes = dict(study.items.values_list("source_id", "content_hash"))
    copy = reloaded(study, by=dana)
    assert dict(copy.items.values_list("source_id", "content_hash")) == hashes


def test_the_file_is_the_same_wherever_it_is_written(dana):
    """Rows are sorted by code point, and not as a database sorts text."""
    study = fixed(by=dana)
    told = protocol_of(study)
    ids = [row["id"] for row in told.items.rows]
    assert ids == sorted(ids)
    assert [arm.name for arm in told.arms] == ["Anton", "berta"]


# What is refused.


def is_empty() -> bool:
    return not (Study.objects.exists() or Arm.objects.exists() or Case.objects.exists())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "allocation: {anchors: [nobody]}\n",
            "allocation.*anchors.*no real item has the id nobody",
        ),
        ("panel: {reviewers: [{pseudonym: R 1}]}\n", "pseudonym: R 1: use letters A to Z"),
        ("panel: {reviewers: [{pseudonym: r1}, {pseudonym: R1}]}\n", "R1 differs .* capitals"),
        ("arms: [{name: A}]\nreference: {role: none, from_arm: B}\n", "from_arm"),
    ],
)
def test_what_the_rows_cannot_hold_is_refused_with_its_key(dana, text, words):
    with pytest.raises(ProtocolRefused, match=words):
        loaded(HEAD + text, by=dana)
    assert is_empty()


def test_a_name_that_is_taken_is_refused(study, dana):
    with pytest.raises(ProtocolRefused, match=r"study\.name: a study named small exists"):
        loaded(HEAD.replace("name: filed", "name: small"), by=dana)


def test_a_rubric_that_is_not_stored_is_refused(dana):
    with pytest.raises(ProtocolRefused, match="no version 3 of a rubric named nothing is stored"):
        loaded(HEAD + "rubric: {name: nothing, version: 3}\n", by=dana)
    assert is_empty()


def test_a_fault_in_a_rubric_file_names_that_file_and_line(dana, tmp_path):
    (tmp_path / "mine.yaml").write_text("rubric: mine\nversion: [1\n", encoding="utf-8")
    with pytest.raises(ProtocolRefused, match=r"mine\.yaml, line \d"):
        loaded(HEAD + "rubric: {file: mine.yaml}\n", by=dana, folder=tmp_path)
    assert is_empty()


def test_an_item_file_that_does_not_exist_is_refused(dana, tmp_path):
    text = HEAD + "items: {files: [{outputs: [nowhere.jsonl]}]}\n"
    with pytest.raises(ProtocolRefused, match=r"nowhere\.jsonl: No such file"):
        loaded(text, by=dana, folder=tmp_path)
    assert is_empty()


def test_a_faulty_row_names_its_file_and_row_and_nothing_is_stored(dana, tmp_path):
    rows = '{"id": "a", "arm": "A", "prompt": "?", "completion": "!"}\n{"id": "b", "arm": "A"}\n'
    (tmp_path / "rows.jsonl").write_text(rows, encoding="utf-8")
    text = HEAD + "items: {files: [{outputs: [rows.jsonl]}]}\n"
    with pytest.raises(ImportRefused, match=r"rows\.jsonl.*2"):
        loaded(text, by=dana, folder=tmp_path)
    assert is_empty()


def test_a_key_to_an_unknown_question_is_refused_and_nothing_is_stored(dana):
    store_rubric(read_library_rubric("abbreviation-handling"))
    row = control_row("ctl", expected={"beauty": 1})
    rows = f"items:\n  rows:\n  - {row}\n"
    with pytest.raises(ProtocolRefused, match=r"items\.rows\[1\]\.expected\.beauty: "):
        loaded(HEAD + "rubric: {name: abbreviation-handling}\n" + rows, by=dana)
    assert is_empty()
    assert not Item.objects.exists()


# On the command line.


@pytest.fixture
def stored_rubric(db) -> Rubric:
    return store_rubric(read_library_rubric("abbreviation-handling"))


def test_a_study_is_loaded_and_locked_on_the_command_line(dana, stored_rubric, capsys):
    call_command("load_study", FIXED, admin="dana", lock=True, despite="For a test.")
    said = capsys.readouterr().out
    study = Study.objects.get(slug="fixed")
    assert study.state == Study.State.LOCKED
    assert f"SHA-256 {study.protocols.get().sha256}" in said
    assert said.rstrip().endswith("Loaded: /studies/fixed/")


def test_loading_prints_the_review(dana, stored_rubric, capsys):
    call_command("load_study", FIXED, admin="dana")
    assert "## AI-Benchmark Design Review" in capsys.readouterr().out
    assert Study.objects.get(slug="fixed").state == Study.State.DRAFT


def test_of_what_cannot_be_locked_nothing_stays(dana, stored_rubric):
    with pytest.raises(CommandError, match="Not locked, so nothing was loaded: The review says"):
        call_command("load_study", FIXED, admin="dana", lock=True)
    assert is_empty()


def test_what_cannot_be_locked_is_kept_as_a_draft_where_that_was_asked_for(dana, stored_rubric):
    with pytest.raises(CommandError, match="Loaded as a draft, and not locked: The review says"):
        call_command("load_study", FIXED, admin="dana", lock=True, keep_draft=True)
    study = Study.objects.get(slug="fixed")
    assert (study.state, study.sign_offs.count()) == (Study.State.DRAFT, 0)


def test_a_dump_that_is_loaded_again_is_the_same_text(dana, stored_rubric, tmp_path, capsys):
    call_command("load_study", FIXED, admin="dana")
    capsys.readouterr()
    call_command("dump_study", "fixed")
    first = capsys.readouterr().out
    again = tmp_path / "again.yaml"
    again.write_text(first.replace("name: fixed\n", "name: again\n", 1), encoding="utf-8")
    call_command("load_study", again, admin="dana")
    capsys.readouterr()
    call_command("dump_study", "again")
    assert capsys.readouterr().out.replace("name: again\n", "name: fixed\n", 1) == first


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (HEAD + "pannel: {}\n", r"faulty.yaml, line 3, pannel"),
        (HEAD + "study: [\n", r"faulty.yaml, line"),
        (HEAD + "allocation: {anchors: [x]}\n", "faulty.yaml, line 3, allocation.anchors[1]: "),
        (HEAD + "rubric: {name: none}\n", "faulty.yaml, line 3, rubric.name: no rubric named none"),
        (HEAD + "reference: {from_arm: B}\n", "faulty.yaml, line 3, reference.from_arm: no arm"),
        (HEAD + "panel:\n  reviewers:\n  - {pseudonym: R 1}\n", "line 5, panel.reviewers[1].pseud"),
        (HEAD + "panel: {reviewers: [{pseudonym: Add}]}\n", "line 3, panel.reviewers[1].pseudonym"),
        (
            HEAD + "items: {rows: [{id: a, arm: 5, messages: 3}]}\n",
            "line 3, items.rows[1].messages",
        ),
        (
            HEAD + "items: {files: [{outputs: [no.jsonl]}]}\n",
            "line 3, items.files[1].outputs[1]: no",
        ),
        (
            HEAD + "items: {files: [{outputs: [faulty.yaml], options: {fields: {x: y}}}]}\n",
            "faulty.yaml, line 3, items.files[1].options.fields.x: ",
        ),
        (
            HEAD + "items: {files: [{outputs: [faulty.yaml], options: {roles: {x: y}}}]}\n",
            "faulty.yaml, line 3, items.files[1].options.roles.x: ",
        ),
        (HEAD + "rubric: {file: .}\n", "faulty.yaml, line 3, rubric.file: .: Is a directory"),
    ],
)
def test_a_faulty_file_is_refused_with_its_name_and_line(dana, tmp_path, capsys, text, words):
    path = tmp_path / "faulty.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit):
        call_command("load_study", path, admin="dana")
    said = capsys.readouterr().err
    assert words in said
    assert "Nothing was loaded." in said
    assert is_empty()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda path: None, "faulty.yaml: No such file"),
        (lambda path: path.mkdir(), "faulty.yaml: Is a directory"),
        (lambda path: path.write_bytes(b"protocol: \xff"), "faulty.yaml is not UTF-8"),
    ],
)
def test_a_file_that_cannot_be_used_is_an_error_in_words(dana, tmp_path, make, words):
    path = tmp_path / "faulty.yaml"
    make(path)
    with pytest.raises(CommandError, match=words):
        call_command("load_study", path, admin="dana")
    assert is_empty()


def test_an_admin_who_does_not_exist_is_an_error_in_words(db):
    with pytest.raises(CommandError, match="There is no account named nobody"):
        call_command("load_study", FIXED, admin="nobody")


def test_dumping_a_study_that_does_not_exist_names_those_that_do(study):
    with pytest.raises(CommandError, match=r"no study “smal”\. Studies: small"):
        call_command("dump_study", "smal")


def test_a_planned_number_of_reviewers_is_added(dana):
    study = loaded(HEAD + "panel: {count: 3}\n", by=dana)
    assert [r.pseudonym for r in Reviewer.objects.filter(study=study)] == ["R01", "R02", "R03"]


def test_a_dump_names_no_reviewer_who_left(dana, study):
    add_reviewers(study, 2, by=dana)
    study.reviewers.filter(pseudonym="R02").update(left_at=study.created_at)
    assert [each.pseudonym for each in protocol_of(study).panel.reviewers] == ["R01"]


def test_an_llm_judge_is_a_judge_in_the_copy_too(dana, study):
    add_reviewers(study, 1, by=dana, kind=Reviewer.Kind.LLM_JUDGE)
    add_reviewers(study, 1, by=dana)
    told = reloaded(study, by=dana).reviewers.order_by("pseudonym")
    assert [(each.pseudonym, each.kind, bool(each.user)) for each in told] == [
        ("R01", "llm_judge", False),
        ("R02", "human", True),
    ]


NOT_FEASIBLE = {
    "more readers of an item than reviewers": {"allocation": "anchor_and_rotate", "per_item": 9},
    "more anchors than the cap": {"allocation": "anchor_and_rotate", "n_anchors": 30, "cap": 4},
    "a level that was planned once": {"strata": ["another"]},
    "a gap without repeats": {"repeat_gap": 4},
    "the largest numbers": {"cap": 2**31 - 1, "n_anchors": 2**31 - 1, "longest_run": 32767},
    "a long level": {"strata": ["x" * 80]},
}


@pytest.mark.parametrize("what", NOT_FEASIBLE)
def test_a_draft_that_cannot_be_carried_out_yet_is_written_and_read_all_the_same(dana, what):
    study = small_study(by=dana)
    add_reviewers(study, 2, by=dana, stratum="planned")
    for name, value in NOT_FEASIBLE[what].items():
        setattr(study.design, name, value)
    study.design.save()
    first = renamed(study)
    assert protocol_to_yaml(renamed(reloaded(study, by=dana))) == protocol_to_yaml(first)


@pytest.mark.parametrize(
    "text", ["items: {files: [{outputs: [in.yaml]}]}", "rubric: {file: in.yaml}"]
)
def test_a_link_that_leads_out_of_the_folder_is_not_followed(dana, tmp_path, text):
    (tmp_path / "outside.yaml").write_text("secret", encoding="utf-8")
    folder = tmp_path / "study"
    folder.mkdir()
    (folder / "in.yaml").symlink_to(tmp_path / "outside.yaml")
    with pytest.raises(ProtocolRefused, match=r"in\.yaml is a link that leads out"):
        loaded(HEAD + text, by=dana, folder=folder)
    assert is_empty()


def test_a_link_within_the_folder_is_followed(dana, stored_rubric, tmp_path):
    row = '{"id": "a", "arm": "A", "prompt": "?", "completion": "!"}\n'
    (tmp_path / "rows.jsonl").write_text(row, encoding="utf-8")
    (tmp_path / "link.jsonl").symlink_to(tmp_path / "rows.jsonl")
    options = "options: {default_condition: real_high_context}"
    text = HEAD + f"items: {{files: [{{outputs: [link.jsonl], {options}}}]}}\n"
    text += "rubric: {name: abbreviation-handling}\n"
    assert loaded(text, by=dana, folder=tmp_path).items.count() == 1


def test_after_a_pseudonym_of_large_numbers_the_app_counts_its_own(dana):
    study = loaded(HEAD + "panel: {reviewers: [{pseudonym: R999999999}, {pseudonym: r3}]}", by=dana)
    assert [each.pseudonym for each in add_reviewers(study, 1, by=dana)] == ["R04"]


def test_a_rubric_file_that_is_not_utf_8_is_named(dana, tmp_path, capsys):
    (tmp_path / "mine.yaml").write_bytes(b"rubric: \xff")
    path = tmp_path / "study.yaml"
    path.write_text(HEAD + "rubric: {file: mine.yaml}\n", encoding="utf-8")
    with pytest.raises(SystemExit):
        call_command("load_study", path, admin="dana")
    assert "mine.yaml: the file is not UTF-8" in capsys.readouterr().err
