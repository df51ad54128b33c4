import itertools
import json

from hypothesis import given
from hypothesis import strategies as st

from tests.raters.importing.files import join, lines, notes, problems, said, steady

CASES = lines(
    "cases.jsonl",
    {"prompt_id": 1, "prompt": "What is PT?", "condition": "low", "target_expansion": "time"},
    {"prompt_id": 2, "prompt": "What is MS?", "condition": "high"},
)


def outputs(name, /, *case_ids, **more):
    rows = [{"prompt_id": each, "completion": f"{name} on {each}", **more} for each in case_ids]
    return lines(f"{name}.jsonl", *rows)


def names(drafts):
    return [item.source_id for item in drafts.items]


def test_each_output_follows_its_cases_prompt():
    drafts = join(CASES, outputs("gpt", 1, 2), outputs("llama", 1, 2))

    assert names(drafts) == ["1/gpt", "1/llama", "2/gpt", "2/llama"]
    assert said(drafts.items[0]) == [("user", "What is PT?"), ("assistant", "gpt on 1")]
    assert [(case.condition, case.reference) for case in drafts.cases] == [
        ("low", "time"),
        ("high", ""),
    ]
    assert drafts.problems == ()


def test_a_number_and_a_text_are_the_same_id():
    assert names(join(CASES, outputs("gpt", "1"))) == ["1/gpt"]


def test_the_arm_is_what_the_row_says_then_the_option_then_the_files_name():
    named = outputs("a", 1, model_key="m"), outputs("b", 1)

    assert [item.arm for item in join(CASES, *named).items] == ["b", "m"]
    assert [item.arm for item in join(CASES, *named, arm="z").items] == ["m", "z"]


def test_an_arm_from_a_files_name_is_noted():
    drafts = join(CASES, outputs("a", 1, 2), outputs("b", 1, 2))

    assert ["it was named after the file: a" in note for note in notes(drafts)] == [True, False]


def test_a_file_of_outputs_with_controls_alone_names_no_arm():
    planted = outputs("planted", 1, control="neg_control", expected={"accuracy": 0})
    (note,) = notes(join(CASES, outputs("a", 1, 2), planted))

    assert "a.jsonl: the rows name no arm" in note


def test_cases_without_any_output_are_left_out_and_noted():
    drafts = join(CASES, outputs("gpt", 1))

    assert [case.source_id for case in drafts.cases] == ["1"]
    assert "cases.jsonl: cases without any output were left out (1): 2." in notes(drafts)


def test_a_cases_file_alone_drafts_every_case():
    drafts = join(CASES)

    assert [case.source_id for case in drafts.cases] == ["1", "2"]
    assert notes(drafts) == ["cases.jsonl: cases that have no output yet: 2."]


def test_an_arm_that_lacks_cases_is_noted():
    drafts = join(CASES, outputs("a", 1, 2), outputs("b", 1))

    assert "Arm “b” has no output for 1 of the cases: 2." in notes(drafts)


def test_an_output_of_an_unknown_case_is_a_problem():
    (problem,) = join(CASES, outputs("gpt", 1, 9)).problems

    assert (problem.file, problem.row, problem.field) == ("gpt.jsonl", 2, "prompt_id")
    assert "there is no case “9”" in str(problem)


def test_a_failed_output_is_a_problem_or_skipped():
    file = outputs("gpt", 1, success=False)

    assert "the output for “1” failed" in problems(join(CASES, file))[0]
    assert join(CASES, file, skip_failed=True).problems == ()


def test_an_arm_that_answers_a_case_twice_is_a_problem():
    files = outputs("a", 1, arm="gpt"), outputs("b", 1, arm="gpt")
    (problem,) = problems(join(CASES, *files))

    assert "b.jsonl, row 1: arm “gpt” already answers “1” differently" in problem


def test_a_case_described_twice_is_a_problem_only_if_it_differs():
    first = {"id": 1, "prompt": "a"}
    same = join(lines("c.jsonl", first, first))
    (problem,) = join(lines("c.jsonl", first, {"id": 1, "prompt": "b"})).problems

    assert (len(same.cases), same.problems) == (1, ())
    assert problem.row == 2


def test_a_prompt_may_be_a_conversation():
    chat = [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]
    cases = lines("c.jsonl", {"prompt_id": 1, "prompt": [*chat, {"role": "user", "content": "c"}]})
    (item,) = join(cases, outputs("gpt", 1)).items

    assert [role for role, _ in said(item)] == ["user", "assistant", "user", "assistant"]


def test_an_output_may_hold_the_whole_conversation():
    file = lines("gpt.jsonl", {"prompt_id": 1, "transcript": "Patient: hi\nAgent: hello"})

    assert said(join(CASES, file).items[0]) == [("patient", "hi"), ("assistant", "hello")]


def test_a_case_without_a_prompt_needs_one_in_the_output():
    cases = lines("c.jsonl", {"prompt_id": 1, "context": "x"})

    assert "has no prompt" in problems(join(cases, outputs("gpt", 1)))[0]
    assert join(cases, outputs("gpt", 1, prompt="a")).problems == ()


def test_an_output_to_another_prompt_is_noted():
    drafts = join(CASES, outputs("gpt", 1, prompt="What is MS?"))

    assert said(drafts.items[0])[0] == ("user", "What is PT?")
    assert any("is not that of the cases' file" in note for note in notes(drafts))


def test_the_cases_file_decides_the_condition_and_the_output_fills_a_blank():
    cases = lines("c.jsonl", {"id": 1, "prompt": "a", "condition": "x"}, {"id": 2, "prompt": "b"})
    drafts = join(cases, outputs("gpt", 1, 2, condition="y"), default_condition="z")

    assert [case.condition for case in drafts.cases] == ["x", "y"]


def test_a_prefix_goes_before_the_ids_of_both_files():
    drafts = join(CASES, outputs("gpt", 1), id_prefix="{file}-")

    assert [item.case_source_id for item in drafts.items] == ["cases-1"]


def test_a_control_is_planted_among_the_outputs_and_needs_no_arm():
    row = {"prompt_id": 1, "completion": "42", "control": "neg", "expected": {"accuracy": 0}}
    bad = join(CASES, lines("gpt.jsonl", row))
    drafts = join(CASES, lines("gpt.jsonl", {**row, "control": "neg-control"}))

    assert "“neg” is not a kind of control" in problems(bad)[0]
    assert [(item.source_id, item.arm) for item in drafts.items] == [("1/neg_control", None)]


def test_a_control_among_the_cases_is_a_problem():
    cases = lines("c.jsonl", {"id": 1, "prompt": "a", "control": "pos_control"})

    assert "a control is an answer, not a case" in problems(join(cases))[0]


def test_criteria_of_the_case_stay_with_the_case():
    cases = lines("c.jsonl", {"id": 1, "prompt": "a", "rubrics": [{"criterion": "x", "points": 5}]})
    drafts = join(cases, outputs("gpt", 1))

    assert [len(case.criteria) for case in drafts.cases] == [1]
    assert [item.criteria for item in drafts.items] == [()]


def test_the_order_of_the_files_of_outputs_does_not_matter():
    files = [
        outputs("a", 1, 2),
        outputs("b", 2, 9, arm="gpt"),
        outputs("c", 2, arm="gpt", success=False),
        outputs("d", 2, arm="gpt"),
    ]
    first, *others = (join(CASES, *order) for order in itertools.permutations(files))

    assert all(other == first for other in others)


ROWS = st.lists(
    st.fixed_dictionaries(
        {"prompt_id": st.integers(1, 3), "completion": st.sampled_from(["x", "y", "", None])},
        optional={"arm": st.sampled_from(["m", "n"]), "success": st.booleans()},
    ),
    min_size=1,
    max_size=4,
)


@steady
@given(st.lists(ROWS, min_size=1, max_size=3), st.randoms(use_true_random=False))
def test_drafts_are_the_same_in_any_order_of_files(contents, random):
    files = [lines(f"responses.{n}.jsonl", *rows) for n, rows in enumerate(contents)]
    shuffled = random.sample(files, len(files))

    assert join(CASES, *shuffled) == join(CASES, *files)


@steady
@given(st.lists(ROWS, min_size=1, max_size=3))
def test_every_item_has_its_case_and_a_name_of_its_own(contents):
    files = [lines(f"responses.{n}.jsonl", *rows) for n, rows in enumerate(contents)]
    drafts = join(CASES, *files, skip_failed=True)

    assert {item.case_source_id for item in drafts.items} == {c.source_id for c in drafts.cases}
    assert len({item.source_id for item in drafts.items}) == len(drafts.items)
    assert json.dumps([str(problem) for problem in drafts.problems])
