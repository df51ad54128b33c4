import subprocess
import sys

from raters.importing.problems import Complaints, ImportRefused, Problem
from rubrics.phrases import Phrase


def test_a_problem_reads_as_file_row_field_and_advice():
    problem = Problem("chats.jsonl", 3, "messages", Phrase("expected a list."))

    assert str(problem) == "chats.jsonl, row 3, field messages: expected a list."


def test_a_problem_of_the_whole_file_names_no_row():
    assert str(Problem("a.csv", None, None, Phrase("it is empty."))) == "a.csv: it is empty."


def test_place_and_message_are_translated_together():
    problem = Problem("a.csv", 2, None, Phrase("no %(what)s.", {"what": Phrase("id")}))
    chinese = {"%(file)s, row %(row)s: %(message)s": "%(file)s 第%(row)s行：%(message)s"}
    chinese |= {"no %(what)s.": "缺少%(what)s。", "id": "编号"}

    assert problem.sentence.through(lambda text: chinese[text]) == "a.csv 第2行：缺少编号。"


def test_a_refusal_carries_every_problem():
    problems = [Problem("a", row, None, Phrase("x")) for row in (1, 2)]

    assert ImportRefused(iter(problems)).problems == tuple(problems)


def test_half_a_character_in_a_value_can_still_be_shown():
    complaints = Complaints("a.jsonl", 1)
    complaints.add("role\ud800", "who is %(name)s?", name="\ud83d")

    assert str(complaints.problems[0]).encode() == (
        b"a.jsonl, row 1, field role\\ud800: who is \\ud83d?"
    )


def test_reading_files_imports_no_django():
    code = "import sys, raters.importing.reading; print([m for m in sys.modules if 'django' in m])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)

    assert found.stdout.strip() == "[]"
