"""A protocol file is read, or refused with the line, what was expected and what to do."""

from contextlib import suppress
from decimal import Decimal
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from raters.design.protocol import (
    AllocationSpec,
    ArmSpec,
    EvaluationQuestion,
    FileOptions,
    ItemFiles,
    ItemsSpec,
    JudgeSpec,
    OrderSpec,
    PanelSpec,
    ProtocolRefused,
    ProtocolSpec,
    ReferenceSpec,
    ReliabilitySpec,
    ReviewerSpec,
    RubricChoice,
    StudySpec,
    mapping_from_protocol,
    protocol_from_mapping,
    protocol_from_yaml,
    protocol_to_yaml,
    rows_as_json_lines,
)
from rubrics.yaml_files import rubric_from_yaml

LIBRARY = Path(__file__).parents[3] / "rubrics" / "library"
GOOD = """\
protocol: 1
study: {name: pilot, title: Pilot, public_title: Reading}
reference: {role: none, from_arm: A}
arms:
- {name: A}
- {name: B}
rubric: {name: triage}
items:
  files:
  - {outputs: [a.jsonl], options: {arm: A}}
panel:
  strata: [novice, expert]
  reviewers:
  - {pseudonym: R01, stratum: expert}
  - {pseudonym: R02}
allocation: {kind: anchor_and_rotate, cap: 30, per_item: 2, anchors: [x, y]}
order: {repeats: 2, repeat_gap: 5}
reliability: {target: 0.7, width: 0.2, rater_share: 0.0}
"""
STEADY = settings(
    max_examples=60,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)


def faults_of(text: str) -> list[str]:
    with pytest.raises(ProtocolRefused) as refused:
        protocol_from_yaml(text, name="p.yaml")
    return [str(fault) for fault in refused.value.faults]


def test_the_least_file_has_a_name_and_two_titles():
    least = "protocol: 1\nstudy: {name: pilot, title: Pilot, public_title: Reading}\n"
    assert protocol_from_yaml(least, name="p.yaml") == ProtocolSpec(
        StudySpec("pilot", "Pilot", "Reading")
    )


def test_the_good_file_is_read():
    spec = protocol_from_yaml(GOOD, name="p.yaml")
    assert spec.allocation == AllocationSpec("anchor_and_rotate", 30, 2, ("x", "y"))
    assert spec.panel.reviewers == (ReviewerSpec("R01", "expert"), ReviewerSpec("R02"))
    assert spec.items.files == (ItemFiles(("a.jsonl",), "", FileOptions(arm="A")),)


def test_a_decimal_is_the_one_that_was_written():
    text = GOOD.replace("target: 0.7", "target: 0.700")
    assert str(protocol_from_yaml(text, name="p.yaml").reliability.target) == "0.700"


# One change to the good file, the line, and all that is then said.
BROKEN = {
    "another layout": (
        *("protocol: 1", "protocol: 2", 1),
        "protocol: must be 1, the version of this layout",
    ),
    "unknown key": (
        *("order: {repeats", "order: {repeat_gab: 5, repeats", 17),
        "order.repeat_gab: there is no such key here; did you mean repeat_gap?",
    ),
    "a key like none": (
        *("reference: {role: none", "reference: {xyz: 1, role: none", 3),
        "reference.xyz: there is no such key here; the keys are from_arm, role, who",
    ),
    "missing key": (", title: Pilot", "", 2, "study: title is missing"),
    "name that is no slug": (
        *("name: pilot", "name: my pilot", 2),
        "study.name: is a short name of letters, digits, - and _, such as abbreviations-2026",
    ),
    "number for a text": (
        *("title: Pilot", "title: 2026", 2),
        "study.title: must be text; put it in quotes",
    ),
    "nothing where a value belongs": (
        *("cap: 30", "cap: ", 16),
        "allocation.cap: must be a whole number; leave the key out where nothing is decided",
    ),
    "not among the choices": (
        *("role: none", "role: gold", 3),
        "reference.role: must be one of ground_truth, comparison_arm, both, none",
    ),
    "arm listed twice": (
        *("name: B", "name: A", 4),
        "arms: the arm A is listed twice; every arm has a name of its own",
    ),
    "unknown arm of the reference": (
        *("from_arm: A", "from_arm: C", 3),
        "reference.from_arm: there is no arm C; list it under arms, or name another",
    ),
    "unknown arm of a file": (
        *("options: {arm: A}", "options: {arm: C}", 10),
        "items.files[1].options.arm: there is no arm C; list it under arms, or name another",
    ),
    "two rubrics": (
        *("{name: triage}", "{name: triage, file: r.yaml}", 7),
        "rubric: name one rubric: by name, by file, or as a document",
    ),
    "version of a file": (
        *("{name: triage}", "{file: r.yaml, version: 2}", 7),
        "rubric.version: a version goes with a name; a file or document has its own",
    ),
    "fault inside the rubric": (
        *("{name: triage}", "{document: {name: r, title: R, questions: []}}", 7),
        "rubric.document.questions: a rubric asks at least one question",
    ),
    "stratum twice": (
        *("[novice, expert]", "[expert, expert]", 12),
        "panel.strata: the stratum expert is listed twice; leave one out",
    ),
    "pseudonym twice": (
        *("pseudonym: R02", "pseudonym: R01", 13),
        "panel.reviewers: the pseudonym R01 is given twice; choose another",
    ),
    "reviewers and their count": (
        *("  strata:", "  count: 2\n  strata:", 12),
        "panel.count: give either the reviewers or their count, not both",
    ),
    "anchor twice": (
        *("[x, y]", "[x, x]", 16),
        "allocation.anchors: the item x is listed twice; leave one out",
    ),
    "no cap": ("cap: 30", "cap: 0", 16, "allocation.cap: must be 1 or more"),
    "gap without repeats": (
        *("repeats: 2, ", "", 17),
        "order.repeat_gap: a gap goes with repeats; give their number or leave the gap out",
    ),
    "target of one": (
        *("target: 0.7", "target: 1", 18),
        "reliability.target: must lie between 0 and 1, such as 0.7",
    ),
    "no width": (
        *("width: 0.2", "width: 0", 18),
        "reliability.width: must be more than 0 and at most 1, such as 0.8",
    ),
    "all variance between reviewers": (
        *("rater_share: 0.0", "rater_share: 1.0", 18),
        "reliability.rater_share: must be 0 or more and less than 1, such as 0.05",
    ),
    "four decimals": (
        *("target: 0.7", "target: 0.7001", 18),
        "reliability.target: has at most three decimals; round it",
    ),
    "infinity": ("target: 0.7", "target: .inf", 18, "this value cannot be read (float)"),
    "number of a thousand digits": (
        *("target: 0.7", "target: 1.0e+999999999", 18),
        "this value cannot be read (float)",
    ),
    "key that sorts differently": (
        *("options: {arm: A}", "options: {roles: {😀: user}}", 10),
        "items.files[1].options.roles: a key holds an emoji or a rare character; rename it",
    ),
    "half a character": (
        *("title: Pilot", r'title: "\ud800"', 2),
        "study.title: holds a character that cannot be stored",
    ),
    "reference": (
        *("title: Pilot", "title: *other", 2),
        "protocol: references (*name) are not used in protocol files",
    ),
    "key twice": ("kind: anchor", "cap: 1, kind: anchor", 16, "allocation: cap stands here twice"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_wrong_is_told_with_its_line(name):
    old, new, line, said = BROKEN[name]
    assert old in GOOD
    (fault,) = faults_of(GOOD.replace(old, new, 1))
    assert fault.startswith(f"p.yaml, line {line}, ")
    assert fault.endswith(said)


@pytest.mark.parametrize("path", ["/etc/passwd", "../a.jsonl", "b/../../a.jsonl", r"c:\a.jsonl"])
def test_no_path_leads_away_from_the_protocol_file(path):
    (fault,) = faults_of(GOOD.replace("[a.jsonl]", f"['{path}']"))
    assert "items.files[1].outputs[1]: a path begins at the protocol file" in fault


@pytest.mark.parametrize(
    ("old", "new"),
    [("stratum: expert", "stratum: senior"), ("per_item: 2", "per_item: 3"), ("[x, y]", "31")],
)
def test_a_draft_that_cannot_be_carried_out_yet_is_read(old, new):
    assert old in GOOD
    spec = protocol_from_yaml(GOOD.replace(old, new, 1), name="p.yaml")
    assert spec.study.name == "pilot"


def test_an_llm_judge_is_named_with_its_kind():
    text = GOOD.replace("pseudonym: R01,", "pseudonym: R01, kind: llm_judge,")
    spec = protocol_from_yaml(text, name="p.yaml")
    assert [each.kind for each in spec.panel.reviewers] == ["llm_judge", "human"]


def test_all_faults_are_told_in_the_order_of_their_lines():
    text = GOOD.replace("target: 0.7", "target: 7").replace("from_arm: A", "from_arm: C")
    assert [fault.split(", ")[1] for fault in faults_of(text)] == ["line 3", "line 18"]


def test_a_file_that_holds_no_mapping_is_refused():
    assert faults_of("just words\n") == ["p.yaml, line 1, protocol: must be a mapping"]


def test_without_a_list_of_arms_an_import_may_bring_them():
    text = GOOD.replace("arms:\n- {name: A}\n- {name: B}\n", "")
    assert protocol_from_yaml(text, name="p.yaml").items.files[0].options.arm == "A"


def test_a_transcript_is_kept_to_the_last_blank():
    rows = ({"id": "a", "messages": [{"role": "user", "content": " two\n\n  lines \n"}]},)
    spec = ProtocolSpec(StudySpec("n", "T", "P"), items=ItemsSpec(rows=rows))
    assert protocol_from_yaml(protocol_to_yaml(spec), name="p.yaml").items.rows == rows


def test_rows_become_the_file_that_an_import_reads():
    rows = ({"id": "病", "points": Decimal("0.5")}, {"id": "b"})
    assert rows_as_json_lines(rows) == '{"id": "病", "points": 0.5}\n{"id": "b"}\n'


def test_long_texts_are_blocks_and_chinese_stays_readable():
    question = EvaluationQuestion(asks="A long line, many words. " * 5 + "End.", claim="缩写的处理")
    text = protocol_to_yaml(ProtocolSpec(StudySpec("n", "T", "P"), question=question))
    assert "  asks: >-\n    A long line" in text
    assert "  claim: 缩写的处理\n" in text


def test_a_gap_without_repeats_is_not_written():
    spec = ProtocolSpec(StudySpec("n", "T", "P"), order=OrderSpec(repeat_gap=20))
    assert "order" not in mapping_from_protocol(spec)


def test_runs_that_are_not_bounded_are_written_as_null():
    spec = ProtocolSpec(StudySpec("n", "T", "P"), order=OrderSpec(longest_run=None))
    assert "longest_run: null" in protocol_to_yaml(spec)
    assert protocol_from_yaml(protocol_to_yaml(spec), name="p.yaml") == spec


@pytest.mark.parametrize("path", sorted(LIBRARY.glob("*.yaml")), ids=lambda path: path.stem)
def test_a_whole_rubric_comes_back_equal(path):
    rubric = rubric_from_yaml(path.read_text(encoding="utf-8"))
    spec = ProtocolSpec(StudySpec("n", "T", "P"), rubric=RubricChoice(document=rubric))
    assert protocol_from_yaml(protocol_to_yaml(spec), name="p.yaml") == spec


def is_stored(text: str) -> bool:
    return text == text.strip() and "\0" not in text


ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=120)
FOLDED = st.text("ab \n#:-", max_size=300).map(str.strip)
WORDS = ANY_TEXT.filter(is_stored) | FOLDED
NAMES = st.text("abc -é病", min_size=1, max_size=10).filter(lambda t: t == t.strip() != "")
SHARES = st.none() | st.integers(1, 999).map(lambda n: Decimal(n) / 1000)
KEYS = st.text(st.characters(max_codepoint=0xFFFF, exclude_categories=["Cs", "Cc"]), max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | ANY_TEXT.filter(lambda t: "\0" not in t) | SHARES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)


@st.composite
def protocols(draw):
    arms = draw(st.lists(NAMES, unique=True, max_size=3))
    strata = draw(st.lists(NAMES, unique=True, max_size=3))
    chosen = st.sampled_from(["", *strata])
    pseudonyms = draw(st.lists(NAMES, unique=True, max_size=4))
    options = st.builds(FileOptions, arm=st.sampled_from(["", *arms]), skip_failed=st.booleans())
    files = st.builds(ItemFiles, st.just(("a/b.jsonl",)), options=options)
    repeats, seed = draw(st.integers(0, 3)), draw(st.none() | st.integers(0, 2**53 - 1))
    return ProtocolSpec(
        study=StudySpec("n", draw(NAMES), draw(NAMES), draw(WORDS), seed),
        question=draw(st.builds(EvaluationQuestion, WORDS, WORDS, WORDS, st.just("case"))),
        reference=ReferenceSpec("both", draw(WORDS), draw(st.sampled_from(["", *arms]))),
        arms=tuple(ArmSpec(name, "system", draw(WORDS)) for name in arms),
        rubric=draw(st.none() | st.builds(RubricChoice, NAMES, st.none() | st.integers(1, 9))),
        items=ItemsSpec(
            tuple(draw(st.lists(files, max_size=2))),
            tuple(draw(st.lists(st.dictionaries(KEYS, VALUES, max_size=4), max_size=3))),
        ),
        panel=PanelSpec(
            strata=tuple(strata),
            consent=draw(WORDS),
            reviewers=tuple(ReviewerSpec(each, draw(chosen)) for each in pseudonyms),
        ),
        allocation=AllocationSpec(
            cap=draw(st.none() | st.integers(5, 90)),
            anchors=draw(st.integers(0, 5) | st.lists(NAMES, unique=True, max_size=4).map(tuple)),
        ),
        order=OrderSpec(2, repeats, draw(st.integers(0, 9)) if repeats else 10),
        reliability=ReliabilitySpec("icc_2_1", draw(SHARES), draw(WORDS), draw(SHARES)),
        judge=draw(st.builds(JudgeSpec, st.sampled_from(["human", "llm"]), WORDS, WORDS)),
    )


@STEADY
@given(protocols())
def test_what_is_written_is_read_back_equal(spec):
    assert protocol_from_yaml(protocol_to_yaml(spec), name="p.yaml") == spec


@STEADY
@given(protocols())
def test_the_mapping_is_read_back_equal(spec):
    assert protocol_from_mapping(mapping_from_protocol(spec)) == spec


def places(node, path=()):
    children = node.items() if isinstance(node, dict) else ()
    children = enumerate(node) if isinstance(node, list) else children
    for step, child in children:
        yield (*path, step)
        yield from places(child, (*path, step))


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.decimals(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=5) | st.integers(), inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(STEADY, max_examples=300)
@given(st.sampled_from(sorted(places(yaml.safe_load(GOOD)), key=str)), ANYTHING)
def test_a_good_protocol_with_any_value_in_any_place_is_read_or_refused(path, value):
    document = yaml.safe_load(GOOD)
    node = document
    for step in path[:-1]:
        node = node[step]
    node[path[-1]] = value
    with suppress(ProtocolRefused):
        protocol_to_yaml(protocol_from_mapping(document))
