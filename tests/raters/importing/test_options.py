import pytest

from raters.importing.options import FieldNames, ImportOptions, folded, option_problems
from raters.importing.problems import ImportRefused


def test_an_override_is_the_only_name_and_is_taken_from_other_meanings():
    fields = FieldNames().with_overrides({"id": "prompt_id"})

    assert fields.id == ("prompt_id",)
    assert "prompt_id" not in fields.case
    assert fields.given == {"id"}


def test_a_blank_name_switches_a_meaning_off():
    fields = FieldNames().with_overrides({"completion": " "})

    assert (fields.completion, fields.given) == ((), frozenset())


def test_an_unknown_meaning_is_refused_with_those_that_exist():
    with pytest.raises(ImportRefused, match="“flavor” is not something a field can stand for"):
        FieldNames().with_overrides({"flavor": "x"})


def test_no_name_stands_for_two_meanings():
    fields = FieldNames()
    names = [name for meaning in fields.meanings() for name in fields.names(meaning)]

    assert len(names) == len(set(names))


def test_names_are_compared_without_case_blanks_and_hyphens():
    assert {folded(name) for name in ("Prompt ID", " prompt-id", "PROMPT_ID")} == {"prompt_id"}


def test_a_role_that_does_not_exist_is_a_problem():
    (problem,) = option_problems(ImportOptions(roles={"surgeon": "boss", "gp": "Doctor"}))

    assert "“boss” is not a role" in str(problem)
