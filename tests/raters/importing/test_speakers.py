import pytest
from hypothesis import given
from hypothesis import strategies as st

from raters.importing.speakers import TurnDraft, role_of, split_transcript
from tests.raters.importing.files import steady


def turns(text, **options):
    return [(turn.role, turn.text) for turn in split_transcript(text, **options).turns]


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("Human", "user"),
        ("prompter ", "user"),
        ("GPT", "assistant"),
        (" Chatbot", "assistant"),
        ("developer", "system"),
        ("function", "tool"),
        ("PHYSICIAN", "clinician"),
        ("医生：", "clinician"),
        ("大夫", "clinician"),
        ("患者", "patient"),
        ("patient_guest", "guest"),
        ("Guest_family", "guest"),
        ("家属", "guest"),
        ("Parent", "caregiver"),
        ("护士", "nurse"),
        ("surgeon", None),
        ("", None),
    ],
)
def test_known_speakers_have_canonical_roles(name, role):
    assert role_of(name) == role


def test_the_callers_roles_go_before_the_table():
    roles = {"user": "clinician", "Assistant": "Patient", "surgeon": "doctor"}

    assert [role_of(name, roles) for name in ("User", "assistant", "Surgeon", "nurse")] == [
        "clinician",
        "patient",
        "clinician",
        "nurse",
    ]


def test_bracketed_tags_are_split():
    assert turns("[doctor] hi , brian .\n[patient_guest] hi\n[DOCTOR] ok") == [
        ("clinician", "hi , brian ."),
        ("guest", "hi"),
        ("clinician", "ok"),
    ]


@pytest.mark.parametrize(
    "tag", ["Doctor:", "DOCTOR :", " doctor:", "Doctor：", "医生：", "**Doctor:**", "**Doctor**:"]
)
def test_named_lines_are_split_in_every_spelling(tag):
    assert turns(f"{tag} hello\nPatient: hi") == [("clinician", "hello"), ("patient", "hi")]


@pytest.mark.parametrize(
    "line", ["Safety: call 999", "Sleep: poor", "Note: x", "- Patient: rest", "12:30 pill"]
)
def test_a_line_starting_safety_is_not_a_speaker(line):
    assert turns(f"Assistant: plan\n{line}\nUser: ok") == [
        ("assistant", f"plan\n{line}"),
        ("user", "ok"),
    ]


def test_lines_that_look_like_a_speaker_are_told():
    assert split_transcript("Doctor: a\nSafety: b\nSafety: c").passed_over == ("Safety", "Safety")


@pytest.mark.parametrize("heading", ["Family", "Function", "System", "Tool"])
def test_a_heading_of_a_note_is_a_speaker_only_when_the_caller_says_so(heading):
    text = f"Doctor: findings\n{heading}: normal"

    assert len(turns(text)) == 1
    assert turns(text, roles={heading: "tool"})[1] == ("tool", "normal")


def test_a_speaker_within_a_line_does_not_split_it():
    assert turns("Patient: No. Doctor: Any pain?") == [("patient", "No. Doctor: Any pain?")]


def test_continuation_lines_keep_their_blanks():
    assert turns("Doctor: take\n\n  1. this\n  2. that\n") == [
        ("clinician", "take\n\n  1. this\n  2. that")
    ]


def test_the_same_speaker_may_speak_twice_running():
    assert turns("Doctor: a\nDoctor: b") == [("clinician", "a"), ("clinician", "b")]


def test_text_before_the_first_speaker_is_a_problem():
    (complaint,) = split_transcript("Visit of May\nDoctor: hi").complaints

    assert "no speaker is named for: “Visit of May”" in str(complaint)


def test_blank_lines_before_the_first_speaker_are_none():
    assert split_transcript("\n \nDoctor: hi").complaints == ()


def test_a_text_without_any_speaker_is_a_problem():
    (complaint,) = split_transcript("We talked.").complaints

    assert "no line of the transcript starts with a known speaker" in str(complaint)


def test_an_unknown_bracketed_speaker_is_a_problem_with_the_option_that_adds_it():
    (complaint,) = split_transcript("[doctor] hi\n[surgeon] hello\n[surgeon] so").complaints

    assert "who “surgeon” is (lines: 2)" in str(complaint)
    assert "--role “surgeon=ROLE”" in str(complaint)
    assert turns("[doctor] hi\n[surgeon] so", roles={"surgeon": "clinician"})[1][1] == "so"


@pytest.mark.parametrize("line", ["[laughs] yes", "[pause]", "[NAME] was here", "[1] a source"])
def test_remarks_in_brackets_are_not_speakers(line):
    split = split_transcript(f"[doctor] hi\n{line}")

    assert split.complaints == ()
    assert split.turns == (TurnDraft("clinician", f"hi\n{line}"),)


def test_a_bracket_in_a_transcript_with_named_lines_is_a_remark():
    assert split_transcript("Doctor: hi\n[whispering] there").complaints == ()


def test_turns_without_text_are_counted():
    split = split_transcript("Doctor:\nPatient: hi")

    assert (split.blank_turns, split.turns) == (1, (TurnDraft("patient", "hi"),))


LINES = st.lists(
    st.tuples(
        st.sampled_from(["", "Doctor: ", "[patient] ", "Safety: ", "医生：", "  "]),
        st.text(
            st.characters(exclude_characters="\n\r:\uff1a[]【】", exclude_categories=["Cs"]),
            max_size=20,
        ),
    ),
    min_size=1,
)


@steady
@given(LINES)
def test_splitting_then_joining_keeps_every_line(lines):
    text = "Doctor: start\n" + "\n".join(tag + said for tag, said in lines)
    joined = "\n".join(turn.text for turn in split_transcript(text).turns)

    position = 0
    for _, said in lines:
        position = joined.find(said.strip(), position)
        assert position >= 0 or not said.strip(), said
        position = max(position, 0)
