import pytest
from django.core.management import CommandError, call_command

from rubrics.loading import read_library_rubric
from rubrics.models import Rubric
from rubrics.yaml_files import rubric_from_yaml, rubric_to_yaml

pytestmark = pytest.mark.django_db


def test_a_rubric_is_loaded_from_the_library_by_name(capsys):
    call_command("load_rubric", "consultation-quality-zh")
    assert "consultation-quality-zh version 1 is stored." in capsys.readouterr().out


def test_a_rubric_is_loaded_from_a_file(tmp_path):
    path = tmp_path / "mine.yaml"
    text = rubric_to_yaml(read_library_rubric("consultation-quality"))
    path.write_text(text.replace("name: consultation-quality", "name: mine"), encoding="utf-8")
    call_command("load_rubric", str(path))
    assert Rubric.objects.get(name="mine").questions.count() == 4


def test_a_faulty_file_is_refused_with_its_lines(tmp_path):
    path = tmp_path / "bad.yaml"
    path.write_text("name: mine\ntitle: Mine\nquestions: []\n", encoding="utf-8")
    with pytest.raises(CommandError, match="line 3, questions: a rubric asks at least one"):
        call_command("load_rubric", str(path))


def test_a_file_in_another_encoding_is_refused_in_words(tmp_path):
    path = tmp_path / "bad.yaml"
    path.write_bytes("title: é".encode("latin-1"))
    with pytest.raises(CommandError, match="not UTF-8"):
        call_command("load_rubric", str(path))


def test_an_unknown_name_is_answered_with_those_there_are():
    with pytest.raises(CommandError, match="abbreviation-handling"):
        call_command("load_rubric", "no-such-rubric")


def test_a_dumped_rubric_is_the_one_that_was_stored(capsys):
    call_command("dump_rubric", "abbreviation-handling", "--version", "1")
    text = capsys.readouterr().out
    assert (
        rubric_from_yaml(text) == Rubric.objects.get(name="abbreviation-handling", version=1).spec
    )


def test_the_newest_version_is_dumped_unless_one_is_named(capsys):
    call_command("dump_rubric", "abbreviation-handling")
    assert "version: 2" in capsys.readouterr().out


def test_dumping_what_is_not_there_names_what_is():
    with pytest.raises(CommandError, match="consultation-quality"):
        call_command("dump_rubric", "no-such-rubric")
