"""Every figure of a paragraph is a value of the report; what has no value is said to have none."""

import ast
import json
import re
from dataclasses import replace
from pathlib import Path
from string import Formatter

import pytest

from raters import reliability
from raters.exporting.json_report import report_values
from raters.exporting.prose import paragraphs
from raters.exporting.prose.chinese import CHINESE
from raters.exporting.prose.english import ENGLISH
from raters.exporting.prose.methods import INTERVALS
from raters.exporting.prose.reasons import BEGINNINGS
from raters.models import Control, Design
from tests.raters.exporting.reports import (
    ODD,
    a_bundle,
    a_question,
    a_report,
    every_score_alike,
    odd,
    withheld,
)

RELIABILITY = Path(reliability.__file__).parent
FIGURE = re.compile(r"\d+(?:\.\d+)*")


def value_at(values: dict, pointer: str):
    """What a JSON pointer leads to; a list of people is counted."""
    found = values
    for step in pointer.removesuffix("[human]").strip("/").split("/"):
        found = found[int(step)] if isinstance(found, list) else found[step]
    if pointer.endswith("[human]"):
        return sum(row["kind"] == "human" for row in found)
    return len(found) if pointer == "/protocol/amendments" else found


def as_written(value, text: str) -> set[str]:
    """The ways in which a paragraph may write this value."""
    if isinstance(value, str | list):
        return set(FIGURE.findall(json.dumps(value)))
    percent = f"{100 * value:.0f}"
    return {percent} if "%" in text else {str(value), f"{abs(value):.3f}"}


@pytest.mark.parametrize("name", ODD)
def test_words_without_a_source_hold_no_figure(name):
    fragments = [part for one in paragraphs(odd(name)) for part in one.fragments]
    bare = [part.text.replace("SHA-256", "") for part in fragments if not part.source]
    assert [text for text in bare if re.search(r"\d", text)] == []


@pytest.mark.parametrize("name", ODD)
def test_every_figure_is_the_value_its_source_points_to(name):
    values = report_values(a_bundle(odd(name)))
    wrong = [
        (part, value)
        for one in paragraphs(odd(name))
        for part in one.fragments
        if part.source
        for value in [value_at(values, part.source)]
        if not set(FIGURE.findall(part.text)) <= as_written(value, part.text)
    ]
    assert wrong == []


@pytest.mark.parametrize("name", ODD)
def test_both_languages_say_the_same_sentences_with_the_same_figures(name):
    english_methods, english_results, *chinese = paragraphs(odd(name))
    for english, other in zip((english_methods, english_results), chinese, strict=True):
        sources = [sorted(f.source for f in one.fragments if f.source) for one in (english, other)]
        assert sources[0] == sources[1]


def test_both_languages_have_words_for_the_same_sentences_and_things():
    assert ENGLISH.texts.keys() == CHINESE.texts.keys()
    assert ENGLISH.words.keys() == CHINESE.words.keys()


@pytest.mark.parametrize("key", ENGLISH.texts)
def test_a_sentence_has_the_same_slots_in_both_languages(key):
    def slots(text: str) -> set[str | None]:
        return {name for _words, name, _format, _conversion in Formatter().parse(text)} - {None}

    assert slots(ENGLISH.texts[key]) == slots(CHINESE.texts[key])


def test_every_statistic_flavour_reason_and_method_has_its_words():
    needed = {f"form {key}" for key in Design.Statistic.values} | set(Design.Statistic.values)
    needed |= {f"flavour {key}" for key in Control.Flavour.values} | set(BEGINNINGS.values())
    assert needed - ENGLISH.words.keys() == set()
    assert set(INTERVALS.values()) - ENGLISH.texts.keys() == set()


def test_a_value_that_cannot_be_had_is_said_and_never_a_number():
    report = a_report(questions=(a_question(given=every_score_alike()),), behaviour=None)
    _methods, english, _verfahren, chinese = paragraphs(report)
    assert "ICC(2,1) was not estimable (24 items" in english.text
    assert "every score is the same" in english.text
    assert "无法估计" in chinese.text
    assert "所有评分均相同" in chinese.text


def test_no_interval_is_told_where_the_page_shows_none():
    english = paragraphs(odd("few items"))[1]
    assert "without an interval: there are too few independent items" in english.text
    assert "CI" not in english.text


def test_while_reliability_is_withheld_the_results_hold_none():
    english, chinese = paragraphs(withheld())[1], paragraphs(withheld())[3]
    assert "ICC" not in english.text + chinese.text
    assert "Reliability is not reported before the round is closed" in english.text


def test_the_chinese_text_uses_the_terms_of_the_field():
    text = "".join(one.text for one in paragraphs(a_report()) if one.language == "zh-Hans")
    terms = ("组内相关系数", "双因素随机效应", "绝对一致性", "95%置信区间", "Wilson区间")
    assert [term for term in terms if term not in text] == []


def test_a_rehearsal_says_first_that_it_is_no_evidence():
    results = [one.text for one in paragraphs(odd("rehearsal")) if one.about == "results"]
    assert results[0].startswith("This was a rehearsal")
    assert results[1].startswith("本研究为演练")


def test_a_target_that_the_interval_includes_is_not_called_met():
    question = a_question(target=0.75)
    found = paragraphs(replace(a_report(), questions=(question,)))[1].text
    assert "is not settled: the interval includes it" in found
    assert "was met" not in found


def test_an_estimate_is_called_by_its_own_name_where_the_named_statistic_has_no_form():
    question = a_question(statistic="icc_2_1")
    finding = replace(question.finding, statistic="kappa_weighted")
    report = a_report(questions=(replace(question, finding=finding),))
    assert "“Accuracy”, ICC(2,1) was" in paragraphs(report)[1].text


def test_a_grade_is_called_so_in_both_languages():
    _, english, _, chinese = paragraphs(odd("grade"))
    assert "“grade of Part 2”" in english.text
    assert "“Part 2的等级”" in chinese.text


@pytest.mark.parametrize("name", ODD)
def test_where_there_are_intervals_the_methods_say_how_they_were_computed(name):
    english_methods, english_results, *_ = paragraphs(odd(name))
    assert (" CI " in english_results.text) <= ("confidence interval" in english_methods.text)


def sentences_of_the_statistics() -> list[str]:
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in RELIABILITY.rglob("*.py"))
    constants = (
        node.value for t in trees for node in ast.walk(t) if isinstance(node, ast.Constant)
    )
    return [value for value in constants if isinstance(value, str)]


def test_every_reason_and_method_that_has_words_is_one_the_statistics_give():
    given = sentences_of_the_statistics()
    assert [start for start in BEGINNINGS if not any(g.startswith(start) for g in given)] == []
    assert [method for method in INTERVALS if method not in given] == []
