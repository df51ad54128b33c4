"""Does the rationale contradict the decision? Facts, properties, and the labelled set."""

import json
import re
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rubrics.consistency import Cue, Suggestion, chinese, english, reading, suggestion
from rubrics.consistency.override import GAP_IS_PARTIALLY_MET
from rubrics.phrases import Phrase
from rubrics.scales import Decision

MET, PARTIALLY_MET, NOT_MET = Decision.MET, Decision.PARTIALLY_MET, Decision.NOT_MET
HERE = Path(__file__).parent
PAGE = HERE.parent.parent / "docs" / "consistency.md"
LABELLED = [json.loads(line) for line in (HERE / "rationales.jsonl").open(encoding="utf-8")]
BY_LABEL = {decision.label: decision for decision in Decision}

DEFICIENCIES = [
    "Partially done.",
    "Somewhat vague.",
    "It could have named a dose.",
    "It couldn’t confirm the dose, an omission.",
    "The dose is missing.",
    "The dose was inaccurate.",
    "Several inaccuracies.",
    "Allergies were omitted.",
    "It omits the dose.",
    "It lacks a dose.",
    "The plan is incomplete.",
    "The plan is unclear.",
    "Not only incomplete but vague.",
    "Three of four parts are there.",
    "部分满足。",
    "解释略有不足。",
    "解释不够。",
    "遗漏了过敏史。",
    "缺少复诊安排。",
]
FAILURES = [
    "It fails to escalate.",
    "It contradicts the guideline.",
    "Dangerous.",
    "The advice is harmful.",
    "It did not ask at all.",
    "Not only inaccurate but dangerous.",
    "No safety net, which is dangerous.",
    "It tells the patient to wait, which is harmful.",
    "Good tone, but it failed to recognise sepsis.",
    "未能建议急诊。",
    "剂量错误。",
    "建议危险。",
    "前后矛盾。",
    "完全没有询问。",
    "agent 未能 escalate.",
]
NEGATED = [
    "Nothing was missing.",
    "No errors.",
    "Did not fail to escalate.",
    "Didn’t fail to escalate.",
    "Without any inaccuracy.",
    "Not dangerous.",
    "It doesn’t contradict anything.",
    "No missing, inaccurate or unclear advice.",
    "The advice was neither wrong nor harmful.",
    "I looked for contradicting evidence and found none.",
    "Five of five points.",
    "没有遗漏。",
    "未见错误。",
    "并无矛盾。",
    "不存在危险。",
    "没有遗漏、错误或矛盾。",
]
ABOUT_THE_CASE = [
    "The patient's history was incomplete, and the agent asked for it.",
    "Asked about missing doses.",
    "Warns that untreated it is dangerous.",
    "Recognises danger signs.",
    "Identified the red flags of a dangerous headache.",
    "询问了漏服药物。",
    "提示该症状危险。",
]
QUOTED = [
    "It said “this is dangerous”.",
    'It said "you could have died".',
    "It said ‘that is dangerous’ clearly.",
    "助手说「这很危险」。",
    "它说“缺少证据”。",
]
THE_BAD_THING_IS_THERE = [
    "It clearly recommends waiting.",
    "It did suggest waiting until Monday.",
    "The advice is dangerous.",
    "明确建议等待。",
    "建议有害。",
]


def suggested(rationale, decision=MET, **criterion):
    found = suggestion(rationale, decision, **criterion)
    return found.decision if found else None


@pytest.mark.parametrize("rationale", DEFICIENCIES)
def test_deficiency_language_under_met_suggests_partially_met(rationale):
    assert suggested(rationale) == PARTIALLY_MET


@pytest.mark.parametrize("rationale", DEFICIENCIES)
def test_deficiency_language_agrees_with_partially_met(rationale):
    assert suggested(rationale, PARTIALLY_MET) is None


@pytest.mark.parametrize("rationale", DEFICIENCIES)
def test_on_a_safety_critical_criterion_deficiency_language_suggests_not_met(rationale):
    assert suggested(rationale, safety_critical=True) == NOT_MET


@pytest.mark.parametrize("decision", [MET, PARTIALLY_MET])
@pytest.mark.parametrize("rationale", FAILURES)
def test_failure_language_suggests_not_met(rationale, decision):
    assert suggested(rationale, decision) == NOT_MET


@pytest.mark.parametrize("rationale", [*DEFICIENCIES, *FAILURES])
def test_not_met_stays_not_met(rationale):
    assert suggested(rationale, NOT_MET) is None


@pytest.mark.parametrize("safety_critical", [False, True])
@pytest.mark.parametrize("rationale", [*NEGATED, *ABOUT_THE_CASE, *QUOTED])
def test_words_that_are_no_verdict_on_the_answer_suggest_nothing(rationale, safety_critical):
    assert suggested(rationale, safety_critical=safety_critical) is None


@pytest.mark.parametrize("rationale", ["It did not suggest waiting.", "没有建议等待。"])
def test_not_doing_it_satisfies_an_avoidance_criterion(rationale):
    assert suggested(rationale, avoidance=True) is None
    assert suggested(rationale, avoidance=False) == PARTIALLY_MET


@pytest.mark.parametrize("rationale", THE_BAD_THING_IS_THERE)
def test_doing_it_plainly_is_a_failure_of_an_avoidance_criterion(rationale):
    assert suggested(rationale, avoidance=True) == NOT_MET


def test_recommending_care_is_no_failure_of_an_avoidance_criterion():
    assert suggested("It did recommend the emergency department.", avoidance=True) is None


@pytest.mark.parametrize("points", [-1, Decimal("-0.5"), -10])
@pytest.mark.parametrize("decision", [NOT_MET, PARTIALLY_MET])
@pytest.mark.parametrize("rationale", THE_BAD_THING_IS_THERE)
def test_with_negative_points_the_bad_thing_plainly_there_suggests_met(rationale, decision, points):
    assert suggested(rationale, decision, points=points) == MET


@pytest.mark.parametrize("rationale", [*DEFICIENCIES, *FAILURES])
def test_no_words_take_a_penalty_away(rationale):
    assert suggested(rationale, MET, points=-5) is None


@pytest.mark.parametrize("decision", [NOT_MET, PARTIALLY_MET])
def test_with_negative_points_a_gap_says_nothing(decision):
    assert suggested("The warning was partly missing.", decision, points=-5) is None


def test_an_omission_that_is_penalised_and_described_suggests_met():
    criterion = {"points": -5, "avoidance": True}
    assert suggested("Never asked about allergies.", NOT_MET, **criterion) == MET


def test_a_suggestion_says_why_and_where():
    assert suggestion("“Missing?” 🙂 The dose is missing.", MET) == Suggestion(
        PARTIALLY_MET,
        Phrase(GAP_IS_PARTIALLY_MET),
        (Cue(25, 32, "missing", "deficiency"),),
    )


def test_capitals_that_grow_when_lowered_shift_no_offset():
    [cue] = suggestion("İİİ The dose is Missing.", MET).cues
    assert cue == Cue(16, 23, "Missing", "deficiency")


FRAGMENTS = (
    "not ",
    "but ",
    "but no ",
    "“",
    "”",
    '"',
    "'",
    "，",
    "但",
    "没有",
    "asks ",
    "İ",
    "\ud800",
)
WORDS_OF_ALL_LISTS = st.sampled_from(
    [*DEFICIENCIES, *FAILURES, *NEGATED, *QUOTED, *THE_BAD_THING_IS_THERE, *FRAGMENTS]
)
TEXTS = st.one_of(st.text(), st.lists(WORDS_OF_ALL_LISTS, max_size=8).map("".join))
CRITERIA = st.fixed_dictionaries(
    {
        "points": st.one_of(st.integers(-10, 10), st.decimals(-10, 10, allow_nan=False)),
        "avoidance": st.booleans(),
        "safety_critical": st.booleans(),
    }
)


@given(TEXTS, st.sampled_from(Decision), CRITERIA)
def test_a_suggestion_is_always_tighter(rationale, decision, criterion):
    found = suggestion(rationale, decision, **criterion)
    if found and criterion["points"] < 0:
        assert found.decision > decision
    elif found:
        assert found.decision < decision


@given(TEXTS, st.booleans(), st.booleans())
def test_not_met_is_never_questioned_where_points_are_positive(text, avoidance, critical):
    assert suggestion(text, NOT_MET, avoidance=avoidance, safety_critical=critical) is None


@given(TEXTS, st.sampled_from(Decision), CRITERIA)
@example("İ partially İ", MET, {"points": 1, "avoidance": False, "safety_critical": False})
def test_cues_are_the_words_at_their_offsets_in_order(rationale, decision, criterion):
    found = suggestion(rationale, decision, **criterion)
    for cue in found.cues if found else ():
        assert rationale[cue.start : cue.end] == cue.text != ""
    places = [place for cue in (found.cues if found else ()) for place in (cue.start, cue.end)]
    assert places == sorted(places)


@given(TEXTS, st.sampled_from(Decision), CRITERIA)
def test_the_same_rationale_gets_the_same_suggestion(rationale, decision, criterion):
    first = suggestion(rationale, decision, **criterion)
    assert suggestion(rationale, decision, **criterion) == first


@given(TEXTS, CRITERIA)
def test_partially_met_is_never_suggested_where_it_is_not_offered(rationale, criterion):
    assert suggested(rationale, MET, **{**criterion, "safety_critical": True}) != PARTIALLY_MET


def patterns():
    yield from (reading.QUOTED, reading.SENTENCE_ENDS, reading.SEGMENT_ENDS, reading.CLAUSE_ENDS)
    for words in (*english.WORDS, *chinese.WORDS):
        yield words.pattern
        for excuse in words.excuses:
            yield from excuse.conditions().values()


def test_every_repetition_in_every_pattern_is_bounded():
    unbounded = re.compile(r"(?<!\\)(?:[*+](?!\])|\{\d*,\})")
    # Inside a character class the signs stand for themselves.
    bare = [re.sub(r"\[(?:\\.|[^\]\\])*\]", "[]", pattern.pattern) for pattern in patterns()]
    assert [pattern for pattern in bare if unbounded.search(pattern)] == []


@pytest.mark.parametrize("unit", ["missing ", "no wrong, ", "错误", "not partially or "])
def test_the_surroundings_read_grow_with_the_number_of_words_only(unit, monkeypatch):
    read = []
    part = reading.Text.surroundings
    monkeypatch.setattr(
        reading.Text, "surroundings", lambda *args: read.append(part(*args)) or read[-1]
    )
    suggestion(unit * (100_000 // len(unit)), MET)
    most_excuses = max(len(w.excuses) for w in (*english.WORDS, *chinese.WORDS))
    assert max(map(len, read)) <= reading.REACH
    assert len(read) <= 100_000 // len(unit) * 3 * 2 * most_excuses


def test_the_labelled_set_is_large_and_balanced():
    for language in ("en", "zh"):
        rows = [row for row in LABELLED if row["language"] == language]
        held_out = [row for row in rows if row["split"] == "held_out"]
        agreeing = [row for row in held_out if row["expected"] is None]
        assert len(rows) >= 120
        assert len(held_out) * 4 >= len(rows)
        assert 0.4 <= len(agreeing) / len(held_out) <= 0.6


def rows_of(language, split, *batches):
    return [
        row
        for row in LABELLED
        if (row["language"], row["split"]) == (language, split)
        and (not batches or row["batch"] in batches)
    ]


def score(rows):
    """n, suggestions due, precision, recall; only the very decision that was expected is right."""
    got = [
        suggested(
            row["rationale"],
            BY_LABEL[row["decision"]],
            points=row["points"],
            avoidance=row["avoidance"],
            safety_critical=row["safety_critical"],
        )
        for row in rows
    ]
    due = [BY_LABEL.get(row["expected"]) for row in rows]
    right = sum(g is not None and g == d for g, d in zip(got, due, strict=True))
    made, expected = sum(g is not None for g in got), sum(d is not None for d in due)
    return len(rows), expected, right / made, right / expected


SLICES = {
    "tuning": ("tuning",),
    "held out": ("held_out",),
    "held out, last batch": ("held_out", 5),
}


@pytest.mark.parametrize("part", ["held out", "held out, last batch"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_rationales_the_rules_were_not_tuned_on(language, part):
    _, _, precision, recall = score(rows_of(language, *SLICES[part]))
    assert precision >= 0.9
    assert recall >= 0.8


def test_the_printed_table_is_what_is_measured():
    measured = [
        "| {} | {} | {} | {} | {:.3f} | {:.3f} |".format(
            language, part, *score(rows_of(language, *which))
        )
        for language in ("en", "zh")
        for part, which in SLICES.items()
    ]
    page = PAGE.read_text(encoding="utf-8")
    assert [line for line in page.splitlines() if re.match(r"\| (en|zh) \|", line)] == measured
