import hashlib

import pytest

from tests.raters.importing.files import lines, notes, problems, read, read_row, said, table

HI = {"role": "user", "content": "Hi"}
HELLO = {"role": "assistant", "content": "Hello"}
ASKED = {"prompt": "What is PT?", "completion": "Which PT?"}


def test_a_chat_becomes_one_case_and_one_item():
    drafts = read_row({"messages": [HI, HELLO], "condition": "short"})
    (case,), (item,) = drafts.cases, drafts.items

    assert (case.source_id, case.condition, case.row) == ("c1", "short", 1)
    assert (item.source_id, item.case_source_id, item.arm) == ("c1/gpt", "c1", "gpt")
    assert said(item) == [("user", "Hi"), ("assistant", "Hello")]
    assert (drafts.problems, drafts.notes) == ((), ())


def test_a_prompt_and_its_completion_become_two_turns():
    drafts = read_row(ASKED)

    assert said(drafts.items[0]) == [("user", "What is PT?"), ("assistant", "Which PT?")]
    assert [turn.text for turn in drafts.cases[0].prompt] == ["What is PT?"]


def test_a_transcript_cell_is_split_by_its_speakers():
    drafts = read(table("visits.csv", 'id,arm,dialogue\n1,x,"[doctor] hi\n[patient] hello"\n'))

    assert said(drafts.items[0]) == [("clinician", "hi"), ("patient", "hello")]


def test_names_of_fields_are_found_in_any_case():
    drafts = read(table("v.csv", "ID,Model Name,Prompt,COMPLETION\n7,gpt,a,b\n"))

    assert drafts.items[0].source_id == "7/gpt"


def test_a_chat_in_one_cell_of_a_table_is_unpacked():
    cell = '"[{""role"": ""human"", ""content"": ""Hi""}]"'
    drafts = read(table("v.csv", f"id,arm,messages\n1,gpt,{cell}\n"))

    assert said(drafts.items[0]) == [("user", "Hi")]


def test_sharegpt_messages_are_read():
    chat = [{"from": "human", "value": "Hi"}, {"from": "gpt", "value": "Hello"}]

    assert said(read_row({"conversations": chat}).items[0]) == [
        ("user", "Hi"),
        ("assistant", "Hello"),
    ]


def test_parts_of_a_message_become_lines_of_one_turn():
    parts = [{"type": "text", "text": "Two hours."}, {"type": "text", "text": "My arm."}]

    assert said(read_row({"messages": [{"role": "user", "content": parts}]}).items[0]) == [
        ("user", "Two hours.\nMy arm.")
    ]


def test_a_part_that_is_not_text_is_a_problem_naming_its_type():
    message = {"role": "user", "content": [{"type": "image_url", "image_url": "x"}]}
    (problem,) = read_row({"messages": [message, HELLO]}).problems

    assert problem.field == "messages[0].content[0]"
    assert "of the type “image_url”" in str(problem)


def test_an_unknown_role_is_a_problem_naming_the_option_that_adds_it():
    row = {"messages": [{"role": "Surgeon", "content": "Hi"}, HELLO]}
    (problem,) = read_row(row).problems

    assert (problem.row, problem.field) == (1, "messages[0].role")
    assert "--role “Surgeon=ROLE”" in str(problem)
    assert said(read_row(row, roles={"surgeon": "clinician"}).items[0])[0][0] == "clinician"


def test_the_user_may_be_the_doctor():
    drafts = read_row(ASKED, roles={"user": "clinician", "assistant": "patient"})

    assert [role for role, _ in said(drafts.items[0])] == ["clinician", "patient"]


def test_system_messages_are_left_out_and_counted():
    row = {"messages": [{"role": "developer", "content": "Be kind."}, HI, HELLO]}

    assert len(said(read_row(row).items[0])) == 2
    assert notes(read_row(row)) == ["rows.jsonl: system messages were left out: 1."]
    assert said(read_row(row, system_messages="keep").items[0])[0] == ("system", "Be kind.")


def test_the_call_of_a_tool_has_no_text_and_is_counted():
    call = {"role": "assistant", "content": None, "tool_calls": [{"id": "1"}]}
    drafts = read_row({"messages": [HI, call, {"role": "tool", "content": "ok"}, HELLO]})

    assert [role for role, _ in said(drafts.items[0])] == ["user", "tool", "assistant"]
    assert notes(drafts) == ["rows.jsonl: turns without text were left out: 1."]


def test_a_chat_that_ends_with_an_answer_without_text_is_a_problem():
    (problem,) = read_row({"messages": [HI, {"role": "assistant", "content": ""}]}).problems

    assert problem.field == "messages[1]"


def test_the_last_turn_may_stand_in_another_field_and_is_not_said_twice():
    expected = [("user", "Hi"), ("assistant", "Hello")]

    assert said(read_row({"messages": [HI], "completion": "Hello"}).items[0]) == expected
    assert said(read_row({"messages": [HI, HELLO], "completion": "Hello"}).items[0]) == expected


def test_two_different_last_answers_are_a_problem():
    (problem,) = read_row({"messages": [HI, HELLO], "completion": "Bye"}).problems

    assert "--field completion=" in str(problem)


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"messages": []}, "no turn to rate"),
        ({"messages": [{"content": "x"}]}, "does not say who speaks"),
        ({"messages": ["x"]}, "expected a message with a role"),
        ({"prompt": "x"}, "a prompt without an answer"),
        ({"completion": "x"}, "an answer and no question"),
        ({"transcript": "We talked."}, "no line of the transcript"),
        ({"messages": [{"role": "system", "content": "x"}]}, "no turn to rate"),
        ({**ASKED, "prompt": "a\x00b"}, "NUL character"),
        ({**ASKED, "completion": "a\ud83d"}, "half of a character"),
        ({**ASKED, "epoch": "first"}, "does not count a repeat"),
        ({**ASKED, "condition": {"a": 1}, "domain": True}, "expected a text"),
        ({**ASKED, "id": "a\nb"}, "expected an id: one line"),
        ({**ASKED, "id": "a" * 181}, "at most 180 characters"),
        ({**ASKED, "condition": "a" * 61}, "found a text of 61"),
        ({**ASKED, "arm": "a" * 81}, "--field arm=NAME"),
    ],
)
def test_a_row_that_cannot_be_rated_says_why_in_one_sentence(row, words):
    drafts = read_row(row)

    assert drafts.items == ()
    assert len(drafts.problems) == 1
    assert words in problems(drafts)[0]


def test_a_file_without_any_text_names_the_fields_it_has():
    assert problems(read(table("m.csv", "id,age\n1,58\n"))) == [
        "m.csv: no field with messages, a transcript, a prompt or a completion was found. The "
        "fields are: id, age. Name the right one, for example with --field transcript=NAME."
    ]


def test_all_problems_of_all_rows_are_told():
    drafts = read(
        lines("a.jsonl", {"id": 1, "arm": "x", "prompt": "a"}, {"id": 2, "arm": "x", **ASKED}),
        lines("b.jsonl", {"id": 3, "arm": "x", "messages": [HI, {"role": "vet", "content": "x"}]}),
    )

    assert [(p.file, p.row) for p in drafts.problems] == [("a.jsonl", 1), ("b.jsonl", 1)]


def test_inner_text_is_kept_and_outer_blanks_go():
    text = "\n  1.\tone \r\n\r\n  2. two 👩🏽‍⚕️ שלום  \n"

    assert said(read_row({**ASKED, "completion": text}).items[0])[1][1] == (
        "1.\tone \n\n  2. two 👩🏽‍⚕️ שלום"
    )


def test_the_content_hash_is_that_of_roles_and_texts_alone():
    (first,) = read_row(ASKED).items
    (second,) = read_row({**ASKED, "id": "other", "arm": "b", "condition": "z"}).items
    canonical = '[["user","What is PT?"],["assistant","Which PT?"]]'

    assert first.content_hash == second.content_hash
    assert first.content_hash == hashlib.sha256(canonical.encode()).hexdigest()


# Ids


def test_rows_without_ids_are_named_after_file_and_row():
    drafts = read(table("qa.csv", "arm,ask,answer\nx,a,b\nx,c,d\n"))

    assert [case.source_id for case in drafts.cases] == ["qa-2", "qa-3"]
    assert "named after the file and their row (2)" in notes(drafts)[0]


def test_a_blank_id_among_others_is_a_problem():
    (problem,) = read(table("qa.csv", "id,arm,ask,answer\n1,x,a,b\n,x,c,d\n")).problems

    assert (problem.row, problem.field) == (3, "id")


def test_the_same_row_twice_is_read_once_and_noted():
    row = {"id": 1, "arm": "x", **ASKED}
    drafts = read(lines("a.jsonl", row, row))

    assert len(drafts.items) == 1
    assert notes(drafts) == [
        "a.jsonl: rows that say word for word what an earlier row said were read once (1): 1."
    ]


def test_one_id_with_two_texts_is_a_problem_naming_both_rows():
    rows = [{"id": 1, "arm": "x", "prompt": "a", "completion": text} for text in "bc"]
    (problem,) = problems(read(lines("a.jsonl", *rows)))

    assert problem.startswith("a.jsonl, row 2: the id “1” already stands in row 1")


def test_ids_that_start_again_in_each_file_need_a_prefix():
    files = [table(name, f"id,transcript\n1,Doctor: {name}\n") for name in ("a.csv", "b.csv")]
    (problem,) = problems(read(*files))
    prefixed = read(*files, id_prefix="{file}-")

    assert "--id-prefix" in problem
    assert "a.csv, row 2" in problem
    assert [case.source_id for case in prefixed.cases] == ["a-1", "b-1"]
    assert prefixed.problems == ()


def test_a_case_answered_by_two_arms_is_one_case_with_two_items():
    rows = [{"id": 1, "arm": arm, "prompt": "a", "completion": arm} for arm in "xy"]
    drafts = read(lines("a.jsonl", *rows))

    assert [case.source_id for case in drafts.cases] == ["1"]
    assert [item.source_id for item in drafts.items] == ["1/x", "1/y"]


def test_arms_may_not_have_answered_different_prompts():
    rows = [{"id": 1, "arm": arm, "prompt": arm, "completion": "b"} for arm in "xy"]
    (problem,) = read(lines("a.jsonl", *rows)).problems

    assert (problem.row, problem.field) == (2, "prompt")


def test_a_later_row_fills_what_an_earlier_one_left_blank():
    first = {"id": 1, "arm": "x", **ASKED, "reference": ""}
    drafts = read(lines("a.jsonl", first, {**first, "arm": "y", "reference": "time"}))

    assert [case.reference for case in drafts.cases] == ["time"]


def test_no_two_items_share_a_name_even_when_a_file_is_called_like_an_arm():
    named = lines("a.jsonl", {"id": 1, "arm": "gpt", **ASKED})
    drafts = read(named, lines("gpt.jsonl", {"id": 1, **ASKED, "completion": "other"}))

    assert len(drafts.items) == 1
    assert len(drafts.problems) == 1


# Arms and conditions


def test_without_any_arm_the_file_gives_it_and_a_note_says_so():
    drafts = read(table("human notes.csv", "id,transcript\n1,Doctor: hi\n"))

    assert drafts.items[0].arm == "human notes"
    assert "it was named after the file: human notes" in notes(drafts)[0]


def test_an_arm_that_is_given_goes_before_the_file():
    drafts = read(table("visits.csv", "id,transcript\n1,Doctor: hi\n"), arm="human")

    assert (drafts.items[0].arm, drafts.notes) == ("human", ())


def test_one_row_without_an_arm_among_others_is_a_problem():
    drafts = read(table("a.csv", "id,arm,ask,answer\n1,x,a,b\n2,,c,d\n"))

    assert "--arm NAME" in problems(drafts)[0]
    assert [item.arm for item in drafts.items] == ["x"]


def test_the_default_condition_fills_blanks_only():
    file = table("a.csv", "id,arm,condition,ask,answer\n1,x,short,a,b\n2,x,,c,d\n")
    cases = read(file, default_condition="long").cases

    assert [case.condition for case in cases] == ["short", "long"]


def test_repeats_become_arms_of_one_case():
    rows = [{"id": "c", "epoch": n, "model": "m", **ASKED, "completion": str(n)} for n in (1, 2)]
    drafts = read(lines("log.jsonl", *rows))

    assert [(i.source_id, i.case_source_id, i.arm) for i in drafts.items] == [
        ("c/m", "c", "m"),
        ("c/m (epoch 2)", "c", "m (epoch 2)"),
    ]
    assert len(drafts.cases) == 1
    assert "“NAME (epoch 2)” and so on: 1." in notes(drafts)[0]


# Fields and failures


def test_a_named_field_that_no_row_has_is_a_problem_with_those_there_are():
    drafts = read_row(ASKED, field={"context": "vignete"})

    assert "no row of any file has a field “vignete”" in problems(drafts)[0]
    assert "prompt, completion" in problems(drafts)[0]


def test_nested_fields_are_reached_with_a_dot():
    row = {"content": {"facts": "58 years"}, **ASKED}

    assert read_row(row, field={"context": "content.facts"}).cases[0].context == "58 years"


def test_an_id_named_outright_goes_before_the_case():
    row = {"id": "row-1", "encounter_id": "e1", **ASKED}

    assert read_row(row).cases[0].source_id == "e1"
    assert read_row(row, field={"id": "id"}).cases[0].source_id == "row-1"


@pytest.mark.parametrize(
    "failure",
    [
        {"success": False, "error": {"message": "timed out"}},
        {"success": "false"},
        {"status": "error"},
        {"error": "rate limit"},
        {"completion": " "},
        {"completion": None},
    ],
)
def test_a_failed_output_is_a_problem_unless_it_is_skipped(failure):
    good = {"id": "c2", "arm": "gpt", **ASKED}
    file = lines("a.jsonl", {"id": "c1", "arm": "gpt", **ASKED, **failure}, good)
    skipped = read(file, skip_failed=True)

    assert "the output for “c1” failed" in problems(read(file))[0]
    assert ([case.source_id for case in skipped.cases], skipped.problems) == (["c2"], ())
    assert notes(skipped) == ["a.jsonl: failed outputs were left out (1): c1."]


@pytest.mark.parametrize(
    "fine", [{"success": True, "error": "none"}, {"status": "success"}, {"error": None}]
)
def test_an_output_that_went_well_is_kept(fine):
    assert read_row({**ASKED, **fine}).problems == ()


def test_answers_that_were_cut_off_are_noted():
    assert "marked as cut off (1): c1" in notes(read_row({**ASKED, "truncated": True}))[0]
